"""What happened in an auction of Stonehenge, and how it ended."""

from p2pjeux.games.stonehenge.auction import Bid
from p2pjeux.games.stonehenge.cards import GOAL
from p2pjeux.games.stonehenge.rules import outcome
from p2pjeux.games.stonehenge.state import Sale, State
from p2pjeux.games.stonehenge.texts import card, stone
from p2pjeux.rules.requests import (
    Answer,
    Deal,
    Laid,
    Played,
    Request,
    Shuffle,
)
from p2pjeux.rules.words import Words


def tell(
    before: State, request: Request, answer: Answer, after: State, words: Words
) -> tuple[str, ...]:
    match answer:
        case Laid(seat=seat, count=0):
            return (words.say("{name} passes.", name=words.name(seat)),)
        case Laid(seat=seat, count=count):
            return (
                words.count(
                    "{name} plays {number} card face down.",
                    "{name} plays {number} cards face down.",
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
                    "The deck is empty: {number} card is reshuffled.",
                    "The deck is empty: {number} cards are reshuffled.",
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
        lines.append(words.say("A dolmen card was played: there is no trump."))
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
