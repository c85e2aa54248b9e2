"""Where the way to the Temple came from: the start, one's own questions, following others."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from p2pjeux.games.ostrakon.state import State
from p2pjeux.rules.breakdown import Breakdown, Part
from p2pjeux.rules.words import later


def standing(state: State) -> tuple[int, ...]:
    """The space on which each philosopher stands; before the first morning none."""
    if not state.morning:
        return (0,) * state.seats
    return tuple(state.space_of(seat) for seat in range(state.seats))


def parts(states: Sequence[State]) -> tuple[Part, ...]:
    seats = states[0].seats
    start, asked, followed = [0] * seats, [0] * seats, [0] * seats
    for before, after in pairwise(states):
        moves = zip(standing(before), standing(after), strict=True)
        for seat, (space, reached) in enumerate(moves):
            if not before.morning:
                start[seat] += reached - space
            elif after.last is not None and seat == after.last.asker:
                asked[seat] += reached - space
            else:
                # Nobody but the asker and his disciple moves.
                followed[seat] += reached - space
    return (
        Part(later("at the start"), tuple(start)),
        Part(later("by own questions"), tuple(asked)),
        Part(later("as a disciple"), tuple(followed)),
    )


BREAKDOWN: Final = Breakdown(standing, parts)
