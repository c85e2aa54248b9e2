"""Which tables the menu lists: one's own, and those in sight."""

import pytest

from p2pjeux.app.running.lookout import offered
from p2pjeux.app.running.table_search import Sight, in_sight
from p2pjeux.language import words_for
from p2pjeux.ui.choosing.menu import LiveTable
from tests.app.test_table_search import OTHERS, THEIRS, found

OWN = LiveTable("ab" * 32, "resume “Anne”", "Stonehenge · 20:15", ("resume", "ab" * 32))


def sights(*tables: str) -> list[Sight]:
    keys = (THEIRS, OTHERS)
    return in_sight(
        [
            found(f"t{at}", keys[at], free=int(not table), number=at + 1, table=table)
            for at, table in enumerate(tables)
        ]
    )


@pytest.mark.parametrize("language", ["en", "fr"])
def test_ones_own_table_that_is_being_played_stands_once_and_says_so(language: str) -> None:
    (listed,) = offered((OWN,), sights("ab" * 8), {}, words_for(language))

    assert listed.words == OWN.words
    assert listed.note != OWN.note
    assert listed.note.endswith(OWN.note)


def test_tables_of_others_stand_behind_ones_own() -> None:
    listed = offered((OWN,), sights("cd" * 8, ""), {}, words_for("en"))

    assert listed[0] == OWN
    assert sorted(one.words[0] for one in listed[1:]) == ["join", "watch"]


def test_one_sits_down_at_a_table_that_is_played_where_a_bot_would_get_up() -> None:
    seen = in_sight([found("t", THEIRS, free=1, number=1, table="cd" * 8)])

    (listed,) = offered((), seen, {}, words_for("en"))

    assert listed.words[0] == "join"
    assert listed.note.endswith("instead of a bot")
