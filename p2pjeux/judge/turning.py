"""A game told by its standings: when the lead changed hands, and the greatest leap. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from p2pjeux.rules.requests import Seat

Standing = Sequence[int]


@dataclass(frozen=True, slots=True)
class Leap:
    """A seat gained so much at once, between this position and the one before."""

    seat: Seat
    gained: int
    at: int


@dataclass(frozen=True, slots=True)
class Turning:
    """What turned a game; the numbers are those of its positions."""

    # How often another seat took the lead, alone.
    changes: int
    # Since when the last leader has led, alone, to the end; None if nobody did.
    leader: Seat | None
    since: int | None
    leap: Leap | None


def turning_of(standings: Sequence[Standing]) -> Turning:
    """What turned a game with these standings, from its first position to its last."""
    leader: Seat | None = None
    since: int | None = None
    changes = 0
    last_alone: Seat | None = None
    for number, standing in enumerate(standings):
        alone = _leader(standing)
        if alone is not None and last_alone is not None and alone != last_alone:
            changes += 1
        if alone is not None:
            last_alone = alone
        if alone != leader:
            leader, since = alone, None if alone is None else number
    return Turning(changes, leader, since, _leap(standings))


def _leader(standing: Standing) -> Seat | None:
    best = max(standing)
    return standing.index(best) if standing.count(best) == 1 else None


def _leap(standings: Sequence[Standing]) -> Leap | None:
    """The greatest gain; of equal ones the last, which decided more."""
    best: Leap | None = None
    for at in range(1, len(standings)):
        # What all get at once, as a start, is nobody's leap.
        gains = [now - was for was, now in zip(standings[at - 1], standings[at], strict=True)]
        seat = max(range(len(gains)), key=gains.__getitem__)
        if gains[seat] > 0 and gains.count(gains[seat]) == 1:
            best = max((best or Leap(seat, 0, 0)), Leap(seat, gains[seat], at), key=_order)
    return best


def _order(leap: Leap) -> tuple[int, int]:
    return leap.gained, leap.at
