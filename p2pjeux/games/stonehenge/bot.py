"""A bidder that imagines the others' hands from what it has not seen, and weighs its bids."""

from collections.abc import Iterator
from math import fsum
from typing import Final

from p2pjeux.games.stonehenge.auction import Bid, judge, points
from p2pjeux.games.stonehenge.cards import CARDS, FACES, GOAL, STONE_COLORS
from p2pjeux.games.stonehenge.legality import BID
from p2pjeux.games.stonehenge.rules import request
from p2pjeux.games.stonehenge.state import State
from p2pjeux.rules.contract import Source, View
from p2pjeux.rules.records import changed
from p2pjeux.rules.requests import Action, Face, Lay, Seat, Slot
from p2pjeux.rules.source import shuffled

WORLDS: Final = 16
# So many where another seat's bid is imagined.
WORLDS_OF_OTHERS: Final = 4
# What a card in hand is worth, in points; found by playing the bot against itself.
CARD_WORTH: Final = 0.45
DOLMEN_WORTH: Final = 0.9
CARDS_PER_BID_MOST: Final = 4


def decide(view: View[State], source: Source) -> Action:
    return Action(BID, cards=_best(view, source, WORLDS))


def _best(view: View[State], source: Source, number: int) -> tuple[Slot, ...]:
    lay = request(view.state)
    assert isinstance(lay, Lay)
    candidates = [cards for cards in _candidates(view, lay) if lay.least <= len(cards) <= lay.most]
    worlds = [_imagine(view, lay.seat, source) for _ in range(number)]
    return max(candidates, key=lambda cards: _worth(view, lay.seat, cards, worlds))


def likely_bid(state: State, turn: int, hand: list[Face], source: Source) -> tuple[Face, ...]:
    """What this bot would lay with such a hand as the one whose turn it is, whoever bids now.

    Of those before it that have not laid yet it takes nothing as laid.
    """
    seat = state.order[turn]
    faces = dict(zip(state.hands[seat], hand, strict=False))
    laid = (*state.laid[:turn], *(0 for _ in range(len(state.laid), turn)))
    imagined = View(changed(state, laid=laid), seat, faces)
    return tuple(faces[slot] for slot in _best(imagined, source, WORLDS_OF_OTHERS))


def _candidates(view: View[State], lay: Lay) -> Iterator[tuple[Slot, ...]]:
    """A pass; the highest few of each colour, or the lowest one; each also with a dolmen card."""
    by_color: dict[int | None, list[Slot]] = {}
    for slot in lay.hand:
        by_color.setdefault(CARDS[view.faces[slot]].color, []).append(slot)
    dolmens = by_color.pop(None, [])
    yield ()
    if dolmens:
        yield (dolmens[0],)
    for slots in by_color.values():
        slots.sort(key=lambda slot: CARDS[view.faces[slot]].number, reverse=True)
        groups = [tuple(slots[:size]) for size in range(1, min(len(slots), CARDS_PER_BID_MOST) + 1)]
        for group in [*groups, (slots[-1],)]:
            yield group
            if dolmens:
                yield (*group, dolmens[0])


def _imagine(view: View[State], me: Seat, source: Source) -> list[Bid]:
    """Bids the others may have laid or may yet lay, hands drawn from the cards never seen."""
    state = view.state
    mine = {view.faces[slot] for slot in state.hands[me]}
    seen = mine.union(state.discards)
    unseen = shuffled(source, [face for face in FACES if face not in seen])
    bids = []
    for turn, seat in enumerate(state.order):
        if seat == me:
            continue
        hand = [unseen.pop() for _ in range(min(len(state.hands[seat]), len(unseen)))]
        if turn < len(state.laid):
            count = state.laid[turn]
        elif state.is_first:
            count = 1
        else:
            count = source.below(3)
        bids.append(Bid(seat, strongest(hand, count, state.trump)))
    return bids


def strongest(hand: list[Face], count: int, trump: int) -> tuple[Face, ...]:
    """The best ``count`` cards of one colour, topped up with dolmen cards if need be."""
    if count == 0:
        return ()
    best: tuple[tuple[bool, int], tuple[Face, ...]] = ((False, -1), ())
    dolmens = [face for face in hand if CARDS[face].is_dolmen]
    for color in range(len(STONE_COLORS) + 1):
        faces = sorted((face for face in hand if CARDS[face].color == color), reverse=True)[:count]
        faces += dolmens[: count - len(faces)]
        value = sum(CARDS[face].number for face in faces)
        best = max(best, ((color == trump, value), tuple(faces)))
    return best[1]


def _worth(view: View[State], me: Seat, cards: tuple[Slot, ...], worlds: list[list[Bid]]) -> float:
    state = view.state
    mine = Bid(me, tuple(view.faces[slot] for slot in cards))
    # Plain sum rounds otherwise from Python 3.12 on, and stand-ins must decide alike everywhere.
    spent = fsum(DOLMEN_WORTH if CARDS[face].is_dolmen else CARD_WORTH for face in mine.faces)
    total = 0.0
    for others in worlds:
        verdict = judge([*others, mine], state.trump)
        drawn = dict(verdict.draws)[me]
        total += drawn * CARD_WORTH + _stake(state, me, verdict.winner)
    return total / len(worlds) - spent


def _stake(state: State, me: Seat, winner: Seat | None) -> float:
    """My points, or a part of a rival's; a stone that ends the game decides everything."""
    if winner is None:
        return 0.0
    gain = points(state.sale, state.owned[winner][state.trump])
    ends = state.scores[winner] + gain >= GOAL
    if winner == me:
        return gain + (100.0 if ends else 0.0)
    return -gain / state.seats - (100.0 if ends else 0.0)
