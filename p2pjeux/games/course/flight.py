"""What one flight does: the cities it lands in, the visas it brings, whether it wins.

Numbers in brackets are rulings.
"""

from dataclasses import dataclass

from p2pjeux.games.course.world import AIRPORTS, LEADS, VISAS, City, Continent
from p2pjeux.rules.requests import Face


@dataclass(frozen=True, slots=True)
class Flight:
    """Landings in order, the visas held after the last one, and how many of them are new."""

    stops: tuple[City, ...]
    visas: tuple[Continent, ...]
    gained: int
    wins: bool

    @property
    def new_visas(self) -> tuple[Continent, ...]:
        return self.visas[len(self.visas) - self.gained :]


def chain(city: City, faces: tuple[Face, ...]) -> tuple[City, ...] | None:
    """The cities that these cards lead to from ``city``, or None if the chain breaks.

    Cards are good both ways, so a card that names the city has only one way to be flown.
    """
    stops = []
    for face in faces:
        there = LEADS[face].get(city)
        if there is None:
            return None
        stops.append(there)
        city = there
    return tuple(stops)


def fly(home: City, visas: tuple[Continent, ...], stops: tuple[City, ...]) -> Flight:
    """Land in ``stops`` one after the other, up to the landing that wins (16)."""
    held = visas
    for number, city in enumerate(stops, 1):
        visa = AIRPORTS[city].visa
        # A visa counts before the way home is checked (19), and only the first of a continent.
        if visa is not None and visa not in held:
            held = (*held, visa)
        if city == home and len(held) == VISAS:
            return Flight(stops[:number], held, len(held) - len(visas), wins=True)
    return Flight(stops, held, len(held) - len(visas), wins=False)
