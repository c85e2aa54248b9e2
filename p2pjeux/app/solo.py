"""Play against bots."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from p2pjeux.app.listing import rules_text
from p2pjeux.app.wishes import bot_names, options_for, person_name, seats_for
from p2pjeux.games import load_game
from p2pjeux.language import words_for
from p2pjeux.rules.words import Words
from p2pjeux.table.solo import SoloTable
from p2pjeux.ui.choose_interface import takes_full_screen
from p2pjeux.ui.ending import Ending


@dataclass(frozen=True, slots=True)
class Solo:
    """A game against bots, as asked for on the command line."""

    game_id: str
    seats: int | None = None
    seed: str | None = None
    options: Mapping[str, str] | None = None
    name: str | None = None
    auto: bool = False
    plain: bool = False
    bell: bool = True


def solo(asked: Solo, language: str) -> Ending:
    game = load_game(asked.game_id)
    seats = seats_for(game.facts, asked.seats)
    options = options_for(game.facts, asked.options or {})
    seed = (os.urandom(8).hex() if asked.seed is None else asked.seed).encode()
    people = () if asked.auto else (person_name(asked.name),)
    names = (*people, *bot_names(seats - len(people), people))
    words = words_for(language, game.facts.id, names)
    table = SoloTable(game, seats, options, seed, None if asked.auto else 0)
    return _show(table, words, asked)


def _show(table: SoloTable, words: Words, asked: Solo) -> Ending:
    """Full screen where the terminal can, plain lines elsewhere or when they are asked for."""
    text = rules_text(table.game.facts.id, words.language)
    if asked.plain or not takes_full_screen(sys.stdin, sys.stdout, os.environ, sys.platform):
        from p2pjeux.ui.plain import run_plain

        return run_plain(table, words, sys.stdin, sys.stdout, text)
    from p2pjeux.ui.screen.application import Look
    from p2pjeux.ui.screen.open import run_screen

    return run_screen(table, words, text, Look(calls=asked.bell))
