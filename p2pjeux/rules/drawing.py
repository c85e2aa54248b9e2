"""Boards as lines of styled spans, so that a game can draw without knowing any terminal."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from p2pjeux.printable import shown

# The whole vocabulary of styles; a theme gives each a colour. Nothing is said by colour alone.
STYLES: Final = frozenset(
    {"", "title", "dim", "strong", "me", "good", "warn", "rule"}
    | {"white", "blue", "green", "yellow", "red", "black", "cyan", "magenta"}
    | {f"seat{number}" for number in range(12)}
)


@dataclass(frozen=True, slots=True)
class Span:
    """What is drawn; whatever it is made from, only what can be seen is in it."""

    text: str
    style: str = ""
    # What of the game it shows, such as ``city 5``: that can be looked at, and lit.
    about: str = ""

    def __post_init__(self) -> None:
        seen = shown(self.text)
        if seen != self.text:
            object.__setattr__(self, "text", seen)


Line: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Size:
    columns: int
    rows: int


def thing(kind: str, *numbers: int) -> str:
    """The name of a thing of the game for ``Span.about``: what it is, and which."""
    return " ".join((kind, *map(str, numbers)))


def parts(name: str) -> tuple[str, tuple[int, ...]]:
    """What ``thing`` named."""
    kind, *numbers = name.split(" ")
    return kind, tuple(map(int, numbers))


def about(thing: str, drawn: Line) -> Line:
    """The line as the picture of one thing."""
    return tuple(Span(span.text, span.style, thing) for span in drawn)


def line(*parts: Span | str) -> Line:
    return tuple(Span(part) if isinstance(part, str) else part for part in parts)


def width(text: str) -> int:
    """Columns that ``text`` takes in a terminal: accents none, wide characters two."""
    return len(text) if text.isascii() else _width(text)


@lru_cache(maxsize=4096)
def _width(text: str) -> int:
    # Boards are drawn again at every key, from mostly the same words.
    return sum(map(_columns, text))


@lru_cache(maxsize=4096)
def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def line_width(drawn: Line) -> int:
    return sum(width(span.text) for span in drawn)


def clip(text: str, columns: int) -> str:
    """``text`` in at most ``columns`` columns, with an ellipsis where something was cut."""
    if width(text) <= columns:
        return text
    kept, used = "", 0
    for character in text:
        if used + _columns(character) > columns - 1:
            break
        kept += character
        used += _columns(character)
    return kept + "…" if columns > 0 else ""


def left(text: str, columns: int) -> str:
    """``text`` clipped and padded on the right to exactly ``columns`` columns."""
    clipped = clip(text, columns)
    return clipped + " " * (columns - width(clipped))


def right(text: str, columns: int) -> str:
    clipped = clip(text, columns)
    return " " * (columns - width(clipped)) + clipped


def clipped(drawn: Line, columns: int) -> Line:
    """The line in at most so many columns, for windows smaller than it was made for."""
    kept: list[Span] = []
    room = columns
    for span in drawn:
        wanted = width(span.text)
        if wanted > room:
            return (*kept, Span(clip(span.text, room), span.style, span.about))
        kept.append(span)
        room -= wanted
    return tuple(kept)


def plain(drawn: Line) -> str:
    return "".join(span.text for span in drawn).rstrip()


def half_blocks(rows: Sequence[Sequence[bool]]) -> list[str]:
    """Dots in lines of text, two above one another in each character; True is drawn."""
    blank = [False] * len(rows[0]) if rows else []
    paired = zip(rows[::2], [*rows[1::2], blank], strict=False)
    return [
        "".join(_DOTS[upper, lower] for upper, lower in zip(above, below, strict=True))
        for above, below in paired
    ]


_DOTS: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
