"""Where the points came from: the printed values, and each of the three series."""

from collections.abc import Sequence
from typing import Final

from p2pjeux.games.pantheon.men import CARDS, SERIES_BONUS, lacks, score
from p2pjeux.games.pantheon.state import State
from p2pjeux.rules.breakdown import Breakdown, Part
from p2pjeux.rules.words import later


def standing(state: State) -> tuple[int, ...]:
    return tuple(score(men) for men in state.won)


def parts(states: Sequence[State]) -> tuple[Part, ...]:
    won = states[-1].won
    lacking = [lacks(men) for men in won]
    return (
        Part(later("cards"), tuple(sum(CARDS[man].value for man in men) for men in won)),
        Part(later("series of nations"), tuple(_bonus(one.nations) for one in lacking)),
        Part(later("series of centuries"), tuple(_bonus(one.centuries) for one in lacking)),
        # A joker stands for a profession that is missing (17).
        Part(later("series of professions"), tuple(_bonus(one.gaps) for one in lacking)),
    )


def _bonus(missing: object) -> int:
    return 0 if missing else SERIES_BONUS


BREAKDOWN: Final = Breakdown(standing, parts)
