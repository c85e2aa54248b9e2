"""Tables that stand still although enough are there: they take the step up again (decision 17)."""

import pytest

from p2pjeux.log.entry import Entry
from p2pjeux.log.rift import AGE
from p2pjeux.log.statement import RECORDED, Statement
from p2pjeux.table.events import Mended
from tests.kit import Case
from tests.sim.lan import Lan
from tests.sim.memo import remembered
from tests.sim.test_absence import finish, table

# Who has given up the wrong ones, who was given up, and who leaves for good instead.
BOUND, BACK, GONE = 2, (1, 3), (0, 4)


def stand_still() -> Lan:
    """Peer 2 has given up 1 and 3, who are back; 0 and 4 left before they said the same."""
    lan = table(Case("europax", 5), 8)
    sitting = lan.peers[BOUND].sitting
    assert sitting is not None
    assert lan.run(500, lambda: set(BACK) < set(sitting.ledger.asked) and not have_given(lan))
    for number in BACK:
        lan.crash(number)
    assert lan.run(lan.now + 15, lambda: set(sitting.ledger.asked) == set(BACK))
    for number in GONE:
        lan.crash(number)
    assert lan.run(lan.now + 60, lambda: bool(sets_of(lan)))
    for number in BACK:
        lan.start(number)
    return lan


def have_given(lan: Lan) -> bool:
    """Whether one of those who were given up has signed for the step that is open at peer 2."""
    sitting = lan.peers[BOUND].sitting
    assert sitting is not None
    signed = [one for number in BACK for one in lan.peers[number].signed]
    return any(isinstance(one, Entry) and one.step == sitting.ledger.number for one in signed)


def sets_of(lan: Lan) -> list[tuple[int, ...]]:
    signed = lan.peers[BOUND].signed
    return [one.subjects for one in signed if isinstance(one, Statement) and one.kind in RECORDED]


def has_gone_back(lan: Lan, number: int) -> bool:
    return any(isinstance(event, Mended) for event in lan.peers[number].events)


def test_whoever_gave_up_the_wrong_ones_goes_on_with_them() -> None:
    with remembered():
        lan = stand_still()
        assert sets_of(lan) == [BACK]
        finish(lan)

    assert all(has_gone_back(lan, number) for number in (BOUND, *BACK))
    assert any(step.number >= AGE for step in lan.peers[BOUND].disk.steps)
    assert {step.absent for step in lan.peers[BOUND].disk.steps} == {frozenset(), frozenset(GONE)}


def test_a_peer_killed_at_any_write_while_the_table_goes_back_goes_on() -> None:
    with remembered():
        lan = stand_still()
        first = lan.peers[BOUND].writes
        lan.run(lan.now + 500, lambda: has_gone_back(lan, BOUND))
        writes = range(first, lan.peers[BOUND].writes + 2)
        assert len(writes) > 4

        for write in writes:
            for is_done in (False, True):
                lan = stand_still()
                lan.dies_at = BOUND, write, is_done
                finish(lan, lambda lan=lan: lan.peers[BOUND].sitting is not None)  # type: ignore[misc]  # a lambda with a default
                assert lan.dies_at is None


@pytest.mark.parametrize("restarted", [False, True])
def test_whoever_was_away_is_shown_why_the_table_went_back(*, restarted: bool) -> None:
    """Also by those who know it only from their journals."""
    with remembered():
        lan = stand_still()
        there = (BOUND, *BACK)
        lan.run(lan.now + 500, lambda: all(has_gone_back(lan, number) for number in there))
        for number in there if restarted else ():
            lan.crash(number)
            lan.start(number)

        lan.start(GONE[1])
        finish(lan)

    assert has_gone_back(lan, GONE[1])
