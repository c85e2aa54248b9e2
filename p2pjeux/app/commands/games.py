"""List the games that are here."""

import sys
from typing import Any

from p2pjeux.app.for_programs import print_json
from p2pjeux.games import game_ids, load_game
from p2pjeux.printable import put
from p2pjeux.rules.contract import Game
from p2pjeux.rules.words import Words


def list_games(words: Words, *, as_json: bool) -> None:
    games = [load_game(game_id) for game_id in game_ids()]
    if as_json:
        rows = [_facts_value(game) for game in games]
        print_json(rows)
        return
    for game in games:
        facts = game.facts
        title = words.choose(facts.title_fr, facts.title_en)
        seats = words.say("{least} to {most} seats", least=facts.seats_least, most=facts.seats_most)
        put(sys.stdout, f"{facts.id:<12} {title:<36} {seats}")


def _facts_value(game: Game[Any]) -> dict[str, Any]:
    facts = game.facts
    return {
        "id": facts.id,
        "title": {"fr": facts.title_fr, "en": facts.title_en},
        "seats": [facts.seats_least, facts.seats_most],
        "information": facts.information.value,
        "options": {option.name: list(option.among) for option in facts.options},
    }
