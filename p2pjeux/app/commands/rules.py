"""Show the rules of a game for players: to be read here, or as they stand for whoever asks."""

import os
import sys

from p2pjeux.games import load_game
from p2pjeux.language import rules_text
from p2pjeux.printable import put, put_document
from p2pjeux.rules.drawing import plain
from p2pjeux.rules.words import Words
from p2pjeux.ui.terminal import takes_full_screen
from p2pjeux.ui.wording.markdown import PLAIN_COLUMNS, format_markdown


def show_rules(game_id: str, words: Words, *, is_plain: bool) -> None:
    """Page them on a terminal, break them into lines for plain ones, and else as in the file.

    Raises UsageError if there is no such game.
    """
    facts = load_game(game_id).facts
    text = rules_text(facts.id, words.language)
    if is_plain:
        put(sys.stdout, *map(plain, format_markdown(text, PLAIN_COLUMNS)))
    elif takes_full_screen(sys.stdin, sys.stdout, os.environ, sys.platform):
        from p2pjeux.ui.screen.prose import read

        read(words.choose(facts.title_fr, facts.title_en), text, words)
    else:
        put_document(sys.stdout, text)
