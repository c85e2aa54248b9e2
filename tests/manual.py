"""Write the manual pages anew: ``python -m tests.manual``. A test holds them to the commands."""

from pathlib import Path

from p2pjeux.cli.about import manual
from p2pjeux.language import LANGUAGES, words_for

FOLDER = Path(__file__).parent.parent / "docs" / "man"


def page(language: str) -> Path:
    return FOLDER / f"p2pjeux.{language}.1"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for language in LANGUAGES:
        page(language).write_text(manual(words_for(language)), "utf-8")


if __name__ == "__main__":
    main()
