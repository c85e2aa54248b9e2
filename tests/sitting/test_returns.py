"""Going on without somebody, and coming back: votes, entries that come after all, restarts."""

import pytest

from p2pjeux.judge.verify import verify
from p2pjeux.log.entry import Entry
from p2pjeux.log.file import write_log
from p2pjeux.rules.requests import Seat
from p2pjeux.table.events import GoWithout, Left, NotLegal, Returned, Waiting
from tests.kit import Case
from tests.sitting.people import PATIENCE, Evening

EUROPAX = Case("europax", 3)


def others_than(evening: Evening, *seats: Seat) -> list[Seat]:
    return [seat for seat in range(evening.case.seats) if seat not in seats]


def go_on_without(evening: Evening, *seats: Seat) -> None:
    """After the patience all others agree, once."""
    evening.wait(PATIENCE + 1)
    for number in others_than(evening, *seats):
        evening.tell(number, GoWithout(seats))
    evening.wait(10)


def test_an_entry_that_was_sent_to_nobody_goes_out_again_after_a_restart() -> None:
    evening = Evening(EUROPAX)
    (seat,) = evening.asked
    evening.carries = lambda _sender, _to: False
    evening.play(seat)
    number = evening.people[seat].at_table.ledger.number
    (entry,) = {
        one
        for one in evening.people[seat].signed
        if isinstance(one, Entry) and (one.step, one.seat) == (number, seat)
    }
    evening.get_up(seat)
    evening.carries = lambda _sender, _to: True

    evening.sit_down(seat)
    evening.wait(3)

    assert all(
        person.at_table.ledger.chain.entry(number, seat) == entry for person in evening.people
    )
    assert not any(person.accused for person in evening.people)


def test_a_restart_signs_nothing_anew_for_a_step_that_it_had_signed() -> None:
    evening = Evening(EUROPAX)
    for _ in range(6):
        evening.play(evening.asked[0])
    for number in range(3):
        before = tuple(evening.people[number].signed)
        evening.get_up(number)

        evening.sit_down(number)
        evening.wait(3)

        assert tuple(evening.people[number].signed) == before
    assert len(evening.logs()) == 1


@pytest.mark.parametrize("lost", [1, 3])
@pytest.mark.parametrize("holders", [(0, 0, 0), (0, 1, 2)], ids=["alone", "apart"])
def test_steps_that_the_log_has_lost_are_in_it_again_after_a_start(
    holders: tuple[int, ...], lost: int
) -> None:
    evening = Evening(EUROPAX, holders=holders)
    for _ in range(6):
        evening.play(evening.asked[0])
    person = evening.people[0]
    del person.steps[-lost:]
    evening.get_up(0)

    evening.sit_down(0)
    evening.wait(3)

    chain = person.at_table.ledger.chain
    assert [step.digest for step in person.steps] == [step.digest for step in chain.steps]
    evening.play(evening.asked[0])
    assert len(evening.logs()) == 1
    assert not any(one.accused for one in evening.people)


def test_an_entry_that_comes_after_the_vote_wins_over_it() -> None:
    evening = Evening(EUROPAX)
    (seat,) = evening.asked
    one, other = others_than(evening, seat)
    evening.carries = lambda sender, _to: sender != seat
    evening.play(seat)
    number = evening.people[one].at_table.ledger.number
    evening.wait(PATIENCE + 1)
    evening.tell(one, GoWithout((seat,)))
    assert evening.people[other].heard(Waiting)[-1].agreed == ((seat, (one,)),)
    evening.carries = lambda _sender, _to: True

    evening.wait(10)

    assert evening.people[one].at_table.ledger.number > number
    assert evening.people[one].at_table.ledger.chain.entry(number, seat) is not None
    assert not any(person.heard(Left) for person in evening.people)
    assert len(evening.logs()) == 1


def test_one_voice_of_three_is_not_enough_and_is_named_to_all() -> None:
    evening = Evening(EUROPAX)
    (seat,) = evening.asked
    one, other = others_than(evening, seat)
    evening.get_up(seat)
    evening.wait(PATIENCE + 1)

    evening.tell(one, GoWithout((seat,)))
    evening.wait(PATIENCE)

    assert evening.asked == (seat,)
    for number in (one, other):
        assert evening.people[number].heard(Waiting)[-1].agreed == ((seat, (one,)),)


def test_two_who_are_asked_and_vanish_at_once_are_gone_on_without_by_one_command() -> None:
    evening = Evening(Case("ostrakon", 5))
    evening.play_until(lambda one: len(one.asked) == 5)
    for seat in (3, 4):
        evening.get_up(seat)
    for seat in range(3):
        evening.play(seat)

    go_on_without(evening, 3, 4)

    assert [left.seat for left in evening.people[0].heard(Left)] == [3, 4]
    assert len(evening.logs()) == 1


@pytest.mark.slow
def test_two_of_whom_one_is_asked_are_gone_on_without_by_one_command() -> None:
    evening = Evening(Case("course", 5))
    evening.play_until(lambda one: len(one.asked) == 1)
    (asked,) = evening.asked
    quiet = others_than(evening, asked)[0]
    for seat in (asked, quiet):
        evening.get_up(seat)

    go_on_without(evening, asked, quiet)
    there = evening.people[others_than(evening, asked, quiet)[0]]
    number = there.at_table.ledger.number
    # Every step from here on is closed within a second or two: nobody waits for a patience.
    for _ in range(3):
        (seat, *_) = there.at_table.ledger.asked
        evening.play(seat)
        evening.wait(2)

    assert there.at_table.ledger.number > number + 2
    assert {left.seat for left in there.heard(Left)} == {asked, quiet}
    assert len(evening.logs()) == 1


def test_where_too_few_would_be_left_it_is_refused_in_words() -> None:
    evening = Evening(Case("ostrakon", 5))
    evening.play_until(lambda one: len(one.asked) == 5)
    for seat in (2, 3, 4):
        evening.get_up(seat)
    for seat in range(2):
        evening.play(seat)
    evening.wait(PATIENCE + 1)

    evening.tell(0, GoWithout((2, 3, 4)))

    texts = [str(event.refusal) for event in evening.people[0].heard(NotLegal)]
    assert texts == ["too few would be left to act for those who are missing: the table waits"]
    assert evening.people[0].heard(Waiting)[-1].agreed == ()


@pytest.mark.slow
def test_a_seat_that_is_back_acts_for_others() -> None:
    evening = Evening(Case("course", 5))
    evening.play_until(lambda one: len(one.asked) == 1)
    (first,) = evening.asked
    evening.get_up(first)
    go_on_without(evening, first)
    evening.sit_down(first)
    evening.wait(3)
    for _ in range(3):
        evening.play(evening.people[others_than(evening, first)[0]].at_table.ledger.asked[0])
        evening.wait(2)
    assert evening.people[first].heard(Returned) == [Returned(first)]

    # Of the others two go now: three are left, and without the one that is back it would be two.
    gone = others_than(evening, first)[:2]
    there = evening.people[others_than(evening, first, *gone)[0]]
    for seat in gone:
        evening.get_up(seat)
    for _ in range(4):
        asked = there.at_table.ledger.asked
        if asked and asked[0] in gone:
            break
        evening.play(asked[0])
        evening.wait(2)
    go_on_without(evening, *gone)
    number = there.at_table.ledger.number
    for _ in range(4):
        evening.play(there.at_table.ledger.asked[0])
        evening.wait(2)

    assert there.at_table.ledger.number > number
    assert len(evening.logs()) == 1
    assert verify(write_log(evening.signed, there.at_table.ledger.chain.steps)).ok
    assert not any(person.accused for person in evening.people)
