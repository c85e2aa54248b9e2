"""A seat that came back is not counted on until all who were there have signed since.

Seat 4 of five goes and comes back. Seats 2 and 3 are less than half of the table, and with seat 4
more: if they counted on it they could let it in and go on without 0 and 1, who may long have gone
on without them.
"""

from itertools import count

import pytest
from p2pjeux.log.absence import Roll
from p2pjeux.log.statement import Kind
from p2pjeux.sitting.quorum import Quorum

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.step import Step
from p2pjeux.rules.requests import Seat
from tests.kit import Case
from tests.log.writing import Writer, identity_of

EUROPAX = Case("europax", 5)
BACK = 4
OTHERS = frozenset({0, 1, 2, 3})
NOBODY = frozenset[Seat]()


def came_back(later: int, case: Case = EUROPAX) -> Writer:
    """Seat 4 was declared absent and comes back in the step that was closed last."""
    writer = Writer(case).run(lambda it: len(it.steps) == 3)
    go_and_come_back(writer, later)
    return writer


def go_and_come_back(writer: Writer, later: int) -> None:
    writer.lost.add(BACK)
    writer.run(lambda it: BACK in it.ledger.left_at)
    writer.lost.clear()
    for _ in range(later):
        writer.step()
    writer.returning.add(BACK)
    writer.step()
    assert not writer.returning


def before_a_choice() -> Writer:
    """Seat 4 came back in the last step; the open one asks somebody else, and nobody more."""
    tables = (came_back(later) for later in count())
    return next(it for it in tables if len(it.ledger.asked) == 1 and BACK not in it.ledger.asked)


def confirmed() -> Writer:
    """Some steps later: all have signed, and again one seat is asked."""
    writer = before_a_choice()
    return writer.run(lambda it: not it.ledger.roll.newcomers and len(it.ledger.asked) == 1)


def closed_without(writer: Writer, *gone: Seat) -> Step:
    """The open step as all others close it without these seats."""
    ledger = writer.ledger
    entries = tuple(writer.entry(seat) for seat in ledger.asked if seat not in gone)
    left = sorted(ledger.roll.present - frozenset(gone))
    stated = tuple(writer.statement(signer, Kind.ABSENT, *gone) for signer in left)
    return Step(ledger.number, entries, stated)


@pytest.mark.parametrize("later", range(6))
def test_a_seat_that_came_back_is_a_newcomer_until_all_others_have_signed_since(later: int) -> None:
    writer = came_back(later)
    ledger, signed = writer.ledger, NOBODY

    for _ in range(6):
        assert ledger.roll.newcomers == (NOBODY if signed >= OTHERS else {BACK})
        writer.step()
        signed |= {entry.seat for entry in writer.steps[-1].entries}

    assert signed >= OTHERS


def test_some_who_have_signed_since_are_not_enough() -> None:
    writer = before_a_choice()
    writer.step()
    signed = {entry.seat for entry in writer.steps[-1].entries}

    assert signed < OTHERS
    assert writer.ledger.roll.newcomers == {BACK}


def test_the_newcomer_need_not_sign_itself() -> None:
    # It comes back before a shuffle, in which its turn is the last.
    writer = came_back(0, Case("course", 5))

    for seat in sorted(OTHERS):
        assert writer.ledger.roll.newcomers == {BACK}
        assert writer.ledger.asked == (seat,)
        writer.step()

    assert writer.ledger.roll.newcomers == NOBODY


def test_a_small_part_cannot_go_on_by_counting_on_a_newcomer() -> None:
    writer = before_a_choice()
    step, ledger = closed_without(writer, 0, 1), writer.ledger
    place = ledger.place

    with pytest.raises(PeerFault) as caught:
        ledger.adopt(step)

    assert (caught.value.fault, caught.value.seat) == (Fault.BAD_STATEMENT, None)
    assert ledger.place == place
    # But for the newcomer there is nothing against it.
    roll = ledger.roll
    assert Roll(roll.seats, roll.threshold, roll.absent).leave(step.statements) == {0, 1}


def test_with_a_seat_that_all_have_confirmed_the_same_part_goes_on() -> None:
    writer = confirmed()

    closed = writer.ledger.adopt(closed_without(writer, 0, 1))

    assert closed.gone == {0, 1}


def test_nobody_states_a_set_without_which_only_a_newcomer_would_make_a_majority() -> None:
    early, late = before_a_choice(), confirmed()

    assert Quorum(early.ledger, identity_of(2)).give_up([0, 1]) == ()
    (stated,) = Quorum(late.ledger, identity_of(2)).give_up([0, 1])
    assert stated.subjects == (0, 1)


def test_a_majority_that_needs_no_newcomer_goes_on_and_whoever_is_gone_is_not_waited_for() -> None:
    writer = before_a_choice()
    ledger = writer.ledger

    closed = ledger.adopt(closed_without(writer, 3))

    assert closed.gone == {3}
    assert ledger.roll.newcomers == NOBODY


def test_a_newcomer_who_goes_again_and_comes_back_is_a_newcomer_again() -> None:
    writer = before_a_choice()
    ledger = writer.ledger
    writer.lost.add(BACK)
    closed = ledger.adopt(closed_without(writer, BACK))
    assert closed.gone == {BACK}
    assert ledger.roll.newcomers == NOBODY

    go_and_come_back(writer, 0)

    assert ledger.roll.newcomers == {BACK}
