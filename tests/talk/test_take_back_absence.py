"""Somebody goes away in the very step that takes a decision back, or plays cards that come back."""

import pytest

from p2pjeux.judge.verify import verify
from p2pjeux.log.file import write_log
from p2pjeux.rules.requests import Choose, Seal
from p2pjeux.table.events import Agree, Agreement, GoWithout, Left, TookBack
from tests.kit import Case
from tests.sitting.people import PATIENCE, Evening

TAKE_BACK = Agree(Agreement.TAKE_BACK)
PANTHEON = Case("pantheon", 3)


@pytest.mark.slow
def test_whoever_vanishes_while_all_go_back_is_stood_in_for() -> None:
    evening = Evening(PANTHEON)
    ledger = evening.people[0].at_table.ledger
    evening.play_until(lambda _: isinstance(ledger.bridge.request, Seal))
    state, step = ledger.bridge.state, ledger.number
    evening.play(0)
    evening.tell(0, TAKE_BACK)
    evening.tell(2, TAKE_BACK)
    evening.get_up(2)
    evening.tell(1, TAKE_BACK)
    assert set(evening.asked) == {2}

    evening.wait(PATIENCE + 1)
    for number in (0, 1):
        evening.tell(number, GoWithout((2,)))
    evening.wait(3)

    assert ledger.number > step
    assert all(evening.people[number].heard(TookBack) for number in (0, 1))
    assert all(evening.people[number].heard(Left) == [Left(2, agreed=(0, 1))] for number in (0, 1))
    assert ledger.bridge.state == state
    assert set(evening.asked) == {0, 1}
    assert len(evening.logs()) == 1
    assert verify(write_log(evening.signed, ledger.chain.steps)).ok
    evening.sit_down(2)
    evening.wait(5)
    assert len(evening.logs()) == 1


@pytest.mark.slow
def test_cards_that_were_shown_stay_known_and_can_be_played_again() -> None:
    evening = Evening(Case("course", 3))
    ledger = evening.people[0].at_table.ledger
    watcher = evening.people[0].at_table
    for _ in range(200):
        seat = evening.asked[0]
        before = dict(watcher.view(None).faces)
        request, state = ledger.bridge.request, ledger.bridge.state
        action = evening.play(seat)
        shown = watcher.view(None).faces.keys() - before.keys()
        is_reachable = watcher.can_take_back(seat) is not None
        if isinstance(request, Choose) and action.cards and shown and is_reachable:
            break
    else:
        raise AssertionError("no card was played openly")
    for number in (seat, *(one for one in range(3) if one != seat)):
        evening.tell(number, TAKE_BACK)
    assert ledger.bridge.state == state
    assert shown <= watcher.view(None).faces.keys()

    evening.play(seat)
    for _ in range(5):
        evening.play(evening.asked[0])

    assert len(evening.logs()) == 1
    assert verify(write_log(evening.signed, ledger.chain.steps)).ok
