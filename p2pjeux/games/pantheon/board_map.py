"""The map as a drawing: towns, roads between, pawns upon them, laid out by ``board_map.json``."""

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from p2pjeux.games.pantheon.board_canvas import Bend, Canvas, Stroke, drawn
from p2pjeux.games.pantheon.europe import PLACES, ROADS, Town
from p2pjeux.games.pantheon.men import CARDS, Man
from p2pjeux.games.pantheon.state import State
from p2pjeux.games.pantheon.texts import town_name
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Line, thing, width
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words

# The pawns of the six seats, and the marks of the one or two men at stake.
PAWNS: Final = ("1", "2", "3", "4", "5", "6")
STARS: Final = ("★", "☆")
CAPITAL: Final = "◆"
VILLAGE: Final = "•"
# A game looks at one or two of them at a time; an exported page at both languages in two sizes.
MAPS_KEPT: Final = 8


@dataclass(frozen=True, slots=True)
class TownSpot:
    """The cell of a town, and whether its name stands to the left of it."""

    column: int
    row: int
    is_left: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A map of so many cells: a spot for each town, a bend for each road."""

    columns: int
    rows: int
    spots: tuple[TownSpot, ...]
    bends: tuple[Bend, ...]


_DATA: Final = json.loads((files(__package__) / "board_map.json").read_text("utf-8"))


def _sheet(name: str) -> Sheet:
    return Sheet(
        _DATA[name]["columns"],
        _DATA[name]["rows"],
        tuple(
            TownSpot(column, row, side == "left")
            for column, row, side in (town[name] for town in _DATA["towns"])
        ),
        tuple(Bend(road[name]) for road in _DATA["roads"]),
    )


FULL: Final = _sheet("full")
SMALL: Final = _sheet("small")


def enlarged(sheet: Sheet, columns: int, rows: int) -> Sheet:
    """The same map on more cells; towns only move apart, so names that were clear stay clear."""
    assert columns >= sheet.columns
    assert rows >= sheet.rows
    spots = tuple(
        TownSpot(
            spot.column * columns // sheet.columns,
            spot.row * rows // sheet.rows,
            spot.is_left,
        )
        for spot in sheet.spots
    )
    return Sheet(columns, rows, spots, sheet.bends)


@dataclass(frozen=True, slots=True)
class Pins:
    """All of a state that can be seen on the map: it stays for most of a round, and so does it."""

    towns: tuple[Town, ...]
    stakes: tuple[Man, ...]
    # Who looks: one's own pawn has a style of its own.
    seat: Seat | None


def _pins(view: View[State]) -> Pins:
    return Pins(view.state.towns, view.state.stakes, view.seat)


def small_map(view: View[State]) -> list[Line]:
    """Every town by its code; a pawn stands before it, a star behind it."""
    return list(_small_map(_pins(view)))


@lru_cache(maxsize=MAPS_KEPT)
def _small_map(pins: Pins) -> tuple[Line, ...]:
    canvas = Canvas(_small_roads(), "dim")
    for town, spot in enumerate(SMALL.spots):
        style = _style(pins, town)
        canvas.write(spot.column, spot.row, *_mark(pins, town), thing("town", town))
        canvas.write(spot.column + 1, spot.row, PLACES[town].code, style, thing("town", town))
        star = _star(pins, town)
        if star:
            canvas.write(spot.column + 4, spot.row, star, "warn")
    return tuple(canvas.lines())


def full_map(view: View[State], words: Words, columns: int, rows: int) -> list[Line]:
    """Every town by its name; a star stands between town and name."""
    return list(_full_map(_pins(view), words, columns, rows))


@lru_cache(maxsize=MAPS_KEPT)
def _full_map(pins: Pins, words: Words, columns: int, rows: int) -> tuple[Line, ...]:
    sheet, roads = _full(columns, rows)
    canvas = Canvas(roads, "dim")
    for town, spot in enumerate(sheet.spots):
        name = town_name(town, words)
        canvas.write(spot.column, spot.row, *_mark(pins, town), thing("town", town))
        star = _star(pins, town) or " "
        if spot.is_left:
            canvas.write(spot.column - 1, spot.row, star, "warn")
            start = spot.column - 1 - width(name)
        else:
            canvas.write(spot.column + 1, spot.row, star, "warn")
            start = spot.column + 2
        canvas.write(start, spot.row, name, _style(pins, town), thing("town", town))
    return tuple(canvas.lines())


def strokes(sheet: Sheet) -> tuple[Stroke, ...]:
    cells = [(spot.column, spot.row) for spot in sheet.spots]
    return tuple(
        Stroke(cells[one], cells[other], bend, is_sea)
        for (one, other, is_sea), bend in zip(ROADS, sheet.bends, strict=True)
    )


@cache
def _small_roads() -> tuple[str, ...]:
    return drawn(SMALL.columns, SMALL.rows, strokes(SMALL))


@cache
def _full(columns: int, rows: int) -> tuple[Sheet, tuple[str, ...]]:
    """The full map for a size, and its roads; the same for every state."""
    sheet = enlarged(FULL, columns, rows)
    return sheet, drawn(columns, rows, strokes(sheet))


def _mark(pins: Pins, town: Town) -> tuple[str, str]:
    """The pawn that stands in a town, or what kind of town it is."""
    if town in pins.towns:
        seat = pins.towns.index(town)
        return PAWNS[seat], "me" if seat == pins.seat else f"seat{seat}"
    return (CAPITAL, "strong") if PLACES[town].is_capital else (VILLAGE, "dim")


def seat_style(view: View[State], seat: Seat) -> str:
    return "me" if seat == view.seat else f"seat{seat}"


def _star(pins: Pins, town: Town) -> str:
    for star, man in zip(STARS, pins.stakes, strict=False):
        if CARDS[man].town == town:
            return star
    return ""


def _style(pins: Pins, town: Town) -> str:
    if _star(pins, town):
        return "warn"
    return "strong" if PLACES[town].is_capital else ""
