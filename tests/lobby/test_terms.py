"""What the opener may change until somebody is ready; nobody is ready for another thing."""

from dataclasses import replace

import pytest

from p2pjeux.errors import Refused
from p2pjeux.lobby.guest import Guest
from p2pjeux.lobby.lobby import (
    KeepSecret,
    Post,
    Resettled,
    encode_message,
    encode_room,
    read_message,
)
from p2pjeux.lobby.room import Terms, read_room
from tests.lobby.hall import GUESTS, OPENER, Hall, make_ready, new_hall

FOUR = Terms("stonehenge", 4, None, (), 60)


def settle(hall: Hall, terms: Terms, *bots: str) -> None:
    hall.do(OPENER.public, hall.opener.settle(terms, ("Anne", *bots), len(bots)))


def test_everybody_sees_the_new_terms_and_the_charter_has_them() -> None:
    hall = new_hall()

    settle(hall, replace(FOUR, patience=300), "Basile (bot)")
    make_ready(hall)

    charter = hall.begun()[0].charter
    assert [one.name for one in charter.seats] == ["Anne", "Basile (bot)", "Bruno", "Chloé"]
    assert charter.patience == 300
    assert [one.is_bot for one in charter.seats] == [False, True, False, False]


@pytest.mark.parametrize(
    "terms",
    [
        replace(FOUR, seats=2),
        replace(FOUR, seats=6),
        replace(FOUR, threshold=4),
        replace(FOUR, options=(("nonsense", 1),)),
    ],
)
def test_terms_that_cannot_be_kept_are_refused_and_nothing_changes(terms: Terms) -> None:
    hall = new_hall()
    before = hall.opener.room

    with pytest.raises(Refused):
        settle(hall, terms)

    assert hall.opener.room == before


def test_no_two_of_one_name_sit_down_by_a_change() -> None:
    with pytest.raises(Refused):
        settle(new_hall(), FOUR, "Bruno")


@pytest.mark.parametrize("ready", [OPENER, GUESTS[0]])
def test_nothing_can_be_changed_once_somebody_is_ready(ready: object) -> None:
    hall = new_hall()
    if ready is OPENER:
        hall.do(OPENER.public, hall.opener.set_ready(ready=True))
    else:
        hall.do(GUESTS[0].public, hall.guests[GUESTS[0].public].set_ready(ready=True))

    with pytest.raises(Refused):
        settle(hall, FOUR)


def test_who_said_ready_while_the_terms_changed_is_not_ready_for_the_new_ones() -> None:
    hall = new_hall()
    (on_its_way,) = hall.guests[GUESTS[0].public].set_ready(ready=True)
    assert isinstance(on_its_way, Post)
    settling = hall.opener.settle(replace(hall.opener.room.terms, patience=300), ("Anne",), 0)

    # What Bruno said for the old terms comes before he has seen the new ones.
    hall.do(OPENER.public, hall.opener.receive(GUESTS[0].public, on_its_way.message))
    hall.do(OPENER.public, settling)
    hall.do(OPENER.public, hall.opener.set_ready(ready=True))
    hall.do(GUESTS[1].public, hall.guests[GUESTS[1].public].set_ready(ready=True))

    assert Resettled(hall.opener.room.terms) in hall.seen
    assert not any(isinstance(one, KeepSecret) for one in hall.seen)


def test_whoever_is_not_ready_signs_nothing() -> None:
    hall = new_hall()
    make_ready(hall)
    charter = hall.begun()[0].charter
    bruno = Guest(GUESTS[0], OPENER.public, ("Bruno",))
    bruno.receive(OPENER.public, encode_room(hall.opener.room))
    drafted = encode_message("charter", charter.encode())

    assert bruno.receive(OPENER.public, drafted) == []
    bruno.set_ready(ready=True)
    assert bruno.receive(OPENER.public, drafted)[0] == KeepSecret(charter)


def test_the_room_is_read_as_it_was_written() -> None:
    room = new_hall().opener.room.under(replace(FOUR, options=(("length", "short"),), patience=7))

    assert read_room(read_message(encode_room(room))[1]) == room
