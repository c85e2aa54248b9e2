"""Which decisions the rules of Europax allow. Numbers in brackets are rulings."""

from typing import Final

from p2pjeux.games.europax.state import Phase, State
from p2pjeux.rules.contract import Refusal
from p2pjeux.rules.requests import (
    Action,
    Face,
    Seat,
)

POSE: Final = "pose"


BUY: Final = "buy"


def check(state: State, seat: Seat, action: Action, faces: tuple[Face, ...]) -> Refusal | None:
    country = state.decider
    if country is None or state.terms.owners[country] != seat:
        return Refusal("another country decides now")
    verb = POSE if state.phase is Phase.LEAD else BUY
    if action.verb != verb or len(action.args) != 1 or action.cards:
        if verb == POSE:
            return Refusal("only a demand card can be played here")
        return Refusal("only the country that sells can be named here")
    named = action.args[0]
    # True is equal to 1 in Python, but it is no number of a card or a country.
    if type(named) is not int:
        return Refusal("a number is wanted here")
    if verb == POSE and named not in state.hands[country]:
        return Refusal("the country that leads does not have this demand card")
    if verb == BUY and named not in state.sellers():
        return Refusal("that country cannot sell this product")
    return None
