"""The full screen of a replay: keys in, frames out; time passes only while it plays by itself."""

import asyncio
import os
from typing import Final

from prompt_toolkit.output import ColorDepth

from p2pjeux.judge.replay import Replay
from p2pjeux.rules.drawing import Size
from p2pjeux.rules.words import Words
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.screen.full_screen import FullScreen, Terminal
from p2pjeux.ui.screen.replay_model import Watching, press, tick
from p2pjeux.ui.screen.replay_view import render
from p2pjeux.ui.screen.theme import pick_depth
from p2pjeux.ui.terminal import TERMINAL_GONE
from p2pjeux.ui.wording.replay import Eyes, moments

KEY_NAMES: Final = (
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *("enter", "tab", "escape", "backspace", "c-c", "f1", "f6", "f7", "f8"),
)
THIS_TERMINAL: Final = Terminal()


def run_replay(
    replay: Replay,
    eyes: Eyes,
    words: Words,
    terminal: Terminal = THIS_TERMINAL,
    depth: ColorDepth | None = None,
) -> bool:
    """Show a replay until the person leaves; return False if that was by Ctrl-C."""
    assert replay.game is not None
    rounds = moments(replay, replay.game, words)
    screen = ReplayScreen(
        Watching(replay, replay.game, words, rounds, eyes),
        terminal,
        depth or pick_depth(os.environ),
    )
    return screen.run()


class ReplayScreen(FullScreen[None]):
    """Owns the model: draws it, and lets keys, clicks and time change it."""

    def __init__(self, model: Watching, terminal: Terminal, depth: ColorDepth | None) -> None:
        self.model = model
        self._seen: tuple[Watching, Size, Frame] | None = None
        self._timer: asyncio.TimerHandle | None = None
        super().__init__(KEY_NAMES, terminal, depth)

    def run(self) -> bool:
        try:
            self.app.run(pre_run=self.heed_signals)
        except EOFError:
            # The terminal is gone, and with it the person.
            return True
        except OSError as error:
            if error.errno not in TERMINAL_GONE:
                raise
        finally:
            self._stop_clock()
        return not self.model.is_interrupted

    def frame(self) -> Frame:
        if self._seen is None or self._seen[0] is not self.model or self._seen[1] != self.size:
            self._seen = (self.model, self.size, render(self.model, self.size))
        return self._seen[2]

    def press(self, name: str) -> None:
        self._show(press(self.model, name, self.frame().top_most))

    def strike(self, name: str) -> None:
        self.press(name.lower())

    def _show(self, model: Watching) -> None:
        self.model = model
        self._stop_clock()
        if model.is_left:
            self.finish(None)
            return
        if model.is_playing:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(model.pause, self._tick)
        self.app.invalidate()

    def _tick(self) -> None:
        self._show(tick(self.model))

    def _stop_clock(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
