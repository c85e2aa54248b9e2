"""The rules of the race around the world. Numbers in brackets are those of rulings.md."""

from collections.abc import Mapping
from typing import Final, assert_never

from p2pjeux.errors import Refused
from p2pjeux.games.course.state import Phase, State, new_state
from p2pjeux.games.course.turn import (
    START,
    TURN,
    first_hands,
    to_shuffle,
)
from p2pjeux.games.course.world import FACES, HAND_SIZE, LEGS
from p2pjeux.rules.contract import OptionValue, Outcome
from p2pjeux.rules.requests import Choose, Deal, Draw, Request, Seat, Shuffle

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
