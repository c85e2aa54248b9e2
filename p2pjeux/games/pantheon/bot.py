"""A player who weighs each man's worth against everybody's distances and the cards not yet seen.

Whole numbers only, for the reason given in ``worth.py``. PIP, EDGE and FUTURE_COST were found by
letting variants of the bot play each other; the other weights are estimates.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from p2pjeux.games.pantheon.auction import Bid, best, roads_to, squares_to
from p2pjeux.games.pantheon.europe import Town, destinations
from p2pjeux.games.pantheon.foresight import STEP, expected_steps
from p2pjeux.games.pantheon.legality import BID, NAME, PLACE, free_capitals, open_squares, ways
from p2pjeux.games.pantheon.men import CARDS, Man
from p2pjeux.games.pantheon.pack import CARDS_PER_BID, FACES, HAND, WORTH
from p2pjeux.games.pantheon.state import Phase, State
from p2pjeux.games.pantheon.timeline import Square, landings
from p2pjeux.games.pantheon.worth import SURE, worth
from p2pjeux.rules.contract import Source, View
from p2pjeux.rules.requests import Action, Face, Seat, Slot
from p2pjeux.rules.source import shuffled

WORLDS: Final = 24
# What one pip kept in hand is worth later on, in hundredths of a point.
PIP: Final = 60
# The two best cards of an average hand.
GOOD_BID: Final = 14
# How much one step or pip of advantage adds to the chance of beating a rival, in thousandths.
EDGE: Final = 65
# What one step costs a bidder, in hundredths of a point.
STEP_COST: Final = 40
# What it is worth to be the only bidder, since any two cards will do.
ALONE: Final = 300
# What a step away from an average man still to come costs, in hundredths of a point.
FUTURE_COST: Final = 40


@dataclass(frozen=True, slots=True)
class Rival:
    """What is to be feared of another seat: for each man at stake, its steps and its interest."""

    steps: tuple[int, ...]
    interest: tuple[int, ...]


def decide(view: View[State], source: Source) -> Action:
    assert view.seat is not None
    match view.state.phase:
        case Phase.PLACE:
            return place(view.state)
        case Phase.MOVE:
            return move(view, view.seat)
        case Phase.NAME:
            return name(view, view.seat)
        case _:
            return _bid(view, view.seat, source)


def place(state: State) -> Action:
    """The free capital and the white square nearest to all the men, by value."""
    town = min(free_capitals(state), key=lambda town: _far_in_space(state, town))
    square = min(open_squares(state), key=lambda square: _far_in_time(state, square))
    return Action(PLACE, (town, square))


def _far_in_space(state: State, town: Town) -> int:
    return sum(CARDS[man].value * roads_to(man, town) for man in state.men)


def _far_in_time(state: State, square: Square) -> int:
    return sum(CARDS[man].value * squares_to(man, square) for man in state.men)


def move(view: View[State], seat: Seat) -> Action:
    weighed = weighed_moves(view, seat, worths_of(view.state, seat), FUTURE_COST)
    return max(weighed, key=lambda one: one[0])[1]


def weighed_moves(
    view: View[State], seat: Seat, worths: list[int], future_cost: int
) -> Iterator[tuple[int, Action]]:
    """Every move with what it promises now, less what it costs to be far from the men to come."""
    state = view.state
    strength = strength_of(view, seat)
    here = rivals_of(state, seat, state.towns)
    values = sum(CARDS[man].value for man in state.men) or 1
    for verb, (roads, squares) in ways(state).items():
        stops = [
            (stop, _far_in_time(state, stop)) for stop in landings(state.squares[seat], squares)
        ]
        for town in destinations(state.towns[seat], roads):
            rivals = here
            if town in state.towns:
                rivals = rivals_of(state, seat, _pushed(state, seat, town))
            far_in_space = _far_in_space(state, town)
            for square, far_in_time in stops:
                steps = [roads_to(man, town) + squares_to(man, square) for man in state.stakes]
                hope = max(hopes_of(steps, worths, rivals, strength))
                cost = future_cost * (far_in_space + far_in_time) // values
                yield hope - cost, Action(verb, (town, square))


def _pushed(state: State, seat: Seat, town: Town) -> tuple[Town, ...]:
    """The towns of all pawns after ``seat`` has stopped in ``town``."""
    left = state.towns[seat]
    return tuple(
        town if other == seat else left if stood == town else stood
        for other, stood in enumerate(state.towns)
    )


def worths_of(state: State, seat: Seat) -> list[int]:
    return [worth(man, state.won[seat], state.men, state.seats) for man in state.stakes]


def strength_of(view: View[State], seat: Seat) -> int:
    """How much better my two best cards are than usual; by half, since they need not be used."""
    cards = sorted(WORTH[view.faces[slot]] for slot in view.state.hands[seat])
    return (sum(cards[-CARDS_PER_BID:]) - GOOD_BID) // 2


def rivals_of(state: State, me: Seat, towns: tuple[Town, ...]) -> list[Rival]:
    return [
        _rival(state, seat, turn, towns[seat])
        for turn, seat in enumerate(state.order)
        if seat != me
    ]


def _rival(state: State, seat: Seat, turn: int, town: Town) -> Rival:
    square = state.squares[seat]
    if state.phase is Phase.MOVE and turn > state.turn:
        steps = tuple(expected_steps(town, square, man) for man in state.stakes)
    else:
        steps = tuple(
            STEP * (roads_to(man, town) + squares_to(man, square)) for man in state.stakes
        )
    if turn < len(state.named):
        interest = tuple(SURE * (state.named[turn] == man) for man in state.stakes)
    else:
        interest = _interest(worths_of(state, seat), steps)
    return Rival(steps, interest)


def _interest(worths: list[int], steps: tuple[int, ...]) -> tuple[int, ...]:
    """How likely a seat bids for each man: rather for the one that is worth more, and nearer."""
    if len(worths) == 1:
        return (SURE,)
    pulls = [value - STEP_COST * far // STEP for value, far in zip(worths, steps, strict=True)]
    first = min(max(SURE // 2 + pulls[0] - pulls[1], 50), SURE - 50)
    return (first, SURE - first)


def hopes_of(steps: list[int], worths: list[int], rivals: list[Rival], strength: int) -> list[int]:
    """What each man at stake promises from so many steps away."""
    hopes = []
    for at, (mine, value) in enumerate(zip(steps, worths, strict=True)):
        winning, alone = SURE, SURE
        for rival in rivals:
            lead = rival.steps[at] - STEP * (mine - strength)
            beating = min(max(SURE // 2 + EDGE * lead // STEP, 20), SURE - 20)
            interest = rival.interest[at]
            winning = winning * (SURE - interest * (SURE - beating) // SURE) // SURE
            alone = alone * (SURE - interest) // SURE
        hopes.append((winning * value + alone * ALONE) // SURE)
    return hopes


def name(view: View[State], seat: Seat) -> Action:
    state = view.state
    steps = [
        roads_to(man, state.towns[seat]) + squares_to(man, state.squares[seat])
        for man in state.stakes
    ]
    rivals = rivals_of(state, seat, state.towns)
    hopes = hopes_of(steps, worths_of(state, seat), rivals, strength_of(view, seat))
    return Action(NAME, (state.stakes[hopes.index(max(hopes))],))


def _bid(view: View[State], seat: Seat, source: Source) -> Action:
    """The pair that gains most over many imagined deals, less what its cards could do later."""
    state = view.state
    pairs: list[tuple[Slot, ...]] = list(combinations(state.hands[seat], CARDS_PER_BID))
    man = state.named[state.order.index(seat)]
    stakes = _stakes(state, seat, man)
    later = PIP if state.men else 0
    gains = dict.fromkeys(pairs, 0)
    for others in _imagine(view, seat, man, source):
        for pair in pairs:
            faces = tuple(view.faces[slot] for slot in pair)
            winner = best([*others, bid_of(state, seat, man, faces)])
            assert winner is not None
            gains[pair] += stakes[winner.seat] - later * sum(WORTH[face] for face in faces)
    return Action(BID, cards=max(pairs, key=lambda pair: gains[pair]))


def _stakes(state: State, me: Seat, man: Man) -> list[int]:
    """What it means to me that each seat wins the man: its gain is a part of my loss."""
    return [
        value if seat == me else -value // state.seats
        for seat in range(state.seats)
        for value in [worth(man, state.won[seat], state.men, state.seats)]
    ]


def _imagine(view: View[State], me: Seat, man: Man, source: Source) -> list[list[Bid]]:
    """Bids of the rivals for ``man``, made from cards that neither I nor the pile has."""
    state = view.state
    known = {view.faces[slot] for slot in state.hands[me]}.union(state.pile)
    unseen = [face for face in FACES if face not in known]
    rivals = [
        seat
        for seat, named in zip(state.order, state.named, strict=True)
        if named == man and seat != me
    ]
    worlds = []
    for _ in range(WORLDS):
        dealt = shuffled(source, unseen)
        bids = []
        for seat in rivals:
            hand, dealt = dealt[:HAND], dealt[HAND:]
            bids.append(bid_of(state, seat, man, likely_pair(hand, source)))
        worlds.append(bids)
    return worlds


def likely_pair(hand: list[Face], source: Source) -> tuple[Face, ...]:
    """Any pair of a hand, rather a strong one: the better of two random choices."""
    pairs = sorted(
        combinations(hand, CARDS_PER_BID), key=lambda pair: WORTH[pair[0]] + WORTH[pair[1]]
    )
    return pairs[max(source.below(len(pairs)), source.below(len(pairs)))]


def bid_of(state: State, seat: Seat, man: Man, faces: tuple[Face, ...]) -> Bid:
    return Bid(
        seat,
        man,
        faces,
        roads_to(man, state.towns[seat]),
        squares_to(man, state.squares[seat]),
    )
