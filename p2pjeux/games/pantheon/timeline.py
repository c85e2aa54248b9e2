"""The track of twenty quarter centuries, read from ``men.json``."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

# A square's number on the track, from 0 (1400–1424) to 19 (1875–1899).
Square: TypeAlias = int

FIRST_YEAR: Final = 1400
YEARS_PER_SQUARE: Final = 25


@dataclass(frozen=True, slots=True)
class Quarter:
    """What is printed on one square; a white one has no great man."""

    from_year: int
    to_year: int
    is_white: bool


_DATA: Final = json.loads((files(__package__) / "men.json").read_text("utf-8"))

QUARTERS: Final = tuple(
    Quarter(square["from_year"], square["to_year"], square["white"]) for square in _DATA["track"]
)
WHITE_SQUARES: Final[tuple[Square, ...]] = tuple(
    square for square, quarter in enumerate(QUARTERS) if quarter.is_white
)
LAST_SQUARE: Final = len(QUARTERS) - 1


def slide(square: Square, steps: int) -> Square:
    """The square ``steps`` further, or back where negative; the ends are cushions."""
    there_and_back = 2 * LAST_SQUARE
    place = (square + steps) % there_and_back
    return min(place, there_and_back - place)


@cache
def landings(square: Square, steps: int) -> tuple[Square, ...]:
    """Where a pawn may land: later first, then earlier, once where both are the same."""
    later, earlier = slide(square, steps), slide(square, -steps)
    return (later,) if later == earlier else (later, earlier)
