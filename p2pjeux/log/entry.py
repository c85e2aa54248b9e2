"""What a seat gives to a step: a body, signed for this one place (protocol/3-log.md, Entry).

An entry carries all that its signature covers, so that anybody who holds the signed charter can
check it, wherever it came from and whatever else is missing.
"""

from dataclasses import dataclass
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.charter import SEATS_MAX, SignedCharter, exact
from p2pjeux.log.identity import DIGEST_SIZE, SIGNATURE_SIZE, Domain, Identity, check_signature

BODY_SIZE_MAX: Final = 1 << 17
ENTRY_SIZE_MAX: Final = BODY_SIZE_MAX + 256
STEP_MAX: Final = (1 << 32) - 1

_ENTRY: Final = Domain("entry")


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is signed: a table, a step, and the digest of all that came before it."""

    table: bytes
    step: int
    previous: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    place: Place
    seat: int
    body: bytes
    signature: bytes

    @property
    def step(self) -> int:
        return self.place.step

    def encode(self) -> bytes:
        """The byte form that travels, is hashed, and serves as evidence."""
        place = self.place
        return encode(
            [place.table, place.step, place.previous, self.seat, self.body, self.signature]
        )


def sign_entry(identity: Identity, place: Place, seat: int, body: bytes) -> Entry:
    """A seat's entry. Whoever signs two different ones for one step has proved himself a cheat."""
    assert len(body) <= BODY_SIZE_MAX
    return Entry(place, seat, body, identity.sign(_message(place, seat, body)))


def _message(place: Place, seat: int, body: bytes) -> bytes:
    return _ENTRY.message(place.table, place.step, place.previous, seat, body)


def decode_entry(data: bytes) -> Entry:
    """The entry in ``data``, its signature not yet checked; raise PeerFault if it is none."""
    table, step, previous, seat, body, signature = shapes.fields(decode(data, ENTRY_SIZE_MAX), 6)
    return Entry(
        read_place(table, step, previous),
        shapes.number(seat, 0, SEATS_MAX - 1),
        shapes.data(body, BODY_SIZE_MAX),
        exact(signature, SIGNATURE_SIZE),
    )


def read_place(table: Value, step: Value, previous: Value) -> Place:
    return Place(
        exact(table, DIGEST_SIZE), shapes.number(step, 0, STEP_MAX), exact(previous, DIGEST_SIZE)
    )


def check_entry(signed: SignedCharter, entry: Entry) -> None:
    """Raise PeerFault unless the entry is of this table and signed by the peer at its seat."""
    check_author(signed, entry.place, entry.seat)
    message = _message(entry.place, entry.seat, entry.body)
    try:
        check_signature(signed.public(entry.seat), message, entry.signature)
    except PeerFault as fault:
        raise fault.by(entry.seat, entry.encode()) from None


def check_author(signed: SignedCharter, place: Place, seat: int) -> None:
    """Cheap checks first: a stranger's bytes must not cost a signature check."""
    if place.table != signed.table:
        raise PeerFault(Fault.BAD_CHAIN, "it belongs to another table", seat=seat)
    if seat >= signed.seats:
        raise PeerFault(Fault.BAD_SHAPE, f"there is no seat {seat} at this table")
