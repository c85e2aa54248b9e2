"""The map in docs/architecture.md is the house: every room on it, and every arrow real."""

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "p2pjeux"
MAP = (ROOT / "docs" / "architecture.md").read_text("utf-8")
# What every room may stand on is not drawn.
GROUND = {"shapes", "encoding", "primitives", "errors", "printable"}
# | `room` | `what.py` to read first | the `rooms` it imports | what it promises |
ROW = re.compile(r"^\| `([a-z_]+)` \| (.*?) \| (.*?) \| .* \|$", re.MULTILINE)
QUOTED = re.compile(r"`([^`]+)`")
PAGE = re.compile(
    r"(?<![\w/.-])((?:docs|protocol|tests|p2pjeux)/[\w/.-]+\.(?:md|py|json|toml|txt))\b"
)
SECTION = re.compile(r"(?:protocol/)?(\d-[a-z]+\.md), (?:\"\"\")?([A-Z][a-z]+(?: [a-z]+)*)")
DECISION = re.compile(r"\bdecisions? (\d{4})\b")
# Made where they are used, or made up: the worked example, and files of a player.
ELSEWHERE = ("p2pjeux/games/mourre/", "tests/games/mourre/")


def rooms() -> dict[str, tuple[set[str], set[str]]]:
    """Each room on the map, with what is to be read first and what it imports."""
    return {
        room: (set(QUOTED.findall(first)), set(QUOTED.findall(known)))
        for room, first, known in ROW.findall(MAP)
    }


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """The rooms that a module imports, at its top or late."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.ImportFrom(module="p2pjeux", names=names):
                yield from (one.name for one in names if not one.name.startswith("_"))
            case ast.ImportFrom(module=str(module)) if module.startswith("p2pjeux."):
                yield module.split(".")[1]
            case _:
                pass


def test_every_room_is_on_the_map_and_nothing_else() -> None:
    there = {room_of(path) for path in PACKAGE.rglob("*.py")} - {"__init__", "__main__"}

    assert set(rooms()) == there


@pytest.mark.parametrize("room", sorted(rooms()))
def test_the_arrows_of_the_map_are_the_imports(room: str) -> None:
    modules = [path for path in PACKAGE.rglob("*.py") if room_of(path) == room]
    real = {other for path in modules for other in imported(path)} - {room} - GROUND

    assert rooms()[room][1] == real


@pytest.mark.parametrize("room", sorted(rooms()))
def test_what_the_map_says_to_read_first_is_there(room: str) -> None:
    first = rooms()[room][0]
    folder = PACKAGE / room if (PACKAGE / room).is_dir() else PACKAGE

    assert [name for name in first if not list(folder.glob(name.replace("NAME", "*")))] == []


def texts() -> dict[str, str]:
    """All that is kept, but for what is recorded."""
    listed = subprocess.run(
        ["git", "ls-files", "*.py", "*.md", "*.toml", "*.yml", "*.yaml"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    names = [name for name in listed.stdout.splitlines() if (ROOT / name).exists()]
    return {name: (ROOT / name).read_text("utf-8") for name in names}


def test_nothing_cites_a_page_that_is_not_here() -> None:
    missing = sorted(
        f"{name}: {page}"
        for name, text in texts().items()
        for page in PAGE.findall(text)
        if not page.startswith(ELSEWHERE) and not (ROOT / page).exists()
    )

    assert missing == []


def test_a_cited_section_of_the_protocol_is_there() -> None:
    headings = {
        page.name: set(re.findall(r"^#+ (?:\d\. )?(.*)$", page.read_text("utf-8"), re.MULTILINE))
        for page in (ROOT / "protocol").glob("*.md")
    }
    wrong = sorted(
        f"{name}: {page}, {section}"
        for name, text in texts().items()
        if name.endswith(".py")
        for page, section in SECTION.findall(re.sub(r"\s*\n\s*(?:# )?", " ", text))
        if not any(section.startswith(heading) for heading in headings.get(page, ()))
    )

    assert wrong == []


def test_a_cited_decision_is_there() -> None:
    numbers = {path.name[:4] for path in (ROOT / "docs" / "decisions").glob("*.md")}
    wrong = sorted(
        f"{name}: {number}"
        for name, text in texts().items()
        for number in DECISION.findall(text)
        if number not in numbers
    )

    assert wrong == []


def test_the_order_on_the_map_is_the_order_that_is_kept() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    (direction,) = [one for one in contracts["contracts"] if one["id"] == "direction"]
    drawn = re.findall(r"^```\n(.*?)^```$", MAP, re.DOTALL | re.MULTILINE)[0].splitlines()

    assert drawn == direction["layers"]


# | question | `folder/` → `file.py` → `name` (what it is) |
WAY = re.compile(r"^\| [^|]*\? \| (.*→.*) \|$", re.MULTILINE)


def test_the_ways_by_names_lead_to_the_line() -> None:
    ways = WAY.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    lost = []
    for way in ways:
        words = QUOTED.findall(way)
        folder = PACKAGE.joinpath(*(word for word in words if word.endswith("/")))
        texts = [(folder / word).read_text("utf-8") for word in words if word.endswith(".py")]
        names = [word for word in words if not word.endswith(("/", ".py"))]
        lost += [
            f"{way}: {name}"
            for name in names
            if not re.search(rf"^\s*(?:def|class) {name}\b", "\n".join(texts), re.MULTILINE)
        ]

    assert len(ways) >= 5
    assert lost == []
