"""Who is there: how each seat is doing, as one line for a board and one sentence for a list."""

from dataclasses import replace
from enum import Enum
from typing import Final

from p2pjeux.rules.drawing import Line, Span, clip, width
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words, later
from p2pjeux.table.events import Agreement, Away
from p2pjeux.ui.wording.table_status import SHOWING_WORK, TableStatus, is_here

# What stands between two seats of a line.
_GAP: Final = "  "
# Names are not cut shorter than this, however narrow the window is.
_NAME_LEAST: Final = 3
# What machines do by themselves: nobody sits and thinks.
MACHINE_WORK: Final = SHOWING_WORK | {"shuffle", "set up", "close", "confirm"}


class Presence(Enum):
    """How a seat is doing. The sign says it too, so that it is not only a colour that does."""

    OURS = "●"
    OUR_BOT = "■"
    HERE = "∙"
    THINKING = "…"
    NOT_YET = "◌"
    SILENT = "○"
    CUT_OFF = "╳"
    LEFT = "◁"
    STAND_IN = "△"

    @property
    def is_away(self) -> bool:
        return self in _AWAY.values()


_AWAY: Final = {
    Away.NOT_YET: Presence.NOT_YET,
    Away.LEFT: Presence.LEFT,
    Away.ENDED: Presence.CUT_OFF,
    Away.SILENT: Presence.SILENT,
}
# In a word or two, behind a name; whoever is simply there needs none.
_BRIEFLY: Final = {
    Presence.THINKING: later("thinking"),
    Presence.NOT_YET: later("not here yet"),
    Presence.SILENT: later("asleep or cut off"),
    Presence.CUT_OFF: later("cut off"),
    Presence.LEFT: later("has left"),
    Presence.STAND_IN: later("stand-in plays"),
}
_IN_FULL: Final = {
    Presence.OURS: later("you, at this machine"),
    Presence.OUR_BOT: later("a bot at this machine"),
    Presence.HERE: later("here, and connected"),
    Presence.THINKING: later("here, and thinking"),
    Presence.NOT_YET: later("not here yet"),
    Presence.SILENT: later(
        "asleep, or out of reach: nothing is heard; others may still pass on what it does"
    ),
    Presence.CUT_OFF: later(
        "cut off: the program there stopped or its link broke; others may still pass on what it "
        "does"
    ),
    Presence.LEFT: later("has left, and keeps the seat; p2pjeux resume brings a player back"),
    Presence.STAND_IN: later("gone: a stand-in plays, with the hand face up"),
}


def presence(status: TableStatus, seat: Seat) -> Presence:
    """How a seat is doing, what matters most to the others first."""
    if seat in status.gone:
        return Presence.STAND_IN
    if seat in status.people:
        return Presence.OURS
    if is_here(status, seat) and seat not in status.played_for:
        return Presence.OUR_BOT
    if seat in status.away:
        return _AWAY[status.away[seat]]
    is_asked = seat in status.lacking
    thinks = is_asked and status.waiting is not None and status.waiting.work not in MACHINE_WORK
    return Presence.THINKING if thinks else Presence.HERE


def seat_line(status: TableStatus, seat: Seat, words: Words) -> str:
    """How a seat is doing, and what it has agreed to."""
    by = status.played_for.get(seat)
    late = words.say("played by {name}", name=by) if by else ""
    parts = (words.say(_IN_FULL[presence(status, seat)]), late, _agreed(status, seat, words))
    return "; ".join(part for part in parts if part)


def briefly(status: TableStatus, seat: Seat, words: Words) -> str:
    """How a seat is doing, in a word or two; empty if it is simply there."""
    how = _BRIEFLY.get(presence(status, seat))
    return "" if how is None else words.say(how)


def _agreed(status: TableStatus, seat: Seat, words: Words) -> str:
    agreeing = status.agreeing
    if agreeing is None or seat not in (*agreeing.agreed, *agreeing.lacking):
        return ""
    has_agreed = seat in agreeing.agreed
    if agreeing.to is Agreement.PAUSE:
        return words.say("agrees to a pause") if has_agreed else words.say("is asked for a pause")
    if has_agreed:
        return words.say("agrees to take back")
    return words.say("is asked to take back")


def marked_names(status: TableStatus, words: Words) -> Words:
    """The same words, with every seat marked for which a stand-in decides."""
    if not status.gone:
        return words
    mark = words.say("stand-in")
    names = enumerate(words.names)
    marked = (f"{name} ({mark})" if seat in status.gone else name for seat, name in names)
    return replace(words, names=tuple(marked))


def presence_line(status: TableStatus, words: Words, columns: int) -> Line:
    """Everybody at the table in one line; empty where all are in one process.

    In a narrow window the words go before the names do, and the names are cut before the signs.
    """
    if not status.is_apart:
        return ()
    seats = range(len(words.names))
    named = [
        (presence(status, seat), words.name(seat), _note(status, seat, words)) for seat in seats
    ]
    spans = _spans(named)
    if _width(spans) > columns:
        spans = _spans([(how, name, "") for how, name, _note in named])
    longest = max(width(name) for _how, name, _note in named)
    while _width(spans) > columns and longest > _NAME_LEAST:
        longest -= 1
        spans = _spans([(how, clip(name, longest), "") for how, name, _note in named])
    return spans


def presence_signs(status: TableStatus, words: Words) -> str:
    """A sign for each seat, where there is no room for more; empty if all is as it should be."""
    if not status.is_apart:
        return ""
    signs = [presence(status, seat) for seat in range(len(words.names))]
    is_odd = any(one.is_away or one is Presence.STAND_IN for one in signs)
    return "".join(one.value for one in signs) if is_odd else ""


def _note(status: TableStatus, seat: Seat, words: Words) -> str:
    agreeing = status.agreeing
    if agreeing is not None and seat in agreeing.agreed and agreeing.lacking:
        return "✓"
    if seat in status.played_for:
        return words.say("played by {name}", name=status.played_for[seat])
    return briefly(status, seat, words)


def _spans(named: list[tuple[Presence, str, str]]) -> Line:
    drawn: list[Span] = []
    for how, name, note in named:
        style = "warn" if how.is_away or how is Presence.STAND_IN else "dim"
        gap = _GAP if drawn else " "
        drawn.append(Span(" ".join(part for part in (gap + how.value, name, note) if part), style))
    return tuple(drawn)


def _width(spans: Line) -> int:
    return sum(width(span.text) for span in spans)
