"""What philosophers think: a bot's own opinions, and what can be known of the others'.

Fractions are added with ``fsum``: plain ``sum`` rounds otherwise from Python 3.12 on, and bots that
stand in for absent seats must decide alike on every machine.
"""

import hashlib
from math import fsum
from typing import Final

from p2pjeux.games.ostrakon.calendar import PHILOSOPHERS
from p2pjeux.games.ostrakon.character import likeness, pull
from p2pjeux.games.ostrakon.questions import Question, key
from p2pjeux.games.ostrakon.state import BLACK, COLORS, WHITE, Color, State
from p2pjeux.games.ostrakon.turn import advance
from p2pjeux.rules.requests import Seat

# Votes, half of either colour, that everybody is lent so that a few real ones weigh little.
LENT: Final = 6
# The same for who is thought to answer in character.
LENT_TO_CHARACTER: Final = 20
# Moods are as likely from one less than this below to one less above; so a pull of this strength
# always decides.
MOODS: Final = 3


def sincere(state: State, seat: Seat, question: Question) -> Color:
    """What the bot in this seat thinks: its philosopher's character, and a mood of its own.

    The mood follows from the first morning's pile, so that a game can be replayed. Other bots could
    work it out; they do not, and take it for chance as they would a person's.
    """
    drawn = pull(PHILOSOPHERS[state.philosophers[seat]].temper, question)
    seed = f"ostrakon/{state.philosophers}/{state.morning}/{seat}/{key(question.text)}"
    digest = hashlib.sha256(seed.encode()).digest()
    drawn += int.from_bytes(digest[:4], "big") % (2 * MOODS - 1) - (MOODS - 1)
    if drawn:
        return BLACK if drawn > 0 else WHITE
    return COLORS[digest[4] % 2]


def in_character(state: State, seat: Seat, question: Question) -> float:
    """How likely one who answers in character lays black, whatever the mood."""
    drawn = pull(PHILOSOPHERS[state.philosophers[seat]].temper, question)
    moods = [drawn + mood for mood in range(1 - MOODS, MOODS)]
    return (2 * sum(mood > 0 for mood in moods) + moods.count(0)) / (2 * len(moods))


def learnt(state: State, seat: Seat, question: Question) -> float:
    """How likely this seat's shard is black, by its votes on questions that are like this one."""
    return _taught(state, seat, question, LENT / 2, LENT)


def blended(state: State, seat: Seat, question: Question) -> float:
    """The same, thinking at first that a seat answers in character."""
    black = in_character(state, seat, question)
    return _taught(state, seat, question, black * LENT_TO_CHARACTER, LENT_TO_CHARACTER)


def _taught(state: State, seat: Seat, question: Question, black: float, weight: float) -> float:
    for past in state.history:
        vote = past.votes[seat]
        alike = likeness(past.question, question) if vote is not None else 0
        if alike:
            weight += abs(alike)
            black += abs(alike) * ((vote == BLACK) == (alike > 0))
    return black / weight


def known(state: State, seat: Seat) -> Color | None:
    """What this seat's shard shows, or must show; BAD if it answers nothing."""
    return state.votes[seat] or dict(state.corrupted).get(seat)


def agreement(chances: list[float]) -> list[float]:
    """How likely it is that 0, 1, 2… of the others lay a colour, each with its own chance."""
    odds = [1.0]
    for chance in chances:
        missed = [odd * (1 - chance) for odd in (*odds, 0.0)]
        hit = [odd * chance for odd in (0.0, *odds)]
        odds = [first + second for first, second in zip(missed, hit, strict=True)]
    return odds


def expected(blacks: list[float], bet: Color, most: int) -> float:
    """Spaces that a bet brings on average, no advance counting for more than ``most``."""
    chances = blacks if bet == BLACK else [1 - black for black in blacks]
    others = len(chances)
    return fsum(
        odds * min(advance(agreeing, others), most)
        for agreeing, odds in enumerate(agreement(chances))
    )


def best_bet(blacks: list[float], most: int) -> tuple[float, Color]:
    return max((expected(blacks, color, most), color) for color in (WHITE, BLACK))


def expected_trick(blacks: list[float], most: int) -> float:
    """The same for an asker who may turn his shard when he has seen all the others."""
    others = len(blacks)
    return fsum(
        odds * min(max(advance(agreeing, others), advance(others - agreeing, others)), most)
        for agreeing, odds in enumerate(agreement(blacks))
    )
