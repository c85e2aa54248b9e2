"""Mutated bytes for every reader: ``python -m tests.fuzz [TARGET …] [--inputs N] [--seed S]``.

With ``--screens N`` it is texts of strangers, through everything that shows texts, instead.

N inputs are shared out over the targets by what they cost. Whatever is not answered with a fault is
a finding: it is written to ``tests/fuzz/cases``, where the ordinary tests try it for ever after.
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from tests.fuzz import foreign
from tests.fuzz.targets import inputs, targets

CASES = Path(__file__).parent / "cases"
CHUNK = 20_000
SCREENS_CHUNK = 2_000


@dataclass(frozen=True, slots=True)
class Tally:
    inputs: int = 0
    read: int = 0
    findings: int = 0
    seconds: float = 0.0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.inputs + other.inputs,
            self.read + other.read,
            self.findings + other.findings,
            self.seconds + other.seconds,
        )


def fuzz(name: str, seed: int, count: int) -> Tally:
    """Feed one target; keep what it stumbles over."""
    target = targets()[name]
    start = time.process_time()
    read = findings = 0
    for data in inputs(target, seed, count):
        try:
            read += target.try_one(data)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is what we look for
            findings += 1
            kept = CASES / f"{name.replace(' ', '-')}.{sha256(data).hexdigest()[:16]}"
            kept.write_bytes(data)
            sys.stderr.write(f"{kept.name}: {type(error).__name__}: {error}\n")
    return Tally(count, read, findings, time.process_time() - start)


def fuzz_screens(seed: int, count: int) -> Tally:
    """Texts of strangers through one rendering each; a finding is a seed."""
    start = time.process_time()
    findings = 0
    for number in range(seed, seed + count):
        try:
            foreign.try_one(number)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is what we look for
            findings += 1
            sys.stderr.write(f"seed {number}: {type(error).__name__}: {error}\n")
    return Tally(count, count, findings, time.process_time() - start)


def run_screens(seed: int, count: int) -> int:
    with ProcessPoolExecutor() as pool:
        starts = range(0, count, SCREENS_CHUNK)
        firsts = [seed * 1_000_000_000 + start for start in starts]
        counts = [min(SCREENS_CHUNK, count - start) for start in starts]
        total = sum(pool.map(fuzz_screens, firsts, counts), Tally())
    print(f"{total.inputs} texts, {total.findings} findings, {total.seconds:.0f} s of CPU")
    return 1 if total.findings else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Mutated bytes for every reader.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all if none is named")
    parser.add_argument("--inputs", type=int, default=10_000_000)
    parser.add_argument("--screens", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.screens is not None:
        return run_screens(asked.seed, asked.screens)
    chosen = {name: targets()[name] for name in asked.targets or targets()}
    shares = sum(target.share for target in chosen.values())
    total = Tally()
    with ProcessPoolExecutor() as pool:
        for name, target in chosen.items():
            count = asked.inputs * target.share // shares
            starts = range(0, count, CHUNK)
            work = [
                pool.submit(fuzz, name, asked.seed * 1_000_000 + start, min(CHUNK, count - start))
                for start in starts
            ]
            tally = sum((one.result() for one in work), Tally())
            total += tally
            print(
                f"{name:<20} {tally.inputs:>9} inputs  {tally.read:>8} read"
                f"  {tally.findings} findings  {tally.seconds:.0f} s",
                flush=True,
            )
    print(f"{total.inputs} inputs, {total.findings} findings, {total.seconds:.0f} s of CPU")
    return 1 if total.findings else 0


if __name__ == "__main__":
    raise SystemExit(main())
