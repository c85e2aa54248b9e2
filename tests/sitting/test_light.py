"""What is hidden is shown only once the step below is settled, and whoever is late is named."""

import pytest

from p2pjeux.log.ballot import Accept
from p2pjeux.rules.requests import Seat
from p2pjeux.table.events import GoWithout, Left, NotLegal, Waiting
from p2pjeux.table.ledger import Ledger
from tests.kit import Case
from tests.sitting.people import PATIENCE, Evening

COURSE = Case("course", 3)
LATE = 1


def ledger_of(evening: Evening, number: int = 0) -> Ledger:
    return evening.people[number].at_table.ledger


def mute(evening: Evening, late: Seat) -> None:
    """What this one sends reaches nobody; it hears all the same."""
    evening.carries = lambda sender, _to: sender != late


def unmute(evening: Evening) -> None:
    evening.carries = lambda _sender, _to: True


def before_light() -> Evening:
    """Seat 0 has decided, and cards are to be dealt; but what seat 1 confirms nobody hears."""
    evening = Evening(COURSE)
    evening.play_until(lambda one: one.asked == (0,) and ledger_of(one).number > 8)
    mute(evening, LATE)
    evening.play(0)
    assert ledger_of(evening).gives_light
    return evening


@pytest.mark.slow
def test_nothing_is_shown_before_the_step_below_is_settled() -> None:
    evening = before_light()
    number = ledger_of(evening).number

    evening.wait(PATIENCE - 5)

    assert ledger_of(evening).number == ledger_of(evening, 2).number == number
    assert ledger_of(evening).entries == ledger_of(evening, 2).entries == {}
    unmute(evening)
    evening.wait(3)
    assert ledger_of(evening).number > number


@pytest.mark.slow
def test_whoever_has_yet_to_confirm_is_named_to_all() -> None:
    evening = before_light()

    for number in (0, 2):
        assert evening.people[number].heard(Waiting)[-1] == Waiting("confirm", (LATE,), (0, 2))


@pytest.mark.slow
def test_whoever_confirms_nothing_for_long_is_gone_on_without() -> None:
    evening = before_light()
    evening.wait(PATIENCE + 1)
    assert evening.people[0].heard(Waiting)[-1].is_long
    number = ledger_of(evening).number

    for other in (0, 2):
        evening.tell(other, GoWithout((LATE,)))
    evening.wait(5)

    assert ledger_of(evening).number > number
    assert evening.people[0].heard(Left) == [Left(LATE, agreed=(0, 2))]
    assert not evening.people[0].heard(NotLegal)


def confirms_nothing_from(evening: Evening, late: Seat, number: int) -> None:
    """This one gives what is asked of it, but what it confirms from a step on reaches nobody."""

    def carries(sender: int, _to: int) -> bool:
        signed = evening.people[late].signed if sender == late else ()
        return not any(isinstance(one, Accept) and one.step >= number for one in signed)

    evening.carries = carries


def before_an_open_card() -> tuple[Evening, Seat, Seat]:
    """A seat is about to play a card openly, upon a step that ``late`` has not confirmed."""
    evening = Evening(COURSE)
    for _ in range(20):
        (asked,) = evening.asked
        following = (asked + 1) % 3
        late = (asked + 2) % 3
        confirms_nothing_from(evening, late, ledger_of(evening).number + 1)
        evening.play(asked)
        ledger = ledger_of(evening, following)
        is_asked = ledger.bridge.may_show and ledger.asked == (following,)
        if is_asked and evening.decide(following).cards:
            assert not evening.people[following].at_table.is_settled
            return evening, following, late
        unmute(evening)
        while not ledger_of(evening).asked or ledger_of(evening).bridge.work != "decide":
            evening.wait(1)
    raise AssertionError("no card is played openly")


@pytest.mark.slow
def test_a_decision_that_shows_cards_is_held_back_until_the_step_below_is_settled() -> None:
    evening, seat, late = before_an_open_card()
    number, sent = ledger_of(evening, seat).number, len(evening.people[seat].sent)

    evening.play(seat)
    evening.wait(3)

    assert ledger_of(evening, seat).entries == {}
    assert not any(entry.step == number for entry in evening.people[seat].signed)
    assert len(evening.people[seat].sent) - sent <= 3
    assert evening.people[seat].heard(Waiting)[-1].work == "confirm"
    assert evening.people[seat].heard(Waiting)[-1].lacking == (late,)
    unmute(evening)
    evening.wait(3)
    assert ledger_of(evening, seat).number > number
    assert ledger_of(evening).chain.entry(number, seat) is not None
    assert not evening.people[seat].heard(NotLegal)
