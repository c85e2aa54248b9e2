"""Which files of a game decide its course, and a fingerprint of them.

Two peers whose games differ in one of these would part company in the middle of a game; how a game
looks and sounds is each peer's own affair. So the files are not listed by name: they are those
that the deciding functions reach by imports, and the data these files name.
"""

import ast
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from p2pjeux.rules.contract import Game

DOMAIN: Final = b"p2pjeux/1/rules"
# The shared modules that decide results; the others draw, speak or test.
SHARED: Final = ("contract", "dealing", "door", "graph", "requests", "source", "tuples")
# The bot and the random player count too: they stand in for a seat that is absent.
DECIDING: Final = ("set_up", "request", "check", "apply", "outcome", "sample", "bot")


def deciding_files(game: Game[Any], package: str) -> dict[str, bytes]:
    """The contents of every file that decides the course of the game in ``package``."""
    folder = files(package)
    found: dict[str, bytes] = {}
    ahead = [_module(getattr(game, name).__module__, package) for name in DECIDING]
    while ahead:
        module = ahead.pop()
        name = f"{module}.py"
        if name in found:
            continue
        found[name] = _text(folder, name)
        tree = ast.parse(found[name])
        ahead += [other for other in _imports(tree, package) if _has(folder, f"{other}.py")]
        found |= {data: _text(folder, data) for data in _data_names(tree) if _has(folder, data)}
    # What puts the game together counts, but not all that it imports does.
    found["__init__.py"] = _text(folder, "__init__.py")
    shared = files("p2pjeux.rules")
    return {f"game/{name}": text for name, text in found.items()} | {
        f"rules/{module}.py": _text(shared, f"{module}.py") for module in SHARED
    }


def _module(name: str, package: str) -> str:
    """The file of a module within ``package``; a small game may be one file."""
    return "__init__" if name == package else name.removeprefix(f"{package}.")


def _imports(tree: ast.AST, package: str) -> Iterator[str]:
    """The modules of ``package`` that a module imports, and whatever names look like one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            names = [module, *(f"{module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            if name.startswith(f"{package}."):
                yield name.removeprefix(f"{package}.")


def _data_names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and text.endswith(".json") and "/" not in text:
            yield text


def _has(folder: Traversable, name: str) -> bool:
    return folder.joinpath(name).is_file()


def _text(folder: Traversable, name: str) -> bytes:
    # A checkout on Windows may have other line ends; the rules are the same.
    return folder.joinpath(name).read_bytes().replace(b"\r\n", b"\n")


def fingerprint_of(contents: dict[str, bytes]) -> bytes:
    """One digest of names and contents, whatever order they were found in."""
    digest = sha256()
    parts = [DOMAIN]
    for name in sorted(contents):
        parts += [name.encode(), contents[name]]
    for part in parts:
        digest.update(len(part).to_bytes(4, "big") + part)
    return digest.digest()
