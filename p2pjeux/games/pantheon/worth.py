"""What a great man is worth to a collection, for the bot.

All in whole hundredths of a point: the stand-in must decide alike on every machine, and floating
sums are not the same on all of them.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from p2pjeux.games.pantheon.men import CARDS, SERIES_BONUS, Man, lacks

POINT: Final = 100
# A probability of 1.
SURE: Final = 1000
# How likely a seat is to win a man it wants, by the number of seats: an estimate.
_REACH: Final = {2: 550, 3: 420, 4: 420, 5: 350, 6: 300}


@cache
def _chance(seats: int, men: int) -> int:
    """How likely one of so many men still to come will be won."""
    missed = SURE
    for _ in range(men):
        missed = missed * (SURE - _REACH[seats]) // SURE
    return SURE - missed


def prospects(owned: Iterable[Man], coming: Sequence[Man], seats: int) -> int:
    """The expected bonus of a collection, if ``coming`` men are still to be auctioned."""
    missing = lacks(owned)
    cards = [CARDS[man] for man in coming]
    nations = [_chance(seats, sum(c.nation == n for c in cards)) for n in missing.nations]
    centuries = [_chance(seats, sum(c.century == n for c in cards)) for n in missing.centuries]
    trades = [_chance(seats, sum(c.profession == n for c in cards)) for n in missing.professions]
    # Jokers fill the gaps that are hardest to fill otherwise.
    trades = sorted(trades)[missing.jokers :]
    return sum(_all(chances) for chances in (nations, centuries, trades))


def _all(chances: Sequence[int]) -> int:
    """The bonus of a series times the probability that all its gaps will be filled."""
    likely = SURE
    for chance in chances:
        likely = likely * chance // SURE
    return SERIES_BONUS * POINT * likely // SURE


def worth(man: Man, owned: tuple[Man, ...], coming: Sequence[Man], seats: int) -> int:
    """The printed value, and what he adds to the prospects of the three series."""
    gain = prospects((*owned, man), coming, seats) - prospects(owned, coming, seats)
    return CARDS[man].value * POINT + gain
