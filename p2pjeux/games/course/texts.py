"""The race around the world in sentences."""

from p2pjeux.encoding import Value
from p2pjeux.games.course.flight import chain, fly
from p2pjeux.games.course.legality import exchanged
from p2pjeux.games.course.state import Phase, State
from p2pjeux.games.course.turn import BOTH, FLY, LEFT, START, STOCK
from p2pjeux.games.course.world import (
    AIRPORTS,
    CONTINENTS,
    LEADS,
    ROUTES,
    VISAS,
    City,
    Continent,
)
from p2pjeux.rules.contract import Form, View
from p2pjeux.rules.requests import (
    Action,
    Face,
    Request,
    Seat,
)
from p2pjeux.rules.words import Words


def city_name(city: City, words: Words) -> str:
    return words.choose(AIRPORTS[city].name_fr, AIRPORTS[city].name_en)


def visa_name(continent: Continent, words: Words) -> str:
    """Without what the card adds in brackets: the visa of Oceania says Australia too."""
    name = words.choose(CONTINENTS[continent].name_fr, CONTINENTS[continent].name_en)
    return name.split(" (")[0]


def card(face: Face, words: Words) -> str:
    a, b = ROUTES[face]
    return f"{city_name(a, words)} – {city_name(b, words)}"


def cards_told(faces: tuple[Face, ...], words: Words) -> str:
    return words.among(tuple(card(face, words) for face in faces))


def way_told(cities: tuple[City, ...], words: Words) -> str:
    return " → ".join(city_name(city, words) for city in cities)


def _visas(continents: tuple[Continent, ...], words: Words) -> str:
    return words.among(tuple(visa_name(continent, words) for continent in continents))


def prompt(view: View[State], request: Request, words: Words) -> str:
    state, seat = view.state, view.seat
    if state.phase is Phase.START or seat is None:
        return words.say("Choose where your tour starts, and has to end.")
    here = city_name(state.cities[seat], words)
    missing = [visa for visa in range(VISAS) if visa not in state.visas[seat]]
    lacking = ", ".join(visa_name(visa, words) for visa in missing)
    hand = (view.faces[slot] for slot in state.hands[seat] if slot in view.faces)
    if missing and not any(state.cities[seat] in LEADS[face] for face in hand):
        return words.say(
            "{city}: no flight from here; exchange two cards. Missing: {visas}.",
            city=here,
            visas=lacking,
        )
    if missing:
        return words.say(
            "{city}: fly, or exchange two cards. Missing: {visas}.", city=here, visas=lacking
        )
    return words.say(
        "You are in {city} with all five visas: fly home to {home}, or exchange two cards.",
        city=here,
        home=city_name(state.homes[seat], words),
    )


def label(view: View[State], action: Action, words: Words) -> str:
    if action.verb == START:
        (city,) = action.args
        assert isinstance(city, int)
        return words.say("start from {city}", city=city_name(city, words))
    faces = tuple(view.faces[slot] for slot in action.cards)
    if action.verb == FLY:
        return _flight_label(view.state, view.state.acting, faces, words)
    return words.say(
        "discard {cards}; take {source}",
        cards=cards_told(faces, words),
        source=source_told(view.state, action.args[0], words),
    )


def _flight_label(state: State, seat: Seat, faces: tuple[Face, ...], words: Words) -> str:
    stops = chain(state.cities[seat], faces)
    if stops is None:
        return words.say("{cards}: not a chain", cards=cards_told(faces, words))
    flight = fly(state.homes[seat], state.visas[seat], stops)
    # All the stops are told, also those after a landing that wins: two choices must differ.
    way = way_told((state.cities[seat], *stops), words)
    if flight.wins:
        return words.say("fly {way}: you win", way=way)
    if flight.gained:
        visas = _visas(flight.new_visas, words)
        return words.say("fly {way} (visas: {visas})", way=way, visas=visas)
    return words.say("fly {way}", way=way)


def value(view: View[State], form: Form, name: str, item: Value, words: Words) -> str:
    return source_told(view.state, item, words)


def source_told(state: State, source: Value, words: Words) -> str:
    """What one takes in an exchange, by the names of the open cards."""
    left, right = ("" if not pile else card(pile[-1].face, words) for pile in state.piles)
    two = exchanged(state) == 2
    if source == BOTH:
        return words.say("both discards: {left} and {right}", left=left, right=right)
    if source == STOCK:
        return words.say("two from the deck") if two else words.say("one from the deck")
    shown = left if source == LEFT else right
    side = words.say("left") if source == LEFT else words.say("right")
    if two:
        return words.say("{card} ({side}) and one from the deck", card=shown, side=side)
    return words.say("{card} ({side})", card=shown, side=side)


def moment(state: State, words: Words) -> str:
    return words.say("round {number}/{rounds}", number=state.round, rounds=state.rounds)
