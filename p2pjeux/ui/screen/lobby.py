"""The room before a table begins, on the full screen: what a key does there, and its control.

What is listed never moves by itself: whoever knocks is answered by keys of its own, so that a hand
on its way to Enter cannot let in a stranger.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from p2pjeux.rules.words import Words
from p2pjeux.ui.choosing.moves import ARROWS, step, type_digit
from p2pjeux.ui.lobby import (
    DoorChanged,
    Invitation,
    Invited,
    LeaveRoom,
    LetIn,
    LobbyCommand,
    LobbyEvent,
    Noted,
    Present,
    Ready,
    RoomChanged,
    RoomWaits,
    SayInRoom,
    Settle,
    Term,
    TurnAway,
    WentAway,
    first_at_door,
    gone_line,
    term_line,
)
from p2pjeux.ui.screen import line_editor as editing
from p2pjeux.ui.screen.line_editor import Draft

KEY_NAMES: Final = (
    *("up", "down", "left", "right", "home", "end"),
    *("enter", "escape", "backspace", "delete", "c-u", "c-c"),
    *("f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"),
)
NOTES_MOST: Final = 200


class LobbyPage(Enum):
    """What is shown; but for the room itself each has a key."""

    ROOM = ""
    HELP = "f1"
    TERMS = "f5"
    INVITATION = "f6"
    PUT_OUT = "f7"


PAGES: Final = {page.value: page for page in LobbyPage if page.value}


@dataclass(frozen=True, slots=True)
class Lobby:
    """What the person sees of the room. ``said`` was told before it was shown."""

    words: Words
    said: tuple[str, ...] = ()
    invitation: Invitation | None = None
    room: RoomChanged | None = None
    door: tuple[Present, ...] = ()
    # Whoever of them has been answered, while that is on its way.
    answered: frozenset[bytes] = frozenset()
    notes: tuple[str, ...] = ()
    # What the table lacks before it can begin.
    waits: RoomWaits | None = None
    page: LobbyPage = LobbyPage.ROOM
    # The name of the term that is being changed, on the page of the terms.
    changing: str = ""
    at: int = 0
    # A line of chat that is being written.
    chat: Draft | None = None

    @property
    def others(self) -> tuple[Present, ...]:
        present = () if self.room is None else self.room.present
        return tuple(one for one in present if not one.is_here)

    @property
    def is_opener(self) -> bool:
        return self.invitation is not None

    @property
    def terms(self) -> tuple[Term, ...]:
        return () if self.room is None else self.room.terms

    @property
    def first(self) -> Present | None:
        """Who is to be let in or turned away now."""
        return first_at_door(self.door, self.answered)


@dataclass(frozen=True, slots=True)
class Choice:
    """What Enter does: a command, a page that is opened, or, with neither, a line of chat."""

    label: str
    command: LobbyCommand | None = None
    page: LobbyPage | None = None
    # The term whose values are listed then.
    changing: str = ""
    # What is shown before it and typed to choose it, if that is not its place.
    number: str = ""


def hear(lobby: Lobby, event: LobbyEvent) -> Lobby:
    match event:
        case RoomChanged():
            return _kept_in_place(lobby, replace(lobby, room=event))
        case DoorChanged(knocking=door):
            still = frozenset(one.key for one in door)
            return replace(lobby, door=door, answered=lobby.answered & still)
        case Invited(invitation=invitation, at_once=at_once):
            page = LobbyPage.INVITATION if at_once and lobby.chat is None else lobby.page
            return replace(lobby, invitation=invitation, page=page)
        case Noted(text=text):
            return replace(lobby, notes=(*lobby.notes, text)[-NOTES_MOST:])
        case WentAway():
            return hear(lobby, Noted(gone_line(event, lobby.words)))
        case RoomWaits():
            return replace(lobby, waits=event)


def _kept_in_place(before: Lobby, after: Lobby) -> Lobby:
    """Who is about to be put out stays the same, whoever else comes and goes."""
    if before.page is not LobbyPage.PUT_OUT:
        return after
    chosen = [one.key for one in before.others][before.at : before.at + 1]
    keys = [one.key for one in after.others]
    if not keys or (chosen and chosen[0] not in keys):
        return to_page(after, LobbyPage.ROOM)
    return replace(after, at=keys.index(chosen[0])) if chosen else after


def choices(lobby: Lobby) -> tuple[Choice, ...]:
    """What can be done now: as many things, in the same order, for as long as the room stands."""
    words = lobby.words
    if lobby.page is LobbyPage.PUT_OUT:
        return tuple(
            Choice(words.say("put {name} out", name=words.among(one.names)), TurnAway(one.key))
            for one in lobby.others
        )
    if lobby.page is LobbyPage.TERMS:
        return _of_terms(lobby)
    listed: list[Choice] = []
    ours = _ours(lobby)
    if ours is not None:
        label = words.say("not ready after all") if ours.is_ready else words.say("ready to begin")
        listed.append(Choice(label, Ready(is_ready=not ours.is_ready)))
    listed.append(Choice(words.say("say something to all")))
    if lobby.is_opener:
        listed += [
            Choice(words.say("invite: link and QR code"), page=LobbyPage.INVITATION),
            Choice(words.say("change the table"), page=LobbyPage.TERMS),
            Choice(words.say("put somebody out"), page=LobbyPage.PUT_OUT),
        ]
    elif lobby.terms:
        listed.append(Choice(words.say("what is settled"), page=LobbyPage.TERMS))
    return (*listed, Choice(words.say("leave the room"), LeaveRoom()))


def _of_terms(lobby: Lobby) -> tuple[Choice, ...]:
    """The terms, or, of the one that is being changed, its values."""
    for term in lobby.terms:
        if term.name == lobby.changing:
            return _values(term)
    return tuple(
        Choice(term_line(term, lobby.words), page=LobbyPage.TERMS, changing=term.name)
        for term in lobby.terms
    )


def _values(term: Term) -> tuple[Choice, ...]:
    """Where the values are numbers, a digit chooses the one it shows."""
    are_numbers = all(called.isdecimal() for _value, called in term.among)
    return tuple(
        Choice("" if are_numbers else called, Settle(term.name, value), number=called * are_numbers)
        for value, called in term.among
    )


def _ours(lobby: Lobby) -> Present | None:
    present = lobby.room.present if lobby.room is not None else ()
    return next((one for one in present if one.is_here), None)


def to_page(lobby: Lobby, page: LobbyPage, changing: str = "") -> Lobby:
    """Another page, where there is anything on it; each begins with its first entry."""
    is_there = {
        LobbyPage.INVITATION: lobby.is_opener,
        LobbyPage.PUT_OUT: lobby.is_opener and bool(lobby.others),
        LobbyPage.TERMS: bool(lobby.terms),
    }
    if not is_there.get(page, True) or (changing and not lobby.is_opener):
        return lobby
    return replace(lobby, page=page, changing=changing, at=0)


def _back(lobby: Lobby) -> Lobby:
    """From the values of a term to the terms, and from every page to the room."""
    if not lobby.changing:
        return to_page(lobby, LobbyPage.ROOM)
    at = [term.name for term in lobby.terms].index(lobby.changing)
    return replace(lobby, changing="", at=at)


def press(lobby: Lobby, key: str) -> tuple[Lobby, LobbyCommand | None]:
    """What a key does: the room as it is seen then, and what is asked of it."""
    if key in ("c-c", "f8"):
        return lobby, LeaveRoom()
    if lobby.chat is not None:
        return _write(lobby, lobby.chat, key)
    if key in ("f2", "f3"):
        return _answer(lobby, is_welcome=key == "f2")
    if key == "f4":
        return replace(lobby, chat=Draft(), page=LobbyPage.ROOM), None
    if key in PAGES:
        is_open = lobby.page is PAGES[key]
        return to_page(lobby, LobbyPage.ROOM if is_open else PAGES[key]), None
    if key == "escape" or (key == "enter" and not _lists(lobby)):
        return _back(lobby), None
    return _in_list(lobby, key) if _lists(lobby) else (lobby, None)


def _lists(lobby: Lobby) -> bool:
    return lobby.page in (LobbyPage.ROOM, LobbyPage.PUT_OUT, LobbyPage.TERMS)


def _in_list(lobby: Lobby, key: str) -> tuple[Lobby, LobbyCommand | None]:
    listed = choices(lobby)
    at = min(lobby.at, len(listed) - 1)
    if key == "enter":
        return choose(lobby, at)
    if key in ARROWS:
        return replace(lobby, at=step(key, at, len(listed))), None
    numbers = [choice.number for choice in listed]
    if any(numbers):
        goal = numbers.index(key) if key in numbers else None
    else:
        goal = type_digit("", key, len(listed))[1]
    return replace(lobby, at=at if goal is None else goal), None


def _answer(lobby: Lobby, *, is_welcome: bool) -> tuple[Lobby, LobbyCommand | None]:
    """Let in whoever came first, or turn that one away."""
    first = lobby.first
    if first is None:
        return lobby, None
    after = replace(lobby, answered=lobby.answered | {first.key})
    return after, LetIn(first.key) if is_welcome else TurnAway(first.key)


def click(lobby: Lobby, entry: int) -> tuple[Lobby, LobbyCommand | None]:
    """A click moves; a second one confirms."""
    if lobby.chat is not None:
        return lobby, None
    return press(lobby, "enter") if entry == lobby.at else (replace(lobby, at=entry), None)


def choose(lobby: Lobby, number: int) -> tuple[Lobby, LobbyCommand | None]:
    """Take a choice, counted from 0; what is not there changes nothing."""
    listed = choices(lobby)
    if not 0 <= number < len(listed):
        return lobby, None
    chosen = listed[number]
    if chosen.page is not None:
        return to_page(lobby, chosen.page, chosen.changing), None
    if chosen.command is None:
        return replace(lobby, chat=Draft()), None
    # From what was changed back to the terms, from whom was put out to the room.
    return (lobby if lobby.page is LobbyPage.ROOM else _back(lobby)), chosen.command


def _write(lobby: Lobby, draft: Draft, key: str) -> tuple[Lobby, LobbyCommand | None]:
    if key == "escape":
        return replace(lobby, chat=None), None
    if key == "enter":
        text = draft.text.strip()
        return replace(lobby, chat=None), SayInRoom(text) if text else None
    return replace(lobby, chat=editing.edit(draft, key)), None
