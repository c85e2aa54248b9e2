"""What a seat may bid, and a random bid."""

from typing import Final

from p2pjeux.games.stonehenge.cards import CARDS
from p2pjeux.games.stonehenge.legality import BID
from p2pjeux.games.stonehenge.rules import request
from p2pjeux.games.stonehenge.state import State
from p2pjeux.rules.contract import Cards, Choices, Form, Source, View
from p2pjeux.rules.requests import Action, Lay
from p2pjeux.rules.source import pick, subset

PASS: Final = Action(BID)


def choices(view: View[State]) -> Choices:
    """A pass where it is allowed, and a form: the subsets of a large hand are too many to list."""
    lay = request(view.state)
    if not isinstance(lay, Lay) or lay.seat != view.seat:
        return Choices()
    passes = (PASS,) if lay.least == 0 else ()
    if lay.most == 0:
        return Choices(passes)
    return Choices(passes, (Form(BID, (Cards(lay.hand, max(lay.least, 1), lay.most),)),))


def sample(view: View[State], source: Source) -> Action:
    lay = request(view.state)
    assert isinstance(lay, Lay)
    if lay.most == 0 or (lay.least == 0 and source.below(4) == 0):
        return PASS
    chosen = pick(source, lay.hand)
    if lay.most == 1:
        return Action(BID, cards=(chosen,))
    color = CARDS[view.faces[chosen]].color
    fitting = [
        slot
        for slot in lay.hand
        if slot != chosen and CARDS[view.faces[slot]].color in (color, None)
    ]
    return Action(BID, cards=(chosen, *subset(source, fitting)))
