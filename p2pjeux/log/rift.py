"""Proof that a table has parted, and where it goes on (protocol/3-log.md, Rift).

Whoever shows one entry to some and another to others splits a table: each part closes the step in
its own way. Two who closed it differently sign so, each for itself. With the fork of the one who
lied that is proof, and everybody who sees it takes the same step up again, in the next age: all
numbers of an age are beyond those of the ages before, so that nobody honest signs for a step twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pjeux import shapes
from p2pjeux.encoding import decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.charter import SEATS_MAX, SignedCharter, exact
from p2pjeux.log.consent import Consent
from p2pjeux.log.entry import STEP_MAX, Entry, Place, check_author, read_place
from p2pjeux.log.forks import FORK_SIZE_MAX, Fork, check_fork, decode_fork
from p2pjeux.log.identity import DIGEST_SIZE, SIGNATURE_SIZE, Domain, Identity, check_signature
from p2pjeux.log.statement import Statement

# How many step numbers an age has: far more than any game takes, and easy to read.
AGE: Final = 1_000_000
AGE_MAX: Final = STEP_MAX // AGE - 1
# Whoever has signed in an age, or may have, names a later one; nobody honest is further apart.
AGES_APART_MAX: Final = 2
PARTING_SIZE_MAX: Final = 256
RIFT_SIZE_MAX: Final = FORK_SIZE_MAX + 2 * PARTING_SIZE_MAX + 64

_PARTING: Final = Domain("parting")


def age_of(number: int) -> int:
    return number // AGE


def first_step(age: int) -> int:
    return age * AGE


def is_next_age(age: int, number: int) -> bool:
    """Whether a table whose step ``number`` is open may go on in this age: in no far one."""
    return 0 < age - age_of(number) <= 2 * AGES_APART_MAX


def begins_later_age(number: int, at: int) -> bool:
    """Whether step ``number`` can stand where step ``at`` is open because the table had parted."""
    return number % AGE == 0 and number > at


@dataclass(frozen=True, slots=True)
class Parting:
    """Who signs this has closed a step so that ``digest`` is that of everything up to it.

    ``age`` is the first in which the signer can take the step up again. If ``digest`` is the one
    before the step it is a *retreat*: the signer has not closed it, or does not insist on it, and
    signs nothing more in earlier ages.
    """

    place: Place
    signer: int
    digest: bytes
    age: int
    signature: bytes

    @property
    def step(self) -> int:
        return self.place.step

    @property
    def is_retreat(self) -> bool:
        return self.digest == self.place.previous

    def encode(self) -> bytes:
        place = self.place
        return encode(
            [
                place.table,
                place.step,
                place.previous,
                self.signer,
                self.digest,
                self.age,
                self.signature,
            ]
        )


def sign_parting(identity: Identity, place: Place, signer: int, digest: bytes, age: int) -> Parting:
    signature = identity.sign(_message(place, signer, digest, age))
    return Parting(place, signer, digest, age, signature)


def _message(place: Place, signer: int, digest: bytes, age: int) -> bytes:
    return _PARTING.message(place.table, place.step, place.previous, signer, digest, age)


def decode_parting(data: bytes) -> Parting:
    """The parting in ``data``, its signature not yet checked; raise PeerFault if it is none."""
    fields = shapes.fields(decode(data, PARTING_SIZE_MAX), 7)
    table, step, previous, signer, digest, age, signature = fields
    return Parting(
        read_place(table, step, previous),
        shapes.number(signer, 0, SEATS_MAX - 1),
        exact(digest, DIGEST_SIZE),
        shapes.number(age, 1, AGE_MAX),
        exact(signature, SIGNATURE_SIZE),
    )


def check_parting(signed: SignedCharter, parting: Parting) -> None:
    """Raise PeerFault unless a seat of this table signed it."""
    place, signer = parting.place, parting.signer
    check_author(signed, place, signer)
    message = _message(place, signer, parting.digest, parting.age)
    try:
        check_signature(signed.public(signer), message, parting.signature)
    except PeerFault as fault:
        raise fault.by(signer, parting.encode()) from None


@dataclass(frozen=True, slots=True)
class Rift:
    """A fork, and who closed its step: with two different partings, proof; with one, a question.

    Partings stand in the order of their signers.
    """

    fork: Fork
    partings: tuple[Parting, ...]

    @property
    def place(self) -> Place:
        return self.partings[0].place

    @property
    def step(self) -> int:
        return self.place.step

    @property
    def is_proof(self) -> bool:
        return len(self.partings) > 1

    @property
    def age(self) -> int:
        """The age in which the table goes on."""
        return max(parting.age for parting in self.partings)

    def encode(self) -> bytes:
        partings = [parting.encode() for parting in self.partings]
        return encode([self.fork.encode(), partings], RIFT_SIZE_MAX)


# What a peer writes down besides the log: all that it signed, and why the table went back.
Kept: TypeAlias = Entry | Statement | Consent | Parting | Rift


def decode_rift(data: bytes) -> Rift:
    """The rift in ``data``, signatures not yet checked; raise PeerFault if it is none."""
    fork, partings = shapes.fields(decode(data, RIFT_SIZE_MAX), 2)
    return Rift(
        decode_fork(shapes.data(fork, FORK_SIZE_MAX)),
        tuple(
            decode_parting(shapes.data(one, PARTING_SIZE_MAX))
            for one in shapes.items(partings, 1, 2)
        ),
    )


def check_rift(signed: SignedCharter, rift: Rift) -> None:
    """Raise PeerFault unless all that the rift says of others is signed by them and makes sense."""
    places = {part.place for part in rift.fork.pair} | {one.place for one in rift.partings}
    if len(places) > 1:
        raise _fault("a fork and a parting are of different places", rift)
    if any(parting.is_retreat for parting in rift.partings):
        raise _fault("whoever has not closed a step has not parted", rift)
    if rift.is_proof and not _have_parted(*rift.partings):
        raise _fault("two who closed a step alike have not parted", rift)
    check_fork(signed, rift.fork)
    for parting in rift.partings:
        check_parting(signed, parting)
    keys = [signed.public(seat) for seat in (rift.fork.seat, *_signers(rift))]
    if len(set(keys)) < len(keys):
        raise _fault("a rift takes one who lied, and others", rift)


def is_rift(signed: SignedCharter, rift: Rift) -> bool:
    """Whether a rift put together here holds."""
    try:
        check_rift(signed, rift)
    except PeerFault:
        return False
    return True


def _signers(rift: Rift) -> tuple[int, ...]:
    return tuple(parting.signer for parting in rift.partings)


def _have_parted(one: Parting, other: Parting) -> bool:
    return one.signer < other.signer and one.digest != other.digest and are_near([one, other])


def are_near(partings: Sequence[Parting]) -> bool:
    """Whether the ages that several name are as near to each other as those of honest peers."""
    ages = [parting.age for parting in partings]
    return max(ages) - min(ages) <= AGES_APART_MAX


def _fault(message: str, rift: Rift) -> PeerFault:
    return PeerFault(Fault.BAD_EVIDENCE, message, evidence=rift.encode())
