"""What a philosopher has to know of the time since the last decision: from board to board."""

from collections.abc import Iterator
from itertools import pairwise

from p2pjeux.games.ostrakon.calendar import TEMPLE
from p2pjeux.games.ostrakon.state import COLORS, Phase, Result, State
from p2pjeux.games.ostrakon.texts import color_name, names_of, rule_name
from p2pjeux.rules.contract import View
from p2pjeux.rules.words import Words


def since(states: tuple[State, ...], view: View[State], words: Words) -> tuple[str, ...]:
    """Each question with its answers and why the asker moved, one's own place, and the day."""
    lines: list[str] = []
    for before, after in pairwise(states):
        lines += _turn(before, after, words)
    return (*lines, *_own(states[0], view, words), *_day(states[0], view.state, words))


def _turn(before: State, after: State, words: Words) -> Iterator[str]:
    if after.refused and not before.refused:
        yield words.say(
            "The question of {name} was called bad by more than half: another one will stand.",
            name=words.name(after.asker),
        )
    if after.last is None or len(after.history) == len(before.history):
        return
    yield f"{why_moved(after.last, words)} {_votes(after.last, words)}"


def _votes(result: Result, words: Words) -> str:
    """Who answered what; the asker is told with the outcome."""
    told = []
    for color in COLORS:
        seats = [seat for seat, vote in enumerate(result.votes) if vote == color]
        if seats:
            told.append(
                words.say(
                    "{color}: {names}", color=color_name(color, words), names=names_of(seats, words)
                )
            )
    text = " · ".join(told)
    return text[:1].upper() + text[1:] + "."


def why_moved(result: Result, words: Words) -> str:
    """At least half must agree with the asker, but not all; each who does not is one space."""
    name, agreeing, others = words.name(result.asker), result.agreeing, result.answering
    if agreeing == others:
        return words.say("All agreed with {name}: under the Sun.", name=name)
    if not result.advance:
        return words.say(
            "Only {agreeing} of {others} agreed with {name}: under the Sun.",
            agreeing=agreeing,
            others=others,
            name=name,
        )
    return words.say(
        "{agreeing} of {others} agreed with {name}: {steps} forward, to {place}.",
        agreeing=agreeing,
        others=others,
        name=name,
        steps=result.advance,
        place=place_name(result.landed, words),
    )


def place_name(space: int, words: Words) -> str:
    return words.say("the Temple") if space == TEMPLE else words.say("space {space}", space=space)


def _own(before: State, view: View[State], words: Words) -> Iterator[str]:
    """Where one was carried, if another's turn did it, and who has begun to follow."""
    state, seat = view.state, view.seat
    if seat is None or not before.philosophers:
        return
    was, now = before.space_of(seat), state.space_of(seat)
    if was != now and was and now:
        yield words.say(
            "You have moved from {before} to {after}.",
            before=place_name(was, words),
            after=place_name(now, words),
        )
    if state.disciple is not None and state.disciple != before.disciple and state.topics:
        yield words.say(
            "{name} is now the disciple of {asker}.",
            name=words.name(state.disciple),
            asker=words.name(state.asker),
        )


def _day(before: State, after: State, words: Words) -> Iterator[str]:
    if after.day != before.day and after.phase is not Phase.OVER:
        yield words.say(
            "Day {day} has begun ({rule}); the Sun shines on {place}.",
            day=after.day + 1,
            rule=rule_name(after.rule, words),
            place=place_name(after.sun, words),
        )
