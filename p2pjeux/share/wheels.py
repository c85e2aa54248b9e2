"""Wheels made again from what is installed here, so that one laptop can give all it runs on.

A wheel is a zip of the files that its installation has put in place, with a list of them.
"""

import base64
import hashlib
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Final

from p2pjeux.errors import Refused

PROGRAM: Final = "p2pjeux"
# What an installation adds to what it has unpacked.
_ADDED: Final = frozenset({"INSTALLER", "REQUESTED", "RECORD", "direct_url.json", "uv_cache.json"})
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
# The same bytes whenever they are packed, so that what is offered has one digest.
_DATE: Final = (2020, 1, 1, 0, 0, 0)
_PURE: Final = b"Wheel-Version: 1.0\nGenerator: p2pjeux\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
# Recorded games and the sources of catalogues stay at home, as in the wheel that is built.
_AT_HOME: Final = frozenset({"__pycache__", "playthroughs"})


@dataclass(frozen=True, slots=True)
class Wheel:
    """``project`` is its name in the one form in which names are compared."""

    project: str
    file_name: str
    data: bytes


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def find_needed() -> dict[str, Distribution]:
    """The program and all that it needs here, by normal name; raise Refused if it is not packed."""
    found: dict[str, Distribution] = {}
    ahead = [PROGRAM]
    while ahead:
        # Markers are not judged: what is installed here is needed here, and what is not is passed
        # over.
        name = normal(ahead.pop())
        if name in found:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            if name == PROGRAM:
                raise Refused("this p2pjeux was not installed, so it cannot be packed") from None
            # It is needed on other systems only.
            continue
        ahead += [match.group() for one in requirements(found[name]) if (match := _NAME.match(one))]
    return found


def requirements(one: Distribution) -> tuple[str, ...]:
    """What a distribution needs for itself, without what it offers as extras."""
    return tuple(text for text in one.requires or () if not re.search(r";.*\bextra\b", text))


def pack(project: str, one: Distribution) -> Wheel:
    """The wheel of a distribution that is installed here."""
    contents = dict(_program(one) if project == PROGRAM else _installed(one))
    folder = f"{project.replace('-', '_')}-{one.version}.dist-info"
    # The folder is named as its wheel has named it; ours has none where it runs from its source.
    named = next(
        (name for name in contents if name.endswith(".dist-info/WHEEL")), f"{folder}/WHEEL"
    )
    stem = named.removesuffix(".dist-info/WHEEL")
    tags = re.findall(r"^Tag: (.+?)\r?$", contents[named].decode(), re.MULTILINE)
    return Wheel(project, f"{stem}-{_joined(tags)}.whl", _zipped(contents, f"{stem}.dist-info"))


def _joined(tags: list[str]) -> str:
    """One tag for all: each of its three parts names the different ones once."""
    parts = zip(*(tag.split("-") for tag in tags), strict=True)
    return "-".join(".".join(sorted(set(part))) for part in parts)


def _installed(one: Distribution) -> Iterator[tuple[str, bytes]]:
    for path in one.files or ():
        # What lies outside, scripts and manual pages, is made anew or can be missed.
        is_outside = path.parts[0] == ".." or path.is_absolute()
        if not is_outside and "__pycache__" not in path.parts and path.name not in _ADDED:
            yield path.as_posix(), path.read_binary()


def _program(one: Distribution) -> Iterator[tuple[str, bytes]]:
    """Ourselves, from wherever we run: installed, from our source, or out of one file."""
    yield from _walk(files(PROGRAM), PurePosixPath(PROGRAM))
    folder = f"{PROGRAM}-{one.version}.dist-info"
    # Made anew, for in an editable installation these files speak of a folder on this machine.
    yield f"{folder}/WHEEL", _PURE
    for name in ("METADATA", "entry_points.txt"):
        yield f"{folder}/{name}", (one.read_text(name) or "").encode()


def _walk(folder: Traversable, at: PurePosixPath) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name not in _AT_HOME:
                yield from _walk(entry, at / entry.name)
        elif not entry.name.endswith((".po", ".pyc")):
            yield str(at / entry.name), entry.read_bytes()


def _zipped(contents: Mapping[str, bytes], folder: str) -> bytes:
    record = [f"{name},sha256={_digest(data)},{len(data)}" for name, data in contents.items()]
    # A list cannot hold its own digest; the form of wheels leaves it empty.
    record += [f"{folder}/RECORD,,", ""]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in (*contents.items(), (f"{folder}/RECORD", "\n".join(record).encode())):
            # No clock and no rights of this machine: the same files always give the same bytes.
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = 0o644 << 16
            file.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
