"""A terminal without a terminal: keys through a pipe, the drawing into pyte's screen model.

A script is a generator. It yields conditions; whenever the screen has been drawn and the condition
holds, the script goes on, looks at the screen and presses keys. Nothing sleeps, nothing hopes.
"""

import asyncio
import errno
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import pyte
from prompt_toolkit.data_structures import Size as TerminalSize
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from p2pjeux.rules.drawing import Size
from p2pjeux.rules.words import Words
from p2pjeux.sitting.solo import SoloTable
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.screen import trio_bridge as bridge
from p2pjeux.ui.screen.application import Look, Screen
from p2pjeux.ui.screen.full_screen import Terminal
from p2pjeux.ui.screen.model import Model
from p2pjeux.ui.solo_task import play_solo
from p2pjeux.ui.tasks import SeatTask

TIMEOUT_SECONDS: Final = 30
KEYS: Final = {
    "enter": "\r",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "escape": "\x1b",
    "tab": "\t",
    "backspace": "\x7f",
    "c-c": "\x03",
    "f1": "\x1bOP",
    "f2": "\x1bOQ",
    "f3": "\x1bOR",
    "f4": "\x1bOS",
    "f5": "\x1b[15~",
    "f6": "\x1b[17~",
    "f7": "\x1b[18~",
    "f8": "\x1b[19~",
    "f9": "\x1b[20~",
}

Condition = Callable[[], bool]
Script = Callable[["Desk"], Iterator[Condition]]


class Paper:
    """What the application writes to: all of it kept, and fed to pyte."""

    encoding = "utf-8"

    def __init__(self, screen: pyte.Screen) -> None:
        self.written = ""
        # Called when something has been drawn.
        self.on_flush: Callable[[], object] = bool
        self.is_gone = False
        self._stream = pyte.Stream(screen)

    def write(self, data: str) -> int:
        if self.is_gone:
            raise OSError(errno.EIO, "Input/output error")
        self.written += data
        self._stream.feed(data)
        return len(data)

    def flush(self) -> None:
        self.on_flush()

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise OSError("there is no file")


class Desk:
    """A person's place before the fake terminal."""

    def __init__(self, size: Size, keyboard: PipeInput, depth: ColorDepth) -> None:
        self.size = size
        self.pyte = pyte.Screen(size.columns, size.rows)
        self.paper = Paper(self.pyte)
        self._keyboard = keyboard
        output = Vt100_Output(
            self.paper,  # type: ignore[arg-type] # as much of a TextIO as is used
            lambda: TerminalSize(rows=self.size.rows, columns=self.size.columns),
            term="xterm-256color",
            default_color_depth=depth,
            enable_cpr=False,
        )
        self.terminal = Terminal(keyboard, output)
        self.screen: Screen | None = None

    @property
    def app(self) -> Screen:
        assert self.screen is not None
        return self.screen

    def press(self, *keys: str) -> None:
        """Press keys by name; anything else is typed as it stands."""
        for key in keys:
            self._keyboard.send_text(KEYS.get(key, key))

    def unplug(self) -> None:
        self._keyboard.close()

    def click(self, row: int, column: int) -> None:
        for end in "Mm":
            self._keyboard.send_text(f"\x1b[<0;{column + 1};{row + 1}{end}")

    def resize(self, size: Size) -> None:
        self.size = size
        self.pyte.resize(size.rows, size.columns)
        # What the signal of a changed window calls; later, as a signal comes from outside.
        asyncio.get_running_loop().call_soon(self.app.app._on_resize)

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.pyte.display) + "\n"

    def row_of(self, text: str) -> int:
        return next(number for number, line in enumerate(self.pyte.display) if text in line)

    def shows(self, text: str) -> Condition:
        return lambda: text in self.text()

    def hides(self, text: str) -> Condition:
        return lambda: text not in self.text()


def sit(
    table: SoloTable,
    words: Words,
    script: Script,
    *,
    size: Size = Size(80, 24),  # noqa: B008 - frozen
    look: Look = Look(pace=0, deaf=0),  # noqa: B008 - frozen
    play: SeatTask | None = None,
    model: Model | None = None,
) -> tuple[Ending, Desk]:
    """Play at the fake terminal by a script; return how it ended, and the desk as it is then."""
    with create_pipe_input() as keyboard:
        desk = Desk(size, keyboard, look.depth or ColorDepth.DEFAULT)
        model = model or Model(table.game, words, "# The rules\n\nAll **of** them.", "test")
        desk.screen = Screen(model, look, desk.terminal)
        _follow(desk, script(desk))
        ending = bridge.run(desk.screen, play or partial(play_solo, table), look.pace)
    return ending, desk


def _follow(desk: Desk, script: Iterator[Condition]) -> None:
    """Take the script on after each drawing."""
    waited: list[Condition] = [next(script)]
    app = desk.app.app

    def on_render(_app: Any) -> None:
        try:
            # One step per drawing: what has just been pressed must show first.
            if waited and waited[0]():
                waited[:] = [condition for condition in [next(script, None)] if condition]
        except Exception as error:  # noqa: BLE001 - a failed assertion ends the application
            desk.app.fail(error)

    def on_first_render(_app: Any) -> None:
        app.after_render -= on_first_render
        asyncio.get_running_loop().call_later(TIMEOUT_SECONDS, give_up)

    def give_up() -> None:
        desk.app.fail(TimeoutError("the script does not go on; last seen:\n" + desk.text()))

    app.after_render += on_render
    app.after_render += on_first_render
