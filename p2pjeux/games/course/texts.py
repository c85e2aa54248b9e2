"""The race around the world in sentences."""

from p2pjeux.encoding import Value
from p2pjeux.games.course.flight import Flight, chain, fly
from p2pjeux.games.course.rules import exchanged, outcome
from p2pjeux.games.course.state import Phase, State
from p2pjeux.games.course.turns import BOTH, FLY, LEFT, START, STOCK
from p2pjeux.games.course.world import (
    AIRPORTS,
    CONTINENTS,
    HAND_SIZE,
    ROUTES,
    STARTS,
    VISAS,
    City,
    Continent,
)
from p2pjeux.rules.contract import Form, View
from p2pjeux.rules.requests import (
    Action,
    Answer,
    Deal,
    Drawn,
    Face,
    Play,
    Played,
    Request,
    Seat,
    Shuffle,
)
from p2pjeux.rules.words import Words


def city_name(city: City, words: Words) -> str:
    return words.choose(AIRPORTS[city].name_fr, AIRPORTS[city].name_en)


def visa_name(continent: Continent, words: Words) -> str:
    return words.choose(CONTINENTS[continent].name_fr, CONTINENTS[continent].name_en)


def card(face: Face, words: Words) -> str:
    a, b = ROUTES[face]
    return f"{city_name(a, words)} – {city_name(b, words)}"


def _cards(faces: tuple[Face, ...], words: Words) -> str:
    return words.among(tuple(card(face, words) for face in faces))


def _way(cities: tuple[City, ...], words: Words) -> str:
    return " → ".join(city_name(city, words) for city in cities)


def _visas(continents: tuple[Continent, ...], words: Words) -> str:
    return words.among(tuple(visa_name(continent, words) for continent in continents))


def prompt(view: View[State], request: Request, words: Words) -> str:
    state, seat = view.state, view.seat
    if state.phase is Phase.START or seat is None:
        starts = words.among(tuple(city_name(city, words) for city in STARTS))
        return words.say("Choose the start of your tour among {starts}.", starts=starts)
    here = city_name(state.cities[seat], words)
    missing = tuple(visa for visa in range(VISAS) if visa not in state.visas[seat])
    if missing:
        return words.say(
            "You are in {city}, visas missing: {visas}. Fly, or stay and exchange two cards.",
            city=here,
            visas=_visas(missing, words),
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
        "throw {cards}; take {source}",
        cards=_cards(faces, words),
        source=_source(view.state, action.args[0], words),
    )


def _flight_label(state: State, seat: Seat, faces: tuple[Face, ...], words: Words) -> str:
    stops = chain(state.cities[seat], faces)
    if stops is None:
        return words.say("{cards}: no chain", cards=_cards(faces, words))
    flight = fly(state.homes[seat], state.visas[seat], stops)
    # All the stops are told, also those after a landing that wins: two choices must differ.
    way = _way((state.cities[seat], *stops), words)
    if flight.wins:
        return words.say("fly {way}: you win", way=way)
    if flight.gained:
        visas = _visas(flight.new_visas, words)
        return words.say("fly {way} (visas: {visas})", way=way, visas=visas)
    return words.say("fly {way}", way=way)


def value(view: View[State], form: Form, name: str, item: Value, words: Words) -> str:
    return _source(view.state, item, words)


def _source(state: State, source: Value, words: Words) -> str:
    """What one takes in an exchange, by the names of the open cards."""
    left, right = ("" if not pile else card(pile[-1].face, words) for pile in state.piles)
    two = exchanged(state) == 2
    if source == BOTH:
        return words.say("{left} and {right}, both open", left=left, right=right)
    if source == STOCK:
        return words.say("two from the stock") if two else words.say("one from the stock")
    shown = left if source == LEFT else right
    side = words.say("left") if source == LEFT else words.say("right")
    if two:
        return words.say("{card} ({side}) and one from the stock", card=shown, side=side)
    return words.say("{card} ({side})", card=shown, side=side)


def tell(
    before: State, request: Request, answer: Answer, after: State, words: Words
) -> tuple[str, ...]:
    match answer:
        case Played(plays=(play,)) if play.action.verb == START:
            return (_tell_start(play, after, words),)
        case Played(plays=(play,)) if play.action.verb == FLY:
            return _tell_flight(before, play, words)
        case Played(plays=(play,)):
            return (_tell_exchange(before, play, words),)
        case Drawn(items=(dealer,)):
            first = words.name((dealer + 1) % before.seats)
            return (
                words.say("{name} deals; {first} begins.", name=words.name(dealer), first=first),
            )
        case _:
            return _tell_cards(before, request, after, words)


def _tell_start(play: Play, after: State, words: Words) -> str:
    return words.say(
        "{name} starts from {city} and takes the visa {visa}.",
        name=words.name(play.seat),
        city=city_name(after.homes[play.seat], words),
        visa=visa_name(after.visas[play.seat][0], words),
    )


def _tell_flight(before: State, play: Play, words: Words) -> tuple[str, ...]:
    seat, name = play.seat, words.name(play.seat)
    stops = chain(before.cities[seat], play.faces)
    assert stops is not None
    flight = fly(before.homes[seat], before.visas[seat], stops)
    way = _way((before.cities[seat], *flight.stops), words)
    lines = [words.say("{name} flies {way}.", name=name, way=way)]
    lines += [
        words.say("{name} takes the visa {visa}.", name=name, visa=visa_name(visa, words))
        for visa in flight.new_visas
    ]
    if flight.wins:
        lines += _tell_arrival(before, play, flight, words)
    return tuple(lines)


def _tell_arrival(before: State, play: Play, flight: Flight, words: Words) -> list[str]:
    home = city_name(before.homes[play.seat], words)
    lines = [
        words.say(
            "{name} is back in {city} with all five visas.", name=words.name(play.seat), city=home
        )
    ]
    spare = len(play.faces) - len(flight.stops)
    if spare:
        lines.append(
            words.count(
                "{number} card of the chain was no longer needed.",
                "{number} cards of the chain were no longer needed.",
                spare,
            )
        )
    return lines


def _tell_exchange(before: State, play: Play, words: Words) -> str:
    return words.say(
        "{name} stays in {city}, throws {cards} and takes {source}.",
        name=words.name(play.seat),
        city=city_name(before.cities[play.seat], words),
        cards=_cards(play.faces, words),
        source=_source(before, play.action.args[0], words),
    )


def _tell_cards(before: State, request: Request, after: State, words: Words) -> tuple[str, ...]:
    match request:
        case Shuffle(faces=faces) if before.deck:
            return (
                words.count(
                    "The stock is out: {number} card is shuffled again.",
                    "The stock is out: {number} cards are shuffled again.",
                    len(faces),
                ),
            )
        case Deal() if before.phase is Phase.DEAL:
            return (
                words.say(
                    "Everybody gets {size} cards; {number} remain in the stock.",
                    size=HAND_SIZE[before.seats],
                    number=len(after.stock),
                ),
            )
        case Deal(hands=((seat, slots),)):
            return (
                words.count(
                    "{name} draws {number} card from the stock.",
                    "{name} draws {number} cards from the stock.",
                    len(slots),
                    name=words.name(seat),
                ),
            )
        case _:
            return ()


def result(state: State, words: Words) -> tuple[str, ...]:
    ended = outcome(state)
    assert ended is not None
    seats = sorted(range(state.seats), key=lambda seat: (-ended.scores[seat], seat))
    lines = [
        words.count(
            "{name}: {number} visa, in {city}",
            "{name}: {number} visas, in {city}",
            len(state.visas[seat]),
            name=words.name(seat),
            city=city_name(state.cities[seat], words),
        )
        for seat in seats
    ]
    names = words.among(tuple(words.name(seat) for seat in ended.winners))
    if state.winner is not None:
        lines.append(words.say("{name} is home first and wins the race.", name=names))
        return tuple(lines)
    lines.append(words.say("Nobody came home in {rounds} rounds.", rounds=state.rounds))
    if len(ended.winners) > 1:
        lines.append(words.say("{names} are equally near the end and share it.", names=names))
    else:
        lines.append(words.say("{name} is nearest to the end and wins.", name=names))
    return tuple(lines)


def moment(state: State, words: Words) -> str:
    return words.say("round {number}/{rounds}", number=state.round, rounds=state.rounds)
