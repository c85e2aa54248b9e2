"""Bots that play worse or better than the usual one."""

from collections.abc import Callable, Mapping
from typing import Final

from p2pjeux.games.ostrakon import strong
from p2pjeux.games.ostrakon.bot import decide_by
from p2pjeux.games.ostrakon.questions import Question
from p2pjeux.games.ostrakon.state import State
from p2pjeux.rules.contract import Skill, Source, View
from p2pjeux.rules.requests import Action, Seat


def _no_idea(_state: State, _seat: Seat, _question: Question) -> float:
    return 0.5


def decide_unthinking(view: View[State], source: Source) -> Action:
    """Neither remember what was answered nor read the others' characters."""
    return decide_by(_no_idea, view, source)


OPPONENTS: Final[Mapping[Skill, Callable[[View[State], Source], Action]]] = {
    Skill.EASY: decide_unthinking,
    Skill.STRONG: strong.decide,
}
