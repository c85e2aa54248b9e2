"""Which bids are allowed. Numbers in brackets are those of rulings.md."""

from p2pjeux.games.stonehenge.cards import (
    CARDS,
)
from p2pjeux.games.stonehenge.state import State
from p2pjeux.rules.contract import Refusal
from p2pjeux.rules.requests import (
    Action,
    Face,
    Seat,
)

BID = "bid"


def check(state: State, seat: Seat, action: Action, faces: tuple[Face, ...]) -> Refusal | None:
    if action.verb != BID or action.args:
        return Refusal("only a bid can be made here")
    return check_bid(faces)


def check_bid(faces: tuple[Face, ...]) -> Refusal | None:
    """Number cards of one bid share a colour; dolmen cards go with anything, or alone (6–8)."""
    colors = {CARDS[face].color for face in faces} - {None}
    if len(colors) > 1:
        return Refusal("the numbered cards of one bid must all be of one colour")
    return None
