"""One line about a town, a quarter century, a man, a seat or a card; what a choice touches."""

from p2pjeux.games.pantheon.auction import roads_to, squares_to
from p2pjeux.games.pantheon.europe import PLACES, Town
from p2pjeux.games.pantheon.legality import numbers
from p2pjeux.games.pantheon.men import CARDS, Man, lacks, score
from p2pjeux.games.pantheon.pack import WORTH
from p2pjeux.games.pantheon.state import NOWHERE, State
from p2pjeux.games.pantheon.texts import (
    card,
    nation_name,
    profession_name,
    short_name,
    steps,
    town_name,
    years,
)
from p2pjeux.games.pantheon.timeline import QUARTERS, Square
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import parts, thing
from p2pjeux.rules.requests import Action, Seat, Slot
from p2pjeux.rules.words import Words


def things(view: View[State], choice: Action) -> tuple[str, ...]:
    assert view.seat is not None
    args = numbers(choice)
    match choice.verb, args:
        case (("place" | "larger_die_on_the_map" | "smaller_die_on_the_map"), (town, square)):
            return thing("town", town), thing("square", square)
        case (("town" | "capital"), (town,)):
            return (thing("town", town),)
        case "square", (square,):
            return (thing("square", square),)
        case "name", (man,):
            return thing("man", man), thing("town", CARDS[man].town)
        case _:
            man = view.state.named[view.state.order.index(view.seat)]
            return (thing("man", man), *(thing("card", *slot) for slot in choice.cards))


def facts(view: View[State], name: str, words: Words) -> str:
    state = view.state
    match parts(name):
        case "town", (town,):
            return _town_facts(view, town, words)
        case "square", (square,):
            return _square_facts(view, square, words)
        case "man", (man,):
            return man_facts(state, man, words)
        case "seat", (seat,):
            return seat_facts(state, seat, words)
        case _, (deck, place):
            face = view.faces.get(Slot(deck, place))
            if face is None:
                return ""
            return words.say("{card}: worth {worth}", card=card(face, words), worth=WORTH[face])
        case _:
            return ""


def _town_facts(view: View[State], town: Town, words: Words) -> str:
    state = view.state
    told = [
        words.count(
            "{number} road from {man}",
            "{number} roads from {man}",
            roads_to(man, town),
            man=short_name(man, words),
        )
        for man in state.stakes
    ]
    if PLACES[town].is_capital:
        told.insert(0, words.say("a capital"))
    told += [
        words.say("{name} is here", name=words.name(seat))
        for seat, stood in enumerate(state.towns)
        if stood == town
    ]
    return f"{town_name(town, words)}: {', '.join(told)}" if told else town_name(town, words)


def _square_facts(view: View[State], square: Square, words: Words) -> str:
    state = view.state
    told = [
        words.count(
            "{number} square from {man}",
            "{number} squares from {man}",
            squares_to(man, square),
            man=short_name(man, words),
        )
        for man in state.stakes
    ]
    if QUARTERS[square].is_white:
        told.insert(0, words.say("a white square"))
    here = tuple(words.name(seat) for seat, stood in enumerate(state.squares) if stood == square)
    if here:
        told.append(words.say("here: {names}", names=words.among(here)))
    return f"{years(square)}: {', '.join(told)}" if told else years(square)


def man_facts(state: State, man: Man, words: Words) -> str:
    """As on his card, and how far from him everybody stands."""
    printed = CARDS[man]
    told = words.say(
        "{man} {value}, {profession}, {nation}, {town} {year}",
        man=short_name(man, words),
        value=printed.value,
        profession=profession_name(printed.profession, words),
        nation=nation_name(printed.nation, words),
        town=town_name(printed.town, words),
        year=printed.year,
    )
    if NOWHERE in state.towns or man not in state.stakes:
        return told
    far = ", ".join(f"{words.name(seat)} {steps(state, seat, man)}" for seat in range(state.seats))
    return words.say("{man}; steps: {far}", man=told, far=far)


def seat_facts(state: State, seat: Seat, words: Words) -> str:
    missing = lacks(state.won[seat])
    told = words.say(
        "{name}: {points} points; of five: {nations} nations, {centuries} centuries, {trades} "
        "professions",
        name=words.name(seat),
        points=score(state.won[seat]),
        nations=5 - len(missing.nations),
        centuries=5 - len(missing.centuries),
        trades=5 - missing.gaps,
    )
    town, square = state.towns[seat], state.squares[seat]
    if NOWHERE in (town, square):
        return told
    return words.say(
        "{told}; in {town} and {years}", told=told, town=town_name(town, words), years=years(square)
    )
