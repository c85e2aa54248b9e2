"""What shows that a step is closed (protocol/10-agreement.md).

It stands beside the step and never in its digest: two honest peers may hold other accepts, and
have the same log all the same.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.ballot import ROUND_MAX, Accept, Ballot, Move, Proposal
from p2pjeux.log.charter import SEATS_MAX, exact
from p2pjeux.log.identity import DIGEST_SIZE, SIGNATURE_SIZE
from p2pjeux.log.signed import Place, read_place

# A round rests upon at most seven moves and as many accepts, a proposal, and the round below.
BUNDLE_MAX: Final = 4096
BUNDLE_SIZE_MAX: Final = 1 << 20
CERTIFICATE_SIZE_MAX: Final = BUNDLE_SIZE_MAX + (1 << 12)

_KINDS: Final[tuple[type[Ballot], ...]] = (Accept, Move, Proposal)


@dataclass(frozen=True)
class Bundle:
    """Records of one place, each once, in one order: by kind, seat, round and digest."""

    place: Place
    records: tuple[Ballot, ...] = ()

    def values(self) -> list[Value]:
        """The form where the place is known, which is written once for all."""
        return [[_KINDS.index(type(record)), record.tail()] for record in self.records]

    @cached_property
    def data(self) -> bytes:
        table, step, previous = self.place.table, self.place.step, self.place.previous
        return encode([table, step, previous, self.values()], BUNDLE_SIZE_MAX)


def bundle_of(place: Place, records: Iterable[Ballot]) -> Bundle:
    """The bundle of these records, in its one order."""
    ordered = tuple(sorted(set(records), key=_rank))
    assert all(record.place == place for record in ordered)
    return Bundle(place, ordered)


def _rank(record: Ballot) -> tuple[int, int, int, bytes]:
    return _KINDS.index(type(record)), record.seat, record.round, record.digest


def read_bundle(place: Place, value: Value) -> Bundle:
    """The bundle of a known place; raise PeerFault unless it is in its one order."""
    records = tuple(_read_record(place, one) for one in shapes.items(value, 0, BUNDLE_MAX))
    if any(_rank(one) >= _rank(other) for one, other in pairwise(records)):
        raise PeerFault(Fault.BAD_SHAPE, "the records of a bundle are out of order")
    return Bundle(place, records)


def _read_record(place: Place, value: Value) -> Ballot:
    kind, tail = shapes.fields(value, 2)
    return _KINDS[shapes.number(kind, 0, len(_KINDS) - 1)].read(place, tail)


def decode_bundle(data: bytes) -> Bundle:
    """The bundle in ``data``, no signature checked; raise PeerFault if it is none."""
    table, step, previous, records = shapes.fields(decode(data, BUNDLE_SIZE_MAX), 4)
    bundle = read_bundle(read_place(table, step, previous), records)
    # Its one form in bytes, which need not be written a second time.
    bundle.__dict__["data"] = data
    return bundle


@dataclass(frozen=True)
class Certificate:
    """A quorum of accepts of one closing in one round, all of the same proposal.

    What the accepts have in common is said once. ``grounds`` is what they rest upon, and empty
    in round 0.
    """

    round: int
    proposal: bytes | None
    votes: tuple[tuple[int, bytes], ...]
    grounds: Bundle

    @property
    def place(self) -> Place:
        return self.grounds.place

    def accepts(self, closing: bytes) -> tuple[Accept, ...]:
        """The accepts of the closing with this digest; their signatures may or may not hold."""
        return tuple(
            Accept(self.place, seat, self.round, closing, self.proposal, signature)
            for seat, signature in self.votes
        )

    def values(self) -> list[Value]:
        votes: list[Value] = [[seat, signature] for seat, signature in self.votes]
        return [self.round, self.proposal, votes, self.grounds.values()]

    @cached_property
    def data(self) -> bytes:
        """The form beside a step, whose place is known."""
        return encode(self.values(), CERTIFICATE_SIZE_MAX)


def certificate_of(accepts: Iterable[Accept], grounds: Iterable[Ballot] = ()) -> Certificate:
    """The certificate of accepts that agree in all but who signed."""
    ordered = sorted(accepts, key=lambda accept: accept.seat)
    first = ordered[0]
    same = {(one.place, one.round, one.closing, one.proposal) for one in ordered}
    assert len(same) == 1
    votes = tuple((one.seat, one.signature) for one in ordered)
    return Certificate(first.round, first.proposal, votes, bundle_of(first.place, grounds))


def read_certificate(place: Place, value: Value) -> Certificate:
    """The certificate of a step at a known place; only its form is checked here."""
    number, proposal, votes, grounds = shapes.fields(value, 4)
    pairs = tuple(_read_vote(one) for one in shapes.items(votes, 1, SEATS_MAX))
    if any(one[0] >= other[0] for one, other in pairwise(pairs)):
        raise PeerFault(Fault.BAD_SHAPE, "the votes of a certificate are out of order")
    return Certificate(
        shapes.number(number, 0, ROUND_MAX),
        None if proposal is None else exact(proposal, DIGEST_SIZE),
        pairs,
        read_bundle(place, grounds),
    )


def _read_vote(value: Value) -> tuple[int, bytes]:
    seat, signature = shapes.fields(value, 2)
    return shapes.number(seat, 0, SEATS_MAX - 1), exact(signature, SIGNATURE_SIZE)


def decode_certificate(place: Place, data: bytes) -> Certificate:
    """The certificate in ``data``; raise PeerFault if it is none."""
    return read_certificate(place, decode(data, CERTIFICATE_SIZE_MAX))
