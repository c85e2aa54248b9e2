"""Lines of chat: signed, passed on once, never in the log (protocol/6-table.md, Chat)."""

import unicodedata
from dataclasses import dataclass
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import decode, encode
from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.charter import SEATS_MAX, SignedCharter, exact
from p2pjeux.log.identity import (
    DIGEST_SIZE,
    SIGNATURE_SIZE,
    Domain,
    Identity,
    check_signature,
)
from p2pjeux.rules.requests import Seat

TEXT_MAX: Final = 500
# Four bytes a character at most, and the other fields.
LINE_SIZE_MAX: Final = 4 * TEXT_MAX + 128
COUNTER_MAX: Final = (1 << 53) - 1
# A seat may say so many lines at once, and then one in so many seconds.
BURST: Final = 8
SECONDS_A_LINE: Final = 1.5

_CHAT: Final = Domain("chat")
# Joiners make one sign of several, as in a family of emoji; all other formats are invisible, and
# some turn the direction of writing so that a line reads as what it is not.
_JOINERS: Final = frozenset("\u200c\u200d")
_REFUSED_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class Line:
    table: bytes
    seat: Seat
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


def sign_line(identity: Identity, table: bytes, seat: Seat, counter: int, text: str) -> Line:
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


class Chat:
    """Who has said how much; what comes again, late or too fast is passed over."""

    def __init__(self, signed: SignedCharter, identity: Identity, first: int) -> None:
        self._signed = signed
        self._identity = identity
        self._first = first
        self._counters: dict[Seat, int] = {}
        # How many lines each seat may say now, and when that was reckoned.
        self._room: dict[Seat, tuple[float, float]] = {}

    def say(self, seat: Seat, text: str, now: float) -> Line:
        """A line of a seat held here, to be sent to all."""
        shown = text.strip()
        if not is_sayable(shown):
            raise Refused("a line has 1 to {most} visible characters", most=TEXT_MAX)
        if not self._has_room(seat, now):
            raise Refused("not so fast: the others want to read it too")
        counter = max(self._counters.get(seat, -1) + 1, self._first)
        line = sign_line(self._identity, self._signed.table, seat, counter, shown)
        self._take(line, now)
        return line

    def hear(self, line: Line, now: float) -> bool:
        """Whether a line is news, to be told and passed on once; raise PeerFault if it is forged.

        Too many lines are no fault of whoever passes them on: they go no farther, and that is all.
        """
        seat = line.seat
        if line.table != self._signed.table or seat >= self._signed.seats:
            raise PeerFault(Fault.BAD_SHAPE, "nobody at this table can have said this")
        if line.counter <= self._counters.get(seat, -1) or not self._has_room(seat, now):
            return False
        message = _CHAT.message(line.table, seat, line.counter, line.text)
        check_signature(self._signed.public(seat), message, line.signature)
        self._take(line, now)
        return True

    def _has_room(self, seat: Seat, now: float) -> bool:
        return self._reckon(seat, now) >= 1

    def _reckon(self, seat: Seat, now: float) -> float:
        room, then = self._room.get(seat, (float(BURST), now))
        return min(BURST, room + max(0.0, now - then) / SECONDS_A_LINE)

    def _take(self, line: Line, now: float) -> None:
        self._room[line.seat] = (self._reckon(line.seat, now) - 1, now)
        self._counters[line.seat] = line.counter
