"""How fast games play by themselves: ``python -m tests.bench.engine [GAME …]``.

Random play on the local engine, in requests and in decisions per second, beside boardgame.io's
headless tic-tac-toe with its log in the same run when node and npm are there. We want at least
twice its moves per second.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from p2pjeux.rules.requests import deciders
from tests.bench.figures import figure
from tests.kit import Case, default_cases, steps

SECONDS = 2.0
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
const start = process.hrtime.bigint();
while (spent < SECONDS) {
  for (let id = 0; id < 9; id++) { client.moves.mark(id); moves++; }
  if (client.log.length < 9) throw new Error('no log');
  client.reset();
  spent = Number(process.hrtime.bigint() - start) / 1e9;
}
console.log(JSON.stringify(moves / spent));
"""


def measure(case: Case) -> tuple[float, float]:
    """Requests and decisions per second of random play."""
    requests = decisions = seed = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < SECONDS:
        for happening in steps(case.engine(seed), seed):
            requests += 1
            decisions += len(deciders(happening.request))
        seed += 1
    return requests / spent, decisions / spent


def peer_moves_per_second() -> float | None:
    """boardgame.io in the same run; None where it cannot be had."""
    if not shutil.which("node") or not shutil.which("npm"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        installed = subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", "boardgame.io"],
            cwd=folder,
            capture_output=True,
            check=False,
        )
        if installed.returncode != 0:
            return None
        script = Path(folder) / "moves.js"
        script.write_text(PEER_SCRIPT.replace("SECONDS", str(SECONDS)), "utf-8")
        done = subprocess.run(
            ["node", script.name], cwd=folder, capture_output=True, text=True, check=False
        )
        return float(json.loads(done.stdout)) if done.returncode == 0 else None


def main(wanted: list[str]) -> int:
    peer = peer_moves_per_second()
    if peer is None:
        print("boardgame.io: not here")
    else:
        print(f"boardgame.io tic-tac-toe with log: {peer:,.0f} moves/s")
    print(
        f"{'game':<16}{'requests/s':>12}{'decisions/s':>13}"
        + ("   requests ÷ peer" if peer else "")
    )
    for case in default_cases():
        if wanted and case.game_id not in wanted:
            continue
        requests, decisions = measure(case)
        ratio = f"{requests / peer:>18.1f}" if peer else ""
        if case.seats == case.game.facts.seats_least:
            figure(
                f"random play of {case.game_id}, {case.seats} seats",
                f"{requests:,.0f} requests/s",
                requests / peer if peer else None,
                "boardgame.io moves" if peer else "",
            )
        print(f"{case!s:<16}{requests:>12,.0f}{decisions:>13,.0f}{ratio}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
