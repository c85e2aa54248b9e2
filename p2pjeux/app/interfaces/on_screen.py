"""The full screen, for the room before a table and for the table itself."""

import os
import sys

import trio

from p2pjeux.app.interfaces.interface import Main, Manner, TableShown
from p2pjeux.judge.replay import Replay
from p2pjeux.language import rules_text, words_for
from p2pjeux.ui.after import AfterChoice, AfterShown, AfterTask
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lines.keyboard import Keyboard, standard_input
from p2pjeux.ui.lines.table import Lines
from p2pjeux.ui.screen.after import After
from p2pjeux.ui.screen.after_screen import AfterScreen
from p2pjeux.ui.screen.application import Look, Screen
from p2pjeux.ui.screen.full_screen import Terminal
from p2pjeux.ui.screen.lobby import Lobby
from p2pjeux.ui.screen.lobby_screen import LobbyScreen
from p2pjeux.ui.screen.model import Model
from p2pjeux.ui.screen.replay import ReplayScreen
from p2pjeux.ui.screen.replay_model import Watching
from p2pjeux.ui.screen.screen_host import ScreenHost, run_session
from p2pjeux.ui.screen.theme import pick_depth
from p2pjeux.ui.tasks import LobbyTask, SeatTask
from p2pjeux.ui.terminal import TERMINAL_GONE
from p2pjeux.ui.wording.replay import Eyes, moments
from p2pjeux.ui.wording.table_status import TableStatus


def run_on_screen(main: Main, manner: Manner) -> Ending:
    async def run_main(stage: ScreenHost) -> Ending:
        return await main(OnScreen(stage, manner))

    return run_session(run_main, Ending.INTERRUPTED)


class OnScreen:
    def __init__(self, stage: ScreenHost, manner: Manner) -> None:
        self._lines = Lines(sys.stdout, words_for(manner.language))
        self.words = self._lines.words
        self._stage = stage
        self._manner = manner
        # What was said before a screen covered it: how others find the table, above all.
        self._said: list[str] = []
        self._source = standard_input()

    async def gather(self, lobby: LobbyTask) -> None:
        room = LobbyScreen(Lobby(self.words, tuple(self._said)), self._look(), Terminal())
        await self._stage.gather(room, lobby)

    def _look(self) -> Look:
        return Look(calls=self._manner.bell, depth=pick_depth(os.environ))

    async def sit(self, shown: TableShown, play: SeatTask) -> Ending:
        game_id, language = shown.game.facts.id, self._manner.language
        words = words_for(language, game_id, shown.names)
        look = self._look()
        text = rules_text(game_id, language)
        status = TableStatus(shown.people, shown.in_company, shown.fingerprints)
        big = self._manner.big
        model = Model(shown.game, words, text, shown.table_name, status, is_television=big)
        screen = Screen(model, look, Terminal())
        ending = await self._stage.show(screen, play, look.pace)
        if ending is Ending.OVER and screen.model.view is not None:
            # The screen is gone; the result stays in the window.
            self.put(*shown.game.presenter.result(screen.model.view.state, words))
        return ending

    async def conclude(self, after: AfterShown, task: AfterTask) -> AfterChoice:
        words = words_for(self._manner.language, after.game.facts.id, after.names)
        screen = AfterScreen(After(words, after), self._look(), Terminal())
        try:
            return await self._stage.conclude(screen, task)
        except (EOFError, OSError) as error:
            # The terminal is gone, and with it the person.
            if isinstance(error, OSError) and error.errno not in TERMINAL_GONE:
                raise
            return AfterChoice.LEAVE

    async def replay(self, replay: Replay, eyes: Eyes, until: trio.Event) -> None:
        game = replay.game
        assert game is not None
        words = words_for(self._manner.language, game.facts.id, replay.names)
        model = Watching(replay, game, words, moments(replay, game, words), eyes)
        screen = ReplayScreen(model, Terminal(), self._look().depth)

        async def close() -> None:
            await until.wait()
            screen.finish(None)

        await self._stage.ask(screen, close)

    async def ask(self, question: str) -> str:
        keyboard = Keyboard(self._source)
        self.put(question)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keyboard.run)
            line = await keyboard.line()
            nursery.cancel_scope.cancel()
        return line

    def put(self, *lines: str) -> None:
        self._said += lines
        self._lines.put(*lines)
