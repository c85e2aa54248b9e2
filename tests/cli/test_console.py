"""Code pages, closed pipes, full disks, users without a home: one line at most, no traceback."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from p2pjeux.cli.console import is_output_lost
from p2pjeux.ui.lines.keyboard import Descriptor
from tests.cli.program import COMMAND, UNKNOWN_USER, complaint, run


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which a game has been played."""
    folder = tmp_path_factory.mktemp("home")
    game = ("solo", "stonehenge", "--auto", "--plain", "--seed", "7", "--name", "Zoé")
    assert run(game, folder).returncode == 0
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code_page", "command"),
    [
        ("cp850", ("games",)),
        ("ascii", ("rules", "ostrakon")),
        ("cp437", ("help", "host")),
        ("cp1252", ("export",)),
        ("cp850", ("replay", "--plain")),
        ("ascii", ("solo", "course", "--auto", "--plain", "--seed", "1")),
    ],
)
def test_any_code_page_is_good_enough_for_any_text(
    code_page: str, command: tuple[str, ...], home: Path
) -> None:
    done = run((*command, "--lang", "fr"), home, PYTHONIOENCODING=code_page)

    assert done.stderr == b""
    assert done.returncode == 0
    assert done.stdout.decode(code_page)


def test_what_a_code_page_lacks_is_written_with_signs_that_it_has(home: Path) -> None:
    done = run(("rules", "stonehenge", "--lang", "fr"), home, PYTHONIOENCODING="ascii")

    assert done.stdout.decode("ascii").startswith("# Stonehenge, la vente aux encheres")
    assert "l'autel" in done.stdout.decode("ascii")


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [("export", "--format", "json"), ("export", "--format", "html"), ("games", "--json")],
    ids=" ".join,
)
def test_what_is_for_programs_is_utf_8_on_every_code_page(
    command: tuple[str, ...], home: Path
) -> None:
    there = run(command, home, PYTHONIOENCODING="cp1252").stdout

    assert there == run(command, home, PYTHONIOENCODING="utf-8").stdout
    assert not there.decode("utf-8").isascii()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk at hand")
@pytest.mark.parametrize("command", [("games",), ("games", "--json"), ("rules", "course"), ("-V",)])
def test_a_full_disk_is_one_line(command: tuple[str, ...], tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = run(command, tmp_path, stdout=full)

    assert complaint(done).splitlines() == ["p2pjeux: No space left on device"]
    assert done.returncode == 1


def test_windows_calls_a_closed_pipe_an_invalid_argument() -> None:
    closed = OSError(errno.EINVAL, "Invalid argument")

    assert is_output_lost(closed, "win32")
    assert not is_output_lost(closed, "linux")
    assert is_output_lost(BrokenPipeError(errno.EPIPE, "Broken pipe"), "linux")
    assert not is_output_lost(FileNotFoundError(errno.ENOENT, "No such file"), "linux")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="only a shell of POSIX closes streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_were_closed_before_are_no_traceback(closed: str, tmp_path: Path) -> None:
    words = " ".join((*COMMAND, "solo", "stonehenge", "--plain", "--seed", "1"))
    done = subprocess.run(
        ["sh", "-c", f"exec {words} {closed}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        env={**os.environ, "P2PJEUX_HOME": str(tmp_path)},
        timeout=60,
    )

    assert done.stderr == b""
    assert done.returncode == 0


def without_home(*arguments: str) -> "subprocess.CompletedProcess[bytes]":
    return run(arguments, None, command=(sys.executable, "-c", UNKNOWN_USER))


@pytest.mark.skipif(sys.platform == "win32", reason="there every user has a home")
def test_whoever_has_no_home_can_still_look_things_up() -> None:
    done = without_home("games")

    assert done.returncode == 0
    assert done.stderr == b""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there every user has a home")
@pytest.mark.parametrize("command", [("keys",), ("solo", "course", "--auto", "--plain")])
def test_what_must_be_kept_asks_for_a_folder(command: tuple[str, ...]) -> None:
    done = without_home(*command)

    assert complaint(done).startswith("p2pjeux: this user has no home folder")
    assert complaint(done).count("\n") == 1
    assert done.returncode == 1


def test_lines_are_read_in_the_code_page_in_which_they_are_typed() -> None:
    reading, writing = os.pipe()
    os.write(writing, "Aliénor\nœuf\n".encode("cp1252"))
    os.close(writing)
    source = Descriptor(reading, "cp1252")

    assert [source.readline(), source.readline(), source.readline()] == ["Aliénor\n", "œuf\n", ""]
    os.close(reading)


def test_a_name_that_is_no_text_is_shown_without_a_traceback(tmp_path: Path) -> None:
    done = run(("verify", os.fsdecode(b"missing-\xff"), "--json"), tmp_path)

    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == 2
    assert complaint(done).count("\n") == 1


@pytest.mark.slow
def test_the_doctor_examines_without_a_folder_to_write_to(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    done = run(("doctor", "--home", str(tmp_path / "file"), "--json"), tmp_path)

    findings = json.loads(done.stdout)
    assert findings[0]["leg"] == "home"
    assert findings[0]["level"] == "bad"
    assert {"multicast"} <= {one["leg"] for one in findings}
    assert done.stderr == b""
    assert done.returncode == 1
