"""What philosophers think: a bot's own opinions, and what past votes tell of the others'.

Fractions are added with ``fsum``: plain ``sum`` rounds otherwise from Python 3.12 on, and bots that
stand in for absent seats must decide alike on every machine.
"""

import hashlib
from math import fsum
from typing import Final

from p2pjeux.games.ostrakon.cards import TOPICS
from p2pjeux.games.ostrakon.questions import key, subject
from p2pjeux.games.ostrakon.state import BLACK, COLORS, WHITE, Color, State
from p2pjeux.games.ostrakon.turn import advance
from p2pjeux.rules.requests import Seat

# Whoever answered on a topic once answers the same way again, nearly always.
SURE: Final = 0.9
# Votes, half of either colour, that everybody is lent so that a few real ones weigh little.
LENT: Final = 6


def sincere(state: State, seat: Seat) -> Color:
    """The opinion of the bot in this seat: one fixed answer per topic in one game.

    It follows from the first morning's pile, so that a game can be replayed. Other bots could work
    it out; they do not, and learn from votes as they would from a person's.
    """
    assert state.question is not None
    about = subject(state.topic, state.question)
    # Under a free topic a typed question is a topic of its own.
    text = key(state.question.text) if TOPICS[about].is_free else ""
    seed = f"ostrakon/{state.philosophers}/{state.morning}/{seat}/{about}/{text}"
    return COLORS[hashlib.sha256(seed.encode()).digest()[0] % 2]


def chance_of_black(state: State, seat: Seat) -> float:
    """How likely this seat's shard is black, as far as anybody can know."""
    known = state.votes[seat] or dict(state.corrupted).get(seat)
    if known is not None:
        return float(known == BLACK)
    assert state.question is not None
    about = subject(state.topic, state.question)
    seen = [past for past in state.history if past.votes[seat] is not None]
    if not TOPICS[about].is_free:
        for past in seen:
            if past.subject == about:
                return SURE if past.votes[seat] == BLACK else 1 - SURE
    blacks = sum(past.votes[seat] == BLACK for past in seen)
    return (blacks + LENT / 2) / (len(seen) + LENT)


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
