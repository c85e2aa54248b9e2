"""Lead the chooser to a given action, as a person who knows what to do would."""

from p2pjeux.encoding import Value
from p2pjeux.rules.contract import Cards, Field, Form, Pick, Several, Text
from p2pjeux.rules.requests import Action, Slot
from p2pjeux.ui.choosing import chooser as choosing
from p2pjeux.ui.choosing.chooser import Chooser, Stage


def reach(chooser: Chooser, goal: Action) -> Chooser:
    """The decided chooser; fails if the action cannot be chosen."""
    if goal in chooser.question.choices.actions:
        return choosing.choose(chooser, _entry(chooser, goal))
    form = next(form for form in chooser.question.choices.forms if form.verb == goal.verb)
    if chooser.stage is Stage.MENU:
        chooser = choosing.choose(chooser, _entry(chooser, form))
    arguments = list(goal.args)
    for field in form.fields:
        value = goal.cards if isinstance(field, Cards) else arguments.pop(0)
        chooser = _fill(chooser, field, value)
        assert not chooser.refused, (chooser.refused, goal)
    assert chooser.stage is Stage.DECIDED
    return chooser


def _fill(chooser: Chooser, field: Field, value: Value | tuple[Slot, ...]) -> Chooser:
    match field:
        case Text():
            assert isinstance(value, str)
            return choosing.write(chooser, value)
        case Pick():
            return choosing.pick(chooser, _items(chooser, field, (value,)))
        case Cards() | Several():
            assert isinstance(value, tuple | list)
            numbers = _items(chooser, field, tuple(value))
            return choosing.pick(chooser, numbers) if numbers else choosing.accept(chooser)


def _items(chooser: Chooser, field: Field, values: tuple[object, ...]) -> tuple[int, ...]:
    items = choosing._items(chooser.question, field)
    return tuple(_entry(chooser, items.index(value)) for value in values)


def _entry(chooser: Chooser, of: Action | Form | int) -> int:
    listed = choosing.entries(chooser)
    return next(number for number, entry in enumerate(listed) if entry.of == of)
