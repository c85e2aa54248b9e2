"""Which interface a table is shown on, and how the program runs with it."""

import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import trio

from p2pjeux.app.listing import rules_text
from p2pjeux.language import words_for
from p2pjeux.rules.contract import Game
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words
from p2pjeux.ui.choose_interface import takes_full_screen
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.keyboard import Descriptor, Keyboard
from p2pjeux.ui.plain import Lines, PlainTable, SeatTask, Sitters, run_interruptibly
from p2pjeux.ui.plain_lobby import LobbyTask, PlainLobby


@dataclass(frozen=True, slots=True)
class Manner:
    """How a table is to be shown: ``auto`` if bots play all seats here and nobody is asked."""

    language: str
    auto: bool = False
    plain: bool = False
    bell: bool = True


@dataclass(frozen=True, slots=True)
class Shown:
    """What an interface must know of a table."""

    game: Game[Any]
    table_name: str
    names: tuple[str, ...]
    # The seats of people at this machine.
    people: tuple[Seat, ...]
    # Whether there are others, on other machines.
    in_company: bool = True
    # For each seat the words of its key.
    fingerprints: tuple[str, ...] = ()


class Interface(Protocol):
    words: Words

    async def gather(self, lobby: LobbyTask) -> None:
        """Show the room until the table begins, or will not."""

    async def sit(self, shown: Shown, play: SeatTask) -> Ending:
        """Show the table until the game is over or the person leaves."""

    async def ask(self, question: str) -> str:
        """A line that answers a question; raise EOFError if nobody answers."""

    def put(self, *lines: str) -> None:
        """Say something that stays."""


Main: TypeAlias = Callable[[Interface], Awaitable[Ending]]


def run(main: Main, manner: Manner) -> Ending:
    """Run ``main`` with the interface that was asked for and that this terminal can show."""
    can_screen = takes_full_screen(sys.stdin, sys.stdout, os.environ, sys.platform)
    if not manner.auto and not manner.plain and can_screen:
        from p2pjeux.app.on_screen import run_on_screen

        return run_on_screen(main, manner)
    return run_in_lines(main, manner)


def run_in_lines(main: Main, manner: Manner) -> Ending:
    lines = Lines(sys.stdout, words_for(manner.language))

    async def run_main() -> Ending:
        keyboard = None if manner.auto else Keyboard(Descriptor(sys.stdin.fileno()))
        async with trio.open_nursery() as nursery:
            if keyboard is not None:
                nursery.start_soon(keyboard.run)
            ending = await main(InLines(lines, keyboard, manner))
            nursery.cancel_scope.cancel()
        return ending

    return run_interruptibly(run_main, lines)


class InLines:
    """Plain lines for the lobby and the table."""

    def __init__(self, lines: Lines, keyboard: Keyboard | None, manner: Manner) -> None:
        self.words = lines.words
        self._lines = lines
        self._keyboard = keyboard
        self._manner = manner

    async def gather(self, lobby: LobbyTask) -> None:
        await PlainLobby(self._lines, self._keyboard).run(lobby)

    async def sit(self, shown: Shown, play: SeatTask) -> Ending:
        game_id = shown.game.facts.id
        language = self._manner.language
        words = words_for(language, game_id, shown.names)
        lines = Lines(self._lines.out, words, rules_text(game_id, language))
        sitters = Sitters(shown.people, shown.in_company, fingerprints=shown.fingerprints)
        return await PlainTable(shown.game, lines, self._keyboard, sitters).run(play)

    async def ask(self, question: str) -> str:
        self.put(question)
        if self._keyboard is None:
            raise EOFError
        return await self._keyboard.line()

    def put(self, *lines: str) -> None:
        self._lines.put(*lines)
