"""The pure rooms as a page is given them: packed at run time from the very package that runs here.

So the rules in the page have the fingerprint of those at the laptop, whatever version they are of.
What is packed follows from what the peer in the page imports, and is never listed.
"""

import ast
import io
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from p2pjeux.games import game_ids

_PACKAGE: Final = "p2pjeux"
# Where a page begins, and what compiles it.
_FIRST: Final = ("phone/seat/boundary.py", "phone/seat/compiling.py")
# The backend of laptops, which is imported only there.
_LEFT_OUT: Final = frozenset({"primitives/native.py"})
# Catalogues are read in their compiled form; recorded games and rulings by nobody who plays.
_READ: Final = (".json", ".mo", ".md")
_UNREAD: Final = frozenset({"__pycache__", "playthroughs", "rulings.md"})
# Written in Python alone, by their authors, for where nothing can be compiled.
_MSGPACK: Final = ("__init__.py", "exceptions.py", "ext.py", "fallback.py")
# The same bytes for the same package.
_DATE: Final = (1980, 1, 1, 0, 0, 0)


@cache
def pack_rooms() -> bytes:
    """A zip that Python imports from; stored, because it is served compressed as a whole."""
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as archive:
        for name, data in sorted(_chosen().items()):
            archive.writestr(ZipInfo(f"{_PACKAGE}/{name}", _DATE), data)
        for name in _MSGPACK:
            data = files("msgpack").joinpath(name).read_bytes()
            archive.writestr(ZipInfo(f"msgpack/{name}", _DATE), data)
    return packed.getvalue()


def _chosen() -> dict[str, bytes]:
    """All files of the package that a page can come to need, by their names in it."""
    root = files(_PACKAGE)
    chosen = dict(_data("locale", root.joinpath("locale")))
    todo = list(_FIRST)
    for game_id in game_ids():
        # A game is found by its folder, and imported as a whole.
        folder = root.joinpath("games", game_id)
        chosen.update(_data(f"games/{game_id}", folder))
        todo += [f"games/{game_id}/{one.name}" for one in folder.iterdir() if _is_python(one)]
    while todo:
        name = todo.pop()
        if name in chosen or name in _LEFT_OUT:
            continue
        entry = root.joinpath(*name.split("/"))
        if entry.is_file():
            chosen[name] = entry.read_bytes()
            todo += _imported(chosen[name])
            if name.endswith("/__init__.py"):
                # What a room reads lies beside it.
                room = name.removesuffix("/__init__.py")
                chosen.update(_data(room, root.joinpath(*room.split("/")), is_deep=False))
    return chosen


def _is_python(entry: Traversable) -> bool:
    return entry.name.endswith(".py")


def _data(name: str, folder: Traversable, *, is_deep: bool = True) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        inner = f"{name}/{entry.name}"
        if entry.name in _UNREAD:
            continue
        if entry.is_dir() and is_deep:
            yield from _data(inner, entry)
        elif entry.name.endswith(_READ):
            yield inner, entry.read_bytes()


def _imported(source: bytes) -> Iterator[str]:
    """The files of our own modules that a source may import, at its top or late, and some more."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            named = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
        elif isinstance(node, ast.Import):
            named = [one.name for one in node.names]
        else:
            continue
        for module in named:
            first, *rest = module.split(".")
            if first == _PACKAGE:
                yield from _files_of(rest)


def _files_of(parts: list[str]) -> Iterator[str]:
    """The package of each part, and the module itself, whichever of them is there."""
    for end in range(len(parts) + 1):
        yield "/".join((*parts[:end], "__init__.py"))
    if parts:
        yield "/".join(parts) + ".py"
