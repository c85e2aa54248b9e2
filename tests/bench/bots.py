"""How well the bots play: ``python -m tests.bench.bots [GAME …] [--games 500]``.

One bot among random players, its seat changing from game to game: share of victories (a shared one
counts in part) with a 95 % interval, beside the share that chance would give, and the mean time of
a decision.
"""

import argparse
import math
import time
from concurrent.futures import ProcessPoolExecutor

from p2pjeux.games import game_ids
from p2pjeux.rules.source import SeededSource
from tests.bench.figures import figure
from tests.kit import Case, default_cases


def one_game(case: Case, seed: int) -> tuple[float, float, int]:
    """The bot's share of the victory, the seconds it thought, and how often it decided."""
    game, engine, me = case.game, case.engine(seed), seed % case.seats
    source = SeededSource(b"bench%d" % seed)
    seconds, decisions = 0.0, 0
    while engine.request is not None:
        for seat in engine.waiting:
            view = engine.view(seat)
            if seat == me:
                start = time.perf_counter()
                action = game.bot(view, source)
                seconds += time.perf_counter() - start
                decisions += 1
            else:
                action = game.sample(view, source)
            engine.play(seat, action)
        engine.advance()
    outcome = game.outcome(engine.state)
    assert outcome is not None
    return (me in outcome.winners) / len(outcome.winners), seconds, decisions


def main() -> int:
    parser = argparse.ArgumentParser(description="One bot among random players.")
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=500)
    asked = parser.parse_args()
    print(f"{'game':<14}{'wins':>8}{'95 %':>16}{'by chance':>11}{'ms a decision':>15}")
    with ProcessPoolExecutor() as pool:
        for case in default_cases():
            if case.game_id not in (asked.names or game_ids()):
                continue
            played = list(
                pool.map(one_game, [case] * asked.games, range(asked.games), chunksize=10)
            )
            share = sum(won for won, _, _ in played) / asked.games
            half = 1.96 * math.sqrt(share * (1 - share) / asked.games)
            decisions = sum(count for _, _, count in played)
            thought = 1000 * sum(seconds for _, seconds, _ in played) / max(decisions, 1)
            interval = f"{max(share - half, 0):.2f}–{min(share + half, 1):.2f}"
            chance = 1 / case.seats
            if case.seats == case.game.facts.seats_least:
                figure(
                    f"bot of {case.game_id} among random players, {case.seats} seats",
                    f"wins {share:.3f} ({interval}), {thought:.1f} ms a decision",
                    share / chance,
                    "by chance",
                )
            print(
                f"{case!s:<14}{share:>8.3f}{interval:>16}{chance:>11.3f}{thought:>15.2f}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
