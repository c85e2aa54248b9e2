"""Names that people see: each can be read, and no two at one table can be mistaken."""

import unicodedata
from collections.abc import Iterable
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value
from p2pjeux.errors import Fault, PeerFault

NAME_MAX: Final = 20
TABLE_NAME_MAX: Final = 40


def check_name(value: Value, most: int) -> str:
    """Return the name; raise PeerFault unless it is 1 to ``most`` visible characters.

    The only blank is a single space between words. Characters that are not seen, and those that
    turn the direction of writing, would let one name pass for another or spoil the screen.
    """
    name = shapes.text(value, most)
    words = name.split(" ")
    if not all(words):
        raise _fault("a name has at least one character and no space but one between words")
    if not all(_is_visible(character) for word in words for character in word):
        raise _fault("a name is made of visible characters")
    if unicodedata.category(name[0])[0] == "M" or name != unicodedata.normalize("NFC", name):
        raise _fault("a name is written in composed characters (NFC)")
    return name


def _is_visible(character: str) -> bool:
    # C is controls, formats, surrogates, private and unassigned; Z is blanks.
    return unicodedata.category(character)[0] not in "CZ"


def check_distinct(names: Iterable[str]) -> None:
    """Raise PeerFault if two names differ at most in case or in width."""
    folded = [unicodedata.normalize("NFKC", name).casefold() for name in names]
    if len(set(folded)) != len(folded):
        raise _fault("two seats have the same name")


def _fault(message: str) -> PeerFault:
    return PeerFault(Fault.BAD_SHAPE, message)
