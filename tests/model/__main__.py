"""Explore the rule: ``python -m tests.model [SCENARIO …] [--slip NAME] [--states N]``.

Prints a line a layer to standard error, and of each scenario the states, whether all, and each
promise that broke with the shortest way there. Exit code 1 if one broke, or a slip was not found.
"""

import argparse
import sys

from tests.model.explore import Found, explore
from tests.model.scenarios import SCENARIOS, SLIPS, world


def progress(found: Found[tuple[int, ...]]) -> None:
    print(f"  depth {found.depth}: {found.states} states, {found.seconds:.0f} s", file=sys.stderr)


def run(scenario: str, slip: str | None, states_most: int) -> set[int]:
    """Explore one scenario, print what was found, and return the promises that broke."""
    here = world(scenario, slip)
    found = explore(here, states_most=states_most, progress=progress)
    extent = "all" if found.exhausted else "cut off"
    planted = f", {slip}" if slip else ""
    print(f"{scenario}{planted}: {found.states} states ({extent}), {found.edges} acts, ", end="")
    print(f"depth {found.depth}, {found.seconds:.1f} s")
    for kind, way in found.broken.items():
        print(f"  promise {kind} ({found.times[kind]} states), first in:")
        print(here.tell(way[-1]))
    return found.promises


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.model")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=", ".join(SCENARIOS))
    parser.add_argument("--slip", choices=(*SLIPS, "all"), help="plant a slip in the rule, or each")
    parser.add_argument("--states", type=int, default=20_000_000, help="give up beyond so many")
    asked = parser.parse_args()
    unknown = [name for name in asked.scenarios if name not in SCENARIOS]
    if unknown:
        parser.error(f"no scenario {unknown[0]}")
    if asked.slip == "all":
        missed = [
            slip
            for slip, (scenario, promise) in SLIPS.items()
            if promise not in run(scenario, slip, asked.states)
        ]
        print("not found:", ", ".join(missed) or "none")
        return bool(missed)
    if asked.slip is not None:
        scenario, promise = SLIPS[asked.slip]
        return promise not in run(scenario, asked.slip, asked.states)
    names = asked.scenarios or list(SCENARIOS)
    broken = [name for name in names if run(name, None, asked.states)]
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
