"""How long a peer waits, when a step stands still, and whose word means nothing.

More of protocol/3-log.md, Absence, at the peer of ``test_quorum``. Its clock is what it is told.
"""

from dataclasses import replace

import pytest

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.statement import Kind, sign_statement
from p2pjeux.rules.requests import Seat
from p2pjeux.sitting.quorum import LEAP_MAX
from tests.sitting.one_step import KEYS, OPEN, PATIENCE, OneStep, said

ABSENT, WITHOUT, OBJECT, CLOSED = Kind.ABSENT, Kind.WITHOUT, Kind.OBJECT, Kind.CLOSED
NOBODY = frozenset[Seat]()


def waiting_for_word() -> OneStep:
    """Seat 1 is lacking; all but seat 2 have given it up."""
    step = OneStep()
    step.take(0, 2, 3, 4, 5, 6)
    step.wait()
    step.quorum.lose_patience()
    step.hear([3, 4, 5, 6], ABSENT, 1)
    return step


# Patience.


def test_those_whose_entries_lack_are_given_up_when_patience_is_over() -> None:
    step = OneStep()
    step.take(0, 2, 3, 4)
    step.wait(PATIENCE - 1)
    assert step.quorum.lose_patience() == ()
    assert step.quorum.overdue() == NOBODY

    step.wait(1)

    assert step.quorum.overdue() == {1, 5, 6}
    assert said(step.quorum.lose_patience()) == [(0, ABSENT, (1, 5, 6))]


def test_after_as_long_again_we_go_without_those_who_have_not_stated_the_same() -> None:
    step = waiting_for_word()
    step.wait(PATIENCE - 1)
    assert step.quorum.lose_patience() == ()
    assert step.quorum.overdue() == {1}

    step.wait(1)

    assert step.quorum.overdue() == {1, 2}
    assert said(step.quorum.lose_patience()) == [(0, WITHOUT, (1, 2))]


def test_babble_does_not_make_us_wait_anew() -> None:
    step = waiting_for_word()
    step.wait(PATIENCE - 1)

    step.hear([3], OBJECT, 4)
    step.hear([2], ABSENT, 3)
    step.hear([1], OBJECT, 5)
    step.wait(1)

    assert said(step.quorum.lose_patience()) == [(0, WITHOUT, (1, 2))]


def test_an_objection_that_moves_us_makes_us_wait_anew() -> None:
    step = waiting_for_word()
    step.wait(PATIENCE - 1)

    step.hear([2], OBJECT, 1)
    step.wait(PATIENCE - 1)
    assert step.quorum.lose_patience() == ()

    step.wait(1)
    assert said(step.quorum.lose_patience()) == [(0, WITHOUT, (1,))]


def test_if_too_few_would_be_left_we_join_what_others_have_stated() -> None:
    step = OneStep()
    step.take(0, 2, 3, 4, 5, 6)
    step.wait()
    step.quorum.lose_patience()
    step.hear([2], WITHOUT, 0, 1)
    step.hear([5, 6], WITHOUT, 1, 3, 4)
    step.wait()

    assert said(step.quorum.lose_patience()) == [(0, WITHOUT, (1, 3, 4))]


def test_a_set_with_only_one_of_our_seats_is_not_joined() -> None:
    step = OneStep(seat=5)
    step.take(0, 2, 3, 4, 5, 6)
    step.wait()
    step.quorum.lose_patience()
    step.hear([2], WITHOUT, 1, 5)
    step.wait()

    assert step.quorum.lose_patience() == ()


def test_a_clock_that_leaps_was_set_and_nobody_waited_so_long() -> None:
    step = OneStep()

    step.quorum.look_at(1e6)
    step.quorum.look_at(-1e6)

    assert step.quorum.waited == LEAP_MAX


def test_in_a_pause_patience_begins_anew() -> None:
    step = OneStep()
    step.take(0, 2, 3, 4, 5, 6)
    step.wait(PATIENCE - 1)
    step.quorum.be_patient()
    step.wait(PATIENCE - 1)
    assert step.quorum.lose_patience() == ()

    step.wait(1)
    assert said(step.quorum.lose_patience()) == [(0, ABSENT, (1,))]


# Standing still.


def test_a_step_is_stuck_after_three_times_the_patience_if_somebody_was_given_up() -> None:
    step = waiting_for_word()
    step.wait(2 * PATIENCE - 1)
    assert not step.quorum.is_stuck()

    step.wait(1)

    assert step.quorum.is_stuck()


def test_a_person_who_thinks_makes_nobody_stuck() -> None:
    step = OneStep()
    step.take(0, 2, 3, 4, 5, 6)
    step.wait(10 * PATIENCE)

    assert not step.quorum.is_stuck()


def test_a_step_is_not_stuck_before_what_we_said_last_was_of_no_use_for_as_long() -> None:
    step = waiting_for_word()
    step.wait(2 * PATIENCE - 1)
    step.quorum.lose_patience()
    step.wait(PATIENCE - 1)
    assert not step.quorum.is_stuck()

    step.wait(1)

    assert step.quorum.is_stuck()


@pytest.mark.parametrize("promise", ["speaks_from", "bound_until"])
def test_whoever_must_not_speak_is_stuck_without_having_given_up_anybody(promise: str) -> None:
    step = OneStep()
    setattr(step.quorum, promise, OPEN + 1)
    step.wait(3 * PATIENCE - 1)
    assert not step.quorum.is_stuck()

    step.wait(1)

    assert step.quorum.is_stuck()


def test_in_a_pause_nobody_is_stuck() -> None:
    step = waiting_for_word()
    step.wait(2 * PATIENCE)
    step.quorum.be_patient()
    assert not step.quorum.is_stuck()

    step.wait(3 * PATIENCE)

    assert step.quorum.is_stuck()


# Those who say nothing, and those whose word means nothing.


def test_nothing_is_stated_in_a_step_before_one_for_which_we_have_signed() -> None:
    step = OneStep()
    step.take(1)
    step.wait()
    step.quorum.speaks_from = OPEN + 1

    assert step.quorum.give_up([2]) == ()
    assert step.quorum.lose_patience() == ()
    assert step.quorum.speak_up(step.stated(3, ABSENT, 1)) == ((), ())

    step.quorum.speaks_from = OPEN
    objections, _entries = step.quorum.speak_up(step.stated(3, ABSENT, 1))
    assert said(objections) == [(0, OBJECT, (1,))]
    assert said(step.quorum.give_up([2])) == [(0, ABSENT, (2,))]


def test_whoever_has_retreated_states_and_objects_to_nothing_in_earlier_steps() -> None:
    step = OneStep()
    step.hear([3], ABSENT, 1)
    step.take(1)
    step.wait()
    step.quorum.bound_until = OPEN + 1

    assert step.quorum.give_up([2]) == ()
    assert step.quorum.lose_patience() == ()
    assert step.quorum.speak_up(step.stated(4, ABSENT, 1)) == ((), ())
    assert step.quorum.speak_up_for(1) == ((), ())

    step.quorum.bound_until = OPEN
    objections, _entries = step.quorum.speak_up_for(1)
    assert said(objections) == [(0, OBJECT, (1,))]
    assert said(step.quorum.give_up([2])) == [(0, ABSENT, (2,))]


def test_statements_of_seats_that_are_absent_and_about_such_mean_nothing() -> None:
    step = OneStep()
    step.go_on(step.closed_without(ABSENT, 1))

    assert not step.quorum.is_news(step.stated(1, ABSENT, 2))
    assert not step.quorum.is_news(step.stated(2, WITHOUT, 1, 3))
    assert step.quorum.is_news(step.stated(2, WITHOUT, 3))


def test_a_seat_that_is_absent_is_not_waited_for() -> None:
    step = OneStep()
    step.go_on(step.closed_without(ABSENT, 5, 6))

    assert step.quorum.give_up([5]) == ()
    step.wait()
    assert not step.quorum.overdue() & {5, 6}


def test_what_was_heard_already_or_is_of_another_step_is_no_news() -> None:
    step = OneStep()
    known = step.stated(2, ABSENT, 1)
    elsewhere = sign_statement(KEYS[2], replace(known.place, step=OPEN + 1), 2, ABSENT, 1)
    assert step.quorum.is_news(known)

    step.quorum.hear(known)

    assert not step.quorum.is_news(known)
    assert not step.quorum.is_news(elsewhere)


def test_a_forged_statement_is_refused() -> None:
    step = OneStep()
    forged = replace(step.stated(2, ABSENT, 1), signer=3)

    with pytest.raises(PeerFault) as caught:
        step.quorum.is_news(forged)

    assert (caught.value.fault, caught.value.seat) == (Fault.BAD_SIGNATURE, 3)


def test_nobody_is_given_up_before_the_keys_are_shared_out() -> None:
    assert OneStep(steps=OPEN - 1).quorum.give_up([1]) == ()
    assert said(OneStep(steps=OPEN).quorum.give_up([1])) == [(0, ABSENT, (1,))]
