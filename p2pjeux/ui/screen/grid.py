"""The choices as a grid: as few columns as the height allows, so that lists read downwards."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pjeux.rules.contract import Cards
from p2pjeux.rules.drawing import Line, Span, clip, left, plain, right, width
from p2pjeux.ui.choosing.chooser import Selectable
from p2pjeux.ui.screen.frame import Spot
from p2pjeux.ui.screen.model import Model, listed, shown
from p2pjeux.ui.wording.wrap import wrap_text

_GAP: Final = 2
_COLUMNS_MOST: Final = 8
# A label of many words is wrapped into so many lines.
_LINES_MOST: Final = 3
# Columns kept free on the right to say how many rows are out of sight.
_MORE: Final = 6


@dataclass(frozen=True, slots=True)
class Grid:
    """How the shown entries are laid out, before a place on the screen is known."""

    entries: tuple[Selectable, ...]
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
        if self.columns == 1:
            return sum(len(self.labels(number)) for number in self.numbers)
        return -(-len(self.numbers) // self.columns)

    @property
    def digits(self) -> int:
        return len(str(len(self.entries)))

    @property
    def lead(self) -> int:
        """Columns before a label."""
        return 1 + self.digits + 2 + self.tick

    def labels(self, number: int) -> tuple[str, ...]:
        """The label in as many lines as it needs, if the entries stand one below the other."""
        label = self.entries[number].label
        room = self.cell - self.lead
        if self.columns > 1 or width(label) <= room:
            return (label,)
        lines = tuple(plain(line) for line in wrap_text(label, room))
        if len(lines) <= _LINES_MOST:
            return lines
        return (*lines[: _LINES_MOST - 1], clip(" ".join(lines[_LINES_MOST - 1 :]), room))


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
    usable = columns - _MORE
    cell = min(usable, 1 + len(str(len(entries))) + 2 + tick + widest)
    fitting = max(1, min(_COLUMNS_MOST, (usable + _GAP) // (cell + _GAP)))
    needed = -(-len(numbers) // max(1, rows))
    return Grid(entries, numbers, max(1, min(fitting, needed)), cell, tick, is_ordered)


def draw(
    model: Model, grid: Grid, rows: int, top: int
) -> tuple[tuple[Line, ...], tuple[Spot, ...]]:
    """The rows around the selection, drawn from screen row ``top``, with a spot per entry."""
    drawn = _rows(model, grid)
    first = _first_row(model, drawn, rows)
    lines: list[Line] = []
    spots: list[Spot] = []
    for row, cells in enumerate(drawn[first : first + rows]):
        spans: list[Span] = []
        for place, (number, span) in enumerate(cells):
            start = place * (grid.cell + _GAP)
            spots.append(Spot(top + row, start, start + grid.cell, number))
            spans += [span, Span(" " * _GAP)]
        lines.append(tuple(spans))
    if first:
        lines[0] = (*lines[0], Span(f"↑ {first}", "dim"))
    below = len(drawn) - first - len(lines)
    if below > 0:
        lines[-1] = (*lines[-1], Span(f"↓ {below}", "dim"))
    return tuple(lines), tuple(spots)


# One row of the grid: the numbers of entries, each with its span.
_Row: TypeAlias = list[tuple[int, Span]]


def _rows(model: Model, grid: Grid) -> list[_Row]:
    """All rows, whether they are in sight or not."""
    rows: list[_Row] = []
    for place, number in enumerate(grid.numbers):
        first, *others = _spans(grid, number, selected=model.at == number)
        if place % grid.columns == 0:
            rows.append([])
        rows[-1].append((number, first))
        rows += [[(number, other)] for other in others]
    return rows


def _first_row(model: Model, drawn: list[_Row], rows: int) -> int:
    """Keep the selection in sight, and stay at the top as long as possible."""
    selected = [row for row, cells in enumerate(drawn) if any(at == model.at for at, _ in cells)]
    if len(drawn) <= rows or not selected:
        return 0
    return max(0, min(selected[0] - rows // 2, len(drawn) - rows))


def _spans(grid: Grid, number: int, *, selected: bool) -> list[Span]:
    """The lines of one entry."""
    style = "selected" if selected else "picked" if grid.entries[number].mark else ""
    first, *others = grid.labels(number)
    texts = [_lead(grid, number, selected=selected) + first]
    texts += [" " * grid.lead + other for other in others]
    return [Span(left(text, grid.cell), style) for text in texts]


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
