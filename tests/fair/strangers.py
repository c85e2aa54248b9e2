"""A table of strangers in one process: each peer holds one secret, and they exchange only bytes."""

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from p2pjeux.fair.bridge import Bridge
from p2pjeux.fair.keybook import default_threshold
from p2pjeux.fair.script import Table
from p2pjeux.rules.contract import OptionValue
from p2pjeux.rules.engine import Happening
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.source import SeededSource
from p2pjeux.rules.value import state_digest
from tests.kit import Case


def make_table(case: Case, seed: int = 0) -> Table:
    options: dict[str, OptionValue] = dict(case.options)
    threshold = default_threshold(case.seats)
    return Table(sha256(b"table%d" % seed).digest(), case.game, case.seats, options, threshold)


def table_secret(seat: Seat, seed: int = 0) -> bytes:
    return sha256(b"secret%d/%d" % (seat, seed)).digest()


@dataclass
class Strangers:
    """One bridge per seat; ``lost`` seats send and hear nothing."""

    table: Table
    seed: int = 0
    peers: list[Bridge] = field(init=False)
    lost: set[Seat] = field(default_factory=set)
    happened: list[Happening[Any]] = field(default_factory=list)
    decide: Callable[[Bridge, Seat, SeededSource], Action] = field(
        default=lambda bridge, seat, source: bridge.game.bot(bridge.view(seat), source)
    )

    def __post_init__(self) -> None:
        self.peers = [
            Bridge(self.table, {seat: table_secret(seat, self.seed)})
            for seat in range(self.table.seats)
        ]
        self._sources = [
            SeededSource(b"seat%d/%d" % (seat, self.seed)) for seat in range(self.table.seats)
        ]

    @property
    def here(self) -> list[Seat]:
        return [seat for seat in range(self.table.seats) if seat not in self.lost]

    @property
    def witness(self) -> Bridge:
        return self.peers[self.here[0]]

    @property
    def over(self) -> bool:
        return self.witness.over

    def body(self, seat: Seat) -> bytes:
        """What a seat sends now."""
        peer = self.peers[seat]
        action = None
        if peer.needs_decision(seat):
            action = self.decide(peer, seat, self._sources[seat])
        return peer.make(seat, action)

    def deliver(self, seat: Seat, body: bytes) -> None:
        for other in self.here:
            self.peers[other].accept(seat, body)

    def advance(self) -> None:
        """Close the step everywhere; all peers must see the same happen."""
        seen = [self.peers[seat].advance() for seat in self.here]
        assert all(happened == seen[0] for happened in seen)
        self.happened += seen[0]

    def step(self) -> None:
        """One whole step; seats that are lost are declared absent when they are missed."""
        for seat in self.witness.asked:
            if seat in self.lost:
                for other in self.here:
                    self.peers[other].declare_absent(seat)
            else:
                self.deliver(seat, self.body(seat))
        self.advance()

    def run(self, until: Callable[["Strangers"], bool] = lambda strangers: strangers.over) -> None:
        while not until(self):
            self.step()

    def digests(self) -> set[bytes]:
        return {state_digest(self.peers[seat].state) for seat in self.here}
