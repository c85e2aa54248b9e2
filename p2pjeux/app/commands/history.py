"""List the games that were played here, and who won them."""

import os
import sys
from pathlib import Path

from p2pjeux.app.for_programs import print_json
from p2pjeux.app.running.known_peers import BOT_MARK
from p2pjeux.app.running.named_file import show_progress
from p2pjeux.app.running.past import told_games
from p2pjeux.printable import put
from p2pjeux.rules.words import Words
from p2pjeux.store.home import Store
from p2pjeux.ui.wording.past_games import PlayedGame, past_line, tallies, tally_lines


def show_history(words: Words, home: Path | None, *, as_json: bool) -> None:
    store = Store.find(os.environ, home)
    games = told_games(store, show_progress if sys.stderr.isatty() else None)
    if as_json:
        print_json([_value(game) for game in games])
        return
    if not games:
        put(sys.stdout, words.say("No game has been played here yet."))
        return
    put(sys.stdout, *(past_line(game, words) for game in games))
    totals = list(tally_lines(tallies(games, BOT_MARK), words))
    if totals:
        put(sys.stdout, "", *totals)
    hint = words.say("verify, replay and export take a number from this list.")
    put(sys.stdout, "", hint)


def _value(game: PlayedGame) -> dict[str, object]:
    return {
        "number": game.number,
        "date": game.date,
        "game": game.game_id,
        "table": game.table,
        "people": [{"name": one.name, "key": one.key.hex()} for one in game.people],
        "over": game.is_over,
        "scores": list(game.scores),
        "winners": list(game.winners),
        "good": game.good,
        "log": game.log,
    }
