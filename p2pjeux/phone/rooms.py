"""The pure rooms as a page is given them: packed at run time from the very package that runs here.

So the rules in the page have the fingerprint of those at the laptop, whatever version they are of.
"""

import io
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

# Whole rooms, and of rooms that know sockets and files what is as pure.
_ROOMS: Final = (
    "agree", "fair", "games", "lobby", "locale", "log", "primitives", "rules", "sitting", "table",
    "talk", "phone/seat", "ui/choosing", "ui/touch", "ui/wording",
)  # fmt: skip
_FILES: Final = (
    "__init__.py", "encoding.py", "errors.py", "language.py", "printable.py", "shapes.py",
    "net/__init__.py", "net/addresses.py", "net/fingerprint.py", "net/frames.py", "net/hello.py",
    "net/limits.py", "net/noise.py", "net/purposes.py", "net/wordlist.py", "phone/__init__.py",
    "store/__init__.py", "store/journal.py", "ui/__init__.py", "ui/lobby.py",
)  # fmt: skip
# Catalogues are read in their compiled form, recorded games by nobody but tests.
_SUFFIXES: Final = (".py", ".json", ".mo", ".md", ".txt")
_LEFT_OUT: Final = frozenset({"__pycache__", "playthroughs", "native.py", "rulings.md"})
# Written in Python alone, by their authors, for where nothing can be compiled.
_MSGPACK: Final = ("__init__.py", "exceptions.py", "ext.py", "fallback.py")
# The same bytes for the same package.
_DATE: Final = (1980, 1, 1, 0, 0, 0)


@cache
def pack_rooms() -> bytes:
    """A zip that Python imports from; stored, because it is served compressed as a whole."""
    root = files("p2pjeux")
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as archive:
        for name, entry in _chosen(root):
            archive.writestr(ZipInfo(f"p2pjeux/{name}", _DATE), entry.read_bytes())
        for name in _MSGPACK:
            entry = files("msgpack").joinpath(name)
            archive.writestr(ZipInfo(f"msgpack/{name}", _DATE), entry.read_bytes())
    return packed.getvalue()


def _chosen(root: Traversable) -> Iterator[tuple[str, Traversable]]:
    for name in _FILES:
        yield name, root.joinpath(*name.split("/"))
    for room in _ROOMS:
        yield from _walk(room, root.joinpath(*room.split("/")))


def _walk(name: str, entry: Traversable) -> Iterator[tuple[str, Traversable]]:
    if entry.name in _LEFT_OUT:
        return
    if entry.is_dir():
        for inner in sorted(entry.iterdir(), key=lambda one: one.name):
            yield from _walk(f"{name}/{inner.name}", inner)
    elif entry.name.endswith(_SUFFIXES):
        yield name, entry
