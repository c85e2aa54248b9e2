"""The choices as a grid: as few columns as the height allows, so that lists read downwards."""

from dataclasses import dataclass
from typing import Final

from p2pjeux.rules.contract import Cards
from p2pjeux.rules.drawing import Line, Span, left, right, width
from p2pjeux.ui.chooser import Entry
from p2pjeux.ui.screen.frame import Spot
from p2pjeux.ui.screen.model import Model, listed, shown

_GAP: Final = 2
_COLUMNS_MOST: Final = 8


@dataclass(frozen=True, slots=True)
class Grid:
    """How the shown entries are laid out, before a place on the screen is known."""

    entries: tuple[Entry, ...]
    # The numbers of those that are shown, in order.
    numbers: tuple[int, ...]
    columns: int
    cell: int
    # Columns of the box to tick, 0 without one.
    tick: int
    # Whether the box holds the place in the order of picking.
    is_ordered: bool

    @property
    def rows(self) -> int:
        return -(-len(self.numbers) // self.columns)

    @property
    def digits(self) -> int:
        return len(str(len(self.entries)))


def arrange(model: Model, columns: int, rows: int) -> Grid:
    """The least number of grid columns that fits into ``rows``, or as many as the width takes."""
    entries, numbers = listed(model), shown(model)
    chooser = model.chooser
    field = chooser.field if chooser is not None and chooser.is_toggling else None
    is_ordered = isinstance(field, Cards) and field.ordered
    sign = len(str(len(entries))) if is_ordered else 1
    tick = 0 if field is None else sign + 3
    # The widest entry decides, also of those filtered out: nothing jumps while one types.
    widest = max((width(entry.label) for entry in entries), default=0)
    cell = min(columns, 1 + len(str(len(entries))) + 2 + tick + widest)
    fitting = max(1, min(_COLUMNS_MOST, (columns + _GAP) // (cell + _GAP)))
    needed = -(-len(numbers) // max(1, rows))
    return Grid(entries, numbers, max(1, min(fitting, needed)), cell, tick, is_ordered)


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
            spans += [_entry(grid, number, selected=model.at == number), Span(" " * _GAP)]
        lines.append(tuple(spans))
    return tuple(lines), tuple(spots)


def _first_row(model: Model, grid: Grid, rows: int) -> int:
    """Keep the selection in sight, and stay at the top as long as possible."""
    if grid.rows <= rows or model.at not in grid.numbers:
        return 0
    row = grid.numbers.index(model.at) // grid.columns
    return max(0, min(row - rows // 2, grid.rows - rows))


def _entry(grid: Grid, number: int, *, selected: bool) -> Span:
    entry = grid.entries[number]
    text = left(_lead(grid, number, selected=selected) + entry.label, grid.cell)
    if selected:
        return Span(text, "selected")
    return Span(text, "picked" if entry.mark else "")


def _lead(grid: Grid, number: int, *, selected: bool) -> str:
    """What stands before a label: the mark of the selection, the number, the tick."""
    lead = ("▸" if selected else " ") + right(str(number + 1), grid.digits) + ". "
    if not grid.tick:
        return lead
    entry = grid.entries[number]
    if not isinstance(entry.of, int):
        return lead + " " * grid.tick
    return lead + f"[{right(_sign(grid, entry.mark), grid.tick - 3)}] "


def _sign(grid: Grid, mark: int) -> str:
    if not mark:
        return ""
    return str(mark) if grid.is_ordered else "x"
