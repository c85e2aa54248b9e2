"""Which language is spoken, by what the user asked for and what the system says."""

import pytest

from p2pjeux.language import pick_language, system_language, windows_language, words_for

BELGIAN_FRENCH = 0x080C


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_BE"}, "fr"),
        ({"LANG": "fr-CH"}, "fr"),
        ({"LANG": "French_France.1252"}, "fr"),
        ({"LANG": "fry_NL"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "fr_CA"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": ""}, "fr"),
    ],
)
def test_the_locale_decides_the_language(environ: dict[str, str], language: str) -> None:
    assert pick_language(None, environ) == language
    assert pick_language("fr", environ) == "fr"


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANGUAGE": "fr", "LANG": "en_US.UTF-8"}, "fr"),
        ({"LANGUAGE": "de:fr_CA:en", "LANG": "de_DE.UTF-8"}, "fr"),
        ({"LANGUAGE": "en:fr", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANGUAGE": "de", "LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANGUAGE": "fr"}, "fr"),
        # Who switches translations off by the locale means it.
        ({"LANGUAGE": "fr", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANGUAGE": "fr", "LANG": "POSIX"}, "en"),
    ],
)
def test_a_list_of_languages_goes_before_the_locale(environ: dict[str, str], language: str) -> None:
    assert pick_language(None, environ) == language


def test_a_system_without_variables_speaks_its_own_language() -> None:
    assert pick_language(None, {}, system=windows_language(BELGIAN_FRENCH)) == "fr"
    assert pick_language(None, {"LANG": "en_GB"}, system="fr") == "en"
    assert windows_language(0x0409) == "en"
    assert system_language() == "en"


def test_french_is_spoken_by_the_program_and_by_each_game() -> None:
    words = words_for("fr", "stonehenge")

    assert words.say("white") == "blanc"
    assert words.say("Exit codes:") != "Exit codes:"
