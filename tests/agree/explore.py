"""Explore the real classes: ``python -m tests.agree.explore [WORLD …] [--slip NAME] [--states N]``.

Prints a line a layer to standard error, and of each world the states, whether all within its bound,
and each promise that broke with the shortest way there. Exit code 1 if one broke, or a slip was
not found.
"""

import argparse
import sys
from typing import Final

from tests.agree.real import Real, Table
from tests.agree.script import TESTDATA, played
from tests.agree.slips import SLIPS, planted
from tests.model.explore import Found, explore

# The first are small enough for the tests.
WORLDS: Final[dict[str, Table]] = {
    "round-0": Table(rounds=0),
    "two-steps-round-0": Table(asks="A", rounds=0, steps=2),
    "restart-short": Table(asks="A", restarts="A", rounds=0),
    "crash-short": Table(asks="C", gone="C"),
    "crash": Table(gone="C"),
    "all-asked": Table(),
    "rounds-2": Table(rounds=2),
    "any-order": Table(in_order=False),
    "restart": Table(restarts="A"),
    "forget": Table(asks="A", forgets="A", goes_on=False),
    "liar": Table(liar="C", asks="C"),
    "liar-all-asked": Table(liar="C"),
    "liar-light": Table(liar="C", asks="C", gives_light=True),
    "two-steps": Table(asks="A", steps=2),
    "two-steps-crash": Table(asks="C", gone="C", steps=2),
    "two-steps-liar": Table(liar="C", asks="C", gives_light=True, steps=2, rounds=0),
}
SHORT: Final = ("round-0", "two-steps-round-0", "restart-short")


def progress(found: Found[tuple[int, ...]]) -> None:
    print(f"  depth {found.depth}: {found.states} states, {found.seconds:.0f} s", file=sys.stderr)


def run(name: str, states_most: int, *, stop_at_first: bool = False) -> Found[tuple[int, ...]]:
    """Explore one world, and print what was found."""
    world = Real(WORLDS[name])
    found = explore(world, states_most=states_most, stop_at_first=stop_at_first, progress=progress)
    extent = "all" if found.exhausted else "cut off"
    print(f"{name}: {found.states} states ({extent}), {found.edges} acts, depth {found.depth}, ")
    print(f"  {len(world.machines)} machines, {world.cut_off} states beyond round ", end="")
    print(f"{world.table.rounds}, {found.seconds:.1f} s")
    for kind, way in found.broken.items():
        print(f"  promise {kind} ({found.times[kind]} states), first in:")
        print(world.tell(way[-1]))
    return found


def hunt(slip: str, states_most: int) -> bool:
    """Whether a planted slip is found by what is said to find it."""
    by, promise = SLIPS[slip].by, SLIPS[slip].promise
    with planted(slip):
        if promise:
            print(f"{slip}: ", end="")
            return promise in run(by, states_most, stop_at_first=True).promises
        text = (TESTDATA / f"{by}.txt").read_text("utf-8")
        is_other = played(text) != text
    print(f"{slip}: the transcript {by} tells {'another' if is_other else 'the same'} story")
    return is_other


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.agree.explore")
    parser.add_argument("worlds", nargs="*", metavar="WORLD", help=", ".join(WORLDS))
    parser.add_argument("--slip", choices=(*SLIPS, "all"), help="plant a slip in the program")
    parser.add_argument("--states", type=int, default=2_000_000, help="give up beyond so many")
    asked = parser.parse_args()
    unknown = [name for name in asked.worlds if name not in WORLDS]
    if unknown:
        parser.error(f"no world {unknown[0]}")
    if asked.slip is not None:
        slips = list(SLIPS) if asked.slip == "all" else [asked.slip]
        missed = [slip for slip in slips if not hunt(slip, asked.states)]
        print("not found:", ", ".join(missed) or "none")
        return bool(missed)
    broken = [name for name in asked.worlds or WORLDS if run(name, asked.states).broken]
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
