"""What verifying a finished game costs: ``python -m tests.bench.verify [GAME-SEATS …]``.

The time is set against its floor: the signatures that must be checked and the group operations
that proofs need, each times what one takes, all measured in this run, in seconds of the processor:
a busy machine must not count. Ends with code 1 if verifying takes more than RATIO_MAX times its
floor. The last column is two processes against the same floor, by the clock on the wall: it means
something only where two cores have nothing else to do, and TOGETHER_WANTED is what is wanted.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from p2pjeux.app.running.verifying import verify_file
from p2pjeux.judge.verify import verify
from p2pjeux.log import charter as charters
from p2pjeux.log import signed as records
from p2pjeux.log.identity import Identity, check_signature
from tests.bench.fair import CALLS, counting, fastest, one_of_each, repeat
from tests.bench.figures import figure
from tests.kit import Case
from tests.log.writing import whole_game

RATIO_MAX = 1.75
TOGETHER_WANTED = 0.75
GAMES = ("ostrakon-5", "ostrakon-12", "stonehenge-5", "pantheon-2", "europax-3", "course-3")
REPEATS = 5
# About the length of what an open choice signs.
MESSAGE = bytes(200)


def seconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Seconds of the processor in the fastest run."""
    return fastest(work, repeats, process_time)


def costs_of_one() -> dict[str, float]:
    """Seconds for each group operation, and for the check of one signature."""
    costs = {name: seconds(work) / CALLS for name, work in one_of_each()}
    identity = Identity(bytes(32))
    signature = identity.sign(MESSAGE)
    check = partial(repeat, check_signature, (identity.public, MESSAGE, signature))
    return costs | {"signature": seconds(check) / CALLS}


@contextmanager
def counting_signatures(counts: Counter[str]) -> Iterator[None]:
    def count(public: bytes, message: bytes, signature: bytes) -> None:
        counts["signature"] += 1
        check_signature(public, message, signature)

    rooms = (charters, records)
    for room in rooms:
        room.check_signature = count  # type: ignore[attr-defined]  # counted in a run of its own
    try:
        yield
    finally:
        for room in rooms:
            room.check_signature = check_signature  # type: ignore[attr-defined]  # as it was


def seconds_of_two(data: bytes) -> float:
    """Seconds on the wall until two processes have verified a log."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.log"
        path.write_bytes(data)
        return fastest(lambda: verify_file(path, data, processes=2), REPEATS, perf_counter)


def parse(text: str) -> Case:
    game_id, _, seats = text.rpartition("-")
    return Case(game_id, int(seats))


def main(arguments: list[str]) -> int:
    costs = costs_of_one()
    print("cost of one, µs:", {name: round(cost * 1e6, 1) for name, cost in costs.items()})
    print("| game | bytes | steps | entries | ms | floor | ratio | entries/s | signatures | two |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    worst = 0.0
    for text in arguments or GAMES:
        game = whole_game(parse(text))
        with counting() as counts, counting_signatures(counts):
            verdict = verify(game.data)
        assert verdict.ok
        assert verdict.finished
        floor = sum(count * costs[name] for name, count in counts.items())
        took = seconds(partial(verify, game.data))
        worst = max(worst, took / floor)
        signing = counts["signature"] * costs["signature"] / floor
        print(
            f"| {text} | {len(game.data)} | {len(game.steps)} | {verdict.counts.entries} "
            f"| {took * 1e3:.0f} | {floor * 1e3:.0f} | {took / floor:.2f} "
            f"| {verdict.counts.entries / took:.0f} | {signing:.0%} "
            f"| {seconds_of_two(game.data) / floor:.2f} |"
        )
        if text == GAMES[0]:
            figure(
                f"verify a whole game ({text})",
                f"{verdict.counts.entries / took:.0f} entries/s",
                took / floor,
                "its signatures and group operations",
            )
    print(f"\nworst ratio {worst:.2f}, at most {RATIO_MAX} is wanted; of two {TOGETHER_WANTED}")
    return int(worst > RATIO_MAX)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
