"""Plain lines, for the lobby and for the table itself."""

import sys
from contextlib import suppress

import trio

from p2pjeux.app.interfaces.interface import Main, Manner, TableShown
from p2pjeux.judge.replay import Replay
from p2pjeux.language import rules_text, words_for
from p2pjeux.ui.after import AfterChoice, AfterShown, AfterTask
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lines.after import PlainAfter
from p2pjeux.ui.lines.keyboard import Keyboard, standard_input
from p2pjeux.ui.lines.lobby import PlainLobby
from p2pjeux.ui.lines.replay import Looking, ReplayReader
from p2pjeux.ui.lines.table import Lines, PlainTable, Sitters, run_interruptibly
from p2pjeux.ui.tasks import LobbyTask, SeatTask
from p2pjeux.ui.wording.replay import Eyes


def run_in_lines(main: Main, manner: Manner) -> Ending:
    lines = Lines(sys.stdout, words_for(manner.language))

    async def run_main() -> Ending:
        keyboard = None if manner.auto else Keyboard(standard_input())
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

    async def sit(self, shown: TableShown, play: SeatTask) -> Ending:
        game_id = shown.game.facts.id
        language = self._manner.language
        words = words_for(language, game_id, shown.names)
        lines = Lines(self._lines.out, words, rules_text(game_id, language))
        sitters = Sitters(shown.people, shown.in_company, fingerprints=shown.fingerprints)
        return await PlainTable(shown.game, lines, self._keyboard, sitters).run(play)

    async def conclude(self, after: AfterShown, task: AfterTask) -> AfterChoice:
        if self._keyboard is None:
            return AfterChoice.LEAVE
        words = words_for(self._manner.language, after.game.facts.id, after.names)
        return await PlainAfter(self._lines, words, self._keyboard, after).run(task)

    async def replay(self, replay: Replay, eyes: Eyes, until: trio.Event) -> None:
        assert replay.game is not None
        assert self._keyboard is not None
        words = words_for(self._manner.language, replay.game.facts.id, replay.names)
        reader = ReplayReader(replay, replay.game, words, self._lines.out)
        reader.greet(eyes)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_cancel_after, until, nursery.cancel_scope)
            await _read_through(reader, Looking(0, eyes), self._keyboard)
            nursery.cancel_scope.cancel()

    async def ask(self, question: str) -> str:
        self.put(question)
        if self._keyboard is None:
            raise EOFError
        return await self._keyboard.line()

    def put(self, *lines: str) -> None:
        self._lines.put(*lines)


async def _read_through(reader: ReplayReader, look: Looking | None, keyboard: Keyboard) -> None:
    with suppress(EOFError):
        while look is not None:
            look = reader.obey(look, await keyboard.line())


async def _cancel_after(event: trio.Event, scope: trio.CancelScope) -> None:
    await event.wait()
    scope.cancel()
