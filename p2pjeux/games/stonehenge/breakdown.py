"""Where the points came from: stones of the ring, and dolmens."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from p2pjeux.games.stonehenge.cards import RING_SPACES
from p2pjeux.games.stonehenge.state import State
from p2pjeux.rules.breakdown import Breakdown, Part
from p2pjeux.rules.words import later


def standing(state: State) -> tuple[int, ...]:
    return state.scores


def parts(states: Sequence[State]) -> tuple[Part, ...]:
    ring, dolmens = [0] * states[0].seats, [0] * states[0].seats
    for before, after in pairwise(states):
        sale = after.last
        if sale is None or sale is before.last or sale.winner is None:
            continue
        points = ring if sale.number < RING_SPACES else dolmens
        points[sale.winner] += sale.scored
    return (
        Part(later("stones of the ring"), tuple(ring)),
        Part(later("dolmens"), tuple(dolmens)),
    )


BREAKDOWN: Final = Breakdown(standing, parts)
