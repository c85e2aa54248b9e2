"""Bring the French catalogues in step with the code: ``python -m tests.catalogues [DOMAIN…]``.

Without arguments all of them. New messages come in untranslated, unused ones go; then the ``.mo``
files that the program reads are compiled.
"""

import io
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).parent.parent / "p2pjeux"
KEYWORDS = {
    **dict.fromkeys(
        ("say", "later", "Refusal", "Refused", "UsageError", "NobodyThere", "OtherVersion")
    ),
    "count": (1, 2),
    "Option": (3,),
}


def domains() -> dict[str, Path]:
    """Each domain with its folder: the program itself, and every game."""
    games = {
        folder.name: folder
        for folder in sorted((PACKAGE / "games").iterdir())
        if (folder / "__init__.py").is_file()
    }
    return {"p2pjeux": PACKAGE, **games}


def po_file(domain: str) -> Path:
    return domains()[domain] / "locale" / "fr" / "LC_MESSAGES" / f"{domain}.po"


def extract(domain: str) -> Catalog:
    """All messages of a domain, in a catalogue without translations."""
    folder = domains()[domain]
    template = Catalog(project="p2pjeux", domain=domain)
    sources = sorted(folder.rglob("*.py"))
    if domain == "p2pjeux":
        sources = [path for path in sources if _is_of_the_program(path)]
    for path in sources:
        for _line, message, _comments, _context in extract_from_file("python", path, KEYWORDS):
            template.add(message)
    return template


def _is_of_the_program(path: Path) -> bool:
    return "games" not in path.relative_to(PACKAGE).parts[:-1] or path.parent.name == "games"


def read(domain: str) -> Catalog:
    path = po_file(domain)
    if not path.exists():
        return Catalog(locale="fr", domain=domain, project="p2pjeux")
    with path.open("rb") as file:
        return read_po(file, locale="fr", domain=domain)


def compiled(catalogue: Catalog) -> bytes:
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def update(domain: str) -> int:
    """Rewrite one catalogue; return how many messages still want a translation."""
    known, wanted = read(domain), extract(domain)
    catalogue = Catalog(
        locale="fr",
        domain=domain,
        project="p2pjeux",
        header_comment=f"# French catalogue of {domain}.",
        creation_date=_NO_DATE,
        revision_date=_NO_DATE,
        last_translator="p2pjeux",
        language_team="fr",
    )
    for message in wanted:
        if message.id:
            kept = known.get(message.id)
            catalogue.add(message.id, kept.string if kept else None)
    path = po_file(domain)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, sort_output=True, width=100)
    path.with_suffix(".mo").write_bytes(compiled(read(domain)))
    return len([message for message in read(domain) if message.id and not is_translated(message)])


# A date would make two runs differ.
_NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)


def is_translated(message: Message) -> bool:
    string = message.string
    return all(string) if isinstance(string, tuple | list) else bool(string)


def main(arguments: list[str]) -> int:
    for domain in arguments or domains():
        print(f"{domain}: {update(domain)} messages to translate")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
