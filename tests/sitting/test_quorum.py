"""Who is given up, and when: each sentence of protocol/3-log.md, Absence, at one peer by itself.

The peer holds seat 0 of seven, unless a test says otherwise; at most three others can be done
without. Waiting and those who have no say are in ``test_quorum_waiting``, closed steps in
``test_quorum_closed``; whether peers who keep to all this come to agree is for the simulation to
show.
"""

from itertools import combinations

import pytest

from p2pjeux.log.forks import find_fork
from p2pjeux.log.statement import Kind
from p2pjeux.rules.requests import Seat
from tests.sitting.one_step import OneStep, said

ABSENT, WITHOUT, OBJECT, CLOSED = Kind.ABSENT, Kind.WITHOUT, Kind.OBJECT, Kind.CLOSED
NOBODY = frozenset[Seat]()


def in_both_kinds() -> OneStep:
    """Seat 1 was given up, somebody had its entry, and nothing came of it: we go on without it."""
    step = OneStep()
    step.take(0, 2, 3, 4, 5, 6)
    step.quorum.give_up([1])
    step.hear([2], OBJECT, 1)
    step.wait()
    assert said(step.quorum.go_without(1)) == [(0, WITHOUT, (1,))]
    return step


# Seats and sets.


def test_the_seats_of_a_peer_are_given_up_together() -> None:
    step = OneStep()

    assert said(step.quorum.give_up([5])) == [(0, ABSENT, (5, 6))]


def test_the_seats_of_a_peer_state_the_same_together() -> None:
    step = OneStep(seat=5)

    assert said(step.quorum.give_up([1])) == [(5, ABSENT, (1,)), (6, ABSENT, (1,))]


def test_an_objection_for_one_seat_of_a_peer_saves_all_its_seats() -> None:
    step = OneStep()
    step.quorum.give_up([1, 5])

    step.hear([2], OBJECT, 6)

    assert step.quorum.leaving == NOBODY
    assert said(step.quorum.restate()) == [(0, ABSENT, (1,))]


def test_an_objection_makes_a_set_that_was_stated_absent_untenable() -> None:
    step = OneStep()
    step.quorum.give_up([1])
    assert step.quorum.leaving == {1}

    step.hear([2], OBJECT, 1)

    assert step.quorum.leaving == NOBODY


def test_an_objection_leaves_a_set_that_we_go_without_tenable() -> None:
    step = in_both_kinds()

    step.hear([3, 4], OBJECT, 1)

    assert step.quorum.stand == (WITHOUT, frozenset({1}))


def test_a_set_that_was_refused_is_untenable_in_either_kind() -> None:
    given_up, without = OneStep(), in_both_kinds()
    given_up.quorum.give_up([1])

    for step in (given_up, without):
        step.hear([3], CLOSED, 1)
        assert step.quorum.leaving == NOBODY


def test_of_several_subjects_exactly_their_set_is_refused() -> None:
    step = OneStep()
    step.quorum.give_up([1])
    step.quorum.give_up([2])
    assert step.quorum.leaving == {1, 2}

    step.hear([3], CLOSED, 1, 2)

    assert step.quorum.leaving == {1}
    assert not step.quorum.is_saved(1)
    assert said(step.quorum.give_up([4])) == [(0, ABSENT, (1, 2, 4))]
    assert step.quorum.leaving == {1, 2, 4}


def test_a_refusal_of_one_seat_leaves_larger_sets_with_it_tenable() -> None:
    step = OneStep()
    step.hear([3], CLOSED, 1)
    assert step.quorum.is_saved(1)
    assert step.quorum.give_up([1]) == ()

    assert said(step.quorum.give_up([1, 2])) == [(0, ABSENT, (1, 2))]


def test_what_objections_leave_of_a_set_may_be_refused_too() -> None:
    step = OneStep()
    step.hear([3], CLOSED, 1)
    step.hear([4], OBJECT, 2)

    assert step.quorum.give_up([1, 2]) == ()


def test_an_objection_from_inside_the_set_does_not_count() -> None:
    step = OneStep()
    step.quorum.give_up([1])
    step.hear([2], OBJECT, 1)
    assert step.quorum.leaving == NOBODY

    stated = step.quorum.give_up([2])

    assert said(stated) == [(0, ABSENT, (1, 2))]
    assert step.quorum.leaving == {1, 2}


# Of any two sets one contains the other.


def test_a_set_that_crosses_an_earlier_one_is_not_stated() -> None:
    step = OneStep()
    step.quorum.give_up([1])
    step.hear([3], OBJECT, 1)

    assert step.quorum.give_up([2]) == ()
    assert step.quorum.leaving == NOBODY


def test_whoever_was_given_up_in_vain_goes_along_at_the_last() -> None:
    step = OneStep()
    step.wait()
    step.quorum.give_up([1])
    step.hear([3], OBJECT, 1)
    step.take(0, 1, 3, 4, 5, 6)
    step.wait()

    assert said(step.quorum.lose_patience()) == [(0, WITHOUT, (1, 2))]
    own = [one for one in step.quorum.statements if one.signer == 0]
    assert not any(find_fork(one, other) for one, other in combinations(own, 2))


def test_the_same_set_is_stated_in_the_second_kind_though_it_is_tenable_in_the_first() -> None:
    step = OneStep()
    step.wait()
    step.quorum.give_up([1])
    step.wait()

    assert said(step.quorum.go_without(1)) == [(0, WITHOUT, (1,))]
    assert step.quorum.stand == (WITHOUT, frozenset({1}))
    own = [one for one in step.quorum.statements if one.signer == 0]
    assert find_fork(*own) is None
    step.wait()
    assert step.quorum.go_without(1) == ()


def test_whoever_goes_without_a_set_never_states_it_to_be_absent() -> None:
    step = OneStep()
    step.quorum.recall(step.stated(0, WITHOUT, 1))

    assert step.quorum.give_up([1]) == ()
    assert said(step.quorum.give_up([1, 2])) == [(0, ABSENT, (1, 2))]


def test_peers_who_stated_one_set_in_two_kinds_do_not_wait_for_each_other() -> None:
    step = OneStep()
    step.take(0, 2, 3, 4, 5, 6)
    step.wait()
    step.quorum.lose_patience()
    step.hear([2, 3, 4, 5, 6], WITHOUT, 1)
    assert step.quorum.gone() is None
    step.wait()

    assert said(step.quorum.lose_patience()) == [(0, WITHOUT, (1,))]
    assert step.quorum.gone() == frozenset({1})


# A set binds.


def test_the_larger_set_is_the_stand_and_an_objection_leads_back_to_the_smaller() -> None:
    step = OneStep()
    step.quorum.give_up([1])
    assert said(step.quorum.give_up([2])) == [(0, ABSENT, (1, 2))]
    assert step.quorum.leaving == {1, 2}

    step.hear([3], OBJECT, 2)

    assert step.quorum.leaving == {1}
    assert step.quorum.restate() == ()


def test_none_but_larger_sets_are_stated() -> None:
    step = OneStep()
    step.wait()
    step.quorum.give_up([1, 2])
    step.take(3, 4, 5, 6)
    step.hear([3, 4, 5, 6], WITHOUT, 1)
    step.wait()

    assert step.quorum.lose_patience() == ()
    assert step.quorum.leaving == {1, 2}


def test_the_entry_of_a_member_is_put_aside_until_somebody_speaks_up() -> None:
    step = OneStep()
    step.quorum.give_up([1])
    step.take(1)
    assert 1 not in step.ledger.entries
    assert step.quorum.released() == []

    step.hear([2], OBJECT, 1)

    assert step.quorum.released() == [step.entries[1]]
    assert step.quorum.released() == []


def test_an_entry_that_was_taken_is_put_aside_when_its_seat_is_given_up() -> None:
    step = OneStep()
    step.take(0, 2, 3, 4, 5, 6)
    step.wait()
    step.quorum.lose_patience()
    step.hear([3, 4, 5, 6], ABSENT, 1)
    step.wait()

    assert said(step.quorum.lose_patience()) == [(0, WITHOUT, (1, 2))]
    assert set(step.ledger.entries) == {0, 3, 4, 5, 6}

    step.hear([3], CLOSED, 1, 2)
    assert step.quorum.leaving == {1}
    assert step.quorum.released() == [step.entries[2]]


def test_the_step_closes_once_all_who_stay_state_the_same_set_in_the_same_kind() -> None:
    step = OneStep()
    step.quorum.give_up([1])
    step.hear([2, 3, 4, 5], ABSENT, 1)
    step.hear([6], WITHOUT, 1)
    assert step.quorum.gone() is None

    step.hear([6], ABSENT, 1)

    assert step.quorum.gone() == frozenset({1})
    step.ledger.declare_absent(frozenset({1}))
    assert sorted(said(step.quorum.proof())) == [
        (signer, ABSENT, (1,)) for signer in (0, 2, 3, 4, 5, 6)
    ]


@pytest.mark.parametrize(
    ("gone", "allowed"),
    [((), False), ((1,), False), ((2, 3), False), ((1, 2), True), ((1, 2, 3), True), ((0,), True)],
)
def test_a_closing_is_followed_with_no_smaller_set_unless_it_leaves_us_out(
    gone: tuple[Seat, ...], *, allowed: bool
) -> None:
    step = OneStep()
    step.quorum.give_up([1, 2])

    assert step.quorum.allows(step.closed_without(ABSENT, *gone)) is allowed


# Objections.


def test_whoever_has_the_entry_objects_once_and_sends_it() -> None:
    step = OneStep()
    step.take(1)
    absent = step.stated(3, ABSENT, 1, 2)
    step.quorum.hear(absent)

    objections, entries = step.quorum.speak_up(absent)

    assert said(objections) == [(0, OBJECT, (1,))]
    assert entries == (step.entries[1],)
    assert step.quorum.speak_up(step.stated(4, ABSENT, 1)) == ((), ())


def test_nobody_objects_to_being_done_without() -> None:
    step = OneStep()
    step.take(1)

    assert step.quorum.speak_up(step.stated(3, WITHOUT, 1)) == ((), ())


def test_whoever_has_stated_an_absence_does_not_object_to_it() -> None:
    step = OneStep()
    step.quorum.give_up([1])
    step.hear([2], OBJECT, 1)
    step.take(1)
    assert 1 in step.ledger.entries

    assert step.quorum.speak_up(step.stated(3, ABSENT, 1)) == ((), ())


def test_whoever_has_objected_never_states_that_absence() -> None:
    step = OneStep()
    step.take(1)
    step.quorum.speak_up(step.stated(3, ABSENT, 1))

    assert said(step.quorum.give_up([1, 2])) == [(0, ABSENT, (2,))]


def test_after_an_objection_the_greatest_tenable_part_is_stated() -> None:
    step = OneStep()
    step.quorum.give_up([1, 2, 3])
    # Seat 1 is saved from outside the set; being outside itself now, it saves seat 2.
    step.hear([1], OBJECT, 2)
    assert step.quorum.leaving == {1, 2, 3}

    step.hear([4], OBJECT, 1)

    assert said(step.quorum.restate()) == [(0, ABSENT, (3,))]
    assert step.quorum.leaving == {3}


def test_whoever_gets_an_entry_that_others_lack_objects_then() -> None:
    step = OneStep()
    step.hear([4], ABSENT, 3)
    step.hear([3], ABSENT, 1, 2)
    assert step.quorum.speak_up_for(1) == ((), ())
    step.take(1)

    objections, entries = step.quorum.speak_up_for(1)

    assert said(objections) == [(0, OBJECT, (1,))]
    assert entries == (step.entries[1],)
    assert step.quorum.speak_up_for(1) == ((), ())


def test_nobody_speaks_up_for_whom_nobody_has_given_up() -> None:
    step = OneStep()
    step.hear([3], ABSENT, 2)
    step.hear([4], WITHOUT, 1)
    step.take(1)

    assert step.quorum.speak_up_for(1) == ((), ())
