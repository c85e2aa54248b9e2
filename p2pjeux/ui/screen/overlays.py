"""What can lie over the table: help, rules, the whole story, the whole board, the way out."""

from typing import assert_never

from p2pjeux.rules.drawing import Line, Size, Span, left, line, width
from p2pjeux.table.events import Asked
from p2pjeux.ui.screen import bars
from p2pjeux.ui.screen.bars import Key
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.screen.help import help_lines
from p2pjeux.ui.screen.model import AT_SECTION, Model, Overlay, pending
from p2pjeux.ui.screen.window_size import HEIGHTS
from p2pjeux.ui.wording.going_on import (
    ask_once_more,
    missing_names,
    what_it_means,
    who_agreed,
)
from p2pjeux.ui.wording.markdown import PROSE_MOST, cut_section, format_markdown
from p2pjeux.ui.wording.presence import seat_line
from p2pjeux.ui.wording.tutor import section_of
from p2pjeux.ui.wording.wrap import fit, wrap_text


def cover(model: Model, overlay: Overlay, size: Size, seconds: int | None = None) -> Frame:
    """The screen with a text over the whole of the table."""
    columns = size.columns if overlay is Overlay.BOARD else min(size.columns - 4, PROSE_MOST)
    lines, start = _content(model, overlay, Size(columns, size.rows))
    room = size.rows - 3
    top_most = max(0, len(lines) - room)
    top = min(start if model.overlay_top == AT_SECTION else model.overlay_top, top_most)
    margin = Span(" " * ((size.columns - columns) // 2))
    body = [fit((margin, *drawn), size.columns) for drawn in lines[top : top + room]]
    body += [fit((), size.columns)] * (room - len(body))
    keys, spots = bars.draw_keys(
        _keys(model, overlay, scrolls=top_most > 0), size.columns, size.rows - 1
    )
    title = _title(overlay, model)
    if top_most:
        title += f" · {top + 1}–{min(len(lines), top + room)} / {len(lines)}"
    heading = bars.rule(title, size.columns)
    screen = (bars.title_bar(model, size.columns, seconds), heading, *body, keys)
    return Frame(screen, spots, top=top, top_most=top_most)


def ask_to_leave(model: Model, table: Frame, size: Size) -> Frame:
    """The table with a question across its middle."""
    words = model.words
    texts = (
        Span(words.say("Leave the table?"), "title"),
        Span(words.say("The game is over.") if model.is_over else _leaving(model)),
    )
    middle = [bars.rule("", size.columns), ()]
    middle += [line("   ", text) for text in texts]
    middle += [(), bars.rule("", size.columns)]
    start = (size.rows - len(middle)) // 2
    band = tuple(fit(drawn, size.columns) for drawn in middle)
    choices = [
        Key("enter", words.say("Enter"), words.say("leave")),
        Key("escape", words.say("Esc"), words.say("stay")),
    ]
    keys, spots = bars.draw_keys(choices, size.columns, size.rows - 1)
    kept = table.lines[start + len(middle) : -1]
    return Frame((*table.lines[:start], *band, *kept, keys), spots)


def _leaving(model: Model) -> str:
    words, status = model.words, model.status
    if model.tutor is not None:
        return words.say("The game ends here for you; nothing is kept of it.")
    if status.is_apart and not status.people:
        return words.say("You are only watching; the others play.")
    return words.say("The table is saved; p2pjeux resume brings it back.")


def draw_lesson(model: Model, table: Frame, size: Size) -> Frame:
    """A lesson across the lower part of the table; the board above it can be seen."""
    words = model.words
    text = wrap_text(model.lesson[0], min(size.columns - 6, PROSE_MOST))
    middle = [bars.rule(words.say("Explanation"), size.columns), ()]
    middle += [line("   ", *drawn) for drawn in text]
    middle += [()]
    band = tuple(fit(drawn, size.columns) for drawn in middle)
    choices = [
        Key("enter", words.say("Enter"), words.say("go on")),
        Key("f8", "F8", words.say("leave")),
    ]
    keys, spots = bars.draw_keys(choices, size.columns, size.rows - 1)
    return Frame((*table.lines[: -1 - len(band)], *band, keys), spots)


def draw_curtain(model: Model, asked: Asked, size: Size) -> Frame:
    """Nothing of the game but its name: the machine is on its way from one person to the next."""
    words = model.words
    seat = asked.view.seat
    assert seat is not None
    texts = (
        Span(words.say("Pass the machine to {name}.", name=words.name(seat)), "title"),
        Span(words.say("{name}, press Enter when nobody else looks.", name=words.name(seat))),
    )
    middle = [
        line(Span(" " * max(0, (size.columns - width(text.text)) // 2)), text) for text in texts
    ]
    middle.insert(1, ())
    above = (size.rows - 2 - len(middle)) // 2
    below = size.rows - 2 - len(middle) - above
    choices = [
        Key("enter", words.say("Enter"), words.say("show my hand")),
        Key("f8", "F8", words.say("leave")),
    ]
    keys, spots = bars.draw_keys(choices, size.columns, size.rows - 1)
    lines = (bars.title_bar(model, size.columns), *((),) * above, *middle, *((),) * below, keys)
    return Frame(tuple(fit(drawn, size.columns) for drawn in lines), spots)


def _seat_lines(model: Model, columns: int) -> tuple[Line, ...]:
    """Everybody at the table: name, how they are doing, and the words of their key."""
    words, status = model.words, model.status
    lines: list[Line] = [()]
    for seat, name in enumerate(words.names):
        lines.append(line(Span(left(name, 20), f"seat{seat}"), seat_line(status, seat, words)))
        if seat < len(status.fingerprints):
            lines.append(line(Span("    " + status.fingerprints[seat], "strong")))
    advice = words.say(
        "Read the words of your keys to each other, once: if both screens show the same words, "
        "it is the person you think it is."
    )
    lines += [(), *wrap_text(advice, columns)]
    comer = status.asks_us
    if comer is not None:
        asks = words.say(
            "{name} would like to play instead of {bot}. If everybody agrees, the bot gets up "
            "after this step, and sits down again when {name} goes. The machine of that bot can "
            "see that hand, as it could see the bot’s.",
            name=comer.name,
            bot=words.name(comer.seat),
        )
        lines += [(), *wrap_text("? " + asks, columns, "title")]
    if status.is_long:
        lines += [(), *wrap_text("! " + what_it_means(status, words), columns, "warn")]
    for agreed in who_agreed(status, words):
        lines += [(), *wrap_text(agreed, columns, "strong")]
    return tuple(lines)


def _once_more(model: Model, columns: int) -> tuple[Line, ...]:
    """Whose hand would be laid open though its player is there, and who is for it."""
    words, status = model.words, model.status
    lines: list[Line] = [(), *wrap_text("! " + ask_once_more(status, words), columns, "warn")]
    for agreed in who_agreed(status, words):
        lines += [(), *wrap_text(agreed, columns, "strong")]
    return tuple(lines)


def _title(overlay: Overlay, model: Model) -> str:
    words = model.words
    titles = {
        Overlay.HELP: words.say("Help: what the keys do"),
        Overlay.RULES: words.say("Rules"),
        Overlay.STORY: words.say("Story"),
        Overlay.BOARD: words.say("Board"),
        Overlay.LEAVE: words.say("Leave"),
        Overlay.SEATS: words.say("Seats and keys"),
        Overlay.WITHOUT: words.say(
            "Carry on without {name}?", name=missing_names(model.status, words)
        ),
    }
    return titles[overlay]


def _keys(model: Model, overlay: Overlay, *, scrolls: bool) -> list[Key]:
    words, status = model.words, model.status
    keys = [Key("escape", words.say("Esc"), words.say("close"))]
    if overlay is Overlay.SEATS and status.asks_us is not None:
        name = status.asks_us.name
        keys.append(Key("enter", words.say("Enter"), words.say("let {name} play", name=name)))
    elif overlay in (Overlay.SEATS, Overlay.WITHOUT) and status.is_long:
        without = words.say("carry on without {name}", name=missing_names(status, words))
        keys.append(Key("enter", words.say("Enter"), without))
    if scrolls:
        keys += [
            Key("up", "↑", words.say("up")),
            Key("down", "↓", words.say("down")),
            Key("pageup", words.say("PgUp"), words.say("a page up")),
            Key("pagedown", words.say("PgDn"), words.say("a page down")),
        ]
    return keys


def _content(model: Model, overlay: Overlay, size: Size) -> tuple[tuple[Line, ...], int]:
    """The lines, and the one that should be seen first."""
    match overlay:
        case Overlay.HELP:
            return help_lines(model, size.columns), 0
        case Overlay.RULES:
            return _rules_lines(model, size.columns)
        case Overlay.STORY:
            told = (wrap_text(told.text, size.columns, told.style) for told in model.story)
            return tuple(drawn for lines in told for drawn in lines), 0
        case Overlay.BOARD:
            if model.view is None:
                return (), 0
            # What does not fit can be scrolled.
            roomy = Size(size.columns, max(size.rows, HEIGHTS[0]))
            return model.game.presenter.board(model.view, model.words, roomy), 0
        case Overlay.SEATS:
            return _seat_lines(model, size.columns), 0
        case Overlay.WITHOUT:
            return _once_more(model, size.columns), 0
        case Overlay.LEAVE:
            return (), 0
        case _:
            assert_never(overlay)


def _rules_lines(model: Model, columns: int) -> tuple[tuple[Line, ...], int]:
    """The rules with a bar beside the section about what is asked just now."""
    heading = section_of(model.game, pending(model), model.words)
    before, section, behind = cut_section(model.rules_text, heading)
    blank, bar = Span("  "), Span("▌ ", "prompt")
    room = columns - 2
    head = [(blank, *drawn) for drawn in format_markdown(before, room)]
    if not section:
        return tuple(head), 0
    now = [(bar, *drawn) for drawn in format_markdown(section, room)]
    rest = [(blank, *drawn) for drawn in format_markdown(behind, room)]
    return (*head, (), *now, (), *rest), len(head) + 1
