"""The whole position in sentences."""

from collections.abc import Iterator

from p2pjeux.games.course.board import rank
from p2pjeux.games.course.facts import city_facts, seat_facts
from p2pjeux.games.course.state import State
from p2pjeux.games.course.texts import card, visa_name
from p2pjeux.games.course.world import NOWHERE, VISAS
from p2pjeux.rules.contract import Told, View
from p2pjeux.rules.words import Words


def position(view: View[State], words: Words) -> tuple[Told, ...]:
    return tuple(_told(view, words))


def _told(view: View[State], words: Words) -> Iterator[Told]:
    state, seat = view.state, view.seat
    for other in range(state.seats):
        yield Told("who", seat_facts(state, other, words) + ".")
    left, right = (
        words.say("nothing") if not pile else card(pile[-1].face, words) for pile in state.piles
    )
    yield Told(
        "board",
        words.say("Discards: {left} on the left, {right} on the right.", left=left, right=right),
    )
    yield Told(
        "board",
        words.say(
            "Round {number} of {rounds}; {stock} cards in the deck.",
            number=state.round,
            rounds=state.rounds,
            stock=len(state.stock),
        ),
    )
    visas = ", ".join(f"{visa_name(visa, words)} {state.visas_left[visa]}" for visa in range(VISAS))
    yield Told("prices", words.say("Visas left: {visas}.", visas=visas))
    if seat is None:
        return
    if state.cities[seat] != NOWHERE:
        yield Told(
            "board",
            words.say("You are in {city}.", city=city_facts(view, state.cities[seat], words)),
        )
    slots = sorted(state.hands[seat], key=lambda slot: rank(view, slot))
    cards = tuple(card(view.faces[slot], words) for slot in slots if slot in view.faces)
    if cards:
        yield Told("hand", words.say("Your hand: {cards}.", cards=", ".join(cards)))
