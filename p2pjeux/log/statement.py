"""What a peer says about a step besides its entries (protocol/3-log.md, Statement)."""

from dataclasses import dataclass
from enum import Enum
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

    # I hold no entry of the subject for this step, and will accept none.
    ABSENT = "absent"
    # I hold the subject's entry for this step; it follows.
    OBJECT = "object"
    # The subject, who signs it for the step where it was declared absent, wants to play again.
    BACK = "back"


# Only these stand beside the entries of a closed step. The others serve to agree while a step is
# open; a return travels inside an entry, so that all who close the step have it.
RECORDED: Final = frozenset({Kind.ABSENT})


@dataclass(frozen=True, slots=True)
class Statement:
    place: Place
    signer: int
    kind: Kind
    subject: int
    signature: bytes

    @property
    def step(self) -> int:
        return self.place.step

    @property
    def rank(self) -> tuple[str, int, int]:
        """Statements of a step stand in this order."""
        return self.kind.value, self.subject, self.signer

    def encode(self) -> bytes:
        place = self.place
        fields = [self.signer, self.kind.value, self.subject, self.signature]
        return encode([place.table, place.step, place.previous, *fields])


def sign_statement(
    identity: Identity, place: Place, signer: int, kind: Kind, subject: int
) -> Statement:
    signature = identity.sign(_message(place, signer, kind, subject))
    return Statement(place, signer, kind, subject, signature)


def _message(place: Place, signer: int, kind: Kind, subject: int) -> bytes:
    return _STATEMENT.message(place.table, place.step, place.previous, signer, kind.value, subject)


def decode_statement(data: bytes) -> Statement:
    """The statement in ``data``, its signature not yet checked; raise PeerFault if it is none."""
    table, step, previous, *rest = shapes.fields(decode(data, STATEMENT_SIZE_MAX), 7)
    return read_statement(read_place(table, step, previous), tuple(rest))


def read_statement(place: Place, value: Value) -> Statement:
    """The statement of a known place from its last four fields."""
    signer, kind, subject, signature = shapes.fields(value, 4)
    return Statement(
        place,
        shapes.number(signer, 0, SEATS_MAX - 1),
        _kind(kind),
        shapes.number(subject, 0, SEATS_MAX - 1),
        exact(signature, SIGNATURE_SIZE),
    )


def _kind(value: Value) -> Kind:
    text = shapes.text(value, KIND_MAX)
    try:
        return Kind(text)
    except ValueError:
        raise PeerFault(Fault.BAD_STATEMENT, f"there is no statement “{text}”") from None


def check_statement(signed: SignedCharter, statement: Statement) -> None:
    """Raise PeerFault unless the statement makes sense at this table and its signer signed it."""
    signer, kind, subject = statement.signer, statement.kind, statement.subject
    check_author(signed, statement.place, signer)
    if subject >= signed.seats:
        raise PeerFault(Fault.BAD_SHAPE, f"there is no seat {subject} at this table", seat=signer)
    if (signer == subject) != (kind is Kind.BACK):
        text = f"seat {signer} cannot state “{kind.value}” of seat {subject}"
        raise PeerFault(Fault.BAD_STATEMENT, text, seat=signer, evidence=statement.encode())
    message = _message(statement.place, signer, kind, subject)
    try:
        check_signature(signed.public(signer), message, statement.signature)
    except PeerFault as fault:
        raise fault.by(signer, statement.encode()) from None
