"""What the strong bot would bid, and why, from its own weighing."""

from typing import Final

from p2pjeux.games.stonehenge.auction import points
from p2pjeux.games.stonehenge.cards import CARDS, GOAL
from p2pjeux.games.stonehenge.legality import BID
from p2pjeux.games.stonehenge.state import State
from p2pjeux.games.stonehenge.strong import WeighedBid, best_bid, weigh
from p2pjeux.games.stonehenge.texts import label, stone
from p2pjeux.rules.contract import Advice, Source, View
from p2pjeux.rules.requests import Action, Face
from p2pjeux.rules.words import Words

# A bid that wins less often than this is made for the cards that it draws.
FAINT: Final = 0.25


def advise(view: View[State], source: Source, words: Words) -> Advice:
    weighed = weigh(view, source)
    best = best_bid(weighed)
    if best.cards:
        reason = _bidding(view, best, words)
    else:
        reason = _passing(view, best_bid(tuple(bid for bid in weighed if bid.cards)), words)
    return Advice(Action(BID, cards=best.cards), reason)


def _percent(chance: float) -> int:
    return round(100 * chance)


def _bidding(view: View[State], best: WeighedBid, words: Words) -> str:
    state = view.state
    assert view.seat is not None
    if state.is_first and best.chance < FAINT:
        return words.say("Everybody plays one card here; this is the one you will miss least.")
    if state.is_first:
        return words.say(
            "Everybody plays one card here, and this one would win about {chance} times out of "
            "100.",
            chance=_percent(best.chance),
        )
    faces = tuple(view.faces[slot] for slot in best.cards)
    if best.chance < FAINT:
        return _drawing(faces, words)
    gain = points(state.sale, state.owned[view.seat][state.trump])
    if state.scores[view.seat] + gain >= GOAL:
        return words.say(
            "It would win about {chance} times out of 100, and with this stone you win the game.",
            chance=_percent(best.chance),
        )
    return words.count(
        "It would win about {chance} times out of 100; {stone} brings you {number} point, more "
        "than the cards would be worth later.",
        "It would win about {chance} times out of 100; {stone} brings you {number} points, more "
        "than the cards would be worth later.",
        gain,
        chance=_percent(best.chance),
        stone=stone(state, state.sale, words),
    )


def _drawing(faces: tuple[Face, ...], words: Words) -> str:
    if all(CARDS[face].is_dolmen for face in faces):
        return words.say(
            "It cannot win, but it cancels trump, which would serve the others more than you."
        )
    return words.say("It has little chance of winning, but the lowest bid draws two cards.")


def _passing(view: View[State], second: WeighedBid, words: Words) -> str:
    bid = label(view, Action(BID, cards=second.cards), words)
    return words.say(
        "The best you could do is {bid}, which would win about {chance} times out of 100: too "
        "seldom for these cards. Whoever passes draws one.",
        bid=bid,
        chance=_percent(second.chance),
    )
