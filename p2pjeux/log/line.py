"""One line of chat: signed, never in the log (protocol/6-table.md, Chat)."""

import unicodedata
from dataclasses import dataclass
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.charter import SEATS_MAX, SignedCharter, exact
from p2pjeux.log.identity import (
    DIGEST_SIZE,
    SIGNATURE_SIZE,
    Domain,
    Identity,
    check_signature,
)

TEXT_MAX: Final = 500
# Four bytes a character at most, and the other fields.
LINE_SIZE_MAX: Final = 4 * TEXT_MAX + 128
COUNTER_MAX: Final = (1 << 53) - 1

_CHAT: Final = Domain("chat")
# Joiners make one sign of several, as in a family of emoji; all other formats are invisible, and
# some turn the direction of writing so that a line reads as what it is not.
_JOINERS: Final = frozenset("\u200c\u200d")
_REFUSED_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class Line:
    table: bytes
    seat: int
    counter: int
    text: str
    signature: bytes

    def encode(self) -> bytes:
        return encode([self.table, self.seat, self.counter, self.text, self.signature])


def is_sayable(text: str) -> bool:
    """Whether a line can be shown anywhere as it is: one line of visible characters."""
    return 0 < len(text) <= TEXT_MAX and not text.isspace() and all(map(_is_shown, text))


def _is_shown(character: str) -> bool:
    return character in _JOINERS or unicodedata.category(character) not in _REFUSED_CATEGORIES


def sign_line(identity: Identity, table: bytes, seat: int, counter: int, text: str) -> Line:
    signature = identity.sign(_CHAT.message(table, seat, counter, text))
    return Line(table, seat, counter, text, signature)


def decode_line(data: bytes) -> Line:
    """The line in ``data``, its signature not yet checked; raise PeerFault if it is none."""
    table, seat, counter, text, signature = shapes.fields(decode(data, LINE_SIZE_MAX), 5)
    return Line(
        exact(table, DIGEST_SIZE),
        shapes.number(seat, 0, SEATS_MAX - 1),
        shapes.number(counter, 0, COUNTER_MAX),
        _read_text(shapes.text(text, TEXT_MAX)),
        exact(signature, SIGNATURE_SIZE),
    )


def _read_text(text: str) -> str:
    if not is_sayable(text):
        raise PeerFault(Fault.BAD_SHAPE, "a line of chat is one line of visible characters")
    return text


def check_line(signed: SignedCharter, line: Line) -> None:
    """Raise PeerFault unless the seat said this; whoever it came from, only that seat can have."""
    message = _CHAT.message(line.table, line.seat, line.counter, line.text)
    check_signature(signed.public(line.seat), message, line.signature)
