"""The whole position in sentences."""

from collections.abc import Iterator
from typing import Final

from p2pjeux.games.stonehenge.board_parts import hand
from p2pjeux.games.stonehenge.cards import RING_SPACES, SALES
from p2pjeux.games.stonehenge.facts import seat_facts, worth
from p2pjeux.games.stonehenge.state import Phase, State
from p2pjeux.games.stonehenge.texts import card, color_name, stone
from p2pjeux.rules.contract import Told, View
from p2pjeux.rules.words import Words

# So many of the stones to come are told.
COMING: Final = 6


def position(view: View[State], words: Words) -> tuple[Told, ...]:
    if len(view.state.stones) < SALES:
        return ()
    return tuple(_told(view, words))


def _told(view: View[State], words: Words) -> Iterator[Told]:
    state = view.state
    for seat in range(state.seats):
        yield Told("who", seat_facts(state, seat, words) + ".")
    if state.phase is not Phase.OVER:
        sold = stone(state, state.sale, words)
        yield Told("board", words.say("On sale: {stone}", stone=sold) + ".")
        yield Told(
            "board", words.say("This stone is {worth}.", worth=worth(state, state.sale, words))
        )
        yield Told("board", _coming(state, words))
        yield Told(
            "board",
            words.count("Deck: {number} card.", "Deck: {number} cards.", len(state.stock)),
        )
    if view.seat is not None:
        cards = tuple(card(view.faces[slot], words) for slot in hand(view))
        told = words.among(cards) or words.say("none")
        yield Told("hand", words.say("Your hand: {cards}.", cards=told))


def _coming(state: State, words: Words) -> str:
    after = range(state.sale + 1, min(state.sale + 1 + COMING, SALES))
    told = tuple(
        words.say("{color} {space}", color=color_name(state.stones[sale], words), space=sale + 1)
        if sale < RING_SPACES
        else words.say("{color} dolmen", color=color_name(state.stones[sale], words))
        for sale in after
    )
    return words.say("Then come: {stones}.", stones=", ".join(told) or words.say("none"))
