"""A philosopher who bets on what past votes tell, and otherwise says what it thinks."""

from typing import Final

from p2pjeux.games.ostrakon.calendar import DayRule
from p2pjeux.games.ostrakon.cards import TOPICS
from p2pjeux.games.ostrakon.choices import asking, free_philosophers
from p2pjeux.games.ostrakon.legality import (
    ACCEPT,
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
    chance_of_black,
    expected,
    expected_trick,
    sincere,
)
from p2pjeux.games.ostrakon.questions import Question, fresh_topics, sample_question, unused
from p2pjeux.games.ostrakon.state import BLACK, Color, Phase, State, other_color
from p2pjeux.rules.contract import Source, View
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.source import pick, shuffled

# Following costs a bot its olive branch, so it must promise this share of the best advance, today
# being the last day or not. Measured shares from nothing to one half play equally well.
SHARE_LAST: Final = 0.1
SHARE: Final = 0.25


def decide(view: View[State], source: Source) -> Action:
    state, seat = view.state, view.seat
    assert seat is not None
    match state.phase:
        case Phase.VOTE:
            return Action(VOTE, (_vote(state, seat),))
        case Phase.ASK:
            return asking(_question(state, source))
        case Phase.CORRUPT | Phase.CONSULT:
            return _influence(state, source)
        case Phase.RECONSIDER | Phase.TRICK:
            return _reconsider(view)
        case Phase.DISCIPLE:
            return Action(FOLLOW if _is_worth_following(state, seat) else DECLINE)
        case _:
            return _agree(state, source)


def _agree(state: State, source: Source) -> Action:
    """A bot cannot tell a bad question from a good one, so it never refuses any (16)."""
    if state.phase is Phase.PHILOSOPHERS:
        return Action(TAKE, (pick(source, free_philosophers(state)),))
    return Action(ACCEPT)


def _question(state: State, source: Source) -> Question:
    if TOPICS[state.topic].is_free:
        return sample_question(pick(source, fresh_topics(state.asked)), 0)
    return unused(state.topic, state.asked)


def _vote(state: State, seat: Seat) -> Color:
    """The asker bets, the corrupted obey, all others answer sincerely."""
    told = dict(state.corrupted).get(seat)
    if told is not None:
        return told
    if seat != state.asker:
        return sincere(state, seat)
    return best_bet(_blacks(state), state.seats)[1]


def _blacks(state: State) -> list[float]:
    return [chance_of_black(state, seat) for seat in state.others]


def _influence(state: State, source: Source) -> Action:
    """Corrupt or consult those of whom least is known."""
    blacks = dict(zip(state.others, _blacks(state), strict=True))
    unknown = sorted(shuffled(source, state.others), key=lambda seat: abs(blacks[seat] - 0.5))
    named = tuple(unknown[: state.council.influenced])
    if state.phase is Phase.CONSULT:
        return Action(CONSULT, (named,))

    def worth(white: int) -> float:
        told = blacks | {seat: float(at >= white) for at, seat in enumerate(named)}
        return best_bet(list(told.values()), state.seats)[0]

    white = max(range(len(named) + 1), key=worth)
    return Action(CORRUPT, (named[:white], named[white:]))


def _reconsider(view: View[State]) -> Action:
    """Turn the shard if the other colour promises more, now that others lie open."""
    state = view.state
    bet = state.votes[state.asker]
    if bet is None:
        # A stand-in does not know what the person sealed, so it leaves the shard alone.
        if view.sealed is None:
            return Action(KEEP)
        bet = str(view.sealed.args[0])
    blacks = _blacks(state)
    worth = {color: expected(blacks, color, state.seats) for color in (bet, other_color(bet))}
    return Action(TURN if worth[other_color(bet)] > worth[bet] else KEEP)


def _is_worth_following(state: State, seat: Seat) -> bool:
    """Whether the asker will probably take me far enough for the only time I may follow."""
    gap = state.sun - state.space_of(seat)
    blacks = [
        float(sincere(state, seat) == BLACK) if other == seat else chance_of_black(state, other)
        for other in state.others
    ]
    if state.rule is DayRule.TROMPERIE:
        gain = expected_trick(blacks, gap)
    else:
        gain = best_bet(blacks, gap)[0]
    last = state.day == state.council.days - 1
    return gain >= (SHARE_LAST if last else SHARE) * (len(blacks) // 2)
