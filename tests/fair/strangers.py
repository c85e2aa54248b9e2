"""A table of strangers in one process: each peer holds one secret, and they exchange only bytes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeAlias

from nacl import bindings

from p2pjeux.fair.bridge import Bridge
from p2pjeux.fair.script import Table
from p2pjeux.fair.transcript import Context
from p2pjeux.rules.contract import Game, OptionValue
from p2pjeux.rules.engine import Happening
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.source import SeededSource
from p2pjeux.rules.value import state_digest
from tests.kit import Case, all_others, two_may_go
from tests.rules.toy import TOY

GROUP_CALLS = (
    "crypto_scalarmult_ed25519_noclamp",
    "crypto_scalarmult_ed25519_base_noclamp",
    "crypto_core_ed25519_add",
    "crypto_core_ed25519_sub",
    "crypto_core_ed25519_is_valid_point",
)


@contextmanager
def remembered(size: int = 1 << 16) -> Iterator[None]:
    """Let libsodium compute everything once: peers in one process check the same bodies.

    The results are libsodium's own; only the work that N machines would share is not done N times.
    """
    originals = {name: getattr(bindings, name) for name in GROUP_CALLS}
    for name, original in originals.items():
        setattr(bindings, name, lru_cache(size)(original))
    try:
        yield
    finally:
        for name, original in originals.items():
            setattr(bindings, name, original)


def table_of(
    game: Game[Any],
    seats: int,
    seed: int = 0,
    options: dict[str, OptionValue] | None = None,
    threshold: int | None = None,
) -> Table:
    return Table(
        sha256(b"table%d" % seed).digest(),
        game,
        seats,
        options or {},
        two_may_go(seats) if threshold is None else threshold,
        all_others(seats),
    )


def make_table(case: Case, seed: int = 0) -> Table:
    return table_of(case.game, case.seats, seed, dict(case.options))


def toy_table(seats: int, seed: int = 0, threshold: int | None = None) -> Table:
    return table_of(TOY, seats, seed, threshold=threshold)


def table_secret(seat: Seat, seed: int = 0) -> bytes:
    return sha256(b"secret%d/%d" % (seat, seed)).digest()


# What a log would hold: who gave which body, was declared absent, came back; and closed steps.
Event: TypeAlias = tuple[str, Seat, bytes]
CLOSE: Event = ("close", 0, b"")


def follow(bridge: Bridge, event: Event) -> None:
    """Let a bridge live through what a log holds."""
    match event:
        case "body", seat, body:
            bridge.accept(seat, body)
        case "absent", seat, _:
            bridge.declare_absent(seat)
        case "back", seat, _:
            bridge.declare_back(seat)
        case _:
            bridge.advance()


@dataclass
class Strangers:
    """One bridge per seat; ``lost`` seats send and hear nothing."""

    table: Table
    seed: int = 0
    peers: list[Bridge] = field(init=False)
    lost: set[Seat] = field(default_factory=set)
    happened: list[Happening[Any]] = field(default_factory=list)
    history: list[Event] = field(default_factory=list)
    decide: Callable[[Bridge, Seat, SeededSource], Action] = field(
        default=lambda bridge, seat, source: bridge.game.bot(bridge.view(seat), source)
    )

    def __post_init__(self) -> None:
        self.peers = [self.sit_down(seat) for seat in range(self.table.seats)]

    def sit_down(self, seat: Seat) -> Bridge:
        """A peer with this seat's secret and nothing else."""
        return Bridge(self.table, {seat: table_secret(seat, self.seed)})

    @property
    def here(self) -> list[Seat]:
        return [seat for seat in range(self.table.seats) if seat not in self.lost]

    @property
    def witness(self) -> Bridge:
        return self.peers[self.here[0]]

    @property
    def over(self) -> bool:
        return self.witness.over

    @property
    def task(self) -> str:
        """The kind of the present step."""
        return type(self.witness._step.task).__name__ if self.witness._step else "over"

    def context(self, seat: Seat) -> Context:
        return Context(self.table.id, self.witness.number, seat)

    def action(self, seat: Seat) -> Action | None:
        """What a seat decides now, if it must decide anything; the same whenever it is asked."""
        peer = self.peers[seat]
        if not peer.needs_decision(seat):
            return None
        source = SeededSource(b"seat%d/%d/%d" % (seat, self.seed, peer.number))
        return self.decide(peer, seat, source)

    def body(self, seat: Seat) -> bytes:
        """What a seat sends now."""
        return self.peers[seat].make(seat, self.action(seat))

    def tell(self, event: Event) -> None:
        """Let everybody who is here live through one event."""
        for other in self.here:
            follow(self.peers[other], event)
        self.history.append(event)

    def deliver(self, bodies: dict[Seat, bytes]) -> None:
        """Bring bodies to everybody who is here, to each in another order."""
        events: list[Event] = [("body", seat, body) for seat, body in bodies.items()]
        for turn, other in enumerate(self.here):
            for at in range(len(events)):
                follow(self.peers[other], events[(at + turn) % len(events)])
        self.history += events

    def close(self) -> None:
        """Close the step everywhere; all peers must see the same happen."""
        seen = [self.peers[seat].advance() for seat in self.here]
        assert all(happened == seen[0] for happened in seen)
        self.happened += seen[0]
        self.history.append(CLOSE)

    def step(self) -> None:
        """One whole step; seats that are lost are declared absent when they are missed."""
        asked = self.witness.asked
        for seat in asked:
            if seat in self.lost:
                self.tell(("absent", seat, b""))
        self.deliver({seat: self.body(seat) for seat in asked if seat not in self.lost})
        self.close()

    def run(self, until: Callable[["Strangers"], bool] = lambda strangers: strangers.over) -> None:
        while not until(self):
            self.step()

    def run_to(self, number: int) -> None:
        """Until this step is open, or the game is over."""
        self.run(lambda strangers: strangers.over or strangers.witness.number == number)

    def rebuild(self, seat: Seat) -> Bridge:
        """A peer that knows its secret and reads all the rest in the log."""
        peer = self.sit_down(seat)
        for event in self.history:
            follow(peer, event)
        return peer

    def bring_back(self, seat: Seat) -> None:
        """The lost seat's machine starts again, reads the log, and its person plays on."""
        self.peers[seat] = self.rebuild(seat)
        self.lost.discard(seat)
        self.tell(("back", seat, b""))

    def bodies(self) -> list[bytes]:
        return [body for _, _, body in self.history if body]

    def digests(self) -> set[bytes]:
        """What the peers that are here know in common: one digest if they agree."""
        return {common_digest(self.peers[seat]) for seat in self.here}


def common_digest(bridge: Bridge) -> bytes:
    """Everything that all must know alike, the order of public faces included."""
    public = list(bridge.view(None).faces.items())
    parts = (bridge.number, bridge.asked, bridge.over, sorted(bridge.absent), public)
    return sha256(state_digest(bridge.state) + repr(parts).encode()).digest()
