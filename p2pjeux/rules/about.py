"""What a game is, in one line, for whoever is about to choose one. It decides nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Effort(Enum):
    """How much there is to learn before the first game."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class About:
    # An English text for the catalogue of the game.
    line: str
    # About how long a game among people lasts.
    minutes: int
    effort: Effort
    # What the values of its options are called, where their words on the command line are not it.
    values: Mapping[str, str] = field(default_factory=dict)
