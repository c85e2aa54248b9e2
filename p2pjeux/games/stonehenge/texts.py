"""Stonehenge in sentences."""

from p2pjeux.encoding import Value
from p2pjeux.games.stonehenge.auction import Bid
from p2pjeux.games.stonehenge.cards import CARDS, GOAL, RING_SPACES
from p2pjeux.games.stonehenge.rules import outcome
from p2pjeux.games.stonehenge.state import Phase, Sale, State
from p2pjeux.rules.contract import Form, View
from p2pjeux.rules.requests import (
    Action,
    Answer,
    Deal,
    Face,
    Laid,
    Played,
    Request,
    Shuffle,
)
from p2pjeux.rules.words import Words


def color_name(color: int, words: Words) -> str:
    names = (
        words.say("white"),
        words.say("blue"),
        words.say("green"),
        words.say("yellow"),
        words.say("red"),
        words.say("black"),
    )
    return names[color]


def color_letters(color: int, words: Words) -> str:
    """Two letters that say the colour to those who cannot see it."""
    letters = (
        words.say("wh"),
        words.say("bu"),
        words.say("gr"),
        words.say("ye"),
        words.say("re"),
        words.say("bk"),
    )
    return letters[color]


def card(face: Face, words: Words) -> str:
    printed = CARDS[face]
    if printed.color is None:
        return words.say("dolmen")
    side = words.say("day") if printed.day else words.say("night")
    return f"{color_name(printed.color, words)} {printed.number} {side}"


def stone(state: State, sale: int, words: Words) -> str:
    """The thing on sale: ``the blue stone on space 4`` or ``the blue dolmen``."""
    color = color_name(state.stones[sale], words)
    if sale < RING_SPACES:
        return words.say("the {color} stone on space {space}", color=color, space=sale + 1)
    return words.say("the {color} dolmen", color=color)


def prompt(view: View[State], request: Request, words: Words) -> str:
    sold = stone(view.state, view.state.sale, words)
    if view.state.is_first:
        return words.say("First auction, {stone}: lay exactly one card.", stone=sold)
    return words.say("Your bid for {stone}: lay cards of one colour, or pass.", stone=sold)


def label(view: View[State], action: Action, words: Words) -> str:
    if not action.cards:
        return words.say("pass")
    cards = tuple(card(view.faces[slot], words) for slot in action.cards)
    return words.say("bid {cards}", cards=words.among(cards))


def value(view: View[State], form: Form, name: str, item: Value, words: Words) -> str:
    raise AssertionError("a bid has no field but its cards")


def tell(
    before: State, request: Request, answer: Answer, after: State, words: Words
) -> tuple[str, ...]:
    match answer:
        case Laid(seat=seat, count=0):
            return (words.say("{name} passes.", name=words.name(seat)),)
        case Laid(seat=seat, count=count):
            return (
                words.count(
                    "{name} lays {number} card face down.",
                    "{name} lays {number} cards face down.",
                    count,
                    name=words.name(seat),
                ),
            )
        case Played() if after.last is not None:
            return _tell_sale(after, after.last, words)
        case _:
            return _tell_cards(before, request, after, words)


def _tell_cards(before: State, request: Request, after: State, words: Words) -> tuple[str, ...]:
    match request:
        case Shuffle() if before.last is None:
            start = words.say(
                "The deck is shuffled. {name} starts.", name=words.name(after.starter)
            )
            return (start,)
        case Shuffle(faces=faces):
            return (
                words.count(
                    "The stock is out: {number} card is shuffled again.",
                    "The stock is out: {number} cards are shuffled again.",
                    len(faces),
                ),
            )
        case Deal(hands=hands) if before.last is not None:
            drawn = tuple(
                words.count(
                    "{name} draws {number}",
                    "{name} draws {number}",
                    len(slots),
                    name=words.name(seat),
                )
                for seat, slots in hands
            )
            return (words.say("{draws}.", draws=words.among(drawn)),)
        case _:
            return ()


def _tell_sale(state: State, sale: Sale, words: Words) -> tuple[str, ...]:
    lines = [
        words.say(
            "Auction {number}: {stone}.",
            number=sale.number + 1,
            stone=stone(state, sale.number, words),
        )
    ]
    lines += [_tell_bid(bid, words) for bid in sale.bids]
    if any(bid.has_dolmen for bid in sale.bids):
        lines.append(words.say("A dolmen card was laid: there is no trump."))
    if sale.winner is None:
        lines.append(words.say("Nobody bid: the stone leaves the game."))
    else:
        lines.append(
            words.count(
                "{name} wins it and scores {number} point ({total} in all).",
                "{name} wins it and scores {number} points ({total} in all).",
                sale.scored,
                name=words.name(sale.winner),
                total=state.scores[sale.winner],
            )
        )
    return tuple(lines)


def _tell_bid(bid: Bid, words: Words) -> str:
    name = words.name(bid.seat)
    if not bid.faces:
        return words.say("  {name}: pass", name=name)
    cards = words.among(tuple(card(face, words) for face in bid.faces))
    return words.say("  {name}: {cards} = {value}", name=name, cards=cards, value=bid.value)


def result(state: State, words: Words) -> tuple[str, ...]:
    ended = outcome(state)
    assert ended is not None
    seats = sorted(range(state.seats), key=lambda seat: -state.scores[seat])
    lines = [
        words.count(
            "{name}: {number} point, {stones}",
            "{name}: {number} points, {stones}",
            state.scores[seat],
            name=words.name(seat),
            stones=words.count("{number} stone", "{number} stones", sum(state.owned[seat])),
        )
        for seat in seats
    ]
    names = words.among(tuple(words.name(seat) for seat in ended.winners))
    if len(ended.winners) > 1:
        lines.append(words.say("{names} share the victory.", names=names))
    elif state.scores[ended.winners[0]] >= GOAL:
        lines.append(words.say("{name} is back at the altar and wins.", name=names))
    else:
        lines.append(words.say("{name} wins.", name=names))
    return tuple(lines)


def moment(state: State, words: Words) -> str:
    if state.phase is Phase.OVER or state.sale >= len(state.stones):
        return ""
    return words.say("On sale: {stone}", stone=stone(state, state.sale, words))
