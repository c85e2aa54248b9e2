"""The whole position in sentences."""

from collections.abc import Iterator

from p2pjeux.games.ostrakon.facts import seat_facts, space_facts
from p2pjeux.games.ostrakon.state import BLACK, WHITE, Phase, State
from p2pjeux.games.ostrakon.texts import answer_name, names_of, rule_name, spoken, topic_name
from p2pjeux.rules.contract import Told, View
from p2pjeux.rules.words import Words


def position(view: View[State], words: Words) -> tuple[Told, ...]:
    return tuple((_told if view.state.topics else _before)(view, words))


def _before(view: View[State], words: Words) -> Iterator[Told]:
    """Who everybody is, as far as it is known."""
    yield Told("board", words.say("The philosophers are gathering."))
    for seat in range(len(view.state.philosophers)):
        yield Told("who", seat_facts(view.state, seat, words) + ".")


def _told(view: View[State], words: Words) -> Iterator[Told]:
    state = view.state
    for seat in range(state.seats):
        yield Told("who", seat_facts(state, seat, words, counts=False) + ".")
    for space, pile in enumerate(state.path):
        if pile:
            yield Told("board", space_facts(state, space, words) + ".")
    if state.under:
        yield Told(
            "board", words.say("Under the Sun: {names}.", names=names_of(state.under, words))
        )
    if state.phase is Phase.OVER:
        return
    yield Told("board", _today(state, words))
    yield Told(
        "board",
        words.say(
            "Topic: {topic}. {name} asks.",
            topic=topic_name(state.topic, words),
            name=words.name(state.asker),
        ),
    )
    if len(state.topics) > 2:
        yield Told(
            "board", words.say("Next topic: {topic}.", topic=topic_name(state.next_topic, words))
        )
    if state.question is not None:
        yield Told("hand", _question(state, words))


def _today(state: State, words: Words) -> str:
    days = state.council.days
    rule = rule_name(state.rule, words)
    today = words.say("Day {day} of {days}: {rule}.", day=state.day + 1, days=days, rule=rule)
    coming = tuple(rule_name(rule, words) for rule in state.council.rules[state.day + 1 :])
    if not coming:
        return today
    return today + " " + words.say("Then: {rules}.", rules=", ".join(coming))


def _question(state: State, words: Words) -> str:
    assert state.question is not None
    return words.say(
        "Question: {question} {white}; {black}.",
        question=spoken(state.question, words).text,
        white=answer_name(state, WHITE, words),
        black=answer_name(state, BLACK, words),
    )
