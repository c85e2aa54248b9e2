"""Files that a user names: only files, and only so much of them."""

import os
import sys
from pathlib import Path

import pytest

from p2pjeux.app.running.named_file import read_bytes, read_code
from p2pjeux.errors import Refused, UsageError
from p2pjeux.log.file import FILE_SIZE_MAX

unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(bytes(range(256)) * 9000)

    assert read_bytes(str(path)) == bytes(range(256)) * 9000


@unix
def test_a_pipe_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(UsageError, match="is not a file"):
        read_bytes(str(tmp_path / "pipe"))


@unix
@pytest.mark.parametrize("name", ["/dev/zero", "/dev/null", "."])
def test_a_device_or_a_folder_is_no_file(name: str) -> None:
    with pytest.raises(UsageError):
        read_bytes(name)


def test_of_a_file_that_is_too_large_nothing_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        # A hole: it takes no room on the disk, and would take five gigabytes of memory.
        file.truncate(5 << 30)

    with pytest.raises(UsageError, match=f"at most {FILE_SIZE_MAX} are read"):
        read_bytes(str(path))


def test_a_file_may_be_as_long_as_it_may_be(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")

    assert read_bytes(str(path), 5) == b"12345"
    with pytest.raises(UsageError):
        read_bytes(str(path), 4)


@pytest.mark.parametrize("name", ["nosuch", "a\0b"])
def test_a_file_that_cannot_be_opened_is_one_line(name: str) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_bytes(name)


def test_a_code_comes_from_a_file_however_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "code"
    path.write_text("  Café du Port\n", encoding="utf-8")

    assert read_code(str(path)) == "cafe-du-port"


@pytest.mark.parametrize("data", [b"", b"\n", b"\xff\xfe", b"abc"])
def test_a_file_without_a_code_opens_no_table(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "code"
    path.write_bytes(data)

    with pytest.raises(Refused):
        read_code(str(path))
