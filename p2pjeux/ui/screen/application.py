"""The thin shell: keys and clicks in, frames out. All decisions are in keys.py and render.py."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

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
from p2pjeux.table.events import Asked, Command, Ended, Event
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.screen.boards import Boards
from p2pjeux.ui.screen.editing import Draft, insert
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.screen.keys import Reaction, click, press
from p2pjeux.ui.screen.model import Model, hear
from p2pjeux.ui.screen.render import SMALLEST, render
from p2pjeux.ui.screen.theme import build_style, class_of
from p2pjeux.ui.screen.waited import Waited

# prompt_toolkit's names of the keys that mean something here; Ctrl-C also as a signal.
KEY_NAMES: Final = (
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *("enter", "tab", "escape", "backspace", "delete", "c-u", "c-c"),
    *("f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9"),
)
# A lone Escape is told from the start of a longer key by waiting so long.
ESCAPE_SECONDS: Final = 0.05
# A curtain stays down so long at least: keys meant for the question before do not lift it.
CURTAIN_SECONDS: Final = 0.8
_WHEEL: Final = {MouseEventType.SCROLL_UP: "wheelup", MouseEventType.SCROLL_DOWN: "wheeldown"}
# prompt_toolkit would underline spaces that do not break; here they have done their work.
_SPACES: Final = {0xA0: " ", 0x202F: " "}
_EMPTY: Final = UIContent(get_line=lambda _row: [], line_count=1, show_cursor=False)


@dataclass(frozen=True, slots=True)
class Look:
    """How the screen behaves in this terminal."""

    # None leaves the choice to the terminal.
    depth: ColorDepth | None = None
    # Whether a bell and the window title say that it is the person's turn.
    calls: bool = True
    # Seconds to pause after each line told: bots can be followed without being waited for.
    pace: float = 0.45
    # Seconds that only ever grow; here the screen takes its only look at a clock.
    clock: Callable[[], float] = time.monotonic


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where keys come from and drawings go to; None is the terminal of this process."""

    source: Input | None = None
    target: Output | None = None


@dataclass(frozen=True, slots=True)
class Outlets:
    """Where the screen sends what the person wants."""

    command: Callable[[Command], None]
    hurry: Callable[[], None]


class Screen(UIControl):
    """Owns the model: draws it, and lets keys and events change it.

    The application ends with the Ending of the sitting, or with the first error that a drawing or
    a key met: prompt_toolkit gives the terminal back before anyone sees it.
    """

    def __init__(self, model: Model, look: Look, terminal: Terminal) -> None:
        self.model = model
        self.outlets: Outlets | None = None
        self._look = look
        self._size = SMALLEST
        self._boards = Boards()
        self._seen: tuple[Model, Size, int | None, Frame] | None = None
        self._waited = Waited(look.clock)
        self._curtain_fell = 0.0
        self.app: Application[Ending] = Application(
            layout=Layout(Window(self, style=class_of("screen"), wrap_lines=False)),
            key_bindings=self._bindings(),
            full_screen=True,
            mouse_support=True,
            color_depth=look.depth,
            input=terminal.source,
            output=terminal.target,
        )
        self.app.style = build_style(self.app.color_depth)
        self.app.ttimeoutlen = ESCAPE_SECONDS

    def hear(self, event: Event) -> None:
        """Take an event of the table and draw what it changed."""
        was_open = self.model.curtain is None
        self.model = hear(self.model, event)
        if was_open and self.model.curtain is not None:
            self._curtain_fell = self._look.clock()
        self._waited.follow(self.model.company.lacking, self.app.invalidate)
        if self._look.calls:
            self._call(event)
        self.app.invalidate()

    def fail(self, error: BaseException) -> None:
        """End the application with an error; only the first one counts."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit(exception=error)

    def _call(self, event: Event) -> None:
        words, facts, output = self.model.words, self.model.game.facts, self.app.output
        title = words.choose(facts.title_fr, facts.title_en)
        if isinstance(event, Asked):
            output.bell()
            title = words.say("● Your turn — {game}", game=title)
        elif isinstance(event, Ended):
            title = words.say("Over — {game}", game=title)
        output.set_title(title)
        output.flush()

    def _frame(self) -> Frame:
        """The frame of the model as it is now; keys that come in a bunch see it too."""
        now = (self.model, self._size, self._waited.seconds())
        if self._seen is None or self._seen[0] is not now[0] or self._seen[1:3] != now[1:]:
            self._seen = (*now, render(self.model, self._size, self._boards, now[2]))
        return self._seen[3]

    def create_content(self, width: int, height: int) -> UIContent:
        self._size = Size(width, height)
        try:
            frame = self._frame()
        except Exception as error:  # noqa: BLE001 - it leaves through the application's end
            self.fail(error)
            return _EMPTY
        row, column = frame.cursor or (0, 0)
        return UIContent(
            get_line=lambda number: fragments(frame.lines[number]),
            line_count=len(frame.lines),
            cursor_position=Point(column, row),
            show_cursor=frame.cursor is not None,
        )

    def is_focusable(self) -> bool:
        return True

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Clicks on what is drawn, and the wheel."""
        if mouse_event.event_type in _WHEEL:
            self.react(press(self.model, _WHEEL[mouse_event.event_type], self._frame()))
            return
        is_left = mouse_event.button is MouseButton.LEFT
        if mouse_event.event_type is not MouseEventType.MOUSE_DOWN or not is_left:
            return
        frame, at = self._frame(), mouse_event.position
        if not 0 <= at.y < len(frame.lines):
            return
        # prompt_toolkit counts characters, the frame counts columns.
        text = "".join(span.text for span in frame.lines[at.y])
        means = frame.at(at.y, width(text[: at.x]))
        if isinstance(means, str):
            self.react(press(self.model, means, frame))
        elif means is not None:
            self.react(click(self.model, means))

    def react(self, reaction: Reaction) -> None:
        """Do what a key means: the next model, a command to the table, the end."""
        self.model = reaction.model
        if self.outlets is not None:
            if reaction.command is not None:
                self.outlets.command(reaction.command)
            if reaction.hurries:
                self.outlets.hurry()
        if reaction.ending is not None and not self.app.is_done:
            self.app.exit(result=reaction.ending)

    def _press(self, name: str, _event: KeyPressEvent) -> None:
        early = self._look.clock() - self._curtain_fell < CURTAIN_SECONDS
        if name == "enter" and self.model.curtain is not None and early:
            # Pressed by whoever sat here before, a moment too late or once too often.
            return
        self.react(press(self.model, name, self._frame()))

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()
        for name in KEY_NAMES:
            keys.add(name, eager=True)(partial(self._press, name))
        keys.add(Keys.SIGINT)(partial(self._press, "c-c"))

        @keys.add(Keys.Any)
        def _(event: KeyPressEvent) -> None:
            key = event.key_sequence[0].key
            name = key.value if isinstance(key, Keys) else key
            self.react(press(self.model, name, self._frame()))

        @keys.add(Keys.BracketedPaste)
        def _(event: KeyPressEvent) -> None:
            self.model = _pasted(self.model, event.data)

        @keys.add("c-l")
        def _(event: KeyPressEvent) -> None:
            event.app.renderer.clear()

        @keys.add("c-z")
        def _(event: KeyPressEvent) -> None:
            event.app.suspend_to_background()

        return keys


def _pasted(model: Model, text: str) -> Model:
    """Text goes where one writes, and nowhere else: it is no row of keys."""
    if model.chat is not None:
        return replace(model, chat=insert(model.chat, text))
    if not model.is_writing or model.overlay is not None:
        return model
    draft = insert(Draft(model.typed, model.behind), text)
    return replace(model, typed=draft.text, behind=draft.behind)


def fragments(drawn: Line) -> StyleAndTextTuples:
    """A line as prompt_toolkit wants it, without the blank end that the ground fills anyway."""
    last = len(drawn)
    while last and not drawn[last - 1].style and not drawn[last - 1].text.strip(" "):
        last -= 1
    return [(class_of(span.style), span.text.translate(_SPACES)) for span in drawn[:last]]
