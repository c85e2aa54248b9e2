"""Golden screens: what a person sees at set moments of a game, as text.

Record them again after a change that is meant to be seen, and look at the difference::

    python -m tests.ui.record
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from p2pjeux.games import game_ids, load_game
from p2pjeux.language import words_for
from p2pjeux.rules.drawing import Size
from p2pjeux.rules.source import SeededSource
from p2pjeux.table.solo import SoloTable
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.screen.keys import decide
from tests.ui.reach import reach
from tests.ui.tables import NAMES
from tests.ui.terminal import Condition, Desk, sit

FOLDER = Path(__file__).parent / "golden"


@dataclass(frozen=True, slots=True)
class Case:
    """A game in a language and a window; its seed is fixed."""

    game_id: str
    language: str
    size: Size

    def __str__(self) -> str:
        return f"{self.game_id}-{self.language}-{self.size.columns}x{self.size.rows}"

    def path(self, moment: str) -> Path:
        return FOLDER / f"{self}-{moment}.txt"


CASES = tuple(
    Case(game_id, language, size)
    for game_id in game_ids()
    for language in ("en", "fr")
    for size in (Size(80, 24), Size(120, 40))
)
SEATS_LEAST = 4
# The question that is kept as a moment in mid-game.
LATER = 12


def screens(case: Case) -> dict[str, str]:
    """What is seen at the moments worth keeping, each with a name."""
    game = load_game(case.game_id)
    seats = max(game.facts.seats_least, SEATS_LEAST)
    table = SoloTable(game, seats, {}, b"golden", 0)
    words = words_for(case.language, case.game_id, NAMES[:seats])
    seen: dict[str, str] = {}
    ending, _desk = sit(table, words, lambda desk: _script(desk, seen), size=case.size)
    assert ending is Ending.INTERRUPTED
    if case.game_id == "stonehenge":
        table = SoloTable(game, seats, {}, b"golden", 0)
        sit(table, words, lambda desk: _keys(desk, seen), size=case.size)
    return seen


def _script(desk: Desk, seen: dict[str, str]) -> Iterator[Condition]:
    """A whole game; a bot says what the person does."""
    source = SeededSource(b"golden")
    for number in range(10_000):
        yield _asked_after(desk, desk.app.model.steps if number else 0)
        if desk.app.model.is_over:
            break
        if number in (0, LATER):
            seen["later" if number else "first-question"] = desk.text()
        model = desk.app.model
        assert model.chooser is not None
        goal = model.game.bot(model.chooser.question.view, source)
        desk.app.react(decide(model, reach(model.chooser, goal)))
    seen["result"] = desk.text()
    desk.press("c-c")


def _keys(desk: Desk, seen: dict[str, str]) -> Iterator[Condition]:
    """The first decisions by keys, and what lies over the table."""
    yield _asked_after(desk, 0)
    desk.press("down", "enter")
    yield desk.shows("▸1. ")
    seen["ready"] = desk.text()
    desk.press("enter")
    yield _asked_after(desk, desk.app.model.steps)
    desk.press(" ", "down", " ")
    yield lambda: desk.text().count("[x]") == 2
    seen["two-picked"] = desk.text()
    desk.press("f1")
    yield desk.shows("Ctrl-L")
    seen["help"] = desk.text()
    desk.press("f8")
    yield desk.hides("Ctrl-L")
    seen["leave"] = desk.text()
    desk.press("c-c")


def _asked_after(desk: Desk, steps: int) -> Condition:
    """The end, or a question that was not there at that step."""

    def is_next() -> bool:
        model = desk.app.model
        return model.is_over or (model.is_asked and model.steps > steps)

    return is_next


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for case in CASES:
        for moment, text in screens(case).items():
            case.path(moment).write_text(text, "utf-8")
            print(case.path(moment).name)


if __name__ == "__main__":
    main()
