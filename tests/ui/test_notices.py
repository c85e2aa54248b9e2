"""What the people at a table read when all go back to an earlier step."""

import pytest

from p2pjeux.rules.contract import View
from p2pjeux.rules.words import Words
from p2pjeux.table.events import Mended
from p2pjeux.ui.screen.model import Model, hear
from p2pjeux.ui.wording.notices import notice
from tests.ui import toy
from tests.ui.tables import english, first_question, french, toy_table

BASILE = 2


def mended(number: int, seat: int | None) -> Mended:
    """All go back; nothing has been learnt yet where the game stands again."""
    view = first_question(toy_table("list")).view
    return Mended(number, seat, View(view.state, view.seat, {}))


@pytest.mark.parametrize(
    ("words", "event", "text"),
    [
        (
            english(),
            mended(7, BASILE),
            "! Basile had split the table: it goes back to step 7 and carries on without Basile.",
        ),
        (
            french(),
            mended(7, BASILE),
            (
                "! Basile avait divisé la table\N{NO-BREAK SPACE}: elle revient à l’étape 7 et "
                "continue sans Basile."
            ),
        ),
        (
            english(),
            mended(7, None),
            "! The table could not agree on who is there: it repeats step 7.",
        ),
        (
            french(),
            mended(7, None),
            (
                "! La table n’a pas pu se mettre d’accord sur qui est là\N{NO-BREAK SPACE}: elle "
                "refait l’étape 7."
            ),
        ),
    ],
)
def test_going_back_is_a_warning_that_says_why(words: Words, event: Mended, text: str) -> None:
    told = notice(event, words)

    assert (told.text, told.style) == (text, "warn")


@pytest.mark.parametrize("seat", [BASILE, None])
def test_a_question_is_no_longer_open_once_the_table_has_gone_back(seat: int | None) -> None:
    asked = hear(Model(toy.GAME, english(), "the rules"), first_question(toy_table("list")))
    assert asked.is_asked
    event = mended(4, seat)
    assert asked.view != event.view

    gone_back = hear(asked, event)

    assert not gone_back.is_asked
    assert gone_back.view == event.view
