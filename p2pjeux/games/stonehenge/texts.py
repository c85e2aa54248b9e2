"""Stonehenge in sentences."""

from p2pjeux.encoding import Value
from p2pjeux.games.stonehenge.cards import CARDS, RING_SPACES
from p2pjeux.games.stonehenge.state import Phase, State
from p2pjeux.rules.contract import Form, View
from p2pjeux.rules.requests import (
    Action,
    Face,
    Request,
)
from p2pjeux.rules.words import Words


def color_name(color: int, words: Words) -> str:
    names = (
        words.say("white"),
        words.say("blue"),
        words.say("green"),
        words.say("yellow"),
        words.say("red"),
        words.say("black"),
    )
    return names[color]


def color_letters(color: int, words: Words) -> str:
    """Two letters that say the colour to those who cannot see it."""
    letters = (
        words.say("wh"),
        words.say("bu"),
        words.say("gr"),
        words.say("ye"),
        words.say("re"),
        words.say("bk"),
    )
    return letters[color]


def card(face: Face, words: Words) -> str:
    printed = CARDS[face]
    if printed.color is None:
        return words.say("dolmen")
    side = words.say("day") if printed.day else words.say("night")
    return f"{color_name(printed.color, words)} {printed.number} {side}"


def stone(state: State, sale: int, words: Words) -> str:
    """The thing on sale: ``the blue stone on space 4`` or ``the blue dolmen``."""
    color = state.stones[sale]
    if sale < RING_SPACES:
        # A sentence for each colour: in French it agrees with the stone.
        stones = (
            words.say("the white stone"),
            words.say("the blue stone"),
            words.say("the green stone"),
            words.say("the yellow stone"),
            words.say("the red stone"),
        )
        return words.say("{stone} on space {space}", stone=stones[color], space=sale + 1)
    return words.say("the {color} dolmen", color=color_name(color, words))


def prompt(view: View[State], request: Request, words: Words) -> str:
    sold = stone(view.state, view.state.sale, words)
    if view.state.is_first:
        return words.say("First auction, {stone}: play exactly one card.", stone=sold)
    return words.say("Your bid for {stone}: play cards of one colour, or pass.", stone=sold)


def label(view: View[State], action: Action, words: Words) -> str:
    if not action.cards:
        return words.say("pass")
    cards = tuple(card(view.faces[slot], words) for slot in action.cards)
    return words.say("bid {cards}", cards=words.among(cards))


def value(view: View[State], form: Form, name: str, item: Value, words: Words) -> str:
    raise AssertionError("a bid has no field but its cards")


def moment(state: State, words: Words) -> str:
    if state.phase is Phase.OVER or state.sale >= len(state.stones):
        return ""
    return words.say("On sale: {stone}", stone=stone(state, state.sale, words))
