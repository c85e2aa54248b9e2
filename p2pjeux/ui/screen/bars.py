"""The lines around the table: title, what is expected, where one types, which keys apply."""

from dataclasses import dataclass
from typing import Final

from p2pjeux.rules.drawing import Line, Span, clip, line, width
from p2pjeux.rules.words import Words
from p2pjeux.table.events import Agreement
from p2pjeux.ui.choosing.chooser import Stage, is_at_start, preview, so_far
from p2pjeux.ui.screen import looking
from p2pjeux.ui.screen.frame import Spot
from p2pjeux.ui.screen.line_editor import Draft
from p2pjeux.ui.screen.model import Model, listed, shown, waiting_for
from p2pjeux.ui.wording.presence import presence_signs
from p2pjeux.ui.wording.questions import field_question
from p2pjeux.ui.wording.table_status import progress, waited
from p2pjeux.ui.wording.waits import Ways, wait_sentences
from p2pjeux.ui.wording.wrap import fit, wrap_spans

# What the bar does without first in a narrow window; each still works.
DISPENSABLE: Final = (
    *("f6", "tab", "f9", "f3", "f2", "f5", "pageup", "pagedown"),
    *("down", "escape", "f4", "?"),
)
# So much of the title stays, whatever else is to be said beside it.
TITLE_LEAST: Final = 12


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the bar: its name, how it is written, what it does."""

    name: str
    written: str
    does: str
    # What the screen just asks to be pressed stays, however narrow the window is.
    is_called_for: bool = False


def title_bar(model: Model, columns: int, seconds: int | None = None) -> Line:
    """The game and the table; and whom it has waited for, ``seconds`` by the clock of the shell."""
    words, facts = model.words, model.game.facts
    title = " " + words.choose(facts.title_fr, facts.title_en)
    parts = [words.say("step {number}", number=model.steps)]
    if model.table_name:
        parts.insert(0, model.table_name)
    parts.insert(0, presence_signs(model.status, words))
    end = " · ".join(part for part in parts if part) + " "
    note = ""
    is_late = model.status.is_awaited and not model.status.lacking
    if (is_late or (seconds is not None and model.status.lacking)) and not model.is_over:
        note = waited(model.status, seconds or 0, words) + "  "
        note = clip(note, max(0, columns - width(end) - TITLE_LEAST))
    start = clip(title, columns - width(note) - width(end) - 1)
    blank = " " * (columns - width(start) - width(note) - width(end))
    late = "bar-warn" if model.status.is_long or is_late else "bar"
    return line(Span(start, "bar-title"), Span(blank, "bar"), Span(note, late), Span(end, "bar"))


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
    if model.is_over and model.status.is_apart and model.status.people:
        text = words.say("The game is over. Enter shows how it came about, and asks what is next.")
        return "▶ ", text, "title"
    if model.is_over:
        return "", words.say("The game is over."), "title"
    if model.status.is_paused:
        return "", words.say("The table is paused; F3 resumes."), "title"
    if model.is_asked and chooser is not None:
        asked = chooser.question
        return "▶ ", asked.game.presenter.prompt(asked.view, asked.request, words), "prompt"
    return _others_expected(model)


def _others_expected(model: Model) -> tuple[str, str, str]:
    """For whom the table waits, why, and what can be done."""
    words, status = model.words, model.status
    told = wait_sentences(status, words, Ways.KEYS)
    if told:
        return ("! " if status.is_long else ""), " ".join(told), "warn" if status.is_long else "dim"
    if status.waiting is not None:
        done = progress(status.waiting, words)
        if done:
            return "", done, "dim"
    seats = waiting_for(model)
    if not seats:
        return "", words.say("One moment…"), "dim"
    names = words.among(tuple(words.name(seat) for seat in seats))
    return "", words.say("Waiting for {names}…", names=names), "dim"


def input_line(model: Model, columns: int) -> tuple[Line, int | None]:
    """The line above the keys, and the column of the cursor where something is being written."""
    chooser = model.chooser
    if model.chat is not None:
        return _chatting(model.chat, model.words, columns)
    proposed = _proposal(model)
    if proposed:
        return line(Span("? " + proposed, "title")), None
    if model.looked:
        return line(Span("◎ ", "prompt"), Span(looking.facts(model), "strong")), None
    if not model.is_asked or chooser is None:
        return (), None
    if model.is_writing:
        return _writing(Draft(model.typed, model.behind), "› ", columns)
    if model.typed:
        return _searching(model), 2 + width(model.typed)
    if chooser.refused:
        return line(Span("! " + chooser.refused, "warn")), None
    label, objection = preview(chooser, model.at)
    if objection:
        return line(Span("! " + objection, "warn")), None
    return _selected(model, label, columns), None


def _selected(model: Model, label: str, columns: int) -> Line:
    """What Enter would play, unless the entry says it already; and the facts of what it touches."""
    facts = looking.facts(model)
    after = (Span(" · " + facts, "dim"),) if facts else ()
    if not label:
        hint = _hint(model)
        if facts and width(hint) + width(facts) + 5 > columns:
            return line(Span("› " + facts, "dim"))
        return line(Span("› " + hint, "dim"), *after)
    enter = model.words.say("Enter:")
    if facts and label == listed(model)[model.at].label:
        return line(Span("→ " + enter.rstrip(" :\N{NO-BREAK SPACE}"), "dim"), *after)
    return line(Span(f"→ {enter} ", "dim"), Span(label, "strong"), *after)


def _writing(draft: Draft, lead: str, columns: int) -> tuple[Line, int]:
    """A text being written, scrolled so that the cursor stays in sight."""
    at = len(draft.text) - draft.behind
    before, after = draft.text[:at], draft.text[at:]
    while width(before) > columns - width(lead) - 2:
        before = before[1:]
    return line(Span(lead, "dim"), Span(before + after, "strong")), width(lead) + width(before)


def _chatting(chat: Draft, words: Words, columns: int) -> tuple[Line, int]:
    return _writing(chat, words.say("say to all:") + " ", columns)


def _proposal(model: Model) -> str:
    """What others have proposed, and the key that agrees; empty if there is nothing to answer."""
    agreeing, comer, words = model.status.agreeing, model.status.asks_us, model.words
    if model.status.proposed is None and comer is not None:
        bot = words.name(comer.seat)
        return words.say(
            "{name} would like to play instead of {bot}: F9 to agree.", name=comer.name, bot=bot
        )
    if model.status.proposed is None or agreeing is None:
        return ""
    names = words.among(tuple(words.name(seat) for seat in agreeing.agreed))
    if agreeing.to is Agreement.PAUSE:
        return words.say("{names} would like a pause: F3 to agree.", names=names)
    return words.say("{names} would like to take back the last decision: F2 to agree.", names=names)


def text_hint(model: Model, columns: int) -> tuple[Line, ...]:
    """What is to be written, above the line for it."""
    chooser = model.chooser
    if chooser is not None and chooser.refused:
        return wrap_spans((Span("! " + chooser.refused, "warn"),), columns - 3, "  ", "    ")
    return wrap_spans((Span(_hint(model), "dim"),), columns - 3, "  ", "  ")


def _searching(model: Model) -> Line:
    found = len(shown(model))
    words = model.words
    if model.typed.isdecimal():
        note = words.say("another digit may follow")
    elif found:
        note = words.count("{number} choice matches", "{number} choices match", found)
    else:
        note = words.say("no choice matches; Backspace or Esc")
    return line("› ", Span(model.typed, "strong"), Span("   " + note, "dim" if found else "warn"))


def _hint(model: Model) -> str:
    """How the pending question can be answered."""
    words, chooser = model.words, model.chooser
    assert chooser is not None
    if chooser.stage is Stage.FIELD:
        return " · ".join((*so_far(chooser), field_question(chooser)))
    return words.say("letters show only the choices that begin like this")


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
            fitting = [key for key in fitting if key.name != name or key.is_called_for]
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
    if model.chat is not None:
        send = Key("enter", words.say("Enter"), words.say("send"))
        return [send, Key("escape", words.say("Esc"), words.say("back"))]
    if model.looked:
        return _looking_keys(model)
    keys = _keys_now(model)
    if model.view is not None and not model.is_writing:
        keys.append(Key("tab", "Tab", words.say("look")))
    keys.append(Key("f1", "F1", words.say("help")))
    keys += _keys_of_company(model)
    if model.rules_text:
        keys.append(Key("f5", "F5", words.say("rules")))
    if model.story:
        keys.append(Key("f6", "F6", words.say("story")))
    if is_cut:
        keys.append(Key("f7", "F7", words.say("board")))
    if not model.is_over:
        keys.append(Key("f8", "F8", words.say("leave")))
    if model.status.is_apart:
        keys.append(
            Key(
                "f9",
                "F9",
                words.say("seats"),
                is_called_for=model.status.is_long or model.status.asks_us is not None,
            )
        )
    return keys


def _keys_now(model: Model) -> list[Key]:
    """The keys for what the screen waits for."""
    words = model.words
    if model.is_over and model.status.is_apart and model.status.people:
        return [Key("enter", words.say("Enter"), words.say("what is next"), is_called_for=True)]
    if model.is_over:
        return [Key("enter", words.say("Enter"), words.say("leave"))]
    if model.is_asked:
        return _choice_keys(model)
    return [] if model.status.is_apart else [Key(" ", words.say("any key"), words.say("faster"))]


def _looking_keys(model: Model) -> list[Key]:
    words = model.words
    keys = [Key("right", "↑↓←→", words.say("look at another"))]
    if looking.entry_of(model, model.looked) is not None:
        keys.append(Key("enter", words.say("Enter"), words.say("go to the choice")))
    return [*keys, Key("escape", words.say("Esc"), words.say("back"))]


def _keys_of_company(model: Model) -> list[Key]:
    words, status = model.words, model.status
    if not status.people or model.is_over:
        return []
    keys: list[Key] = []
    if model.may_take_back:
        is_proposed = status.proposed is Agreement.TAKE_BACK
        keys.append(Key("f2", "F2", words.say("take back"), is_called_for=is_proposed))
    if status.is_paused:
        keys.append(Key("f3", "F3", words.say("go on"), is_called_for=True))
    elif status.may_propose(Agreement.PAUSE):
        is_proposed = status.proposed is Agreement.PAUSE
        keys.append(Key("f3", "F3", words.say("pause"), is_called_for=is_proposed))
    return [*keys, Key("f4", "F4", words.say("chat"))] if status.is_apart else keys


def _choice_keys(model: Model) -> list[Key]:
    words, chooser = model.words, model.chooser
    assert chooser is not None
    keys = [] if model.is_writing else [Key("down", "↑↓ 1–9", words.say("move"))]
    if chooser.is_toggling and listed(model):
        keys.append(Key(" ", words.say("Space"), words.say("pick")))
    keys.append(Key("enter", words.say("Enter"), words.say("confirm")))
    if model.status.gives_hints and not model.is_writing:
        keys.append(Key("?", "?", words.say("hint")))
    if model.typed or not is_at_start(chooser):
        keys.append(Key("escape", words.say("Esc"), words.say("back")))
    return keys
