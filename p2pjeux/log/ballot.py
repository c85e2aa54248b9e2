"""What peers sign to close a step (protocol/10-agreement.md).

A peer signs these by its lowest seat in the charter; all its seats come and go together. They name
each other by digest, so what a claim rests upon is found, or is lacking.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from p2pjeux import shapes
from p2pjeux.encoding import Value
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.charter import SEATS_MAX, SignedCharter, exact
from p2pjeux.log.identity import DIGEST_SIZE, Domain
from p2pjeux.log.signed import Place, RecordForm, Said, Signed

# With rounds of 8 seconds six days of trying.
ROUND_MAX: Final = (1 << 16) - 1
BALLOT_SIZE_MAX: Final = 256
PROPOSAL_SIZE_MAX: Final = 2048

_STEP: Final = Domain("step")


@dataclass(frozen=True, slots=True)
class Closing:
    """What a step is closed with: the digest of each entry, by seat, and who is absent from it.

    Everybody who was asked is in the one or in the other.
    """

    entries: tuple[tuple[int, bytes], ...]
    absent: tuple[int, ...] = ()

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose entries it holds."""
        return frozenset(seat for seat, _ in self.entries)

    @property
    def asked(self) -> frozenset[int]:
        return self.seats | frozenset(self.absent)

    def digest(self, place: Place) -> bytes:
        """The digest of the log up to and with the step, closed like this.

        By this accepts name a closing, and it is the ``previous`` of the next step: who signs
        there has signed upon this closing. Which accepts closed it is not in it, so that honest
        logs are the same bytes whichever quorum each peer happens to hold.
        """
        return _digest(self, place)

    def values(self) -> list[Value]:
        return [[[seat, digest] for seat, digest in self.entries], list(self.absent)]


# Each peer's accept names a closing by it, so the same is asked for many times over.
@lru_cache(maxsize=256)
def _digest(closing: Closing, place: Place) -> bytes:
    return _STEP.digest(place.previous, place.step, *closing.values())


def closing_of(held: Iterable[tuple[int, bytes]], absent: Iterable[int] = ()) -> Closing:
    """The closing of these entries, by seat and digest, in its one order."""
    return Closing(tuple(sorted(held)), tuple(sorted(absent)))


def read_closing(value: Value) -> Closing:
    """The closing in ``value``; raise PeerFault unless it is in its one order and of somebody."""
    entries, absent = shapes.fields(value, 2)
    pairs = tuple(_read_entry(one) for one in shapes.items(entries, 0, SEATS_MAX))
    gone = read_seats(absent)
    _check_order([seat for seat, _ in pairs])
    if {seat for seat, _ in pairs} & set(gone) or not (pairs or gone):
        raise PeerFault(Fault.BAD_SHAPE, "a closing has each seat once, and one at least")
    return Closing(pairs, gone)


def _read_entry(value: Value) -> tuple[int, bytes]:
    seat, digest = shapes.fields(value, 2)
    return shapes.number(seat, 0, SEATS_MAX - 1), exact(digest, DIGEST_SIZE)


def read_seats(value: Value) -> tuple[int, ...]:
    seats = [shapes.number(one, 0, SEATS_MAX - 1) for one in shapes.items(value, 0, SEATS_MAX)]
    _check_order(seats)
    return tuple(seats)


def _check_order(seats: list[int]) -> None:
    if any(one >= other for one, other in pairwise(seats)):
        raise PeerFault(Fault.BAD_SHAPE, "seats are not in ascending order")


def _read_round(value: Value) -> int:
    return shapes.number(value, 0, ROUND_MAX)


def _read_digest(value: Value) -> bytes:
    return exact(value, DIGEST_SIZE)


def _read_grounds(value: Value) -> bytes | None:
    return None if value is None else _read_digest(value)


def _read_highest(value: Value) -> tuple[int, bytes] | None:
    if value is None:
        return None
    number, digest = shapes.fields(value, 2)
    return _read_round(number), _read_digest(digest)


def _read_moves(value: Value) -> tuple[bytes, ...]:
    return tuple(_read_digest(one) for one in shapes.items(value, 1, SEATS_MAX))


def _fault(message: str, record: Signed) -> PeerFault:
    return PeerFault(Fault.BAD_STATEMENT, message, seat=record.seat, evidence=record.data)


@dataclass(frozen=True)
class Accept(Signed):
    """I hold all that this closing names; I shall accept in no lower round."""

    FORM = RecordForm(
        "accept",
        BALLOT_SIZE_MAX,
        (
            Said("round", "0 to 65 535", _read_round),
            Said("closing", "32 bytes: the digest of the step, closed like this", _read_digest),
            Said("proposal", "32 bytes: of the proposal accepted; nil in round 0", _read_grounds),
        ),
        of_peers=True,
    )

    place: Place
    seat: int
    round: int
    closing: bytes
    proposal: bytes | None
    signature: bytes

    def check_sense(self, signed: SignedCharter) -> None:
        if (self.proposal is None) != (self.round == 0):
            raise _fault("an accept names its proposal, and in round 0 there is none", self)


@dataclass(frozen=True)
class Move(Signed):
    """I accept nothing in lower rounds any more; the people here agree to go on without these."""

    FORM = RecordForm(
        "move",
        BALLOT_SIZE_MAX,
        (
            Said("round", "1 to 65 535", _read_round),
            Said(
                "highest",
                "nil, or [round, digest] of the accept of the highest round that was signed",
                _read_highest,
                lambda highest: None if highest is None else list(highest),
            ),
            Said(
                "without", "ascending list of 0 to 12 seats, none of the signer", read_seats, list
            ),
        ),
        of_peers=True,
    )

    place: Place
    seat: int
    round: int
    highest: tuple[int, bytes] | None
    without: tuple[int, ...]
    signature: bytes

    def check_sense(self, signed: SignedCharter) -> None:
        if self.highest is not None and self.highest[0] >= self.round:
            raise _fault("a move reports an accept of a lower round", self)
        if self.round == 0:
            raise _fault("nobody moves to round 0", self)
        if any(seat >= signed.seats for seat in self.without):
            raise _fault("a move goes on without a seat that there is not", self)
        if not signed.seats_with(self.seat).isdisjoint(self.without):
            raise _fault("nobody goes on without himself", self)


@dataclass(frozen=True)
class Proposal(Signed):
    """The scribe of this round: this closing follows from these moves."""

    FORM = RecordForm(
        "propose",
        PROPOSAL_SIZE_MAX,
        (
            Said("round", "1 to 65 535", _read_round),
            Said(
                "closing",
                "[[[seat, 32 bytes: digest of its entry], …], [absent seat, …]], both ascending",
                read_closing,
                lambda closing: closing.values(),
            ),
            Said(
                "moves",
                "list of 1 to 12 digests of moves, in the order of their seats",
                _read_moves,
                list,
            ),
        ),
        of_peers=True,
    )

    place: Place
    seat: int
    round: int
    closing: Closing
    moves: tuple[bytes, ...]
    signature: bytes

    def check_sense(self, signed: SignedCharter) -> None:
        if self.round == 0:
            raise _fault("round 0 has no scribe", self)
        if any(seat >= signed.seats for seat in self.closing.asked):
            raise _fault("a closing names a seat that there is not", self)


@dataclass(frozen=True)
class Back(Signed):
    """I am here again: signed by a seat, for the place of the step that left it out."""

    FORM = RecordForm("back", BALLOT_SIZE_MAX)

    place: Place
    seat: int
    signature: bytes


Ballot: TypeAlias = Accept | Move | Proposal
