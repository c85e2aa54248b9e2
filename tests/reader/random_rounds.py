"""Steps that rest upon rounds drawn at random: mostly as honest peers make them, often not."""

import random
from dataclasses import dataclass, field

from p2pjeux.agree.grounds import StepTerms
from p2pjeux.agree.voters import voters_of
from p2pjeux.log.ballot import Accept, Ballot, Closing, Move, Proposal, closing_of
from p2pjeux.log.certificate import certificate_of
from p2pjeux.log.entry import Entry
from p2pjeux.log.file import write_log
from p2pjeux.log.step import Step
from tests.log.make_vectors import entry, identity, up_to

CHAIN = up_to(2)
PLACE = CHAIN.place
PEERS = (0, 1, 2)
ENTRIES = {(seat, body): entry(CHAIN, seat, body) for seat in (0, 2) for body in (b"x", b"y")}


def closings() -> dict[Closing, tuple[Entry, ...]]:
    """All ways in which this step may be closed, were everything signed, and what they hold."""
    zero, other, two = ENTRIES[0, b"x"], ENTRIES[0, b"y"], ENTRIES[2, b"x"]
    held: list[tuple[Entry, ...]] = [(zero, two), (other, two), (zero,), (other,)]
    return {
        closing_of(((one.seat, one.digest) for one in some), () if len(some) == 2 else (2,)): some
        for some in held
    }


CLOSINGS = closings()
FULL = [one for one in CLOSINGS if not one.absent]
TERMS = StepTerms(PLACE, voters_of(CHAIN.signed, frozenset(range(4))), frozenset({0, 2}))


@dataclass
class RoundsOfStep:
    """What three peers sign in one step. ``slip`` is how likely each choice is a wrong one."""

    rng: random.Random
    slip: float
    records: list[Ballot] = field(default_factory=list)
    accepts: dict[int, list[Accept]] = field(default_factory=dict)

    def slips(self) -> bool:
        return self.rng.random() < self.slip

    def accept(self, peer: int, number: int, closing: Closing, proposal: Proposal | None) -> None:
        named = None if proposal is None else proposal.digest
        digest = closing.digest(PLACE)
        made = Accept.sign(identity(peer), PLACE, peer, number, digest, named)
        self.records.append(made)
        self.accepts.setdefault(peer, []).append(made)

    def move(self, peer: int, number: int, without: tuple[int, ...]) -> Move:
        known = self.accepts.get(peer, [])
        last = known[-1] if known else None
        if known and self.slips():
            last = self.rng.choice([*known, None])
        told = None if last is None else (last.round, last.digest)
        if self.slips():
            without = self.rng.choice([(), (2,)])
        made = Move.sign(identity(peer), PLACE, peer, number, told, without if peer != 2 else ())
        self.records.append(made)
        return made

    def proposed(self, moves: list[Move]) -> Closing:
        """What follows from these moves, or anything."""
        told = [move.highest for move in moves if move.highest is not None]
        if self.slips() or not told:
            left_out = all(move.without for move in moves)
            fits = [one for one in CLOSINGS if bool(one.absent) == left_out or self.slips()]
            return self.rng.choice(fits or list(CLOSINGS))
        digest = max(told)[1]
        named = next(one for one in self.records if one.digest == digest)
        assert isinstance(named, Accept)
        return next(one for one in CLOSINGS if one.digest(PLACE) == named.closing)

    def run(self, number: int) -> Proposal:
        """One round; return what its scribe proposes."""
        movers = sorted(self.rng.sample(PEERS, 2))
        if self.slips():
            movers = sorted(self.rng.sample(PEERS, self.rng.choice([1, 3])))
        without = self.rng.choice([(), (2,)]) if 2 not in movers else ()
        moves = [self.move(peer, number, without) for peer in movers]
        scribe = self.rng.choice(PEERS) if self.slips() else TERMS.scribe(number)
        names = tuple(move.digest for move in moves)
        proposal = Proposal.sign(
            identity(scribe), PLACE, scribe, number, self.proposed(moves), names
        )
        self.records.append(proposal)
        for peer in self.rng.sample(PEERS, self.rng.choice([1, 2, 2, 3])):
            self.accept(peer, number, proposal.closing, proposal)
        return proposal


def log_of_rounds(rng: random.Random) -> bytes:
    """The log of the vectors, and a step that was closed after one to three rounds."""
    rounds = RoundsOfStep(rng, rng.choice([0.0, 0.05, 0.2]))
    for peer in rng.sample(PEERS, rng.choice([0, 0, 1, 2, 3])):
        rounds.accept(peer, 0, rng.choice(FULL), None)
    last = [rounds.run(number) for number in range(1, rng.randrange(2, 5))][-1]
    accepts = [
        one for known in rounds.accepts.values() for one in known if one.proposal == last.digest
    ]
    if len(accepts) == 1 and not rounds.slips():
        peer = next(one for one in PEERS if one != accepts[0].seat)
        rounds.accept(peer, last.round, last.closing, last)
        accepts.append(rounds.accepts[peer][-1])
    shown = [
        one for one in rounds.records if one not in accepts and not rng.random() < rounds.slip / 4
    ]
    certificate = certificate_of(accepts, shown)
    step = Step(PLACE, CLOSINGS[last.closing], last.closing.absent, certificate)
    return write_log(CHAIN.signed, [*CHAIN.steps, step])
