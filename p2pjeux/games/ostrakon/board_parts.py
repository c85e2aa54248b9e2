"""What the small and the large board have in common."""

from collections.abc import Iterable
from typing import Final

from p2pjeux.games.ostrakon.calendar import PHILOSOPHERS
from p2pjeux.games.ostrakon.state import BAD, BLACK, WHITE, Phase, State
from p2pjeux.games.ostrakon.texts import color_name, rule_name, spoken, topic_name
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Line, Span, clip, left, line, line_width, width
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words

SUN: Final = "☀"
MOON: Final = "☾"
OLIVE: Final = "❦"
ASKS: Final = "▸"
FOLLOWS: Final = "»"
CORRUPTED: Final = "$"
CONSULTED: Final = "?"
# One's own shard while it lies hidden from the others.
_OWN_HIDDEN: Final = {"○": Span("◌", "white"), "●": Span("◍", "black")}
_GROUNDLESS: Final = ("", "rule", "dim")
# A black disc on a dark screen shines, so it gets the ground of black things.
_SHARDS: Final = {
    WHITE: Span("○", "white"),
    BLACK: Span("●", "black"),
    BAD: Span("✗", "warn"),
    None: Span("·", "dim"),
}


def style(view: View[State], seat: Seat) -> str:
    return "me" if seat == view.seat else f"seat{seat}"


def letter(state: State, seat: Seat) -> str:
    """The initial of a seat's philosopher: no two of the twelve share one."""
    if seat >= len(state.philosophers):
        return "?"
    return PHILOSOPHERS[state.philosophers[seat]].letter


def philosopher(state: State, seat: Seat) -> str:
    if seat >= len(state.philosophers):
        return "?"
    return PHILOSOPHERS[state.philosophers[seat]].name


def shard(view: View[State], seat: Seat) -> Span:
    """A seat's open shard; those of the last turn lie there until the next question.

    One's own is seen by oneself as it lies, between signs that say that it is still hidden.
    """
    state = view.state
    if seat == view.seat and view.sealed is not None and state.votes[seat] is None:
        own = _SHARDS.get(str(view.sealed.args[0])) if view.sealed.args else None
        if own is not None:
            return _OWN_HIDDEN.get(own.text, own)
    if state.question is None and state.last is not None:
        return _SHARDS[state.last.votes[seat]]
    return _SHARDS[state.votes[seat]]


def is_asking(state: State, seat: Seat) -> bool:
    return bool(state.topics) and state.phase is not Phase.OVER and seat == state.asker


def role(state: State, seat: Seat) -> str:
    """One sign: who asks, follows, is corrupted or consulted in this turn."""
    if is_asking(state, seat):
        return ASKS
    if seat == state.disciple:
        return FOLLOWS
    if seat in dict(state.corrupted):
        return CORRUPTED
    return CONSULTED if seat in state.consulted else " "


def header(state: State, columns: int, words: Words) -> Line:
    """The day, its rule, the moons still to be seen, and the rules of the days to come."""
    days = state.council.days
    if state.phase is Phase.OVER:
        title = words.say("The council is over.")
    else:
        title = words.say("Day {day} of {days}", day=state.day + 1, days=days)
    moons = MOON * (days - state.day) + "·" * state.day
    drawn = line(Span(f" {title}  ", "title"), Span(moons, "yellow"))
    if state.phase is Phase.OVER:
        return drawn
    drawn = (*drawn, Span("  " + rule_name(state.rule, words), "strong"))
    coming = [rule_name(rule, words) for rule in state.council.rules[state.day + 1 :]]
    if not coming:
        return drawn
    text = "   " + words.say("then: {rules}", rules=", ".join(coming))
    return (*drawn, Span(clip(text, columns - line_width(drawn)), "dim"))


def topics(state: State, columns: int, words: Words) -> tuple[Line, Line]:
    """Topic and asker now, and the next ones as far as they can be foreseen."""
    if not state.topics or state.phase is Phase.OVER:
        return (), ()
    now = words.say(
        "Now: {topic} – {name}",
        topic=topic_name(state.topic, words),
        name=words.name(state.asker),
    )
    shown = line(Span(left(" " + now, columns), "strong"))
    if len(state.topics) < 3:
        return shown, ()
    topic = topic_name(state.next_topic, words)
    if state.next_asker is None:
        following = words.say("Next: {topic}", topic=topic)
    else:
        name = words.name(state.next_asker)
        following = words.say("Next: {topic} – {name}", topic=topic, name=name)
    return shown, line(Span(clip(" " + following, columns), "dim"))


def question(state: State, columns: int, words: Words, rows_most: int = 2) -> list[Line]:
    """Two lines, whether the question needs them or not; more if it needs and may have them."""
    if state.question is None:
        return _between(state, columns, words)
    text = spoken(state.question, words).text
    rows = [line(" ", Span(row, "title")) for row in wrapped(text, columns - 2, rows_most)]
    return [*rows, ()][: max(2, len(rows))]


def answers(state: State, columns: int, words: Words) -> tuple[Line, Line]:
    """What white and what black means."""
    if state.question is None:
        return (), ()
    asked = spoken(state.question, words)
    white, black = (
        words.say("{color}: {answer}", color=color_name(color, words), answer=answer)
        for color, answer in ((WHITE, asked.white), (BLACK, asked.black))
    )
    return (
        line(" ", _SHARDS[WHITE], Span(left(" " + white, columns - 2), "strong")),
        line(" ", _SHARDS[BLACK], Span(clip(" " + black, columns - 2), "strong")),
    )


def _between(state: State, columns: int, words: Words) -> list[Line]:
    """Two lines for the time between two questions: who is to ask, and how the last turn went."""
    if not state.topics:
        return [(), ()]
    waiting = words.say("{name} is thinking of a question.", name=words.name(state.asker))
    drawn = line(Span(clip(" " + waiting, columns), "title"))
    if state.last is None:
        return [drawn, ()]
    white, black = (state.last.votes.count(color) for color in (WHITE, BLACK))
    name = words.name(state.last.asker)
    if state.last.advance:
        told = words.say(
            "Before: {white} white, {black} black; {name} advanced by {steps}.",
            white=white,
            black=black,
            name=name,
            steps=state.last.advance,
        )
    else:
        told = words.say(
            "Before: {white} white, {black} black; {name} went under the Sun.",
            white=white,
            black=black,
            name=name,
        )
    return [drawn, line(Span(clip(" " + told, columns), "dim"))]


def merged(drawn: Iterable[Span]) -> Line:
    """The same line in few spans: neighbours of one style, and blanks with a plain one before.

    Blanks are kept apart from other styles, whose ground may be coloured.
    """
    runs: list[list[Span]] = []
    for span in drawn:
        first = runs[-1][0] if runs else None
        if first is None or span.about != first.about:
            runs.append([span])
        elif span.style == first.style or (first.style in _GROUNDLESS and span.text.isspace()):
            runs[-1].append(span)
        else:
            runs.append([span])
    return tuple(
        run[0]
        if len(run) == 1
        else Span("".join([span.text for span in run]), run[0].style, run[0].about)
        for run in runs
    )


def wrapped(text: str, columns: int, rows: int) -> list[str]:
    """``text`` broken at spaces into at most ``rows`` lines; what is too long is cut."""
    lines = [""]
    for word in filter(None, text.split(" ")):
        longer = f"{lines[-1]} {word}".strip()
        if width(longer) <= columns or len(lines) == rows:
            lines[-1] = longer
        else:
            lines.append(word)
    return [clip(row, columns) for row in lines]
