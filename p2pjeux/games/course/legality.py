"""Which flights and exchanges are allowed. Numbers in brackets are those of rulings.md."""

from typing import Final

from p2pjeux.games.course.flight import chain
from p2pjeux.games.course.state import Phase, State
from p2pjeux.games.course.turn import (
    COMPARTMENTS,
    EXCHANGE,
    EXCHANGED,
    FLY,
    SOURCES,
    START,
)
from p2pjeux.games.course.world import STARTS
from p2pjeux.rules.contract import Refusal
from p2pjeux.rules.requests import Action, Face, Seat


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
        return Refusal("a flight is played with its cards alone")
    if not faces:
        return Refusal("a flight needs at least one card")
    if chain(state.cities[seat], faces) is None:
        return Refusal("each card must leave from the city where the one before landed")
    return None


def _check_exchange(state: State, action: Action) -> Refusal | None:
    if len(action.cards) != exchanged(state):
        return Refusal("exactly two cards are exchanged, no more and no fewer")
    if len(action.args) != 1 or action.args[0] not in SOURCES:
        return Refusal("the new cards come from the deck or from the discards")
    if action.args[0] not in sources(state):
        return Refusal("there is no discard to take there")
    return None
