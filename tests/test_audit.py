"""The audit of what is installed finds whatever is not what was locked."""

from base64 import urlsafe_b64encode
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path

import pytest

from tests.audit import LOCK, findings, locked

HELD = {("some-lib", "1.0")}


def install(folder: Path, version: str = "1.0") -> Path:
    """A package of one module, as an installer leaves it."""
    module = folder / "some_lib.py"
    module.write_bytes(b"x = 1\n")
    about = folder / f"some_lib-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: Some_Lib\nVersion: {version}\n")
    digest = urlsafe_b64encode(sha256(module.read_bytes()).digest()).rstrip(b"=").decode()
    (about / "RECORD").write_text(
        f"some_lib.py,sha256={digest},6\nsome_lib-1.0.dist-info/RECORD,,\n"
    )
    return module


def found(folder: Path) -> list[str]:
    return list(findings(distributions(path=[str(folder)]), HELD))


def test_what_was_locked_is_no_finding(tmp_path: Path) -> None:
    install(tmp_path)

    assert found(tmp_path) == []


def test_another_version_is_a_finding(tmp_path: Path) -> None:
    install(tmp_path, "1.1")

    assert found(tmp_path) == ["some-lib 1.1: not what is locked"]


def test_a_file_that_was_changed_is_a_finding(tmp_path: Path) -> None:
    install(tmp_path).write_bytes(b"x = 2\n")

    assert found(tmp_path) == ["some-lib 1.0: some_lib.py: is not the file that was installed"]


def test_a_file_that_is_gone_is_a_finding(tmp_path: Path) -> None:
    install(tmp_path).unlink()

    assert found(tmp_path) == ["some-lib 1.0: some_lib.py: is gone"]


@pytest.mark.parametrize("name", ["cryptography", "trio", "spake2", "pytest"])
def test_the_lock_is_read(name: str) -> None:
    assert name in {one for one, _version in locked(LOCK.read_text("utf-8"))}
