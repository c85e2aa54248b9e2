"""The room before the table begins, in plain lines."""

from typing import Final

import trio

from p2pjeux.rules.words import Words
from p2pjeux.ui.choosing.matching import fold
from p2pjeux.ui.lines.keyboard import Keyboard
from p2pjeux.ui.lines.table import Lines
from p2pjeux.ui.lobby import (
    Knock,
    LeaveRoom,
    LetIn,
    LobbyCommand,
    LobbyEvent,
    Noted,
    Ready,
    RoomChanged,
    RoomWaits,
    SayInRoom,
    TurnAway,
    knock_line,
    room_lines,
    wait_line,
)
from p2pjeux.ui.tasks import LobbyTask

# Both languages always, so that a habit or a script works in either.
_READY: Final = frozenset({"ready", "pret", "prete", "start", "go"})
_NOT_READY: Final = frozenset({"wait", "attendre", "not ready", "pas pret"})
_YES: Final = frozenset({"yes", "y", "oui", "o"})
_NO: Final = frozenset({"no", "n", "non"})
_SAY: Final = frozenset({"say", "dire"})
_LEAVE: Final = frozenset({"quit", "quitter", "leave"})


class PlainLobby:
    """``keyboard`` is None where nobody types, as with bots only."""

    def __init__(self, lines: Lines, keyboard: Keyboard | None) -> None:
        self._lines = lines
        self._words: Words = lines.words
        self._keyboard = keyboard
        self._room: RoomChanged | None = None
        self._knocking: list[Knock] = []
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
            case Knock():
                self._knocking.append(event)
                self._lines.put(
                    knock_line(event, self._words),
                    self._words.say("Let them in? Type yes or no."),
                )
            case Noted(text=text):
                self._lines.put(text)
            case RoomWaits():
                self._lines.put(wait_line(event, self._words))

    def _say_how(self) -> None:
        if self._keyboard is not None and not self._is_told:
            self._is_told = True
            self._lines.put(
                self._words.say(
                    "Type ready when you are, wait to take it back, say TEXT to talk, quit to go."
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
        if self._knocking and typed in _YES | _NO:
            key = self._knocking.pop(0).who.key
            return LetIn(key) if typed in _YES else TurnAway(key)
        if typed in _READY:
            return Ready()
        if typed in _NOT_READY:
            return Ready(is_ready=False)
        if typed in _LEAVE:
            return LeaveRoom()
        if typed:
            self._is_told = False
            self._say_how()
        return None
