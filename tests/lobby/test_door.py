"""The door of a lobby: who knocks, who is let in, who is put out."""

from p2pjeux.lobby.lobby import PUT_OUT, AtDoor
from tests.lobby.hall import GUESTS, OPENER, at_door, new_hall, turned_away


def test_a_newcomer_waits_until_the_opener_lets_it_in() -> None:
    hall = new_hall(("Bruno",), asks_first=True)
    assert hall.opener.room.free == 2
    assert at_door(hall) == [("Bruno",)]

    hall.do(OPENER.public, hall.opener.admit(GUESTS[0].public))

    assert hall.opener.room.free == 1


def test_a_knock_that_is_repeated_is_one_knock() -> None:
    hall = new_hall(("Bruno",), asks_first=True)

    hall.do(GUESTS[0].public, hall.guests[GUESTS[0].public].ask())

    assert sum(isinstance(effect, AtDoor) for effect in hall.seen) == 1


def test_the_door_tells_who_came_first_and_forgets_who_goes_again() -> None:
    hall = new_hall(asks_first=True)
    assert at_door(hall) == [("Bruno",), ("Chloé",)]

    hall.do(OPENER.public, hall.opener.leave(GUESTS[0].public))
    assert at_door(hall) == [("Chloé",)]

    hall.do(OPENER.public, hall.opener.turn_away(GUESTS[1].public))
    assert at_door(hall) == []


def test_whoever_was_put_out_knocks_even_at_an_open_door() -> None:
    hall = new_hall()
    bruno = hall.guests[GUESTS[0].public]

    hall.do(OPENER.public, hall.opener.turn_away(GUESTS[0].public))
    hall.do(GUESTS[0].public, bruno.ask())

    assert turned_away(hall) == [PUT_OUT]
    assert at_door(hall) == [("Bruno",)]
    assert hall.opener.room.free == 1

    hall.do(OPENER.public, hall.opener.admit(GUESTS[0].public))
    assert hall.opener.room.free == 0
