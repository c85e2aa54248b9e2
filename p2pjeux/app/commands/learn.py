"""A guided first game against bots."""

import os
import sys
from dataclasses import dataclass

from p2pjeux.app.arguments import person_name, seats_for
from p2pjeux.app.running.bot_names import bot_names
from p2pjeux.games import load_game
from p2pjeux.language import rules_text, words_for
from p2pjeux.sitting.solo import SoloTable
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.terminal import takes_full_screen


@dataclass(frozen=True, slots=True)
class Learn:
    game_id: str
    name: str | None = None
    plain: bool = False
    bell: bool = True


def learn(asked: Learn, language: str) -> Ending:
    """Everything is explained as it comes, and the person tries each kind of decision."""
    game = load_game(asked.game_id)
    # Three at the table show more of a game than two, and wait less than more would.
    seats = seats_for(game.facts, max(game.facts.seats_least, 3))
    name = person_name(asked.name)
    words = words_for(language, game.facts.id, (name, *bot_names(seats - 1, (name,))))
    table = SoloTable(game, seats, {}, os.urandom(8), 0)
    text = rules_text(game.facts.id, language)
    if asked.plain or not takes_full_screen(sys.stdin, sys.stdout, os.environ, sys.platform):
        from p2pjeux.ui.lines.table import run_plain_lesson

        return run_plain_lesson(table, words, sys.stdin, sys.stdout, text)
    from p2pjeux.ui.screen.application import Look
    from p2pjeux.ui.screen.full_screen import Terminal
    from p2pjeux.ui.screen.lesson import run_lesson

    return run_lesson(table, words, text, Look(calls=asked.bell), Terminal())
