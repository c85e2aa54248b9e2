"""Golden screens: what a person sees at set moments of a game, as text.

Record them again after a change that is meant to be seen, and look at the difference::

    python -m tests.ui.record
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import count
from pathlib import Path

import trio

from p2pjeux.games import game_ids, load_game
from p2pjeux.language import words_for
from p2pjeux.rules.drawing import Size
from p2pjeux.rules.source import SeededSource
from p2pjeux.rules.words import Words
from p2pjeux.sitting.solo import SoloTable
from p2pjeux.table.events import (
    Agreeing,
    Agreement,
    Asked,
    Cheated,
    Command,
    Event,
    Paused,
    Play,
    Reached,
    Waiting,
)
from p2pjeux.ui.screen.key_commands import decide
from p2pjeux.ui.screen.line_editor import Draft
from p2pjeux.ui.screen.model import AT_SECTION, Model, Overlay, explained, hear
from p2pjeux.ui.wording.table_status import TableStatus
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
    words = words_for(case.language, case.game_id, NAMES[:seats])
    seen = {
        moment: _seen(model, case.size)
        for moment, model in _moments(SoloTable(game, seats, {}, b"golden", 0), words).items()
    }
    if case.game_id == "stonehenge":
        table = SoloTable(game, seats, {}, b"golden", 0)
        sit(table, words, lambda desk: _keys(desk, seen), size=case.size)
    return seen


def _moments(table: SoloTable, words: Words) -> dict[str, Model]:
    """A whole game; a bot says what the person does."""
    source = SeededSource(b"golden")
    rules = (
        files(f"p2pjeux.games.{table.game.facts.id}") / f"rules.{words.language}.md"
    ).read_text("utf-8")
    model = Model(table.game, words, rules, "test")
    kept: dict[str, Model] = {}
    for number in count():
        for event in table.run():
            model = hear(model, event)
        if model.is_over:
            break
        assert model.chooser is not None
        if number == 0:
            kept["first-question"] = model
        if number == LATER:
            kept |= {"later": model, **_around(model)}
        goal = table.game.bot(model.chooser.question.view, source)
        reaction = decide(model, reach(model.chooser, goal))
        assert isinstance(reaction.command, Play)
        assert table.command(reaction.command) is None
        model = reaction.model
    return {**kept, "result": model}


def _around(model: Model) -> dict[str, Model]:
    """The same moment with what can lie over a game or be said beside it."""
    rules = replace(model, overlay=Overlay.RULES, overlay_top=AT_SECTION)
    if model.game.facts.id != "stonehenge":
        return {"rules": rules}
    seats = len(model.words.names)
    keys = tuple(f"lune chat seau pain {word}" for word in ("un", "deux", "trois", "quatre"))
    status = TableStatus((0,), is_apart=True, fingerprints=keys[:seats])
    apart = replace(model, status=status)
    alone = replace(apart, chooser=None)
    late = hear(hear(alone, Reached(1, is_linked=False)), Waiting("lay", (1,), (), is_long=True))
    thinking = hear(alone, Waiting("lay", (1,), (), is_long=True, agreed=((1, (2, 3)),)))
    assert model.chooser is not None
    asked = Asked(model.chooser.question.request, model.chooser.question.view)
    shared = replace(model, status=TableStatus((0, 1)), before=1)
    guide = model.game.presenter.guide
    return {
        "rules": rules,
        "chat": replace(apart, chat=Draft("bonjour")),
        "proposal": hear(apart, Agreeing(Agreement.TAKE_BACK, (1,), (0, 2, 3))),
        "sealed": hear(alone, Waiting("seal", (1, 2), (0, 3))),
        "late": late,
        "seats": replace(late, overlay=Overlay.SEATS),
        "without": replace(thinking, overlay=Overlay.WITHOUT),
        "confirm": hear(alone, Waiting("confirm", (1,), (0, 2, 3))),
        "withheld": hear(alone, Waiting("open", (1,), (0, 2, 3), is_long=True)),
        "cheat": hear(alone, Cheated(2, "a proof that does not hold")),
        "paused": hear(alone, Paused()),
        "curtain": hear(shared, asked),
        "lesson": explained(model, (model.words.translate(guide.hints["bid"].lesson),)),
    }


def _seen(model: Model, size: Size) -> str:
    """The model in the real application, drawn once."""
    texts: list[str] = []

    async def nothing(
        events: trio.MemorySendChannel[Event], commands: trio.MemoryReceiveChannel[Command]
    ) -> None:
        async with events, commands:
            async for _command in commands:
                pass

    def script(desk: Desk) -> Iterator[Condition]:
        yield lambda: True
        texts.append(desk.text())
        desk.press("c-c", "c-c")

    table = SoloTable(model.game, len(model.words.names), {}, b"golden", 0)
    sit(table, model.words, script, size=size, model=model, play=nothing)
    return texts[0]


def _keys(desk: Desk, seen: dict[str, str]) -> Iterator[Condition]:
    """The first decisions by keys, and what lies over the table."""
    yield _asked_after(desk, 0)
    desk.press("down", " ")
    yield desk.shows("[x]")
    seen["picked"] = desk.text()
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
    desk.press("c-c", "c-c")


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
