"""Cities, continents and route cards, read from ``routes.json``."""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Final, TypeAlias

from p2pjeux.rules.graph import distances
from p2pjeux.rules.requests import Face

_DATA: Final = json.loads((files(__package__) / "routes.json").read_text("utf-8"))

# Cities and continents are numbers everywhere in the rules: their places in the data.
City: TypeAlias = int
Continent: TypeAlias = int
# Where a pawn is before its start is chosen.
NOWHERE: Final[City] = -1


@dataclass(frozen=True, slots=True)
class Airport:
    """A city of the map; ``visa`` is None where landing gives none, as in Honolulu."""

    name_fr: str
    name_en: str
    code: str
    continent: Continent
    visa: Continent | None
    latitude: float
    longitude: float


@dataclass(frozen=True, slots=True)
class Land:
    """A continent as printed on its visa."""

    name_fr: str
    name_en: str


def _continents() -> tuple[Land, ...]:
    french, english = _DATA["continent_labels"], _DATA["continent_labels_en"]
    return tuple(Land(french[key], english[key]) for key in _DATA["continents"])


def _airports() -> tuple[Airport, ...]:
    keys = _DATA["continents"]
    return tuple(
        Airport(
            city["name"],
            city["name_en"],
            city["code"],
            keys.index(city["continent"]),
            keys.index(city["continent"]) if city["grants_visa"] else None,
            city["lat"],
            city["lon"],
        )
        for city in _DATA["cities"]
    )


CONTINENTS: Final = _continents()
AIRPORTS: Final = _airports()
CITIES: Final[tuple[City, ...]] = tuple(range(len(AIRPORTS)))
_NUMBER: Final = {airport.name_fr: city for city, airport in enumerate(AIRPORTS)}
STARTS: Final[tuple[City, ...]] = tuple(_NUMBER[name] for name in _DATA["starts"])

# A face is a card; thirteen pairs of cities are on two cards.
ROUTES: Final[tuple[tuple[City, City], ...]] = tuple(
    (_NUMBER[route["a"]], _NUMBER[route["b"]]) for route in _DATA["routes"]
)
FACES: Final[tuple[Face, ...]] = tuple(range(len(ROUTES)))
# Where a card leads from a city; a city that is not on the card is missing.
LEADS: Final[tuple[dict[City, City], ...]] = tuple({a: b, b: a} for a, b in ROUTES)

HAND_SIZE: Final[dict[int, int]] = {int(seats): size for seats, size in _DATA["deal"].items()}
VISAS: Final = len(CONTINENTS)


def _neighbours() -> dict[City, tuple[City, ...]]:
    pairs = {*ROUTES, *((b, a) for a, b in ROUTES)}
    return {city: tuple(sorted(b for a, b in pairs if a == city)) for city in CITIES}


NEIGHBOURS: Final = _neighbours()
# Fewest routes between two cities, whatever cards anybody holds.
LEGS: Final = distances(NEIGHBOURS)


def city_number(name_fr: str) -> City:
    return _NUMBER[name_fr]
