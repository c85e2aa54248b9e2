"""The full screen, for the room before a table and for the table itself."""

import os
import sys

import trio

from p2pjeux.app.interfaces.interface import Main, Manner, TableShown
from p2pjeux.language import rules_text, words_for
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lines.keyboard import Keyboard, standard_input
from p2pjeux.ui.lines.table import Lines
from p2pjeux.ui.screen.application import Look, Screen
from p2pjeux.ui.screen.full_screen import Terminal
from p2pjeux.ui.screen.lobby import Lobby
from p2pjeux.ui.screen.lobby_screen import LobbyScreen
from p2pjeux.ui.screen.model import Model
from p2pjeux.ui.screen.screen_host import ScreenHost, run_session
from p2pjeux.ui.screen.theme import pick_depth
from p2pjeux.ui.tasks import LobbyTask, SeatTask
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
        model = Model(shown.game, words, text, shown.table_name, status)
        screen = Screen(model, look, Terminal())
        ending = await self._stage.show(screen, play, look.pace)
        if ending is Ending.OVER and screen.model.view is not None:
            # The screen is gone; the result stays in the window.
            self.put(*shown.game.presenter.result(screen.model.view.state, words))
        return ending

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
