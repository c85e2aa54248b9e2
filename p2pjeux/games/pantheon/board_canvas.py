"""A grid of styled characters, and roads drawn upon it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeAlias

from p2pjeux.rules.drawing import Line, Span

# Column and row.
Cell: TypeAlias = tuple[int, int]


class Bend(Enum):
    """Where on its way a road runs diagonally; the rest of it runs straight."""

    EARLY = "early"
    MIDDLE = "middle"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A road between two cells; one over the sea is dashed."""

    start: Cell
    end: Cell
    bend: Bend
    is_dashed: bool


# The two parts of a cell; the second is its style and what it is about.
_CHARACTER: Final = itemgetter(0)
_LOOK: Final = itemgetter(1)
_PLAIN: Final = ("─", "│")
_DASHED: Final = ("┄", "┆")


class Canvas:
    """Characters each one column wide, written over one another; the last one stays."""

    def __init__(self, rows: Sequence[str], style: str) -> None:
        look = (style, "")
        self._cells = [[(character, look) for character in row] for row in rows]

    def write(self, column: int, row: int, text: str, style: str = "", about: str = "") -> None:
        look = (style, about)
        for at, character in enumerate(text, column):
            self._cells[row][at] = (character, look)

    def lines(self) -> list[Line]:
        return [
            tuple(
                Span("".join(map(_CHARACTER, cells)), style, about)
                for (style, about), cells in groupby(row, key=_LOOK)
            )
            for row in self._cells
        ]


def drawn(columns: int, rows: int, strokes: Sequence[Stroke]) -> tuple[str, ...]:
    """The roads as rows of text; their ends stay blank for the towns."""
    grid = [[" "] * columns for _ in range(rows)]
    for stroke in strokes:
        way = path(stroke)
        straight = _DASHED if stroke.is_dashed else _PLAIN
        for before, (column, row), after in zip(way, way[1:], way[2:], strict=False):
            across, down = after[0] - before[0], after[1] - before[1]
            if across and down:
                grid[row][column] = "╲" if across * down > 0 else "╱"
            else:
                grid[row][column] = straight[across == 0]
    return tuple("".join(row) for row in grid)


def path(stroke: Stroke) -> list[Cell]:
    """The cells of a road from end to end: straight runs, and one diagonal run."""
    (column, row), (last_column, last_row) = stroke.start, stroke.end
    across, down = last_column - column, last_row - row
    aside = (_sign(across), _sign(down))
    ahead = (aside[0], 0) if abs(across) > abs(down) else (0, aside[1])
    diagonal = min(abs(across), abs(down))
    straight = max(abs(across), abs(down)) - diagonal
    before = {Bend.EARLY: 0, Bend.MIDDLE: straight // 2, Bend.LATE: straight}[stroke.bend]
    way = [stroke.start]
    for step in [ahead] * before + [aside] * diagonal + [ahead] * (straight - before):
        column, row = column + step[0], row + step[1]
        way.append((column, row))
    return way


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
