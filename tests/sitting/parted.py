"""A table that parts: seat 1 signs two entries for a step, and each part closes it with another.

It is the table of ``one_step``. All is really signed; what the liar shows to the second part is the
same body with another signature, so that both closings hold.
"""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256

from p2pjeux.log.entry import Entry, Place, sign_entry
from p2pjeux.log.forks import Fork, fork_of
from p2pjeux.log.rift import Parting, Rift, sign_parting
from p2pjeux.log.statement import Kind, sign_statement
from p2pjeux.log.step import Step
from p2pjeux.rules.requests import Seat
from p2pjeux.table.ledger import Ledger
from tests.log.writing import secret_of
from tests.sim.lies import SecondHand
from tests.sitting.one_step import CASE, HOLDERS, KEYS, OPEN, SEATS, beginning, entries_after

LIAR = 1

_SECOND = SecondHand(sha256(b"identity%d/0" % LIAR).digest())


def signed_again(entry: Entry) -> Entry:
    """Another entry of the liar, as good as the first."""
    return sign_entry(_SECOND, entry.place, entry.seat, entry.body)


@cache
def log(until: int = OPEN + 1, forked: int = OPEN, *, second: bool = False) -> tuple[Step, ...]:
    """The closed steps below ``until``; ``second`` with the other entry in step ``forked``."""
    steps = list(beginning().steps)
    while len(steps) < until:
        number = len(steps)
        entries = entries_after(steps)
        if second and number == forked:
            entries[LIAR] = signed_again(entries[LIAR])
        steps.append(Step(number, tuple(entries[seat] for seat in sorted(entries))))
    return tuple(steps)


def left_out(steps: Iterable[Step], *gone: Seat) -> Step:
    """The next step as all others close it without these seats, who alone are asked."""
    place = ledger_of(None, steps).place
    left = sorted(SEATS - frozenset(gone))
    stated = (sign_statement(KEYS[seat], place, seat, Kind.ABSENT, *gone) for seat in left)
    return Step(place.step, (), tuple(stated))


def ledger_of(seat: Seat | None, steps: Iterable[Step]) -> Ledger:
    """The log of the peer that holds ``seat``, or of one that watches."""
    held = [one for one in SEATS if seat is not None and HOLDERS[one] == HOLDERS[seat]]
    ledger = Ledger(beginning().signed, CASE.game, {one: secret_of(one) for one in held})
    for step in steps:
        ledger.adopt(step)
    return ledger


def place_of(number: int, steps: Iterable[Step]) -> Place:
    """Where step ``number`` was signed in a log."""
    ledger = ledger_of(None, steps)
    return Place(ledger.signed.table, number, ledger.chain.digest_before(number))


def fork_in(number: int = OPEN) -> Fork:
    """Proof that the liar signed twice for a step."""
    step = log(number + 1)[number]
    entry = next(entry for entry in step.entries if entry.seat == LIAR)
    return fork_of(entry, signed_again(entry))


def parting(seat: Seat, steps: Iterable[Step], number: int = OPEN, age: int = 1) -> Parting:
    """How ``seat`` closed step ``number``."""
    chain = ledger_of(None, steps).chain
    place = Place(chain.signed.table, number, chain.digest_before(number))
    return sign_parting(KEYS[seat], place, seat, chain.digest_before(number + 1), age)


def rift(*partings: Parting) -> Rift:
    """The fork, and who closed its step how."""
    ordered = sorted(partings, key=lambda one: one.signer)
    return Rift(fork_in(partings[0].step), tuple(ordered))
