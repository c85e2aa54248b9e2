"""Whole tables in a storm. The long run is ``python -m tests.sim --seeds 1-1000``."""

import pytest

from tests.kit import Case
from tests.sim.coalitions import COALITIONS
from tests.sim.lies import LIES, PROVABLE, UNPROVABLE
from tests.sim.storm import PLANS, case_of, run

# The cheapest table that can do without a seat: no hidden deck, three seats.
TABLE = Case("europax", 3)


@pytest.mark.parametrize("plan", PLANS)
def test_honest_logs_are_equal_and_the_game_ends_whatever_happens(plan: str) -> None:
    report = run(TABLE, 1, plan)

    assert report.log
    assert report.accused == frozenset() or plan in {*LIES, *COALITIONS} - UNPROVABLE


@pytest.mark.parametrize("lie", sorted(PROVABLE))
def test_whoever_tells_a_lie_that_can_be_proved_is_named(lie: str) -> None:
    assert any(run(TABLE, seed, lie).accused for seed in range(3))


@pytest.mark.parametrize("lie", sorted(UNPROVABLE))
def test_nobody_is_named_for_what_cannot_be_proved(lie: str) -> None:
    assert run(TABLE, 2, lie).accused == frozenset()


def test_the_same_seed_repeats_the_same_run_to_the_byte() -> None:
    assert run(TABLE, 3, "crash") == run(TABLE, 3, "crash")


@pytest.mark.parametrize("seed", range(20))
def test_storms_of_several_faults_at_a_small_table(seed: int) -> None:
    run(Case("europax", 3 + seed % 3), seed)


def test_an_old_word_of_an_honest_peer_does_not_stand_in_the_way_of_a_new_one() -> None:
    """Of six one had given up an earlier step, and that word was sorted before the one needed."""
    run(Case("pantheon", 6), 70058, "split+links+gone")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200))
def test_many_storms_over_all_games(seed: int) -> None:
    run(case_of(seed), seed)
