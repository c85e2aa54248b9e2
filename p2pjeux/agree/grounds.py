"""What a claim rests upon, and whether it holds (rules 5 to 7 of protocol/10-agreement.md).

Records name each other by digest: an accept its proposal, a proposal its moves, a move the accept
that it reports. Without these a liar could split the table and leave no trace, so a claim counts
only with them. Everything here is a function of records whose signatures have been checked.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from p2pjeux.agree.voters import Voters
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.ballot import Accept, Ballot, Closing, Move, Proposal
from p2pjeux.log.certificate import Certificate
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.conviction import convictions
from p2pjeux.log.signed import Place, check_author

Records = Mapping[bytes, Ballot]


@dataclass(frozen=True)
class StepTerms:
    """The step as everybody knows it before anything is signed in it."""

    place: Place
    voters: Voters
    # Whose entries it asks for; the closing has each of them, or says that it is absent.
    seats: frozenset[int]
    # Whether seats can be left out at all: not before their keys are shared out.
    can_lose: bool = True

    def scribe(self, number: int) -> int:
        return self.voters.scribe(self.place.step, number)

    def is_closing(self, closing: Closing) -> bool:
        """Whether the step can be closed like this by anybody."""
        absent = frozenset(closing.absent)
        if closing.asked != self.seats:
            return False
        return not absent or (self.can_lose and self.voters.may_lose(absent))


def grounds_of(record: Ballot, records: Records) -> dict[bytes, Ballot]:
    """All that a record rests upon, as far as it is here: each once, the record aside.

    Of the accepts that the moves of a proposal report only the highest need grounds of their own;
    those of the others are left out even if they are here, so that what a proposal rests upon is
    the same for everybody.
    """
    found: dict[bytes, Ballot] = {}
    waiting = [record]
    # All accepts of a round rest upon one proposal: each is opened once, or rounds would multiply.
    opened: set[bytes] = set()
    while waiting:
        one = waiting.pop()
        if one.digest in opened:
            continue
        opened.add(one.digest)
        below, going_on = _below(one, records)
        found.update((other.digest, other) for other in below)
        waiting += going_on
    return found


def _below(record: Ballot, records: Records) -> tuple[list[Ballot], list[Ballot]]:
    """What a record names, and those of them that need grounds themselves."""
    if isinstance(record, Accept):
        named = _found(records, [record.proposal] if record.proposal else [])
        return named, named
    if isinstance(record, Move):
        named = _found(records, [record.highest[1]] if record.highest else [])
        return named, named
    moves = [one for one in _found(records, record.moves) if isinstance(one, Move)]
    told = [move.highest for move in moves if move.highest is not None]
    top = max((number for number, _ in told), default=0)
    named = [*moves, *_found(records, [digest for _, digest in told])]
    return named, _found(records, [digest for number, digest in told if number == top])


def _found(records: Records, digests: Iterable[bytes]) -> list[Ballot]:
    return [records[digest] for digest in digests if digest in records]


class Grounds:
    """Whether records hold, given all that one has been shown. What was found true stays true."""

    def __init__(self, terms: StepTerms, records: Records) -> None:
        self._terms = terms
        self._records = records
        self._sound: set[bytes] = set()

    def is_grounded(self, accept: Accept) -> bool:
        """Whether an accept rests upon a proposal that follows; in round 0 upon nothing."""
        if accept.proposal is None:
            return True
        proposal = self._records.get(accept.proposal)
        return (
            isinstance(proposal, Proposal)
            and proposal.round == accept.round
            and proposal.closing.digest(self._terms.place) == accept.closing
            and self.follows(proposal)
        )

    def follows(self, proposal: Proposal) -> bool:
        """Whether this is what the scribe of its round may propose from the moves it names."""
        if proposal.digest in self._sound:
            return True
        moves = self._moves(proposal)
        if moves is None or not self._follows_from(proposal, moves):
            return False
        self._sound.add(proposal.digest)
        return True

    def climb(self) -> None:
        """Judge all proposals from the lowest round up: a long way down is no deep recursion."""
        proposals = [one for one in self._records.values() if isinstance(one, Proposal)]
        for proposal in sorted(proposals, key=lambda one: one.round):
            self.follows(proposal)

    def _moves(self, proposal: Proposal) -> list[Move] | None:
        """The moves of a proposal, if they are the ones of exactly a quorum."""
        voters, number = self._terms.voters, proposal.round
        if proposal.seat != self._terms.scribe(number):
            return None
        moves = [
            move
            for move in _found(self._records, proposal.moves)
            if isinstance(move, Move) and move.round == number
        ]
        movers = [move.seat for move in moves]
        if len(moves) < len(proposal.moves) or movers != sorted(set(movers)):
            return None
        return moves if voters.is_least_quorum(movers) else None

    def _follows_from(self, proposal: Proposal, moves: list[Move]) -> bool:
        claims = self.claims(moves)
        if claims is None or not self._terms.is_closing(proposal.closing):
            return False
        guilty = {one.seat for one in convictions(grounds_of(proposal, self._records).values())}
        if not guilty.isdisjoint(move.seat for move in moves):
            # Whoever is convicted by these very records could have reported anything.
            return False
        if not claims:
            return agreed_by(moves) >= frozenset(proposal.closing.absent)
        top = max(accept.round for accept in claims.values())
        # In round 0 everybody's entry is in.
        is_full = top > 0 or not proposal.closing.absent
        return is_full and proposal.closing.digest(self._terms.place) == self.chosen(claims)

    def claims(self, moves: Iterable[Move]) -> dict[int, Accept] | None:
        """By mover, the accepts that these moves report; None if one is not shown, or untrue.

        Only the highest must themselves be grounded: the others decide nothing.
        """
        told: dict[int, Accept] = {}
        for move in moves:
            if move.highest is None:
                continue
            number, digest = move.highest
            accept = self._records.get(digest)
            if not isinstance(accept, Accept) or (accept.seat, accept.round) != (move.seat, number):
                return None
            told[move.seat] = accept
        top = max((accept.round for accept in told.values()), default=0)
        highest = (accept for accept in told.values() if accept.round == top)
        return told if all(self.is_grounded(accept) for accept in highest) else None

    def chosen(self, claims: Mapping[int, Accept]) -> bytes:
        """The closing that follows from accepts that moves report.

        Of several in the highest round it is the one that more weight of these moves reports, then
        the lesser digest. More weight first: who grinds a digest would else choose by himself.
        """
        top = max(accept.round for accept in claims.values())
        weights: dict[bytes, int] = {}
        for peer, accept in claims.items():
            if accept.round == top:
                weight = self._terms.voters.weight([peer])
                weights[accept.closing] = weights.get(accept.closing, 0) + weight
        return min(weights, key=lambda closing: (-weights[closing], closing))


def agreed_by(moves: Iterable[Move]) -> frozenset[int]:
    """The seats that all of these moves go on without: with exactly a quorum none can be spared."""
    sets = [frozenset(move.without) for move in moves]
    return frozenset.intersection(*sets) if sets else frozenset()


def check_certificate(
    signed: SignedCharter, terms: StepTerms, closing: Closing, certificate: Certificate
) -> None:
    """Raise PeerFault unless it shows that the step is closed like this.

    The same rule serves the peers who play and whoever verifies the log later.
    """
    assert certificate.place == terms.place
    if not terms.is_closing(closing):
        raise _fault("nobody can close this step like this")
    accepts = certificate.accepts(closing.digest(terms.place))
    voters = terms.voters
    for accept in accepts:
        check_author(signed, accept.place, accept.seat)
        if accept.seat not in voters.peers:
            raise _fault(f"seat {accept.seat} has no say in this step", accept.seat)
    if not voters.is_quorum(accept.seat for accept in accepts):
        raise _fault("too few have accepted this closing")
    if certificate.round == 0 and closing.absent:
        raise _fault("in round 0 nobody is left out")
    for record in (*accepts, *certificate.grounds.records):
        record.check(signed)
    records = {record.digest: record for record in certificate.grounds.records}
    grounds = Grounds(terms, records)
    grounds.climb()
    if not grounds.is_grounded(accepts[0]):
        raise _fault("the accepts of a certificate rest upon nothing that holds")


def _fault(message: str, seat: int | None = None) -> PeerFault:
    return PeerFault(Fault.BAD_STATEMENT, message, seat=seat)
