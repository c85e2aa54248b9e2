"""Every board obeys the width that it is asked for, whatever the window."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from p2pjeux.games import game_ids, load_game
from p2pjeux.language import LANGUAGES, words_for
from p2pjeux.rules.contract import Game, View
from p2pjeux.rules.drawing import Size, line_width
from p2pjeux.rules.engine import Engine
from p2pjeux.rules.source import SeededSource

WIDTHS = range(40, 201)
# Below, at and above where games change to another drawing.
HEIGHTS = (20, 24, 40, 50)
LONG_NAMES = tuple(f"Jean-Christophe de la Bretonnière {number}" for number in range(12))
# How many questions apart the positions are that are drawn.
APART = 25
# All that must be seen in a window of 60 × 20, so that what is asked still fits below it.
LOWEST_ROWS = 12


def positions(game: Game[Any], seats: int) -> Iterator[View[Any]]:
    """What seat 0 sees now and then in a random game, the end included."""
    source = SeededSource(b"widths")
    engine = Engine(game, seats, {}, SeededSource(b"chance"))
    asked = 0
    while engine.request is not None:
        if asked % APART == APART - 1:
            yield engine.view(0)
        for seat in engine.waiting:
            engine.play(seat, game.sample(engine.view(seat), source))
            asked += 1
        engine.advance()
    yield engine.view(0)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", game_ids())
def test_a_board_is_never_wider_than_asked(game_id: str, language: str) -> None:
    game = load_game(game_id)
    seats = game.facts.seats_most
    words = words_for(language, game_id, LONG_NAMES[:seats])
    views = list(positions(game, seats))
    for number, (columns, rows) in enumerate(product(WIDTHS, HEIGHTS)):
        # Each size meets one position, and each position many sizes.
        drawn = game.presenter.board(views[number % len(views)], words, Size(columns, rows))

        assert max(map(line_width, drawn)) <= columns, (columns, rows)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", game_ids())
def test_a_low_window_gets_a_low_board(game_id: str, language: str) -> None:
    game = load_game(game_id)
    seats = game.facts.seats_least
    words = words_for(language, game_id, LONG_NAMES[:seats])
    for view in positions(game, seats):
        assert len(game.presenter.board(view, words, Size(60, 20))) <= LOWEST_ROWS
