"""Whoever was only late comes back before the others have shown his hand, and it stays closed."""

import pytest

from p2pjeux.rules.requests import Lay
from p2pjeux.table.events import Asked, GoWithout, Left, Returned
from p2pjeux.table.ledger import Ledger
from tests.kit import Case
from tests.sitting.people import PATIENCE, Evening

LATE = 1
OTHERS = (0, 2)


def ledger_of(evening: Evening) -> Ledger:
    return evening.people[0].at_table.ledger


def late_to_decide() -> Evening:
    """Seat 1 is asked and has decided, but what it sends is lost; the others have waited enough."""
    evening = Evening(Case("stonehenge", 3))
    for number in OTHERS:
        evening.people[number].at_table.linked(evening.people[LATE].identity.public)
    evening.play_until(lambda one: one.asked == (LATE,) and ledger_of(one).number > 20)
    assert isinstance(ledger_of(evening).bridge.request, Lay)
    evening.carries = lambda sender, _to: sender != LATE
    evening.play(LATE)
    evening.wait(PATIENCE + 1)
    evening.tell(0, GoWithout((LATE,)))
    return evening


def hidden_cards(evening: Evening) -> int:
    bridge = ledger_of(evening).bridge
    hand = bridge._script.cards.hand(LATE)
    return len(bridge._script.cards.hidden(hand))


@pytest.mark.slow
def test_the_hand_of_somebody_who_was_only_late_stays_closed_and_he_decides_after_all() -> None:
    evening = late_to_decide()
    before = hidden_cards(evening)
    evening.carries = lambda _sender, _to: True
    asked = len(evening.people[LATE].heard(Asked))

    evening.tell(2, GoWithout((LATE,)))
    evening.wait(5)

    assert [event.seat for event in evening.people[0].heard(Left)] == [LATE]
    assert [event.seat for event in evening.people[0].heard(Returned)] == [LATE]
    assert hidden_cards(evening) == before > 0
    assert len(evening.people[LATE].heard(Asked)) == asked + 1
    assert evening.asked == (LATE,)


@pytest.mark.slow
def test_the_hand_of_somebody_of_whom_nothing_is_heard_is_shown() -> None:
    evening = late_to_decide()

    evening.tell(2, GoWithout((LATE,)))
    evening.wait(5)

    assert hidden_cards(evening) == 0
