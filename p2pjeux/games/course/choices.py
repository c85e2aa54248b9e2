"""What a seat may do, and a random action."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from p2pjeux.games.course.legality import exchanged, sources
from p2pjeux.games.course.rules import request
from p2pjeux.games.course.state import Phase, State
from p2pjeux.games.course.tour import BIT, Mask, legs_left, mask_of, on_the_way
from p2pjeux.games.course.turn import COMPARTMENTS, EXCHANGE, FLY, START
from p2pjeux.games.course.world import LEADS, STARTS, City
from p2pjeux.rules.contract import Cards, Choices, Form, Pick, Source, View
from p2pjeux.rules.requests import Action, Choose, Face, Seat, Slot
from p2pjeux.rules.source import pick
from p2pjeux.rules.words import later

# More flights than this are asked for card by card.
FLIGHTS_LISTED_MOST: Final = 20
# A random traveller does the sensible thing all but one time in so many.
MOSTLY: Final = 8


def choices(view: View[State]) -> Choices:
    """The starts; or the flights, listed while they are few, and the exchange as a form."""
    asked = request(view.state)
    if not isinstance(asked, Choose) or asked.seat != view.seat:
        return Choices()
    if view.state.phase is Phase.START:
        return Choices(tuple(Action(START, (city,)) for city in STARTS))
    exchange = _exchange(view.state, asked.hand)
    city = view.state.cities[asked.seat]
    flights = _few_chains(city, asked.hand, view.faces)
    if flights is not None:
        return Choices(tuple(Action(FLY, cards=cards) for cards in flights), (exchange,))
    useful = reachable(city, asked.hand, view.faces)
    fly = Form(FLY, (Cards(useful, 1, len(useful), ordered=True),))
    return Choices(forms=(fly, exchange))


def _exchange(state: State, hand: tuple[Slot, ...]) -> Form:
    count = exchanged(state)
    cards = Cards(hand, count, count, ordered=True)
    return Form(EXCHANGE, (cards, Pick(later("new cards"), sources(state))))


def _few_chains(
    city: City, hand: tuple[Slot, ...], faces: Mapping[Slot, Face]
) -> tuple[tuple[Slot, ...], ...] | None:
    """All chains from ``city``; None if they prove too many to list, or if two read the same.

    Two cards of one route read the same but are not: the others may have seen one of them.
    """
    useful = reachable(city, hand, faces)
    if len({frozenset(LEADS[faces[card]]) for card in useful}) < len(useful):
        return None
    found = tuple(islice(chains(city, useful, faces), FLIGHTS_LISTED_MOST + 1))
    return found if len(found) <= FLIGHTS_LISTED_MOST else None


def chains(
    city: City, hand: tuple[Slot, ...], faces: Mapping[Slot, Face], most: int | None = None
) -> Iterator[tuple[Slot, ...]]:
    """Every chain of at most ``most`` cards that can be laid from ``city``, depth first."""
    if most == 0:
        return
    for card in hand:
        there = LEADS[faces[card]].get(city)
        if there is None:
            continue
        yield (card,)
        rest = tuple(other for other in hand if other != card)
        for further in chains(there, rest, faces, None if most is None else most - 1):
            yield (card, *further)


def reachable(city: City, hand: tuple[Slot, ...], faces: Mapping[Slot, Face]) -> tuple[Slot, ...]:
    """The cards of ``hand`` that can be part of any chain from ``city``, in the hand's order."""
    cities = {city}
    useful: set[Slot] = set()
    growing = True
    while growing:
        touched = {card for card in hand if not cities.isdisjoint(LEADS[faces[card]])}
        growing = touched != useful
        useful = touched
        cities.update(end for card in touched for end in LEADS[faces[card]])
    return tuple(card for card in hand if card in useful)


def sample(view: View[State], source: Source) -> Action:
    """A random action, but not a senseless one: most often it flies on, or throws idle cards.

    A traveller who only dithers would take for ever. Every flight, every exchange and every stop
    on the way stays possible.
    """
    state = view.state
    if state.phase is Phase.START:
        return Action(START, (pick(source, STARTS),))
    if source.below(MOSTLY):
        flight = _random_flight(view, state.acting, source)
        if flight:
            return Action(FLY, cards=flight)
    return _random_exchange(view, state.acting, source)


def _random_exchange(view: View[State], seat: Seat, source: Source) -> Action:
    state, faces = view.state, view.faces
    hand = list(state.hands[seat])
    useful = on_the_way(state.homes[seat], state.cities[seat], mask_of(state.visas[seat]))
    thrown: list[Slot] = []
    idle = [card for card in hand if faces[card] not in useful]
    for _ in range(exchanged(state)):
        card = pick(source, idle if idle and source.below(MOSTLY) else hand)
        hand.remove(card)
        if card in idle:
            idle.remove(card)
        thrown.append(card)
    allowed = sources(state)
    if source.below(MOSTLY):
        # The last of the sources takes most openly; the stock is always among them.
        tops = [bool(pile) and pile[-1].face in useful for pile in state.piles]
        good = [name for name in allowed if all(tops[side] for side in COMPARTMENTS[name])]
        return Action(EXCHANGE, (good[-1],), tuple(thrown))
    return Action(EXCHANGE, (pick(source, allowed),), tuple(thrown))


def _random_flight(view: View[State], seat: Seat, source: Source) -> tuple[Slot, ...]:
    """A walk along cards of the hand; most steps bring the end of the tour nearer."""
    state, faces = view.state, view.faces
    city, visas = state.cities[seat], mask_of(state.visas[seat])
    left = legs_left(state.homes[seat])
    hand = list(state.hands[seat])
    flight: list[Slot] = []
    while True:
        legs = [card for card in hand if city in LEADS[faces[card]]]
        if legs and source.below(MOSTLY):
            legs = [card for card in legs if _nears(left, city, visas, LEADS[faces[card]][city])]
        if not legs or (flight and source.below(MOSTLY) == 0):
            return tuple(flight)
        card = pick(source, legs)
        hand.remove(card)
        flight.append(card)
        city = LEADS[faces[card]][city]
        visas |= BIT[city]


def _nears(left: Mapping[tuple[City, Mask], int], here: City, visas: Mask, there: City) -> bool:
    return left[there, visas | BIT[there]] < left[here, visas]
