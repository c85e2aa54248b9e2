"""Which language to speak, the catalogues of it, and the rules in it."""

import gettext
import sys
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from p2pjeux.errors import UsageError
from p2pjeux.rules.words import Words

LANGUAGES: Final = ("en", "fr")
_ROOT: Final = files("p2pjeux")

# POSIX order.
_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
# Locales without a language, in which programs speak as they were written.
_NO_LOCALES: Final = frozenset({"c", "posix"})
# What Windows calls French, of whatever country, is in the lower bits.
_PRIMARY: Final = 0x3FF
_FRENCH: Final = 0x0C


def pick_language(asked: str | None, environ: Mapping[str, str], system: str = "en") -> str:
    """The language asked for, else that of the locale, else that of the ``system``.

    A French locale gives French, and any other English.
    """
    if asked is not None:
        if asked not in LANGUAGES:
            raise UsageError(
                "there is no language “{asked}”; choose one of: {languages}",
                asked=asked,
                languages=", ".join(LANGUAGES),
            )
        return asked
    # An empty variable counts as not set.
    locale = next((environ[name] for name in _VARIABLES if environ.get(name)), None)
    if locale is not None and _language_of(locale) in _NO_LOCALES:
        return "en"
    # GNU's list of preferences goes before the locale, unless that is none.
    for wanted in environ.get("LANGUAGE", "").split(":"):
        if _language_of(wanted) in LANGUAGES:
            return _language_of(wanted)
    if locale is not None:
        return "fr" if _language_of(locale) == "fr" else "en"
    return system


def _language_of(locale: str) -> str:
    """``fr`` of fr_CA.UTF-8@euro, and of the name that Windows gives it in C."""
    name = locale.partition(".")[0].partition("@")[0].replace("-", "_").partition("_")[0].lower()
    return "fr" if name == "french" else name


def system_language() -> str:
    """The language in which this system shows its own windows, where no variable names one."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415  # it has no windll elsewhere

        return windows_language(ctypes.windll.kernel32.GetUserDefaultUILanguage())
    else:  # noqa: RET505  # mypy looks at one system at a time
        return "en"


def windows_language(number: int) -> str:
    """The language of a number by which Windows knows it."""
    return "fr" if number & _PRIMARY == _FRENCH else "en"


def words_for(language: str, game_id: str | None = None, names: tuple[str, ...] = ()) -> Words:
    """The words of the program, those of one game before them. English is in the code itself."""
    catalogue = _catalogue(language, game_id)
    return Words(language, catalogue.gettext, catalogue.ngettext, names)


def rules_text(game_id: str, language: str) -> str:
    """The rules of a game for players, in Markdown."""
    return _ROOT.joinpath("games", game_id, f"rules.{language}.md").read_text("utf-8")


@cache
def _catalogue(language: str, game_id: str | None) -> gettext.NullTranslations:
    """The sentences of the program, those of a game before them. Read once: boards ask often."""
    if language == "en":
        return gettext.NullTranslations()
    general = _read_catalogue(_ROOT, "p2pjeux", language)
    if game_id is None:
        return general
    catalogue = _read_catalogue(_ROOT.joinpath("games", game_id), game_id, language)
    catalogue.add_fallback(general)
    return catalogue


def _read_catalogue(folder: Traversable, domain: str, language: str) -> gettext.NullTranslations:
    # Opened as a resource, for in a program of one file there is no path.
    compiled = folder.joinpath("locale", language, "LC_MESSAGES", f"{domain}.mo")
    # A game that is still being written may speak English only; a test keeps ours whole.
    if not compiled.is_file():
        return gettext.NullTranslations()
    with compiled.open("rb") as file:
        return gettext.GNUTranslations(file)
