"""How well the bots play: ``python -m tests.bench.bots [GAME[-SEATS] …] [--games 500]``.

One bot among others, its seat changing from game to game: share of victories (a shared one counts
in part) with a 95 % interval, beside the share that chance would give, and the mean time of a
decision. ``--level hard --among normal`` seats a strong bot among usual ones; without it the usual
bot plays among random players.
"""

import argparse
import math
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from p2pjeux.rules.contract import Game, Skill
from p2pjeux.rules.source import SeededSource
from tests.bench.figures import figure
from tests.kit import Case, Player, default_cases

RANDOM = "random"
LEVELS = tuple(skill.value for skill in Skill)


@dataclass(frozen=True, slots=True)
class Match:
    """A bot of one level among bots of another, or among random players."""

    case: Case
    level: str
    among: str

    def __str__(self) -> str:
        rivals = "random players" if self.among == RANDOM else f"{self.among} bots"
        return f"{self.level} bot of {self.case.game_id} among {rivals}, {self.case.seats} seats"


def player_of(game: Game[Any], level: str) -> Player:
    return game.sample if level == RANDOM else game.player(Skill(level))


def one_game(match: Match, seed: int) -> tuple[float, float, int]:
    """The bot's share of the victory, the seconds it thought, and how often it decided."""
    case = match.case
    game, engine, me = case.game, case.engine(seed), seed % case.seats
    mine, theirs = player_of(game, match.level), player_of(game, match.among)
    source = SeededSource(b"bench%d" % seed)
    seconds, decisions = 0.0, 0
    while engine.request is not None:
        for seat in engine.waiting:
            view = engine.view(seat)
            if seat == me:
                start = time.process_time()
                action = mine(view, source)
                seconds += time.process_time() - start
                decisions += 1
            else:
                action = theirs(view, source)
            engine.play(seat, action)
        engine.advance()
    outcome = game.outcome(engine.state)
    assert outcome is not None
    return (me in outcome.winners) / len(outcome.winners), seconds, decisions


def measure(match: Match, games: int, jobs: int) -> None:
    """Play so many games, and print how they went."""
    case = match.case
    with ProcessPoolExecutor(jobs) as pool:
        played = list(pool.map(one_game, repeat(match), range(games), chunksize=10))
    share = sum(won for won, _, _ in played) / games
    half = 1.96 * math.sqrt(share * (1 - share) / games)
    decisions = sum(count for _, _, count in played)
    thought = 1000 * sum(seconds for _, seconds, _ in played) / max(decisions, 1)
    interval = f"{max(share - half, 0):.2f}–{min(share + half, 1):.2f}"
    chance = 1 / case.seats
    if case.seats == case.game.facts.seats_least:
        told = f"wins {share:.3f} ({interval}), {thought:.1f} ms a decision"
        figure(str(match), told, share / chance, "by chance")
    row = f"{case!s:<14}{share:>8.3f}{interval:>16}{chance:>11.3f}{thought:>15.2f}"
    print(row, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="One bot among others.")
    parser.add_argument("names", nargs="*", metavar="GAME[-SEATS]")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--level", choices=LEVELS, default=Skill.USUAL.value)
    parser.add_argument("--among", choices=(*LEVELS, RANDOM), default=RANDOM)
    parser.add_argument("--jobs", type=int, help="processes; all cores if left out")
    asked = parser.parse_args()
    print(f"{'game':<14}{'wins':>8}{'95 %':>16}{'by chance':>11}{'ms a decision':>15}")
    for case in default_cases():
        if not asked.names or {case.game_id, str(case)} & set(asked.names):
            measure(Match(case, asked.level, asked.among), asked.games, asked.jobs)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
