"""What one typed line means while a choice is open. Pure, and the same in both languages."""

import re
from dataclasses import replace
from enum import Enum
from typing import Final

from p2pjeux.rules.contract import Cards, Refusal, Several
from p2pjeux.rules.contract import Text as TextField
from p2pjeux.ui.choosing import chooser as choosing
from p2pjeux.ui.choosing.chooser import Chooser, explain
from p2pjeux.ui.choosing.matching import find, fold


class Word(Enum):
    """What can be asked at any time, beside the choices."""

    HELP = "help"
    BOARD = "board"
    RULES = "rules"
    QUIT = "quit"
    BACK = "back"
    AGAIN = "again"
    HINT = "hint"
    NOW = "now"
    SEATS = "seats"
    ALL = "all"
    HAND = "hand"
    PRICES = "prices"
    WHO = "who"
    SINCE = "since"


# Both languages always, so that a habit or a script works in either.
WORDS: Final = {
    "help": Word.HELP,
    "aide": Word.HELP,
    "?": Word.ALL,
    "all": Word.ALL,
    "tout": Word.ALL,
    "hand": Word.HAND,
    "main": Word.HAND,
    "prices": Word.PRICES,
    "prix": Word.PRICES,
    "who": Word.WHO,
    "qui": Word.WHO,
    "since": Word.SINCE,
    "depuis": Word.SINCE,
    "board": Word.BOARD,
    "plateau": Word.BOARD,
    "rules": Word.RULES,
    "regles": Word.RULES,
    "quit": Word.QUIT,
    "quitter": Word.QUIT,
    "back": Word.BACK,
    "retour": Word.BACK,
    "again": Word.AGAIN,
    "encore": Word.AGAIN,
    "hint": Word.HINT,
    "conseil": Word.HINT,
    "now": Word.NOW,
    "maintenant": Word.NOW,
    "seats": Word.SEATS,
    "places": Word.SEATS,
    "sieges": Word.SEATS,
}
_NUMBERS: Final = re.compile(r"[0-9]{1,4}(?:[\s,;+]+[0-9]{1,4})*")


def word_in(chooser: Chooser, typed: str) -> Word | None:
    """The word that is asked for, if it is one.

    A slash makes it one in any case; without it a label of the same name goes first, and a text
    field takes everything.
    """
    folded = fold(typed)
    if folded.startswith("/"):
        return WORDS.get(folded[1:])
    if isinstance(chooser.field, TextField) or folded in _labels(chooser):
        return None
    return WORDS.get(folded)


def _labels(chooser: Chooser) -> tuple[str, ...]:
    return tuple(fold(entry.label) for entry in choosing.entries(chooser))


def take(chooser: Chooser, typed: str) -> Chooser:
    """The chooser after this line; what it cannot be is explained in ``refused``."""
    if isinstance(chooser.field, TextField):
        return choosing.write(chooser, typed)
    if not typed:
        return _nothing(chooser)
    labels = _labels(chooser)
    found = find(typed, labels)
    if len(found) == 1 and labels[found[0]] == fold(typed):
        return choosing.pick(chooser, found)
    if _NUMBERS.fullmatch(typed):
        numbers = (int(number) for number in re.findall(r"[0-9]+", typed))
        return choosing.pick(chooser, tuple(number - 1 for number in numbers))
    if len(found) == 1:
        return choosing.pick(chooser, found)
    if found:
        return _refuse(chooser, Refusal("several choices begin like this; type a number"))
    return _refuse(chooser, Refusal("this is not one of the choices; type a number, or help"))


def _nothing(chooser: Chooser) -> Chooser:
    """An empty line picks nothing where that is allowed; else it is no answer."""
    field = chooser.field
    if isinstance(field, Cards | Several) and field.least == 0:
        return choosing.pick(chooser, ())
    return _refuse(chooser, Refusal("type the number of a choice, or help"))


def _refuse(chooser: Chooser, refusal: Refusal) -> Chooser:
    return replace(chooser, refused=explain(refusal, chooser.question.words))
