"""What is told of a game that is over, from its log alone."""

from dataclasses import replace

import pytest

from p2pjeux.games import game_ids, load_breakdown
from p2pjeux.judge.replay import WentBack, read_replay
from p2pjeux.judge.summary import summary_of
from tests.kit import Case
from tests.log.writing import OSTRAKON, STONEHENGE, beginning, whole_game


@pytest.mark.slow
@pytest.mark.parametrize("case", [STONEHENGE, OSTRAKON], ids=lambda case: case.game_id)
def test_the_parts_of_each_seat_add_up_to_its_score(case: Case) -> None:
    summary = summary_of(read_replay(whole_game(case).data), load_breakdown(case.game_id))

    assert summary is not None
    totals = tuple(
        sum(points) for points in zip(*(one.points for one in summary.parts), strict=True)
    )
    assert totals == summary.outcome.scores


def test_a_game_that_is_not_over_has_no_summary() -> None:
    unfinished = read_replay(beginning(OSTRAKON, 1).data)

    assert summary_of(unfinished, load_breakdown("ostrakon")) is None


@pytest.mark.slow
def test_a_game_that_says_nothing_of_its_points_is_only_ranked() -> None:
    summary = summary_of(read_replay(whole_game(STONEHENGE).data), None)

    assert summary is not None
    assert (summary.parts, summary.turning) == ((), None)


@pytest.mark.slow
def test_what_was_taken_back_turned_nothing() -> None:
    replay = read_replay(whole_game(STONEHENGE).data)
    last = replay.positions[-1]
    step = next(one.step for one in replay.positions if one.step is not None)
    again = replace(last, notices=(WentBack(step),))
    taken_back = replace(replay, positions=(*replay.positions, again))

    summary = summary_of(taken_back, load_breakdown("stonehenge"))

    assert summary is not None
    kept = [one for one in replay.positions if one.step is None or one.step < step]
    assert len(summary.states) == len(kept) + 1


def test_every_game_says_where_its_points_come_from() -> None:
    assert all(load_breakdown(game_id) is not None for game_id in game_ids())
