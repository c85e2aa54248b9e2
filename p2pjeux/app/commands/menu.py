"""The menu, and what its choices do."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import trio

from p2pjeux.app.arguments import person_name
from p2pjeux.app.running.lookout import look_out
from p2pjeux.errors import UsageError
from p2pjeux.games import game_ids, load_about, load_game
from p2pjeux.language import words_for
from p2pjeux.printable import put
from p2pjeux.rules.about import About, Effort
from p2pjeux.rules.contract import Facts, Option
from p2pjeux.rules.words import Words
from p2pjeux.store.home import KeptTable, Store
from p2pjeux.store.places import find_places
from p2pjeux.store.settings import load_settings, save_settings
from p2pjeux.ui.choosing.menu import (
    CallMe,
    GameCard,
    Known,
    LiveTable,
    Menu,
    OptionCard,
    Outcome,
    Quit,
    RunCommand,
    Speak,
    TableCard,
)
from p2pjeux.ui.lines.keyboard import Keyboard, LineSource, standard_input
from p2pjeux.ui.lines.menu import Lookout, PlainMenu
from p2pjeux.ui.lines.table import Lines
from p2pjeux.ui.terminal import TERMINAL_GONE, takes_full_screen

# A list that is longer than this is no menu any more.
TABLES_MOST: Final = 40
# So many of one's own tables stand on the first page.
OWN_MOST: Final = 4


def run_menu(
    language: str,
    run: Callable[[Sequence[str]], int],
    another: int,
    *,
    wants_another: bool = False,
) -> int:
    """Let the person choose until they have had enough; ``run`` does a command as it is typed.

    It returns ``another`` if that ended with the wish for another game: then the menu asks which.
    """
    refused, source = "", standard_input()
    while True:
        words = words_for(language)
        store = Store.find(os.environ)
        menu = Menu(words, _known(store, words), is_looking=True, refused=refused)
        if wants_another:
            menu, wants_another = replace(menu, verb="host"), False
        watch = partial(look_out, store, words, _own(menu.known, words))
        wanted = _ask(menu, watch, source)
        refused = ""
        match wanted:
            case RunCommand(words=typed):
                code = run((*typed, "--lang", language))
                wants_another = code == another
                if not wants_another and not _wants_more(words, source):
                    return code
            case CallMe(name=name):
                refused = _remember_name(name, words)
            case Speak(language=other):
                language = other
                _remember(language=other)
            case _:
                return 0


def _ask(menu: Menu, watch: Lookout, source: LineSource) -> Outcome:
    if takes_full_screen(sys.stdin, sys.stdout, os.environ, sys.platform):
        return _ask_on_screen(menu, watch)
    plain = PlainMenu(menu, Keyboard(source), Lines(sys.stdout, menu.words))
    return trio.run(plain.run, watch)


def _ask_on_screen(menu: Menu, watch: Lookout) -> Outcome:
    from p2pjeux.ui.screen.full_screen import Terminal
    from p2pjeux.ui.screen.menu import MenuScreen
    from p2pjeux.ui.screen.screen_host import ScreenHost, run_session
    from p2pjeux.ui.screen.theme import pick_depth

    async def main(stage: ScreenHost) -> Outcome:
        screen = MenuScreen(menu, Terminal(), pick_depth(os.environ))
        return await stage.ask(screen, partial(watch, screen.hear))

    try:
        gone: Outcome = Quit()
        return run_session(main, gone)
    except EOFError:
        return Quit()
    except OSError as error:
        # A terminal that is gone has chosen to quit.
        if error.errno not in TERMINAL_GONE:
            raise
        return Quit()


def _wants_more(words: Words, source: LineSource) -> bool:
    """What a command has said is to be read before the menu covers it."""
    put(sys.stdout, "", words.say("Enter goes back to the menu, q ends."))
    typed = source.readline()
    return bool(typed) and not typed.strip().lower().startswith("q")


def _known(store: Store, words: Words) -> Known:
    cards = tuple(game_card(load_game(game_id).facts, words) for game_id in game_ids())
    titles = {card.id: card.title for card in cards}
    me = store.identity().public
    tables = tuple(_table(table, titles, me, words) for table in store.tables()[:TABLES_MOST])
    return Known(cards, tables, person_name(None))


def game_card(facts: Facts, words: Words) -> GameCard:
    """What the menu says of a game, in this language."""
    about, game_words = load_about(facts.id), words_for(words.language, facts.id)
    return GameCard(
        facts.id,
        words.choose(facts.title_fr, facts.title_en),
        facts.seats_least,
        facts.seats_most,
        "" if about is None else _effort(about, words),
        "" if about is None else game_words.say(about.line),
        tuple(_option_card(option, about, game_words) for option in facts.options),
    )


def _effort(about: About, words: Words) -> str:
    effort = {
        Effort.EASY: words.say("easy"),
        Effort.MEDIUM: words.say("medium"),
        Effort.HARD: words.say("for experts"),
    }[about.effort]
    lasts = words.say("about {minutes} min", minutes=about.minutes)
    return f"{lasts} · {effort}"


def _option_card(option: Option, about: About | None, game_words: Words) -> OptionCard:
    among = tuple(map(str, option.among))
    called = {} if about is None else about.values
    shown = tuple(game_words.say(called[value]) if value in called else value for value in among)
    return OptionCard(option.name, game_words.say(option.help), among, shown)


def _table(kept: KeptTable, titles: dict[str, str], me: bytes, words: Words) -> TableCard:
    charter = kept.signed.charter
    names = ", ".join(sitter.name for sitter in charter.seats)
    played = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.changed))
    game = titles.get(charter.game_id, charter.game_id)
    label = f"{played}  {game} · {charter.table_name} · {names}"
    others = tuple(one.name for one in charter.seats if one.public != me)
    company = words.say("with {names}", names=words.among(others)) if others else ""
    note = " · ".join(part for part in (game, company, _when(kept.changed)) if part)
    table = kept.signed.table.hex()
    return TableCard(
        table, str(kept.log_path), label, kept.is_over, name=charter.table_name, note=note
    )


def _when(moment: float) -> str:
    """Today the time is enough."""
    then = time.localtime(moment)
    is_today = time.strftime("%Y-%m-%d", then) == time.strftime("%Y-%m-%d")
    return time.strftime("%H:%M" if is_today else "%Y-%m-%d", then)


def _own(known: Known, words: Words) -> tuple[LiveTable, ...]:
    """One's own tables that were left, the last one first."""
    left = [table for table in known.tables if not table.is_over][:OWN_MOST]
    return tuple(
        LiveTable(
            table.id,
            words.say("resume “{table}”", table=table.name),
            table.note,
            ("resume", table.id),
        )
        for table in left
    )


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
