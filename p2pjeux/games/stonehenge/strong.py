"""A bidder that puts itself in the others' place before it bids.

It deals them hands from the cards it has never seen, and asks the usual bot what it would lay with
such a hand: whoever has laid three cards has probably a hand with which one lays three. Every bid
that its own hand allows is then weighed against the same imagined auctions. A stone counts for
more the more stones of its colour are still to come.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import fsum
from typing import Final

from p2pjeux.games.stonehenge.auction import Bid, judge, points
from p2pjeux.games.stonehenge.bot import likely_bid, strongest
from p2pjeux.games.stonehenge.cards import CARDS, FACES, GOAL, SALES
from p2pjeux.games.stonehenge.legality import BID
from p2pjeux.games.stonehenge.rules import request
from p2pjeux.games.stonehenge.state import State
from p2pjeux.rules.contract import Source, View
from p2pjeux.rules.requests import Action, Face, Lay, Seat, Slot
from p2pjeux.rules.source import shuffled

WORLDS: Final = 24
# How many hands are tried for one that lays as many cards as were laid.
TRIES: Final = 4
# What a card in hand is worth, in points: so much, and so much more for each number it shows.
CARD_WORTH: Final = 0.2
NUMBER_WORTH: Final = 0.03
DOLMEN_WORTH: Final = 0.8
DRAW_WORTH: Final = 0.55
# How many auctions ahead the stones of a colour count, and for how much.
HORIZON: Final = 12
FUTURE: Final = 0.5
# The part of all rivals' gains together that is my loss.
RIVALRY: Final = 0.5
VICTORY: Final = 100.0
# Bounds on time: few hands have more cards of a colour.
COLOR_MOST: Final = 6
CARDS_PER_BID_MOST: Final = 5


@dataclass(frozen=True, slots=True)
class WeighedBid:
    """What a bid promises: how likely it wins, how many cards it draws, and all in all."""

    cards: tuple[Slot, ...]
    chance: float
    drawn: float
    worth: float


def decide(view: View[State], source: Source) -> Action:
    return Action(BID, cards=best_bid(weigh(view, source)).cards)


def best_bid(weighed: tuple[WeighedBid, ...]) -> WeighedBid:
    return max(weighed, key=lambda bid: bid.worth)


def weigh(view: View[State], source: Source) -> tuple[WeighedBid, ...]:
    lay = request(view.state)
    assert isinstance(lay, Lay)
    worlds = [_imagine(view, lay.seat, source) for _ in range(WORLDS)]
    return tuple(_weighed(view, lay.seat, cards, worlds) for cards in _candidates(view, lay))


def _candidates(view: View[State], lay: Lay) -> Iterator[tuple[Slot, ...]]:
    """A pass, and any few cards of one colour; each also with a dolmen card."""
    by_color: dict[int | None, list[Slot]] = {}
    for slot in sorted(lay.hand, key=lambda slot: view.faces[slot], reverse=True):
        by_color.setdefault(CARDS[view.faces[slot]].color, []).append(slot)
    dolmens = by_color.pop(None, [])
    groups: list[tuple[Slot, ...]] = [()]
    for slots in by_color.values():
        among = slots[:COLOR_MOST]
        for size in range(1, min(CARDS_PER_BID_MOST, len(among)) + 1):
            groups += combinations(among, size)
    groups += [(*group, dolmens[0]) for group in groups if dolmens]
    return (cards for cards in groups if lay.least <= len(cards) <= lay.most)


def _imagine(view: View[State], me: Seat, source: Source) -> list[Bid]:
    """What the others may have laid or may yet lay."""
    state = view.state
    seen = {view.faces[slot] for slot in state.hands[me]}.union(state.discards)
    unseen = shuffled(source, [face for face in FACES if face not in seen])
    bids = []
    for turn, seat in enumerate(state.order):
        if seat == me:
            continue
        size = len(state.hands[seat])
        laid = _fitting(state, turn, size, unseen, source)
        bids.append(Bid(seat, laid))
        unseen = unseen[size:]
    return bids


def _fitting(
    state: State, turn: int, size: int, unseen: list[Face], source: Source
) -> tuple[Face, ...]:
    """A bid from a hand dealt off the front of ``unseen``, of as many cards as were laid.

    What goes back is shuffled in, so that the front is always the hand that was bid from.
    """
    laid = likely_bid(state, turn, unseen[:size], source)
    if turn >= len(state.laid):
        return laid
    for _ in range(TRIES):
        if len(laid) == state.laid[turn]:
            return laid
        unseen[:] = shuffled(source, unseen)
        laid = likely_bid(state, turn, unseen[:size], source)
    return strongest(unseen[:size], state.laid[turn], state.trump)


def _weighed(
    view: View[State], me: Seat, cards: tuple[Slot, ...], worlds: list[list[Bid]]
) -> WeighedBid:
    state = view.state
    mine = Bid(me, tuple(view.faces[slot] for slot in cards))
    won, drawn, staked = 0, 0, []
    for others in worlds:
        verdict = judge([*others, mine], state.trump)
        won += verdict.winner == me
        drawn += dict(verdict.draws)[me]
        staked.append(_stake(state, me, verdict.winner))
    number = len(worlds)
    worth = (fsum(staked) + drawn * DRAW_WORTH) / number - fsum(map(_card_worth, mine.faces))
    return WeighedBid(cards, won / number, drawn / number, worth)


def _card_worth(face: Face) -> float:
    card = CARDS[face]
    return DOLMEN_WORTH if card.is_dolmen else CARD_WORTH + NUMBER_WORTH * card.number


def _stake(state: State, me: Seat, winner: Seat | None) -> float:
    """The points of the stone and its promise; a part of them is lost if a rival wins it."""
    if winner is None:
        return 0.0
    gain = points(state.sale, state.owned[winner][state.trump])
    ends = state.scores[winner] + gain >= GOAL
    value = gain + FUTURE * _promise(state)
    if winner == me:
        return value + ends * VICTORY
    return -RIVALRY * value / (state.seats - 1) - ends * VICTORY


def _promise(state: State) -> float:
    """What one stone more of this colour will add to the stones to come, if all win as often."""
    ahead = range(state.sale + 1, min(SALES, state.sale + 1 + HORIZON))
    more = sum(points(sale, 0) for sale in ahead if state.stones[sale] == state.trump)
    return more / state.seats
