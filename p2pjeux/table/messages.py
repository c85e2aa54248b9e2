"""What peers at a table send each other (protocol/6-table.md).

Every message can be lost, repeated or reordered without harm: ``Have`` says what a peer has, and
whoever has more sends it. Links authenticate peers; what is in the log proves itself.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.charter import SEATS_MAX, exact
from p2pjeux.log.consent import CONSENT_SIZE_MAX, Consent, Kind, decode_consent
from p2pjeux.log.entry import ENTRY_SIZE_MAX, STEP_MAX, Entry, decode_entry
from p2pjeux.log.identity import DIGEST_SIZE
from p2pjeux.log.line import LINE_SIZE_MAX, Line, decode_line
from p2pjeux.log.rift import (
    PARTING_SIZE_MAX,
    RIFT_SIZE_MAX,
    Parting,
    Rift,
    decode_parting,
    decode_rift,
)
from p2pjeux.log.statement import STATEMENT_SIZE_MAX, Statement, decode_statement
from p2pjeux.log.step import STEP_SIZE_MAX

MESSAGE_SIZE_MAX: Final = 1 << 22
STEPS_MAX: Final = 256
# Of every seat: sets of two kinds that contain each other, objections, and a return; and whatever
# sets others have stated, refused.
STATEMENTS_MAX: Final = SEATS_MAX * (3 * SEATS_MAX + 1) + SEATS_MAX**3
# Of each seat one of every kind.
CONSENTS_MAX: Final = len(Kind) * SEATS_MAX


@dataclass(frozen=True, slots=True)
class Have:
    """The open step of the sender, the digest before it, and whose entries it holds for it.

    ``said`` is a digest of the statements and consents it has: whoever has others sends them all.
    """

    step: int
    digest: bytes
    entries: tuple[int, ...]
    said: bytes


@dataclass(frozen=True, slots=True)
class Parts:
    """Entries, statements and consents of the open step."""

    entries: tuple[Entry, ...]
    statements: tuple[Statement, ...] = ()
    consents: tuple[Consent, ...] = ()


@dataclass(frozen=True, slots=True)
class Steps:
    """Closed steps in their form in the log, one after the other."""

    steps: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Chatted:
    """A line of chat, of whomever."""

    line: Line


@dataclass(frozen=True, slots=True)
class Retreats:
    """Who would take a step up again in another age; enough of them make all do so."""

    partings: tuple[Parting, ...]


Message: TypeAlias = Have | Parts | Steps | Chatted | Rift | Retreats


def encode_message(message: Message) -> bytes:
    match message:
        case Have(step, digest, entries, said):
            return _write("have", step, digest, list(entries), said)
        case Parts():
            parts = (message.entries, message.statements, message.consents)
            return _write("parts", *([one.encode() for one in some] for some in parts))
        case Steps(steps=steps):
            return _write("steps", list(steps))
        case Chatted(line=line):
            return _write("chat", line.encode())
        case Rift():
            return _write("rift", message.encode())
        case Retreats(partings=partings):
            return _write("retreat", [parting.encode() for parting in partings])


def _write(*fields: Value) -> bytes:
    return encode(list(fields), MESSAGE_SIZE_MAX)


def decode_message(data: bytes) -> Message:
    """The message in ``data``; raise PeerFault if it is none."""
    kind, *rest = shapes.items(decode(data, MESSAGE_SIZE_MAX), 1, 5)
    match kind:
        case "have":
            return _read_have(tuple(rest))
        case "parts":
            return _read_parts(tuple(rest))
        case "steps":
            (steps,) = shapes.fields(tuple(rest), 1)
            return Steps(
                tuple(shapes.data(one, STEP_SIZE_MAX) for one in shapes.items(steps, 0, STEPS_MAX))
            )
        case "chat":
            (line,) = shapes.fields(tuple(rest), 1)
            return Chatted(decode_line(shapes.data(line, LINE_SIZE_MAX)))
        case "rift":
            (rift,) = shapes.fields(tuple(rest), 1)
            return decode_rift(shapes.data(rift, RIFT_SIZE_MAX))
        case "retreat":
            (partings,) = shapes.fields(tuple(rest), 1)
            return Retreats(
                tuple(
                    decode_parting(shapes.data(one, PARTING_SIZE_MAX))
                    for one in shapes.items(partings, 1, SEATS_MAX)
                )
            )
        case _:
            raise PeerFault(Fault.BAD_SHAPE, "there is no such message")


def _read_parts(rest: tuple[Value, ...]) -> Parts:
    entries, statements, consents = shapes.fields(rest, 3)
    return Parts(
        tuple(
            decode_entry(shapes.data(one, ENTRY_SIZE_MAX))
            for one in shapes.items(entries, 0, SEATS_MAX)
        ),
        tuple(
            decode_statement(shapes.data(one, STATEMENT_SIZE_MAX))
            for one in shapes.items(statements, 0, STATEMENTS_MAX)
        ),
        tuple(
            decode_consent(shapes.data(one, CONSENT_SIZE_MAX))
            for one in shapes.items(consents, 0, CONSENTS_MAX)
        ),
    )


def _read_have(rest: tuple[Value, ...]) -> Have:
    step, digest, entries, said = shapes.fields(rest, 4)
    return Have(
        shapes.number(step, 0, STEP_MAX),
        exact(digest, DIGEST_SIZE),
        tuple(
            shapes.number(seat, 0, SEATS_MAX - 1) for seat in shapes.items(entries, 0, SEATS_MAX)
        ),
        exact(said, DIGEST_SIZE),
    )
