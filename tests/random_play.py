"""The long run: ``python -m tests.random_play [GAME …] [--seeds 10000] [--options]``.

Plays that many random games for every number of seats (with --options for every combination of
options too), holding each to the contract at every step, on all cores.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor

from p2pjeux.games import game_ids
from tests.kit import Case, default_cases, option_cases, play_checked

CHUNK = 100


def play_many(case: Case, first: int, last: int) -> int:
    for seed in range(first, last):
        play_checked(case, seed)
    return last - first


def main() -> int:
    parser = argparse.ArgumentParser(description="Random games, held to the contract.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them if none is named")
    parser.add_argument("--seeds", type=int, default=10_000)
    parser.add_argument("--options", action="store_true", help="every combination of options too")
    asked = parser.parse_args()
    wanted = asked.games or game_ids()
    cases = option_cases() if asked.options else default_cases()
    with ProcessPoolExecutor() as pool:
        for case in cases:
            if case.game_id not in wanted:
                continue
            start = time.perf_counter()
            starts = range(0, asked.seeds, CHUNK)
            ends = [min(first + CHUNK, asked.seeds) for first in starts]
            played = sum(pool.map(play_many, [case] * len(starts), starts, ends))
            seconds = time.perf_counter() - start
            print(f"{case}: {played} games clean in {seconds:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
