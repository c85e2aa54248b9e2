"""One line about a city, a traveller, a card of one's own or an open one; what a choice touches."""

from p2pjeux.games.course.flight import chain
from p2pjeux.games.course.state import State
from p2pjeux.games.course.texts import card, city_name, visa_name
from p2pjeux.games.course.turn import COMPARTMENTS, FLY, START
from p2pjeux.games.course.world import AIRPORTS, LEADS, NOWHERE, ROUTES, VISAS, City
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import parts, thing
from p2pjeux.rules.requests import Action, Face, Seat, Slot
from p2pjeux.rules.words import Words


def things(view: View[State], choice: Action) -> tuple[str, ...]:
    """Cities of a flight, the last one first; both ends of a card; the open cards one takes."""
    if choice.verb == START:
        return tuple(thing("city", city) for city in choice.args if isinstance(city, int))
    if choice.args and isinstance(choice.args[0], str) and not choice.cards:
        return tuple(thing("pile", side) for side in COMPARTMENTS.get(choice.args[0], ()))
    names = [thing("card", *slot) for slot in choice.cards]
    faces = tuple(view.faces[slot] for slot in choice.cards)
    seat = view.seat
    stops = None
    if choice.verb == FLY and seat is not None:
        stops = chain(view.state.cities[seat], faces)
    if stops is not None:
        return (*(thing("city", city) for city in reversed(stops)), *names)
    ends = dict.fromkeys(city for face in faces for city in ROUTES[face])
    return (*names, *(thing("city", city) for city in ends))


def facts(view: View[State], name: str, words: Words) -> str:
    state = view.state
    match parts(name):
        case "city", (city,):
            return city_facts(view, city, words)
        case "seat", (seat,):
            return seat_facts(state, seat, words)
        case "pile", (side,):
            pile = state.piles[side]
            if not pile:
                return words.say("an empty compartment")
            return _card_facts(view, pile[-1].face, words)
        case "card", (deck, place):
            face = view.faces.get(Slot(deck, place))
            return "" if face is None else _card_facts(view, face, words)
        case _:
            return ""


def city_facts(view: View[State], city: City, words: Words) -> str:
    """The continent and its visa, where one's own cards lead from here, and who is here."""
    state, visa = view.state, AIRPORTS[city].visa
    told = [visa_name(AIRPORTS[city].continent, words)]
    if view.seat is not None:
        if visa is None:
            told[0] = words.say("{continent}, but no visa", continent=told[0])
        elif visa not in state.visas[view.seat]:
            told[0] = words.say("{continent}, visa still missing", continent=told[0])
        told.append(_ways(view, view.seat, city, words))
    here = tuple(words.name(seat) for seat, stood in enumerate(state.cities) if stood == city)
    if here:
        told.append(words.say("here: {names}", names=words.among(here)))
    homes = tuple(words.name(seat) for seat, home in enumerate(state.homes) if home == city)
    if homes:
        told.append(words.say("home of {names}", names=words.among(homes)))
    return f"{city_name(city, words)} ({AIRPORTS[city].code}): {' · '.join(told)}"


def _ways(view: View[State], seat: Seat, city: City, words: Words) -> str:
    """Where one's own cards lead from a city."""
    hand = (view.faces[slot] for slot in view.state.hands[seat] if slot in view.faces)
    there = dict.fromkeys(LEADS[face][city] for face in hand if city in LEADS[face])
    names = ", ".join(city_name(other, words) for other in there)
    return words.say("your cards lead to {names}", names=names or words.say("nowhere"))


def seat_facts(state: State, seat: Seat, words: Words) -> str:
    name = words.name(seat)
    if state.homes[seat] == NOWHERE:
        return words.say("{name} has not started yet", name=name)
    missing = tuple(
        visa_name(visa, words) for visa in range(VISAS) if visa not in state.visas[seat]
    )
    lacking = (
        words.say("visas missing: {visas}", visas=", ".join(missing))
        if missing
        else words.say("all five visas")
    )
    told = words.say(
        "{name} in {city}, home {home}; {lacking}; cards: {cards}",
        name=name,
        city=city_name(state.cities[seat], words),
        home=city_name(state.homes[seat], words),
        lacking=lacking,
        cards=len(state.hands[seat]),
    )
    if not state.taken[seat]:
        return told
    seen = ", ".join(card(shown.face, words) for shown in state.taken[seat])
    return words.say("{told}, among them {seen}", told=told, seen=seen)


def _card_facts(view: View[State], face: Face, words: Words) -> str:
    """Which visas its ends stand for, and whether it can be flown from here."""
    told = [card(face, words)]
    if view.seat is None:
        return told[0]
    state, here = view.state, view.state.cities[view.seat]
    if here in LEADS[face]:
        there = LEADS[face][here]
        told.append(words.say("leaves from here"))
    else:
        there = None
    useful = {
        visa
        for city in ((there,) if there is not None else ROUTES[face])
        if (visa := AIRPORTS[city].visa) is not None and visa not in state.visas[view.seat]
    }
    if useful:
        names = ", ".join(visa_name(visa, words) for visa in sorted(useful))
        told.append(words.say("visa still missing: {names}", names=names))
    others = [slot for slot in state.hands[view.seat] if view.faces.get(slot) not in (None, face)]
    joined = {
        city for city in ROUTES[face] if any(city in LEADS[view.faces[slot]] for slot in others)
    }
    if joined:
        names = words.among(tuple(city_name(city, words) for city in sorted(joined)))
        told.append(words.say("joins your cards in {names}", names=names))
    return " · ".join(told)
