"""Whole games as finished logs with real signatures, written by seed and kept for the run."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256

from p2pjeux.games import fingerprint
from p2pjeux.log.ballot import Back, closing_of
from p2pjeux.log.charter import Charter, SignedCharter, seal_charter, sign_charter, sort_options
from p2pjeux.log.entry import Entry, sign_entry
from p2pjeux.log.file import write_log
from p2pjeux.log.holders import Sitter
from p2pjeux.log.identity import Identity
from p2pjeux.log.step import Step
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.source import SeededSource
from p2pjeux.table import entry_body
from p2pjeux.table.last_steps import result_body, secret_body
from p2pjeux.table.ledger import Ledger
from tests.kit import Case, two_may_go
from tests.log.certifying import certify

NAMES = ("Anne", "Björn", "Chloé", "Dora", "Émile", "Fatou", "Guy", "Hélène", "Ida", "Jo", "K", "L")
# Drawn, so that the first steps are chance and every seat has an entry in them.
OSTRAKON = Case("ostrakon", 5, (("philosophers", "drawn"),))
STONEHENGE = Case("stonehenge", 3)


def identity_of(seat: Seat, seed: int = 0) -> Identity:
    return Identity(sha256(b"identity%d/%d" % (seat, seed)).digest())


def secret_of(seat: Seat, seed: int = 0) -> bytes:
    return sha256(b"secret%d/%d" % (seat, seed)).digest()


def make_charter(case: Case, seed: int = 0) -> Charter:
    return Charter(
        game_id=case.game_id,
        options=sort_options(dict(case.options)),
        fingerprint=fingerprint(case.game_id),
        seats=tuple(
            Sitter(NAMES[seat], identity_of(seat, seed).public) for seat in range(case.seats)
        ),
        threshold=two_may_go(case.seats),
        table_name="Chez Anne",
        patience=60,
        nonce=sha256(b"nonce%d" % seed).digest(),
    )


def sign_by_all(charter: Charter, seed: int = 0) -> SignedCharter:
    return seal_charter(
        charter,
        [sign_charter(identity_of(seat, seed), charter.id) for seat in range(len(charter.seats))],
    )


@dataclass
class Writer:
    """All seats of one table, honest to the last. ``lost`` seats give nothing."""

    case: Case
    seed: int = 0
    lost: set[Seat] = field(default_factory=set)
    declining: set[Seat] = field(default_factory=set)
    # Seats that are back, whose return the next entry carries.
    returning: set[Seat] = field(default_factory=set)
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.signed = sign_by_all(make_charter(self.case, self.seed), self.seed)
        secrets = {seat: secret_of(seat, self.seed) for seat in range(self.case.seats)}
        self.ledger = Ledger(self.signed, self.case.game, secrets)
        self._sources = [
            SeededSource(b"seat%d/%d" % (seat, self.seed)) for seat in range(self.case.seats)
        ]

    def identity(self, seat: Seat) -> Identity:
        return identity_of(seat, self.seed)

    def body(self, seat: Seat) -> bytes:
        """What an honest seat gives now."""
        bridge = self.ledger.bridge
        if self.ledger.shows_secrets:
            return secret_body(None if seat in self.declining else secret_of(seat, self.seed))
        if bridge.over:
            return result_body(self.ledger.outcome)
        action = None
        if bridge.needs_decision(seat):
            action = bridge.game.bot(bridge.view(seat), self._sources[seat])
        return bridge.make(seat, action)

    def entry(self, seat: Seat, body: bytes | None = None) -> Entry:
        given = self.body(seat) if body is None else body
        notes = tuple(map(self.back, sorted(self.returning)))
        wrapped = entry_body.wrap(given, notes)
        return sign_entry(self.identity(seat), self.ledger.place, seat, wrapped)

    def back(self, seat: Seat) -> Back:
        return Back.sign(self.identity(seat), self.ledger.left_at[seat], seat)

    def step(self, bodies: Mapping[Seat, bytes] | None = None) -> None:
        """One whole step; lost seats are left out when they are missed.

        ``bodies`` are those of seats that do not give what an honest seat would.
        """
        ledger = self.ledger
        for seat in ledger.asked:
            if seat not in self.lost:
                ledger.accept(self.entry(seat, (bodies or {}).get(seat)))
        self.close()

    def close(self) -> None:
        """Close the open step with what was given, as all who are there accept it."""
        ledger = self.ledger
        gone = ledger.asked
        entries = tuple(ledger.entries.values())
        closing = closing_of(((entry.seat, entry.digest) for entry in entries), gone)
        there = ledger.terms.voters.peers_of(ledger.present - self.lost)
        certificate = certify(ledger.terms, closing, self.identity, there)
        closed = ledger.close(entries, gone, certificate)
        self.returning -= closed.back
        self.steps.append(closed.step)

    def run(self, until: Callable[["Writer"], bool] = lambda writer: False) -> "Writer":
        """Go on to the end, or until a step is about to begin for which ``until`` holds."""
        while not self.ledger.complete and not until(self):
            self.step()
        return self

    @property
    def data(self) -> bytes:
        return write_log(self.signed, self.steps)


@dataclass(frozen=True, slots=True)
class Written:
    """A log that was written; what it takes to write it otherwise is with it."""

    signed: SignedCharter
    steps: tuple[Step, ...]
    data: bytes
    secrets: Mapping[Seat, bytes]


@cache
def whole_game(case: Case = OSTRAKON, seed: int = 0) -> Written:
    """A finished game with its two last steps."""
    return _written(Writer(case, seed).run())


@cache
def beginning(case: Case = OSTRAKON, seed: int = 0, steps: int = 8) -> Written:
    """The first steps of a game: enough for most damage, and quick to check."""
    return _written(Writer(case, seed).run(lambda writer: len(writer.steps) == steps))


@cache
def game_with_absence(case: Case = OSTRAKON, seed: int = 0) -> Written:
    """Seat 1 goes at step 10, comes back later, and the last seat goes for good at step 30."""
    writer = Writer(case, seed)
    writer.run(lambda one: len(one.steps) == 10)
    writer.lost.add(1)
    writer.run(lambda one: 1 in one.ledger.left_at and len(one.steps) > 20)
    writer.lost.clear()
    writer.returning.add(1)
    writer.run(lambda one: not one.returning and len(one.steps) > 30)
    writer.lost.add(case.seats - 1)
    return _written(writer.run())


def _written(writer: Writer) -> Written:
    secrets = {seat: secret_of(seat, writer.seed) for seat in range(writer.case.seats)}
    return Written(writer.signed, tuple(writer.steps), writer.data, secrets)
