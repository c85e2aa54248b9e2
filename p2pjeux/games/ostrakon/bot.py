"""A philosopher who bets on what past votes tell, and otherwise says what it thinks.

It stands in for an absent seat too, so that it must decide alike on every machine.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pjeux.games.ostrakon.calendar import DayRule
from p2pjeux.games.ostrakon.cards import TOPICS
from p2pjeux.games.ostrakon.choices import asking, free_philosophers
from p2pjeux.games.ostrakon.legality import (
    CONSULT,
    CORRUPT,
    DECLINE,
    FOLLOW,
    KEEP,
    TAKE,
    TURN,
    VOTE,
)
from p2pjeux.games.ostrakon.opinions import (
    best_bet,
    expected,
    expected_trick,
    known,
    learnt,
    sincere,
)
from p2pjeux.games.ostrakon.questions import Question, fresh_topics, sample_question, unused
from p2pjeux.games.ostrakon.state import BAD, BLACK, Color, Phase, State, other_color
from p2pjeux.rules.contract import Source, View
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.source import pick, shuffled

# How likely a seat lays black in answer to a question, as far as somebody can know.
Guess: TypeAlias = Callable[[State, Seat, Question], float]
# Following costs a bot its olive branch, so it must promise this share of the best advance, today
# being the last day or not. Measured shares from nothing to one half play equally well.
SHARE_LAST: Final = 0.1
SHARE: Final = 0.25


def decide(view: View[State], source: Source) -> Action:
    return decide_by(learnt, view, source)


def decide_by(guess: Guess, view: View[State], source: Source) -> Action:
    """A bot cannot tell a bad question from a good one, so it never refuses any (16)."""
    state, seat = view.state, view.seat
    assert seat is not None
    match state.phase:
        case Phase.PHILOSOPHERS:
            return Action(TAKE, (pick(source, free_philosophers(state)),))
        case Phase.ASK:
            return asking(_question(state, source))
        case Phase.CORRUPT | Phase.CONSULT:
            return Outlook(view, seat, guess).influence(shuffled(source, state.others))
        case Phase.VOTE:
            return Outlook(view, seat, guess).vote()
        case Phase.DISCIPLE:
            return Outlook(view, seat, guess).follow()
        case _:
            return Outlook(view, seat, guess).reconsider()


def _question(state: State, source: Source) -> Question:
    if TOPICS[state.topic].is_free:
        return sample_question(pick(source, fresh_topics(state.asked)), 0)
    return unused(state.topic, state.asked)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a seat makes of the question that is asked, by its way of guessing at the others."""

    view: View[State]
    seat: Seat
    guess: Guess

    @property
    def question(self) -> Question:
        assert self.view.state.question is not None
        return self.view.state.question

    def chance_of_black(self, seat: Seat) -> float:
        laid = known(self.view.state, seat)
        return self.guess(self.view.state, seat, self.question) if laid is None else laid == BLACK

    def blacks(self) -> list[float]:
        """Of the others who answer: whoever has called the question bad does not count."""
        state = self.view.state
        return [self.chance_of_black(seat) for seat in state.others if state.votes[seat] != BAD]

    def vote(self) -> Action:
        """The asker bets, the corrupted obey, all others answer sincerely."""
        state = self.view.state
        told = dict(state.corrupted).get(self.seat)
        if told is not None:
            return Action(VOTE, (told,))
        if self.seat == state.asker:
            return Action(VOTE, (best_bet(self.blacks(), state.seats)[1],))
        return Action(VOTE, (sincere(state, self.seat, self.question),))

    def influence(self, others: list[Seat]) -> Action:
        """Corrupt or consult those of whom least is known, the first of equals."""
        state = self.view.state
        blacks = {seat: self.chance_of_black(seat) for seat in others}
        unknown = sorted(others, key=lambda seat: abs(blacks[seat] - 0.5))
        named = tuple(unknown[: state.council.influenced])
        if state.phase is Phase.CONSULT:
            return Action(CONSULT, (named,))

        def worth(white: int) -> float:
            told = blacks | {seat: float(at >= white) for at, seat in enumerate(named)}
            return best_bet([told[seat] for seat in state.others], state.seats)[0]

        white = max(range(len(named) + 1), key=worth)
        return Action(CORRUPT, (named[:white], named[white:]))

    def bet(self) -> Color | None:
        """The asker's own shard; a stand-in does not know what the person sealed."""
        laid = self.view.state.votes[self.view.state.asker]
        if laid is None and self.view.sealed is not None:
            return str(self.view.sealed.args[0])
        return laid

    def reconsider(self) -> Action:
        """Turn the shard if the other colour promises more, now that others lie open."""
        bet = self.bet()
        if bet is None:
            return Action(KEEP)
        blacks, seats = self.blacks(), self.view.state.seats
        kept, turned = (expected(blacks, color, seats) for color in (bet, other_color(bet)))
        return Action(TURN if turned > kept else KEEP)

    def gain(self) -> float:
        """How far the asker will probably take me, if I become his disciple."""
        state, seat = self.view.state, self.seat
        gap = state.sun - state.space_of(seat)
        blacks = [
            float(sincere(state, seat, self.question) == BLACK)
            if other == seat
            else self.chance_of_black(other)
            for other in state.others
        ]
        if state.rule is DayRule.TROMPERIE:
            return expected_trick(blacks, gap)
        return best_bet(blacks, gap)[0]

    def follow(self) -> Action:
        """Follow if it promises enough for the only time I may."""
        state = self.view.state
        share = SHARE_LAST if state.day == state.council.days - 1 else SHARE
        enough = self.gain() >= share * (len(state.others) // 2)
        return Action(FOLLOW if enough else DECLINE)
