"""Run every benchmark and write ``docs/figures.md``: ``python -m tests.bench [NAME …]``.

With names only those run, and what they print is shown instead of being written.
"""

import os
import platform
import re
import subprocess
import sys
import time
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from tests.bench.figures import MARK

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PAGE = ROOT / "docs" / "figures.md"
NOT_BENCHES = {"__init__", "__main__", "figures"}
# All of them together should not take an hour: of the bots fewer games, the interval says so.
ARGUMENTS = {"bots": ("--games", "100")}


def benches() -> list[str]:
    return sorted(path.stem for path in HERE.glob("*.py") if path.stem not in NOT_BENCHES)


def machine() -> str:
    """What the figures depend on; nothing that names a machine or its owner."""
    model = platform.processor() or platform.machine()
    facts = Path("/proc/cpuinfo")
    if facts.exists():
        found = re.search(r"model name\s*:\s*(.+)", facts.read_text("utf-8"))
        model = found[1] if found else model
    load = f", load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
    return f"{model}, {os.cpu_count()} cores{load}; Python {platform.python_version()}"


def run(name: str) -> str:
    """What a benchmark prints; one that finds itself too slow says so and ends with code 1."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.bench.{name}", *ARGUMENTS.get(name, ())],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout if done.stdout.strip() else f"{done.stderr[-500:]}\n"


def main(names: list[str]) -> int:
    began = f"{datetime.now(UTC):%Y-%m-%d}, {machine()}"
    rows, parts = [], []
    for name in names or benches():
        start = time.perf_counter()
        print(f"{name} …", end=" ", file=sys.stderr, flush=True)
        printed = run(name)
        print(f"{time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)
        lines = printed.splitlines()
        rows += [f"| {line.removeprefix(MARK)} | `{name}` |" for line in lines if line[:2] == MARK]
        rest = "\n".join(line for line in lines if line[:2] != MARK).strip()
        about = (import_module(f"tests.bench.{name}").__doc__ or "").split("\n\n", 1)[-1].strip()
        command = " ".join(("python -m", f"tests.bench.{name}", *ARGUMENTS.get(name, ())))
        parts.append(f"## {name}\n\n`{command}`. {about}\n\n```text\n{rest}\n```\n")
    text = "\n".join((*heading(began), *rows, "", *parts))
    if names:
        print(text)
    else:
        PAGE.write_text(text, "utf-8")
    return 0


def heading(began: str) -> tuple[str, ...]:
    return (
        "# Figures",
        "",
        "Made by `python -m tests.bench`, which runs every benchmark and writes this page; below",
        "the table stands what each one printed. Times depend on the machine, ratios much less:",
        "they are to a floor or a peer measured in the same run.",
        "",
        began + ".",
        "",
        "| figure | value | ratio | to | benchmark |",
        "|---|---|---|---|---|",
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
