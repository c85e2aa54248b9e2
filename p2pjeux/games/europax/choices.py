"""What a seat may do, and a random choice of it. All of it can be listed: eight cards at most."""

from p2pjeux.games.europax.legality import BUY, POSE
from p2pjeux.games.europax.state import Phase, State
from p2pjeux.rules.contract import Choices, Source, View
from p2pjeux.rules.requests import Action
from p2pjeux.rules.source import pick


def choices(view: View[State]) -> Choices:
    """Demand cards by number; sellers with the usual one first (21)."""
    if view.seat is None or view.state.asked != view.seat:
        return Choices()
    return Choices(actions(view.state))


def actions(state: State) -> tuple[Action, ...]:
    """All that the country that decides may do."""
    if state.phase is Phase.LEAD:
        return tuple(Action(POSE, (card,)) for card in state.hands[state.leader])
    return tuple(Action(BUY, (country,)) for country in state.sellers())


def sample(view: View[State], source: Source) -> Action:
    state = view.state
    if state.phase is Phase.LEAD:
        return Action(POSE, (pick(source, state.hands[state.leader]),))
    return Action(BUY, (pick(source, state.sellers()),))
