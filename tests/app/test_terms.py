"""The terms of a table in a person's words, and what a choice among them changes."""

from dataclasses import replace

import pytest

from p2pjeux.app.running.terms import settled, terms_of
from p2pjeux.errors import Refused
from p2pjeux.games import game_ids, load_game
from p2pjeux.lobby.lobby import Opener
from p2pjeux.lobby.playable import check_terms
from p2pjeux.lobby.room import Member, Room
from tests.lobby.hall import GUESTS, OPENER, new_hall

ME = OPENER.public


def room_of(game_id: str = "stonehenge", *, seats: int = 4, bots: int = 0) -> Room:
    names = ("Anne", "Basile (bot)", "Colette (bot)")[: 1 + bots]
    guest = Member(GUESTS[0].public, ("Bruno",))
    return Room(game_id, "Cabane", seats, (Member(ME, names, bots), guest))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game_id", game_ids())
def test_every_value_that_is_offered_can_be_played(game_id: str, language: str) -> None:
    room = room_of(game_id, seats=load_game(game_id).facts.seats_most)
    for term in terms_of(room, ME, language):
        assert term.label
        assert term.value
        for value, called in term.among:
            assert called
            terms, names, _bots = settled(room, ME, term.name, value)
            check_terms(game_id, terms.seats, dict(terms.options))
            assert len(names) <= terms.seats


def test_bots_sit_down_behind_the_people_here_with_names_that_nobody_has() -> None:
    room = replace(room_of(), members=(Member(ME, ("Basile",)),))
    _terms, names, bots = settled(room, ME, "bots", "2")

    assert names[0] == "Basile"
    assert bots == 2
    assert len(set(names)) == 3
    assert "Basile (bot)" not in names


def test_bots_that_sit_already_stay_and_the_last_ones_go_first() -> None:
    room = room_of(seats=5, bots=2)

    assert settled(room, ME, "bots", "1")[1] == ("Anne", "Basile (bot)")
    assert settled(room, ME, "bots", "3")[1][:3] == ("Anne", "Basile (bot)", "Colette (bot)")


@pytest.mark.parametrize("name, value", [("seats", "1"), ("seats", "9"), ("bots", "9"), ("x", "1")])
def test_what_is_not_offered_is_refused(name: str, value: str) -> None:
    with pytest.raises(Refused):
        settled(room_of(), ME, name, value)


def test_no_more_bots_are_offered_than_there_are_free_seats() -> None:
    (bots,) = [term for term in terms_of(room_of(seats=3), ME, "en") if term.name == "bots"]

    assert [value for value, _called in bots.among] == ["0", "1"]


def test_what_was_chosen_is_what_the_opener_settles() -> None:
    opener: Opener = new_hall(("Bruno",)).opener
    opener.settle(*settled(opener.room, ME, "seats", "5"))
    opener.settle(*settled(opener.room, ME, "bots", "3"))

    assert (opener.room.seats, opener.room.free) == (5, 0)
