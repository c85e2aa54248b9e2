"""How soon the command answers: ``python -m tests.bench.start``.

``--version`` should take at most 100 ms, or six times a bare ``python -c pass``, whichever is more.
"""

import statistics
import subprocess
import sys
import time

from tests.bench.figures import figure

RUNS = 21


def milliseconds(*arguments: str) -> float:
    """The median time of a whole process."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


def main() -> int:
    bare = milliseconds("-c", "pass")
    print(f"python -c pass     {bare:6.1f} ms")
    for arguments in (("--version",), ("--help",), ("games",)):
        spent = milliseconds("-m", "p2pjeux", *arguments)
        print(f"p2pjeux {arguments[0]:<10} {spent:6.1f} ms  {spent / bare:4.1f} × bare")
        figure(f"p2pjeux {arguments[0]}", f"{spent:.0f} ms", spent / bare, "python -c pass")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
