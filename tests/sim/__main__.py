"""``python -m tests.sim [--game G] [--seats N] [--seed S | --seeds A-B] [--plan P]``.

One seed repeats one run bit for bit and prints its digest; a range runs many, on all cores.
"""

import argparse
import hashlib
import time
from concurrent.futures import ProcessPoolExecutor

from p2pjeux.games import game_ids, load_game
from tests.kit import Case
from tests.sim.storm import PLANS, Report, run


def main() -> int:
    parser = argparse.ArgumentParser(description="Whole tables on a simulated LAN.")
    parser.add_argument("--game", choices=game_ids())
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--seeds", metavar="A-B")
    parser.add_argument("--plan", choices=PLANS)
    asked = parser.parse_args()
    if asked.seeds:
        first, last = map(int, asked.seeds.split("-"))
        seeds = range(first, last + 1)
    else:
        seeds = range(asked.seed or 0, (asked.seed or 0) + 1)
    start = time.perf_counter()
    simulated = 0.0
    cases = [_case(asked.game, asked.seats, seed) for seed in seeds]
    with ProcessPoolExecutor() as pool:
        for report in pool.map(run, cases, seeds, [asked.plan] * len(seeds)):
            simulated += report.simulated
            print(_line(report), flush=True)
    spent = time.perf_counter() - start
    print(
        f"{len(seeds)} runs clean in {spent:.0f} s; {simulated / 3600 / spent:.4f} hours a second"
    )
    return 0


def _case(game: str | None, seats: int | None, seed: int) -> Case:
    """All games in turn, at tables of three or their smallest if none is named."""
    chosen = game or game_ids()[seed % len(game_ids())]
    facts = load_game(chosen).facts
    return Case(chosen, seats or max(3, facts.seats_least))


def _line(report: Report) -> str:
    digest = hashlib.sha256(report.log).hexdigest()[:16]
    named = f", accused {sorted(report.accused)}" if report.accused else ""
    return (
        f"{report.case} seed {report.seed} {report.plan}: {report.simulated:.1f} s, "
        f"{report.messages} messages, log {len(report.log)} bytes {digest}{named}"
    )


if __name__ == "__main__":
    raise SystemExit(main())
