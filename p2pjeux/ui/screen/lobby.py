"""The room before a table begins, on the full screen. Pure but for the control at the end."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from p2pjeux.rules.drawing import Line, Size, Span, left, line, width
from p2pjeux.rules.words import Words
from p2pjeux.ui.choosing.moves import ARROWS, is_meant, step, type_digit
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lobby import (
    Knock,
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
    TurnAway,
    knock_line,
    present_line,
    room_title,
    wait_line,
)
from p2pjeux.ui.screen import bars
from p2pjeux.ui.screen import line_editor as editing
from p2pjeux.ui.screen.application import Look
from p2pjeux.ui.screen.bars import Key
from p2pjeux.ui.screen.frame import Frame, Spot
from p2pjeux.ui.screen.full_screen import FullScreen, Terminal
from p2pjeux.ui.screen.line_editor import Draft
from p2pjeux.ui.wording.trust import trust_line
from p2pjeux.ui.wording.wrap import fit, wrap_spans

KEY_NAMES: Final = (
    *("up", "down", "left", "right", "home", "end"),
    *("enter", "escape", "backspace", "delete", "c-u", "c-c", "f4", "f8"),
)
NOTES_MOST: Final = 200


@dataclass(frozen=True, slots=True)
class Lobby:
    """What the person sees of the room. ``invitation`` tells how others find the table."""

    words: Words
    invitation: tuple[str, ...] = ()
    room: RoomChanged | None = None
    knocking: tuple[Knock, ...] = ()
    notes: tuple[str, ...] = ()
    # What the table lacks before it can begin.
    waits: RoomWaits | None = None
    at: int = 0
    # A line of chat that is being written.
    chat: Draft | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    label: str
    command: LobbyCommand | None


def hear(lobby: Lobby, event: LobbyEvent) -> Lobby:
    match event:
        case RoomChanged():
            return replace(lobby, room=event)
        case Knock():
            others = tuple(one for one in lobby.knocking if one.who.key != event.who.key)
            return replace(lobby, knocking=(*others, event), at=0)
        case Noted(text=text):
            return replace(lobby, notes=(*lobby.notes, text)[-NOTES_MOST:])
        case RoomWaits():
            return replace(lobby, waits=event)


def choices(lobby: Lobby) -> tuple[Choice, ...]:
    """What can be done now; whoever knocks comes first."""
    words = lobby.words
    listed: list[Choice] = []
    for knock in lobby.knocking[:1]:
        name = words.among(knock.who.names)
        listed += [
            Choice(words.say("let {name} in", name=name), LetIn(knock.who.key)),
            Choice(words.say("turn {name} away", name=name), TurnAway(knock.who.key)),
        ]
    ours = _ours(lobby)
    if ours is not None:
        is_ready = ours.is_ready
        label = words.say("not ready yet after all") if is_ready else words.say("ready to begin")
        listed.append(Choice(label, Ready(is_ready=not is_ready)))
    return (
        *listed,
        Choice(words.say("say something to all"), None),
        Choice(words.say("leave the room"), LeaveRoom()),
    )


def _ours(lobby: Lobby) -> Present | None:
    present = lobby.room.present if lobby.room is not None else ()
    return next((one for one in present if one.is_here), None)


def press(lobby: Lobby, key: str) -> tuple[Lobby, LobbyCommand | None]:
    """What a key does: the room as it is seen then, and what is asked of it."""
    if key in ("c-c", "f8"):
        return lobby, LeaveRoom()
    if lobby.chat is not None:
        return _write(lobby, lobby.chat, key)
    listed = choices(lobby)
    if key == "f4":
        return replace(lobby, chat=Draft()), None
    if key == "enter":
        return choose(lobby, min(lobby.at, len(listed) - 1))
    at = min(lobby.at, len(listed) - 1)
    if key in ARROWS:
        return replace(lobby, at=step(key, at, len(listed))), None
    goal = type_digit("", key, len(listed))[1]
    return replace(lobby, at=at if goal is None else goal), None


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
    command = listed[number].command
    if command is None:
        return replace(lobby, chat=Draft()), None
    if isinstance(command, LetIn | TurnAway):
        lobby = replace(lobby, knocking=lobby.knocking[1:], at=0)
    return lobby, command


def _write(lobby: Lobby, draft: Draft, key: str) -> tuple[Lobby, LobbyCommand | None]:
    if key == "escape":
        return replace(lobby, chat=None), None
    if key == "enter":
        text = draft.text.strip()
        return replace(lobby, chat=None), SayInRoom(text) if text else None
    return replace(lobby, chat=editing.edit(draft, key)), None


def draw(lobby: Lobby, size: Size) -> Frame:
    """The whole screen, exactly as large as the window."""
    room_rows = size.rows - 2
    listed, spots = _draw_choices(lobby, size)
    top = [*_invited(lobby, size), *_people(lobby, size), *_at_the_door(lobby, size)]
    waits = _waits(lobby, size)
    # Why nothing begins is never cut off.
    top = [*top[: max(0, room_rows - len(listed) - len(waits) - 1)], *waits]
    space = room_rows - len(top) - len(listed)
    notes = [drawn for text in lobby.notes for drawn in _wrapped(text, size, "cyan")]
    # The newest note is never cut off.
    body = [*top, *notes[-space:]] if space else top
    body += [()] * (room_rows - len(body) - len(listed))
    first = 1 + len(body)
    cursor = None
    if lobby.chat is not None:
        at = len(lobby.chat.text) - lobby.chat.behind
        lead = "  " + lobby.words.say("say to all:") + " "
        listed[-1] = line(Span(lead, "dim"), Span(lobby.chat.text, "strong"))
        cursor = (first + len(listed) - 1, width(lead) + width(lobby.chat.text[:at]))
    keys, key_spots = bars.draw_keys(_keys(lobby), size.columns, size.rows - 1)
    lines = (_title(lobby, size), *body, *listed, keys)
    placed = tuple(replace(spot, row=spot.row + first) for spot in spots)
    return Frame(tuple(fit(drawn, size.columns) for drawn in lines), (*placed, *key_spots), cursor)


def _title(lobby: Lobby, size: Size) -> Line:
    text = "p2pjeux" if lobby.room is None else room_title(lobby.room, lobby.words)
    return line(Span(left(" " + text, size.columns), "bar-title"))


def _wrapped(text: str, size: Size, style: str) -> list[Line]:
    return list(wrap_spans((Span(text, style),), size.columns - 4, "  ", "    "))


def _invited(lobby: Lobby, size: Size) -> list[Line]:
    if lobby.room is not None and not lobby.room.free:
        return [()]
    lines = [drawn for text in lobby.invitation for drawn in _wrapped(text, size, "dim")]
    return [(), *lines, ()]


def _people(lobby: Lobby, size: Size) -> list[Line]:
    words, room = lobby.words, lobby.room
    if room is None:
        return _wrapped(words.say("Waiting for the table…"), size, "dim")
    lines: list[Line] = [line(Span("  " + words.say("In the room"), "title"))]
    for one in room.present:
        mark = Span("  ✓ " if one.is_ready else "  · ", "good" if one.is_ready else "dim")
        style = "warn" if one.is_suspect else ("strong" if one.is_here else "")
        text = wrap_spans((Span(present_line(one, words), style),), size.columns - 6)
        lines += [
            (mark if number == 0 else Span("    "), *drawn) for number, drawn in enumerate(text)
        ]
    if room.readers is not None:
        lines += _wrapped(trust_line(room.readers, words), size, "dim")
    return [*lines, ()]


def _at_the_door(lobby: Lobby, size: Size) -> list[Line]:
    lines = [
        drawn
        for knock in lobby.knocking[:1]
        for drawn in _wrapped("? " + knock_line(knock, lobby.words), size, "prompt")
    ]
    return [*lines, ()] if lines else []


def _waits(lobby: Lobby, size: Size) -> list[Line]:
    return [] if lobby.waits is None else _wrapped(wait_line(lobby.waits, lobby.words), size, "dim")


def _draw_choices(lobby: Lobby, size: Size) -> tuple[list[Line], list[Spot]]:
    lines: list[Line] = [bars.rule("", size.columns)]
    spots: list[Spot] = []
    listed = choices(lobby)
    at = min(lobby.at, len(listed) - 1)
    for number, choice in enumerate(listed):
        selected = number == at and lobby.chat is None
        lead = ("▸" if selected else " ") + f"{number + 1}. "
        spots.append(Spot(len(lines), 0, size.columns, number))
        lines.append(line(Span(lead + choice.label, "selected" if selected else "")))
    lines.append(())
    return lines, spots


def _keys(lobby: Lobby) -> list[Key]:
    words = lobby.words
    if lobby.chat is not None:
        return [
            Key("enter", words.say("Enter"), words.say("say")),
            Key("escape", words.say("Esc"), words.say("back")),
        ]
    return [
        Key("down", "↑↓ 1–9", words.say("move")),
        Key("enter", words.say("Enter"), words.say("confirm")),
        Key("f4", "F4", words.say("chat")),
        Key("f8", "F8", words.say("leave")),
    ]


class LobbyScreen(FullScreen[Ending]):
    """Owns the room that is shown; ``send`` takes what the person wants."""

    def __init__(self, lobby: Lobby, look: Look, terminal: Terminal) -> None:
        self.lobby = lobby
        self.send: Callable[[LobbyCommand], None] = lambda _command: None
        self._look = look
        # When somebody last knocked: what is pressed at once was not meant for that.
        self._knocked = look.clock() - look.deaf
        super().__init__(KEY_NAMES, terminal, look.depth)

    def hear(self, event: LobbyEvent) -> None:
        self.lobby = hear(self.lobby, event)
        if isinstance(event, Knock):
            self._knocked = self._look.clock()
        if isinstance(event, Knock) and self._look.calls:
            self.app.output.bell()
        self.app.invalidate()

    def close(self) -> None:
        if self.app.is_running:
            self.finish(Ending.OVER)

    def frame(self) -> Frame:
        return draw(self.lobby, self.size)

    def press(self, name: str) -> None:
        self._go(*press(self.lobby, name))

    def strike(self, name: str) -> None:
        if is_meant(name, self._look.clock() - self._knocked, self._look.deaf):
            self.press(name)

    def click(self, number: int) -> None:
        self._go(*click(self.lobby, number))

    def _go(self, after: Lobby, command: LobbyCommand | None) -> None:
        self.lobby = after
        if command is not None:
            self.send(command)
