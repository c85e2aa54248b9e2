"""How much of each room the tests run: ``python -m tests.covered`` (docs/mutants.md).

Before it comes ``coverage run -m pytest -q``; this joins what all processes of that run wrote.
"""

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any

COVERAGE = (sys.executable, "-m", "coverage")
COUNTS = ("num_statements", "missing_lines", "num_branches", "missing_branches")


def report() -> dict[str, Any]:
    """What coverage has to say of each file."""
    if any(Path().glob(".coverage.*")):
        subprocess.run([*COVERAGE, "combine", "-q", "--append"], check=True)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "coverage.json"
        subprocess.run([*COVERAGE, "json", "-q", "-o", str(file)], check=True)
        files: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))["files"]
    return files


def by_room(files: dict[str, Any]) -> dict[str, list[int]]:
    rooms: dict[str, list[int]] = defaultdict(lambda: [0] * len(COUNTS))
    for path, found in files.items():
        parts = PurePath(path).parts
        room = f"{parts[1]}/" if len(parts) > 2 else "*.py"
        for counted in (rooms[room], rooms["all"]):
            for at, name in enumerate(COUNTS):
                counted[at] += found["summary"][name]
    return rooms


def main() -> None:
    print("| room | lines | not run | branches | not taken | covered |")
    print("|---|---|---|---|---|---|")
    rooms = by_room(report())
    whole = rooms.pop("all")
    for room, (lines, unrun, branches, untaken) in [*sorted(rooms.items()), ("all", whole)]:
        covered = 1 - (unrun + untaken) / (lines + branches)
        print(f"| `{room}` | {lines} | {unrun} | {branches} | {untaken} | {covered:.1%} |")


if __name__ == "__main__":
    main()
