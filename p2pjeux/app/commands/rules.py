"""Print the rules of a game for players."""

import sys

from p2pjeux.games import load_game
from p2pjeux.language import rules_text
from p2pjeux.printable import put_document
from p2pjeux.rules.words import Words


def print_rules(game_id: str, words: Words) -> None:
    """Print them as they stand, in Markdown; raise UsageError if there is no such game."""
    put_document(sys.stdout, rules_text(load_game(game_id).facts.id, words.language))
