"""The room before a table begins, drawn: who is there, who is at the door, and what can be done."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from p2pjeux.rules.drawing import Line, Size, Span, left, line, width
from p2pjeux.rules.words import Words
from p2pjeux.ui.lobby import (
    Invitation,
    invitation_lines,
    knock_line,
    present_line,
    room_title,
    wait_line,
)
from p2pjeux.ui.screen import bars
from p2pjeux.ui.screen.bars import Key
from p2pjeux.ui.screen.frame import Frame, Spot
from p2pjeux.ui.screen.lobby import Lobby, LobbyPage, choices
from p2pjeux.ui.wording.lobby_help import lobby_help
from p2pjeux.ui.wording.trust import trust_line
from p2pjeux.ui.wording.wrap import fit, wrap_spans, wrap_text


def draw(lobby: Lobby, size: Size) -> Frame:
    """The whole screen, exactly as large as the window."""
    match lobby.page:
        case LobbyPage.HELP:
            return _page(lobby, size, _help(lobby, size))
        case LobbyPage.INVITATION if lobby.invitation is not None:
            return _page(lobby, size, _invitation(lobby.invitation, lobby.words, size))
        case _:
            return _room(lobby, size)


def _room(lobby: Lobby, size: Size) -> Frame:
    room_rows = size.rows - 2
    listed, spots = _draw_choices(lobby, size)
    door, waits = _at_the_door(lobby, size), _waits(lobby, size)
    # Who knocks, and why nothing begins, is never cut off.
    above = [*_invited(lobby, size), *_people(lobby, size)]
    if lobby.page is LobbyPage.TERMS:
        above = [(), *_on_terms(lobby, size)]
    above = above[: max(0, room_rows - len(listed) - len(door) - len(waits) - 1)]
    top = [*above, *door, *waits]
    space = room_rows - len(top) - len(listed)
    notes = [drawn for text in lobby.notes for drawn in _wrapped(text, size, "cyan")]
    # The newest note is never cut off.
    body = [*top, *notes[-space:]] if space > 0 else top
    body += [()] * (room_rows - len(body) - len(listed))
    first = 1 + len(body)
    cursor = None
    if lobby.chat is not None:
        at = len(lobby.chat.text) - lobby.chat.behind
        lead = "  " + lobby.words.say("say to all:") + " "
        listed[-1] = line(Span(lead, "dim"), Span(lobby.chat.text, "strong"))
        cursor = (first + len(listed) - 1, width(lead) + width(lobby.chat.text[:at]))
    keys, key_spots = bars.draw_keys(_keys(lobby), size.columns, size.rows - 1)
    lines = (_title(lobby, size), *(*body, *listed)[:room_rows], keys)
    placed = tuple(replace(spot, row=spot.row + first) for spot in spots)
    return Frame(tuple(fit(drawn, size.columns) for drawn in lines), (*placed, *key_spots), cursor)


def _page(lobby: Lobby, size: Size, lines: list[Line]) -> Frame:
    """A page over the room; whoever knocks is seen below it, and always in the keys."""
    room_rows = size.rows - 2
    body = [*lines, (), *_at_the_door(lobby, size)][:room_rows]
    body += [()] * (room_rows - len(body))
    keys, spots = bars.draw_keys(_keys(lobby), size.columns, size.rows - 1)
    drawn = (_title(lobby, size), *body, keys)
    return Frame(tuple(fit(one, size.columns) for one in drawn), spots)


def _title(lobby: Lobby, size: Size) -> Line:
    text = "p2pjeux" if lobby.room is None else room_title(lobby.room, lobby.words)
    return line(Span(left(" " + text, size.columns), "bar-title"))


def _wrapped(text: str, size: Size, style: str) -> list[Line]:
    return list(wrap_spans((Span(text, style),), size.columns - 4, "  ", "    "))


def _invited(lobby: Lobby, size: Size) -> list[Line]:
    if lobby.room is not None and not lobby.room.free:
        return [()]
    said = lobby.said
    if lobby.invitation is not None:
        # All the rest has a page of its own, and the people want the room.
        more = lobby.words.say("F6 shows what to send to the others, and a QR code.")
        said = (*said[:1], more)
    lines = [drawn for text in said for drawn in _wrapped(text, size, "dim")]
    return [(), *lines, ()]


def _on_terms(lobby: Lobby, size: Size) -> list[Line]:
    words = lobby.words
    changing = [term.label for term in lobby.terms if term.name == lobby.changing]
    if changing:
        return _wrapped(changing[0], size, "prompt")
    text = words.say("What is settled about this table. Whoever opened it may change it.")
    if lobby.is_opener:
        text = words.say("What is settled about this table; you may change it until one is ready.")
    return _wrapped(text, size, "prompt")


def _people(lobby: Lobby, size: Size) -> list[Line]:
    words, room = lobby.words, lobby.room
    if room is None:
        return _wrapped(words.say("Waiting for the table…"), size, "dim")
    lines: list[Line] = [line(Span("  " + words.say("In the room"), "title"))]
    for one in room.present:
        mark = Span("  ✓ " if one.is_ready else "  · ", "good" if one.is_ready else "dim")
        style = "warn" if one.is_suspect else ("strong" if one.is_here else "")
        text = wrap_spans((Span(present_line(one, words), style),), size.columns - 6)
        lines += [
            (mark if number == 0 else Span("    "), *drawn) for number, drawn in enumerate(text)
        ]
    if room.readers is not None:
        lines += _wrapped(trust_line(room.readers, words), size, "dim")
    return [*lines, ()]


def _at_the_door(lobby: Lobby, size: Size) -> list[Line]:
    """Who wants to come in, with the keys that answer."""
    words, first = lobby.words, lobby.first
    if first is None:
        return []
    lines = _wrapped("? " + knock_line(first, words), size, "prompt")
    answer = words.say("F2 lets them in, F3 turns them away.")
    behind = sum(one.key not in lobby.answered for one in lobby.door) - 1
    if behind:
        more = words.count("{number} more at the door.", "{number} more at the door.", behind)
        answer += " " + more
    return [*lines, *_wrapped("  " + answer, size, "prompt"), ()]


def _waits(lobby: Lobby, size: Size) -> list[Line]:
    return [] if lobby.waits is None else _wrapped(wait_line(lobby.waits, lobby.words), size, "dim")


def _invitation(invitation: Invitation, words: Words, size: Size) -> list[Line]:
    """The code to scan with the text to send beside it, and below it the link in one piece."""
    code = [line("  ", *spans) for spans in _code_rows(invitation.dots)]
    wide = 2 + len(invitation.dots[0]) if code else 0
    columns = max(8, size.columns - wide - 4)
    title = words.say("To send to the others:")
    text: list[Line] = [*wrap_text(title, columns, "title"), ()]
    head, join, *rest = invitation_lines(invitation, words)
    for sentence in (head, *rest):
        text += [*wrap_text(sentence, columns, "strong"), ()]
    if len(invitation.addresses) > 1:
        text += wrap_text(words.say("Other addresses of this machine:"), columns, "dim")
        text += [line(Span(one, "dim")) for one in invitation.addresses[1:4]]
    rows = max(len(code), len(text))
    code += [line(" " * wide)] * (rows - len(code))
    text += [()] * (rows - len(text))
    beside = [(*one, Span("  "), *other) for one, other in zip(code, text, strict=True)]
    # Where there is room for it, a line between the code and the title.
    above = [()] if len(code) + 4 < size.rows else []
    return [*above, *beside, (), *_wrapped(join, size, "strong")]


def _code_rows(dots: tuple[tuple[bool, ...], ...]) -> Iterator[Line]:
    """Two rows of dots to a line, the upper one as the ground, the lower one as a letter on it.

    Of letters only the lower half block is used: fonts draw it a bit too high or too low, and
    where all are drawn alike a camera sees straight edges.
    """
    blank = (False,) * len(dots[0]) if dots else ()
    for above, below in zip(dots[::2], (*dots[1::2], blank), strict=False):
        pairs = zip(above, below, strict=True)
        yield tuple(
            Span("".join(" " if upper == lower else "▄" for upper, lower in run), style)
            for style, run in groupby(pairs, key=lambda pair: "qr-dark" if pair[0] else "qr")
        )


def _help(lobby: Lobby, size: Size) -> list[Line]:
    wide = 15
    lines: list[Line] = [()]
    for key, does in lobby_help(lobby.words, is_opener=lobby.invitation is not None):
        first, *others = wrap_text(does, size.columns - wide - 4)
        lines.append(line("  ", Span(left(key, wide), "strong"), *first))
        lines += [line(" " * (wide + 2), *more) for more in others]
    return lines


def _draw_choices(lobby: Lobby, size: Size) -> tuple[list[Line], list[Spot]]:
    lines: list[Line] = [bars.rule("", size.columns)]
    spots: list[Spot] = []
    listed = choices(lobby)
    at = min(lobby.at, len(listed) - 1)
    for number, choice in enumerate(listed):
        selected = number == at and lobby.chat is None
        lead = ("▸" if selected else " ") + (choice.number or f"{number + 1}. ")
        spots.append(Spot(len(lines), 0, size.columns, number))
        lines.append(line(Span(lead + choice.label, "selected" if selected else "")))
    lines.append(())
    return lines, spots


def _keys(lobby: Lobby) -> list[Key]:
    words = lobby.words
    if lobby.chat is not None:
        return [
            Key("enter", words.say("Enter"), words.say("say")),
            Key("escape", words.say("Esc"), words.say("back")),
        ]
    door = []
    if lobby.first is not None:
        door = [
            Key("f2", "F2", words.say("let in"), is_called_for=True),
            Key("f3", "F3", words.say("turn away"), is_called_for=True),
        ]
    if lobby.page in (LobbyPage.HELP, LobbyPage.INVITATION):
        return [*door, Key("escape", words.say("Esc"), words.say("back"))]
    keys = [
        Key("down", "↑↓ 1–9", words.say("move")),
        Key("enter", words.say("Enter"), words.say("confirm")),
        *door,
        Key("f1", "F1", words.say("help")),
        Key("f4", "F4", words.say("chat")),
    ]
    if lobby.page in (LobbyPage.PUT_OUT, LobbyPage.TERMS):
        keys.insert(2, Key("escape", words.say("Esc"), words.say("back")))
    elif lobby.invitation is not None:
        keys += [
            Key("f5", "F5", words.say("change")),
            Key("f6", "F6", words.say("invite")),
            Key("f7", "F7", words.say("put out")),
        ]
    elif lobby.terms:
        keys.append(Key("f5", "F5", words.say("settled")))
    return [*keys, Key("f8", "F8", words.say("leave"))]
