"""A philosopher who reads the others' characters, and asks what will divide them just so.

An asker moves by as many spaces as there are others who disagree, as long as half of them agree: so
the question itself is chosen, of all that may be asked about the topic, by how far it will
probably carry its asker. What somebody has answered before counts more and more, for people are
not their characters.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final

from p2pjeux.games.ostrakon.bot import Outlook, decide_by
from p2pjeux.games.ostrakon.cards import TOPICS
from p2pjeux.games.ostrakon.choices import asking
from p2pjeux.games.ostrakon.opinions import best_bet, blended
from p2pjeux.games.ostrakon.questions import Question, fresh_topics, sample_question, samples_of
from p2pjeux.games.ostrakon.state import Color, Phase, State
from p2pjeux.rules.contract import Source, View
from p2pjeux.rules.requests import Action
from p2pjeux.rules.source import shuffled

# Where any topic may be asked about, so many are thought over.
THOUGHT_OVER: Final = 30
decide_later: Final = partial(decide_by, blended)


@dataclass(frozen=True, slots=True)
class WeighedQuestion:
    """How far a question will probably carry its asker, and with which shard."""

    question: Question
    spaces: float
    bet: Color


def decide(view: View[State], source: Source) -> Action:
    if view.state.phase is Phase.ASK:
        return asking(best_question(weigh(view.state, source)).question)
    return decide_later(view, source)


def best_question(weighed: list[WeighedQuestion]) -> WeighedQuestion:
    return max(weighed, key=lambda one: one.spaces)


def weigh(state: State, source: Source) -> list[WeighedQuestion]:
    """All questions that may be asked now, or enough of them; never none."""
    return [_weighed(state, question) for question in _questions(state, source)]


def _questions(state: State, source: Source) -> list[Question]:
    if not TOPICS[state.topic].is_free:
        return samples_of(state.topic, state.asked)
    fresh = shuffled(source, fresh_topics(state.asked))
    return [sample_question(topic, 0) for topic in fresh[:THOUGHT_OVER]]


def _weighed(state: State, question: Question) -> WeighedQuestion:
    blacks = [blended(state, seat, question) for seat in state.others]
    spaces, bet = best_bet(blacks, state.seats)
    return WeighedQuestion(question, spaces, bet)


def outlook(view: View[State]) -> Outlook:
    assert view.seat is not None
    return Outlook(view, view.seat, blended)
