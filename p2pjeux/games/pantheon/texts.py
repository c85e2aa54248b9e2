"""Le Panthéon de l'Europe in sentences."""

from collections import Counter
from collections.abc import Callable

from p2pjeux.encoding import Value
from p2pjeux.games.pantheon.auction import roads_to, squares_to
from p2pjeux.games.pantheon.choices import SQUARE, TOWN
from p2pjeux.games.pantheon.europe import PLACES, Town
from p2pjeux.games.pantheon.legality import LARGER, NAME, PLACE, SMALLER, numbers, ways
from p2pjeux.games.pantheon.men import CARDS, CENTURIES, Lacks, Man
from p2pjeux.games.pantheon.pack import RANKS, SUITS, WORTH
from p2pjeux.games.pantheon.state import Phase, State
from p2pjeux.games.pantheon.timeline import QUARTERS, Square
from p2pjeux.rules.contract import Form, View
from p2pjeux.rules.requests import Action, Face, Request, Seat
from p2pjeux.rules.words import Words


def card(face: Face, words: Words) -> str:
    return _rank(face // len(SUITS), words) + SUITS[face % len(SUITS)]


def _rank(number: int, words: Words) -> str:
    letters = {"J": words.say("J"), "Q": words.say("Q"), "K": words.say("K"), "A": words.say("A")}
    return letters.get(RANKS[number], RANKS[number])


def spent_told(state: State, words: Words) -> str:
    """The pile of spent cards, strong ones first; suits do not matter. Empty if there is none."""
    ranks = Counter(face // len(SUITS) for face in state.pile)
    by_worth = sorted(ranks, key=lambda rank: (WORTH[rank * len(SUITS)], rank), reverse=True)
    told = [
        _rank(rank, words) + (f"×{ranks[rank]}" if ranks[rank] > 1 else "") for rank in by_worth
    ]
    return words.say("Spent: {cards}", cards=" ".join(told)) if told else ""


def town_name(town: Town, words: Words) -> str:
    return words.choose(PLACES[town].name_fr, PLACES[town].name_en)


def man_name(man: Man, words: Words) -> str:
    return words.choose(CARDS[man].name_fr, CARDS[man].name_en)


def short_name(man: Man, words: Words) -> str:
    return words.choose(CARDS[man].short_fr, CARDS[man].short_en)


def years(square: Square) -> str:
    return f"{QUARTERS[square].from_year}–{QUARTERS[square].to_year}"


def nation_name(nation: int, words: Words) -> str:
    names = (
        words.say("France"),
        words.say("England"),
        words.say("Germany"),
        words.say("Italy"),
        words.say("Spain or Benelux"),
    )
    return names[nation]


def nation_sign(nation: int, words: Words) -> str:
    """The nation in few letters."""
    names = (
        words.say("Fr."),
        words.say("Eng."),
        words.say("Ger."),
        words.say("It."),
        words.say("Sp./Ben."),
    )
    return names[nation]


def profession_name(profession: int | None, words: Words) -> str:
    if profession is None:
        return words.say("joker")
    names = (
        words.say("scientist"),
        words.say("writer"),
        words.say("musician"),
        words.say("painter"),
        words.say("philosopher"),
    )
    return names[profession]


def lacking_names(
    missing: Lacks, words: Words, nation: Callable[[int, Words], str] = nation_name
) -> list[str]:
    """What would still complete a series; jokers fill the gaps in the professions (17)."""
    items = [nation(one, words) for one in missing.nations]
    items += [CENTURIES[century] for century in missing.centuries]
    if missing.gaps:
        items += [profession_name(trade, words) for trade in missing.professions]
    return items


def steps(state: State, seat: Seat, man: Man) -> int:
    """All that is deducted from a bid of this seat for this man."""
    return roads_to(man, state.towns[seat]) + squares_to(man, state.squares[seat])


def prompt(view: View[State], request: Request, words: Words) -> str:
    state, seat = view.state, view.seat
    assert seat is not None
    match state.phase:
        case Phase.PLACE:
            return words.say(
                "Place your pawns: one in a free capital, one on a white square of the timeline."
            )
        case Phase.MOVE:
            first, second = state.dice
            return words.say(
                "You rolled {first} and {second}: one die is for the map, one for the timeline.",
                first=first,
                second=second,
            )
        case Phase.NAME:
            return words.say("Which of the two great men will you bid for?")
        case _:
            man = state.named[state.order.index(seat)]
            return words.count(
                "Two cards for {man}: you are {number} step away.",
                "Two cards for {man}: you are {number} steps away.",
                steps(state, seat, man),
                man=man_name(man, words),
            )


def label(view: View[State], action: Action, words: Words) -> str:
    state, seat = view.state, view.seat
    assert seat is not None
    if action.verb == PLACE:
        town, square = numbers(action)
        return words.say(
            "pawns in {town} and on {years}", town=town_name(town, words), years=years(square)
        )
    if action.verb in (LARGER, SMALLER):
        town, square = numbers(action)
        roads, squares = ways(state)[action.verb]
        return words.say(
            "map {roads}: {town}; timeline {squares}: {years}",
            roads=roads,
            town=town_name(town, words),
            squares=squares,
            years=years(square),
        )
    if action.verb == NAME:
        (man,) = numbers(action)
        return words.count(
            "{man}, worth {value}: you are {number} step away",
            "{man}, worth {value}: you are {number} steps away",
            steps(state, seat, man),
            man=man_name(man, words),
            value=CARDS[man].value,
        )
    return _bid_label(view, seat, action, words)


def _bid_label(view: View[State], seat: Seat, action: Action, words: Words) -> str:
    """``10♠ 4♥: 14 less 9 makes 5``: what the two cards come to."""
    state = view.state
    faces = [view.faces[slot] for slot in action.cards]
    total = sum(WORTH[face] for face in faces)
    far = steps(state, seat, state.named[state.order.index(seat)])
    return words.say(
        "{cards}: {total} − {steps} = {net}",
        cards=" ".join(card(face, words) for face in faces),
        total=total,
        steps=far,
        net=signed(total - far),
    )


def signed(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "−")


def value(view: View[State], form: Form, name: str, item: Value, words: Words) -> str:
    """A town or a square, with how far each man at stake is from it."""
    state, seat = view.state, view.seat
    assert isinstance(item, int)
    assert seat is not None
    if name == TOWN:
        text = f"{PLACES[item].code} {town_name(item, words)}"
        far = [(man, roads_to(man, item)) for man in state.stakes]
    elif state.phase is Phase.PLACE:
        return years(item) if name == SQUARE else town_name(item, words)
    else:
        text = years(item)
        far = [(man, squares_to(man, item)) for man in state.stakes]
    men = ", ".join(f"{short_name(man, words)} {distance}" for man, distance in far)
    return f"{text} — {men}{_driven_out(state, seat, name, item, words)}"


def _driven_out(state: State, seat: Seat, name: str, town: Town, words: Words) -> str:
    for other, stood in enumerate(state.towns):
        if name == TOWN and stood == town and other != seat:
            return " — " + words.say("pushes {name} back", name=words.name(other))
    return ""


def moment(state: State, words: Words) -> str:
    if state.round == 0:
        return ""
    return words.say("Round {number}/{rounds}", number=state.round, rounds=state.rounds)
