"""The menu, and what its choices do."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from p2pjeux.app.arguments import person_name
from p2pjeux.errors import UsageError
from p2pjeux.games import game_ids, load_game
from p2pjeux.language import words_for
from p2pjeux.printable import put
from p2pjeux.rules.words import Words
from p2pjeux.store.home import KeptTable, Store
from p2pjeux.store.places import find_places
from p2pjeux.store.settings import load_settings, save_settings
from p2pjeux.ui.choosing.menu import (
    CallMe,
    GameCard,
    Known,
    Menu,
    Outcome,
    RunCommand,
    Speak,
    TableCard,
)
from p2pjeux.ui.lines.keyboard import standard_input
from p2pjeux.ui.terminal import takes_full_screen

# A list that is longer than this is no menu any more.
TABLES_MOST = 40


def run_menu(language: str, run: Callable[[Sequence[str]], int]) -> int:
    """Let the person choose until they have had enough; ``run`` does a command as it is typed."""
    refused = ""
    while True:
        words = words_for(language)
        wanted = _ask(replace(Menu(words, _known(words)), refused=refused))
        refused = ""
        match wanted:
            case RunCommand(words=typed):
                code = run((*typed, "--lang", language))
                if not _wants_more(words):
                    return code
            case CallMe(name=name):
                refused = _remember_name(name, words)
            case Speak(language=other):
                language = other
                _remember(language=other)
            case _:
                return 0


def _ask(menu: Menu) -> Outcome:
    if takes_full_screen(sys.stdin, sys.stdout, os.environ, sys.platform):
        from p2pjeux.ui.screen.full_screen import Terminal
        from p2pjeux.ui.screen.menu import show_menu

        return show_menu(menu, Terminal())
    from p2pjeux.ui.lines.menu import ask_menu

    return ask_menu(menu, standard_input(), sys.stdout)


def _wants_more(words: Words) -> bool:
    """What a command has said is to be read before the menu covers it."""
    put(sys.stdout, "", words.say("Enter goes back to the menu, q ends."))
    typed = standard_input().readline()
    return bool(typed) and not typed.strip().lower().startswith("q")


def _known(words: Words) -> Known:
    games = tuple(load_game(game_id).facts for game_id in game_ids())
    cards = tuple(
        GameCard(one.id, words.choose(one.title_fr, one.title_en), one.seats_least, one.seats_most)
        for one in games
    )
    titles = {card.id: card.title for card in cards}
    kept = Store.find(os.environ).tables()[:TABLES_MOST]
    tables = tuple(_table(table, titles) for table in kept)
    return Known(cards, tables, person_name(None))


def _table(kept: KeptTable, titles: dict[str, str]) -> TableCard:
    charter = kept.signed.charter
    names = ", ".join(sitter.name for sitter in charter.seats)
    played = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.changed))
    game = titles.get(charter.game_id, charter.game_id)
    label = f"{played}  {game} · {charter.table_name} · {names}"
    return TableCard(kept.signed.table.hex(), str(kept.log_path), label, kept.is_over)


def _remember_name(name: str, words: Words) -> str:
    """Keep a name that can stand at a table; return why it cannot otherwise."""
    try:
        _remember(name=person_name(name))
    except UsageError as error:
        return words.say(error.text, **error.values)
    return ""


def _remember(name: str | None = None, language: str | None = None) -> None:
    places = find_places(os.environ)
    settings = load_settings(places)
    if name is not None:
        settings = replace(settings, name=name)
    if language is not None:
        settings = replace(settings, language=language)
    save_settings(places, settings)
