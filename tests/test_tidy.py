"""The house rules, kept by a test: sizes, directions, completeness. Changed by a decision note."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from p2pjeux.games import game_ids

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "p2pjeux"
SOURCES = sorted([*PACKAGE.rglob("*.py"), *(ROOT / "tests").rglob("*.py")])
FILE_LINES_MOST = 500
FUNCTION_LINES_MOST = 50

every_game = pytest.mark.parametrize("game_id", game_ids())


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "format", "--check", "."),
        ("ruff", "check", "."),
        ("mypy",),
        # The tools under tests/ may be for Linux alone; the program is not.
        ("mypy", "--platform", "win32", "--cache-dir", ".mypy_cache/win32", "-p", "p2pjeux"),
        ("mypy", "--platform", "darwin", "--cache-dir", ".mypy_cache/darwin", "-p", "p2pjeux"),
        ("lint-imports",),
    ],
    ids=" ".join,
)
def test_the_checkers_are_content(command: tuple[str, ...]) -> None:
    program = Path(sys.executable).with_name(command[0])
    done = subprocess.run(
        [program, *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_no_file_is_longer_than_a_newcomer_can_hold() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in SOURCES
        if (lines := len(path.read_text("utf-8").splitlines())) > FILE_LINES_MOST
    }

    assert long == {}


@pytest.mark.slow
def test_no_function_is_longer_than_a_screen() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > FUNCTION_LINES_MOST
    ]

    assert long == []


def test_nothing_is_left_for_later() -> None:
    word = re.compile(r"#.*\b(TODO|FIXME|XXX|HACK)\b|\bbreakpoint\(")
    left = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in SOURCES
        if path != Path(__file__)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if word.search(line)
    ]

    assert left == []


def test_no_file_names_a_path_of_somebody_s_machine() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    path_of_a_machine = re.compile(rb"/(?:work|root|farm)/|/home/[a-z]")
    named = [
        name
        for name in listed.stdout.splitlines()
        if name != "tests/test_tidy.py" and path_of_a_machine.search((ROOT / name).read_bytes())
    ]

    assert named == []


@every_game
def test_every_game_folder_is_complete(game_id: str) -> None:
    folder = PACKAGE / "games" / game_id
    wanted = (
        "__init__.py",
        "rules.py",
        "state.py",
        "choices.py",
        "bot.py",
        "board.py",
        "texts.py",
        "story.py",
        "guide.py",
        "legality.py",
        "turn.py",
        "rulings.md",
        "rules.fr.md",
        "rules.en.md",
        f"locale/fr/LC_MESSAGES/{game_id}.po",
        f"locale/fr/LC_MESSAGES/{game_id}.mo",
    )

    assert [name for name in wanted if not (folder / name).is_file()] == []


@every_game
def test_every_ruling_has_a_test_that_names_it(game_id: str) -> None:
    rulings = (PACKAGE / "games" / game_id / "rulings.md").read_text("utf-8")
    numbers = {int(number) for number in re.findall(r"^(\d+)\. ", rulings, re.MULTILINE)}
    tests = "".join(
        path.read_text("utf-8") for path in (ROOT / "tests" / "games" / game_id).rglob("test_*.py")
    )
    named = {int(number) for number in re.findall(r"def test_ruling_(\d\d)_", tests)}

    assert numbers
    assert numbers == set(range(1, max(numbers) + 1))
    assert named == numbers


def test_every_link_in_the_documents_leads_somewhere() -> None:
    pages = [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "protocol").glob("*.md"),
    ]
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]

    assert broken == []


def test_the_protocol_speaks_no_python() -> None:
    python = re.compile(
        r"\bp2pjeux\.(?!p2pj)\w+\.|\b(?:def|self|dataclass|isinstance|__\w+__)\b|\.py\b"
    )
    for path in (ROOT / "protocol").glob("*.md"):
        found = python.search(path.read_text("utf-8"))
        assert found is None, f"{path.name}: {found}"
