"""Lines of chat: signed, passed on once, never in the log (protocol/6-table.md, Chat)."""

from typing import Final

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.identity import Identity
from p2pjeux.log.line import TEXT_MAX, Line, check_line, is_sayable, sign_line
from p2pjeux.rules.requests import Seat

# A seat may say so many lines at once, and then one in so many seconds.
BURST: Final = 8
SECONDS_A_LINE: Final = 1.5


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
        check_line(self._signed, line)
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
