"""What the people at a table read when a step is taken up again, or a machine has forgotten."""

import pytest

from p2pjeux.rules.contract import View
from p2pjeux.rules.words import Words
from p2pjeux.table.events import Forgot, Mended
from p2pjeux.ui.screen.model import Model, hear
from p2pjeux.ui.wording.notices import notice
from tests.ui import toy
from tests.ui.tables import english, first_question, french, toy_table

BASILE = 2


def mended(number: int, seat: int | None) -> Mended:
    """All go back; nothing has been learnt yet where the game stands again."""
    view = first_question(toy_table("list")).view
    return Mended(number, seat, View(view.state, view.seat, {}))


SPLIT_BY_BASILE = (
    "! Basile had closed step 7 in two ways, one for each half of the table: the game stands where "
    "most of the table does, and carries on without Basile."
)
SPLIT_BY_BASILE_FR = (
    "! Basile avait clos l’étape 7 de deux façons, une pour chaque moitié de la table"
    "\N{NO-BREAK SPACE}: la partie reprend là où en est la plus grande part de la table, et "
    "continue sans Basile."
)
SPLIT = "! Step 7 had been closed in two ways: the game stands where most of the table does."
SPLIT_FR = (
    "! L’étape 7 avait été close de deux façons\N{NO-BREAK SPACE}: la partie reprend là où en est "
    "la plus grande part de la table."
)


@pytest.mark.parametrize(
    ("words", "event", "text"),
    [
        (english(), mended(7, BASILE), SPLIT_BY_BASILE),
        (french(), mended(7, BASILE), SPLIT_BY_BASILE_FR),
        (english(), mended(7, None), SPLIT),
        (french(), mended(7, None), SPLIT_FR),
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


@pytest.mark.parametrize("words", [english(), french()], ids=["en", "fr"])
def test_who_has_forgotten_reads_what_happens_and_what_the_others_do_about_it(words: Words) -> None:
    told = notice(Forgot(), words)

    assert told.style == "warn"
    assert "F9" in told.text
    assert ("lost or damaged" in told.text) == (words.language == "en")
