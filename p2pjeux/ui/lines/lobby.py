"""The room before the table begins, in plain lines."""

from typing import Final

import trio

from p2pjeux.rules.drawing import half_blocks
from p2pjeux.rules.words import Words
from p2pjeux.ui.choosing.matching import fold
from p2pjeux.ui.lines.keyboard import Keyboard
from p2pjeux.ui.lines.table import Lines
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
    invitation_lines,
    knock_line,
    room_lines,
    term_line,
    wait_line,
)
from p2pjeux.ui.tasks import LobbyTask
from p2pjeux.ui.wording.lobby_help import lobby_help_lines

# Both languages always, so that a habit or a script works in either.
_READY: Final = frozenset({"ready", "pret", "prete", "start", "go"})
_NOT_READY: Final = frozenset({"wait", "attendre", "not ready", "pas pret"})
_YES: Final = frozenset({"yes", "y", "oui", "o"})
_NO: Final = frozenset({"no", "n", "non"})
_SAY: Final = frozenset({"say", "dire"})
_LEAVE: Final = frozenset({"quit", "quitter", "leave"})
_WHO: Final = frozenset({"who", "qui"})
_INVITE: Final = frozenset({"invite", "inviter", "invitation"})
_PUT_OUT: Final = ("put out ", "mettre dehors ")
_TERMS: Final = frozenset({"terms", "reglages", "conditions"})
_SET: Final = frozenset({"set", "regler"})
_HELP: Final = frozenset({"?", "help", "aide"})


class PlainLobby:
    """``keyboard`` is None where nobody types, as with bots only."""

    def __init__(self, lines: Lines, keyboard: Keyboard | None) -> None:
        self._lines = lines
        self._words: Words = lines.words
        self._keyboard = keyboard
        self._room: RoomChanged | None = None
        self._invitation: Invitation | None = None
        self._door: tuple[Present, ...] = ()
        # Whoever of them has been answered, while that is on its way.
        self._answered: frozenset[bytes] = frozenset()
        self._is_told = False

    async def run(self, gather: LobbyTask) -> None:
        """Show the room until the table begins, or will not."""
        to_ui, events = trio.open_memory_channel[LobbyEvent](0)
        to_room, commands = trio.open_memory_channel[LobbyCommand](4)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(gather, to_ui, commands)
            if self._keyboard is not None:
                nursery.start_soon(self._read_lines, self._keyboard, to_room)
            async for event in events:
                self._hear(event)
            nursery.cancel_scope.cancel()

    def _hear(self, event: LobbyEvent) -> None:
        match event:
            case RoomChanged():
                if event != self._room:
                    self._room = event
                    self._lines.put(*room_lines(event, self._words))
                    self._say_how()
            case DoorChanged(knocking=door):
                self._hear_door(door)
            case Invited(invitation=invitation, at_once=at_once):
                self._invitation = invitation
                if at_once:
                    self._invite(invitation)
            case Noted(text=text):
                self._lines.put(text)
            case WentAway():
                self._lines.put(gone_line(event, self._words))
            case RoomWaits():
                self._lines.put(wait_line(event, self._words))

    def _hear_door(self, door: tuple[Present, ...]) -> None:
        """Say who is new there, and whom an answer would mean if that is another one now."""
        before = first_at_door(self._door, self._answered)
        known = {one.key for one in self._door}
        self._door = door
        self._answered &= {one.key for one in door}
        self._lines.put(*(knock_line(one, self._words) for one in door if one.key not in known))
        first = first_at_door(door, self._answered)
        if first is not None and first != before:
            names = self._words.among(first.names)
            question = self._words.say("Let {names} in? Type yes or no.", names=names)
            self._lines.put(question)

    def _invite(self, invitation: Invitation) -> None:
        # Most terminals are dark: the light dots are drawn.
        light = [[not dot for dot in row] for row in invitation.dots]
        self._lines.put(*half_blocks(light), *invitation_lines(invitation, self._words))

    def _say_how(self) -> None:
        if self._keyboard is not None and not self._is_told:
            self._is_told = True
            self._lines.put(
                self._words.say(
                    "Type ready when you are, wait to take it back, say TEXT to talk, ? for all "
                    "words, quit to go."
                )
            )

    async def _read_lines(
        self, keyboard: Keyboard, to_room: trio.MemorySendChannel[LobbyCommand]
    ) -> None:
        try:
            while True:
                command = self._take_line(await keyboard.line())
                if command is not None:
                    await to_room.send(command)
        except EOFError:
            await to_room.send(LeaveRoom())

    def _take_line(self, line: str) -> LobbyCommand | None:
        typed = fold(line)
        first, _, rest = line.partition(" ")
        if fold(first).removeprefix("/") in _SAY and rest.strip():
            return SayInRoom(rest.strip())
        knocking = first_at_door(self._door, self._answered)
        if knocking is not None and typed in _YES | _NO:
            self._answered |= {knocking.key}
            return LetIn(knocking.key) if typed in _YES else TurnAway(knocking.key)
        if typed in _READY:
            return Ready()
        if typed in _NOT_READY:
            return Ready(is_ready=False)
        if typed in _LEAVE:
            return LeaveRoom()
        if fold(first) in _SET:
            return self._settle(fold(rest))
        for begins in _PUT_OUT:
            if typed.startswith(begins):
                return self._put_out(typed.removeprefix(begins).strip())
        if typed:
            self._tell(typed)
        return None

    def _tell(self, typed: str) -> None:
        """What is only asked about the room; what nobody can mean is answered with the words."""
        if typed in _WHO and self._room is not None:
            self._lines.put(*room_lines(self._room, self._words))
        elif typed in _TERMS and self._room is not None:
            self._lines.put(*(_offered(term, self._words) for term in self._room.terms))
        elif typed in _INVITE and self._invitation is not None:
            self._invite(self._invitation)
        elif typed in _HELP:
            self._lines.put(*lobby_help_lines(self._words, is_opener=self._invitation is not None))
        else:
            self._is_told = False
            self._say_how()

    def _settle(self, typed: str) -> LobbyCommand | None:
        """The name of a term and one of its values, as they are listed."""
        terms = () if self._room is None or self._invitation is None else self._room.terms
        for term in terms:
            for begins in {fold(term.name), fold(term.label)}:
                wanted = typed.removeprefix(begins).strip(" :=")
                for value, called in term.among if typed.startswith(begins) else ():
                    if wanted in (fold(value), fold(called)):
                        return Settle(term.name, value)
        self._lines.put(self._words.say("That cannot be set; terms lists what can."))
        return None

    def _put_out(self, name: str) -> LobbyCommand | None:
        present = () if self._room is None else self._room.present
        meant = [one for one in present if not one.is_here and name in map(fold, one.names)]
        if self._invitation is not None and len(meant) == 1:
            return TurnAway(meant[0].key)
        self._lines.put(self._words.say("There is nobody of that name whom you can put out."))
        return None


def _offered(term: Term, words: Words) -> str:
    """A term as it stands, with what may be typed to change it."""
    among = ", ".join(value for value, _called in term.among)
    return words.say(
        "{term} ({name}: {among})", term=term_line(term, words), name=term.name, among=among
    )
