"""Names that people see: each can be read, and no two at one table can be mistaken.

The rule is one that a person can be told, and does not depend on the version of Unicode that a
program knows (protocol/2-identity.md, Names). Look-alikes are found as Unicode's UTS #39 does, by
a table of our own size (docs/decisions/0040-names.md).
"""

import json
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value
from p2pjeux.errors import Fault, PeerFault

NAME_MAX: Final = 20
TABLE_NAME_MAX: Final = 40

# Each writing with the letters it may use, as ranges of code points. What stands in a range and is
# no letter, or has another form that means the same (NFKC), is left out by ``is_letter``.
WRITINGS: Final = {
    "Latin": ((0x41, 0x5A), (0x61, 0x7A), (0xC0, 0x24F), (0x1E00, 0x1EFF)),
    "Greek": ((0x370, 0x3FF), (0x1F00, 0x1FFF)),
    "Cyrillic": ((0x400, 0x481), (0x48A, 0x52F)),
    "Armenian": ((0x531, 0x556), (0x561, 0x586)),
    "Georgian": ((0x10D0, 0x10FA),),
    "Chinese and Japanese": (
        (0x3005, 0x3005),
        (0x3041, 0x3096),
        (0x30A1, 0x30FA),
        (0x30FC, 0x30FC),
        (0x4E00, 0x9FEF),
    ),
    "Korean": ((0xAC00, 0xD7A3),),
}
DIGITS: Final = frozenset("0123456789")
SIGNS: Final = frozenset("'’-–.,:!?&+#*/()@_\"«»·…★☆♥♠♣♦♪")
# The two signs of Japanese that are no letters to Unicode's general category.
_LETTER_SIGNS: Final = frozenset("々ー")
_LETTERS: Final = frozenset({"Lu", "Ll", "Lt", "Lo"})


def check_name(value: Value, most: int) -> str:
    """Return the name; raise PeerFault unless it is 1 to ``most`` characters that all can tell.

    Letters of one writing in each word, the ten digits, a few signs, single spaces between words.
    """
    name = shapes.text(value, most)
    words = name.split(" ")
    if not all(words):
        raise _fault("a name has at least one character and no space but one between words")
    if not any(character in DIGITS or is_letter(character) for character in name):
        raise _fault("a name has a letter or a digit")
    for word in words:
        _check_word(word)
    return name


def _check_word(word: str) -> None:
    letters = [one for one in word if one not in DIGITS and one not in SIGNS]
    if not all(map(is_letter, letters)):
        raise _fault("a name is made of letters, digits and a few signs")
    if len({_writing(letter) for letter in letters}) > 1:
        raise _fault("a word of a name mixes the letters of two writings")


def is_letter(character: str) -> bool:
    """Whether this is a letter that a name may have."""
    if _writing(character) is None:
        return False
    is_one = unicodedata.category(character) in _LETTERS or character in _LETTER_SIGNS
    return is_one and unicodedata.normalize("NFKC", character) == character


def _writing(character: str) -> str | None:
    for writing, ranges in WRITINGS.items():
        if any(first <= ord(character) <= last for first, last in ranges):
            return writing
    return None


def looks(name: str) -> tuple[str, str]:
    """What a name looks like at a glance: two names are alike if either of these is the same.

    Accents, capitals, signs and spaces are left out. Some letters are alike only as capitals and
    some only as small ones, so they are folded before their looks are taken, and after.
    """
    letters = "".join(one for one in name if one in DIGITS or is_letter(one))
    return _look(letters.casefold()).casefold(), _look(letters).casefold()


def _look(letters: str) -> str:
    table = _lookalikes()
    return "".join(table.get(one, one) for one in _bare(letters))


def _bare(letters: str) -> str:
    parts = unicodedata.normalize("NFD", letters)
    return "".join(one for one in parts if not unicodedata.combining(one))


@cache
def _lookalikes() -> dict[str, str]:
    """For each letter that looks like another: the other, or several that look like it."""
    found = json.loads((files("p2pjeux.log") / "lookalikes.json").read_text("utf-8"))
    return {letter: look for look, letters in found.items() for letter in letters}


def are_alike(one: str, other: str) -> bool:
    """Whether two names can be mistaken for each other."""
    return any(mine == yours for mine, yours in zip(looks(one), looks(other), strict=True))


def check_distinct(names: Iterable[str]) -> None:
    """Raise PeerFault if two names can be mistaken for each other."""
    for each in zip(*map(looks, names), strict=True):
        if any(one == other for one, other in pairwise(sorted(each))):
            raise _fault("two seats have names that look alike")


def _fault(message: str) -> PeerFault:
    return PeerFault(Fault.BAD_SHAPE, message)
