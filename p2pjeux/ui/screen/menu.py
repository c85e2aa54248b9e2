"""The menu on the full screen: arrows, numbers and the mouse lead to a command."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from prompt_toolkit.output import ColorDepth

from p2pjeux.rules.drawing import Line, Size, Span, left, line, width
from p2pjeux.ui.choosing.menu import (
    WRITTEN,
    Item,
    LiveTable,
    Menu,
    Outcome,
    Page,
    Quit,
    back,
    choose,
    items,
    see,
    title,
    write,
)
from p2pjeux.ui.choosing.moves import ARROWS, is_meant, step
from p2pjeux.ui.screen import bars
from p2pjeux.ui.screen import line_editor as editing
from p2pjeux.ui.screen.bars import Key
from p2pjeux.ui.screen.frame import Frame, Spot
from p2pjeux.ui.screen.full_screen import FullScreen, Terminal
from p2pjeux.ui.screen.line_editor import Draft
from p2pjeux.ui.wording.wrap import fit

KEY_NAMES: Final = (
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *("enter", "escape", "backspace", "delete", "c-u", "c-c", "c-d"),
)
NAME: Final = "p2pjeux"

# In columns; labels up to this stand above each other with their notes.
LABEL_MOST: Final = 32


@dataclass(frozen=True, slots=True)
class MenuShown:
    """The menu as it is seen: which item is selected, and what is being written."""

    menu: Menu
    at: int = 0
    # The digits of a number that is being typed.
    typed: str = ""
    draft: Draft = Draft()  # noqa: RUF009 - frozen
    # Whether the person has pressed anything on this page: then nothing moves by itself.
    is_touched: bool = False


def press(shown: MenuShown, key: str) -> MenuShown | Outcome:
    """What a key does to the menu."""
    if key in ("c-c", "c-d"):
        return Quit()
    if key == "escape":
        return _turned(back(shown.menu))
    if shown.menu.page in WRITTEN:
        if key == "enter":
            return _turned(write(shown.menu, shown.draft.text))
        return replace(shown, draft=editing.edit(shown.draft, key))
    count = len(items(shown.menu))
    if key == "enter":
        return _turned(choose(shown.menu, shown.at))
    if key in ARROWS and count:
        return replace(shown, at=step(key, shown.at, count), typed="", is_touched=True)
    if len(key) == 1 and key.isdecimal():
        typed, goal = _type_number(shown, key)
        return replace(shown, at=shown.at if goal is None else goal, typed=typed, is_touched=True)
    return shown


def _type_number(shown: MenuShown, digit: str) -> tuple[str, int | None]:
    """The digits typed so far, and the place of the item that shows their number."""
    numbers = [str(item.number) for item in items(shown.menu)]
    for digits in (shown.typed + digit, digit):
        goal = numbers.index(digits) if digits in numbers else None
        # Kept while a longer number can follow.
        is_begun = any(other != digits and other.startswith(digits) for other in numbers)
        if goal is not None or is_begun:
            return digits if is_begun else "", goal
    return "", None


def click(shown: MenuShown, entry: int) -> MenuShown | Outcome:
    """A click moves; a second one confirms."""
    if entry == shown.at:
        return press(shown, "enter")
    return replace(shown, at=entry, typed="", is_touched=True)


def hear(shown: MenuShown, tables: tuple[LiveTable, ...]) -> MenuShown:
    """Tables come and go; what is selected stays selected, whatever is listed around it.

    Whoever has not touched anything yet finds the first table selected: Enter sits down there.
    """
    listed = items(shown.menu)
    word = listed[shown.at].word if shown.at < len(listed) else ""
    menu = see(shown.menu, tables)
    if menu.page is not Page.TOP:
        return replace(shown, menu=menu)
    places = {item.word: place for place, item in enumerate(items(menu))}
    had = any(table is not None for table in shown.menu.live)
    first = next((table.key for table in menu.live if table is not None), None)
    if first is not None and not had and not shown.is_touched:
        return replace(shown, menu=menu, at=places[first])
    return replace(shown, menu=menu, at=places.get(word, 0))


def is_moved(before: MenuShown, after: MenuShown) -> bool:
    """Whether Enter would choose something else than a moment ago."""
    # What a table has left to say of itself may change at any time, and Enter still goes there.
    chosen = [
        [(item.word, item.label) for item in items(shown.menu)[shown.at : shown.at + 1]]
        for shown in (before, after)
    ]
    return chosen[0] != chosen[1]


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
    body: list[Line] = [(), line(Span("  " + title(menu), "prompt")), ()]
    spots: list[Spot] = []
    body += _drawn_items(shown, size, room - 8, spots)
    cursor = None
    if menu.page in WRITTEN:
        at = len(shown.draft.text) - shown.draft.behind
        cursor = (1 + len(body), 4 + width(shown.draft.text[:at]))
        body.append(line("  › ", Span(shown.draft.text, "strong")))
    if menu.page is Page.TOP and menu.is_looking:
        body += [(), line(Span("  " + _watching(menu), "dim"))]
    if menu.refused:
        body += [(), line(Span("  ! " + menu.refused, "warn"))]
    body += [()] * (room - len(body))
    keys, key_spots = bars.draw_keys(_keys(menu), size.columns, size.rows - 1)
    lines = (head, *body[:room], keys)
    return Frame(tuple(fit(drawn, size.columns) for drawn in lines), (*spots, *key_spots), cursor)


def _drawn_items(shown: MenuShown, size: Size, room: int, spots: list[Spot]) -> list[Line]:
    """As many items as fit in ``room`` rows, the selected one among them."""
    listed, parted = items(shown.menu), _parting(shown.menu)
    # A game has a second row, of what it is.
    rows_each = 2 if any(item.more for item in listed) else 1
    most = max(1, room // rows_each)
    first = max(0, min(shown.at - most + 1, len(listed) - 1))
    drawn: list[Line] = []
    for place, item in enumerate(listed[first : first + most], first):
        if place == parted:
            drawn += [(), line(Span("  " + shown.menu.words.say("Tables to go to"), "title"))]
        # Beneath the bar, a blank line, the question and another blank line.
        spots.append(Spot(4 + len(drawn), 0, size.columns, place))
        drawn.append(_item(item, listed, selected=place == shown.at))
        if item.more:
            drawn.append(line(Span("        " + item.more, "dim")))
    return drawn


def _parting(menu: Menu) -> int | None:
    """The place of the first table on the first page."""
    if menu.page is not Page.TOP:
        return None
    there = sum(table is not None for table in menu.live)
    return len(items(menu)) - there if there else None


def _watching(menu: Menu) -> str:
    words = menu.words
    if any(table is not None for table in menu.live):
        return words.say("Other tables appear here by themselves.")
    return words.say("No table on this network yet; it appears here as soon as somebody opens one.")


def _item(item: Item, listed: tuple[Item, ...], *, selected: bool) -> Line:
    # A label that is longer than most pushes its own note aside, and not those of all.
    labels = [width(other.label) for other in listed]
    wide = max([one for one in labels if one <= LABEL_MOST] or labels) + 2
    lead = ("▸" if selected else " ") + f"{item.number:>2}. "
    style = "selected" if selected else ""
    if not item.label:
        # A number to choose is its own label.
        return line("  ", Span(lead.rstrip(". ") + " ", style))
    label = Span(lead + left(item.label, max(wide, width(item.label) + 2)), style)
    return line("  ", label, Span("  " + item.note, "dim"))


def _keys(menu: Menu) -> list[Key]:
    words = menu.words
    keys = [] if menu.page in WRITTEN else [Key("down", "↑↓ 1–9", words.say("move"))]
    keys.append(Key("enter", words.say("Enter"), words.say("confirm")))
    keys.append(
        Key("escape", words.say("Esc"), words.say("back") if menu.verb else words.say("quit"))
    )
    return keys


class MenuScreen(FullScreen[Outcome]):
    """Owns what is shown; the application ends with an Outcome."""

    def __init__(
        self,
        menu: Menu,
        terminal: Terminal,
        depth: ColorDepth | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._shown = MenuShown(menu)
        self._clock = clock
        # When what Enter chooses last changed by itself.
        self._moved = clock() - 1
        super().__init__(KEY_NAMES, terminal, depth)

    def hear(self, tables: tuple[LiveTable, ...]) -> None:
        after = hear(self._shown, tables)
        if is_moved(self._shown, after):
            self._moved = self._clock()
        self._shown = after
        self.app.invalidate()

    def frame(self) -> Frame:
        return draw(self._shown, self.size)

    def press(self, name: str) -> None:
        self._go(press(self._shown, name))

    def strike(self, name: str) -> None:
        if is_meant(name, self._clock() - self._moved):
            self.press(name)

    def click(self, number: int) -> None:
        self._go(click(self._shown, number))

    def _go(self, after: MenuShown | Outcome) -> None:
        if isinstance(after, MenuShown):
            self._shown = after
        else:
            self.finish(after)
