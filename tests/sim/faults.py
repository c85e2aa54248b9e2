"""What goes wrong at a table where nobody lies: each fault strikes now and then until it is calm.

A fault is a function that plans itself on the LAN; all that is random comes from the given source.
"""

import random
from collections.abc import Callable
from functools import partial
from itertools import chain

from tests.sim.lan import Lan

Fault = Callable[[Lan, random.Random], None]

# No fault strikes after this many simulated seconds.
LATEST = 100.0


def _until(lan: Lan, delay: float) -> float:
    lan.calm_from = max(lan.calm_from, lan.now + delay + 1)
    return delay


def crash(lan: Lan, rng: random.Random) -> None:
    """A peer crashes, often amid what it was doing, and soon comes back with its disk."""
    for _ in range(rng.randint(1, 12)):
        at = rng.uniform(0, 60)
        lan.at(at, partial(_strike, lan, rng, rng.uniform(0.1, 8)))
        _until(lan, at + 10)


def _strike(lan: Lan, rng: random.Random, pause: float) -> None:
    who = rng.randrange(len(lan.peers))
    peer = lan.peers[who]
    if peer.sitting is None:
        return
    if rng.random() < 0.5:
        lan.crash(who)
    else:
        peer.power = rng.randrange(6)
    sitting = peer.sitting

    def back() -> None:
        if peer.sitting is not None and peer.sitting is sitting:
            lan.crash(who)
        if peer.sitting is None:
            lan.start(who)

    lan.at(pause, back)


def split(lan: Lan, rng: random.Random) -> None:
    """The table is cut in two, now and then for longer than its patience."""
    at = rng.uniform(0.5, 10)
    for _ in range(rng.randint(1, 3)):
        side = set(rng.sample(range(len(lan.peers)), rng.randint(1, len(lan.peers) - 1)))
        lan.at(at, partial(lan.cut.update, _between(lan, side)))
        at += rng.choice((rng.uniform(0.5, 5), rng.uniform(20, 60)))
        lan.at(_until(lan, at), lan.cut.clear)
        at += rng.uniform(0, 5)
        if at > LATEST:
            return


def _between(lan: Lan, side: set[int]) -> set[frozenset[int]]:
    pairs = ((one, other) for one in range(len(lan.peers)) for other in range(one))
    return {frozenset(pair) for pair in pairs if (pair[0] in side) != (pair[1] in side)}


def links(lan: Lan, rng: random.Random) -> None:
    """Single links fail for a while; the rest of the mesh stands."""
    for _ in range(rng.randint(1, 4)):
        pair = frozenset(rng.sample(range(len(lan.peers)), 2))
        at = rng.uniform(0, 20)
        lan.at(at, partial(lan.cut.add, pair))
        end = at + rng.uniform(1, 60)
        lan.at(_until(lan, end), partial(lan.cut.discard, pair))


def away(lan: Lan, rng: random.Random) -> None:
    """Peers go, are stood in for if they can be, and come back."""
    for who in rng.sample(range(len(lan.peers)), min(rng.randint(1, 3), len(lan.peers))):
        at = rng.uniform(0.5, 15)
        back = _until(lan, at + rng.uniform(20, 80))
        lan.at(at, partial(_leave, lan, who))
        lan.at(back, partial(_come, lan, who))


def _leave(lan: Lan, who: int) -> None:
    if lan.peers[who].sitting is not None:
        lan.crash(who)


def _come(lan: Lan, who: int) -> None:
    if lan.peers[who].sitting is None:
        lan.start(who)


def gone(lan: Lan, rng: random.Random) -> None:
    """As many peers go for good as the table can do without, at the same time or not."""
    seated = [one for one in range(len(lan.peers)) if lan.seats_of(one)]
    lost: list[int] = []
    seats = frozenset(chain.from_iterable(map(lan.seats_of, lan.liars)))
    for who in rng.sample(seated, rng.randint(1, 2)):
        more = seats | lan.seats_of(who)
        if who not in lan.liars and lan.can_spare(more):
            lost.append(who)
            seats = more
    together = rng.random() < 0.5
    first = rng.uniform(0.5, 10)
    for who in lost:
        at = first if together else rng.uniform(0.5, 30)
        lan.at(at, partial(_go, lan, who))


def _go(lan: Lan, who: int) -> None:
    """Before the keys are shared out nobody can be replaced: such a table begins anew."""
    left = [peer.sitting for one, peer in enumerate(lan.peers) if one not in lan.lost]
    if can_spare_now(lan, who) and all(
        sitting is not None and sitting.ledger.can_replace for sitting in left
    ):
        lan.crash(who)
        lan.lost.add(who)
    elif lan.now < LATEST * 10:
        lan.at(1, partial(_go, lan, who))


def can_spare_now(lan: Lan, who: int) -> bool:
    """Whether the table can do without one more: without whoever lies, is away or forgetful too."""
    gone = lan.seats_of(who)
    for one, peer in enumerate(lan.peers):
        if one in lan.liars or one in lan.lost or peer.sitting is None or peer.disk.forgetful:
            gone |= lan.seats_of(one)
    absent = (
        frozenset(peer.sitting.ledger.left_at) for peer in lan.honest() if peer.sitting is not None
    )
    return lan.can_spare(gone.union(*absent))


def clock(lan: Lan, rng: random.Random) -> None:
    """Clocks leap forwards and backwards: set by hand, by a server, by waking up."""
    for _ in range(rng.randint(1, 6)):
        who, at = rng.randrange(len(lan.peers)), rng.uniform(0, 60)
        leap = rng.choice((-1, 1)) * rng.choice((3.0, 60.0, 100_000.0))
        lan.at(at, partial(_leap, lan, who, leap))
        _until(lan, at)


def _leap(lan: Lan, who: int, leap: float) -> None:
    lan.peers[who].ahead += leap


def forget(lan: Lan, rng: random.Random) -> None:
    """A peer loses its journal and starts again without knowing what it has signed."""
    for _ in range(rng.randint(1, 3)):
        at = rng.uniform(0, 20)
        lan.at(at, partial(_damage, lan, rng))
        _until(lan, at)


def _damage(lan: Lan, rng: random.Random) -> None:
    who = rng.randrange(len(lan.peers))
    sitting = lan.peers[who].sitting
    # Where nobody can be done without, whoever has forgotten adjourns the table.
    if sitting is None or who in lan.liars:
        return
    if sitting.ledger.can_replace and can_spare_now(lan, who):
        lan.damage(who)
        lan.start(who)


FAULTS: dict[str, Fault] = {
    "crash": crash,
    "split": split,
    "links": links,
    "away": away,
    "gone": gone,
    "clock": clock,
    "forget": forget,
}
