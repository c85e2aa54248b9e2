"""The choices as a grid: as few columns as the height allows, so that lists read downwards."""

from dataclasses import dataclass
from typing import Final

from p2pjeux.rules.drawing import Line, Span, left, right, width
from p2pjeux.ui.screen.frame import Spot
from p2pjeux.ui.screen.model import Model, listed, shown

_GAP: Final = 2
_COLUMNS_MOST: Final = 8


@dataclass(frozen=True, slots=True)
class Grid:
    """How the shown entries are laid out, before a place on the screen is known."""

    numbers: tuple[int, ...]
    columns: int
    cell: int

    @property
    def rows(self) -> int:
        return -(-len(self.numbers) // self.columns)


def arrange(model: Model, columns: int, rows: int) -> Grid:
    """The least number of grid columns that fits into ``rows``, or as many as the width takes."""
    numbers = shown(model)
    cell = _cell_width(model)
    fitting = max(1, min(_COLUMNS_MOST, (columns + _GAP) // (cell + _GAP)))
    needed = -(-len(numbers) // max(1, rows))
    used = max(1, min(fitting, needed))
    spread = (columns + _GAP) // used - _GAP
    return Grid(numbers, used, min(spread, cell) if used > 1 else min(columns, cell))


def _cell_width(model: Model) -> int:
    """The widest entry decides, also of those filtered out: nothing jumps while one types."""
    labels = [width(entry.label) for entry in listed(model)]
    return max(labels, default=0) + _lead(model)


def _lead(model: Model) -> int:
    """Columns before a label: the mark of the selection, the number, the tick."""
    digits = len(str(len(listed(model))))
    return 1 + digits + 2 + (4 if _ticks(model) else 0)


def _ticks(model: Model) -> bool:
    return model.chooser is not None and model.chooser.is_toggling


def draw(
    model: Model, grid: Grid, rows: int, top: int
) -> tuple[tuple[Line, ...], tuple[Spot, ...]]:
    """The rows around the selection, drawn from screen row ``top``, with a spot per entry."""
    first = _first_row(model, grid, rows)
    lines: list[Line] = []
    spots: list[Spot] = []
    for row in range(first, min(grid.rows, first + rows)):
        spans: list[Span] = []
        for place in range(row * grid.columns, min((row + 1) * grid.columns, len(grid.numbers))):
            number = grid.numbers[place]
            start = (place % grid.columns) * (grid.cell + _GAP)
            spots.append(Spot(top + row - first, start, start + grid.cell, number))
            spans += [*_entry(model, number, grid.cell), Span(" " * _GAP)]
        lines.append(tuple(spans))
    return tuple(lines), tuple(spots)


def _first_row(model: Model, grid: Grid, rows: int) -> int:
    """Keep the selection in sight, and stay at the top as long as possible."""
    if grid.rows <= rows or model.at not in grid.numbers:
        return 0
    row = grid.numbers.index(model.at) // grid.columns
    return max(0, min(row - rows // 2, grid.rows - rows))


def _entry(model: Model, number: int, cell: int) -> Line:
    entry = listed(model)[number]
    selected = model.at == number
    mark = "▸" if selected else " "
    digits = len(str(len(listed(model))))
    lead = f"{mark}{right(str(number + 1), digits)}. "
    if _ticks(model):
        lead += _tick(model, entry.mark) if isinstance(entry.of, int) else "    "
    style = "selected" if selected else ("picked" if entry.mark else "")
    return (Span(left(lead + entry.label, cell), style),)


def _tick(model: Model, mark: int) -> str:
    """A cross for what is picked, or its place where the order counts."""
    if not mark:
        return "[ ] "
    field = model.chooser.field if model.chooser is not None else None
    counts = getattr(field, "ordered", False)
    return f"[{mark % 10}] " if counts else "[x] "
