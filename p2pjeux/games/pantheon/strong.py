"""A player who asks what each rival would bid with the hands it may have.

Today's rivals are no dice: with a hand that is dealt to one of them in thought, it would bid the
pair that pays for it. Against those bids each pair of one's own hand is weighed. Who wins a man
takes him from all the others too.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Final

from p2pjeux.games.pantheon.auction import Bid, best, roads_to, squares_to
from p2pjeux.games.pantheon.bot import PIP as RIVAL_PIP
from p2pjeux.games.pantheon.bot import (
    bid_of,
    likely_pair,
    name,
    place,
    weighed_moves,
    worths_of,
)
from p2pjeux.games.pantheon.europe import Town
from p2pjeux.games.pantheon.legality import BID
from p2pjeux.games.pantheon.men import Man
from p2pjeux.games.pantheon.pack import CARDS_PER_BID, FACES, HAND, WORTH
from p2pjeux.games.pantheon.state import Phase, State
from p2pjeux.games.pantheon.timeline import Square
from p2pjeux.games.pantheon.worth import worth
from p2pjeux.rules.contract import Source, View
from p2pjeux.rules.requests import Action, Face, Seat, Slot
from p2pjeux.rules.source import shuffled

WORLDS: Final = 48
# So many pairs are a rival's idea of what the others bid.
IDEAS: Final = 24
# What one pip kept in hand is worth later on, in hundredths of a point.
PIP: Final = 90
# What a step away from an average man still to come costs, in hundredths of a point.
FUTURE_COST: Final = 60


@dataclass(frozen=True, slots=True)
class WeighedPair:
    """How often a pair wins, and what it gains over all worlds, later uses of its cards paid."""

    cards: tuple[Slot, ...]
    chance: float
    gain: int


def decide(view: View[State], source: Source) -> Action:
    seat = view.seat
    assert seat is not None
    match view.state.phase:
        case Phase.PLACE:
            return place(view.state)
        case Phase.MOVE:
            return max(weigh_moves(view, seat), key=lambda weighed: weighed[0])[1]
        case Phase.NAME:
            return name(view, seat)
        case _:
            return Action(BID, cards=best_pair(weigh(view, seat, source)).cards)


def weigh_moves(view: View[State], seat: Seat) -> list[tuple[int, Action]]:
    """Every move with its promise; a man who is won is one that no rival wins."""
    state = view.state
    worths = worths_of(state, seat)
    for other in range(state.seats):
        if other != seat:
            lost = worths_of(state, other)
            worths = [
                mine + his // (state.seats - 1) for mine, his in zip(worths, lost, strict=True)
            ]
    return list(weighed_moves(view, seat, worths, FUTURE_COST))


def steps_from(man: Man, town: Town, square: Square) -> int:
    """All that would be deducted from a bid for the man, from there."""
    return roads_to(man, town) + squares_to(man, square)


def best_pair(weighed: list[WeighedPair]) -> WeighedPair:
    return max(weighed, key=lambda pair: pair.gain)


def weigh(view: View[State], seat: Seat, source: Source) -> list[WeighedPair]:
    state = view.state
    man = state.named[state.order.index(seat)]
    stakes = _stakes(state, seat, man)
    later = PIP if state.men else 0
    worlds = _imagine(view, seat, man, source)
    weighed = []
    for cards in combinations(state.hands[seat], CARDS_PER_BID):
        faces = tuple(view.faces[slot] for slot in cards)
        mine = bid_of(state, seat, man, faces)
        winners = [_winner(state, [*others, mine]) for others in worlds]
        spent = later * _pips(faces) * len(worlds)
        gain = sum(stakes[winner] for winner in winners) - spent
        weighed.append(WeighedPair(cards, winners.count(seat) / len(worlds), gain))
    return weighed


def _pips(faces: tuple[Face, ...]) -> int:
    return sum(WORTH[face] for face in faces)


def _winner(state: State, bids: list[Bid]) -> Seat:
    # Equal bids are parted by play order in the end.
    winner = best(sorted(bids, key=lambda bid: state.order.index(bid.seat)))
    assert winner is not None
    return winner.seat


def _stakes(state: State, me: Seat, man: Man) -> list[int]:
    """What it means to me that each seat wins the man: all rivals share one loss of mine."""
    values = [worth(man, state.won[seat], state.men, state.seats) for seat in range(state.seats)]
    return [
        value if seat == me else -value // (state.seats - 1) for seat, value in enumerate(values)
    ]


def _imagine(view: View[State], me: Seat, man: Man, source: Source) -> list[list[Bid]]:
    """Bids of the rivals for ``man``, from hands dealt of the cards that I have never seen."""
    state = view.state
    known = {view.faces[slot] for slot in state.hands[me]}.union(state.pile)
    unseen = [face for face in FACES if face not in known]
    rivals = [
        seat
        for seat, named in zip(state.order, state.named, strict=True)
        if named == man and seat != me
    ]
    hidden = [face for face in FACES if face not in set(state.pile)]
    ideas = [_pips(likely_pair(shuffled(source, hidden)[:HAND], source)) for _ in range(IDEAS)]
    to_beat = [bid_of(state, me, man, ()).net + pips for pips in ideas]
    worlds = []
    for _ in range(WORLDS):
        dealt = shuffled(source, unseen)
        bids = []
        for seat in rivals:
            hand, dealt = dealt[:HAND], dealt[HAND:]
            bids.append(_paying(state, seat, me, man, hand, to_beat))
        worlds.append(bids)
    return worlds


def _paying(
    state: State, seat: Seat, me: Seat, man: Man, hand: list[Face], to_beat: list[int]
) -> Bid:
    """The bid that pays most for a rival with this hand."""
    won = state.won
    value = worth(man, won[seat], state.men, state.seats)
    value += worth(man, won[me], state.men, state.seats) // state.seats
    start = bid_of(state, seat, man, ()).net
    later = RIVAL_PIP if state.men else 0

    def pays(pair: tuple[Face, ...]) -> int:
        pips = _pips(pair)
        beaten = sum(start + pips > other for other in to_beat)
        return beaten * value // len(to_beat) - later * pips

    return bid_of(state, seat, man, max(combinations(hand, CARDS_PER_BID), key=pays))
