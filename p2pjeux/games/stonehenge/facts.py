"""One line about a stone, a seat or a card of one's own; and what a bid is about."""

from p2pjeux.games.stonehenge.auction import points
from p2pjeux.games.stonehenge.board_parts import is_gone, is_on_sale
from p2pjeux.games.stonehenge.cards import CARDS, GOAL, STONE_COLORS
from p2pjeux.games.stonehenge.state import Phase, State
from p2pjeux.games.stonehenge.texts import card, color_name, stone
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import parts, thing
from p2pjeux.rules.requests import Action, Face, Seat, Slot
from p2pjeux.rules.words import Words


def things(view: View[State], choice: Action) -> tuple[str, ...]:
    """The cards of a bid, and the stone that it is for."""
    return (*(thing("card", *slot) for slot in choice.cards), thing("sale", view.state.sale))


def facts(view: View[State], name: str, words: Words) -> str:
    match parts(name):
        case "seat", (seat,):
            return seat_facts(view.state, seat, words)
        case "sale", (sale,):
            return sale_facts(view.state, sale, words)
        case _, (deck, place):
            face = view.faces.get(Slot(deck, place))
            return "" if face is None else _card_facts(view.state, face, words)
        case _:
            return ""


def seat_facts(state: State, seat: Seat, words: Words) -> str:
    owned = tuple(
        words.say(
            "{number} {color}", number=state.owned[seat][color], color=color_name(color, words)
        )
        for color in STONE_COLORS
        if state.owned[seat][color]
    )
    return words.say(
        "{name}: {points} of {goal} points; cards: {cards}; stones: {stones}",
        name=words.name(seat),
        points=state.scores[seat],
        goal=GOAL,
        cards=len(state.hands[seat]),
        stones=", ".join(owned) or words.say("none"),
    )


def sale_facts(state: State, sale: int, words: Words) -> str:
    sold = stone(state, sale, words)
    sold = sold[:1].upper() + sold[1:]
    if is_gone(state, sale):
        return words.say("{stone}: sold or withdrawn", stone=sold)
    if is_on_sale(state, sale):
        when = words.say("on sale now")
    else:
        when = words.count(
            "{number} auction from now", "{number} auctions from now", sale - state.sale
        )
    return words.say(
        "{stone}: {when}; {worth}", stone=sold, when=when, worth=worth(state, sale, words)
    )


def worth(state: State, sale: int, words: Words) -> str:
    """What the stone would score for each, those who would score alike together."""
    color = state.stones[sale]
    scored = [points(sale, state.owned[seat][color]) for seat in range(state.seats)]
    told = []
    for number in sorted(set(scored), reverse=True):
        names = tuple(words.name(seat) for seat, one in enumerate(scored) if one == number)
        told.append(
            words.say("{number} to all", number=number)
            if len(names) == state.seats
            else words.say("{number} to {names}", number=number, names=words.among(names))
        )
    return words.say("worth {told}", told=", ".join(told))


def _card_facts(state: State, face: Face, words: Words) -> str:
    printed = CARDS[face]
    name = card(face, words)
    if printed.is_dolmen:
        return words.say("{card}: cancels trump for everybody, and is worth nothing", card=name)
    if state.phase is Phase.OVER or printed.color != state.trump:
        return words.say("{card}: not the colour of the stone, so no trump", card=name)
    return words.say("{card}: trump, beats any sum in another colour", card=name)
