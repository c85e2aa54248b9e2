"""Boards as a page holds them: each different line once, and of each board what changed.

From one position to the next most of a board stays as it was, so it is kept as the rows that
differ. Every line is a list of runs; the page draws nothing else.
"""

from typing import Any, Final

from p2pjeux.export.runs import runs
from p2pjeux.rules.drawing import STYLES, Line

# Written for a row that the board before had and this one has not.
NO_LINE: Final = -1


class Album:
    """The different lines of all boards, in the order in which they were met."""

    def __init__(self) -> None:
        self.styles = sorted(STYLES)
        self._style_numbers = {style: number for number, style in enumerate(self.styles)}
        self._numbers: dict[Line, int] = {}
        self.lines: list[list[list[Any]]] = []

    def add(self, drawn: tuple[Line, ...]) -> tuple[int, ...]:
        """The numbers of these lines."""
        return tuple(map(self._number, drawn))

    def _number(self, drawn: Line) -> int:
        number = self._numbers.get(drawn)
        if number is None:
            number = self._numbers[drawn] = len(self.lines)
            self.lines.append(
                [
                    [run.column, run.columns, self._style_numbers[run.style], run.text]
                    for run in runs(drawn)
                ]
            )
        return number


class Film:
    """One board through a whole game, in one language and size."""

    def __init__(self) -> None:
        self.rows_most = 1
        # For each position row, line, row, line …: what is not as it was the moment before.
        self.changes: list[list[int]] = []
        self._before: tuple[int, ...] = ()

    def add(self, board: tuple[int, ...]) -> None:
        before, self._before = self._before, board
        self.rows_most = max(self.rows_most, len(board))
        rows = max(len(before), len(board))
        old = (*before, *[NO_LINE] * (rows - len(before)))
        new = (*board, *[NO_LINE] * (rows - len(board)))
        self.changes.append(
            [
                number
                for row, (was, now) in enumerate(zip(old, new, strict=True))
                if was != now
                for number in (row, now)
            ]
        )
