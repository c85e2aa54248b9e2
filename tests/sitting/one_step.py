"""One step that is open, as a peer sees it: seven seats, of which one peer holds the last two.

Keys, charter, entries and game are real. What is before the step is made once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import count

from p2pjeux.log.charter import SignedCharter, seal_charter, sign_charter
from p2pjeux.log.entry import Entry, sign_entry
from p2pjeux.log.holders import Sitter
from p2pjeux.log.statement import Kind, Statement, sign_statement
from p2pjeux.log.step import Step
from p2pjeux.rules.requests import Seat
from p2pjeux.sitting.quorum import Quorum
from p2pjeux.table import entry_body
from p2pjeux.table.ledger import Ledger
from tests.kit import Case
from tests.log.writing import NAMES, identity_of, make_charter, secret_of

CASE = Case("ostrakon", 7, (("philosophers", "drawn"),))
HOLDERS = (0, 1, 2, 3, 4, 5, 5)
SEATS = frozenset(range(7))
PATIENCE = 60
KEYS = tuple(identity_of(holder) for holder in HOLDERS)
# The keys of the table are shared out, and the step asks everybody.
OPEN = 3
# The first step after it that does not ask everybody, but only a seat of the last peer.
DECISION = 6
SPEAKER = 5


@dataclass(frozen=True, slots=True)
class Beginning:
    """The steps before the open one, and everybody's entry for that one."""

    signed: SignedCharter
    steps: tuple[Step, ...]
    entries: dict[Seat, Entry]


@cache
def beginning() -> Beginning:
    """Of a table where chance lets seat ``SPEAKER`` decide first: any change of rules moves it."""
    return next(begun for nonce in count() if (begun := _begun(nonce)) is not None)


def _begun(nonce: int) -> Beginning | None:
    terms = replace(make_charter(CASE), nonce=sha256(b"nonce%d" % nonce).digest())
    sitters = tuple(Sitter(NAMES[seat], key.public) for seat, key in enumerate(KEYS))
    charter = replace(terms, seats=sitters, threshold=2, patience=PATIENCE)
    signed = seal_charter(charter, [sign_charter(key, charter.id) for key in KEYS])
    ledger = Ledger(signed, CASE.game, {seat: secret_of(seat) for seat in SEATS})
    _go_on(ledger, OPEN)
    begun = Beginning(signed, tuple(ledger.chain.steps), {s: _entry(ledger, s) for s in SEATS})
    _go_on(ledger, DECISION)
    return begun if ledger.asked == (SPEAKER,) else None


def _go_on(ledger: Ledger, until: int) -> None:
    while ledger.number < until:
        for seat in SEATS:
            ledger.accept(_entry(ledger, seat))
        ledger.close()


def entries_after(steps: Iterable[Step], age: int = 0) -> dict[Seat, Entry]:
    """Everybody's entry for the step that is open after these, perhaps in a later age."""
    ledger = Ledger(beginning().signed, CASE.game, {seat: secret_of(seat) for seat in SEATS})
    for step in steps:
        ledger.adopt(step)
    if age:
        ledger.begin_age(age)
    return {seat: _entry(ledger, seat) for seat in ledger.asked}


def _entry(ledger: Ledger, seat: Seat) -> Entry:
    body = entry_body.wrap(ledger.bridge.make(seat), ())
    return sign_entry(KEYS[seat], ledger.place, seat, body)


class OneStep:
    """What the peer that holds ``seat`` has heard and stated in the step after so many others."""

    def __init__(self, seat: Seat = 0, steps: int = OPEN) -> None:
        made = beginning()
        held = [one for one in SEATS if HOLDERS[one] == HOLDERS[seat]]
        self.ledger = Ledger(made.signed, CASE.game, {one: secret_of(one) for one in held})
        for step in made.steps[:steps]:
            self.ledger.adopt(step)
        self.entries = made.entries
        self.quorum = Quorum(self.ledger, KEYS[seat])
        self._clock = 0

    def stated(self, signer: Seat, kind: Kind, *subjects: Seat) -> Statement:
        """What a seat states about the open step."""
        return sign_statement(KEYS[signer], self.ledger.place, signer, kind, *subjects)

    def hear(self, signers: Sequence[Seat], kind: Kind, *subjects: Seat) -> None:
        for signer in signers:
            statement = self.stated(signer, kind, *subjects)
            assert self.quorum.is_news(statement)
            assert self.quorum.contradiction(statement) is None
            self.quorum.hear(statement)

    def take(self, *seats: Seat) -> None:
        """Entries come, and are taken unless their seats are given up."""
        for seat in seats:
            if not self.quorum.holds_off(self.entries[seat]):
                self.ledger.accept(self.entries[seat])

    def wait(self, seconds: int = PATIENCE) -> None:
        for _ in range(seconds):
            self._clock += 1
            self.quorum.look_at(self._clock)

    def closed_without(self, kind: Kind, *gone: Seat) -> Step:
        """The step as all others close it without these seats."""
        left = sorted(SEATS - frozenset(gone))
        statements = tuple(self.stated(signer, kind, *gone) for signer in left if gone)
        return Step(self.ledger.number, tuple(self.entries[seat] for seat in left), statements)

    def go_on(self, step: Step) -> None:
        """The step closes like this, and the next is open."""
        self.ledger.adopt(step)
        self.quorum.begin(self.ledger)


def said(statements: Iterable[Statement]) -> list[tuple[Seat, Kind, tuple[Seat, ...]]]:
    return [(one.signer, one.kind, one.subjects) for one in statements]
