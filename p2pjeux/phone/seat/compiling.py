"""Run by the page's own Python at a laptop: what a page imports, compiled once for all phones.

A phone that compiles half a megabyte of Python at each start is slow at each start.
"""

import ast
import importlib
import importlib.util
import io
import sys
from collections.abc import Iterable
from importlib.util import MAGIC_NUMBER
from marshal import dumps
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from p2pjeux.games import fingerprint, game_ids
from p2pjeux.language import rules_text, words_for
from p2pjeux.net.addresses import Address
from p2pjeux.phone.seat.page_seat import Circumstances, PageSeat

_DATE: Final = (1980, 1, 1, 0, 0, 0)
# A compiled file that is taken as it is: whoever made it had the source before him.
_UNCHECKED: Final = (1).to_bytes(4, "little")
# Imported where something fails, which is not the moment to find them missing.
_ALWAYS: Final = ("traceback", "linecache", "tokenize", "textwrap", "encodings.cp437")
# The fingerprint of a game is made of these (games/deciding.py).
_READ_AS_SOURCE: Final = ("p2pjeux/games/", "p2pjeux/rules/")
# Where a page begins.
_FIRST: Final = "p2pjeux.phone.seat.boundary"


def compile_rooms(rooms: str, library: str) -> tuple[bytes, bytes]:
    """The compiled standard library and the compiled rooms, from the paths of both as they are."""
    with ZipFile(rooms) as archive:
        names = [name for name in archive.namelist() if name.endswith(".py")]
        _exercise()
        made = _compiled(archive, names, keeps=archive.namelist())
    with ZipFile(library) as archive:
        there = frozenset(archive.namelist())
        return _compiled(archive, [name for name in _imported() if name in there], ()), made


def _exercise() -> None:
    """Do once what a page does, so that what is imported late is imported now."""
    for name in (_FIRST, *_ALWAYS):
        importlib.import_module(name)
    for game_id in game_ids():
        fingerprint(game_id)
        words_for("fr", game_id)
        rules_text(game_id, "fr")
    around = Circumstances(Address("10.0.0.1", 1), "", "fr", 0)
    PageSeat({}, around, bytes, 0.0).outputs()


def _imported() -> Iterable[str]:
    """The files of all modules that are loaded, as the standard library names them."""
    for module in list(sys.modules.values()):
        spec = getattr(module, "__spec__", None)
        origin = getattr(spec, "origin", None) or ""
        _, found, name = origin.partition(".zip/")
        if found and name.endswith(".py"):
            yield name


def _compiled(archive: ZipFile, sources: Iterable[str], keeps: Iterable[str]) -> bytes:
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_STORED) as packed:
        for name in sorted(set(sources)):
            source = archive.read(name)
            tree = ast.parse(source)
            if name.startswith("p2pjeux/"):
                _shorten(tree)
            code = compile(tree, name, "exec", dont_inherit=True, optimize=_optimize(name))
            data = MAGIC_NUMBER + _UNCHECKED + importlib.util.source_hash(source) + dumps(code)
            packed.writestr(ZipInfo(name + "c", _DATE), data)
        for name in keeps:
            if not name.endswith(".py") or name.startswith(_READ_AS_SOURCE):
                packed.writestr(ZipInfo(name, _DATE), archive.read(name))
    return made.getvalue()


def _shorten(tree: ast.AST) -> None:
    """Texts that explain are for those who read the source; a class keeps a dot.

    A dataclass without one would make its own when it is imported, and slowly.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.Module) and ast.get_docstring(
            node
        ):
            if isinstance(node, ast.FunctionDef) and len(node.body) > 1:
                del node.body[0]
            else:
                node.body[0] = ast.copy_location(ast.Expr(ast.Constant(".")), node.body[0])
    ast.fix_missing_locations(tree)


def _optimize(name: str) -> int:
    """Our asserts stand guard in a page too, and Pyodide reads its own texts; others go."""
    return 0 if name.startswith(("p2pjeux/", "_pyodide/")) else 2
