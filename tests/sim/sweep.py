"""``python -m tests.sim.sweep [--game G] [--seats N] [--every K] [--peer P]``.

Kill a peer at every single write of a whole game, once before the write is done and once after it,
and start it again: the game must go on, and nobody may sign for a step twice.
"""

import argparse
import time
from collections.abc import Iterator

from p2pjeux.games import game_ids
from tests.kit import Case
from tests.sim.lan import Lan
from tests.sim.memo import remembered
from tests.sim.storm import check

# The shortest table of each game at which a seat could be missed, except where two are enough.
TABLES = (
    Case("europax", 3),
    Case("course", 3, (("rounds", 25),)),
    Case("stonehenge", 3),
    Case("pantheon", 2),
    Case("ostrakon", 5),
)
ENDS_WITHIN = 2000.0


def play(case: Case, dies_at: tuple[int, int, bool] | None = None) -> Lan:
    """A game on a good network in which a peer dies at one write."""
    lan = Lan(case, 1)
    lan.dies_at = dies_at
    for number in range(len(lan.peers)):
        lan.start(number)
    ended = lan.run(ENDS_WITHIN, lambda: len(there(lan)) == len(lan.peers) and lan.finished())
    assert ended, f"{case}: the game does not end when {dies_at} dies"
    check(lan, None)
    return lan


def there(lan: Lan) -> list[int]:
    return [number for number, peer in enumerate(lan.peers) if peer.sitting is not None]


def sweep(case: Case, peer: int, every: int) -> Iterator[tuple[int, bool]]:
    """Every write, or each of so many, at which ``peer`` died and the game went on."""
    with remembered():
        writes = play(case).peers[peer].writes
        for write in range(0, writes, every):
            for is_done in (False, True):
                lan = play(case, (peer, write, is_done))
                # The last write may come after the end for all others; it still must come.
                assert lan.dies_at is None, f"write {write} was never reached"
                yield write, is_done


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill a peer at every write of a whole game.")
    parser.add_argument("--game", choices=game_ids())
    parser.add_argument("--seats", type=int)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--peer", type=int, default=1)
    asked = parser.parse_args()
    for case in TABLES:
        if asked.game not in (None, case.game_id):
            continue
        chosen = Case(case.game_id, asked.seats or case.seats, case.options)
        start = time.perf_counter()
        runs = sum(1 for _ in sweep(chosen, asked.peer, asked.every))
        print(
            f"{chosen}: {runs} deaths survived in {time.perf_counter() - start:.0f} s", flush=True
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
