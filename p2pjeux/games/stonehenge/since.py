"""What a bidder has to know of the time since the last bid: from one board to the next."""

from itertools import pairwise

from p2pjeux.games.stonehenge.auction import Bid, judge
from p2pjeux.games.stonehenge.board_parts import rank
from p2pjeux.games.stonehenge.cards import CARDS
from p2pjeux.games.stonehenge.state import Phase, Sale, State
from p2pjeux.games.stonehenge.texts import card, color_name, stone
from p2pjeux.rules.contract import View
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words


def since(states: tuple[State, ...], view: View[State], words: Words) -> tuple[str, ...]:
    """Each sale with the reason for it, the cards drawn, and what lies on the table by now."""
    sold = [
        _sold(before, after.last, view.seat, words)
        for before, after in pairwise(states)
        if after.last is not None and after.last != before.last
    ]
    return tuple(filter(None, (*sold, _drawn(view, words), _laid(view, words))))


def _sold(before: State, sale: Sale, me: Seat | None, words: Words) -> str:
    sold = stone(before, sale.number, words)
    if sale.winner is None:
        return words.say("Nobody bid for {stone}: it leaves the game.", stone=sold)
    why = why_won(before, sale, me, words)
    if sale.winner == me:
        return words.count(
            "You won {stone} ({number} point): {why}.",
            "You won {stone} ({number} points): {why}.",
            sale.scored,
            stone=sold,
            why=why,
        )
    return words.count(
        "{name} won {stone} ({number} point): {why}.",
        "{name} won {stone} ({number} points): {why}.",
        sale.scored,
        name=words.name(sale.winner),
        stone=sold,
        why=f"{why}{_own_bid(before, sale, me, words)}",
    )


def why_won(before: State, sale: Sale, me: Seat | None, words: Words) -> str:
    """Trump, total or the highest card: what set the best bid before the second."""
    trump = before.stones[sale.number]
    ranking = judge(sale.bids, trump).ranking
    best = next(bid for bid in sale.bids if bid.seat == ranking[0])
    if len(ranking) == 1:
        return words.say("{value}, the only bid", value=best.value)
    second = next(bid for bid in sale.bids if bid.seat == ranking[1])
    rival = _whose(second, me, words)
    has_dolmen = any(bid.has_dolmen for bid in sale.bids)
    if not has_dolmen and _is_trump(best, trump) and not _is_trump(second, trump):
        return words.say(
            "{value} in {color}, which is trump, against {rival}",
            value=best.value,
            color=color_name(trump, words),
            rival=rival,
        )
    if best.value == second.value:
        return words.say(
            "{value} against {rival}, and the higher card ({card})",
            value=best.value,
            rival=rival,
            card=card(_highest(best), words),
        )
    if has_dolmen:
        return words.say(
            "{value} against {rival}, as a dolmen cancelled trump", value=best.value, rival=rival
        )
    return words.say("{value} against {rival}", value=best.value, rival=rival)


def _whose(bid: Bid, me: Seat | None, words: Words) -> str:
    if bid.seat == me:
        return words.say("your {value}", value=bid.value)
    return words.say("{value} by {name}", value=bid.value, name=words.name(bid.seat))


def _own_bid(before: State, sale: Sale, me: Seat | None, words: Words) -> str:
    """The bid of whoever reads, where it was neither the best nor the second."""
    ranking = judge(sale.bids, before.stones[sale.number]).ranking
    own = next((bid for bid in sale.bids if bid.seat == me), None)
    if own is None or own.seat not in ranking[2:]:
        return ""
    return words.say(" (you bid {value})", value=own.value)


def _is_trump(bid: Bid, trump: int) -> bool:
    return any(CARDS[face].color == trump for face in bid.faces)


def _highest(bid: Bid) -> int:
    return max(bid.faces, key=lambda face: (CARDS[face].number, CARDS[face].day))


def _drawn(view: View[State], words: Words) -> str:
    if view.seat is None:
        return ""
    mine = [slot for slot in view.state.hands[view.seat] if slot in view.fresh]
    mine.sort(key=lambda slot: rank(view, slot))
    if not mine:
        return ""
    cards = tuple(card(view.faces[slot], words) for slot in mine)
    return words.say("You drew {cards}.", cards=words.among(cards))


def _laid(view: View[State], words: Words) -> str:
    """What the others have already done in the auction that is open."""
    state = view.state
    if state.phase is not Phase.LAY or not state.laid:
        return ""
    told = tuple(
        words.say("{name} has passed", name=words.name(seat))
        if count == 0
        else words.count(
            "{name} has played {number} card",
            "{name} has played {number} cards",
            count,
            name=words.name(seat),
        )
        for seat, count in zip(state.order, state.laid, strict=False)
        if seat != view.seat
    )
    return words.say("So far {told}.", told=words.among(told)) if told else ""
