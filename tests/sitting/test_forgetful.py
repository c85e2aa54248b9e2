"""A machine that may have forgotten what it signed signs nothing before it was taken back."""

import pytest

from p2pjeux.log.ballot import Back
from p2pjeux.log.records import Record
from p2pjeux.rules.requests import Seat
from p2pjeux.table.events import Asked, Forgot, GoWithout, Left, NotLegal, Play, Returned
from tests.kit import Case
from tests.sitting.people import PATIENCE, Evening, Person

EUROPAX = Case("europax", 3)


def forgot(evening: Evening, number: int) -> Person:
    """The journal of somebody is lost."""
    person = evening.people[number]
    evening.get_up(number)
    person.signed.clear()
    person.events.clear()
    evening.sit_down(number, forgetful=True)
    evening.carry()
    return person


def anew(person: Person) -> list[Record]:
    """What was signed since; own entries of the log are written down again, and no news."""
    logged = {entry for step in person.steps for entry in step.entries}
    return [one for one in person.signed if one not in logged]


def asked_and_others(evening: Evening) -> tuple[Seat, list[Seat]]:
    (asked,) = evening.asked
    return asked, [seat for seat in range(evening.case.seats) if seat != asked]


def test_who_has_forgotten_hears_so_and_is_asked_nothing() -> None:
    evening = Evening(EUROPAX)
    seat, _ = asked_and_others(evening)

    person = forgot(evening, seat)
    evening.wait(PATIENCE - 5)

    assert person.heard(Forgot) == [Forgot()]
    assert not person.heard(Asked)
    assert anew(person) == []
    assert evening.asked == (seat,)


def test_who_has_forgotten_can_decide_nothing() -> None:
    evening = Evening(EUROPAX)
    seat, _ = asked_and_others(evening)
    action = evening.decide(seat)
    person = forgot(evening, seat)

    evening.tell(seat, Play(action, seat))

    assert len(person.heard(NotLegal)) == 1
    assert anew(person) == []


def test_who_has_forgotten_confirms_nothing_either() -> None:
    evening = Evening(EUROPAX)
    seat, others = asked_and_others(evening)
    person = forgot(evening, others[0])

    evening.play(seat)
    evening.wait(5)

    assert anew(person) == []
    assert not evening.people[seat].at_table.is_settled


def test_who_has_forgotten_plays_again_once_it_was_left_out_and_taken_back() -> None:
    evening = Evening(EUROPAX)
    seat, others = asked_and_others(evening)
    person = forgot(evening, seat)
    evening.wait(PATIENCE + 1)
    for number in others:
        evening.tell(number, GoWithout((seat,)))
    evening.wait(5)
    assert evening.people[others[0]].heard(Left)

    for _ in range(12):
        if person.has_regained:
            break
        evening.play(evening.asked[0])
        evening.wait(2)

    first, *later = anew(person)
    assert isinstance(first, Back)
    assert person.has_regained
    assert person.heard(Returned) == [Returned(seat)]
    for _ in range(4):
        evening.play(evening.asked[0])
    assert later or anew(person)[1:]
    assert len(evening.logs()) == 1
    assert not any(one.accused for one in evening.people)


def test_who_has_forgotten_says_so_at_each_start_until_then() -> None:
    evening = Evening(EUROPAX)
    seat, _ = asked_and_others(evening)
    forgot(evening, seat)

    person = forgot(evening, seat)

    assert person.heard(Forgot)
    assert not person.has_regained


def test_who_has_forgotten_comes_back_only_when_all_present_have_shown_their_logs() -> None:
    evening = Evening(Case("europax", 5))
    seat, others = asked_and_others(evening)
    person = forgot(evening, seat)
    hidden = others[0]
    # The one does not reach the forgetful one, nor does what the others say of it.
    evening.carries = lambda sender, to: {sender, to} != {hidden, seat}
    evening.wait(PATIENCE + 1)
    for number in others:
        evening.tell(number, GoWithout((seat,)))
    evening.wait(10)
    assert evening.people[others[1]].heard(Left)
    assert anew(person) == []

    evening.carries = lambda _sender, _to: True
    evening.wait(5)

    assert [type(one) for one in anew(person)] == [Back]


def test_where_too_few_are_left_to_do_without_it_it_is_said() -> None:
    evening = Evening(Case("europax", 2))

    person = forgot(evening, evening.asked[0])

    assert person.heard(Forgot) == [Forgot(is_for_good=True)]


@pytest.mark.parametrize("holders", [(0, 0, 0)])
def test_nothing_can_be_forgotten_where_nobody_else_has_heard_it(holders: tuple[int, ...]) -> None:
    evening = Evening(EUROPAX, holders=holders)
    evening.people[0].events.clear()
    evening.get_up(0)

    evening.sit_down(0, forgetful=True)

    assert not evening.people[0].heard(Forgot)
    assert evening.people[0].heard(Asked)


def test_a_watcher_forgets_nothing() -> None:
    evening = Evening(EUROPAX, watchers=1)
    evening.get_up(3)

    evening.sit_down(3, forgetful=True)

    assert not evening.people[3].heard(Forgot)
