"""The menu in plain lines: numbers, and back or quit."""

from typing import TextIO

from p2pjeux.ui.choosing.matching import fold
from p2pjeux.ui.choosing.menu import Menu, Outcome, Page, Quit, back, choose, items, title, write
from p2pjeux.ui.choosing.typed_line import WORDS, Word
from p2pjeux.ui.lines.keyboard import LineSource
from p2pjeux.ui.lines.table import Lines


def ask_menu(menu: Menu, lines_in: LineSource, out: TextIO) -> Outcome:
    """Ask page after page until something is chosen."""
    lines = Lines(out, menu.words)
    now: Menu | Outcome = menu
    while isinstance(now, Menu):
        _show(now, lines)
        typed = lines_in.readline()
        now = _take(now, typed.strip()) if typed else Quit()
    return now


def _show(menu: Menu, lines: Lines) -> None:
    if menu.refused:
        lines.put(menu.refused)
    lines.put("", title(menu))
    for number, item in enumerate(items(menu), 1):
        lines.put(f"{number}. {item.label}" + (f" — {item.note}" if item.note else ""))
    if menu.page is Page.NAME:
        lines.put(menu.words.say("Write your name, or an empty line to leave it as it is."))
    else:
        lines.put(menu.words.say("Type a number, or: back, quit."))


def _take(menu: Menu, typed: str) -> Menu | Outcome:
    if menu.page is Page.NAME:
        return write(menu, typed)
    word = WORDS.get(fold(typed))
    if word is Word.QUIT:
        return Quit()
    if word is Word.BACK:
        return back(menu)
    return choose(menu, int(typed) - 1 if typed.isdecimal() and len(typed) < 5 else -1)
