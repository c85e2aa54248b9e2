"""The key that takes back is shown where the table would take it, and nowhere else."""

from functools import reduce

import pytest

from p2pjeux.games import game_ids
from p2pjeux.rules.contract import Refusal
from p2pjeux.rules.drawing import Size, plain
from p2pjeux.table.events import Agree, Agreement, Declined, TookBack
from p2pjeux.ui.screen.key_commands import press
from p2pjeux.ui.screen.model import Model, hear
from p2pjeux.ui.screen.render import render
from tests.ui.mirror import Mirror
from tests.ui.tables import english, first_question, toy_table

# No key goes first in so wide a window.
SIZE = Size(200, 50)
QUESTIONS = 12
# Where, early in the game, decisions have nothing behind them but each other.
GO_BACK = {"europax", "ostrakon", "pantheon"}


def bar(model: Model) -> str:
    return plain(render(model, SIZE).lines[-1])


@pytest.mark.slow
@pytest.mark.parametrize("game_id", game_ids())
def test_the_key_is_shown_exactly_where_the_table_takes_it(game_id: str) -> None:
    mirror = Mirror(game_id, 5, "back", "en")
    shown = []
    for _question in range(QUESTIONS):
        mirror.run()
        if mirror.model.is_over:
            break
        shown.append("F2" in bar(mirror.model))
        mirror.table.command(Agree(Agreement.TAKE_BACK))
        events = list(mirror.table.run())
        assert any(isinstance(event, TookBack) for event in events) == shown[-1]
        mirror.model = reduce(hear, events, mirror.model)
        mirror.decide(SIZE)

    assert not shown[0]
    assert any(shown) == (game_id in GO_BACK)


def test_a_wish_that_is_refused_says_so_where_one_types_though_news_cover_the_story() -> None:
    asked = hear(Model(toy_table("list").game, english()), first_question(toy_table("list")))

    refused = hear(asked, Declined(Refusal("nothing can be taken back")))

    size = Size(80, 24)
    assert "! Nothing can be taken back." in plain(render(refused, size).lines[-2])
    after = press(refused, "down", render(refused, size)).model
    assert "! Nothing" not in plain(render(after, size).lines[-2])
