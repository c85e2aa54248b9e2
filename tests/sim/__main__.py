"""``python -m tests.sim [--game G] [--seats N] [--seed S | --seeds A-B] [--plan P+P…] [--jobs J]``.

One seed repeats one run bit for bit and prints its digest; a range runs many and goes on when one
fails. Every line of a failed run names the command that repeats it.
"""

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from p2pjeux.games import game_ids
from tests.kit import Case
from tests.sim.storm import PLANS, Report, case_of, run


@dataclass(frozen=True, slots=True)
class Failure:
    case: Case
    seed: int
    why: str


def main() -> int:
    parser = argparse.ArgumentParser(description="Whole tables on a simulated LAN.")
    parser.add_argument("--game", choices=game_ids())
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seeds", metavar="A-B")
    parser.add_argument("--plan", help=f"what goes wrong, joined by +: {', '.join(PLANS)}")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    first, last = map(int, asked.seeds.split("-")) if asked.seeds else (asked.seed, asked.seed)
    seeds = range(first, last + 1)
    cases = [case_of(seed, asked.game, asked.seats) for seed in seeds]
    start = time.perf_counter()
    simulated, failures = 0.0, 0
    with ProcessPoolExecutor(asked.jobs) as pool:
        for came in pool.map(_try, cases, seeds, [asked.plan] * len(seeds)):
            print(_line(came), flush=True)
            if isinstance(came, Failure):
                failures += 1
            else:
                simulated += came.simulated
    spent = time.perf_counter() - start
    rate = simulated / 3600 / spent
    print(f"{len(seeds)} runs, {failures} failed, in {spent:.0f} s; {rate:.4f} hours a second")
    return 1 if failures else 0


def _try(case: Case, seed: int, plan: str | None) -> Report | Failure:
    try:
        return run(case, seed, plan)
    except Exception as error:  # noqa: BLE001 -- whatever it is, the seed must be named
        return Failure(case, seed, f"{type(error).__name__}: {error}")


def _line(came: Report | Failure) -> str:
    if isinstance(came, Failure):
        case = came.case
        command = f"--game {case.game_id} --seats {case.seats} --seed {came.seed}"
        return f"FAILED {case} seed {came.seed}: {came.why}; python -m tests.sim {command}"
    digest = came.log.hex()[:16]
    named = f", accused {sorted(came.accused)}" if came.accused else ""
    return (
        f"{came.case} seed {came.seed} {'+'.join(came.plan)}: {came.simulated:.1f} s, "
        f"{came.messages} messages, log {digest}{named}"
    )


if __name__ == "__main__":
    raise SystemExit(main())
