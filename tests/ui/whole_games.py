"""Whole games in a real terminal, by keys alone: ``python -m tests.ui.whole_games [GAME …]``.

Needs tmux. A mirror of the same seeded game says before each key what the terminal must show, to
the character, and which keys play what a bot would. With ``--pictures FOLDER`` a screen in mid-game
and the last one are kept as pictures.
"""

import argparse
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import partial
from operator import eq
from pathlib import Path
from typing import Final

from p2pjeux.games import game_ids, load_game
from p2pjeux.rules.drawing import Size
from p2pjeux.ui.choosing.moves import DEAF_SECONDS
from tests.ui.mirror import Mirror
from tests.ui.pane import Pane
from tests.ui.svg import picture

SIZES: Final = (Size(80, 24), Size(160, 50))
SEATS: Final = 4
# Nothing is bound to it: while the bots play it hurries, at a question it does nothing.
HURRY: Final = "f12"
# The question at which a picture of mid-game is taken.
MIDDLE: Final = 6


@dataclass(frozen=True, slots=True)
class Played:
    questions: int
    keys: int
    seconds: float


def play(game_id: str, size: Size, language: str = "en", pictures: Path | None = None) -> Played:
    """Play one game to its end and leave; raise if the terminal ever shows anything else."""
    seats = max(SEATS, load_game(game_id).facts.seats_least)
    mirror = Mirror(game_id, seats, "evening", language)
    begun, keys, questions = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as home, Pane(mirror.arguments, size, Path(home)) as pane:
        pane.press(HURRY)
        while True:
            mirror.run()
            wanted = mirror.text(size)
            pane.wait(partial(eq, wanted))
            if mirror.model.is_over:
                break
            if questions == MIDDLE:
                keep(pane, pictures, f"{game_id}-{size.columns}x{size.rows}")
            pressed = mirror.decide(size)
            # The question has been seen, but may still be deaf to Enter.
            time.sleep(DEAF_SECONDS)
            pane.press(*pressed, HURRY)
            questions, keys = questions + 1, keys + len(pressed)
        keep(pane, pictures, f"{game_id}-{size.columns}x{size.rows}-end")
        for _end_and_question in range(2):
            time.sleep(DEAF_SECONDS)
            pane.press("enter")
        assert pane.exit_code() == 0
        assert pane.is_restored()
    return Played(questions, keys, time.monotonic() - begun)


def keep(pane: Pane, pictures: Path | None, name: str) -> None:
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
        (pictures / f"{name}.svg").write_text(picture(pane.colours(), pane.size), "utf-8")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=game_ids())
    parser.add_argument("--lang", default="en", choices=("en", "fr"))
    parser.add_argument("--pictures", type=Path)
    asked = parser.parse_args(arguments)
    for game_id in asked.games:
        for size in SIZES:
            done = play(game_id, size, asked.lang, asked.pictures)
            print(
                f"{game_id} {size.columns}×{size.rows}: {done.questions} questions, "
                f"{done.keys} keys, {done.seconds:.0f} s",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
