"""A disk that is full, closed or in the way is answered with a sentence, and nothing is lost."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from p2pjeux.errors import StoreFailed
from p2pjeux.store import disk
from p2pjeux.store.disk import (
    Appender,
    create,
    guarded,
    make_folder,
    patiently,
    read,
    replace,
)
from tests.log.writing import beginning
from tests.store.kit import begun, make_store, open_table

ROOT = Path(__file__).parents[2]
STEPS = beginning().steps


def test_a_file_is_made_whole_and_once(tmp_path: Path) -> None:
    path = tmp_path / "file"

    assert create(path, b"first")
    assert not create(path, b"second")
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    replace(path, b"first")
    replace(path, b"second")

    assert path.read_bytes() == b"second"
    assert list(tmp_path.iterdir()) == [path]


def test_files_are_made_where_there_are_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object, **_more: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "file"

    assert create(path, b"first")
    assert not create(path, b"second")
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_file_is_none_and_a_long_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    assert read(path, 10) is None

    path.write_bytes(bytes(11))

    with pytest.raises(StoreFailed, match="longer"):
        read(path, 10)


def test_a_file_in_the_way_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"")

    for work in (make_store(tmp_path).identity, lambda: open_table(tmp_path)):
        with pytest.raises(StoreFailed, match="a file stands where a folder should be"):
            work()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "no room left"),
        (errno.EDQUOT, "no room left"),
        (errno.EROFS, "may not be read or written"),
        (errno.EACCES, "may not be read or written"),
        (errno.EIO, "cannot be used"),
    ],
)
def test_what_the_system_says_becomes_a_sentence_with_the_file(number: int, words: str) -> None:
    path = Path("somewhere") / "log.p2pj"

    with pytest.raises(StoreFailed, match=words) as caught, guarded(path):
        raise OSError(number, os.strerror(number))

    assert str(path) in str(caught.value)


def test_a_full_device_is_answered_and_not_mistaken_for_written() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no device here that is always full")
    appender = Appender(full, 0)

    with pytest.raises(StoreFailed, match="no room left"):
        appender.append(b"data", durable=True)

    assert appender.end == 0
    appender.close()


LIMITED = """
import resource, signal, sys
from pathlib import Path
from p2pjeux.errors import StoreFailed
from tests.store.kit import begun, open_table
from tests.log.writing import beginning

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
steps = beginning().steps
files = begun(Path(sys.argv[1]), steps=2)
size = files.log_path.stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, resource.RLIM_INFINITY))
try:
    files.append(steps[2])
except StoreFailed as error:
    print(error)
print(files.log_path.stat().st_size == size)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
files.append(steps[2])
files.append(steps[3])
files.close()
with open_table(Path(sys.argv[1])) as files:
    print(files.recovered.steps == steps[:4])
"""


@pytest.mark.skipif(os.name != "posix", reason="limits are a matter of POSIX")
def test_a_log_that_ran_out_of_room_half_way_goes_on_when_there_is_room(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    first, whole, again = done.stdout.splitlines()

    assert "no room left" in first
    assert (whole, again) == ("True", "True")


def test_an_append_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"first")
    appender = Appender(path, 5)

    def fail(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(disk, "sync_file", fail)
    with pytest.raises(StoreFailed, match="no room"):
        appender.append(b"second", durable=True)
    # The sync that follows the cut failed as well: nothing more may be written blindly.
    with pytest.raises(StoreFailed, match="opened anew"):
        appender.append(b"third", durable=False)
    monkeypatch.undo()

    assert path.read_bytes() == b"first"
    appender.close()


def test_opening_cuts_off_what_stands_after_the_end(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"firstjunk")

    appender = Appender(path, 5)
    appender.append(b"second", durable=True)
    appender.close()

    assert path.read_bytes() == b"firstsecond"


def test_a_closed_file_takes_nothing_more(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"")
    appender = Appender(path, 0)
    appender.close()

    with pytest.raises(StoreFailed):
        appender.append(b"late", durable=True)


def test_folders_above_are_made_too(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b" / "c")

    assert (tmp_path / "a" / "b" / "c").is_dir()


def test_a_journal_that_cannot_be_cut_goes_on_growing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, _data: bytes) -> None:
        raise StoreFailed("there is no room left on the disk for {path}", path=path)

    with begun(tmp_path, steps=2) as files:
        monkeypatch.setattr("p2pjeux.store.table.JOURNAL_SIZE_MAX", 0)
        monkeypatch.setattr(disk, "replace", fail)
        files.keep(STEPS[2].entries[0])
        files.append(STEPS[2])
        files.keep(STEPS[3].entries[0])
        monkeypatch.undo()

    with open_table(tmp_path) as files:
        assert files.recovered is not None
        assert files.recovered.steps == STEPS[:3]
        assert STEPS[3].entries[0] in files.recovered.records


@pytest.mark.parametrize("times", [0, 1, 5])
def test_a_scanner_that_has_the_file_open_is_waited_for_on_windows(times: int) -> None:
    pauses: list[float] = []
    done: list[bool] = []

    def rename() -> None:
        if len(pauses) < times:
            raise PermissionError(errno.EACCES, "used by another process")
        done.append(True)

    patiently(rename, "win32", pauses.append)

    assert done == [True]
    assert pauses == sorted(pauses)
    assert len(pauses) == times


def test_a_file_that_stays_forbidden_is_refused_in_the_end() -> None:
    pauses: list[float] = []

    def rename() -> None:
        raise PermissionError(errno.EACCES, "used by another process")

    with pytest.raises(PermissionError):
        patiently(rename, "win32", pauses.append)
    assert 1 < sum(pauses) < 3

    # Elsewhere nobody can keep a file from being replaced by having it open.
    with pytest.raises(PermissionError):
        patiently(rename, "linux", pauses.append)
    assert 1 < sum(pauses) < 3
