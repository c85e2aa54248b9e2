"""Which decisions the rules allow. Numbers in brackets are those of rulings.md."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from p2pjeux.games.pantheon.europe import CAPITALS, Town, destinations
from p2pjeux.games.pantheon.pack import CARDS_PER_BID
from p2pjeux.games.pantheon.state import Phase, State
from p2pjeux.games.pantheon.timeline import WHITE_SQUARES, Square, landings
from p2pjeux.rules.contract import Refusal
from p2pjeux.rules.requests import Action, Face, Seat
from p2pjeux.rules.words import later

# A capital and a white square for one's pawns.
PLACE: Final = later("place")
# The town and the square where one's pawns stop: how they get there does not matter to the game.
# The verb says which die is used on the map; with equal dice there is only the first (19).
LARGER: Final = later("larger_die_on_the_map")
SMALLER: Final = later("smaller_die_on_the_map")
# The great man for whom one is going to bid.
NAME: Final = "name"
# Two cards.
BID: Final = "bid"


def check(state: State, seat: Seat, action: Action, faces: tuple[Face, ...]) -> Refusal | None:
    match state.phase, action.verb:
        case Phase.PLACE, "place":
            return _check_place(state, numbers(action))
        case Phase.MOVE, verb if verb in ways(state):
            return _check_move(state, seat, verb, numbers(action))
        case Phase.NAME, "name":
            return _check_name(state, numbers(action))
        case ((Phase.BID | Phase.OPEN), "bid"):
            return _check_bid(action)
        case _:
            return Refusal("this cannot be done now")


def numbers(action: Action) -> tuple[int, ...]:
    """The arguments if all are whole numbers, else none; True equals 1, but not in the log."""
    whole = tuple(item for item in action.args if type(item) is int)
    return whole if len(whole) == len(action.args) else ()


def free_capitals(state: State) -> tuple[Town, ...]:
    return tuple(town for town in CAPITALS if town not in state.towns)


def open_squares(state: State) -> tuple[Square, ...]:
    """White squares that hold at most one pawn (13)."""
    return tuple(square for square in WHITE_SQUARES if state.squares.count(square) <= 1)


def ways(state: State) -> Mapping[str, tuple[int, int]]:
    """For each verb how many roads and how many squares the dice make of it (19)."""
    return _ways(state.dice)


@cache
def _ways(dice: tuple[int, ...]) -> Mapping[str, tuple[int, int]]:
    smaller, larger = sorted(dice)
    if smaller == larger:
        return MappingProxyType({LARGER: (larger, smaller)})
    return MappingProxyType({LARGER: (larger, smaller), SMALLER: (smaller, larger)})


def _check_place(state: State, args: tuple[int, ...]) -> Refusal | None:
    if len(args) != 2:
        return Refusal("name a capital and a white square")
    town, square = args
    if town not in free_capitals(state):
        return Refusal("the pawn on the map starts in a capital that is still free")
    if square not in open_squares(state):
        return Refusal("the pawn on the timeline starts on a white square with at most one pawn")
    return None


def _check_move(state: State, seat: Seat, verb: str, args: tuple[int, ...]) -> Refusal | None:
    if len(args) != 2:
        return Refusal("name a town and a square")
    town, square = args
    roads, squares = ways(state)[verb]
    if town not in destinations(state.towns[seat], roads):
        return Refusal(
            "the die for the map shows {roads}, and no such walk stops in that town",
            {"roads": roads},
        )
    if square not in landings(state.squares[seat], squares):
        return Refusal(
            "the die for the timeline shows {squares}, which does not lead to that square",
            {"squares": squares},
        )
    return None


def _check_name(state: State, args: tuple[int, ...]) -> Refusal | None:
    if len(args) != 1 or args[0] not in state.stakes:
        return Refusal("name one of the two great men up for auction")
    return None


def _check_bid(action: Action) -> Refusal | None:
    """Always two cards, even two that are worth nothing (8)."""
    if action.args or len(action.cards) != CARDS_PER_BID:
        return Refusal("a bid is exactly two cards")
    return None
