"""What peers at a table send each other (protocol/6-table.md).

Every message can be lost, repeated or reordered without harm: ``Have`` says what a peer has, and
whoever has more sends it. Links authenticate peers; what is in the log proves itself.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.ballot import BALLOT_SIZE_MAX, Back
from p2pjeux.log.certificate import BUNDLE_SIZE_MAX, Bundle, decode_bundle
from p2pjeux.log.charter import SEATS_MAX, exact
from p2pjeux.log.consent import CONSENT_SIZE_MAX, Consent, Kind
from p2pjeux.log.conviction import CONVICTION_SIZE_MAX, Conviction, decode_conviction
from p2pjeux.log.entry import ENTRY_SIZE_MAX, STEP_MAX, Entry
from p2pjeux.log.identity import DIGEST_SIZE
from p2pjeux.log.line import LINE_SIZE_MAX, Line, decode_line
from p2pjeux.log.step import STEP_SIZE_MAX

MESSAGE_SIZE_MAX: Final = 1 << 22
STEPS_MAX: Final = 256
# Of each seat the one for the open step, and of a liar another version or two.
ENTRIES_MAX: Final = 3 * SEATS_MAX
# The open step and those below it that are not settled yet.
BUNDLES_MAX: Final = 64
# Of each seat one of every kind.
CONSENTS_MAX: Final = len(Kind) * SEATS_MAX


@dataclass(frozen=True, slots=True)
class Have:
    """The open step of the sender, the digest before it, and whose entries it holds for it.

    ``said`` is a digest of whatever else it has heard of the steps that are not settled: whoever
    has heard otherwise sends it all.
    """

    step: int
    digest: bytes
    entries: tuple[int, ...]
    said: bytes


@dataclass(frozen=True, slots=True)
class Parts:
    """What was signed in the open step, and beside the entries in those that are not settled."""

    entries: tuple[Entry, ...] = ()
    bundles: tuple[Bundle, ...] = ()
    backs: tuple[Back, ...] = ()
    consents: tuple[Consent, ...] = ()
    convictions: tuple[Conviction, ...] = ()


@dataclass(frozen=True, slots=True)
class Steps:
    """Closed steps in their form in the log, one after the other."""

    steps: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Chatted:
    """A line of chat, of whomever."""

    line: Line


Message: TypeAlias = Have | Parts | Steps | Chatted


def encode_message(message: Message) -> bytes:
    match message:
        case Have(step, digest, entries, said):
            return _write("have", step, digest, list(entries), said)
        case Parts():
            return _write(
                "parts",
                [one.data for one in message.entries],
                [one.data for one in message.bundles],
                [one.data for one in message.backs],
                [one.data for one in message.consents],
                [one.encode() for one in message.convictions],
            )
        case Steps(steps=steps):
            return _write("steps", list(steps))
        case Chatted(line=line):
            return _write("chat", line.encode())


def _write(*fields: Value) -> bytes:
    return encode(list(fields), MESSAGE_SIZE_MAX)


def decode_message(data: bytes) -> Message:
    """The message in ``data``; raise PeerFault if it is none."""
    kind, *rest = shapes.items(decode(data, MESSAGE_SIZE_MAX), 1, 6)
    match kind:
        case "have":
            return _read_have(tuple(rest))
        case "parts":
            return _read_parts(tuple(rest))
        case "steps":
            (steps,) = shapes.fields(tuple(rest), 1)
            return Steps(_items(steps, STEPS_MAX, STEP_SIZE_MAX))
        case "chat":
            (line,) = shapes.fields(tuple(rest), 1)
            return Chatted(decode_line(shapes.data(line, LINE_SIZE_MAX)))
        case _:
            raise PeerFault(Fault.BAD_SHAPE, "there is no such message")


def _items(value: Value, most: int, size_max: int) -> tuple[bytes, ...]:
    return tuple(shapes.data(one, size_max) for one in shapes.items(value, 0, most))


def _read_parts(rest: tuple[Value, ...]) -> Parts:
    entries, bundles, backs, consents, convictions = shapes.fields(rest, 5)
    return Parts(
        tuple(map(Entry.decode, _items(entries, ENTRIES_MAX, ENTRY_SIZE_MAX))),
        tuple(map(decode_bundle, _items(bundles, BUNDLES_MAX, BUNDLE_SIZE_MAX))),
        tuple(map(Back.decode, _items(backs, SEATS_MAX, BALLOT_SIZE_MAX))),
        tuple(map(Consent.decode, _items(consents, CONSENTS_MAX, CONSENT_SIZE_MAX))),
        tuple(map(decode_conviction, _items(convictions, SEATS_MAX, CONVICTION_SIZE_MAX))),
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
