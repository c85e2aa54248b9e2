"""Change the code by one thing at a time, and see whether a test notices (docs/mutants.md).

``python -m tests.mutants [FOLDER] [--room ROOM …] [--jobs N]``. It works in a clone of the last
commit, for mutmut writes into the tree that it runs in. A folder in which it worked before is gone
on with. What was killed is printed in one table, then every mutant that was not.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import mkdtemp

ROOT = Path(__file__).parents[1]
# What is mutated, and by which tests it should be killed, stands in ``pyproject.toml``.
ROOMS = ("encoding", "log", "fair", "agree", "lobby", "sitting", "judge")
MUTMUT = (sys.executable, "-m", "mutmut")
# The exit codes by which mutmut remembers how the tests ended.
HOW = {1: "killed", 3: "killed", 0: "survived", 5: "no test", 33: "no test"} | dict.fromkeys(
    (24, -24, 36, 152, 255), "endless"
)
COLUMNS = ("killed", "endless", "no test", "survived")
# Hypothesis repeats itself and knows no deadline; random bytes need not be as many as elsewhere.
ENVIRONMENT = {"CI": "1", "P2PJEUX_RANDOM_INPUTS": "5000"}


def run(folder: Path, rooms: Sequence[str], jobs: int) -> None:
    """Try the mutants of these rooms, or those of them that an earlier run in this folder left."""
    if not (folder / "pyproject.toml").exists():
        subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
    with (folder / "mutmut.txt").open("w", encoding="utf-8") as log:
        subprocess.run(
            [*MUTMUT, "run", "--max-children", str(jobs), *(f"p2pjeux.{room}.*" for room in rooms)],
            cwd=folder,
            env=os.environ | ENVIRONMENT,
            stdout=log,
            stderr=log,
            check=True,
        )


def outcomes(folder: Path) -> dict[str, dict[str, str]]:
    """For each module, how each of its mutants ended."""
    found: dict[str, dict[str, str]] = {}
    for file in sorted((folder / "mutants").rglob("*.py.meta")):
        codes = json.loads(file.read_text(encoding="utf-8"))["exit_code_by_key"]
        if codes:
            module = file.relative_to(folder / "mutants").with_suffix("")
            found[str(module)] = {name: HOW.get(code, "other") for name, code in codes.items()}
    return found


def table(found: dict[str, dict[str, str]]) -> Iterator[str]:
    """Each module, and the sums of rooms that have several."""
    yield f"| module | mutants | {' | '.join(COLUMNS)} |"
    yield "|---" * (2 + len(COLUMNS)) + "|"
    rooms: dict[str, list[Counter[str]]] = {}
    for module, ended in found.items():
        counted = Counter(ended.values())
        yield _row(f"`{module}`", counted)
        rooms.setdefault(str(Path(module).parent), []).append(counted)
    for room, modules in rooms.items():
        if len(modules) > 1:
            yield _row(f"all of `{room}/`", sum(modules, Counter()))
    yield _row("all", sum((one for modules in rooms.values() for one in modules), Counter()))


def _row(name: str, counted: Counter[str]) -> str:
    numbers = (counted.total(), *(counted[column] for column in COLUMNS))
    return f"| {name} | {' | '.join(map(str, numbers))} |"


def differences(folder: Path, mutant: str) -> Iterator[str]:
    """The lines by which a mutant differs."""
    shown = subprocess.run(
        [*MUTMUT, "show", mutant], cwd=folder, capture_output=True, text=True, check=True
    )
    for line in shown.stdout.splitlines():
        if line.startswith(("+", "-")) and not line.startswith(("+++", "---")):
            yield line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="where to work")
    parser.add_argument(
        "--room", action="append", choices=ROOMS, default=[], help="one room of several"
    )
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    folder = (given.folder or Path(mkdtemp(prefix="mutants-"))).absolute()
    run(folder, given.room, given.jobs)
    found = outcomes(folder)
    print(*table(found), sep="\n")
    for ended in found.values():
        for mutant, how in ended.items():
            if how not in {"killed", "endless"}:
                print(f"\n{how}: {mutant}", *differences(folder, mutant), sep="\n")


if __name__ == "__main__":
    main()
