"""A simulated LAN for whole tables: real sittings, a seeded network, disks that survive crashes.

One queue of events in order of time; everything random comes from one seed, so that a run repeats
bit for bit. Nothing is real but the production code.
"""

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain
from typing import cast

from p2pjeux.errors import PeerFault
from p2pjeux.games import fingerprint
from p2pjeux.log.charter import Charter, SignedCharter, seal_charter, sign_charter, sort_options
from p2pjeux.log.file import evidence_file
from p2pjeux.log.holders import Sitter, can_go_without, most_threshold
from p2pjeux.log.identity import Identity
from p2pjeux.log.records import Record
from p2pjeux.log.signed import Place, Signed
from p2pjeux.log.step import Step
from p2pjeux.rules.contract import Skill
from p2pjeux.sitting.sitting import Sitting
from p2pjeux.store.journal import still_needed
from p2pjeux.table.effects import (
    Effect,
    Keep,
    KeepEvidence,
    KeepStep,
    Regain,
    RollBack,
    Send,
    Tell,
)
from p2pjeux.table.events import Event
from p2pjeux.table.seating import Seating
from tests.kit import Case, two_may_go

PATIENCE = 20
TICK = 0.5
RESTART_AFTER = 0.3


@dataclass(frozen=True, slots=True)
class Weather:
    """What the network does to messages."""

    delay: float = 0.02
    jitter: float = 0.05
    loss: float = 0.0
    twice: float = 0.0


@dataclass
class Disk:
    """What a peer has written. Steps after ``synced`` may be lost in a crash, signed things not."""

    signed: list[Signed] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    synced: int = 0
    # By seat, a file that should convict it.
    evidence: list[tuple[int, bytes]] = field(default_factory=list)
    # What was signed is gone: the journal was damaged. It stays so over restarts.
    forgetful: bool = False


@dataclass
class Peer:
    name: str
    identity: Identity
    secret: bytes
    disk: Disk = field(default_factory=Disk)
    sitting: Sitting | None = None
    events: list[Event] = field(default_factory=list)
    # All that it has ever signed, whatever became of its disk.
    signed: list[Signed] = field(default_factory=list)
    # How often its log was shortened, and from which step on at the lowest.
    rolled_back: list[int] = field(default_factory=list)
    # How far its clock is ahead of the others'.
    ahead: float = 0.0
    # How many effects are still carried out before the power fails.
    power: int | None = None
    writes: int = 0
    skill: Skill = Skill.USUAL


class Lan:
    """One table. ``holders`` says which peer holds each seat; ``watchers`` hold none."""

    def __init__(
        self,
        case: Case,
        seed: int,
        holders: tuple[int, ...] | None = None,
        weather: Weather | None = None,
        watchers: int = 0,
    ) -> None:
        self.case = case
        self.rng = random.Random(f"{case}/{seed}")
        self.weather = weather or Weather()
        self.now = 0.0
        self.messages = 0
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self.cut: set[frozenset[int]] = set()
        # Peers that lie; a liar may run several programs with one key, which are peers here.
        self.liars: frozenset[int] = frozenset()
        # For each pair of peers whether their programs ever talk to each other.
        self.knows: Callable[[int, int], bool] = lambda _one, _other: True
        # Whether peers were kept from each other at any time: cut off, away, or without memory.
        self.was_cut = False
        # By peer, how long it keeps back at most what it says.
        self.late: dict[int, float] = {}
        # Closings upon which an honest peer has given light, by the place of the step.
        self.lit: dict[Place, set[bytes]] = {}
        # Peers that are gone for good.
        self.lost: set[int] = set()
        # Until when faults are due; a run is not over before.
        self.calm_from = 0.0
        # What a lying peer makes of a message: sender, receiver, message.
        self.twist: Callable[[int, int, bytes], bytes] = lambda _sender, _to, message: message
        # The write at which a peer dies: whose, which one, and whether it is still done.
        self.dies_at: tuple[int, int, bool] | None = None
        holders = holders or tuple(range(case.seats))
        self.peers = [
            Peer(
                f"p{number}", Identity(_secret(seed, "key", number)), _secret(seed, "table", number)
            )
            for number in range(max(holders) + 1 + watchers)
        ]
        self.signed = self._charter(holders, seed)
        self._seed = seed

    def seed_of(self, number: int) -> bytes:
        """The secret behind a peer's identity: a liar may sign with it as it likes."""
        return _secret(self._seed, "key", number)

    def _charter(self, holders: tuple[int, ...], seed: int) -> SignedCharter:
        case = self.case
        seats = tuple(
            Sitter(f"Zoé {seat}", self.peers[one].identity.public)
            for seat, one in enumerate(holders)
        )
        charter = Charter(
            case.game_id,
            sort_options(dict(case.options)),
            fingerprint(case.game_id),
            seats,
            min(two_may_go(len(seats)), most_threshold(seats)),
            "cabane",
            PATIENCE,
            _secret(seed, "nonce", 0),
        )
        return seal_charter(
            charter, [sign_charter(self.peers[one].identity, charter.id) for one in holders]
        )

    def _seats_by(self, peer: Peer) -> frozenset[int]:
        return frozenset(self.signed.charter.seats_of(peer.identity.public))

    def seats_of(self, number: int) -> frozenset[int]:
        return frozenset(self.signed.charter.seats_of(self.peers[number].identity.public))

    def can_spare(self, gone: frozenset[int]) -> bool:
        """Whether a table of which all others are present can go on without these seats."""
        charter = self.signed.charter
        people = charter.people
        return 2 * len(people - gone) > len(people) and can_go_without(
            charter.seats, charter.threshold, gone
        )

    # The world.

    def at(self, delay: float, action: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._queue, (self.now + delay, self._count, action))

    def start(self, number: int) -> None:
        """Sit down, or come back after a crash with what is on the disk."""
        peer = self.peers[number]
        if number in self.lost:
            return
        seating = Seating(
            self.signed,
            self.case.game,
            peer.identity,
            peer.secret,
            bots=self.seats_of(number),
            skill=peer.skill,
            hasty=True,
        )
        peer.sitting = sitting = Sitting(seating)
        peer.power = None
        disk = peer.disk
        kept = still_needed(cast("list[Record]", disk.signed), len(disk.steps))
        effects = sitting.start(
            self.clock(number), tuple(disk.steps), kept, forgetful=disk.forgetful
        )
        self.do(number, effects)
        for other, them in enumerate(self.peers):
            if other != number and them.sitting is not None and self._is_linked(number, other):
                self.do(number, sitting.linked(them.identity.public))
        self._tick(number, sitting)

    def _is_linked(self, one: int, other: int) -> bool:
        return frozenset({one, other}) not in self.cut and self.knows(one, other)

    def clock(self, number: int) -> float:
        return self.now + self.peers[number].ahead

    def _tick(self, number: int, sitting: Sitting) -> None:
        def tick() -> None:
            if self.peers[number].sitting is sitting:
                self.do(number, sitting.tick(self.clock(number)))
                self._tick(number, sitting)

        self.at(TICK * (0.8 + 0.4 * self.rng.random()), tick)

    def crash(self, number: int) -> None:
        """Lose everything but the disk, and of that perhaps the last steps."""
        peer = self.peers[number]
        peer.sitting = peer.power = None
        kept = self.rng.randint(peer.disk.synced, len(peer.disk.steps))
        del peer.disk.steps[kept:]

    def damage(self, number: int) -> None:
        """Lose the journal: the log is whole, but what was signed is forgotten."""
        disk = self.peers[number].disk
        disk.synced = len(disk.steps)
        disk.forgetful = True
        disk.signed.clear()
        self.crash(number)

    def do(self, number: int, effects: list[Effect]) -> None:
        """Carry effects out in their order, as long as there is power."""
        peer, sitting = self.peers[number], self.peers[number].sitting
        for effect in _ordered(effects):
            if peer.power is not None:
                peer.power -= 1
                if peer.power < 0:
                    self.crash(number)
            if peer.sitting is not sitting:
                return
            match effect:
                case Send(to=to, message=message):
                    self._send(number, to, message)
                case Tell(event=event):
                    peer.events.append(event)
                case _ if self.dies_at and self.dies_at[:2] == (number, peer.writes):
                    self._die(number, effect)
                case _:
                    self._write(peer, effect)
        self._note_light(number)

    def _note_light(self, number: int) -> None:
        """Whoever gives light does so upon a closing; no other may ever take its place."""
        sitting = self.peers[number].sitting
        if number in self.liars or sitting is None:
            return
        log = sitting.ledger.chain
        for place in sitting._promises.lit:
            step = log.closed(place.step)
            if step is not None and step.place == place:
                self.lit.setdefault(place, set()).add(step.digest)

    def _die(self, number: int, effect: Keep | KeepStep | RollBack | KeepEvidence | Regain) -> None:
        """Crash at a write, before or after it is done, and start again soon."""
        assert self.dies_at is not None
        if self.dies_at[2]:
            self._write(self.peers[number], effect)
        self.dies_at = None
        self.crash(number)
        self.at(RESTART_AFTER, lambda: self.start(number))

    def _write(
        self, peer: Peer, effect: Keep | KeepStep | RollBack | KeepEvidence | Regain
    ) -> None:
        disk = peer.disk
        peer.writes += 1
        match effect:
            case Keep(records=records):
                disk.signed += records
                peer.signed += (one for one in records if one.seat in self._seats_by(peer))
                # Whatever it is signed upon is made safe with it.
                disk.synced = len(disk.steps)
            case KeepStep(step=step):
                disk.steps.append(step)
                if self.rng.random() < 0.3:
                    disk.synced = len(disk.steps)
            case RollBack(number=first):
                disk.steps = [step for step in disk.steps if step.number < first]
                peer.rolled_back.append(first)
                disk.synced = min(disk.synced, len(disk.steps))
            case KeepEvidence(seat=seat, evidence=evidence):
                disk.evidence.append((seat, evidence_file(self.signed, disk.steps, evidence)))
            case Regain():
                disk.forgetful = False

    def _send(self, sender: int, to: bytes | None, message: bytes) -> None:
        for number, peer in enumerate(self.peers):
            if number == sender or (to is not None and peer.identity.public != to):
                continue
            if not self.knows(sender, number):
                continue
            copies = 1 + (self.rng.random() < self.weather.twice)
            for _ in range(copies):
                if self.rng.random() >= self.weather.loss:
                    delay = self.weather.delay + self.weather.jitter * self.rng.random()
                    delay += self.late.get(sender, 0.0) * self.rng.random()
                    sent = self.twist(sender, number, message)
                    self.at(delay, self._arrival(sender, number, sent))

    def _arrival(self, sender: int, number: int, message: bytes) -> Callable[[], None]:
        def arrive() -> None:
            sitting = self.peers[number].sitting
            if sitting is None or frozenset({sender, number}) in self.cut:
                return
            self.messages += 1
            try:
                effects = sitting.receive(self.peers[sender].identity.public, message)
            except PeerFault:
                return
            self.do(number, effects)

        return arrive

    def run(self, until: float, done: Callable[[], bool] | None = None) -> bool:
        """Let time go on; return whether ``done`` came true before ``until``."""
        while self._queue and self._queue[0][0] <= until:
            if done is not None and done():
                return True
            self.now, _, action = heapq.heappop(self._queue)
            action()
        return done is not None and done()

    def finished(self) -> bool:
        there = [peer.sitting for peer in self.honest() if peer.sitting is not None]
        return bool(there) and all(sitting.ledger.complete for sitting in there)

    def honest(self) -> list[Peer]:
        return [peer for number, peer in enumerate(self.peers) if number not in self.liars]

    def logs(self) -> set[bytes]:
        """The distinct logs of all honest peers that are there, by their digests."""
        return {
            peer.sitting.ledger.chain.digest for peer in self.honest() if peer.sitting is not None
        }


def _ordered(effects: list[Effect]) -> list[Effect]:
    """As a peer does them: all that is kept in one write, then the rest, what is sent at last."""
    if any(isinstance(one, RollBack) for one in effects):
        return effects
    kept = [one.records for one in effects if isinstance(one, Keep)]
    first: list[Effect] = [Keep(tuple(chain.from_iterable(kept)))] if kept else []
    sent: list[Effect] = [one for one in effects if isinstance(one, Send)]
    rest = [one for one in effects if not isinstance(one, Keep | Send)]
    return [*first, *rest, *sent]


def _secret(seed: int, what: str, number: int) -> bytes:
    return sha256(f"{seed}/{what}/{number}".encode()).digest()
