"""What an interface can ask of a table, and what it hears while the table waits."""

import pytest

from p2pjeux.judge.verify import verify
from p2pjeux.log.file import write_log
from p2pjeux.rules.requests import Action
from p2pjeux.table.events import Ended, GoWithout, Leave, NotLegal, Play, Waiting
from tests.kit import Case
from tests.sitting.people import PATIENCE, Evening

OSTRAKON = Case("ostrakon", 5)
EUROPAX = Case("europax", 3)


def test_a_play_without_a_seat_is_that_of_the_only_person_here() -> None:
    evening = Evening(EUROPAX)
    (seat,) = evening.asked
    before = evening.people[0].at_table.ledger.number

    evening.tell(seat, Play(evening.decide(seat)))

    assert evening.people[0].at_table.ledger.number > before


def test_a_seat_of_another_cannot_be_played_from_here() -> None:
    evening = Evening(EUROPAX)
    (seat,) = evening.asked
    other = (seat + 1) % 3
    action = evening.decide(seat)

    evening.tell(other, Play(action, seat))
    evening.tell(other, Play(action))

    texts = [str(event.refusal) for event in evening.people[other].heard(NotLegal)]
    assert texts == ["no person here holds this seat", "nothing is asked of this seat now"]
    assert evening.asked == (seat,)


def test_an_illegal_action_is_refused_in_the_words_of_the_rules() -> None:
    evening = Evening(EUROPAX)
    (seat,) = evening.asked

    evening.tell(seat, Play(Action("dance")))

    assert evening.people[seat].heard(NotLegal)
    assert evening.asked == (seat,)


def test_nobody_plays_twice_in_one_step() -> None:
    evening = Evening(OSTRAKON)
    evening.play_until(lambda one: len(one.asked) > 1)
    (seat, *others) = evening.asked
    action = evening.play(seat)

    evening.tell(seat, Play(action))

    assert len(evening.people[seat].heard(NotLegal)) == 1
    assert evening.asked == tuple(others)


def test_sealed_bids_are_told_as_they_come_in() -> None:
    evening = Evening(OSTRAKON)
    evening.play_until(lambda one: len(one.asked) == 5)
    watched = evening.people[4]
    watched.events.clear()

    for seat in range(4):
        evening.play(seat)

    told = [event for event in watched.events if isinstance(event, Waiting)]
    assert [event.given for event in told] == [(0,), (0, 1), (0, 1, 2), (0, 1, 2, 3)]
    assert {event.work for event in told} == {"seal"}
    assert told[-1].lacking == (4,)


def test_who_shuffled_and_proved_is_told() -> None:
    evening = Evening(Case("stonehenge", 3))

    turns = [
        (event.given, event.lacking)
        for event in evening.people[2].heard(Waiting)
        if event.work == "shuffle"
    ]

    assert ((0, 1), (2,)) in turns or ((0,), (1, 2)) in turns
    assert all({*given, *lacking} == {0, 1, 2} for given, lacking in turns)


def test_the_table_says_when_its_patience_is_over() -> None:
    evening = Evening(EUROPAX)
    (seat,) = evening.asked
    other = evening.people[(seat + 1) % 3]

    evening.wait(PATIENCE - 2)
    assert not any(event.is_long for event in other.heard(Waiting))
    evening.wait(4)

    assert other.heard(Waiting)[-1] == Waiting("decide", (seat,), (), is_long=True)


def test_going_without_a_seat_takes_time_and_all_others() -> None:
    evening = Evening(EUROPAX)
    (seat,) = evening.asked
    one, other = (number for number in range(3) if number != seat)
    evening.get_up(seat)

    evening.tell(one, GoWithout((seat,)))
    assert evening.people[one].heard(NotLegal)
    evening.wait(PATIENCE + 1)
    evening.tell(one, GoWithout((seat,)))
    assert evening.asked == (seat,)
    evening.tell(other, GoWithout((seat,)))

    assert seat not in evening.asked
    assert len(evening.logs()) == 1


def test_getting_up_needs_no_permission() -> None:
    evening = Evening(EUROPAX)

    assert evening.people[0].at_table.command(Leave()) == []


@pytest.mark.parametrize("declining", [frozenset(), frozenset({1}), frozenset({0, 1, 2})], ids=str)
def test_everybody_decides_alone_whether_to_open_its_secret(declining: frozenset[int]) -> None:
    evening = Evening(EUROPAX, bots=frozenset({0, 1, 2}), declining=declining)

    verdict = verify(write_log(evening.signed, evening.people[0].steps))

    assert verdict.ok
    assert verdict.finished
    assert set(verdict.secrets) == {0, 1, 2} - declining
    assert len(evening.logs()) == 1
    assert evening.people[2].heard(Ended)
