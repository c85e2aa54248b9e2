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
# The code that decides what is true, room by room, and the tests that should notice a change of it.
ROOMS = {
    "encoding": ("p2pjeux/encoding.py", ("tests/test_encoding.py",)),
    "log": ("p2pjeux/log/*.py", ("tests/log",)),
    "fair": ("p2pjeux/fair/proofs.py", ("tests/fair/test_proofs.py", "tests/fair/test_vectors.py")),
    "agree": ("p2pjeux/agree/*.py", ("tests/agree",)),
    "lobby": ("p2pjeux/lobby/*.py", ("tests/lobby",)),
    "sitting": ("p2pjeux/sitting/*.py", ("tests/sitting",)),
    "judge": ("p2pjeux/judge/*.py", ("tests/judge",)),
}
MUTMUT = (sys.executable, "-m", "mutmut")
# The exit codes by which mutmut remembers how the tests ended; none where a run was broken off.
HOW: dict[int | None, str] = {
    1: "killed",
    3: "killed",
    0: "survived",
    5: "no test",
    33: "no test",
    None: "not tried",
    **dict.fromkeys((24, -24, 36, 152, 255), "endless"),
}
COLUMNS = ("killed", "endless", "no test", "survived", "not tried")
# Hypothesis repeats itself and knows no deadline; random bytes need not be as many as elsewhere.
ENVIRONMENT = {"CI": "1", "P2PJEUX_RANDOM_INPUTS": "5000"}


def prepare(folder: Path, rooms: Sequence[str]) -> None:
    """A clone of the last commit in which mutmut knows these rooms alone, and their tests."""
    subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
    settings = folder / "pyproject.toml"
    code = [ROOMS[room][0] for room in rooms]
    tests = [test for room in rooms for test in ROOMS[room][1]]
    # A list of texts is written in JSON as it is in TOML.
    lists = {"only_mutate": code, "pytest_add_cli_args_test_selection": tests}
    lines = "".join(f"{name} = {json.dumps(texts)}\n" for name, texts in lists.items())
    text = settings.read_text("utf-8")
    settings.write_text(text.replace("[tool.mutmut]\n", f"[tool.mutmut]\n{lines}"), "utf-8")


def run(folder: Path, jobs: int) -> None:
    """Try all mutants, or those that an earlier run in this folder left."""
    with (folder / "mutmut.txt").open("w", encoding="utf-8") as log:
        subprocess.run(
            [*MUTMUT, "run", "--max-children", str(jobs)],
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
    if not (folder / "pyproject.toml").exists():
        prepare(folder, given.room or tuple(ROOMS))
    run(folder, given.jobs)
    found = outcomes(folder)
    print(*table(found), sep="\n")
    for ended in found.values():
        for mutant, how in ended.items():
            if how not in {"killed", "endless", "not tried"}:
                print(f"\n{how}: {mutant}", *differences(folder, mutant), sep="\n")


if __name__ == "__main__":
    main()
