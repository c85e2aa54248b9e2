"""How near a seat that has not moved yet will probably come, for the bot."""

from functools import cache
from itertools import product
from typing import Final

from p2pjeux.games.pantheon.auction import roads_to, squares_to
from p2pjeux.games.pantheon.europe import Town, destinations
from p2pjeux.games.pantheon.men import Man
from p2pjeux.games.pantheon.timeline import Square, landings

# Steps are counted in hundredths where they are averages.
STEP: Final = 100
_SIDES: Final = range(1, 7)


@cache
def _nearest_roads(town: Town, roads: int, man: Man) -> int:
    return min(roads_to(man, stop) for stop in destinations(town, roads))


@cache
def expected_steps(town: Town, square: Square, man: Man) -> int:
    """Steps from ``man`` after the best use of an average throw, on map and time line together."""
    roads = {die: _nearest_roads(town, die, man) for die in _SIDES}
    squares = {die: min(squares_to(man, stop) for stop in landings(square, die)) for die in _SIDES}
    throws = list(product(_SIDES, repeat=2))
    nearest = sum(
        min(roads[one] + squares[other], roads[other] + squares[one]) for one, other in throws
    )
    return STEP * nearest // len(throws)
