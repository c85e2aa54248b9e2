"""What the bot would do, and why: the tour that it plays for, and what that still lacks."""

from collections import Counter
from dataclasses import dataclass

from p2pjeux.games.course.bot import Outlook, decide, outlook_of
from p2pjeux.games.course.flight import chain, fly
from p2pjeux.games.course.plan import ARCS, PAIR_OF, ahead, prices_with
from p2pjeux.games.course.state import State
from p2pjeux.games.course.tour import BIT, FULL, Mask, mask_of
from p2pjeux.games.course.turn import COMPARTMENTS, FLY, START
from p2pjeux.games.course.world import City
from p2pjeux.rules.contract import Advice, Source, View
from p2pjeux.rules.requests import Action, Face
from p2pjeux.rules.words import Words


@dataclass(frozen=True, slots=True)
class Tour:
    """The cheapest way to the end: its routes, and how many of them no card of the hand flies."""

    legs: int
    lacking: int


def advise(view: View[State], source: Source, words: Words) -> Advice:
    action = decide(view, source)
    mind = outlook_of(view)
    if action.verb == START:
        return Advice(action, _starting(mind, action, words))
    reason = _flying if action.verb == FLY else _exchanging
    return Advice(action, reason(mind, action, words))


def _tour(mind: Outlook, home: City, here: tuple[City, Mask], hand: list[Face]) -> Tour:
    city, visas = here
    prices = prices_with(mind.missing, hand)
    after = ahead(prices, home, visas)
    flown = Counter[int]()
    while (city, visas) != (home, FULL):
        city, visas, pair = next(
            (there, visas | BIT[there], arc // 2)
            for there, arc in ARCS[city]
            if after[visas | BIT[there]][there] + prices[arc] == after[visas][city]
        )
        flown[pair] += 1
    # One card does not serve there and back.
    return Tour(flown.total(), (flown - Counter(PAIR_OF[face] for face in hand)).total())


def _hand(mind: Outlook) -> list[Face]:
    return [mind.view.faces[slot] for slot in mind.view.state.hands[mind.seat]]


def _starting(mind: Outlook, action: Action, words: Words) -> str:
    (home,) = action.args
    assert isinstance(home, int)
    tour = _tour(mind, home, (home, BIT[home]), _hand(mind))
    return words.count(
        "From there your cards come nearest to a whole tour: it has {legs} routes, and you lack "
        "{number} of them.",
        "From there your cards come nearest to a whole tour: it has {legs} routes, and you lack "
        "{number} of them.",
        tour.lacking,
        legs=tour.legs,
    )


def _flying(mind: Outlook, action: Action, words: Words) -> str:
    state, seat = mind.view.state, mind.seat
    faces = tuple(mind.view.faces[slot] for slot in action.cards)
    stops = chain(state.cities[seat], faces)
    assert stops is not None
    flight = fly(state.homes[seat], state.visas[seat], stops)
    if flight.wins:
        return words.say("You are home with all five visas before anybody else.")
    rest = _hand(mind)
    for face in faces:
        rest.remove(face)
    tour = _tour(mind, state.homes[seat], (flight.stops[-1], mask_of(flight.visas)), rest)
    drawn = words.count("{number} new card", "{number} new cards", len(faces))
    return _lacking(tour, words) + " " + words.say("You draw {cards}.", cards=drawn)


def _lacking(tour: Tour, words: Words) -> str:
    """How far the tour is from its end after a flight."""
    if not tour.lacking:
        return words.count(
            "That leaves {number} route to the end of your tour, and you hold it.",
            "That leaves {number} routes to the end of your tour, and you hold them all.",
            tour.legs,
        )
    return words.count(
        "That leaves {number} route to the end of your tour; you lack {lacking} of them.",
        "That leaves {number} routes to the end of your tour; you lack {lacking} of them.",
        tour.legs,
        lacking=tour.lacking,
    )


def _exchanging(mind: Outlook, action: Action, words: Words) -> str:
    state, seat = mind.view.state, mind.seat
    here = (state.cities[seat], mask_of(state.visas[seat]))
    tour = _tour(mind, state.homes[seat], here, _hand(mind))
    told = words.count(
        "Your best tour has {number} route to go, and you lack {lacking} of them; these cards "
        "serve it least.",
        "Your best tour has {number} routes to go, and you lack {lacking} of them; these cards "
        "serve it least.",
        tour.legs,
        lacking=tour.lacking,
    )
    if COMPARTMENTS[str(action.args[0])]:
        return told + " " + words.say("What you take from the discards brings it nearer.")
    return told
