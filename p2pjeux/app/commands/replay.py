"""Look at a game again."""

import os
import sys
from typing import Final

from p2pjeux.app.running.kept_game import WantedGame, find_game, say_verdict
from p2pjeux.ui.terminal import takes_full_screen

EXIT_INTERRUPTED: Final = 130


def replay_game(asked: WantedGame, language: str, *, plain: bool) -> int:
    """Show the game until the person leaves; return the exit code of what was found in the log."""
    found = find_game(asked, language, own=True)
    replay, words = found.replay, found.words
    if replay.game is None:
        say_verdict(replay, words)
        return replay.verdict.exit_code
    if plain or not takes_full_screen(sys.stdin, sys.stdout, os.environ, sys.platform):
        from p2pjeux.ui.lines.replay import run_plain_replay

        is_whole = run_plain_replay(replay, found.eyes, words, sys.stdin, sys.stdout)
    else:
        from p2pjeux.ui.screen.replay import run_replay

        is_whole = run_replay(replay, found.eyes, words)
    say_verdict(replay, words)
    return replay.verdict.exit_code if is_whole else EXIT_INTERRUPTED
