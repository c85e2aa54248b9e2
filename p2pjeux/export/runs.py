"""A drawn line as runs that a page can place: where, how wide, in which style, and what."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from p2pjeux.rules.drawing import Line, width


class _CellKind(Enum):
    BLANK = "a space"
    # Lines and blocks, which a page draws.
    DRAWN = "drawn"
    # Fonts disagree about how wide these are, so each is placed by itself.
    SYMBOL = "symbol"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Run:
    column: int
    columns: int
    style: str
    text: str


# Styles with a ground of their own: their blanks are seen.
GROUNDED = frozenset({"me", "black"})


def runs(drawn: Line) -> Iterator[Run]:
    """The runs of a line from left to right; blanks that nobody sees are left out."""
    column = 0
    for span in drawn:
        for text in _pieces(span.text, keeps_blanks=span.style in GROUNDED):
            columns = width(text)
            if text.strip(" \N{NO-BREAK SPACE}") or span.style in GROUNDED:
                yield Run(column, columns, span.style, text)
            column += columns


def _pieces(text: str, *, keeps_blanks: bool) -> Iterator[str]:
    """The text cut where its kind changes; single spaces stay inside words."""
    if keeps_blanks and not any(_kind(character) is _CellKind.DRAWN for character in text):
        yield text
        return
    word = ""
    for kind, group in groupby(text, _kind):
        piece = "".join(group)
        if kind is _CellKind.WORD or (kind is _CellKind.BLANK and len(piece) == 1 and word):
            word += piece
            continue
        if word:
            yield word
            word = ""
        yield from piece if kind is _CellKind.SYMBOL else (piece,)
    if word:
        yield word


def _kind(character: str) -> _CellKind:
    if character in " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}":
        return _CellKind.BLANK
    if "\u2500" <= character <= "\u259f":
        return _CellKind.DRAWN
    if character < "\u2190" or unicodedata.category(character)[0] in "LMNP":
        return _CellKind.WORD
    return _CellKind.SYMBOL
