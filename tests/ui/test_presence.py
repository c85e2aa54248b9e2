"""Who is there: a sign, a word and a sentence for each way of being away."""

from dataclasses import replace

import pytest

from p2pjeux.rules.contract import Refusal
from p2pjeux.rules.drawing import Size, plain
from p2pjeux.table.events import (
    Agreeing,
    Agreement,
    Away,
    Declined,
    Left,
    Reached,
    Returned,
    Waiting,
)
from p2pjeux.ui.screen.key_commands import press
from p2pjeux.ui.screen.model import Model, hear
from p2pjeux.ui.screen.render import render
from p2pjeux.ui.wording.notices import notice
from p2pjeux.ui.wording.presence import (
    Presence,
    marked_names,
    presence,
    presence_line,
    seat_line,
)
from p2pjeux.ui.wording.table_status import TableStatus, hear_status
from tests.ui import toy
from tests.ui.tables import english, first_question, toy_table

KEYS = ("one two three", "four five six", "seven eight nine")
TABLE = TableStatus(people=(0,), is_apart=True, fingerprints=KEYS)
AWAY = {
    Away.NOT_YET: (Presence.NOT_YET, "not here yet"),
    Away.LEFT: (Presence.LEFT, "has left"),
    Away.ENDED: (Presence.CUT_OFF, "cut off"),
    Away.SILENT: (Presence.SILENT, "asleep or cut off"),
}


def drawn(status: TableStatus, columns: int = 80) -> str:
    return plain(presence_line(status, english(), columns))


@pytest.mark.parametrize("away", AWAY)
def test_each_way_of_being_away_has_its_sign_its_word_and_its_sentence(away: Away) -> None:
    how, word = AWAY[away]
    event = Reached(1, is_linked=False, away=away)

    status = hear_status(TABLE, event)

    assert presence(status, 1) is how
    assert f"{how.value} Aliénor {word}" in drawn(status)
    others = [notice(replace(event, away=other), english()).text for other in AWAY if other != away]
    assert notice(event, english()).text not in others


def test_who_is_back_is_marked_no_more() -> None:
    gone = hear_status(TABLE, Reached(1, is_linked=False, away=Away.LEFT))

    assert presence(hear_status(gone, Reached(1, is_linked=True)), 1) is Presence.HERE
    played = hear_status(TABLE, Left(1))
    assert presence(played, 1) is Presence.STAND_IN
    assert presence(hear_status(played, Returned(1)), 1) is Presence.HERE


def test_whoever_decides_thinks_and_a_machine_that_gives_shares_does_not() -> None:
    thinking = hear_status(TABLE, Waiting("decide", (1,), ()))
    sharing = hear_status(TABLE, Waiting("roll", (1,), ()))

    assert presence(thinking, 1) is Presence.THINKING
    assert presence(sharing, 1) is Presence.HERE


def test_who_has_agreed_to_what_is_marked_and_said() -> None:
    status = hear_status(TABLE, Agreeing(Agreement.PAUSE, agreed=(1,), lacking=(0, 2)))

    assert "Aliénor ✓" in drawn(status)
    assert "agrees to a pause" in seat_line(status, 1, english())
    assert "is asked for a pause" in seat_line(status, 2, english())


@pytest.mark.parametrize("columns", [60, 40, 30, 24])
def test_in_a_narrow_window_the_words_go_first_and_every_sign_stays(columns: int) -> None:
    status = hear_status(TABLE, Reached(1, is_linked=False))

    line = drawn(status, columns)

    assert len(line) <= columns
    assert [sign for sign in line if sign in "●○∙"] == ["●", "○", "∙"]


@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20), Size(100, 30), Size(170, 50)])
@pytest.mark.parametrize("is_asked", [True, False])
def test_every_screen_of_a_table_shows_who_is_away(size: Size, *, is_asked: bool) -> None:
    model = Model(toy.GAME, english(), status=TABLE, table_name="chez Zoé", steps=3)
    model = hear(model, first_question(toy_table("list")))
    if not is_asked:
        model = replace(model, chooser=None)
    model = hear(model, Waiting("decide", (2,), ()))

    away = hear(model, Reached(1, is_linked=False, away=Away.ENDED))

    screen = "\n".join(plain(line) for line in render(away, size).lines)
    assert Presence.CUT_OFF.value in screen.replace(away.story[-1].text, "")


def test_alone_with_bots_nobody_is_counted() -> None:
    assert drawn(TableStatus(people=(0,))) == ""


def test_a_refused_wish_does_not_bring_back_a_question_that_was_answered() -> None:
    asked = hear(Model(toy.GAME, english(), status=TABLE), first_question(toy_table("list")))
    decided = press(asked, "enter", render(asked, Size(80, 24))).model
    assert not decided.is_asked

    after = hear(decided, Declined(Refusal("nothing can be taken back")))

    assert not after.is_asked
    assert after.story[-1].text == "! Nothing can be taken back."


def test_the_story_marks_what_a_stand_in_does() -> None:
    gone = hear_status(TABLE, Left(1))

    assert marked_names(gone, english()).name(1) == "Aliénor (stand-in)"
    assert marked_names(gone, english()).name(2) == "Basile"
    assert marked_names(hear_status(gone, Returned(1)), english()).name(1) == "Aliénor"
