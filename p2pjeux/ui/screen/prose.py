"""One text over the whole screen, to be read as the rules are read during a game."""

import os
from typing import Final

from p2pjeux.rules.drawing import Line, Size, Span
from p2pjeux.rules.words import Words
from p2pjeux.ui.screen import bars
from p2pjeux.ui.screen.bars import Key
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.screen.full_screen import FullScreen, Terminal
from p2pjeux.ui.screen.theme import pick_depth
from p2pjeux.ui.terminal import TERMINAL_GONE
from p2pjeux.ui.wording.markdown import PROSE_MOST, format_markdown
from p2pjeux.ui.wording.wrap import fit

KEY_NAMES: Final = ("up", "down", "home", "end", "pageup", "pagedown", "enter", "escape", "c-c")
THIS_TERMINAL: Final = Terminal()
_LEAVE: Final = ("escape", "enter", "q", "c-c", "f8")


def read(title: str, text: str, words: Words, terminal: Terminal = THIS_TERMINAL) -> None:
    """Show a text in Markdown until the person has read enough."""
    screen = ProseScreen(title, text, words, terminal)
    try:
        screen.app.run(pre_run=screen.heed_signals)
    except EOFError:
        return
    except OSError as error:
        if error.errno not in TERMINAL_GONE:
            raise


class ProseScreen(FullScreen[None]):
    """The text, and how far it has been read."""

    def __init__(self, title: str, text: str, words: Words, terminal: Terminal) -> None:
        self.top = 0
        self._title, self._text, self._words = title, text, words
        super().__init__(KEY_NAMES, terminal, pick_depth(os.environ))

    def frame(self) -> Frame:
        words, size = self._words, self.size
        lines = self._lines()
        room = self._room()
        self.top = max(0, min(self.top, len(lines) - room))
        margin = Span(" " * ((size.columns - _columns(size)) // 2))
        seen = lines[self.top : self.top + room]
        body = [fit((margin, *drawn), size.columns) for drawn in seen]
        body += [fit((), size.columns)] * (room - len(body))
        last = self.top + len(seen)
        heading = bars.rule(f"{self._title} · {self.top + 1}–{last} / {len(lines)}", size.columns)
        keys, spots = bars.draw_keys(
            [
                Key("escape", words.say("Esc"), words.say("close")),
                Key("down", "↑↓", words.say("line")),
                Key("pagedown", words.say("PgDn"), words.say("a page down")),
                Key("pageup", words.say("PgUp"), words.say("a page up")),
            ],
            size.columns,
            size.rows - 1,
        )
        return Frame((fit(heading, size.columns), *body, keys), spots)

    def press(self, name: str) -> None:
        if name in _LEAVE:
            self.finish(None)
            return
        page = max(1, self._room() - 1)
        steps = {
            "up": -1,
            "down": 1,
            "wheelup": -3,
            "wheeldown": 3,
            "pageup": -page,
            "pagedown": page,
            " ": page,
            "home": -len(self._lines()),
            "end": len(self._lines()),
        }
        self.top = max(0, min(self.top + steps.get(name, 0), len(self._lines()) - self._room()))
        self.app.invalidate()

    def _room(self) -> int:
        return max(1, self.size.rows - 2)

    def _lines(self) -> tuple[Line, ...]:
        return format_markdown(self._text, _columns(self.size))


def _columns(size: Size) -> int:
    return max(1, min(size.columns - 4, PROSE_MOST))
