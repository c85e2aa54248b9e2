"""What players read is written with the words of ``docs/glossary.md``, in both languages."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.catalogues import domains, read

ROOT = Path(__file__).parent.parent
GLOSSARY = ROOT / "docs" / "glossary.md"
PAGES = (
    "README.md",
    "docs/play.md",
    "docs/commands.md",
    "docs/export.md",
    "docs/trust.md",
)


class Text(NamedTuple):
    where: str
    text: str


def banned(column: int) -> list[str]:
    """The phrases in backticks of one column of the table, counted from the end."""
    rows = [
        line.split("|")[1:-1] for line in GLOSSARY.read_text("utf-8").splitlines() if "|" in line
    ]
    return [phrase for row in rows[2:] for phrase in re.findall(r"`([^`]+)`", row[column])]


def english() -> list[Text]:
    catalogued = [
        Text(domain, text)
        for domain in domains()
        for message in read(domain)
        for text in (message.id if isinstance(message.id, list | tuple) else (message.id,))
    ]
    rules = sorted((ROOT / "p2pjeux" / "games").glob("*/rules.en.md"))
    pages = [*rules, *(ROOT / page for page in PAGES), ROOT / "docs" / "man" / "p2pjeux.en.1"]
    return [*catalogued, *(Text(str(page), page.read_text("utf-8")) for page in pages)]


def french() -> list[Text]:
    catalogued = [
        Text(domain, text)
        for domain in domains()
        for message in read(domain)
        if message.id
        for text in (
            message.string if isinstance(message.string, list | tuple) else (str(message.string),)
        )
    ]
    rules = sorted((ROOT / "p2pjeux" / "games").glob("*/rules.fr.md"))
    pages = [*rules, ROOT / "docs" / "man" / "p2pjeux.fr.1"]
    return [*catalogued, *(Text(str(page), page.read_text("utf-8")) for page in pages)]


def _spoken(text: str) -> str:
    """In one line, and without the names of what is filled in."""
    return re.sub(r"\{\w+\}", "{}", text.replace("\n", " "))


@pytest.mark.parametrize(("column", "texts"), [(-2, english()), (-1, french())], ids=["en", "fr"])
def test_no_text_uses_a_word_that_the_glossary_forbids(column: int, texts: list[Text]) -> None:
    phrases = banned(column)
    assert len(phrases) > 10
    forbidden = re.compile(
        rf"(?<![\w-])(?:{'|'.join(map(re.escape, phrases))})(?![\w-])", re.IGNORECASE
    )
    found = [
        f"{one.where}: …{one.text[max(0, hit.start() - 30) : hit.end() + 30]}…"
        for one in texts
        for hit in forbidden.finditer(_spoken(one.text))
    ]
    assert found == []
