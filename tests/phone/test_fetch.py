"""What is fetched for the page is what was pinned, or nothing of it is used."""

import io
import tarfile
from base64 import b64encode
from hashlib import sha512
from pathlib import Path

import pytest

from p2pjeux.errors import Refused
from p2pjeux.phone.fetch import unpack
from p2pjeux.phone.parts import NAMES, Package, are_here


def archive(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as file:
        for name, data in files.items():
            about = tarfile.TarInfo(name)
            about.size = len(data)
            file.addfile(about, io.BytesIO(data))
    return packed.getvalue()


def package(data: bytes, *names: tuple[str, str]) -> Package:
    pinned = b64encode(sha512(data).digest()).decode()
    return Package("thing", "1.0", pinned, "MIT", "https://example.org", names)


def test_only_what_is_wanted_is_taken_out_of_the_archive() -> None:
    data = archive({"package/a.txt": b"a", "package/evil.txt": b"b"})

    assert unpack(package(data, ("mine.txt", "package/a.txt")), data) == [("mine.txt", b"a")]


def test_an_archive_that_is_not_the_pinned_one_is_refused() -> None:
    data = archive({"package/a.txt": b"a"})

    with pytest.raises(Refused):
        unpack(package(data, ("mine.txt", "package/a.txt")), data + b"\0")


def test_an_import_by_bare_name_gets_a_path() -> None:
    data = archive({"package/a.mjs": b'import e from"libsodium-sumo";'})

    ((_, module),) = unpack(package(data, ("a.mjs", "package/a.mjs")), data)

    assert module == b'import e from"./libsodium-sumo.mjs";'


def test_all_or_nothing_is_here(tmp_path: Path) -> None:
    for name in NAMES:
        assert not are_here(tmp_path)
        (tmp_path / name).write_bytes(b"")
    assert are_here(tmp_path)
