"""The rules of the race around the world. Numbers in brackets are rulings of the dossier."""

from collections.abc import Mapping
from typing import Final, assert_never

from p2pjeux.errors import Refused
from p2pjeux.games.course.flight import chain
from p2pjeux.games.course.state import Phase, State, new_state
from p2pjeux.games.course.turns import (
    COMPARTMENTS,
    EXCHANGE,
    EXCHANGED,
    FLY,
    SOURCES,
    START,
    TURN,
    first_hands,
    to_shuffle,
)
from p2pjeux.games.course.world import FACES, HAND_SIZE, LEGS, STARTS
from p2pjeux.rules.contract import OptionValue, Outcome, Refusal
from p2pjeux.rules.requests import Action, Choose, Deal, Draw, Face, Request, Seat, Shuffle

ROUNDS: Final = (200, 100, 50, 25)


def set_up(seats: int, options: Mapping[str, OptionValue]) -> State:
    if seats not in HAND_SIZE:
        raise Refused("the race is for two to six seats, not {seats}", seats=seats)
    rounds = options.get("rounds", ROUNDS[0])
    if not isinstance(rounds, int) or rounds not in ROUNDS:
        raise Refused("the race cannot last {rounds} rounds", rounds=rounds)
    return new_state(seats, rounds)


def request(state: State) -> Request | None:
    match state.phase:
        case Phase.TURN:
            return Choose(state.acting, TURN, state.hands[state.acting])
        case Phase.DRAW:
            return Deal(((state.acting, state.stock[: state.owed]),))
        case Phase.SHUFFLE:
            return Shuffle(state.deck, to_shuffle(state))
        case Phase.START:
            return Choose(state.acting, START)
        case Phase.DEALER:
            return Draw(tuple(range(state.seats)), 1, "dealer")
        case Phase.DEAL:
            return Deal(first_hands(state))
        case Phase.OVER:
            return None
        case _:
            assert_never(state.phase)


def sources(state: State) -> tuple[str, ...]:
    """Where the acting seat may take its new cards from; the compartments start empty (8)."""
    left, right = state.piles
    return _SOURCES[bool(left), bool(right), exchanged(state)]


def _sources(filled: tuple[bool, bool], count: int) -> tuple[str, ...]:
    return tuple(
        source
        for source, sides in COMPARTMENTS.items()
        if len(sides) <= count and all(filled[side] for side in sides)
    )


# For the left and the right compartment being filled or not, and the number of cards exchanged.
_SOURCES: Final = {
    (left, right, count): _sources((left, right), count)
    for left in (False, True)
    for right in (False, True)
    for count in range(EXCHANGED + 1)
}


def exchanged(state: State) -> int:
    """Two cards are exchanged; a short hand (12) exchanges what it has."""
    return min(EXCHANGED, len(state.hands[state.acting]))


def check(state: State, seat: Seat, action: Action, faces: tuple[Face, ...]) -> Refusal | None:
    if state.phase is Phase.START:
        return _check_start(action)
    if action.verb == FLY:
        return _check_flight(state, seat, action, faces)
    if action.verb == EXCHANGE:
        return _check_exchange(state, action)
    return Refusal("a turn is either a flight or an exchange of two cards")


def _check_start(action: Action) -> Refusal | None:
    if action.verb != START or action.cards or len(action.args) != 1:
        return Refusal("a start must be chosen first")
    (city,) = action.args
    # Not a mere ``in``: True would pass for city number one.
    if type(city) is not int or city not in STARTS:
        return Refusal("the race starts in Paris, New York or Tokyo only")
    return None


def _check_flight(
    state: State, seat: Seat, action: Action, faces: tuple[Face, ...]
) -> Refusal | None:
    if action.args:
        return Refusal("a flight is told by its cards alone")
    if not faces:
        return Refusal("a flight needs at least one card")
    if chain(state.cities[seat], faces) is None:
        return Refusal("each card must leave from the city where the one before has landed")
    return None


def _check_exchange(state: State, action: Action) -> Refusal | None:
    if len(action.cards) != exchanged(state):
        return Refusal("exactly two cards are exchanged, no more and no fewer")
    if len(action.args) != 1 or action.args[0] not in SOURCES:
        return Refusal("the new cards come from the stock or from the open compartments")
    if action.args[0] not in sources(state):
        return Refusal("there is no open card to take there")
    return None


def outcome(state: State) -> Outcome | None:
    """The one who came home wins; at the end of the rounds most visas, then nearest home.

    The score counts the visas, and one more for coming home with all five.
    """
    if state.phase is not Phase.OVER:
        return None
    scores = tuple(len(visas) + (seat == state.winner) for seat, visas in enumerate(state.visas))
    if state.winner is not None:
        return Outcome(scores, (state.winner,))
    ranks = [(scores[seat], -legs_home(state, seat)) for seat in range(state.seats)]
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    return Outcome(scores, winners)


def legs_home(state: State, seat: Seat) -> int:
    """Fewest routes from a seat's city to its start."""
    return LEGS[state.cities[seat]][state.homes[seat]]


def census(state: State) -> Mapping[str, int]:
    held = sum(map(len, state.hands)) + sum(map(len, state.piles))
    cards = held + len(state.stock) + len(state.thrown) + len(state.flown)
    return {
        "cards": cards if state.deck else len(FACES),
        "visas": sum(state.visas_left) + sum(map(len, state.visas)),
    }
