"""How fast games play by themselves: ``python -m tests.bench.engine [GAME …]``.

Random play on the local engine, in requests and in decisions per second, beside boardgame.io's
headless tic-tac-toe with its log in the same run when node and npm are there. We want at least
three times its moves per second, in every game. Seconds of the processor, both programs on one
thread; boardgame.io runs before each game, and its best counts, as a busy machine disturbs it more.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from p2pjeux.rules.requests import deciders
from tests.bench.figures import figure
from tests.kit import Case, default_cases, steps

SECONDS = 1.0
PEER_SCRIPT = """
const { Client } = require('boardgame.io/client');
const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { mark: ({ G, playerID }, id) => { G.cells[id] = playerID; } },
  endIf: ({ G }) => (G.cells.every((cell) => cell !== null) ? { draw: true } : undefined),
};
const client = Client({ game, numPlayers: 2, debug: false });
client.start();
let moves = 0;
let spent = 0;
const before = process.cpuUsage();
const begun = (before.user + before.system) / 1e6;
while (spent < SECONDS) {
  for (let id = 0; id < 9; id++) { client.moves.mark(id); moves++; }
  if (client.log.length < 9) throw new Error('no log');
  client.reset();
  const used = process.cpuUsage();
  spent = (used.user + used.system) / 1e6 - begun;
}
console.log(JSON.stringify(moves / spent));
"""


def measure(case: Case) -> tuple[float, float]:
    """Requests and decisions per second of random play."""
    requests = decisions = seed = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        for happening in steps(case.engine(seed), seed):
            requests += 1
            decisions += len(deciders(happening.request))
        seed += 1
    return requests / spent, decisions / spent


@contextmanager
def peer() -> Iterator[Callable[[], float] | None]:
    """What measures boardgame.io, in moves per second; None where it cannot be had."""
    if not shutil.which("node") or not shutil.which("npm"):
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        installed = subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", "boardgame.io"],
            cwd=folder,
            capture_output=True,
            check=False,
        )
        script = Path(folder) / "moves.js"
        script.write_text(PEER_SCRIPT.replace("SECONDS", str(SECONDS)), "utf-8")
        yield (lambda: _moves_per_second(script)) if installed.returncode == 0 else None


def _moves_per_second(script: Path) -> float:
    done = subprocess.run(
        ["node", "--single-threaded", script.name],
        cwd=script.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(json.loads(done.stdout))


def main(wanted: list[str]) -> int:
    with peer() as measured:
        return compare(wanted, measured)


def compare(wanted: list[str], peer_moves: Callable[[], float] | None) -> int:
    found, best = [], 0.0
    for case in default_cases():
        if wanted and case.game_id not in wanted:
            continue
        best = max(best, peer_moves() if peer_moves else 0.0)
        found.append((case, *measure(case)))
    if best:
        print(f"boardgame.io tic-tac-toe with log: {best:,.0f} moves/s")
    print(f"{'game':<16}{'requests/s':>12}{'decisions/s':>13}" + (f"{'÷ peer':>9}" if best else ""))
    for case, requests, decisions in found:
        ratio = requests / best if best else None
        if case.seats == case.game.facts.seats_least:
            figure(
                f"random play of {case.game_id}, {case.seats} seats",
                f"{requests:,.0f} requests/s",
                ratio,
                "boardgame.io moves" if best else "",
            )
        told = f"{ratio:>9.1f}" if ratio else ""
        print(f"{case!s:<16}{requests:>12,.0f}{decisions:>13,.0f}{told}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
