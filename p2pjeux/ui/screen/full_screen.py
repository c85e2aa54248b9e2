"""A full screen of prompt_toolkit: frames out, the names of keys and the numbers of entries in.

Every screen of the program is one of these; what it draws and what a key means is its own.
"""

import asyncio
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, Generic, TypeVar

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, UIContent, UIControl, Window
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output

from p2pjeux.rules.drawing import Line, Size, width
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.screen.theme import build_style, class_of

ResultT = TypeVar("ResultT")

# A lone Escape is told from the start of a longer key by waiting so long.
ESCAPE_SECONDS: Final = 0.05
# For keyboards without function keys, or where a terminal keeps them to itself.
CONTROL_KEYS: Final = {
    "c-g": "f1",
    "c-t": "f2",
    "c-p": "f3",
    "c-e": "f4",
    "c-r": "f5",
    "c-n": "f6",
    "c-f": "f7",
    "c-x": "f8",
    "c-k": "f9",
}
_WHEEL: Final = {MouseEventType.SCROLL_UP: "wheelup", MouseEventType.SCROLL_DOWN: "wheeldown"}
# prompt_toolkit would underline spaces that do not break; here they have done their work.
_SPACES: Final = {0xA0: " ", 0x202F: " "}
_EMPTY: Final = UIContent(get_line=lambda _row: [], line_count=1, show_cursor=False)


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where keys come from and drawings go to; None is the terminal of this process."""

    source: Input | None = None
    target: Output | None = None


class FullScreen(UIControl, Generic[ResultT]):
    """Ends with a result, or with the first error that a drawing or a key met.

    prompt_toolkit gives the terminal back before anyone sees that error.
    """

    def __init__(
        self, key_names: tuple[str, ...], terminal: Terminal, depth: ColorDepth | None
    ) -> None:
        self.size = Size(80, 24)
        self.keys = self._bindings(key_names)
        self.app: Application[ResultT] = Application(
            layout=Layout(Window(self, style=class_of("screen"), wrap_lines=False)),
            key_bindings=self.keys,
            full_screen=True,
            mouse_support=True,
            color_depth=depth,
            input=terminal.source,
            output=terminal.target,
        )
        self.app.style = build_style(self.app.color_depth)
        self.app.ttimeoutlen = ESCAPE_SECONDS

    # What a screen is made of.

    def frame(self) -> Frame:
        """What is to be seen now, exactly as large as ``size``."""
        raise NotImplementedError

    def press(self, name: str) -> None:
        """A key, the wheel, or a click on a place that stands for a key."""
        raise NotImplementedError

    def strike(self, name: str) -> None:
        """A key from the keyboard."""
        self.press(name)

    def click(self, number: int) -> None:
        """A click on an entry."""

    def look(self, thing: str) -> None:
        """A click on a thing that the board shows."""

    def interrupted(self) -> None:
        """A signal from outside asks for an end."""
        self.press("c-c")

    # What all have in common.

    def finish(self, result: ResultT) -> None:
        if not self.app.is_done:
            self.app.exit(result=result)

    def fail(self, error: BaseException) -> None:
        """End the application with an error; only the first one counts."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit(exception=error)

    def heed_signals(self, leave: Callable[[], None] | None = None) -> None:
        """Let a kill or a closed window end the screen as Ctrl-C does, the terminal restored."""
        leave = leave or partial(self.press, "c-c")
        if threading.current_thread() is not threading.main_thread():
            return
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            # What is ignored, as under nohup, is meant to be.
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                try:
                    loop.add_signal_handler(number, leave)
                except NotImplementedError:
                    # Windows: its loops know no signals, and closing a console ends the process.
                    return

    def create_content(self, width: int, height: int) -> UIContent:
        self.size = Size(width, height)
        try:
            frame = self.frame()
        except Exception as error:  # noqa: BLE001 - it leaves through the application's end
            self.fail(error)
            return _EMPTY
        row, column = frame.cursor or (0, 0)
        return UIContent(
            get_line=lambda number: _fragments(frame.lines[number]),
            line_count=len(frame.lines),
            cursor_position=Point(column, row),
            show_cursor=frame.cursor is not None,
        )

    def is_focusable(self) -> bool:
        return True

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Clicks on what is drawn, and the wheel."""
        if mouse_event.event_type in _WHEEL:
            self.press(_WHEEL[mouse_event.event_type])
            return
        is_left = mouse_event.button is MouseButton.LEFT
        if mouse_event.event_type is not MouseEventType.MOUSE_DOWN or not is_left:
            return
        frame, at = self.frame(), mouse_event.position
        if not 0 <= at.y < len(frame.lines):
            return
        # prompt_toolkit counts characters, the frame counts columns.
        text = "".join(span.text for span in frame.lines[at.y])
        means = frame.at(at.y, width(text[: at.x]))
        if isinstance(means, str):
            self.press(means)
        elif means is not None:
            self.click(means)
        elif thing := frame.thing_at(at.y, width(text[: at.x])):
            self.look(thing)

    def _strike(self, name: str, _event: KeyPressEvent) -> None:
        self.strike(CONTROL_KEYS.get(name, name))

    def _bindings(self, key_names: tuple[str, ...]) -> KeyBindings:
        keys = KeyBindings()
        beside = (control for control, name in CONTROL_KEYS.items() if name in key_names)
        for name in (*key_names, *beside):
            keys.add(name, eager=True)(partial(self._strike, name))
        # The signal, not the key: somebody outside wants an end.
        keys.add(Keys.SIGINT)(lambda _event: self.interrupted())

        @keys.add(Keys.Any)
        def _(event: KeyPressEvent) -> None:
            key = event.key_sequence[0].key
            self.strike(key.value if isinstance(key, Keys) else key)

        @keys.add("c-z")
        def _(event: KeyPressEvent) -> None:
            event.app.suspend_to_background()

        @keys.add("c-l")
        def _(event: KeyPressEvent) -> None:
            event.app.renderer.clear()

        return keys


def _fragments(drawn: Line) -> StyleAndTextTuples:
    """A line as prompt_toolkit wants it, without the blank end that the ground fills anyway."""
    last = len(drawn)
    while last and not drawn[last - 1].style and not drawn[last - 1].text.strip(" "):
        last -= 1
    return [(class_of(span.style), span.text.translate(_SPACES)) for span in drawn[:last]]
