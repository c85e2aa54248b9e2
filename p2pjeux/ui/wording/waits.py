"""No silence at a table: for whom it waits, why, and what can be done."""

from enum import Enum

from p2pjeux.rules.words import Words
from p2pjeux.table.events import Away
from p2pjeux.ui.wording.going_on import who_agreed
from p2pjeux.ui.wording.presence import MACHINE_WORK, Presence, briefly, presence
from p2pjeux.ui.wording.table_status import TableStatus, is_here, progress

# No wait lasts longer than this, in seconds, without a sentence of this file or of the lobby's.
SILENCE_MOST = 15


class Ways(Enum):
    """By what the person can act: keys of the screen, typed words, or nothing, as who looks on."""

    KEYS = "keys"
    TYPED = "typed"
    # On a page: what can be tapped says itself what it does.
    TAPS = "taps"


def wait_sentences(status: TableStatus, words: Words, ways: Ways) -> tuple[str, ...]:
    """Who and why, then what can be done; empty only if nobody elsewhere is waited for."""
    if status.is_paused:
        return (_pause(words, ways),)
    if not status.lacking or status.waiting is None:
        return ()
    done = progress(status.waiting, words)
    held_back = _held_back(status, words)
    # Where it is said of all of them what they do, it need not be said that one waits for them.
    is_said = set(status.lacking) <= set(status.withholding)
    waiting, *more = held_back if is_said else (_who(status, words), *held_back)
    remedies = _remedies(status, words, ways)
    agreed = who_agreed(status, words) if status.waiting.is_long else ()
    return (f"{done}. {waiting}" if done else waiting, *more, *remedies, *agreed)


def _who(status: TableStatus, words: Words) -> str:
    names = words.among(tuple(_with_reason(status, seat, words) for seat in status.lacking))
    if status.waiting is not None and status.waiting.work == "confirm":
        return words.say(
            "Waiting for {names} to confirm what was played: nothing hidden is shown before.",
            names=names,
        )
    return words.say("Waiting for {names}.", names=names)


def _held_back(status: TableStatus, words: Words) -> tuple[str, ...]:
    """Who is there and keeps back what brings something to light, by name while it lasts."""
    waiting, seats = status.waiting, status.withholding
    if waiting is None or not seats:
        return ()
    names = words.among(tuple(words.name(seat) for seat in seats))
    if waiting.work != "open":
        return (words.say("{names}: connected, and gives no share.", names=names),)
    if waiting.given:
        text = words.say("{names}: has seen the open choices, and opens none.", names=names)
    else:
        text = words.say("{names}: connected, and opens nothing.", names=names)
    return (text,)


def _with_reason(status: TableStatus, seat: int, words: Words) -> str:
    """A name, and why that seat has given nothing yet unless it merely thinks."""
    name, why = words.name(seat), briefly(status, seat, words)
    return f"{name} ({why})" if why and presence(status, seat) is not Presence.THINKING else name


def _pause(words: Words, ways: Ways) -> str:
    if ways is Ways.TAPS:
        return words.say("The table is paused. Anyone can end the pause.")
    if ways is Ways.KEYS:
        return words.say("The table is paused; F3 resumes.")
    return words.say("The table is paused. Type: resume.")


def _remedies(status: TableStatus, words: Words, ways: Ways) -> tuple[str, ...]:
    others = {seat for seat in range(len(words.names)) if seat not in status.gone}
    others -= {seat for seat in others if seat in status.people or is_here(status, seat)}
    told: list[str] = []
    if others and others <= status.away.keys() and Away.LEFT not in status.away.values():
        told.append(words.say("No link to anybody: is this machine still on the same wifi?"))
    if all(presence(status, seat) is Presence.THINKING for seat in status.lacking):
        told.append(words.say("They are here, and thinking."))
    if not status.people:
        return (*told, words.say("Whoever is away is called again and again."))
    told.append(_remedy(status, words, ways, is_pair=len(others) < 2))
    return tuple(one for one in told if one)


def _remedy(status: TableStatus, words: Words, ways: Ways, *, is_pair: bool) -> str:
    if ways is Ways.TAPS:
        return _remedy_by_taps(status, words, is_pair=is_pair)
    keys = ways is Ways.KEYS
    is_away = any(seat in status.away for seat in status.lacking)
    if is_away and is_pair:
        if keys:
            return words.say("It is called again and again; F8 leaves, p2pjeux resume comes back.")
        return words.say("It is called again and again; quit leaves, p2pjeux resume comes back.")
    if status.is_long:
        if keys:
            return words.say("F9 lets the table carry on without, if enough of the others agree.")
        return words.say("Type: without, to carry on if enough of the others agree.")
    if is_away:
        if keys:
            return words.say("It is called again and again; in a while F9 carries on without.")
        return words.say("It is called again and again; in a while you may carry on without.")
    if status.waiting is not None and status.waiting.work in MACHINE_WORK:
        return words.say("The machines do this by themselves; F9 shows how they are.")
    return words.say("F4 writes to all.") if keys else words.say("Type: say TEXT, to write to all.")


def _remedy_by_taps(status: TableStatus, words: Words, *, is_pair: bool) -> str:
    if status.is_long and not is_pair:
        return words.say("The table can carry on without, if enough of the others agree.")
    if any(seat in status.away for seat in status.lacking):
        return words.say("Whoever is away is called again and again.")
    if status.waiting is not None and status.waiting.work in MACHINE_WORK:
        return words.say("The machines do this by themselves.")
    return ""
