"""The choices in rows: each kind by itself, in as few columns as the height allows.

Lists read downwards, and what is short does not have to be as wide as what is long.
"""

from dataclasses import dataclass, replace
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
class Group:
    """Entries of one kind: their numbers, and how many stand side by side."""

    numbers: tuple[int, ...]
    # Of each entry the columns that it takes.
    widths: tuple[int, ...]
    usable: int
    columns: int = 1

    @property
    def cells(self) -> tuple[int, ...]:
        """How wide each column is: one long label does not widen them all."""
        return self._cells(self.columns)

    @property
    def may_grow(self) -> bool:
        more = self.columns + 1
        if more > min(_COLUMNS_MOST, len(self.numbers)):
            return False
        return sum(self._cells(more)) + _GAP * self.columns <= self.usable

    def _cells(self, columns: int) -> tuple[int, ...]:
        return tuple(
            min(self.usable, max(self.widths[column::columns])) for column in range(columns)
        )


@dataclass(frozen=True, slots=True)
class Grid:
    """How the shown entries are laid out, before a place on the screen is known."""

    entries: tuple[Selectable, ...]
    groups: tuple[Group, ...]
    # Columns of the box to tick, 0 without one.
    tick: int
    # Whether the box holds the place in the order of picking.
    is_ordered: bool

    @property
    def rows(self) -> int:
        return sum(self.rows_of(group) for group in self.groups)

    def rows_of(self, group: Group) -> int:
        if group.columns == 1:
            return sum(len(self.labels(group, number)) for number in group.numbers)
        return -(-len(group.numbers) // group.columns)

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """The entries as the arrows see them, row by row."""
        return tuple(
            group.numbers[at : at + group.columns]
            for group in self.groups
            for at in range(0, len(group.numbers), group.columns)
        )

    @property
    def digits(self) -> int:
        return len(str(len(self.entries)))

    def lead(self, number: int) -> int:
        """Columns before a label."""
        return 1 + self.digits + 2 + (self.tick if self.has_box(number) else 0)

    def has_box(self, number: int) -> bool:
        return bool(self.tick) and isinstance(self.entries[number].of, int)

    def labels(self, group: Group, number: int) -> tuple[str, ...]:
        """The label in as many lines as it needs, if the entries stand one below the other."""
        label = self.entries[number].label
        room = group.cells[0] - self.lead(number)
        if group.columns > 1 or width(label) <= room:
            return (label,)
        lines = tuple(plain(line) for line in wrap_text(label, room))
        if len(lines) <= _LINES_MOST:
            return lines
        return (*lines[: _LINES_MOST - 1], clip(" ".join(lines[_LINES_MOST - 1 :]), room))


def arrange(model: Model, columns: int, rows: int) -> Grid:
    """The least numbers of columns that fit into ``rows``, or as many as the width takes."""
    entries, numbers = listed(model), shown(model)
    chooser = model.chooser
    field = chooser.field if chooser is not None and chooser.is_toggling else None
    ordered = field if isinstance(field, Cards) and field.ordered else None
    sign = 1 if ordered is None else len(str(min(len(entries), ordered.most)))
    bare = Grid(entries, (), 0 if field is None else sign + 3, ordered is not None)
    usable = columns - _MORE
    groups = []
    for kind in sorted({entry.is_item for entry in entries}):
        mine = tuple(number for number in numbers if entries[number].is_item == kind)
        wide = tuple(bare.lead(number) + width(entries[number].label) for number in mine)
        if mine:
            groups.append(Group(mine, wide, usable))
    return _fitted(replace(bare, groups=tuple(groups)), rows)


def _fitted(grid: Grid, rows: int) -> Grid:
    """Side by side what takes most rows, until all is in sight or no width is left."""
    while grid.rows > rows:
        growing = [group for group in grid.groups if group.may_grow]
        if not growing:
            return grid
        tallest = max(growing, key=grid.rows_of)
        wider = replace(tallest, columns=tallest.columns + 1)
        groups = tuple(wider if group is tallest else group for group in grid.groups)
        grid = replace(grid, groups=groups)
    return grid


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
        start = 0
        for number, span in cells:
            end = start + width(span.text)
            spots.append(Spot(top + row, start, end, number))
            spans += [span, Span(" " * _GAP)]
            start = end + _GAP
        lines.append(tuple(spans))
    if first:
        lines[0] = (*lines[0], Span(f"↑ {first}", "dim"))
    below = len(drawn) - first - len(lines)
    if below > 0:
        lines[-1] = (*lines[-1], Span(f"↓ {below}", "dim"))
    return tuple(lines), tuple(spots)


# One row of the grid: the numbers of entries, each with its span, which fills its cell.
_Row: TypeAlias = list[tuple[int, Span]]


def _rows(model: Model, grid: Grid) -> list[_Row]:
    """All rows, whether they are in sight or not."""
    rows: list[_Row] = []
    for group in grid.groups:
        for place, number in enumerate(group.numbers):
            cell = group.cells[place % group.columns]
            first, *others = _spans(grid, group, number, cell, selected=model.at == number)
            if place % group.columns == 0:
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


def _spans(grid: Grid, group: Group, number: int, cell: int, *, selected: bool) -> list[Span]:
    """The lines of one entry."""
    style = "selected" if selected else "picked" if grid.entries[number].mark else ""
    first, *others = grid.labels(group, number)
    texts = [_lead(grid, number, selected=selected) + first]
    texts += [" " * grid.lead(number) + other for other in others]
    return [Span(left(text, cell), style) for text in texts]


def _lead(grid: Grid, number: int, *, selected: bool) -> str:
    """What stands before a label: the mark of the selection, the number, the tick."""
    lead = ("▸" if selected else " ") + right(str(number + 1), grid.digits) + ". "
    if not grid.has_box(number):
        return lead
    return lead + f"[{right(_sign(grid, grid.entries[number].mark), grid.tick - 3)}] "


def _sign(grid: Grid, mark: int) -> str:
    if not mark:
        return ""
    return str(mark) if grid.is_ordered else "x"
