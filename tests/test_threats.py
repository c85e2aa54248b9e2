"""docs/threats.md claims nothing that is not a test or a figure."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tests.attacks.modified import Outcome

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "threats.md"
FIGURES = (ROOT / "docs" / "figures.md").read_text("utf-8")
LINES = PAGE.read_text("utf-8").splitlines()
TABLE_HEAD = ("| attack | what comes of it | who is named | test |", "|---|---|---|---|")
_CLAIM = re.compile(r"- \[(?P<sentence>[^\]]+)\]\(\.\./(?P<file>tests/[\w/]+\.py)\)")
_FIGURE = re.compile(r"- (?P<name>[^:]+): (?P<value>[^(]+) \(\[figures\]\(figures\.md\)\)")


def letters(text: str) -> str:
    """What is left of a sentence in the name of a test."""
    return re.sub(r"[^a-z0-9]", "", text.lower())


def named_in(path: Path) -> dict[str, str]:
    found = re.findall(r"^(?:async )?def test_(\w+)", path.read_text("utf-8"), re.MULTILINE)
    return {letters(name): name for name in found}


def outcomes() -> Iterator[tuple[str, Outcome]]:
    """Every attack of the suite with the file that it stands in."""
    for path in sorted((ROOT / "tests" / "attacks").glob("test_*.py")):
        module = import_module(f"tests.attacks.{path.stem}")
        for one in module.OUTCOMES:
            yield f"tests/attacks/{path.name}", one


def rows() -> list[str]:
    """The table of the page, as the suite has it."""
    return [
        f"| {one.attack} | {one.outcome} | {one.named} | [{said_of(one.test)}](../{file}) |"
        for file, one in outcomes()
    ]


def said_of(test: str) -> str:
    return test.removeprefix("test_").replace("_", " ")


def test_every_sentence_here_is_the_name_of_a_test_or_a_measured_figure() -> None:
    unfounded = []
    for line in LINES:
        claim, figure = _CLAIM.fullmatch(line), _FIGURE.fullmatch(line)
        if claim is not None:
            path = ROOT / claim["file"]
            is_founded = path.is_file() and letters(claim["sentence"]) in named_in(path)
        elif figure is not None:
            is_founded = f"| {figure['name']} | {figure['value']} |" in FIGURES
        else:
            is_founded = not line or line.startswith(("#", "|"))
        if not is_founded:
            unfounded.append(line)

    assert unfounded == []


def test_the_table_of_attacks_is_that_of_the_suite() -> None:
    table = [line for line in LINES if line.startswith("|")]

    assert table == [*TABLE_HEAD, *rows()]


def test_every_attack_names_a_test_of_its_file() -> None:
    missing = [
        one.test
        for file, one in outcomes()
        if letters(one.test.removeprefix("test_")) not in named_in(ROOT / file)
    ]

    assert missing == []
