"""How far a tour still is: fewest routes to the missing visas and home, whatever the hand."""

from functools import cache
from typing import Final, TypeAlias

from p2pjeux.games.course.world import (
    AIRPORTS,
    CITIES,
    LEGS,
    NEIGHBOURS,
    ROUTES,
    VISAS,
    City,
    Continent,
)
from p2pjeux.rules.requests import Face

# A set of visas as bits, one for each continent.
Mask: TypeAlias = int
FULL: Final[Mask] = (1 << VISAS) - 1
# A tour this much longer than the shortest is still a sensible one.
DETOUR: Final = 1


def _bit(city: City) -> Mask:
    visa = AIRPORTS[city].visa
    return 0 if visa is None else 1 << visa


BIT: Final[tuple[Mask, ...]] = tuple(_bit(city) for city in CITIES)


def mask_of(visas: tuple[Continent, ...]) -> Mask:
    return sum(1 << visa for visa in visas)


@cache
def legs_left(home: City) -> dict[tuple[City, Mask], int]:
    """For every city and set of visas, the fewest routes to the end of a tour from ``home``.

    Found backwards from the end. One who holds all visas may fly past home before the end, and
    being at home with all of them is the end itself.
    """
    found = {(home, FULL): 0}
    ahead = [(home, FULL)]
    for here in ahead:
        city, mask = here
        # The visas held before landing here: those held after, perhaps without this city's own.
        earlier = {mask, mask & ~BIT[city]} if mask & BIT[city] == BIT[city] else set()
        for before in ((there, held) for there in NEIGHBOURS[city] for held in sorted(earlier)):
            if before not in found:
                found[before] = found[here] + 1
                ahead.append(before)
    return found


@cache
def on_the_way(home: City, city: City, visas: Mask) -> frozenset[Face]:
    """The cards that fit a sensible tour of one who is in ``city`` with these visas."""
    left = legs_left(home)
    most = left[city, visas] + DETOUR
    return frozenset(
        face
        for face, (a, b) in enumerate(ROUTES)
        for near, far in ((a, b), (b, a))
        if LEGS[city][near] + 1 + left[far, visas | BIT[near] | BIT[far]] <= most
    )
