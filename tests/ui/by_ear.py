"""Somebody who plays in plain lines and has nothing but what is told: no board, no state, no view.

``python -m tests.ui.by_ear GAME [SEED]`` prints a whole game as it was heard and answered.
"""

import io
import random
import re
import sys
from collections.abc import Callable, Sequence
from typing import Final, TextIO

from p2pjeux.games import load_game
from p2pjeux.language import words_for
from p2pjeux.rules.contract import OptionValue
from p2pjeux.sitting.solo import SoloTable
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lines.table import run_plain
from tests.ui.tables import NAMES

ANSWERS_MOST: Final = 1000
LISTED: Final = re.compile(r"^(\d+)\. (.*)$")
HOW_MANY: Final = re.compile(r"[Cc]hoose (\d+)(?: to (\d+))?(?: cards?)?\.")
WRITE: Final = re.compile(r"write at most \d+ characters")
# Towns and squares tell how many steps the man is away, pairs of cards what they come to.
STEPS: Final = re.compile(r" — \D+ (\d+)")
RESULT: Final = re.compile(r"= (−?\d+)$")

# What is best of the choices that are heard, by their numbers; None has no opinion.
Taste = Callable[[Sequence[str]], int | None]


def no_taste(_heard: Sequence[str]) -> int | None:
    return None


def collectors_taste(heard: Sequence[str]) -> int | None:
    """At the Pantheon: near the man, and the best result."""
    if all(found := [RESULT.search(one) for one in heard]):
        results = [int(one[1].replace("−", "-")) for one in found if one]
        return results.index(max(results))
    if all(found := [STEPS.search(one) for one in heard]):
        steps = [int(one[1]) for one in found if one]
        return steps.index(min(steps))
    return None


class Listener:
    """Reads what came since its last answer, and answers with what that text says is possible."""

    def __init__(self, heard: io.StringIO, chance: random.Random, taste: Taste) -> None:
        self._heard, self._chance, self._taste = heard, chance, taste
        self._at = 0
        self._choices: list[str] = []
        self._asked = ""
        self.answers = 0

    def readline(self) -> str:
        self.answers += 1
        assert self.answers < ANSWERS_MOST, "a dead end:\n" + self._heard.getvalue()[-3000:]
        news = self._heard.getvalue()[self._at :].splitlines()
        self._take_in(news)
        answer = self._answer() + "\n"
        self._at = len(self._heard.getvalue())
        return answer

    def _take_in(self, news: Sequence[str]) -> None:
        """The choices now; after a refusal they are those of before."""
        listed = [found[2] for one in news if (found := LISTED.match(one))]
        if listed:
            self._choices = listed
        asked = [one for one in news if HOW_MANY.search(one) or WRITE.search(one)]
        if listed or asked:
            self._asked = asked[-1] if asked else ""

    def _answer(self) -> str:
        if WRITE.search(self._asked):
            # Never the same twice: no question is asked again, and answers differ.
            return f"something of {self.answers}"
        count = HOW_MANY.search(self._asked)
        if count is not None:
            most = int(count[2] or count[1])
            number = self._chance.randint(int(count[1]), min(most, len(self._choices)))
            picked = self._chance.sample(range(len(self._choices)), number)
            return " ".join(str(one + 1) for one in picked)
        best = self._taste(self._choices)
        return str((self._chance.randrange(len(self._choices)) if best is None else best) + 1)


def play_by_ear(
    game_id: str, seed: int, taste: Taste = no_taste, out: TextIO | None = None
) -> tuple[Ending, str]:
    """A whole game; how it ended, and all that was told."""
    game = load_game(game_id)
    seats = max(3, game.facts.seats_least)
    options: dict[str, OptionValue] = {"rounds": 25} if game_id == "course" else {}
    table = SoloTable(game, seats, options, b"ear%d" % seed, 0)
    heard = io.StringIO()
    listener = Listener(heard, random.Random(seed), taste)
    words = words_for("en", game_id, NAMES[:seats])
    ending = run_plain(table, words, listener, heard)
    if out is not None:
        out.write(heard.getvalue())
    return ending, heard.getvalue()


if __name__ == "__main__":
    TASTES = {"pantheon": collectors_taste}
    GAME, *SEED = sys.argv[1:]
    play_by_ear(GAME, int(SEED[0]) if SEED else 1, TASTES.get(GAME, no_taste), sys.stdout)
