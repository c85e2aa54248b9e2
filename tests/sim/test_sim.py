"""Whole tables in a storm. The long run is ``python -m tests.sim --seeds 1-1000``."""

import pytest

from tests.kit import Case
from tests.sim.lies import LIES
from tests.sim.storm import PLANS, run

# The cheapest table that can do without a seat: no hidden deck, three seats.
TABLE = Case("europax", 3)


@pytest.mark.parametrize("plan", PLANS)
def test_honest_logs_are_equal_and_the_game_ends_whatever_happens(plan: str) -> None:
    report = run(TABLE, 1, plan)

    assert report.log
    if plan in ("spoils", "forks", "slanders"):
        assert report.accused == {1}
    elif plan not in LIES:
        assert report.accused == frozenset()


def test_the_same_seed_repeats_the_same_run_to_the_byte() -> None:
    assert run(TABLE, 3, "crash") == run(TABLE, 3, "crash")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200))
def test_many_storms_over_all_games(seed: int) -> None:
    games = ("europax", "ostrakon", "pantheon", "course", "stonehenge")
    game = games[seed % len(games)]
    run(Case(game, 5 if game == "ostrakon" else 3), seed)
