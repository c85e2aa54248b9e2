"""What is told of a game that is over: who has how much from what, and what turned it. Pure."""

from dataclasses import dataclass
from typing import Any

from p2pjeux.judge.replay import Position, Replay, WentBack
from p2pjeux.judge.turning import Turning, turning_of
from p2pjeux.rules.breakdown import Breakdown, Part
from p2pjeux.rules.contract import Outcome


@dataclass(frozen=True, slots=True)
class Summary:
    """``turning`` counts in ``states``; without a breakdown there are neither parts nor turning."""

    outcome: Outcome
    parts: tuple[Part, ...] = ()
    turning: Turning | None = None
    states: tuple[Any, ...] = ()


def summary_of(replay: Replay, breakdown: Breakdown[Any] | None) -> Summary | None:
    """None where the game is not over, or the log is not good."""
    outcome = replay.verdict.outcome
    if outcome is None or not replay.verdict.ok:
        return None
    if breakdown is None or not replay.positions:
        return Summary(outcome)
    states = tuple(position.state for position in _as_played(replay.positions))
    standings = [breakdown.standing(state) for state in states]
    return Summary(outcome, breakdown.parts(states), turning_of(standings), states)


def _as_played(positions: tuple[Position, ...]) -> list[Position]:
    """Without what was taken back: nobody won or lost anything by that."""
    played: list[Position] = []
    for position in positions:
        for notice in position.notices:
            if isinstance(notice, WentBack):
                played = [one for one in played if one.step is None or one.step < notice.step]
        played.append(position)
    return played
