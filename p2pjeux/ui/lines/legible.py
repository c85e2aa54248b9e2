"""Signs that a code page lacks, in letters of the language that is spoken.

What can be written with a similar sign is done for every stream in ``cli/console.py``; these here
have a meaning that no similar sign keeps.
"""

from typing import Final, TextIO

from p2pjeux.rules.words import Words

# French and English, as bridge players write them.
_SUITS: Final = {"♠": ("P", "S"), "♥": ("C", "H"), "♦": ("K", "D"), "♣": ("T", "C")}


def letters_for(out: TextIO, words: Words) -> dict[int, str]:
    """A table for ``str.translate``: the signs that ``out`` cannot take, and their letters."""
    encoding = getattr(out, "encoding", None) or "utf-8"
    return {
        ord(sign): words.choose(*letters)
        for sign, letters in _SUITS.items()
        if not _takes(encoding, sign)
    }


def _takes(encoding: str, sign: str) -> bool:
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
