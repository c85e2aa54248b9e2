"""Who holds parts of whose keys: the trust that a table asks of its people (protocol/3-log.md).

Parts go to people only, and only on other machines than the owner's: nobody collects several of
them by sitting down with bots. So it is people, too, who decide about going on without somebody.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2pjeux.errors import Refused

THRESHOLD_MIN: Final = 2
# From so many people on, three must agree in secret before they can read a hand.
_FEW: Final = 3


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a seat. One peer may hold several seats; they then have one key."""

    name: str
    public: bytes
    is_bot: bool = False


def people_of(seats: Sequence[Sitter]) -> frozenset[int]:
    """The seats that weigh something: those of people, or all if there are no people at all."""
    people = frozenset(seat for seat, one in enumerate(seats) if not one.is_bot)
    return people or frozenset(range(len(seats)))


def holders_of(seats: Sequence[Sitter], owner: int) -> frozenset[int]:
    """The seats that hold parts of the keys of ``owner``, if anybody does."""
    public = seats[owner].public
    return frozenset(seat for seat in people_of(seats) if seats[seat].public != public)


def most_threshold(seats: Sequence[Sitter]) -> int:
    """The highest threshold that these seats can have; 0 where nobody could act for somebody."""
    most = min(len(holders_of(seats, owner)) for owner in range(len(seats)))
    return most if most >= THRESHOLD_MIN else 0


def default_threshold(seats: Sequence[Sitter]) -> int:
    """How many act for an absent seat if nobody says otherwise: two may go, where there are many.

    Never so few that one machine could read the others' hands by itself; then rather none at all.
    """
    people = people_of(seats)
    usual = THRESHOLD_MIN if len(people) <= _FEW else max(_FEW, len(people) - 2)
    heaviest = max(Counter(seats[seat].public for seat in people).values())
    most = most_threshold(seats)
    threshold = max(min(usual, most), heaviest + 1)
    return threshold if threshold <= most else 0


def check_threshold(seats: Sequence[Sitter], threshold: int) -> None:
    """Raise Refused unless these seats can have this threshold; with 0 nobody acts for anybody."""
    most = most_threshold(seats)
    if not threshold or THRESHOLD_MIN <= threshold <= most:
        return
    if not most:
        raise Refused("too few people sit at other machines to act for somebody who is gone")
    raise Refused(
        "with these seats the threshold is 0, or {least} to {most}, not {threshold}",
        least=THRESHOLD_MIN,
        most=most,
        threshold=threshold,
    )


def can_go_without(seats: Sequence[Sitter], threshold: int, absent: frozenset[int]) -> bool:
    """Whether enough are left to act for every seat in ``absent``."""
    return not absent or (
        threshold > 0
        and all(len(holders_of(seats, owner) - absent) >= threshold for owner in absent)
    )
