"""The end of a game on the full screen: what is told, and a key for each way to go on. Pure."""

from dataclasses import dataclass, replace
from typing import Final

from p2pjeux.rules.drawing import Line, Size, Span, left, line
from p2pjeux.rules.words import Words
from p2pjeux.ui.after import (
    AfterChoice,
    AfterCommand,
    AfterEvent,
    AfterNote,
    AfterShown,
    AllWilling,
    Checking,
    GameTold,
    PlayAgain,
    WritePage,
)
from p2pjeux.ui.choosing.moves import step, type_digit
from p2pjeux.ui.screen import bars
from p2pjeux.ui.screen.bars import Key
from p2pjeux.ui.screen.frame import Frame, Spot
from p2pjeux.ui.wording.after import (
    checking_line,
    proof_lines,
    ranked,
    series_lines,
    sources,
    turning_lines,
)
from p2pjeux.ui.wording.willing import Willing, willing_line
from p2pjeux.ui.wording.wrap import fit, wrap_spans

KEY_NAMES: Final = (
    *("up", "down", "home", "end", "pageup", "pagedown"),
    *("enter", "escape", "c-c", "f2", "f5", "f6", "f7", "f8"),
)
_SCROLLS: Final = {"pageup": -10, "pagedown": 10, "wheelup": -3, "wheeldown": 3}
_CHOICES: Final = {
    "f5": AfterChoice.ANOTHER,
    "f6": AfterChoice.REPLAY,
    "f8": AfterChoice.LEAVE,
    "c-c": AfterChoice.LEAVE,
}
# In the order in which they are listed.
_KEYS: Final = ("f2", "f5", "f6", "f7", "f8")


@dataclass(frozen=True, slots=True)
class After:
    """The end of a game as it is seen."""

    words: Words
    after: AfterShown
    told: GameTold | None = None
    checking: Checking = Checking(0)  # noqa: RUF009 - frozen
    willing: Willing = Willing()  # noqa: RUF009 - frozen
    notes: tuple[str, ...] = ()
    at: int = 0
    # The first line that is seen.
    top: int = 0


def hear(after: After, event: AfterEvent) -> After:
    match event:
        case Checking():
            return replace(after, checking=event)
        case GameTold():
            return replace(after, told=event)
        case Willing():
            return replace(after, willing=event)
        case AfterNote(text=text):
            return replace(after, notes=(*after.notes, text))
        case AllWilling():
            return after


def press(after: After, key: str, frame: Frame) -> After | AfterCommand | AfterChoice:
    """What a key does: what is seen then, a word to the others, or the end of all this."""
    after = replace(after, top=frame.top)
    if key in _SCROLLS:
        return replace(after, top=max(0, min(after.top + _SCROLLS[key], frame.top_most)))
    if key == "enter":
        key = _KEYS[after.at]
    if key == "f2":
        return PlayAgain(is_wanted=not after.willing.is_ours)
    if key == "f7":
        return WritePage()
    if key in _CHOICES:
        # There is nothing to look at again before it has been read.
        return after if key == "f6" and after.told is None else _CHOICES[key]
    if key in ("up", "down", "home", "end"):
        return replace(after, at=step(key, after.at, len(_KEYS)))
    goal = type_digit("", key, len(_KEYS))[1]
    return after if goal is None else replace(after, at=goal)


def click(after: After, entry: int, frame: Frame) -> After | AfterCommand | AfterChoice:
    """A click moves; a second one confirms."""
    return press(after, "enter", frame) if entry == after.at else replace(after, at=entry)


def draw(after: After, size: Size) -> Frame:
    """The whole screen, exactly as large as the window."""
    words, facts = after.words, after.after.game.facts
    title = words.say(
        "{title} · table “{table}” · the game is over",
        title=words.choose(facts.title_fr, facts.title_en),
        table=after.after.table_name,
    )
    listed, spots = _drawn_choices(after, size)
    below = [*_below(after, size), *listed]
    room = max(1, size.rows - 2 - len(below))
    told = _told(after, size)
    top_most = max(0, len(told) - room)
    top = min(after.top, top_most)
    seen = told[top : top + room]
    seen += [()] * (room - len(seen))
    keys, key_spots = bars.draw_keys(
        _keys(after, scrolls=top_most > 0), size.columns, size.rows - 1
    )
    body = (*seen, *below)[: size.rows - 2]
    lines = (line(Span(left(" " + title, size.columns), "bar-title")), *body, keys)
    first = 1 + room + len(below) - len(listed)
    placed = tuple(replace(spot, row=spot.row + first) for spot in spots)
    drawn = tuple(fit(one, size.columns) for one in lines)
    return Frame(drawn, (*placed, *key_spots), top=top, top_most=top_most)


def _wrapped(text: str, size: Size, style: str = "") -> list[Line]:
    return list(wrap_spans((Span(text, style),), size.columns - 4, "  ", "    "))


def _told(after: After, size: Size) -> list[Line]:
    """The ranking, and below it what the log has proved; a blank line between the parts."""
    words, told = after.words, after.told
    lines: list[Line] = [(), *_ranking(after, size)]
    if told is None:
        return [*lines, (), *_wrapped(checking_line(after.checking, words), size, "dim")]
    summary = told.summary
    turned = [] if summary is None else list(turning_lines(summary, after.after.game, words))
    proved = "good" if told.verdict.ok else "warn"
    parts = (
        ("", [" ".join(turned)]),
        ("cyan", list(series_lines(told, words))),
        (proved, list(proof_lines(told, words))),
    )
    for style, texts in parts:
        drawn = [one for text in texts if text for one in _wrapped(text, size, style)]
        lines += [(), *drawn] if drawn else []
    return lines


def _ranking(after: After, size: Size) -> list[Line]:
    words, outcome = after.words, after.after.outcome
    wide = max(len(name) for name in after.after.names) + 2
    summary = None if after.told is None else after.told.summary
    lines: list[Line] = []
    for place, seat in ranked(after.after):
        style = "title" if seat in outcome.winners else "strong"
        head = (
            Span(f"  {place:>2}. ", style),
            Span(left(words.name(seat), wide), f"seat{seat}"),
            Span(f"{outcome.scores[seat]:>5}", style),
        )
        room = size.columns - 5 - wide - 5 - 5
        first, *rest = wrap_spans((Span(sources(seat, summary, words), "dim"),), max(10, room))
        lines.append((*head, Span("   "), *first))
        lines += [(Span(" " * (13 + wide)), *more) for more in rest]
    return lines


def _below(after: After, size: Size) -> list[Line]:
    """What is never scrolled away: who plays again, and what was just done."""
    line_again = willing_line(after.willing, after.words)
    lines = _wrapped(line_again, size, "prompt") if line_again else []
    for note in after.notes[-1:]:
        lines += _wrapped(note, size, "dim")
    return lines


def _labels(after: After) -> tuple[str, ...]:
    words = after.words
    again = words.say("again with the same people; everybody moves up a seat")
    if after.willing.is_ours:
        again = words.say("not again after all")
    return (
        again,
        words.say("another game"),
        words.say("look at the game again"),
        words.say("write the game down as a page to keep"),
        words.say("leave"),
    )


def _drawn_choices(after: After, size: Size) -> tuple[list[Line], list[Spot]]:
    lines: list[Line] = [bars.rule("", size.columns)]
    spots: list[Spot] = []
    for number, (key, label) in enumerate(zip(_KEYS, _labels(after), strict=True)):
        selected = number == after.at
        lead = ("▸" if selected else " ") + f"{number + 1}. "
        spots.append(Spot(len(lines), 0, size.columns, number))
        style = "selected" if selected else ""
        lines.append(line(Span(lead + label, style), Span(f"  {key.upper()}", "dim")))
    return lines, spots


def _keys(after: After, *, scrolls: bool) -> list[Key]:
    words = after.words
    again = words.say("not again") if after.willing.is_ours else words.say("again")
    keys = [
        Key("enter", words.say("Enter"), words.say("confirm")),
        Key("f2", "F2", again),
        Key("f5", "F5", words.say("another")),
        Key("f6", "F6", words.say("replay")),
        Key("f7", "F7", words.say("page")),
        Key("f8", "F8", words.say("leave")),
    ]
    if scrolls:
        keys.append(Key("pagedown", words.say("PgUp PgDn"), words.say("more")))
    return keys
