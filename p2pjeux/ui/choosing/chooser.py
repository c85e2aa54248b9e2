"""From what a seat may do, and what a person selects or writes, to one action.

Both interfaces drive these functions: the plain one with numbers read from a line, the full screen
with a cursor. A chooser is a frozen record; every function returns the next one, and what cannot be
done comes back as the same chooser with the reason in ``refused``. There is no dead end.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, TypeAlias

from p2pjeux.encoding import Value
from p2pjeux.rules.contract import Cards, Choices, Field, Form, Game, Pick, Refusal, Several, View
from p2pjeux.rules.contract import Text as TextField
from p2pjeux.rules.door import check_play
from p2pjeux.rules.requests import Action, Request, Slot
from p2pjeux.rules.words import Words

# Up to so many listed actions stand beside the first field of an only form, sparing one step.
BESIDE_MOST: Final = 4

# How one field was filled: the items picked, in the order of picking, or a line of text.
Filling: TypeAlias = tuple[int, ...] | str


class Stage(Enum):
    MENU = "listed actions and forms"
    FIELD = "one field of a form"
    DECIDED = "the action is the answer"


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What is asked of the seat that holds ``view``, and what it may answer."""

    game: Game[Any]
    request: Request
    view: View[Any]
    words: Words
    choices: Choices


@dataclass(frozen=True, slots=True)
class Selectable:
    """One thing that can be selected now.

    ``of`` is an action to play, a form to open, or the number of an item of the current field.
    ``mark`` counts from 1 in the order of picking; 0 is not picked.
    """

    label: str
    of: Action | Form | int
    mark: int = 0

    @property
    def is_item(self) -> bool:
        """Whether it fills a form that is open, and is no action or form of its own."""
        return isinstance(self.of, int)


@dataclass(frozen=True, slots=True)
class Chooser:
    question: OpenQuestion
    form: Form | None = None
    filled: tuple[Filling, ...] = ()
    picked: tuple[int, ...] = ()
    text: str = ""
    # Complete and legal: the answer.
    action: Action | None = None
    refused: str = ""

    @property
    def stage(self) -> Stage:
        if self.action is not None:
            return Stage.DECIDED
        return Stage.MENU if self.form is None else Stage.FIELD

    @property
    def field(self) -> Field | None:
        """The field that is being filled."""
        if self.form is None or self.stage is not Stage.FIELD:
            return None
        return self.form.fields[len(self.filled)]

    @property
    def is_toggling(self) -> bool:
        """Whether items are picked and put back one by one until the person confirms."""
        return isinstance(self.field, Cards | Several)


def begin(game: Game[Any], request: Request, view: View[Any], words: Words) -> Chooser:
    question = OpenQuestion(game, request, view, words, game.choices(view))
    return _first(question)


def _first(question: OpenQuestion) -> Chooser:
    """The menu, or straight the only form with the few listed actions beside its first field."""
    actions, forms = question.choices.actions, question.choices.forms
    if len(forms) != 1 or len(actions) > BESIDE_MOST:
        return Chooser(question)
    # Whoever writes a text cannot select beside it.
    if actions and isinstance(forms[0].fields[0], TextField):
        return Chooser(question)
    return Chooser(question, forms[0])


def entries(chooser: Chooser) -> tuple[Selectable, ...]:
    """All that can be selected now: listed actions, then forms or the items of the field."""
    question = chooser.question
    presenter, view, words = question.game.presenter, question.view, question.words
    found: list[Selectable] = []
    if _is_first(chooser):
        found += [
            Selectable(presenter.label(view, action, words), action)
            for action in question.choices.actions
        ]
    if chooser.stage is Stage.MENU:
        found += [
            Selectable(words.say("{form}…", form=form_name(form, words)), form)
            for form in question.choices.forms
        ]
    found += [
        Selectable(label, item, chooser.picked.index(item) + 1 if item in chooser.picked else 0)
        for item, label in enumerate(_labels(chooser))
    ]
    return tuple(found)


def _is_first(chooser: Chooser) -> bool:
    """Whether nothing of a form is filled and the listed actions can be selected."""
    if chooser.stage is Stage.MENU:
        return True
    if chooser.stage is not Stage.FIELD or chooser.filled:
        return False
    return _first(chooser.question).form is chooser.form


def form_name(form: Form, words: Words) -> str:
    """The verb of a form in the catalogue of its game."""
    return words.translate(form.verb).replace("_", " ")


def _items(question: OpenQuestion, field: Field) -> tuple[Any, ...]:
    """What a field is filled from; cards in the order in which the game draws a hand."""
    match field:
        case Cards(among=among):
            rank = question.game.presenter.rank
            return tuple(sorted(among, key=lambda slot: (rank(question.view, slot), slot)))
        case Pick(among=among) | Several(among=among):
            return among
        case TextField():
            return ()


def _labels(chooser: Chooser) -> tuple[str, ...]:
    if chooser.field is None or chooser.form is None:
        return ()
    return _labels_of(chooser.question, chooser.form, chooser.field)


def _labels_of(question: OpenQuestion, form: Form, field: Field) -> tuple[str, ...]:
    """A label for each item of a field, in the order of ``_items``."""
    if isinstance(field, TextField):
        return ()
    items = _items(question, field)
    if isinstance(field, Cards):
        return tuple(_card(question, slot) for slot in items)
    value = question.game.presenter.value
    return tuple(value(question.view, form, field.name, item, question.words) for item in items)


def things(chooser: Chooser) -> tuple[tuple[str, ...], ...]:
    """For each entry what it is about, of all that the board shows."""
    question = chooser.question
    tell = question.game.presenter.things
    return tuple(
        () if choice is None else tell(question.view, choice) for choice in _choices(chooser)
    )


def _choices(chooser: Chooser) -> Iterator[Action | None]:
    """Each entry as an action, an item of a form with nothing else in it; None for a form."""
    question, form, field = chooser.question, chooser.form, chooser.field
    if _is_first(chooser):
        yield from question.choices.actions
    if chooser.stage is Stage.MENU:
        yield from (None for _form in question.choices.forms)
    if form is None or field is None:
        return
    for item in _items(question, field):
        if isinstance(field, Cards):
            yield Action(form.verb, cards=(item,))
        elif not isinstance(field, TextField):
            yield Action(field.name, (item,))


def so_far(chooser: Chooser) -> tuple[str, ...]:
    """What the fields before this one were filled with."""
    form = chooser.form
    if form is None:
        return ()
    told = []
    for field, filling in zip(form.fields, chooser.filled, strict=False):
        if isinstance(filling, str):
            told.append(filling)
        else:
            labels = _labels_of(chooser.question, form, field)
            told.append(chooser.question.words.among(tuple(labels[item] for item in filling)))
    return tuple(told)


def _card(question: OpenQuestion, slot: Slot) -> str:
    face = question.view.faces.get(slot)
    if face is None:
        return question.words.say("hidden card {number}", number=slot.place + 1)
    label = question.game.presenter.card(face, question.words)
    is_new = slot in question.view.fresh
    return question.words.say("{card} (new)", card=label) if is_new else label


def choose(chooser: Chooser, index: int) -> Chooser:
    """Select one entry: play an action, open a form, fill a field, pick or put back an item."""
    listed = entries(chooser)
    if not 0 <= index < len(listed):
        return _no_such(chooser)
    of = listed[index].of
    chooser = replace(chooser, refused="")
    if isinstance(of, Action):
        return replace(chooser, action=of)
    if isinstance(of, Form):
        return replace(chooser, form=of)
    if chooser.is_toggling:
        return replace(chooser, picked=_toggled(chooser, of))
    return _fill(chooser, (of,))


def _toggled(chooser: Chooser, item: int) -> tuple[int, ...]:
    """With the item or without it; where only one may be picked it takes the place of another."""
    field, picked = chooser.field, chooser.picked
    if item in picked:
        return tuple(other for other in picked if other != item)
    if isinstance(field, Cards | Several) and field.most == 1:
        return (item,)
    return (*picked, item)


def toggle(chooser: Chooser, index: int) -> Chooser:
    """What Space does: pick an item or put it back; it never plays anything."""
    listed = entries(chooser)
    if not chooser.is_toggling or not 0 <= index < len(listed):
        return chooser
    return choose(chooser, index) if isinstance(listed[index].of, int) else chooser


def confirm(chooser: Chooser, index: int) -> Chooser:
    """What Enter does: take the entry, or where items are picked, all that are picked."""
    listed = entries(chooser)
    if 0 <= index < len(listed) and isinstance(listed[index].of, int) and chooser.is_toggling:
        if not chooser.picked and not _may_be_empty(chooser):
            return _refuse(chooser, Refusal("pick with Space first; Enter then confirms"))
        return accept(chooser)
    return choose(chooser, index)


def pick(chooser: Chooser, indexes: tuple[int, ...]) -> Chooser:
    """Fill the field with exactly these entries, or select the only one that is named."""
    if len(indexes) == 1 and not chooser.is_toggling:
        return choose(chooser, indexes[0])
    listed = entries(chooser)
    if not all(0 <= index < len(listed) for index in indexes):
        return _no_such(chooser)
    items = [listed[index].of for index in indexes]
    if len(items) == 1 and isinstance(items[0], Action):
        return choose(chooser, indexes[0])
    numbers = tuple(item for item in items if isinstance(item, int))
    if len(numbers) < len(items) or not chooser.is_toggling:
        return _refuse(chooser, Refusal("these cannot be chosen together"))
    if len(set(numbers)) < len(numbers):
        return _refuse(chooser, Refusal("one of these is named twice"))
    return accept(replace(chooser, picked=numbers))


def accept(chooser: Chooser) -> Chooser:
    """Confirm the items picked so far, or the text."""
    match chooser.stage:
        case Stage.FIELD if isinstance(chooser.field, TextField):
            return write(chooser, chooser.text)
        case Stage.FIELD if chooser.is_toggling:
            return _fill(replace(chooser, refused=""), chooser.picked)
        case _:
            return _refuse(chooser, Refusal("choose one of these first"))


def _may_be_empty(chooser: Chooser) -> bool:
    field = chooser.field
    return isinstance(field, Cards | Several) and field.least == 0


def write(chooser: Chooser, text: str) -> Chooser:
    """Fill a text field."""
    field = chooser.field
    assert isinstance(field, TextField)
    # Spaces that do not break are left: French writes them before its signs.
    line = " ".join(part for part in text.split(" ") if part)
    chooser = replace(chooser, text=line, refused="")
    if len(line) > field.most:
        too_long = Refusal("at most {most} characters fit here", {"most": field.most})
        return _refuse(chooser, too_long)
    return _fill(chooser, line)


def back(chooser: Chooser) -> Chooser:
    """Undo one step; at the first one, put back what is picked."""
    if chooser.form is None or not (chooser.filled or chooser.action):
        return _first(chooser.question)
    *before, last = chooser.filled
    picked, text = ((), last) if isinstance(last, str) else (last, "")
    return replace(chooser, filled=tuple(before), picked=picked, text=text, action=None, refused="")


def restart(chooser: Chooser) -> Chooser:
    """The same question from its beginning."""
    return _first(chooser.question)


def is_at_start(chooser: Chooser) -> bool:
    """Whether there is nothing to go back from."""
    if chooser.filled or chooser.picked or chooser.action is not None:
        return False
    return chooser.form is _first(chooser.question).form


def _fill(chooser: Chooser, filling: Filling) -> Chooser:
    """Go on to the next field, or, after the last one, ask the rules about the whole action."""
    field, form = chooser.field, chooser.form
    assert field is not None
    assert form is not None
    refusal = _check_count(field, filling)
    if refusal is not None:
        return _refuse(chooser, refusal)
    filled = (*chooser.filled, filling)
    if len(filled) < len(form.fields):
        return replace(chooser, filled=filled, picked=(), text="")
    action = _build(chooser.question, form, filled)
    refusal = _check(chooser.question, action)
    if refusal is not None:
        # The person sees the last field again, still filled, and the reason.
        kept = () if isinstance(filling, str) or not chooser.is_toggling else filling
        return _refuse(replace(chooser, picked=kept), refusal)
    return replace(chooser, filled=filled, picked=(), text="", action=action)


def _check_count(field: Field, filling: Filling) -> Refusal | None:
    if not isinstance(field, Cards | Several):
        return None
    if field.least <= len(filling) <= field.most:
        return None
    if field.least == field.most:
        return Refusal(
            "exactly {least} must be chosen here, not {count}",
            {"least": field.least, "count": len(filling)},
        )
    return Refusal(
        "{least} to {most} must be chosen here, not {count}",
        {"least": field.least, "most": field.most, "count": len(filling)},
    )


def _build(question: OpenQuestion, form: Form, filled: tuple[Filling, ...]) -> Action:
    cards: tuple[Slot, ...] = ()
    arguments: list[Value] = []
    for field, filling in zip(form.fields, filled, strict=True):
        if isinstance(filling, str):
            arguments.append(filling)
            continue
        items = _items(question, field)
        values = tuple(items[index] for index in filling)
        match field:
            case Cards(ordered=True):
                cards += values
            case Cards():
                cards += tuple(sorted(values))
            case Several():
                # In the order of the field, so that the same choice is the same action.
                arguments.append(tuple(items[index] for index in sorted(filling)))
            case _:
                arguments += values
    return Action(form.verb, tuple(arguments), cards)


def _check(question: OpenQuestion, action: Action) -> Refusal | None:
    """Ask the same door as the table will, so that nothing illegal is ever sent."""
    view = question.view
    assert view.seat is not None
    faces = tuple(view.faces[slot] for slot in action.cards if slot in view.faces)
    return check_play(question.game, view.state, question.request, view.seat, action, faces)


def preview(chooser: Chooser, index: int) -> tuple[str, str]:
    """What Enter on an entry would play, and why it may not; either may be empty.

    Too few is not wrong while one is still picking.
    """
    question, field = chooser.question, chooser.field
    if isinstance(field, TextField):
        return "", ""
    if isinstance(field, Cards | Several):
        listed = entries(chooser)
        is_item = 0 <= index < len(listed) and isinstance(listed[index].of, int)
        if is_item and len(chooser.picked) < max(1, field.least):
            return "", ""
    after = confirm(replace(chooser, refused=""), index)
    if chooser.form is None and after.form is not None:
        return entries(chooser)[index].label, ""
    if after.action is not None:
        return question.game.presenter.label(question.view, after.action, question.words), ""
    return "", after.refused


def _no_such(chooser: Chooser) -> Chooser:
    return _refuse(chooser, Refusal("there is no such choice"))


def _refuse(chooser: Chooser, refusal: Refusal) -> Chooser:
    return replace(chooser, refused=explain(refusal, chooser.question.words))


def explain(refusal: Refusal, words: Words) -> str:
    """A refusal as a sentence in the person's language."""
    text = words.say(refusal.text, **refusal.values)
    ended = text if text.endswith((".", "!", "?", "…")) else text + "."
    return ended[:1].upper() + ended[1:]
