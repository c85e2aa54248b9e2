"""The help: all keys that apply at this table, each with what it does."""

from p2pjeux.rules.drawing import Line, Span, left, width
from p2pjeux.rules.words import Words
from p2pjeux.ui.screen.full_screen import CONTROL_KEYS
from p2pjeux.ui.screen.model import Model
from p2pjeux.ui.wording.table_status import TableStatus
from p2pjeux.ui.wording.wrap import wrap_text


def help_lines(model: Model, columns: int) -> tuple[Line, ...]:
    words = model.words
    rows = _choosing(words)
    if model.status.gives_hints:
        rows.append(("?", words.say("a hint: what a bot would do in your place, and why")))
    rows += _keys(words, model.status)
    wide = max(width(key) for key, _ in rows) + 2
    lines: list[Line] = [()]
    for key, does in rows:
        first, *others = wrap_text(does, columns - wide)
        lines.append((Span(left(key, wide), "strong"), *first))
        lines += [(Span(" " * wide), *more) for more in others]
    lines.append(())
    advice = words.say(
        "While the others play, any key shows their moves at once. "
        "The line above the keys says what is expected of you."
    )
    return (*lines, *wrap_text(advice, columns))


def _choosing(words: Words) -> list[tuple[str, str]]:
    return [
        (words.say("arrows, digits"), words.say("move to another choice")),
        (words.say("Space"), words.say("pick a card or put it back, where cards are picked")),
        (
            words.say("Enter"),
            words.say("confirm the choice, or all that is picked; the line above the keys says it"),
        ),
        (words.say("Esc"), words.say("one step back; close what lies over the table")),
        (words.say("Tab"), words.say("look around the board; Enter there goes to the choice")),
        (
            words.say("letters"),
            words.say("show only choices that begin like this; Tab then completes"),
        ),
        (words.say("PgUp PgDn"), words.say("read what happened before")),
        (words.say("mouse"), words.say("click a choice, or a key on the bottom line")),
    ]


def _keys(words: Words, status: TableStatus) -> list[tuple[str, str]]:
    """The function keys with what is beside them; those for company only where there is some."""
    agreeing = words.say("ask to take back the last decision, or agree to it")
    keys = {
        "F1": words.say("this help"),
        "F2": agreeing if status.is_apart else words.say("take back the last decision"),
        "F3": words.say("ask for a pause, agree to it, or end it"),
        "F4": words.say("say something to everybody"),
        "F5": words.say("the rules about what is asked now"),
        "F6": words.say("the whole story of this game"),
        "F7": words.say("the board alone, as large as the window"),
        "F8": words.say("leave the table"),
        "F9": words.say(
            "the seats, the words of their keys, and a way on without all who are missing"
        ),
        "Ctrl-L": words.say("draw the screen again"),
        "Ctrl-Z": words.say("suspend the program; fg brings it back"),
        "Ctrl-C": words.say("ask whether to leave, as F8; twice leaves"),
    }
    apart = () if status.is_apart else ("F3", "F4", "F9")
    without = apart if status.people else ("F2", *apart)
    beside = {name.upper(): control for control, name in CONTROL_KEYS.items()}
    return [
        (key + (f", Ctrl-{beside[key][-1].upper()}" if key in beside else ""), does)
        for key, does in keys.items()
        if key not in without
    ]
