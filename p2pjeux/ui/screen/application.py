"""The thin shell: keys and clicks in, frames out. All decisions are in keys.py and render.py."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from prompt_toolkit.key_binding import KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import ColorDepth

from p2pjeux.rules.drawing import Size
from p2pjeux.table.events import Asked, Command, Ended, Event
from p2pjeux.ui.choosing.moves import DEAF_SECONDS, is_meant
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.screen.board_cache import BoardCache
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.screen.full_screen import FullScreen, Terminal
from p2pjeux.ui.screen.key_commands import Reaction, click, look_at, press
from p2pjeux.ui.screen.line_editor import Draft, insert
from p2pjeux.ui.screen.model import Model, hear
from p2pjeux.ui.screen.render import render
from p2pjeux.ui.screen.wait_clock import WaitClock

# prompt_toolkit's names of the keys that mean something here; Ctrl-C also as a signal.
KEY_NAMES: Final = (
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *("enter", "tab", "escape", "backspace", "delete", "c-u", "c-c"),
    *("f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9"),
)


@dataclass(frozen=True, slots=True)
class Look:
    """How the screen behaves in this terminal."""

    # None leaves the choice to the terminal.
    depth: ColorDepth | None = None
    # Whether a bell and the window title say that it is the person's turn.
    calls: bool = True
    # Seconds to pause after each line told: bots can be followed without being waited for.
    pace: float = 0.45
    # Seconds for which a prompt that appears is deaf to Enter.
    deaf: float = DEAF_SECONDS
    # Seconds that only ever grow; here the screen takes its only look at a clock.
    clock: Callable[[], float] = time.monotonic


@dataclass(frozen=True, slots=True)
class Outlets:
    """Where the screen sends what the person wants."""

    command: Callable[[Command], None]
    hurry: Callable[[], None]


class Screen(FullScreen[Ending]):
    """Owns the model: draws it, and lets keys and events change it."""

    def __init__(self, model: Model, look: Look, terminal: Terminal) -> None:
        self.model = model
        self.outlets: Outlets | None = None
        self._look = look
        self._boards = BoardCache()
        self._seen: tuple[Model, Size, int | None, Frame] | None = None
        self._waited = WaitClock(look.clock)
        self._prompt = model.prompt
        self._appeared = look.clock()
        super().__init__(KEY_NAMES, terminal, look.depth)
        self.keys.add(Keys.BracketedPaste)(self._paste)

    def hear(self, event: Event) -> None:
        """Take an event of the table and draw what it changed."""
        self._show(hear(self.model, event))
        self._waited.follow(self.model.status.lacking, self.app.invalidate)
        if self._look.calls:
            self._call(event)
        self.app.invalidate()

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

    def frame(self) -> Frame:
        """The frame of the model as it is now; keys that come in a bunch see it too."""
        now = (self.model, self.size, self._waited.seconds())
        if self._seen is None or self._seen[0] is not now[0] or self._seen[1:3] != now[1:]:
            self._seen = (*now, render(self.model, self.size, self._boards, now[2]))
        return self._seen[3]

    def press(self, name: str) -> None:
        self.react(press(self.model, name, self.frame()))

    def strike(self, name: str) -> None:
        # An Enter too soon was meant for what stood there before, or pressed by whoever sat here.
        seconds = self._look.clock() - self._appeared
        if self.model.prompt is None or is_meant(name, seconds, self._look.deaf):
            self.press(name)

    def interrupted(self) -> None:
        self.finish(Ending.INTERRUPTED)

    def click(self, number: int) -> None:
        self.react(click(self.model, number))

    def look(self, thing: str) -> None:
        self.react(Reaction(look_at(self.model, thing)))

    def _paste(self, event: KeyPressEvent) -> None:
        self.model = _pasted(self.model, event.data)

    def react(self, reaction: Reaction) -> None:
        """Do what a key means: the next model, a command to the table, the end."""
        self._show(reaction.model)
        if self.outlets is not None:
            if reaction.command is not None:
                self.outlets.command(reaction.command)
            if reaction.hurries:
                self.outlets.hurry()
        if reaction.ending is not None:
            self.finish(reaction.ending)

    def _show(self, model: Model) -> None:
        self.model = model
        # A prompt that was only covered for a while is still the same.
        if model.prompt is not None and model.prompt is not self._prompt:
            self._prompt, self._appeared = model.prompt, self._look.clock()


def _pasted(model: Model, text: str) -> Model:
    """Text goes where one writes, and nowhere else: it is no row of keys."""
    if model.chat is not None:
        return replace(model, chat=insert(model.chat, text))
    if not model.is_writing or model.overlay is not None:
        return model
    draft = insert(Draft(model.typed, model.behind), text)
    return replace(model, typed=draft.text, behind=draft.behind)
