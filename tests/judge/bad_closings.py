"""Logs of which a step was not closed by those who have a say, or not as they would have it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from p2pjeux.judge.verdict import Finding
from p2pjeux.log.ballot import Accept, Ballot, Closing, Move, Proposal, closing_of
from p2pjeux.log.certificate import Certificate, certificate_of
from p2pjeux.log.entry import Entry
from p2pjeux.log.file import write_log
from p2pjeux.log.identity import DIGEST_SIZE, SIGNATURE_SIZE
from p2pjeux.log.signed import Place
from p2pjeux.log.step import Step
from p2pjeux.rules.requests import Seat
from tests.judge.bad_files import BadLog, flipped, with_step
from tests.log.certifying import certify
from tests.log.writing import OSTRAKON, Writer, beginning, game_with_absence, identity_of

# Of five people three are a quorum, and as many must be left to act for whoever is absent.
ALL = tuple(range(5))


def certificate_damage() -> Iterator[BadLog]:
    """The sixth step asked all five, and all have accepted it at once."""
    five = beginning().steps[5]
    certificate = five.certificate
    assert certificate is not None
    votes = certificate.votes

    def bad(
        name: str,
        wrong: Certificate | None,
        finding: Finding = Finding.ABSENCE,
        seat: Seat | None = None,
    ) -> BadLog:
        return BadLog(name, with_step(5, replace(five, certificate=wrong)), finding, 5, seat)

    def voted(*given: tuple[Seat, bytes]) -> Certificate:
        return replace(certificate, votes=given)

    def instead(seat: Seat, signature: bytes) -> Certificate:
        return voted(*votes[:seat], (seat, signature), *votes[seat + 1 :])

    yield bad("no certificate", None, Finding.CHAIN)
    yield bad("two accepts of five", voted(*votes[:2]))
    yield bad(
        "three accepts, one of them of nobody", voted(*votes[:2], (9, votes[2][1])), Finding.FORMAT
    )
    yield bad("a forged accept", instead(3, flipped(votes[3][1], 5)), Finding.SIGNATURE, 3)
    yield bad("an accept nobody signed", instead(4, bytes(SIGNATURE_SIZE)), Finding.SIGNATURE, 4)
    yield bad("an accept by another's key", instead(2, votes[1][1]), Finding.SIGNATURE, 2)
    other = Accept.sign(identity_of(1), five.place, 1, 0, bytes(DIGEST_SIZE), None)
    yield bad("an accept of another closing", instead(1, other.signature), Finding.SIGNATURE, 1)
    before = beginning().steps[4].certificate
    assert before is not None
    yield bad("the accepts of the step before", voted(*before.votes), Finding.SIGNATURE, 0)
    yield bad("accepts out of order", voted(*votes[::-1]), Finding.FORMAT)
    yield bad("an accept counted twice", voted(votes[0], *votes), Finding.FORMAT)
    yield bad("accepts of round 0 said to be of round 1", replace(certificate, round=1), seat=0)
    named = replace(certificate, proposal=bytes(DIGEST_SIZE))
    yield bad("a proposal in round 0", named, seat=0)
    yield from _votes_of_the_absent()


def _votes_of_the_absent() -> Iterator[BadLog]:
    game = game_with_absence()
    at = next(place for place, step in enumerate(game.steps) if step.absent)
    step = game.steps[at + 1]
    certificate = step.certificate
    assert certificate is not None
    accept = Accept.sign(identity_of(1), step.place, 1, 0, step.digest, None)
    votes = sorted((*certificate.votes, (1, accept.signature)))
    wrong = replace(step, certificate=replace(certificate, votes=tuple(votes)))
    data = write_log(game.signed, [*game.steps[: at + 1], wrong])
    yield BadLog("an accept of one who is absent", data, Finding.ABSENCE, at + 1, 1)


@dataclass(frozen=True, slots=True)
class Quarrel:
    """A table that is about to close its sixth step without seat 4, and how that is put."""

    writer: Writer
    absent: tuple[Seat, ...] = (4,)

    @property
    def place(self) -> Place:
        return self.writer.ledger.place

    @property
    def entries(self) -> tuple[Entry, ...]:
        asked = self.writer.ledger.asked
        return tuple(self.writer.entry(seat) for seat in asked if seat not in self.absent)

    @property
    def closing(self) -> Closing:
        return closing_of(((one.seat, one.digest) for one in self.entries), self.absent)

    @property
    def left(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in ALL if seat not in self.absent)

    def scribe(self, number: int = 1) -> Seat:
        return self.writer.ledger.terms.scribe(number)

    def move(
        self,
        seat: Seat,
        number: int = 1,
        highest: tuple[int, bytes] | None = None,
        without: tuple[Seat, ...] | None = None,
    ) -> Move:
        gone = self.absent if without is None else without
        return Move.sign(identity_of(seat), self.place, seat, number, highest, gone)

    def moves(self, *seats: Seat, number: int = 1) -> list[Move]:
        return [self.move(seat, number) for seat in seats]

    def propose(self, *moves: Move, by: Seat | None = None, number: int = 1) -> Proposal:
        seat = self.scribe(number) if by is None else by
        names = tuple(move.digest for move in moves)
        return Proposal.sign(identity_of(seat), self.place, seat, number, self.closing, names)

    def accept(self, seat: Seat, proposal: Proposal) -> Accept:
        digest = proposal.closing.digest(self.place)
        number, named = proposal.round, proposal.digest
        return Accept.sign(identity_of(seat), self.place, seat, number, digest, named)

    def log(self, proposal: Proposal, *records: Ballot) -> bytes:
        """The log of this table with the step as those who are left have accepted it."""
        accepts = [self.accept(seat, proposal) for seat in self.left]
        certificate = certificate_of(accepts, [proposal, *records])
        step = Step(self.place, self.entries, self.absent, certificate)
        return write_log(self.writer.signed, [*self.writer.steps, step])


def quarrel(steps: int = 5, absent: tuple[Seat, ...] = (4,)) -> Quarrel:
    return Quarrel(Writer(OSTRAKON).run(lambda writer: len(writer.steps) == steps), absent)


def sound_round() -> bytes:
    """The log from which those below differ by one thing."""
    table = quarrel()
    moves = table.moves(0, 1, 2)
    return table.log(table.propose(*moves), *moves)


def round_damage() -> Iterator[BadLog]:
    table = quarrel()
    zero, one, two, _three = moves = table.moves(0, 1, 2, 3)
    scribe = table.scribe()

    def bad(
        name: str, data: bytes, finding: Finding = Finding.ABSENCE, seat: Seat | None = None
    ) -> BadLog:
        return BadLog(name, data, finding, 5, seat)

    right = table.propose(zero, one, two)
    yield bad("a move that is not shown", table.log(right, zero, one))
    other = (scribe + 1) % 4
    by_another = table.propose(zero, one, two, by=other)
    yield bad("a proposal of another than the scribe", table.log(by_another, zero, one, two))
    yield bad("a proposal upon two moves", table.log(table.propose(zero, one), zero, one))
    yield bad("a proposal upon more than a quorum", table.log(table.propose(*moves), *moves))
    mixed = (zero, one, table.move(2, 2))
    yield bad("a proposal upon moves to two rounds", table.log(table.propose(*mixed), *mixed))
    waiting = (zero, one, table.move(2, without=()))
    yield bad("left out although one waits", table.log(table.propose(*waiting), *waiting))
    forged = replace(two, signature=bytes(SIGNATURE_SIZE))
    upon = table.propose(zero, one, forged)
    yield bad("a forged move", table.log(upon, zero, one, forged), Finding.SIGNATURE, 2)
    fake = replace(right, signature=bytes(SIGNATURE_SIZE))
    yield bad("a forged proposal", table.log(fake, zero, one, two), Finding.SIGNATURE, scribe)
    himself = (zero, one, table.move(2, without=(2, 4)))
    yield bad("a move without its mover", table.log(table.propose(*himself), *himself), seat=2)
    yield from _false_claims(table, zero, one)
    # What is wrong with an entry comes before what is wrong with its certificate.
    lie = table.writer.entry(0, b"no body of this step")
    step = Step(table.place, (lie, *table.entries[1:]), (4,), beginning().steps[5].certificate)
    data = write_log(table.writer.signed, [*table.writer.steps, step])
    yield BadLog("a wrong body with a certificate", data, Finding.BODY, 5, 0, proven=True)


def _false_claims(table: Quarrel, zero: Move, one: Move) -> Iterator[BadLog]:
    """What moves report, or hide, of what was accepted."""
    whole = closing_of((seat, table.writer.entry(seat).digest) for seat in ALL)
    accept, another = (
        Accept.sign(identity_of(2), table.place, 2, 0, digest, None)
        for digest in (whole.digest(table.place), bytes(DIGEST_SIZE))
    )

    def bad(name: str, data: bytes) -> BadLog:
        return BadLog(name, data, Finding.ABSENCE, 5)

    telling = (zero, one, table.move(2, highest=(0, accept.digest)))
    right = table.propose(*telling)
    yield bad("left out although it was accepted", table.log(right, *telling, accept))
    yield bad("an accept that is not shown", table.log(right, *telling))
    borrowed = (zero, table.move(1, highest=(0, accept.digest)), table.move(2))
    yield bad("an accept of another", table.log(table.propose(*borrowed), *borrowed, accept))
    # Seat 2 hid in round 1 what it reports in round 2, and both are shown.
    below = table.moves(0, 1, 2)
    first = table.propose(*below)
    held = table.accept(0, first)
    later = (
        table.move(0, 2, (1, held.digest)),
        table.move(1, 2),
        table.move(2, 2, (0, another.digest)),
    )
    second = table.propose(*later, number=2)
    records: list[Ballot] = [*below, first, held, *later, another]
    yield bad("moves of one whom they convict", table.log(second, *records))


def absence_damage() -> Iterator[BadLog]:
    def bad(
        name: str,
        table: Quarrel,
        step: Step,
        finding: Finding = Finding.ABSENCE,
        seat: Seat | None = None,
    ) -> BadLog:
        data = write_log(table.writer.signed, [*table.writer.steps, step])
        return BadLog(name, data, finding, step.number, seat)

    def closed(table: Quarrel, number: int | None = None) -> Step:
        """As all who are left would close it, whether it can be or not."""
        terms, closing = table.writer.ledger.terms, table.closing
        peers = table.left if number is None else ALL
        certificate = certify(terms, closing, identity_of, peers, number=number)
        return Step(table.place, table.entries, table.absent, certificate)

    table = quarrel()
    step = closed(table)
    yield bad("nobody can act for a seat at the set-up", quarrel(1), closed(quarrel(1)))
    many = quarrel(5, (2, 3, 4))
    yield bad("too few left to act", many, closed(many, 0))
    yield bad("a seat left out in round 0", table, closed(table, 0))
    both = replace(step, entries=(*step.entries, table.writer.entry(4)))
    yield bad("an absent seat and its entry", table, both, Finding.CHAIN)
    nobody = replace(step, absent=(4, 5))
    yield bad("a seat left out that there is not", table, nobody, Finding.CHAIN)
    fewer = replace(step, entries=step.entries[:-1])
    yield bad("an entry missing beside an absence", table, fewer, Finding.CHAIN, 3)
    waiting = quarrel(6)
    unasked = next(seat for seat in ALL if seat not in waiting.writer.ledger.asked)
    idle = quarrel(6, (unasked,))
    yield bad("a seat left out that is not asked", idle, closed(idle))
    game = game_with_absence()
    at = next(place for place, one in enumerate(game.steps) if one.absent)
    again = replace(game.steps[at + 1], absent=(1,))
    data = write_log(game.signed, [*game.steps[: at + 1], again])
    yield BadLog("absent a second time", data, Finding.ABSENCE, at + 1)
