"""A closed step: everybody's entries in the order of seats (protocol/3-log.md, Step)."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.log.ballot import Closing, Move, read_seats
from p2pjeux.log.certificate import BUNDLE_SIZE_MAX, Certificate, read_certificate
from p2pjeux.log.charter import SEATS_MAX, exact
from p2pjeux.log.entry import BODY_SIZE_MAX, STEP_MAX, Entry, Place
from p2pjeux.log.identity import SIGNATURE_SIZE

# Entries of all seats and one more, and the certificate with what it rests upon.
STEP_SIZE_MAX: Final = (SEATS_MAX + 1) * (BODY_SIZE_MAX + 256) + BUNDLE_SIZE_MAX + (1 << 13)


@dataclass(frozen=True)
class Step:
    """``entries`` in the order of seats; ``absent``, ascending, are the seats it closed without.

    The ``certificate`` shows that a quorum closed it so. Only the last step of a piece of evidence
    has none. It is no part of the digest: two honest peers may hold other accepts.
    """

    place: Place
    entries: tuple[Entry, ...]
    absent: tuple[int, ...] = ()
    certificate: Certificate | None = None

    @property
    def number(self) -> int:
        return self.place.step

    @cached_property
    def closing(self) -> Closing:
        """What the step was closed with; entries are named in it by their digests."""
        return Closing(tuple((entry.seat, entry.digest) for entry in self.entries), self.absent)

    @cached_property
    def digest(self) -> bytes:
        """The digest of this and all earlier steps."""
        return self.closing.digest(self.place)

    @cached_property
    def data(self) -> bytes:
        """The form in a log. Table and digest are left out: the place in the log tells them."""
        entries: list[Value] = [[entry.seat, entry.body, entry.signature] for entry in self.entries]
        certificate = None if self.certificate is None else self.certificate.values()
        whole: list[Value] = [self.number, entries, list(self.absent), certificate]
        return encode(whole, STEP_SIZE_MAX)

    def agreed_without(self, seat: int) -> tuple[int, ...]:
        """The peers, by their lowest seats, upon whose word the step was closed without a seat."""
        rests = () if self.certificate is None else self.certificate.grounds.records
        moves = (one for one in rests if isinstance(one, Move) and seat in one.without)
        return tuple(sorted({move.seat for move in moves}))


def decode_step(data: bytes, table: bytes, previous: bytes) -> Step:
    """The step in ``data`` as it stands after ``previous``; only its form is checked here."""
    number, entries, absent, certificate = shapes.fields(decode(data, STEP_SIZE_MAX), 4)
    place = Place(table, shapes.number(number, 0, STEP_MAX), previous)
    return Step(
        place,
        # One more than there are seats: whoever signed twice must be readable to be convicted.
        tuple(_entry(place, value) for value in shapes.items(entries, 0, SEATS_MAX + 1)),
        read_seats(absent),
        None if certificate is None else read_certificate(place, certificate),
    )


def read_number(data: bytes) -> int:
    """The number of the step in ``data``, from which follows what came before it."""
    number, *_ = shapes.fields(decode(data, STEP_SIZE_MAX), 4)
    return shapes.number(number, 0, STEP_MAX)


def _entry(place: Place, value: Value) -> Entry:
    seat, body, signature = shapes.fields(value, 3)
    return Entry(
        place,
        shapes.number(seat, 0, SEATS_MAX - 1),
        shapes.data(body, BODY_SIZE_MAX),
        exact(signature, SIGNATURE_SIZE),
    )
