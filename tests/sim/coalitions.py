"""Liars in company, each of whom runs two honest programs with one key.

Such *twins* sign whatever an honest program signs in two different worlds: two entries, two
accepts, moves that hide what the other twin accepted, certificates that come to light late. All
that can be signed against the rule can be had so, without a line of code that lies.
"""

import random
from collections.abc import Callable
from typing import Final

from p2pjeux.rules.contract import Skill
from tests.sim.lan import Lan, Peer

# How late a twin's words may come, in seconds.
LATE_MAX: Final = 40.0

Coalition = Callable[[Lan, random.Random], None]


def _twins(lan: Lan, rng: random.Random, liars: frozenset[int]) -> None:
    """Each liar has a second program; each honest peer knows one of the two worlds of liars."""
    count = len(lan.peers)
    second: dict[int, int] = {}
    for liar in sorted(liars):
        first = lan.peers[liar]
        second[liar] = len(lan.peers)
        # The same key and table secret, but other decisions.
        lan.peers.append(Peer(f"{first.name}'", first.identity, first.secret, skill=Skill.EASY))
    lan.liars = liars | frozenset(second.values())
    world = {number: rng.randrange(2) for number in range(count)}
    for one, other in second.items():
        world[one], world[other] = 0, 1

    def knows(one: int, other: int) -> bool:
        if one not in lan.liars and other not in lan.liars:
            return True
        return world[one] == world[other]

    lan.knows = knows


def friends(lan: Lan, rng: random.Random) -> None:
    """As many liars as there can be while the honest are most of the table and can act for all."""
    _twins(lan, rng, _some(lan, rng, lan.case.seats))


def twin(lan: Lan, rng: random.Random) -> None:
    """One liar alone."""
    _twins(lan, rng, _some(lan, rng, 1))


def late(lan: Lan, rng: random.Random) -> None:
    """Friends who keep what they have signed in their pockets, and show it when they like."""
    friends(lan, rng)
    lan.late = {number: rng.uniform(0, LATE_MAX) for number in sorted(lan.liars)}


def _some(lan: Lan, rng: random.Random, most: int) -> frozenset[int]:
    seated = [number for number in range(len(lan.peers)) if lan.seats_of(number)]
    rng.shuffle(seated)
    liars: set[int] = set()
    for number in seated[:most]:
        seats = frozenset(seat for one in (*liars, number) for seat in lan.seats_of(one))
        if lan.can_spare(seats):
            liars.add(number)
    return frozenset(liars)


COALITIONS: Final[dict[str, Coalition]] = {"twin": twin, "friends": friends, "late": late}
