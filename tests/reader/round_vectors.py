"""Certificates above round 0 that rest upon nothing that holds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from p2pjeux.log.ballot import Accept, Closing, Move, Proposal, closing_of
from p2pjeux.log.certificate import certificate_of
from p2pjeux.log.entry import Entry, Place
from p2pjeux.log.step import Step
from tests.log.make_vectors import (
    entry,
    identity,
    up_to,
)
from tests.reader.refused_log import Refused, ending_in


@dataclass(frozen=True, slots=True)
class Round:
    """One round of step 2 as somebody would have it: seat 2 is away, seat 0 is asked too.

    Peers are 0, 1 and 2, two of them a quorum, and 0 is the scribe of the first round.
    """

    place: Place
    given: Entry

    @property
    def closing(self) -> Closing:
        return closing_of([(0, self.given.digest)], (2,))

    def move(
        self,
        seat: int,
        number: int = 1,
        highest: tuple[int, bytes] | None = None,
        without: tuple[int, ...] = (2,),
    ) -> Move:
        return Move.sign(identity(seat), self.place, seat, number, highest, without)

    def propose(self, *moves: Move, seat: int = 0, number: int = 1) -> Proposal:
        names = tuple(move.digest for move in moves)
        return Proposal.sign(identity(seat), self.place, seat, number, self.closing, names)

    def accept(
        self, seat: int, proposal: Proposal, number: int = 1, closing: Closing | None = None
    ) -> Accept:
        digest = (closing or proposal.closing).digest(self.place)
        return Accept.sign(identity(seat), self.place, seat, number, digest, proposal.digest)

    def step(
        self,
        proposal: Proposal,
        *records: Accept | Move | Proposal,
        number: int | None = None,
        closing: Closing | None = None,
    ) -> Step:
        """As 0 and 1 have accepted it; of another round or closing, if they are said."""
        accepts = [
            self.accept(seat, proposal, number or proposal.round, closing or proposal.closing)
            for seat in (0, 1)
        ]
        certificate = certificate_of(accepts, [proposal, *records])
        return Step(self.place, (self.given,), (2,), certificate)


def rounds() -> Iterator[Refused]:
    """Certificates above round 0 whose accepts rest upon nothing that holds."""
    chain = up_to(2)
    turn = Round(chain.place, entry(chain, 0, b"x"))
    one, other = turn.move(0), turn.move(1)

    def bad(
        name: str, step: Step, seat: int | None = None, fault: str = "bad-statement"
    ) -> Refused:
        return Refused(name, ending_in(2, step), fault, 2, seat)

    right = turn.propose(one, other)
    bare = turn.step(right)
    assert bare.certificate is not None
    nothing = replace(bare.certificate, grounds=replace(bare.certificate.grounds, records=()))
    yield bad("a proposal that is not shown", replace(bare, certificate=nothing))
    yield bad("moves that are not shown", turn.step(right, one))
    by_another = turn.propose(one, other, seat=1)
    yield bad("a proposal of another than the scribe", turn.step(by_another, one, other))
    few = turn.propose(one)
    yield bad("a proposal upon too few moves", turn.step(few, one))
    third = turn.move(2, without=())
    many = turn.propose(one, other, third)
    yield bad("a proposal upon more than a quorum", turn.step(many, one, other, third))
    backwards = turn.propose(other, one)
    yield bad("moves in another order", turn.step(backwards, one, other))
    waiting = turn.move(1, without=())
    alone = turn.propose(one, waiting)
    yield bad("left out although one waits", turn.step(alone, one, waiting))
    later = turn.move(1, 2)
    mixed = turn.propose(one, later)
    yield bad("moves to two rounds", turn.step(mixed, one, later))
    yield from forgeries(turn, (one, other), right, bad)
    yield from claims(turn, one, bad)


def forgeries(
    turn: Round, moves: tuple[Move, Move], right: Proposal, bad: Callable[..., Refused]
) -> Iterator[Refused]:
    """What somebody else has signed, or nobody, or of another round or closing."""
    one, other = moves
    bare = turn.step(right)
    forged = replace(other, signature=bytes(64))
    upon = turn.propose(one, forged)
    yield bad("a forged move", turn.step(upon, one, forged), 1, "bad-signature")
    fake = replace(right, signature=bytes(64))
    yield bad("a forged proposal", turn.step(fake, one, other), 0, "bad-signature")
    own = turn.move(1, 1, (1, bytes(32)))
    early = turn.propose(one, own)
    yield bad("a move that reports its own round", turn.step(early, one, own), 1)
    himself = turn.move(1, without=(1, 2))
    gone = turn.propose(one, himself)
    yield bad("a move without its mover", turn.step(gone, one, himself), 1)
    yield bad(
        "accepts of a later round than their proposal", turn.step(right, one, other, number=2)
    )
    both = replace(bare, entries=(turn.given, entry(up_to(2), 2, b"x")), absent=())
    elsewhere = turn.step(right, one, other, closing=both.closing)
    whole = replace(elsewhere, entries=both.entries, absent=())
    yield bad("accepts of another closing than proposed", whole)


def claims(turn: Round, one: Move, bad: Callable[..., Refused]) -> Iterator[Refused]:
    """What moves report that somebody has accepted."""
    full = closing_of([(0, turn.given.digest), (2, bytes(32))]).digest(turn.place)
    accept, another = (
        Accept.sign(identity(1), turn.place, 1, 0, digest, None) for digest in (full, bytes(32))
    )
    telling = turn.move(1, highest=(0, accept.digest))
    hiding = turn.propose(one, telling)
    yield bad("left out although it was accepted", turn.step(hiding, one, telling, accept))
    yield bad("an accept that is not shown", turn.step(hiding, one, telling))
    less = turn.closing.digest(turn.place)
    partial_accept = Accept.sign(identity(1), turn.place, 1, 0, less, None)
    claiming = turn.move(1, highest=(0, partial_accept.digest))
    unsound = turn.propose(one, claiming)
    yield bad("left out by an accept of round 0", turn.step(unsound, one, claiming, partial_accept))
    foreign = turn.move(0, highest=(0, accept.digest))
    borrowed = turn.propose(foreign, turn.move(1))
    yield bad("an accept of somebody else", turn.step(borrowed, foreign, turn.move(1), accept))
    # In round 1 one hides what it has accepted, and reports it in round 2: both are shown.
    yield bad("moves of one whom they convict", second_round(turn, (0, another.digest), another))


def second_round(turn: Round, highest: tuple[int, bytes] | None, *told: Accept) -> Step:
    """Closed in round 2, of which one move reports the accept of round 1."""
    below = [turn.move(0), turn.move(1)]
    first = turn.propose(*below)
    held = turn.accept(0, first)
    moves = (turn.move(0, 2, (1, held.digest)), turn.move(1, 2, highest))
    second = turn.propose(*moves, seat=1, number=2)
    return turn.step(second, *below, first, held, *moves, *told)
