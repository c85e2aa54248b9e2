"""Towns, roads and walks, read from ``map.json``. Numbers in brackets are rulings."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

from p2pjeux.rules.graph import distances

# A town's number: its place in the data.
Town: TypeAlias = int


@dataclass(frozen=True, slots=True)
class PrintedTown:
    """What the board prints at a town."""

    name_fr: str
    name_en: str
    code: str
    is_capital: bool


_DATA: Final = json.loads((files(__package__) / "map.json").read_text("utf-8"))

PLACES: Final = tuple(
    PrintedTown(town["name"], town["name_en"], town["code"], town["capital"])
    for town in _DATA["towns"]
)
TOWNS: Final = {place.name_fr: town for town, place in enumerate(PLACES)}
CAPITALS: Final[tuple[Town, ...]] = tuple(TOWNS[name] for name in _DATA["capitals"])
# Both ends, and whether it is a sea link, which counts like any road (1).
ROADS: Final[tuple[tuple[Town, Town, bool], ...]] = tuple(
    (TOWNS[road["a"]], TOWNS[road["b"]], road["sea"]) for road in _DATA["roads"]
)


def _neighbours() -> tuple[tuple[Town, ...], ...]:
    found: list[list[Town]] = [[] for _ in PLACES]
    for one, other, _sea in ROADS:
        found[one].append(other)
        found[other].append(one)
    return tuple(map(tuple, found))


def _distances() -> tuple[tuple[int, ...], ...]:
    found = distances(dict(enumerate(NEIGHBOURS)))
    return tuple(tuple(found[one][other] for other in found) for one in found)


NEIGHBOURS: Final = _neighbours()
# Roads on a shortest path between two towns (1).
DISTANCE: Final = _distances()


@cache
def destinations(town: Town, roads: int) -> tuple[Town, ...]:
    """Where a walk of exactly so many roads may stop.

    No walk turns straight back, except at the end of a road, where it must (4); loops and towns
    with other pawns on the way are no hindrance (2, 3), so a walk may even end where it began.
    """
    walks = {(-1, town)}
    for _ in range(roads):
        walks = {
            (here, ahead)
            for before, here in walks
            for ahead in NEIGHBOURS[here]
            if ahead != before or len(NEIGHBOURS[here]) == 1
        }
    return tuple(sorted({here for _before, here in walks}))
