"""What a peer must not forget while a step is open (protocol/4-file.md, Journal).

Own entries and statements are written here before anybody sees them, so that a restart never signs
a second one. A closed step goes to the log; then its part of the journal has served its time.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.charter import exact
from p2pjeux.log.consent import CONSENT_SIZE_MAX, Consent, decode_consent
from p2pjeux.log.entry import ENTRY_SIZE_MAX, STEP_MAX, Entry, decode_entry
from p2pjeux.log.file import check_magic
from p2pjeux.log.frames import RECORD_SIZE_MAX, FrameReader, write_frame
from p2pjeux.log.identity import DIGEST_SIZE
from p2pjeux.log.rift import (
    PARTING_SIZE_MAX,
    RIFT_SIZE_MAX,
    Kept,
    Parting,
    Rift,
    decode_parting,
    decode_rift,
)
from p2pjeux.log.statement import STATEMENT_SIZE_MAX, Kind, Statement, decode_statement
from p2pjeux.log.step import STEP_SIZE_MAX

MAGIC: Final = b"p2pjeux journal 1\n"


@dataclass(frozen=True, slots=True)
class Signed:
    """Something signed; ``own`` if it must not be lost, as all that was made here."""

    part: Kept
    own: bool


@dataclass(frozen=True, slots=True)
class RolledBack:
    """The log that ended in ``digest`` is to lose its steps from ``number`` on."""

    number: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class Underlying:
    """A closed step upon which something was signed: it is durable together with that.

    ``previous`` is the digest before it, ``data`` its form in a log.
    """

    previous: bytes
    data: bytes


Record: TypeAlias = Signed | RolledBack | Underlying


@dataclass(frozen=True, slots=True)
class Journal:
    """What a journal holds. Bytes after ``end`` are a write that was interrupted."""

    records: tuple[Record, ...]
    end: int

    @property
    def signed(self) -> tuple[Signed, ...]:
        return tuple(record for record in self.records if isinstance(record, Signed))

    @property
    def steps(self) -> tuple[Underlying, ...]:
        """Closed steps that the log may have lost; those before a roll-back count no more."""
        steps: list[Underlying] = []
        for record in self.records:
            if isinstance(record, RolledBack):
                steps = []
            elif isinstance(record, Underlying):
                steps.append(record)
        return tuple(steps)


def still_needed(signed: Iterable[Signed], number: int) -> tuple[Signed, ...]:
    """What must be kept once the steps below ``number`` are in the log.

    The last own entries stay although they are closed: should the table supersede the last steps,
    they tell up to where this peer has signed and must not sign again. Own statements stay for
    good: they are rare, and whoever waits in an old step is told nothing that contradicts them.
    """
    kept = tuple(signed)
    own = [one.part.step for one in kept if one.own and isinstance(one.part, Entry)]
    last = max(own, default=0)
    return tuple(
        one
        for one in kept
        if one.part.step >= (min(last, number) if one.own else number) or _stays(one)
    )


def _stays(one: Signed) -> bool:
    if isinstance(one.part, Statement):
        return one.own or one.part.kind is Kind.BACK
    # Whoever was away while the table went back has to be shown why.
    return isinstance(one.part, Rift | Parting)


def begin_journal(table: bytes, records: Iterable[Record] = ()) -> bytes:
    return MAGIC + write_frame(encode(["table", table])) + b"".join(map(write_record, records))


def write_record(record: Record) -> bytes:
    match record:
        case RolledBack(number=number, digest=digest):
            return write_frame(encode(["rollback", number, digest]))
        case Underlying(previous=previous, data=data):
            return write_frame(encode(["step", previous, data], RECORD_SIZE_MAX))
        case Signed(part=part, own=own):
            return write_frame(encode([_name(part), own, part.encode()]))


def _name(part: Kept) -> str:
    match part:
        case Entry():
            return "entry"
        case Statement():
            return "statement"
        case Consent():
            return "consent"
        case Parting():
            return "parting"
        case Rift():
            return "rift"


def read_journal(data: bytes, table: bytes) -> Journal:
    """The journal of a table; raise PeerFault if it is damaged or another table's.

    The last record may be torn or spoilt: it was not yet durable, so nobody has seen what it says.
    """
    check_magic(data, MAGIC)
    frames = FrameReader(data, len(MAGIC))
    values = [decode(frame.record, RECORD_SIZE_MAX) for frame in frames]
    if not values or values[0] != ("table", table):
        raise PeerFault(Fault.BAD_FRAME, "the journal belongs to another table")
    return Journal(tuple(_record(value) for value in values[1:]), frames.at)


def _record(value: Value) -> Record:
    kind, *rest = shapes.items(value, 1, 3)
    match kind, tuple(rest):
        case "entry", (bool(own), data):
            return Signed(decode_entry(shapes.data(data, ENTRY_SIZE_MAX)), own)
        case "statement", (bool(own), data):
            return Signed(decode_statement(shapes.data(data, STATEMENT_SIZE_MAX)), own)
        case "consent", (bool(own), data):
            return Signed(decode_consent(shapes.data(data, CONSENT_SIZE_MAX)), own)
        case "parting", (bool(own), data):
            return Signed(decode_parting(shapes.data(data, PARTING_SIZE_MAX)), own)
        case "rift", (bool(own), data):
            return Signed(decode_rift(shapes.data(data, RIFT_SIZE_MAX)), own)
        case "step", (previous, data):
            return Underlying(exact(previous, DIGEST_SIZE), shapes.data(data, STEP_SIZE_MAX))
        case "rollback", (number, digest):
            return RolledBack(shapes.number(number, 0, STEP_MAX), exact(digest, DIGEST_SIZE))
        case _:
            raise PeerFault(Fault.BAD_SHAPE, "there is no such record in a journal")
