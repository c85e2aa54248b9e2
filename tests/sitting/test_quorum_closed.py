"""What a peer says of steps that it has closed, and what it takes along from step to step.

More of protocol/3-log.md, Absence, at the peer of ``test_quorum``.
"""

from dataclasses import replace

import pytest

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.statement import Kind, sign_statement
from p2pjeux.log.step import Step
from p2pjeux.rules.requests import Seat
from p2pjeux.sitting.quorum import NO_OBJECTIONS, Objections, Quorum
from tests.sitting.one_step import KEYS, OPEN, OneStep, entries_after, said

ABSENT, WITHOUT, OBJECT, CLOSED = Kind.ABSENT, Kind.WITHOUT, Kind.OBJECT, Kind.CLOSED
NOBODY = frozenset[Seat]()


# A set that another states too late.


@pytest.mark.parametrize("kind", [ABSENT, WITHOUT])
def test_for_a_step_closed_here_exactly_the_stated_set_is_refused(kind: Kind) -> None:
    step = OneStep()
    late = step.stated(3, kind, 1, 2)
    step.go_on(step.closed_without(ABSENT, 1))

    objections = step.quorum.speak_up_late(late)

    assert objections.known == ()
    assert said(objections.new) == [(0, CLOSED, (1, 2))]
    assert objections.new[0].place == late.place
    assert objections.entries == (step.entries[2],)


@pytest.mark.parametrize("kind", [ABSENT, WITHOUT])
@pytest.mark.parametrize("subjects", [(1,), (1, 2)])
def test_nobody_refuses_what_lies_within_that_without_which_he_closed(
    kind: Kind, subjects: tuple[Seat, ...]
) -> None:
    step = OneStep()
    late = step.stated(3, kind, *subjects)
    step.go_on(step.closed_without(ABSENT, 1, 2))

    assert step.quorum.speak_up_late(late) == NO_OBJECTIONS


def test_what_was_refused_is_refused_again_in_the_same_words_and_other_sets_anew() -> None:
    step = OneStep()
    late, same, other = (
        step.stated(3, ABSENT, 1),
        step.stated(4, WITHOUT, 1),
        step.stated(4, WITHOUT, 1, 2),
    )
    step.go_on(step.closed_without(ABSENT))
    first = step.quorum.speak_up_late(late).new

    again, anew = step.quorum.speak_up_late(same), step.quorum.speak_up_late(other)

    assert (again.known, again.new) == (first, ())
    assert (anew.known, said(anew.new)) == ((), [(0, CLOSED, (1, 2))])


def test_what_others_said_against_a_set_is_passed_on() -> None:
    step = OneStep()
    step.hear([4], OBJECT, 1)
    step.hear([5], CLOSED, 1, 2)
    step.hear([2], OBJECT, 1)
    step.hear([6], CLOSED, 1)
    step.hear([3], OBJECT, 6)
    absent, without = step.stated(3, ABSENT, 1, 2), step.stated(4, WITHOUT, 1, 2)
    step.go_on(step.closed_without(ABSENT))

    known = step.quorum.speak_up_late(absent).known
    assert said(known) == [(4, OBJECT, (1,)), (5, CLOSED, (1, 2))]

    known = step.quorum.speak_up_late(without).known
    assert said(known) == [(5, CLOSED, (1, 2)), (0, CLOSED, (1, 2))]


@pytest.mark.parametrize("kind", [ABSENT, WITHOUT])
@pytest.mark.parametrize("late", [ABSENT, WITHOUT])
def test_nobody_refuses_a_set_that_he_has_stated_himself(kind: Kind, late: Kind) -> None:
    step = OneStep()
    step.quorum.recall(step.stated(0, kind, 1, 2))
    step.hear([4], CLOSED, 1, 2)
    same, other = step.stated(3, late, 1, 2), step.stated(3, late, 1)
    step.go_on(step.closed_without(ABSENT))

    objections = step.quorum.speak_up_late(same)

    assert said(objections.known) == [(4, CLOSED, (1, 2))]
    assert objections.new == ()
    assert objections.entries == (step.entries[1], step.entries[2])
    assert said(step.quorum.speak_up_late(other).new) == [(0, CLOSED, (1,))]


def test_what_was_stated_before_a_restart_is_not_refused_after_it() -> None:
    step = OneStep()
    (stated,) = step.quorum.give_up([1])
    late = step.stated(3, ABSENT, 1)
    step.go_on(step.closed_without(ABSENT))

    again = Quorum(step.ledger, KEYS[0])
    again.recall(stated)

    assert again.speak_up_late(late).new == ()


def test_one_voice_of_a_peer_is_enough_for_a_refusal() -> None:
    step = OneStep(seat=5)
    late, of_one_seat = step.stated(3, ABSENT, 1), step.stated(3, ABSENT, 5)
    step.go_on(step.closed_without(ABSENT))

    assert said(step.quorum.speak_up_late(late).new) == [(5, CLOSED, (1,))]
    assert said(step.quorum.speak_up_late(of_one_seat).new) == [(6, CLOSED, (5,))]


def test_nobody_refuses_a_set_that_he_is_in() -> None:
    step = OneStep()
    late = step.stated(3, ABSENT, 0, 1)
    step.go_on(step.closed_without(ABSENT))

    assert step.quorum.speak_up_late(late).new == ()


def test_whoever_was_absent_from_a_step_refuses_nothing_in_it() -> None:
    step = OneStep()
    step.go_on(step.closed_without(ABSENT, 0))
    late = step.stated(3, ABSENT, 1)
    entries = entries_after(step.ledger.chain.steps)
    step.go_on(Step(OPEN + 1, tuple(entries[seat] for seat in sorted(entries))))

    assert step.quorum.speak_up_late(late) == Objections(entries=(entries[1],))


@pytest.mark.parametrize("kind", [OBJECT, CLOSED])
def test_objections_and_refusals_need_no_answer(kind: Kind) -> None:
    step = OneStep()
    late = step.stated(3, kind, 1)
    step.go_on(step.closed_without(ABSENT))

    assert step.quorum.speak_up_late(late) == NO_OBJECTIONS


def test_sets_of_another_branch_or_of_the_open_step_are_not_refused() -> None:
    step = OneStep()
    late = step.stated(3, ABSENT, 1)
    elsewhere = sign_statement(KEYS[3], replace(late.place, previous=bytes(32)), 3, ABSENT, 1)
    step.go_on(step.closed_without(ABSENT))

    assert step.quorum.speak_up_late(elsewhere) == NO_OBJECTIONS
    assert step.quorum.speak_up_late(step.stated(3, ABSENT, 1)) == NO_OBJECTIONS


def test_whoever_may_have_forgotten_what_it_stated_only_passes_on_what_others_said() -> None:
    step = OneStep()
    step.quorum.forget()
    step.hear([4], OBJECT, 1)
    late, objection = step.stated(3, ABSENT, 1), step.stated(4, OBJECT, 1)
    assert step.quorum.give_up([1]) == ()

    step.go_on(step.closed_without(ABSENT))

    assert step.quorum.speak_up_late(late) == Objections((objection,), (), (step.entries[1],))
    assert said(step.quorum.give_up([1])) == [(0, ABSENT, (1,))]


def test_whoever_has_retreated_refuses_nothing_in_earlier_steps() -> None:
    step = OneStep()
    late = step.stated(3, ABSENT, 1)
    step.go_on(step.closed_without(ABSENT))

    step.quorum.bound_until = OPEN + 1
    assert step.quorum.speak_up_late(late).new == ()

    step.quorum.bound_until = OPEN
    assert said(step.quorum.speak_up_late(late).new) == [(0, CLOSED, (1,))]


# From step to step.


def test_sets_are_stated_for_the_open_step_only() -> None:
    step = OneStep()
    step.quorum.give_up([1])
    step.hear([2], OBJECT, 1)
    step.go_on(step.closed_without(ABSENT))

    assert step.quorum.leaving == NOBODY
    assert step.quorum.statements == ()
    (stated,) = step.quorum.give_up([2])
    assert (stated.step, stated.subjects) == (OPEN + 1, (2,))


def test_what_was_stated_before_a_restart_binds_after_it() -> None:
    step = OneStep()
    stated = step.quorum.give_up([1])

    again = Quorum(step.ledger, KEYS[0])
    for statement in stated:
        again.recall(statement)

    assert again.leaving == {1}
    assert again.holds_off(step.entries[1])


def test_a_set_that_nobody_stated_draws_out_no_refusal() -> None:
    step = OneStep()
    forged = replace(step.stated(3, ABSENT, 1), subjects=(1, 2))
    step.go_on(step.closed_without(ABSENT))

    with pytest.raises(PeerFault) as caught:
        step.quorum.speak_up_late(forged)

    assert caught.value.fault is Fault.BAD_SIGNATURE
