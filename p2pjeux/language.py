"""Which language to speak, and the catalogues of it."""

import gettext
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final

from p2pjeux.errors import UsageError
from p2pjeux.rules.words import Words

LANGUAGES: Final = ("en", "fr")
_ROOT: Final = Path(str(files("p2pjeux")))


def pick_language(asked: str | None, environ: Mapping[str, str]) -> str:
    """The language asked for, else French for a French locale and English for any other."""
    if asked is not None:
        if asked not in LANGUAGES:
            raise UsageError(
                "there is no language “{asked}”; choose one of: {languages}",
                asked=asked,
                languages=", ".join(LANGUAGES),
            )
        return asked
    # POSIX order; an empty variable counts as not set.
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(name)
        if value:
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


def words_for(language: str, game_id: str | None = None, names: tuple[str, ...] = ()) -> Words:
    """The words of the program, those of one game before them. English is in the code itself."""
    catalogue: gettext.NullTranslations = gettext.NullTranslations()
    if language != "en":
        catalogue = _catalogue(_ROOT, "p2pjeux", language)
        if game_id is not None:
            general, catalogue = catalogue, _catalogue(_ROOT / "games" / game_id, game_id, language)
            catalogue.add_fallback(general)
    return Words(language, catalogue.gettext, catalogue.ngettext, names)


def _catalogue(folder: Path, domain: str, language: str) -> gettext.NullTranslations:
    # A game that is still being written may speak English only; a test keeps ours whole.
    return gettext.translation(domain, folder / "locale", [language], fallback=True)
