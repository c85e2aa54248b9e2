"""The one codec of everything that is signed (protocol/10-agreement.md).

A kind of record is a frozen dataclass whose fields are place, seat, what is said, and signature,
in this order, and a ``Form``: the domain of its signature, its limit, and how each field that is
said is read and written. Signing, bytes, digest, strict decoding and checking follow from that,
once for all kinds, so that no kind can be laxer than another.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property
from hashlib import sha256
from typing import Any, ClassVar, Final, Self

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.charter import SEATS_MAX, SignedCharter, exact
from p2pjeux.log.identity import DIGEST_SIZE, SIGNATURE_SIZE, Domain, Identity, check_signature

STEP_MAX: Final = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is signed: a table, a step, and the digest of all that came before it."""

    table: bytes
    step: int
    previous: bytes


def read_place(table: Value, step: Value, previous: Value) -> Place:
    return Place(
        exact(table, DIGEST_SIZE), shapes.number(step, 0, STEP_MAX), exact(previous, DIGEST_SIZE)
    )


@dataclass(frozen=True, slots=True)
class Said:
    """One field of a record: its name, and its form in the words of protocol/.

    ``read`` takes what is right and faults all else; ``write`` is the way back.
    """

    name: str
    words: str
    read: Callable[[Value], Any]
    write: Callable[[Any], Value] = lambda value: value


@dataclass(frozen=True, slots=True)
class RecordForm:
    """What one kind of record looks like. ``of_peers``: it is signed by a peer, not by a seat."""

    purpose: str
    size_max: int
    said: tuple[Said, ...] = ()
    of_peers: bool = False

    @property
    def domain(self) -> Domain:
        return Domain(self.purpose)


class Signed:
    """What all kinds of records can do; each is a frozen dataclass with its own fields.

    Bytes and digest are made once: a record is named by its digest, and asked for it all the time.
    """

    FORM: ClassVar[RecordForm]
    place: Place
    seat: int
    signature: bytes

    @property
    def step(self) -> int:
        return self.place.step

    def tail(self) -> list[Value]:
        """All fields but the place, for wherever the place is known."""
        said = (field.write(getattr(self, field.name)) for field in self.FORM.said)
        return [self.seat, *said, self.signature]

    @cached_property
    def data(self) -> bytes:
        place = self.place
        return encode([place.table, place.step, place.previous, *self.tail()])

    @cached_property
    def digest(self) -> bytes:
        """By this other records name it. It covers the signature, which is deterministic."""
        return sha256(self.data).digest()

    def encode(self) -> bytes:
        """The byte form that travels, is hashed, and serves as evidence."""
        return self.data

    @property
    def message(self) -> bytes:
        """What is signed."""
        place, said = self.place, self.tail()[:-1]
        return self.FORM.domain.message(place.table, place.step, place.previous, *said)

    @classmethod
    def sign(cls, identity: Identity, place: Place, seat: int, *said: object) -> Self:
        """The record of a seat. Whoever signs two that exclude each other is proved a cheat."""
        unsigned = cls(place, seat, *said, b"")  # type: ignore[call-arg]
        return cls(place, seat, *said, identity.sign(unsigned.message))  # type: ignore[call-arg]

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """The record in ``data``, its signature not yet checked; raise PeerFault if it is none."""
        count = 5 + len(cls.FORM.said)
        table, step, previous, *tail = shapes.fields(decode(data, cls.FORM.size_max), count)
        record = cls.read(read_place(table, step, previous), tuple(tail))
        # What was read has one form in bytes: these. They need not be written a second time.
        record.__dict__["data"] = data
        return record

    @classmethod
    def read(cls, place: Place, tail: Value) -> Self:
        """The record of a known place from its other fields."""
        seat, *said, signature = shapes.fields(tail, 2 + len(cls.FORM.said))
        values = [field.read(one) for field, one in zip(cls.FORM.said, said, strict=True)]
        signer = shapes.number(seat, 0, SEATS_MAX - 1)
        return cls(place, signer, *values, exact(signature, SIGNATURE_SIZE))  # type: ignore[call-arg]

    def check(self, signed: SignedCharter) -> None:
        """Raise PeerFault unless it makes sense at this table and its seat signed it.

        Cheap checks come first: a stranger's bytes must not cost a signature check.
        """
        check_author(signed, self.place, self.seat)
        if self.FORM.of_peers and self.seat != min(signed.seats_with(self.seat)):
            text = f"a peer signs this by its lowest seat, which seat {self.seat} is not"
            raise PeerFault(Fault.BAD_SHAPE, text, seat=self.seat)
        self.check_sense(signed)
        if not signed.portion.covers(self.signature):
            return
        try:
            check_signature(signed.public(self.seat), self.message, self.signature)
        except PeerFault as fault:
            raise fault.by(self.seat, self.data) from None

    def check_sense(self, signed: SignedCharter) -> None:
        """Raise PeerFault if no honest seat of this table says this."""


def check_author(signed: SignedCharter, place: Place, seat: int) -> None:
    if place.table != signed.table:
        raise PeerFault(Fault.BAD_CHAIN, "it belongs to another table", seat=seat)
    if seat >= signed.seats:
        raise PeerFault(Fault.BAD_SHAPE, f"there is no seat {seat} at this table")


def field_names(kind: type[Signed]) -> tuple[str, ...]:
    """The fields of a kind in their order, for whoever compares it with its form."""
    return tuple(one.name for one in fields(kind))  # type: ignore[arg-type]
