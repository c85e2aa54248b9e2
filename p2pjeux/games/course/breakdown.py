"""Where the points came from: visas, and coming home with all of them."""

from collections.abc import Sequence
from typing import Final

from p2pjeux.games.course.state import State
from p2pjeux.rules.breakdown import Breakdown, Part
from p2pjeux.rules.words import later


def standing(state: State) -> tuple[int, ...]:
    return tuple(map(sum, zip(_visas(state), _home(state), strict=True)))


def parts(states: Sequence[State]) -> tuple[Part, ...]:
    state = states[-1]
    return Part(later("visas"), _visas(state)), Part(later("home first"), _home(state))


def _visas(state: State) -> tuple[int, ...]:
    return tuple(map(len, state.visas))


def _home(state: State) -> tuple[int, ...]:
    return tuple(int(seat == state.winner) for seat in range(state.seats))


BREAKDOWN: Final = Breakdown(standing, parts)
