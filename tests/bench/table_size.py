"""How much a table takes: ``python -m tests.bench.table_size``.

Bytes of the log of whole games, and the memory of one peer that holds a seat at the largest table
and follows it from its first step to its last. Each game is measured in a process of its own.
"""

import json
import resource
import subprocess
import sys
import tracemalloc
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from p2pjeux.log.file import read_log
from p2pjeux.log.step import Step
from p2pjeux.table.ledger import Ledger
from tests.bench.figures import figure
from tests.kit import Case
from tests.log.writing import Writer, make_charter, secret_of, sign_by_all

CASES: Final = (
    Case("europax", 2),
    Case("europax", 6),
    Case("stonehenge", 3),
    Case("stonehenge", 5),
    Case("pantheon", 2),
    Case("pantheon", 6),
    Case("course", 2),
    Case("course", 6),
    Case("ostrakon", 5),
    Case("ostrakon", 12),
)
LARGEST: Final = Case("ostrakon", 12)
# What a peer may take at the largest table beside the interpreter and its libraries.
PEAK_MAX: Final = 64 << 20


def write(case: Case) -> bytes:
    return Writer(case).run().data


def follow(case: Case, data: bytes) -> dict[str, int]:
    """Memory of a peer that holds the first seat and takes every step of a log."""
    chain = read_log(data).chain
    steps = list(chain.steps)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    tracemalloc.start()
    ledger = Ledger(sign_by_all(make_charter(case)), case.game, {0: secret_of(0)})
    for step in steps:
        ledger.adopt(step)
    held, peak = tracemalloc.get_traced_memory()
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {"held": held, "peak": peak, "process": after, "more": after - before}


def certificate_bytes(steps: Sequence[Step]) -> int:
    """What the log would be shorter by if it did not show who closed its steps.

    The writer lets everybody accept: a peer that goes on as soon as a quorum has accepted, and
    keeps that, has about half.
    """
    return sum(len(step.data) - len(replace(step, certificate=None).data) for step in steps)


def in_process(*arguments: str, given: bytes = b"") -> bytes:
    command = [sys.executable, "-m", "tests.bench.table_size", *arguments]
    return subprocess.run(command, input=given, capture_output=True, check=True).stdout


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["write"]:
        sys.stdout.buffer.write(write(Case(arguments[1], int(arguments[2]))))
        return 0
    if arguments[:1] == ["follow"]:
        print(json.dumps(follow(LARGEST, sys.stdin.buffer.read())))
        return 0
    data = b""
    for case in CASES:
        data = in_process("write", case.game_id, str(case.seats))
        chain = read_log(data).chain
        entries = sum(len(step.entries) for step in chain.steps)
        shown = certificate_bytes(chain.steps)
        print(
            f"{case!s:<14} {len(data):>8} bytes, {shown} of certificates, "
            f"{len(chain.steps)} steps, {entries} entries"
        )
        figure(f"log of {case}", f"{len(data) / 1000:.0f} kB")
        figure(f"certificates in the log of {case}", f"{shown / 1000:.0f} kB")
    took = json.loads(in_process("follow", given=data))
    print(", ".join(f"{name} {size / (1 << 20):.1f} MiB" for name, size in took.items()))
    figure(f"memory of a peer at {LARGEST}, at most", f"{took['peak'] / (1 << 20):.1f} MiB")
    figure(f"process of a peer at {LARGEST}", f"{took['process'] / (1 << 20):.0f} MiB")
    return int(took["peak"] > PEAK_MAX)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
