"""What a peer says about a step besides its entries (protocol/3-log.md, Statement)."""

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.charter import SEATS_MAX, SignedCharter, exact
from p2pjeux.log.entry import Place, check_author, read_place
from p2pjeux.log.identity import SIGNATURE_SIZE, Domain, Identity, check_signature

STATEMENT_SIZE_MAX: Final = 256
KIND_MAX: Final = 16

_STATEMENT: Final = Domain("statement")


class Kind(Enum):
    """The values are part of the protocol: only ever add."""

    # I lack entries of exactly these subjects and close this step without them.
    ABSENT = "absent"
    # I close this step without exactly these subjects, whatever they may have given.
    WITHOUT = "without"
    # I hold the subject's entry for this step: I shall never state here that it is absent.
    OBJECT = "object"
    # I have closed this step otherwise: I shall never state that I close it without just these.
    CLOSED = "closed"
    # The subject, who signs it for the step where it was declared absent, wants to play again.
    BACK = "back"


# Only these stand beside the entries of a closed step. The others serve to agree while a step is
# open; a return travels inside an entry, so that all who close the step have it.
RECORDED: Final = frozenset({Kind.ABSENT, Kind.WITHOUT})
# These speak of exactly their subjects together; the others of one seat.
OF_SETS: Final = RECORDED | {Kind.CLOSED}


@dataclass(frozen=True, slots=True)
class Statement:
    place: Place
    signer: int
    kind: Kind
    # In ascending order; more than one only in the kinds that speak of sets.
    subjects: tuple[int, ...]
    signature: bytes

    @property
    def step(self) -> int:
        return self.place.step

    @property
    def subject(self) -> int:
        """The one subject of an objection or a return."""
        return self.subjects[0]

    @property
    def rank(self) -> tuple[str, tuple[int, ...], int]:
        """Statements of a step stand in this order."""
        return self.kind.value, self.subjects, self.signer

    def fields(self) -> list[Value]:
        """The form beside the entries of a step, whose place is known."""
        return [self.signer, self.kind.value, list(self.subjects), self.signature]

    def encode(self) -> bytes:
        place = self.place
        return encode([place.table, place.step, place.previous, *self.fields()])


def sign_statement(
    identity: Identity, place: Place, signer: int, kind: Kind, *subjects: int
) -> Statement:
    ordered = tuple(sorted(subjects))
    signature = identity.sign(_message(place, signer, kind, ordered))
    return Statement(place, signer, kind, ordered, signature)


def _message(place: Place, signer: int, kind: Kind, subjects: tuple[int, ...]) -> bytes:
    what = [signer, kind.value, list(subjects)]
    return _STATEMENT.message(place.table, place.step, place.previous, *what)


def decode_statement(data: bytes) -> Statement:
    """The statement in ``data``, its signature not yet checked; raise PeerFault if it is none."""
    table, step, previous, *rest = shapes.fields(decode(data, STATEMENT_SIZE_MAX), 7)
    return read_statement(read_place(table, step, previous), tuple(rest))


def read_statement(place: Place, value: Value) -> Statement:
    """The statement of a known place from its last four fields."""
    signer, kind, subjects, signature = shapes.fields(value, 4)
    return Statement(
        place,
        shapes.number(signer, 0, SEATS_MAX - 1),
        _kind(kind),
        _subjects(subjects),
        exact(signature, SIGNATURE_SIZE),
    )


def _subjects(value: Value) -> tuple[int, ...]:
    listed = shapes.items(value, 1, SEATS_MAX)
    subjects = tuple(shapes.number(one, 0, SEATS_MAX - 1) for one in listed)
    if any(one >= other for one, other in pairwise(subjects)):
        raise PeerFault(Fault.BAD_SHAPE, "the subjects of a statement are not in order")
    return subjects


def _kind(value: Value) -> Kind:
    text = shapes.text(value, KIND_MAX)
    try:
        return Kind(text)
    except ValueError:
        raise PeerFault(Fault.BAD_STATEMENT, f"there is no statement “{text}”") from None


def check_statement(signed: SignedCharter, statement: Statement) -> None:
    """Raise PeerFault unless the statement makes sense at this table and its signer signed it."""
    signer, kind, subjects = statement.signer, statement.kind, statement.subjects
    check_author(signed, statement.place, signer)
    if subjects[-1] >= signed.seats:
        text = f"there is no seat {subjects[-1]} at this table"
        raise PeerFault(Fault.BAD_SHAPE, text, seat=signer)
    too_many = kind not in OF_SETS and len(subjects) > 1
    if too_many or (signer in subjects) != (kind is Kind.BACK):
        listed = ", ".join(map(str, subjects))
        text = f"seat {signer} cannot state “{kind.value}” of seat {listed}"
        raise PeerFault(Fault.BAD_STATEMENT, text, seat=signer, evidence=statement.encode())
    message = _message(statement.place, signer, kind, subjects)
    try:
        check_signature(signed.public(signer), message, statement.signature)
    except PeerFault as fault:
        raise fault.by(signer, statement.encode()) from None
