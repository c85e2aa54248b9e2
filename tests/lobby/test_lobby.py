"""The lobby: two machines that only exchange bytes come to one signed charter."""

from dataclasses import replace

import pytest

from p2pjeux.encoding import encode
from p2pjeux.errors import PeerFault, Refused
from p2pjeux.games import fingerprint
from p2pjeux.lobby.guest import Guest
from p2pjeux.lobby.lobby import (
    IS_PLAYED,
    TOO_MANY_TOGETHER,
    Begun,
    Heard,
    KeepSecret,
    Post,
    TurnedAway,
    answer_at_play,
    counts_more,
    encode_begin,
    read_begin,
)
from p2pjeux.lobby.room import Member
from p2pjeux.log.charter import seal_charter, sign_charter
from tests.lobby.hall import GUESTS, OPENER, Hall, make_ready, new_hall, new_opener, turned_away


def test_when_all_are_ready_all_have_the_same_signed_charter() -> None:
    hall = new_hall()

    make_ready(hall)

    charters = hall.begun()
    assert len(charters) == 3
    assert len({signed.encode() for signed in charters}) == 1
    assert [sitter.name for sitter in charters[0].charter.seats] == ["Anne", "Bruno", "Chloé"]


def test_nobody_signs_before_its_table_secret_is_durable() -> None:
    hall = new_hall()
    make_ready(hall)

    agreed = [
        effect for effect in hall.seen if isinstance(effect, Post) and b"agree" in effect.message
    ]
    for post in agreed:
        assert isinstance(hall.seen[hall.seen.index(post) - 1], KeepSecret)
    assert len(agreed) == 2


def test_a_name_that_is_taken_is_turned_away() -> None:
    hall = new_hall(("Bruno", "anne"))

    assert [effect.reason for effect in hall.seen if isinstance(effect, TurnedAway)] == [
        "somebody at this table has that name, or one that looks like it"
    ]
    assert hall.opener.room.free == 1


def test_there_is_no_seat_for_a_fourth_at_a_table_of_three() -> None:
    hall = new_hall(("Bruno", "Chloé", "David"))

    assert any(isinstance(effect, TurnedAway) for effect in hall.seen)
    assert hall.opener.room.free == 0


def test_who_leaves_the_lobby_frees_its_seat() -> None:
    hall = new_hall()

    hall.do(OPENER.public, hall.opener.leave(GUESTS[0].public))

    assert hall.opener.room.free == 1


def test_a_guest_refuses_a_charter_that_does_not_give_it_its_seat() -> None:
    hall = new_hall()
    make_ready(hall)
    charter = hall.begun()[0].charter
    guest = Guest(GUESTS[0], OPENER.public, ("Somebody else",))

    with pytest.raises(PeerFault):
        guest._agree(charter)


def test_a_guest_turns_away_from_other_rules_in_plain_words() -> None:
    hall = new_hall()
    hall.opener.template = replace(hall.opener.template, fingerprint=bytes(32))

    make_ready(hall)

    assert any(
        isinstance(effect, TurnedAway) and "another version" in effect.reason
        for effect in hall.seen
    )
    assert hall.begun() == []


def test_whoever_cannot_play_these_rules_frees_the_seat() -> None:
    hall = new_hall()
    hall.opener.template = replace(hall.opener.template, fingerprint=bytes(32))

    make_ready(hall)

    assert hall.opener.room.free == 2
    assert hall.opener.lacking == ()


def test_a_guest_that_left_may_come_back() -> None:
    hall = new_hall()
    bruno = hall.guests[GUESTS[0].public]
    hall.do(GUESTS[0].public, bruno.leave())
    assert hall.opener.room.free == 1

    hall.do(GUESTS[0].public, bruno.ask())
    make_ready(hall)

    assert len(hall.begun()) == 3


def test_the_seat_of_who_left_goes_to_another_even_after_the_charter() -> None:
    hall = new_hall(("Bruno", "Chloé"))
    silent = hall.guests.pop(GUESTS[1].public)
    make_ready(hall)
    hall.do(OPENER.public, hall.opener.receive(GUESTS[1].public, b"\x92\xa5ready\xc3"))
    assert hall.opener.lacking == (GUESTS[1].public,)

    hall.do(OPENER.public, hall.opener.turn_away(silent.identity.public))
    assert hall.opener.room.free == 1
    david = Guest(GUESTS[2], OPENER.public, ("David",))
    hall.guests[GUESTS[2].public] = david
    hall.do(GUESTS[2].public, david.ask())
    hall.do(GUESTS[2].public, david.set_ready(ready=True))

    charters = hall.begun()
    assert len(charters) == 3
    assert [sitter.name for sitter in charters[0].charter.seats] == ["Anne", "Bruno", "David"]


def test_an_agreement_that_comes_after_its_charter_lapsed_is_no_fault() -> None:
    hall = new_hall()
    bruno = hall.guests.pop(GUESTS[0].public)
    chloe = hall.guests.pop(GUESTS[1].public)
    effects = hall.opener.set_ready(ready=True)
    for guest in (bruno, chloe):
        ready = guest.set_ready(ready=True)[0]
        assert isinstance(ready, Post)
        effects += hall.opener.receive(guest.identity.public, ready.message)
    charter = next(one for one in effects if isinstance(one, Post) and b"charter" in one.message)
    late = bruno.receive(OPENER.public, charter.message)[-1]
    assert isinstance(late, Post)
    hall.opener.leave(GUESTS[1].public)
    hall.guests = {GUESTS[0].public: bruno}
    hall.guests[GUESTS[2].public] = david = Guest(GUESTS[2], OPENER.public, ("David",))
    david_asks = david.ask()[0]
    assert isinstance(david_asks, Post)
    hall.opener.receive(GUESTS[2].public, david_asks.message)
    hall.opener.receive(GUESTS[2].public, b"\x92\xa5ready\xc3")

    assert hall.opener.receive(GUESTS[0].public, late.message) == []


def test_whoever_is_not_ready_any_more_stops_the_charter() -> None:
    hall = new_hall()
    hall.guests.pop(GUESTS[1].public)
    make_ready(hall)
    hall.opener.receive(GUESTS[1].public, b"\x92\xa5ready\xc3")
    assert hall.opener.lacking

    hall.do(OPENER.public, hall.opener.set_ready(ready=False))

    assert hall.opener.lacking == ()
    assert hall.begun() == []


def test_saying_ready_twice_loses_no_signature() -> None:
    hall = new_hall()
    hall.guests.pop(GUESTS[1].public)
    make_ready(hall)
    hall.do(OPENER.public, hall.opener.receive(GUESTS[1].public, b"\x92\xa5ready\xc3"))
    assert hall.opener.lacking == (GUESTS[1].public,)

    hall.opener.receive(GUESTS[0].public, b"\x92\xa5ready\xc3")

    assert hall.opener.lacking == (GUESTS[1].public,)


def test_nobody_waits_for_an_opener_that_got_up() -> None:
    hall = new_hall(("Bruno", "Chloé"))

    hall.do(OPENER.public, hall.opener.close())

    assert turned_away(hall) == ["the opener has closed the table before it began"] * 2


def test_once_begun_nothing_in_the_lobby_undoes_it() -> None:
    hall = new_hall()
    make_ready(hall)
    room = hall.opener.room

    assert hall.opener.leave(GUESTS[0].public) == []
    assert hall.opener.turn_away(GUESTS[0].public) == []
    assert hall.opener.close() == []
    assert hall.opener.set_ready(ready=False) == []
    assert hall.opener.room == room


def test_who_missed_the_beginning_hears_of_it_again() -> None:
    hall = new_hall()
    make_ready(hall)
    before = len(hall.begun())

    hall.do(GUESTS[0].public, hall.guests[GUESTS[0].public].ask())

    assert len(hall.begun()) == before + 1


def test_who_comes_after_the_beginning_is_told_that_it_may_watch() -> None:
    hall = new_hall()
    make_ready(hall)
    hall.guests[GUESTS[2].public] = david = Guest(GUESTS[2], OPENER.public, ("David",))

    hall.do(GUESTS[2].public, david.ask())

    assert turned_away(hall) == ["the game has begun; you may watch it"]


def test_whoever_signed_and_was_killed_begins_with_what_the_others_signed() -> None:
    hall = new_hall()
    make_ready(hall)
    signed = hall.begun()[0]
    opener = Guest(GUESTS[0], OPENER.public, ("Bruno",))
    other = Guest(GUESTS[0], OPENER.public, ("Bruno",), charter=signed.charter)

    from_opener = opener.receive(OPENER.public, encode_begin(signed))
    from_another_guest = other.receive(GUESTS[1].public, encode_begin(signed))

    assert from_opener == from_another_guest == [Begun(signed)]


def test_nobody_but_the_opener_draws_a_guest_to_a_table_it_did_not_come_for() -> None:
    hall = new_hall()
    make_ready(hall)
    guest = Guest(GUESTS[0], GUESTS[2].public, ("Bruno",))

    assert guest.receive(GUESTS[1].public, encode_begin(hall.begun()[0])) == []


def test_the_charter_of_a_table_without_us_is_no_fault_of_the_opener() -> None:
    hall = new_hall()
    make_ready(hall)
    stranger = Guest(GUESTS[2], OPENER.public, ("David",))

    assert stranger.receive(OPENER.public, encode_begin(hall.begun()[0])) == [TurnedAway(IS_PLAYED)]


def test_an_opener_passes_over_the_charter_of_another_table_where_it_sits() -> None:
    hall = new_hall()
    make_ready(hall)

    assert new_opener().receive(GUESTS[0].public, encode_begin(hall.begun()[0])) == []


def test_the_opener_begins_before_it_says_so() -> None:
    hall = new_hall(("Bruno",))
    hall.opener = new_opener(seats=2)
    hall.opener.room = replace(hall.opener.room, game_id="course")
    hall.do(GUESTS[0].public, hall.guests[GUESTS[0].public].ask())
    hall.opener.template = replace(hall.opener.template, game_id="course", threshold=0)
    hall.opener.template = replace(hall.opener.template, fingerprint=fingerprint("course"))
    hall.seen.clear()

    make_ready(hall)

    begun = [at for at, effect in enumerate(hall.seen) if isinstance(effect, Begun)]
    said = [
        at
        for at, effect in enumerate(hall.seen)
        if isinstance(effect, Post) and b"begin" in effect.message
    ]
    assert begun[0] < said[0]


def test_anybody_at_a_table_that_has_begun_answers_who_asks_for_a_seat() -> None:
    hall = new_hall()
    make_ready(hall)
    signed = hall.begun()[0]
    stranger = Guest(GUESTS[2], GUESTS[0].public, ("David",))

    ours = answer_at_play(signed, GUESTS[1].public)
    theirs = answer_at_play(signed, GUESTS[2].public)

    assert read_begin(ours) == signed
    assert read_begin(theirs) is None
    assert stranger.receive(GUESTS[0].public, theirs) == [TurnedAway(IS_PLAYED)]


def test_of_two_complete_charters_of_one_lobby_the_lesser_counts() -> None:
    hall = new_hall()
    make_ready(hall)
    one = hall.begun()[0]
    keys = {identity.public: identity for identity in (OPENER, *GUESTS)}
    turned = replace(one.charter, seats=one.charter.seats[::-1])
    other = seal_charter(
        turned, [sign_charter(keys[sitter.public], turned.id) for sitter in turned.seats]
    )
    elsewhere = replace(one, charter=replace(one.charter, nonce=bytes(32)))

    lesser, greater = sorted((one, other), key=lambda signed: signed.table)

    assert counts_more(lesser, greater)
    assert not counts_more(greater, lesser)
    assert not counts_more(replace(elsewhere, table=bytes(32)), greater)


def test_people_may_talk_in_the_lobby() -> None:
    hall = new_hall()

    hall.do(GUESTS[0].public, hall.guests[GUESTS[0].public].say(" On attend qui ? "))
    hall.do(OPENER.public, hall.opener.say("Chloé !"))

    heard = [effect for effect in hall.seen if isinstance(effect, Heard)]
    assert heard.count(Heard(GUESTS[0].public, "On attend qui ?")) == 3
    assert heard.count(Heard(OPENER.public, "Chloé !")) == 3


def test_nobody_hears_a_stranger_at_the_door() -> None:
    hall = new_hall(("Bruno",), asks_first=True)

    hall.do(GUESTS[0].public, hall.guests[GUESTS[0].public].say("Ouvrez !"))

    assert not any(isinstance(effect, Heard) for effect in hall.seen)


def test_what_cannot_be_shown_is_not_said_in_a_lobby() -> None:
    hall = new_hall()

    with pytest.raises(Refused):
        hall.opener.say("\x1b[2J")
    with pytest.raises(PeerFault):
        hall.opener.receive(GUESTS[0].public, encode(["say", "\u202ex"]))


def test_names_that_can_be_mistaken_do_not_sit_at_one_table() -> None:
    hall = new_hall(("Bruno", "Brúno"))

    assert turned_away(hall) == ["somebody at this table has that name, or one that looks like it"]


@pytest.mark.parametrize("message", [b"", b"\x90", b"\x91\xa3ask", b"\x92\xa5ready\x01", b"\xc1"])
def test_garbage_in_a_lobby_is_a_fault(message: bytes) -> None:
    opener = new_opener()
    try:
        opener.receive(GUESTS[0].public, message)
    except PeerFault:
        return
    assert opener.room.free == 2


def test_a_charter_of_another_room_than_was_shown_is_not_signed() -> None:
    """Who could read a hand was said of the room; an opener cannot draft another one."""
    hall = new_hall()
    shown = hall.opener.room
    for other in (
        replace(shown, threshold=0),
        replace(shown, members=(replace(shown.members[0], bots=1), *shown.members[1:])),
    ):
        charter = replace(hall.opener.template, seats=other.sitters, threshold=other.acting)
        post = Post(GUESTS[0].public, encode(["charter", charter.encode()]))
        before = list(hall.seen)
        hall.do(OPENER.public, [post])
        assert hall.seen == [*before, post]


def test_the_charter_says_who_is_a_bot_and_how_many_act_for_one_who_is_gone() -> None:
    opener = new_opener(seats=4)
    opener.room = replace(
        opener.room, members=(Member(OPENER.public, ("Anne", "Robot"), bots=1),), threshold=0
    )
    guests = {one.public: Guest(one, OPENER.public, (one.public.hex()[:8],)) for one in GUESTS[:2]}
    hall = Hall(opener, guests)
    for public, guest in guests.items():
        hall.do(public, guest.ask())
    make_ready(hall)

    (charter, *_) = (signed.charter for signed in hall.begun())
    assert [seat.is_bot for seat in charter.seats] == [False, True, False, False]
    assert charter.people == {0, 2, 3}
    assert charter.threshold == 0


def test_with_too_many_at_one_machine_for_the_threshold_they_are_turned_away() -> None:
    opener = new_opener(seats=4)
    opener.room = replace(opener.room, threshold=3)
    couple = Guest(GUESTS[0], OPENER.public, ("Bruno", "Chloé"))
    hall = Hall(opener, {GUESTS[0].public: couple})

    hall.do(GUESTS[0].public, couple.ask())

    assert [effect.reason for effect in hall.seen if isinstance(effect, TurnedAway)] == [
        TOO_MANY_TOGETHER
    ]
    assert opener.room.free == 3
