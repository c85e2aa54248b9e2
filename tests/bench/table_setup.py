"""What a whole table costs each seat: ``python -m tests.bench.table_setup [GAME-SEATS …]``.

First the set-up of a table (keys, parts, answers) for 2 to 12 seats, then whole games of bots among
strangers. Time is processor time of one seat, for making its own bodies and checking all others,
beside the floor of its group operations, both measured in this run. What bots think is not counted.
"""

import argparse
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from time import process_time

from p2pjeux.rules.requests import Action, Seat
from tests.bench.fair import counting
from tests.bench.figures import figure
from tests.bench.sealed import floor_of
from tests.fair.strangers import Event, Strangers, follow, make_table, toy_table
from tests.kit import Case

GAMES = ("stonehenge-3", "ostrakon-5", "pantheon-3", "europax-3", "course-3")
REPEATS = 5


@dataclass
class Recorded(Strangers):
    """Strangers who remember what each seat decided, so that a seat can live it all again."""

    decided: dict[tuple[int, Seat], Action | None] = field(default_factory=dict)

    def action(self, seat: Seat) -> Action | None:
        place = (self.witness.number, seat)
        if place not in self.decided:
            self.decided[place] = super().action(seat)
        return self.decided[place]

    def relive(self, seat: Seat) -> None:
        """All that one peer computes in the whole history."""
        peer = self.sit_down(seat)
        for event in self.history:
            if event[:2] == ("body", seat):
                assert peer.make(seat, self.decided[peer.number, seat]) == event[2]
            follow(peer, event)


@dataclass(frozen=True)
class Cost:
    """Seconds of one seat, and how many times the floor of its group operations that is."""

    seconds: float
    ratio: float


def measure(work: Callable[[], None]) -> Cost:
    with counting() as counts:
        work()
    # Work and floor are measured by turns, so that a slow moment of the machine slows both.
    pairs = [(timed(work), floor_of(Counter(counts))) for _ in range(REPEATS)]
    return Cost(
        min(seconds for seconds, _ in pairs), median(seconds / floor for seconds, floor in pairs)
    )


def timed(work: Callable[[], None]) -> float:
    start = process_time()
    work()
    return process_time() - start


def bytes_of(history: list[Event]) -> int:
    return sum(len(body) for _, _, body in history)


def bench_set_up() -> None:
    print("| seats | threshold | ms for a seat | ÷ floor | bytes of a seat | bytes in all |")
    print("|---|---|---|---|---|---|")
    for seats in range(2, 13):
        strangers = Recorded(toy_table(seats))
        steps = 3 if strangers.table.threshold else 1
        for _ in range(steps):
            strangers.step()
        cost, sent = measure(partial(strangers.relive, 0)), bytes_of(strangers.history)
        print(
            f"| {seats:2d} | {strangers.table.threshold:2d} | {cost.seconds * 1e3:6.1f} "
            f"| {cost.ratio:.2f} | {sent // seats:5d} | {sent:6d} |",
            flush=True,
        )
        if seats in (2, 6, 12):
            figure(
                f"set-up of a table of {seats}, one seat",
                f"{cost.seconds * 1e3:.1f} ms",
                cost.ratio,
                "its group operations",
            )


def bench_game(name: str) -> None:
    game_id, seats = name.rsplit("-", 1)
    strangers = Recorded(make_table(Case(game_id, int(seats))))
    strangers.run()
    cost = measure(partial(strangers.relive, 0))
    shuffles = sum(len(body) > 5000 for _, _, body in strangers.history)
    print(
        f"| {name} | {strangers.witness.number} | {len(strangers.bodies())} | {shuffles} "
        f"| {cost.seconds:.2f} | {cost.ratio:.2f} | {bytes_of(strangers.history)} |",
        flush=True,
    )
    figure(
        f"fairness of a whole game ({name}), one seat",
        f"{cost.seconds:.2f} s",
        cost.ratio,
        "its group operations",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="What a whole table costs each seat.")
    parser.add_argument("games", nargs="*", metavar="GAME-SEATS", default=GAMES)
    asked = parser.parse_args()
    bench_set_up()
    print("\n| game | steps | bodies | shuffles | s for a seat | ÷ floor | bytes in all |")
    print("|---|---|---|---|---|---|---|")
    for name in asked.games:
        bench_game(name)


if __name__ == "__main__":
    main()
