"""One real peer as a value: what an input makes of it, worked out once for each that differs.

A machine is a ``Peer`` of a scene that is never changed: it is forked, the fork is given the input,
and what it sends is kept beside it. Two machines are one if nothing that they will ever do differs.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Final

from p2pjeux.agree.assembly import Assembly
from p2pjeux.agree.effects import Doing, Overruled
from p2pjeux.agree.grounds import Grounds
from p2pjeux.agree.promises import Given, Promises
from p2pjeux.agree.step import StepAgreement
from p2pjeux.agree.votes import Votes
from p2pjeux.log.ballot import Back, Ballot
from p2pjeux.log.conviction import Conviction
from p2pjeux.log.entry import Entry
from p2pjeux.log.signed import Place
from tests.agree.scene import Peer, Scene, identity_of

# Everything else that a peer refers to is a value.
_OWN: Final = (Assembly, StepAgreement, Votes, Grounds, Promises, Given)


def fork(one: Any, known: dict[int, Any]) -> Any:
    """The same once more, sharing all that never changes; what was one stays one."""
    kind = type(one)
    if kind not in (dict, list, set) and kind not in _OWN:
        return one
    if id(one) in known:
        return known[id(one)]
    if kind is dict:
        made: Any = {}
        known[id(one)] = made
        made.update((key, fork(value, known)) for key, value in one.items())
    elif kind is list:
        made = known[id(one)] = []
        made += [fork(value, known) for value in one]
    elif kind is set:
        made = known[id(one)] = set(one)
    else:
        made = known[id(one)] = object.__new__(kind)
        for name, value in vars(one).items():
            made.__dict__[name] = dict(value) if name == "_worked_out" else fork(value, known)
    return made


@dataclass(frozen=True)
class Message:
    """What one peer sends to all at once."""

    entries: tuple[Entry, ...] = ()
    records: tuple[Ballot | Back, ...] = ()
    proofs: tuple[Conviction, ...] = ()

    def name(self) -> Hashable:
        return (
            tuple(one.digest for one in (*self.entries, *self.records)),
            tuple(one.encode() for one in self.proofs),
        )


@dataclass(frozen=True, eq=False)
class Machine:
    """``received`` has a bit for each message of each other peer, in the order it sent them."""

    peer: Peer
    sent: tuple[int, ...] = ()
    received: tuple[int, ...] = ()
    # The steps upon which it has given light, and how each was closed.
    lit: frozenset[tuple[Place, bytes]] = frozenset()
    restarts: int = 0
    # Promises that broke, as far as this peer alone can break them.
    broken: frozenset[str] = frozenset()
    # What was worked out about it.
    facts: dict[str, Any] = field(default_factory=dict)

    def identity(self) -> Hashable:
        """Everything that what it does depends upon; the clock only by which timers run."""
        assembly, promises = self.peer.assembly, self.peer.assembly.promises
        return (
            self.peer.name,
            self.sent,
            self.received,
            self.lit,
            self.restarts,
            self.broken,
            tuple(done.closing.digest(done.place) for done in self.peer.log),
            tuple(_identity_of_step(step) for step in assembly._steps),
            frozenset(assembly.guilty),
            frozenset(assembly._caught),
            frozenset(one for kept in assembly._ahead.values() for one in kept),
            tuple(promises._upon),
            frozenset(promises._barred),
            promises.is_forgetful,
            frozenset((place, _identity_of_given(one)) for place, one in promises._given.items()),
            frozenset(one.digest for one in self.peer.disk) if self.restarts else None,
        )


def _identity_of_step(step: StepAgreement) -> Hashable:
    votes = step.votes
    return (
        step.terms.place,
        frozenset(votes.records),
        # Of a liar the order counts in which its versions came.
        tuple(tuple(one.digest for one in slot) for slot in votes._slots.values() if len(slot) > 1),
        frozenset(
            (seat, tuple(one.digest for one in known)) for seat, known in votes.entries.items()
        ),
        frozenset((digest, one[1].round) for digest, one in step.certified.items()),
        step.chosen,
        step.is_settled,
        frozenset((digest, frozenset(peers)) for digest, peers in step.upon.items()),
        (step.without, step.silent, step.late),
        None if step._running is None else step._running[0],
        frozenset(step._refused),
    )


def _identity_of_given(given: Given) -> Hashable:
    entries = tuple(one.digest for one in given.entries.values())
    return frozenset((*entries, *(one.digest for one in given.ballots))), given.is_lit


class Bench(Scene):
    """A scene whose peers are put in one at a time, and whose wire only remembers."""

    def __init__(self, keys: list[int], threshold: int) -> None:
        self.out: list[Message] = []
        self.overruled: list[Overruled] = []
        super().__init__(keys, threshold, lambda line: None)

    def tell_doing(self, peer: Peer, one: Doing) -> None:
        if isinstance(one, Overruled):
            self.overruled.append(one)

    def tell(self, line: str) -> None:
        pass

    def send(
        self,
        peer: Peer,
        entries: tuple[Entry, ...] = (),
        records: tuple[Ballot | Back, ...] = (),
        proofs: tuple[Conviction, ...] = (),
    ) -> None:
        self.out.append(Message(entries, records, proofs))

    def enter(self, name: str, seat: int, body: bytes) -> None:
        """Without telling, which would look for names."""
        peer = self.peers[name]
        place = peer.assembly.open.terms.place
        entry, kept = peer.assembly.promises.entry(place, seat, body)
        peer.disk += kept.records
        self.send(peer, entries=(entry,))
        self.receive(peer, entry)

    def run(self, machine: Machine, act: Callable[[Peer], None]) -> Peer:
        """The peer after an act; what it sent and reopened is in ``out`` and ``overruled``."""
        old = machine.peer
        peer = Peer(
            old.name,
            old.seats,
            fork(old.assembly, {}),
            list(old.disk),
            list(old.log),
            dict(old.backs),
            list(old.proofs),
            shown=set(old.shown),
        )
        self.peers[peer.name] = peer
        self.out, self.overruled = [], []
        act(peer)
        return peer

    def forget(self, peer: Peer) -> None:
        """It starts again without its disk, knowing that."""
        key = self.keys[peer.seats[0]]
        promises = Promises(self.signed, identity_of(key), forgetful=True)
        peer.disk, peer.log = [], []
        peer.assembly = Assembly(self.signed, promises)
        self.begin(peer)
