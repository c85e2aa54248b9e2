"""A traveller that prices the tours its hand allows, and plays for the cheapest one.

Every turn it could take is judged by what it leaves: the price of the best tour from there with the
cards then held, less what the cards still to be drawn may be expected to save.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from p2pjeux.games.course.choices import chains
from p2pjeux.games.course.legality import exchanged, sources
from p2pjeux.games.course.plan import PAIR_OF, PAIRS, Survey, ahead, prices_with, survey
from p2pjeux.games.course.state import Phase, State
from p2pjeux.games.course.tour import BIT, FULL, Mask, mask_of
from p2pjeux.games.course.turn import COMPARTMENTS, EXCHANGE, FLY, START
from p2pjeux.games.course.world import LEADS, STARTS, City
from p2pjeux.rules.contract import Source, View
from p2pjeux.rules.requests import Action, Face, Seat, Slot

# The price of a missing route; a route in hand costs 1. Found by playing the bot against itself.
# It depends on how many of its cards may be in the stock (none, one or two); a route of which all
# cards are surely in other hands is dear, since they may be kept there for ever.
MISSING: Final = (13, 10, 8)
IN_HANDS: Final = 20
CHAIN_MOST: Final = 12
# A bound on time, not on strength: few hands have more chains.
CHAINS_MOST: Final = 1500
# The flights that look best at first sight are judged exactly.
JUDGED: Final = 4


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the seat knows when it decides."""

    view: View[State]
    seat: Seat
    # Cards that may be in the stock.
    hoped: tuple[Face, ...]
    # The price of every route of which it has no card.
    missing: tuple[int, ...]

    def survey(self, city: City, visas: Mask, hand: list[Face]) -> Survey:
        return survey(self.missing, self.view.state.homes[self.seat], (city, visas), hand)

    @property
    def scale(self) -> int:
        """Worth is counted in fractions of a price: whole numbers compare alike everywhere."""
        return max(1, len(self.hoped))

    def hope(self, seen: Survey) -> int:
        """What one card from the stock may be expected to save, times ``scale``."""
        saved = [max(0, seen.price - price) for price in seen.through]
        return sum(saved[PAIR_OF[face]] for face in self.hoped)

    def judge(self, city: City, visas: Mask, hand: list[Face], drawn: int) -> int:
        """What is still to be paid from there, times ``scale``; the least is the best."""
        seen = self.survey(city, visas, hand)
        return seen.price * self.scale - drawn * self.hope(seen)


@dataclass(frozen=True, slots=True)
class Trip:
    """A chain of cards, and where it ends."""

    cards: tuple[Slot, ...]
    city: City
    visas: Mask


def decide(view: View[State], source: Source) -> Action:
    state = view.state
    outlook = outlook_of(view)
    hand = [view.faces[slot] for slot in state.hands[outlook.seat]]
    if state.phase is Phase.START:
        return Action(START, (_best_start(outlook, hand),))
    city, visas = state.cities[outlook.seat], mask_of(state.visas[outlook.seat])
    trips = list(_trips(view, outlook.seat, city, visas))
    home = state.homes[outlook.seat]
    for trip in trips:
        if trip.city == home and trip.visas == FULL:
            return Action(FLY, cards=trip.cards)
    seen = outlook.survey(city, visas, hand)
    judged = [*_flights(outlook, seen, trips), *_exchanges(outlook, seen)]
    return min(judged, key=lambda choice: choice[0])[1]


def outlook_of(view: View[State]) -> Outlook:
    """Count cards: what was shuffled in and has not been seen since may be in the stock."""
    state = view.state
    seat = state.acting
    lying = set(state.flown).union(shown.face for pile in state.piles for shown in pile)
    held = {view.faces[slot] for slot in state.hands[seat]}
    held.update(shown.face for pile in state.taken for shown in pile)
    hoped = tuple(face for face in state.shuffled if face not in lying and face not in held)
    prices = [IN_HANDS] * len(PAIRS)
    for face in lying:
        prices[PAIR_OF[face]] = MISSING[0]
    cards = [0] * len(PAIRS)
    for face in hoped:
        pair = PAIR_OF[face]
        cards[pair] += 1
        prices[pair] = MISSING[cards[pair]]
    return Outlook(view, seat, hoped, tuple(prices))


def _best_start(outlook: Outlook, hand: list[Face]) -> City:
    prices = prices_with(outlook.missing, hand)
    return min(STARTS, key=lambda city: ahead(prices, city, BIT[city])[BIT[city]][city])


def _trips(view: View[State], seat: Seat, city: City, visas: Mask) -> Iterator[Trip]:
    hand = view.state.hands[seat]
    for cards in islice(chains(city, hand, view.faces, CHAIN_MOST), CHAINS_MOST):
        there, held = city, visas
        for card in cards:
            there = LEADS[view.faces[card]][there]
            held |= BIT[there]
        yield Trip(cards, there, held)


def _flights(outlook: Outlook, seen: Survey, trips: list[Trip]) -> Iterator[tuple[int, Action]]:
    hope = outlook.hope(seen)

    def promise(trip: Trip) -> int:
        return seen.ahead[trip.visas][trip.city] * outlook.scale - hope * len(trip.cards)

    for trip in sorted(trips, key=promise)[:JUDGED]:
        rest = _without(outlook, trip.cards)
        worth = outlook.judge(trip.city, trip.visas, rest, len(trip.cards))
        yield worth, Action(FLY, cards=trip.cards)


def _exchanges(outlook: Outlook, seen: Survey) -> Iterator[tuple[int, Action]]:
    state, seat = outlook.view.state, outlook.seat
    thrown = _least_useful(outlook, seen)[: exchanged(state)]
    rest = _without(outlook, thrown)
    city, visas = state.cities[seat], mask_of(state.visas[seat])
    for source in sources(state):
        tops = [state.piles[side][-1].face for side in COMPARTMENTS[source]]
        # An open card that makes no tour cheaper is worth less than one from the stock.
        if any(seen.through[PAIR_OF[face]] >= seen.price for face in tops):
            continue
        worth = outlook.judge(city, visas, rest + tops, len(thrown) - len(tops))
        yield worth, Action(EXCHANGE, (source,), thrown)


def _least_useful(outlook: Outlook, seen: Survey) -> tuple[Slot, ...]:
    """The hand, second cards of a route first, then by the price of a tour through the route."""
    faces = outlook.view.faces
    hand = sorted(outlook.view.state.hands[outlook.seat])
    hand.sort(key=lambda slot: seen.through[PAIR_OF[faces[slot]]])
    routes: set[int] = set()
    kept: list[Slot] = []
    spare: list[Slot] = []
    for slot in hand:
        pair = PAIR_OF[faces[slot]]
        (spare if pair in routes else kept).append(slot)
        routes.add(pair)
    return (*spare, *reversed(kept))


def _without(outlook: Outlook, gone: tuple[Slot, ...]) -> list[Face]:
    view = outlook.view
    return [view.faces[slot] for slot in view.state.hands[outlook.seat] if slot not in gone]
