"""The menu in plain lines: numbers, and back or quit. Tables are told as they appear."""

from collections.abc import Awaitable, Callable

import trio

from p2pjeux.ui.choosing.matching import fold
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
    place_of,
    see,
    title,
    write,
)
from p2pjeux.ui.choosing.typed_line import WORDS, Word
from p2pjeux.ui.lines.keyboard import Keyboard
from p2pjeux.ui.lines.table import Lines

# Tells which tables can be gone to, whenever that changes, until it is cancelled.
Lookout = Callable[[Callable[[tuple[LiveTable, ...]], None]], Awaitable[None]]


class PlainMenu:
    """Ask page after page until something is chosen; ``watch`` runs beside it."""

    def __init__(self, menu: Menu, keyboard: Keyboard, lines: Lines) -> None:
        self._menu = menu
        self._keyboard = keyboard
        self._lines = lines

    async def run(self, watch: Lookout) -> Outcome:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch, self._hear)
            nursery.start_soon(self._keyboard.run)
            outcome = await self._ask()
            nursery.cancel_scope.cancel()
        return outcome

    async def _ask(self) -> Outcome:
        while True:
            self._show()
            try:
                typed = (await self._keyboard.line()).strip()
            except EOFError:
                return Quit()
            after = _take(self._menu, typed)
            if not isinstance(after, Menu):
                return after
            self._menu = after

    def _hear(self, tables: tuple[LiveTable, ...]) -> None:
        """Say what is new, with the number to type for it; what was said is not said again."""
        before = {item.word for item in items(self._menu)}
        self._menu = see(self._menu, tables)
        if self._menu.page is Page.TOP:
            self._lines.put(*(_line(item) for item in items(self._menu) if item.word not in before))

    def _show(self) -> None:
        menu, lines = self._menu, self._lines
        if menu.refused:
            lines.put(menu.refused)
        lines.put("", title(menu), *(_line(item) for item in items(menu)))
        if menu.page is Page.TOP and menu.is_looking and not any(menu.live):
            lines.put(menu.words.say("Tables on this network are listed as they appear."))
        if menu.page is Page.NAME:
            lines.put(menu.words.say("Write your name, or an empty line to leave it as it is."))
        elif menu.page is Page.LINK:
            lines.put(menu.words.say("Write it, or an empty line to go back."))
        else:
            lines.put(menu.words.say("Type a number, or: back, quit."))


def _line(item: Item) -> str:
    if not item.label:
        return str(item.number)
    parts = " — ".join(part for part in (item.label, item.note, item.more) if part)
    return f"{item.number}. {parts}"


def _take(menu: Menu, typed: str) -> Menu | Outcome:
    if menu.page in WRITTEN:
        return write(menu, typed)
    word = WORDS.get(fold(typed))
    if word is Word.QUIT:
        return Quit()
    if word is Word.BACK:
        return back(menu)
    is_number = typed.isdecimal() and typed.isascii() and len(typed) < 5
    return choose(menu, place_of(menu, int(typed)) if is_number else None)
