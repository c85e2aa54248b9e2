"""Another process at the same table: ``python -m tests.store.another HOME WHAT``.

It says ``ready`` when it has the table, and then does WHAT until it is killed or fails.
"""

import sys
from pathlib import Path

from p2pjeux.errors import StoreFailed
from p2pjeux.store.table import TableFiles
from tests.log.writing import beginning
from tests.store.kit import open_table


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def main(home: str, what: str) -> int:
    try:
        files = open_table(Path(home))
        say("ready")
        if what == "write":
            write(files)
        sys.stdin.read()
    except StoreFailed as error:
        say(f"refused: {error}")
        return 1
    files.close()
    return 0


def write(files: TableFiles) -> None:
    """Keep and append for ever, saying after each write what is durable now."""
    game = beginning()
    if files.recovered is None:
        files.begin(game.signed)
    while True:
        for number, step in enumerate(game.steps):
            for entry in step.entries:
                files.keep(entry)
                say(f"kept {number} {entry.seat}")
            files.append(step)
            say(f"closed {number}")
        files.roll_back(0)
        say("rolled back")


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
