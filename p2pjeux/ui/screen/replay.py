"""The full screen of a replay: keys in, frames out; time passes only while it plays by itself."""

import asyncio
import os
import signal
import threading
from contextlib import suppress
from functools import partial
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, UIContent, UIControl, Window
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth

from p2pjeux.rules.drawing import Size, width
from p2pjeux.rules.words import Words
from p2pjeux.table.replay import Replay
from p2pjeux.ui.retelling import Eyes, moments
from p2pjeux.ui.screen.application import ESCAPE_SECONDS, Terminal, fragments
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.screen.gone import TERMINAL_GONE
from p2pjeux.ui.screen.replay_model import Watching, press, tick
from p2pjeux.ui.screen.replay_view import SMALLEST, render
from p2pjeux.ui.screen.theme import build_style, class_of, pick_depth

KEY_NAMES: Final = (
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *("enter", "tab", "escape", "backspace", "c-c", "f1", "f6", "f7", "f8"),
)
THIS_TERMINAL: Final = Terminal()
_WHEEL: Final = {MouseEventType.SCROLL_UP: "wheelup", MouseEventType.SCROLL_DOWN: "wheeldown"}


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


class ReplayScreen(UIControl):
    """Owns the model: draws it, and lets keys, clicks and time change it."""

    def __init__(self, model: Watching, terminal: Terminal, depth: ColorDepth | None) -> None:
        self.model = model
        self._size = SMALLEST
        self._seen: tuple[Watching, Size, Frame] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.app: Application[None] = Application(
            layout=Layout(Window(self, style=class_of("screen"), wrap_lines=False)),
            key_bindings=self._bindings(),
            full_screen=True,
            mouse_support=True,
            color_depth=depth,
            input=terminal.source,
            output=terminal.target,
        )
        self.app.style = build_style(self.app.color_depth)
        self.app.ttimeoutlen = ESCAPE_SECONDS

    def run(self) -> bool:
        try:
            self.app.run(pre_run=self._heed_signals)
        except EOFError:
            # The terminal is gone, and with it the person.
            return True
        except OSError as error:
            if error.errno not in TERMINAL_GONE:
                raise
        finally:
            self._stop_clock()
        return not self.model.is_interrupted

    def _heed_signals(self) -> None:
        """Let a kill or a closed window end the screen as Ctrl-C does, the terminal restored."""
        if threading.current_thread() is not threading.main_thread():
            return
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            # The loops of Windows know no signals; closing a console ends the process there.
            with suppress(NotImplementedError):
                if number is not None:
                    loop.add_signal_handler(number, self._react, "c-c")

    def _frame(self) -> Frame:
        if self._seen is None or self._seen[0] is not self.model or self._seen[1] != self._size:
            self._seen = (self.model, self._size, render(self.model, self._size))
        return self._seen[2]

    def create_content(self, width: int, height: int) -> UIContent:
        self._size = Size(width, height)
        frame = self._frame()
        return UIContent(
            get_line=lambda number: fragments(frame.lines[number]),
            line_count=len(frame.lines),
            cursor_position=Point(0, 0),
            show_cursor=False,
        )

    def is_focusable(self) -> bool:
        return True

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Clicks on the keys of the bottom line, and the wheel."""
        if mouse_event.event_type in _WHEEL:
            self._react(_WHEEL[mouse_event.event_type])
            return
        is_left = mouse_event.button is MouseButton.LEFT
        if mouse_event.event_type is not MouseEventType.MOUSE_DOWN or not is_left:
            return
        frame, at = self._frame(), mouse_event.position
        # prompt_toolkit counts characters, the frame counts columns.
        text = "".join(span.text for span in frame.lines[at.y]) if at.y < len(frame.lines) else ""
        means = frame.at(at.y, width(text[: at.x]))
        if isinstance(means, str):
            self._react(means)

    def _react(self, key: str) -> None:
        self._show(press(self.model, key, self._frame().top_most))

    def _show(self, model: Watching) -> None:
        self.model = model
        self._stop_clock()
        if model.is_left:
            if not self.app.is_done:
                self.app.exit()
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

    def _press(self, name: str, _event: KeyPressEvent) -> None:
        self._react(name)

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()
        for name in KEY_NAMES:
            keys.add(name, eager=True)(partial(self._press, name))
        keys.add(Keys.SIGINT)(partial(self._press, "c-c"))

        @keys.add(Keys.Any)
        def _(event: KeyPressEvent) -> None:
            key = event.key_sequence[0].key
            self._react((key.value if isinstance(key, Keys) else key).lower())

        @keys.add("c-l")
        def _(event: KeyPressEvent) -> None:
            event.app.renderer.clear()

        return keys
