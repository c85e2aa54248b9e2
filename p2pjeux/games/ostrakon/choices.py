"""What a seat may do now, and a random choice of it."""

from typing import Final

from p2pjeux.games.ostrakon.calendar import PHILOSOPHERS
from p2pjeux.games.ostrakon.cards import TOPICS
from p2pjeux.games.ostrakon.legality import (
    ASK,
    CONSULT,
    CORRUPT,
    DECLINE,
    FOLLOW,
    KEEP,
    TAKE,
    TURN,
    VOTE,
    check,
)
from p2pjeux.games.ostrakon.questions import (
    ANSWER_MOST,
    QUESTION_MOST,
    Question,
    fresh_topics,
    sample_question,
    unused,
)
from p2pjeux.games.ostrakon.rules import request
from p2pjeux.games.ostrakon.state import BAD, COLORS, Phase, State
from p2pjeux.rules.contract import Choices, Form, Several, Source, Text, View
from p2pjeux.rules.requests import Action, Seat, deciders
from p2pjeux.rules.source import pick, shuffled
from p2pjeux.rules.words import later

SUGGESTED: Final = 3
ASK_FORM: Final = Form(
    ASK,
    (
        Text(later("question"), QUESTION_MOST),
        Text(later("white answer"), ANSWER_MOST),
        Text(later("black answer"), ANSWER_MOST),
    ),
)
VOTES: Final = tuple(Action(VOTE, (color,)) for color in COLORS)
OBJECTION: Final = Action(VOTE, (BAD,))
BALLOT: Final = (*VOTES, OBJECTION)
_PLAIN: Final = {
    Phase.DISCIPLE: (Action(FOLLOW), Action(DECLINE)),
    Phase.RECONSIDER: (Action(KEEP), Action(TURN)),
    Phase.TRICK: (Action(KEEP), Action(TURN)),
}
# What random askers write with when they make up a text of their own.
_LETTERS: Final = "aeiourstnl éÀç?!'-«»œ海🦉"


def choices(view: View[State]) -> Choices:
    state, seat = view.state, view.seat
    asked = request(state)
    if seat is None or asked is None or seat not in deciders(asked):
        return Choices()
    match state.phase:
        case Phase.CORRUPT:
            return _corruptions(state)
        case Phase.CONSULT:
            return _consultations(state)
        case Phase.ASK:
            return Choices(tuple(map(asking, suggestions(state))), (ASK_FORM,))
        case _:
            return Choices(_listed(state, seat))


def _listed(state: State, seat: Seat) -> tuple[Action, ...]:
    match state.phase:
        case Phase.VOTE:
            return _ballot(state, seat)
        case Phase.PHILOSOPHERS:
            return tuple(Action(TAKE, (number,)) for number in free_philosophers(state))
        case _:
            return _PLAIN[state.phase]


def _ballot(state: State, seat: Seat) -> tuple[Action, ...]:
    told = dict(state.corrupted).get(seat) if state.corrupted else None
    if told is not None:
        return (Action(VOTE, (told,)),)
    return BALLOT if state.may_refuse and seat != state.asker else VOTES


def asking(question: Question) -> Action:
    return Action(ASK, (question.text, question.white, question.black))


def free_philosophers(state: State) -> list[int]:
    return [number for number in range(len(PHILOSOPHERS)) if number not in state.philosophers]


def suggestions(state: State) -> tuple[Question, ...]:
    """Sample questions for an asker at a loss: one on the topic, or a few under a free one."""
    if not TOPICS[state.topic].is_free:
        return (unused(state.topic, state.asked),)
    topics = fresh_topics(state.asked)
    # Another part of the list each turn, so that the same three are not offered all evening.
    first, apart = 31 * len(state.asked), len(topics) // SUGGESTED
    return tuple(
        sample_question(topics[(first + number * apart) % len(topics)], 0)
        for number in range(SUGGESTED)
    )


def _corruptions(state: State) -> Choices:
    """Where only one is influenced the few choices are listed, and so for the Oracle."""
    number, others = state.council.influenced, state.others
    if number == 1:
        told = [(((seat,), ()), ((), (seat,))) for seat in others]
        return Choices(tuple(Action(CORRUPT, args) for both in told for args in both))
    white = Several(later("told to vote white"), others, 0, number)
    black = Several(later("told to vote black"), others, 0, number)
    return Choices(forms=(Form(CORRUPT, (white, black)),))


def _consultations(state: State) -> Choices:
    number, others = state.council.influenced, state.others
    if number == 1:
        return Choices(tuple(Action(CONSULT, ((seat,),)) for seat in others))
    consulted = Several(later("to consult"), others, number, number)
    return Choices(forms=(Form(CONSULT, (consulted,)),))


def sample(view: View[State], source: Source) -> Action:
    state = view.state
    assert view.seat is not None
    match state.phase:
        case Phase.VOTE:
            return pick(source, _ballot(state, view.seat))
        case Phase.ASK:
            return _sample_question(state, source)
        case Phase.CORRUPT:
            told: tuple[list[Seat], list[Seat]] = ([], [])
            for seat in _sample_others(state, source):
                told[source.below(2)].append(seat)
            return Action(CORRUPT, tuple(map(tuple, told)))
        case Phase.CONSULT:
            return Action(CONSULT, (tuple(_sample_others(state, source)),))
        case _:
            return pick(source, _listed(state, view.seat))


def _sample_others(state: State, source: Source) -> list[Seat]:
    return shuffled(source, state.others)[: state.council.influenced]


def _sample_question(state: State, source: Source) -> Action:
    if source.below(4) == 0:
        made_up = Action(ASK, tuple(_scribble(source, most) for most in (40, 12, 12)))
        if check(state, state.asker, made_up, ()) is None:
            return made_up
    if not TOPICS[state.topic].is_free:
        return asking(unused(state.topic, state.asked))
    return asking(sample_question(pick(source, fresh_topics(state.asked)), 0))


def _scribble(source: Source, most: int) -> str:
    return "".join(pick(source, _LETTERS) for _ in range(1 + source.below(most)))
