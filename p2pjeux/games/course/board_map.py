"""The map of the world, drawn: land, routes, cities and pawns, in a small and a large size."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from p2pjeux.games.course.world import AIRPORTS, CITIES, STARTS, City
from p2pjeux.rules.drawing import Line, Span, thing
from p2pjeux.rules.requests import Seat

_DATA: Final = json.loads((files(__package__) / "board_map.json").read_text("utf-8"))

LARGE_COLUMNS: Final = 118
LARGE_ROWS: Final = len(_DATA["large"]["land"])
# The small map is drawn as wide as the window; its data are made for so many columns.
SMALL_COLUMNS: Final = 54
# No city lies in the first row or the last.
SMALL_ROWS: Final = len(_DATA["small"]["land"]) - 2

LAND: Final = "░"
MARK: Final = "○"
MARK_OF_START: Final = "◎"
PAWNS: Final = "▲"
# On the small map three letters and two pawns stand side by side.
SMALL_PAWNS_MOST: Final = 2
_CODE_COLUMNS: Final = 3 + SMALL_PAWNS_MOST


def _land(size: str, columns: int) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(LAND if cell == "#" else " " for cell in row.ljust(columns))
        for row in _DATA[size]["land"]
    )


LARGE_LAND: Final = _land("large", LARGE_COLUMNS)
SMALL_LAND: Final = _land("small", SMALL_COLUMNS)
LARGE_PLACES: Final[tuple[tuple[int, int, str], ...]] = tuple(
    tuple(_DATA["large"]["cities"][AIRPORTS[city].code]) for city in CITIES
)
SMALL_PLACES: Final[tuple[tuple[int, int], ...]] = tuple(
    tuple(_DATA["small"]["cities"][AIRPORTS[city].code]) for city in CITIES
)


def pawn(seat: Seat) -> str:
    """The number that a seat's pawn bears."""
    return str(seat + 1)


class MapCanvas:
    """A grid of characters with styles, on which later strokes cover earlier ones."""

    def __init__(self, land: tuple[tuple[str, ...], ...]) -> None:
        self._columns = len(land[0])
        self._cells = [list(row) for row in land]
        # For each cell its style, and what it is about.
        self._styles = [[("dim", "")] * self._columns for _ in land]

    def put(self, row: int, column: int, text: str, style: str, name: str = "") -> None:
        for place, character in enumerate(text, column):
            if 0 <= place < self._columns:
                self._cells[row][place] = character
                self._styles[row][place] = (style, name)

    def stroke(self, start: tuple[int, int], end: tuple[int, int], glyph: str, style: str) -> None:
        """A straight line of dots, over the edge of the map where that is shorter."""
        (row, column), (last_row, last_column) = start, end
        across = last_column - column
        if abs(across) * 2 > self._columns:
            across -= self._columns if across > 0 else -self._columns
        down = last_row - row
        count = max(abs(across), 2 * abs(down), 1)
        for step in range(0, count + 1, 2):
            at = column + round(across * step / count)
            self.put(row + round(down * step / count), at % self._columns, glyph, style)

    def lines(self) -> list[Line]:
        return [
            _spans(cells, styles) for cells, styles in zip(self._cells, self._styles, strict=True)
        ]


def _spans(cells: list[str], styles: list[tuple[str, str]]) -> Line:
    """Neighbours of one style that are about the same in one span."""
    spans = []
    first = 0
    for place in range(1, len(cells) + 1):
        if place == len(cells) or styles[place] != styles[first]:
            spans.append(Span("".join(cells[first:place]), *styles[first]))
            first = place
    return tuple(spans)


@dataclass(frozen=True, slots=True)
class Routes:
    """What is drawn between cities: one's own cards, those leaving from here, the last flight."""

    held: tuple[tuple[City, City], ...] = ()
    leaving: tuple[tuple[City, City], ...] = ()
    flown: tuple[tuple[City, City], ...] = ()

    def drawn(self) -> Iterator[tuple[tuple[City, City], str, str]]:
        """Each with its glyph and its style, the most important last."""
        for pairs, glyph, style in (
            (self.held, "·", "cyan"),
            (self.leaving, "∙", "good"),
            (self.flown, "•", "warn"),
        ):
            for pair in pairs:
                yield pair, glyph, style


def small_map(
    pawns: Mapping[City, tuple[Seat, ...]],
    routes: Routes,
    names: tuple[str, ...],
    columns: int,
) -> list[Line]:
    """Cities by three letters, or by name where there is room for it; each with its pawns.

    Those that matter most to the person get their names first.
    """
    canvas = MapCanvas(_stretched(columns))
    places = small_places(columns)
    for (a, b), glyph, style in routes.drawn():
        canvas.stroke(places[a], places[b], glyph, style)
    written = _named(pawns, routes, names, columns)
    reached = {city for pair in routes.leaving for city in pair}
    for city, (row, column) in enumerate(places):
        style = "strong" if city in pawns else "good" if city in reached else ""
        text = written[city]
        canvas.put(row, column, text, style, thing("city", city))
        seats = pawns.get(city, ())
        shown = seats if len(seats) <= SMALL_PAWNS_MOST else seats[:1]
        for place, seat in enumerate(shown, column + len(text)):
            canvas.put(row, place, pawn(seat), f"seat{seat}", thing("seat", seat))
        if len(shown) < len(seats):
            canvas.put(row, column + len(text) + 1, "+", "strong")
    return canvas.lines()


@cache
def small_places(columns: int) -> tuple[tuple[int, int], ...]:
    """Row and column of each city; never so near the edge that its pawns would be cut."""
    return tuple(
        (row - 1, min(columns - _CODE_COLUMNS, round(column * columns / SMALL_COLUMNS)))
        for row, column in SMALL_PLACES
    )


@cache
def _stretched(columns: int) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(row[column * SMALL_COLUMNS // columns] for column in range(columns))
        for row in SMALL_LAND[1:-1]
    )


def _named(
    pawns: Mapping[City, tuple[Seat, ...]], routes: Routes, names: tuple[str, ...], columns: int
) -> list[str]:
    """What is written for each city: its code, or its name if that covers no other city."""
    written = [AIRPORTS[city].code for city in CITIES]
    places = small_places(columns)

    def end(city: City) -> int:
        """Where the next may begin: behind the pawns, or behind a blank."""
        seats = len(pawns.get(city, ()))
        return places[city][1] + len(written[city]) + (min(SMALL_PAWNS_MOST, seats) or 1)

    ranked = [
        *pawns,
        *(city for pairs in (routes.leaving, routes.held) for p in pairs for city in p),
    ]
    for city in dict.fromkeys([*ranked, *CITIES]):
        row, column = places[city]
        code, written[city] = written[city], names[city]
        right = [start for other, (at, start) in enumerate(places) if at == row and start > column]
        if end(city) > min([*right, columns + 1]):
            written[city] = code
    return written


def large_map(
    pawns: Mapping[City, tuple[Seat, ...]], routes: Routes, names: tuple[str, ...]
) -> list[Line]:
    """Cities by name, the routes of a hand dotted, and those of the last flight in full."""
    canvas = MapCanvas(LARGE_LAND)
    for (a, b), glyph, style in routes.drawn():
        canvas.stroke(LARGE_PLACES[a][:2], LARGE_PLACES[b][:2], glyph, style)
    for city in CITIES:
        _put_city(canvas, city, names[city], pawns.get(city, ()))
    return canvas.lines()


def _put_city(canvas: MapCanvas, city: City, name: str, seats: tuple[Seat, ...]) -> None:
    row, column, side = LARGE_PLACES[city]
    mark = MARK_OF_START if city in STARTS else MARK
    style = "strong" if seats else ""
    about = thing("city", city)
    canvas.put(row, column, mark, style, about)
    if side == "right":
        canvas.put(row, column + 1, name, style, about)
        triangle = column + 1 + len(name)
        first = triangle + 1
    else:
        canvas.put(row, column - len(name), name, style, about)
        triangle = column - len(name) - 1
        first = triangle - len(seats)
    if seats:
        canvas.put(row, triangle, PAWNS, "strong")
    for place, seat in enumerate(seats, first):
        canvas.put(row, place, pawn(seat), f"seat{seat}", thing("seat", seat))
