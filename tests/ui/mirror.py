"""The same seeded game in this process: it knows what a terminal must show and which keys to press.

A bot says what to do; the keys for it are found in the model of the screen itself.
"""

from importlib.resources import files
from typing import Any, Final

from p2pjeux.app.running.bot_names import bot_names
from p2pjeux.games import load_game
from p2pjeux.language import words_for
from p2pjeux.rules.contract import Cards, Several, Text
from p2pjeux.rules.drawing import Size, plain
from p2pjeux.rules.requests import Action
from p2pjeux.rules.source import SeededSource
from p2pjeux.table.events import Play
from p2pjeux.ui.choosing import chooser as choosing
from p2pjeux.ui.choosing.chooser import Chooser
from p2pjeux.ui.screen.key_commands import press
from p2pjeux.ui.screen.model import Model, hear
from p2pjeux.ui.screen.render import render
from p2pjeux.ui.wording.table_status import TableStatus
from tests.ui.seeded import SeededTable

NAME: Final = "Camille"
# A menu, and the fields of the longest form.
STAGES_MOST: Final = 20


class Mirror:
    def __init__(self, game_id: str, seats: int, seed: str, language: str) -> None:
        game = load_game(game_id)
        words = words_for(language, game_id, (NAME, *bot_names(seats - 1, (NAME,))))
        rules = (files(f"p2pjeux.games.{game_id}") / f"rules.{language}.md").read_text("utf-8")
        self.table = SeededTable(game_id, words.names, seed)
        self.model = Model(game, words, rules, words.say("against bots"), TableStatus((0,)))
        self._source = SeededSource(b"mirror")
        self.arguments = (
            *("solo", game_id, "--seats", str(seats), "--seed", seed, "--name", NAME),
            *("--lang", language, "--no-bell"),
        )

    def run(self) -> None:
        """Go on to the next question, or to the end."""
        for event in self.table.run():
            self.model = hear(self.model, event)

    def text(self, size: Size) -> str:
        return "\n".join(
            plain(line).translate({0xA0: " ", 0x202F: " "}).rstrip()
            for line in render(self.model, size).lines
        )

    def decide(self, size: Size) -> list[str]:
        """The keys that play what a bot would, pressed here already."""
        chooser = self.model.chooser
        assert chooser is not None
        goal = self.model.game.bot(chooser.question.view, self._source)
        self.model, pressed, play = play_by_keys(self.model, goal, size)
        assert self.table.command(play) is None
        return pressed


def play_by_keys(model: Model, goal: Action, size: Size) -> tuple[Model, list[str], Play]:
    """The keys that play an action, from the moment when it is asked for; and what they come to."""
    pressed: list[str] = []
    for _stage in range(STAGES_MOST):
        for key in _next_keys(model, goal):
            reaction = press(model, key, render(model, size))
            model = reaction.model
            pressed.append(key)
            if isinstance(reaction.command, Play):
                return model, pressed, reaction.command
    raise AssertionError(f"no keys lead to {goal}")


def _next_keys(model: Model, goal: Action) -> list[str]:
    """The keys that bring the open question one stage further towards the goal."""
    chooser = model.chooser
    assert chooser is not None
    if not chooser.filled and goal in chooser.question.choices.actions:
        return [*_to(choosing.entries(chooser), goal), "enter"]
    form, field = chooser.form, chooser.field
    if form is None or field is None:
        found = next(one for one in chooser.question.choices.forms if one.verb == goal.verb)
        return [*_to(choosing.entries(chooser), found), "enter"]
    value = _value(chooser, goal)
    if isinstance(field, Text):
        return [*(["end", "c-u"] if model.typed else []), *str(value), "enter"]
    many = isinstance(field, Cards | Several)
    values = value if many else (value,)
    items = choosing._items(chooser.question, field)
    keys: list[str] = []
    for one in values:
        keys += _to(choosing.entries(chooser), items.index(one))
        if chooser.is_toggling:
            keys.append(" ")
    return [*keys, "enter"]


def _value(chooser: Chooser, goal: Action) -> Any:
    """What the goal has for the field that is being filled."""
    form = chooser.form
    assert form is not None
    arguments = iter(goal.args)
    values = [goal.cards if isinstance(one, Cards) else next(arguments) for one in form.fields]
    return values[len(chooser.filled)]


def _to(entries: tuple[choosing.Selectable, ...], of: object) -> list[str]:
    at = next(number for number, entry in enumerate(entries) if entry.of == of)
    return ["home", *["right"] * at]
