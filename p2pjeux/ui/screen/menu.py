"""The menu on the full screen: arrows, numbers and the mouse lead to a command."""

import os
from dataclasses import dataclass, replace
from typing import Final

from p2pjeux.rules.drawing import Line, Size, Span, left, line, width
from p2pjeux.ui.choosing.menu import (
    Item,
    Menu,
    Outcome,
    Page,
    Quit,
    back,
    choose,
    items,
    title,
    write,
)
from p2pjeux.ui.choosing.moves import ARROWS, step, type_digit
from p2pjeux.ui.screen import bars
from p2pjeux.ui.screen import line_editor as editing
from p2pjeux.ui.screen.bars import Key
from p2pjeux.ui.screen.frame import Frame, Spot
from p2pjeux.ui.screen.full_screen import FullScreen, Terminal
from p2pjeux.ui.screen.line_editor import Draft
from p2pjeux.ui.screen.theme import pick_depth
from p2pjeux.ui.terminal import TERMINAL_GONE
from p2pjeux.ui.wording.wrap import fit

KEY_NAMES: Final = (
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *("enter", "escape", "backspace", "delete", "c-u", "c-c", "c-d"),
)
NAME: Final = "p2pjeux"


@dataclass(frozen=True, slots=True)
class MenuShown:
    """The menu as it is seen: which item is selected, and what is being written."""

    menu: Menu
    at: int = 0
    # The digits of a number that is being typed.
    typed: str = ""
    draft: Draft = Draft()  # noqa: RUF009 - frozen


def press(shown: MenuShown, key: str) -> MenuShown | Outcome:
    """What a key does to the menu."""
    if key in ("c-c", "c-d"):
        return Quit()
    if key == "escape":
        return _turned(back(shown.menu))
    if shown.menu.page is Page.NAME:
        if key == "enter":
            return _turned(write(shown.menu, shown.draft.text))
        return replace(shown, draft=editing.edit(shown.draft, key))
    count = len(items(shown.menu))
    if key == "enter":
        return _turned(choose(shown.menu, shown.at))
    if key in ARROWS and count:
        return replace(shown, at=step(key, shown.at, count), typed="")
    if len(key) == 1 and key.isdecimal():
        typed, goal = type_digit(shown.typed, key, count)
        return replace(shown, at=shown.at if goal is None else goal, typed=typed)
    return shown


def click(shown: MenuShown, entry: int) -> MenuShown | Outcome:
    """A click moves; a second one confirms."""
    if entry == shown.at:
        return press(shown, "enter")
    return replace(shown, at=entry, typed="")


def _turned(after: Menu | Outcome) -> MenuShown | Outcome:
    """A new page is seen from its first item."""
    if not isinstance(after, Menu):
        return after
    return MenuShown(after, draft=Draft(after.known.name) if after.page is Page.NAME else Draft())


def draw(shown: MenuShown, size: Size) -> Frame:
    """The whole screen, exactly as large as the window."""
    menu, words = shown.menu, shown.menu.words
    subject = " " + NAME + " — " + words.say("parlour games with real secrets, and no server")
    head = line(Span(left(subject, size.columns), "bar-title"))
    room = size.rows - 2
    listed = items(menu)
    body: list[Line] = [(), line(Span("  " + title(menu), "prompt")), ()]
    spots: list[Spot] = []
    first = max(0, min(shown.at - (room - 7), len(listed) - 1))
    for number, item in enumerate(listed[first : first + room - 6], first):
        spots.append(Spot(1 + len(body), 0, size.columns, number))
        body.append(_item(item, number, listed, selected=number == shown.at))
    cursor = None
    if menu.page is Page.NAME:
        at = len(shown.draft.text) - shown.draft.behind
        cursor = (1 + len(body), 4 + width(shown.draft.text[:at]))
        body.append(line("  › ", Span(shown.draft.text, "strong")))
    if menu.refused:
        body += [(), line(Span("  ! " + menu.refused, "warn"))]
    body += [()] * (room - len(body))
    keys, key_spots = bars.draw_keys(_keys(menu), size.columns, size.rows - 1)
    lines = (head, *body[:room], keys)
    return Frame(tuple(fit(drawn, size.columns) for drawn in lines), (*spots, *key_spots), cursor)


def _item(item: Item, number: int, listed: tuple[Item, ...], *, selected: bool) -> Line:
    wide = max(width(other.label) for other in listed) + 2
    lead = ("▸" if selected else " ") + f"{number + 1:>2}. "
    style = "selected" if selected else ""
    label = Span(lead + left(item.label, wide), style)
    return line("  ", label, Span("  " + item.note, "dim"))


def _keys(menu: Menu) -> list[Key]:
    words = menu.words
    keys = [] if menu.page is Page.NAME else [Key("down", "↑↓ 1–9", words.say("move"))]
    keys.append(Key("enter", words.say("Enter"), words.say("confirm")))
    keys.append(
        Key("escape", words.say("Esc"), words.say("back") if menu.verb else words.say("quit"))
    )
    return keys


class MenuScreen(FullScreen[Outcome]):
    """Owns what is shown; the application ends with an Outcome."""

    def __init__(self, menu: Menu, terminal: Terminal) -> None:
        self._shown = MenuShown(menu)
        super().__init__(KEY_NAMES, terminal, pick_depth(os.environ))

    def frame(self) -> Frame:
        return draw(self._shown, self.size)

    def press(self, name: str) -> None:
        self._go(press(self._shown, name))

    def click(self, number: int) -> None:
        self._go(click(self._shown, number))

    def _go(self, after: MenuShown | Outcome) -> None:
        if isinstance(after, MenuShown):
            self._shown = after
        else:
            self.finish(after)


def show_menu(menu: Menu, terminal: Terminal) -> Outcome:
    """Show the menu until something is chosen; a terminal that is gone has chosen to quit."""
    try:
        screen = MenuScreen(menu, terminal)
        return screen.app.run(pre_run=screen.heed_signals)
    except EOFError:
        return Quit()
    except OSError as error:
        if error.errno not in TERMINAL_GONE:
            raise
        return Quit()
