"""Where the points of a game came from: what the end of an evening is told with.

It decides nothing, so it is no part of what the fingerprint of a game's rules is taken of.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

StateT = TypeVar("StateT")


@dataclass(frozen=True, slots=True)
class Part:
    """What each seat has of one source."""

    # An English text for the catalogue of the game.
    label: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Breakdown(Generic[StateT]):
    """Both pure. At the end the parts of a seat add up to its score, and so does its standing."""

    # The points of each seat in this very state.
    standing: Callable[[StateT], tuple[int, ...]]
    # Where they came from, by all states of a game from the first to the one that is asked about.
    parts: Callable[[Sequence[StateT]], tuple[Part, ...]]
