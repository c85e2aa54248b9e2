"""Bots that play worse or better than the usual one."""

from collections.abc import Callable, Mapping
from typing import Final

from p2pjeux.games.europax import strong
from p2pjeux.games.europax.bot import decide
from p2pjeux.games.europax.choices import sample
from p2pjeux.games.europax.state import State
from p2pjeux.rules.careless import careless
from p2pjeux.rules.contract import Skill, Source, View
from p2pjeux.rules.requests import Action

OPPONENTS: Final[Mapping[Skill, Callable[[View[State], Source], Action]]] = {
    Skill.EASY: careless(decide, sample, 2),
    Skill.STRONG: strong.decide,
}
