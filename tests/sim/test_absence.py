"""What the storms found, one by one: who is given up, by whom, and what a forgetful peer signs."""

from collections.abc import Callable

import pytest

from p2pjeux.log.ballot import Back
from p2pjeux.table.events import Forgot
from tests.kit import Case
from tests.sim.lan import Lan
from tests.sim.memo import remembered
from tests.sim.storm import check

FIVE = Case("europax", 5)


def table(case: Case, until: int) -> Lan:
    """A table on a good network, some steps into its game."""
    lan = Lan(case, 1)
    for number in range(len(lan.peers)):
        lan.start(number)
    assert lan.run(500, lambda: all(number >= until for number in numbers(lan)))
    return lan


def numbers(lan: Lan) -> list[int]:
    return [peer.sitting.ledger.number for peer in lan.peers if peer.sitting is not None]


def finish(lan: Lan, done: Callable[[], bool] = lambda: True) -> None:
    assert lan.run(lan.now + 2000, lambda: done() and lan.finished())
    check(lan, None)


def absences(lan: Lan) -> list[frozenset[int]]:
    steps = next(peer.disk.steps for peer in lan.peers if peer.sitting is not None)
    return [frozenset(step.absent) for step in steps if step.absent]


@pytest.mark.parametrize("lost", [(1, 3), (0, 1), (3, 4)])
def test_two_peers_who_leave_in_the_same_step_are_done_without(lost: tuple[int, int]) -> None:
    with remembered():
        lan = table(FIVE, 8)

        for number in lost:
            lan.crash(number)
        finish(lan)

    assert frozenset().union(*absences(lan)) == set(lost)


def test_a_peer_that_comes_back_plays_again() -> None:
    with remembered():
        lan = table(FIVE, 8)
        lan.crash(2)
        lan.run(lan.now + 60, lambda: bool(absences(lan)))

        lan.start(2)
        finish(lan)

    last = lan.peers[0].disk.steps[-1]
    assert 2 in {entry.seat for entry in last.entries}


def test_a_clock_that_leaps_makes_nobody_absent() -> None:
    with remembered():
        lan = table(FIVE, 8)
        lan.peers[1].ahead = 1e6
        lan.peers[2].ahead = -1e6
        finish(lan)

    assert absences(lan) == []


@pytest.mark.parametrize("until", [2, 8, 9, 10, 11])
def test_whoever_has_lost_its_journal_signs_nothing_until_it_was_left_out_and_taken_back(
    until: int,
) -> None:
    with remembered():
        lan = table(FIVE, until)
        lan.damage(1)
        before = set(lan.peers[1].signed)
        lan.start(1)
        lan.run(lan.now + 60, lambda: bool(absences(lan)))
        finish(lan)

    assert {1} in absences(lan)
    # Its own entries it may be shown again: those it knows then, and signs no others.
    first = next(one for one in lan.peers[1].signed if one not in before)
    assert isinstance(first, Back)
    last = lan.peers[0].disk.steps[-1]
    assert 1 in {entry.seat for entry in last.entries}


def test_a_table_of_two_adjourns_where_one_has_lost_its_journal() -> None:
    """Nobody can go on without it, and it can sign nothing: that is said, and nobody cheats."""
    with remembered():
        lan = table(Case("europax", 2), 8)
        lan.damage(1)
        lan.start(1)
        assert not lan.run(lan.now + 200, lan.finished)

    assert any(isinstance(event, Forgot) for event in lan.peers[1].events)
    assert absences(lan) == []
