"""One name, one meaning: no class name stands for two things, and a role has one file name."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from p2pjeux.games import game_ids

PACKAGE = Path(__file__).parent.parent / "p2pjeux"
GAMES = PACKAGE / "games"
# Rooms whose records are being replaced as a whole, names and all.
REBUILT = {"log", "lobby", "table", "talk", "sitting"}
# Where the work of a role is done, in every game. What is nobody else's has a name of its own.
ROLES = {
    "state": {"State", "Phase"},
    "rules": {"set_up", "request", "outcome", "census"},
    "legality": {"check"},
    "turn": set(),
    "choices": {"choices", "sample"},
    "bot": {"decide"},
    "levels": {"OPPONENTS"},
    "board": {"board"},
    "texts": {"prompt", "label", "value", "card", "moment"},
    "story": {"tell", "result"},
    "guide": {"GUIDE"},
    "about": {"ABOUT"},
    "breakdown": {"standing", "parts", "BREAKDOWN"},
}


def _names(path: Path) -> set[str]:
    """What a module defines at its top level."""
    names: set[str] = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case _:
                pass
    return names


def _classes() -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] in REBUILT:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name.lstrip("_")].append(path.relative_to(PACKAGE))
    return found


def _is_one_role(paths: list[Path]) -> bool:
    """Whether each is in the same file of another game: then it means the same there.

    ``State``, ``Phase``, ``Bid`` and ``Sale`` are of this kind; no code ever sees two of them.
    """
    in_games = all(path.parts[0] == "games" for path in paths)
    return in_games and len({path.name for path in paths}) == 1 and len(set(paths)) == len(paths)


def test_a_class_name_has_one_meaning() -> None:
    twice = {
        name: [str(path) for path in paths]
        for name, paths in _classes().items()
        if len(paths) > 1 and not _is_one_role(paths)
    }

    assert twice == {}


@pytest.mark.parametrize("game_id", game_ids())
def test_the_same_role_has_the_same_file_in_every_game(game_id: str) -> None:
    missing = {
        role: lacking
        for role, names in ROLES.items()
        if (lacking := names - _names(GAMES / game_id / f"{role}.py"))
    }

    assert missing == {}
