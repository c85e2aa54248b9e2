"""The lines around the table: title, what is expected, where one types, which keys apply."""

from dataclasses import dataclass
from typing import Final

from p2pjeux.rules.drawing import Line, Span, clip, line, width
from p2pjeux.ui.chooser import Stage, is_at_start, preview, so_far
from p2pjeux.ui.questions import field_question, question
from p2pjeux.ui.screen.frame import Spot
from p2pjeux.ui.screen.model import Model, listed, shown, waiting_for
from p2pjeux.ui.screen.wrap import fit, wrap_spans

# What the bar does without first in a narrow window; each still works.
DISPENSABLE: Final = ("f6", "f5", "pageup", "pagedown", "escape")


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the bar: its name, how it is written, what it does."""

    name: str
    written: str
    does: str


def title_bar(model: Model, columns: int) -> Line:
    words, facts = model.words, model.game.facts
    title = " " + words.choose(facts.title_fr, facts.title_en)
    parts = [words.say("step {number}", number=model.steps)]
    if model.table_name:
        parts.insert(0, model.table_name)
    end = " · ".join(parts) + " "
    start = clip(title, columns - width(end) - 1)
    blank = " " * (columns - width(start) - width(end))
    return line(Span(start, "bar-title"), Span(blank + end, "bar"))


def rule(label: str, columns: int) -> Line:
    start = f"── {label} " if label else ""
    return line(Span(start + "─" * max(0, columns - width(start)), "rule"))


def prompt(model: Model, columns: int) -> tuple[Line, ...]:
    """What is expected of the person, or whom the table waits for; one or two lines."""
    mark, text, style = _expected(model)
    first = Span(mark, style)
    lines = wrap_spans((Span(text, style),), columns - 1 - width(mark))[:2]
    return tuple(
        (first if number == 0 else Span(" " * width(mark)), *drawn)
        for number, drawn in enumerate(lines)
    )


def _expected(model: Model) -> tuple[str, str, str]:
    """A mark, a sentence and their style."""
    words, chooser = model.words, model.chooser
    if model.is_over:
        return "", words.say("The game is over."), "title"
    if model.is_asked and chooser is not None:
        asked = chooser.question
        if chooser.stage is Stage.READY:
            return "▶ ", question(chooser), "prompt"
        return "▶ ", asked.game.presenter.prompt(asked.view, asked.request, words), "prompt"
    seats = waiting_for(model)
    if not seats:
        return "", words.say("One moment…"), "dim"
    names = words.among(tuple(words.name(seat) for seat in seats))
    return "", words.say("Waiting for {names}…", names=names), "dim"


def input_line(model: Model, columns: int) -> tuple[Line, int | None]:
    """The line above the keys, and the column of the cursor where something is being written."""
    chooser = model.chooser
    if not model.is_asked or chooser is None:
        return (), None
    if model.is_writing:
        return _writing(model, columns)
    if model.typed:
        return _searching(model), 2 + width(model.typed)
    if chooser.refused:
        return line(Span("! " + chooser.refused, "warn")), None
    if chooser.stage is Stage.READY:
        return line(Span("› " + model.words.say("Enter plays this, Esc changes it"), "dim")), None
    label, objection = preview(chooser)
    if objection:
        return line(Span("! " + objection, "warn")), None
    if label:
        return line(Span("→ " + label, "strong")), None
    return line(Span("› " + _hint(model), "dim")), None


def _writing(model: Model, columns: int) -> tuple[Line, int]:
    """A text being written, scrolled so that the cursor stays in sight."""
    at = len(model.typed) - model.behind
    before, after = model.typed[:at], model.typed[at:]
    while width(before) > columns - 4:
        before = before[1:]
    return line("› ", Span(before + after, "strong")), 2 + width(before)


def text_hint(model: Model, columns: int) -> tuple[Line, ...]:
    """What is to be written, above the line for it."""
    return wrap_spans((Span(_hint(model), "dim"),), columns - 3, "  ", "  ")


def _searching(model: Model) -> Line:
    found = len(shown(model))
    words = model.words
    if model.typed.isdecimal():
        note = words.say("Enter selects number {number}", number=model.typed)
    elif found:
        note = words.count("{number} choice fits", "{number} choices fit", found)
    else:
        note = words.say("no choice fits; Backspace or Esc")
    return line("› ", Span(model.typed, "strong"), Span("   " + note, "dim" if found else "warn"))


def _hint(model: Model) -> str:
    """How the pending question can be answered."""
    words, chooser = model.words, model.chooser
    assert chooser is not None
    if chooser.stage is Stage.FIELD:
        return " · ".join((*so_far(chooser), field_question(chooser)))
    return words.say("arrows and Enter, a number, or type to search")


def key_bar(model: Model, columns: int, row: int, *, is_cut: bool) -> tuple[Line, tuple[Spot, ...]]:
    """The keys that apply now; ``is_cut`` when the board does not fit."""
    return draw_keys(_keys(model, is_cut=is_cut), columns, row)


def draw_keys(keys: list[Key], columns: int, row: int) -> tuple[Line, tuple[Spot, ...]]:
    """The keys that fit, each of which can also be clicked.

    In a narrow window they move closer, and then the dispensable ones go.
    """
    fitting = list(keys)
    gap = " " if _width(fitting, " ") <= columns else ""
    for name in DISPENSABLE:
        if _width(fitting, gap) > columns:
            fitting = [key for key in fitting if key.name != name]
    spans: list[Span] = []
    spots: list[Spot] = []
    used = 0
    for key in fitting:
        end = used + _width([key], gap)
        spans += [Span(f" {key.written} ", "key"), Span(f"{gap}{key.does} ", "bar")]
        spots.append(Spot(row, used, end, key.name))
        used = end
    return fit(tuple(spans), columns, "bar"), tuple(spots)


def _width(keys: list[Key], gap: str) -> int:
    return sum(width(key.written) + width(key.does) + 3 + len(gap) for key in keys)


def _keys(model: Model, *, is_cut: bool) -> list[Key]:
    words = model.words
    keys: list[Key] = []
    if model.is_over:
        keys.append(Key("enter", words.say("Enter"), words.say("leave")))
    elif model.is_asked:
        keys += _choice_keys(model)
    else:
        keys.append(Key(" ", words.say("any key"), words.say("faster")))
    keys.append(Key("f1", "F1", words.say("help")))
    if model.rules_text:
        keys.append(Key("f5", "F5", words.say("rules")))
    if model.story:
        keys.append(Key("f6", "F6", words.say("story")))
    if is_cut:
        keys.append(Key("f7", "F7", words.say("board")))
    if not model.is_over:
        keys.append(Key("f8", "F8", words.say("leave")))
    return keys


def _choice_keys(model: Model) -> list[Key]:
    words, chooser = model.words, model.chooser
    assert chooser is not None
    keys = [Key("enter", words.say("Enter"), _enter_does(model))]
    if chooser.is_toggling and listed(model):
        keys.append(Key(" ", words.say("Space"), words.say("pick")))
    if model.typed or not is_at_start(chooser):
        keys.append(Key("escape", words.say("Esc"), words.say("back")))
    return keys


def _enter_does(model: Model) -> str:
    words, chooser = model.words, model.chooser
    assert chooser is not None
    if chooser.stage is Stage.READY:
        return words.say("play") if model.at == 0 else words.say("change")
    return words.say("choose")
