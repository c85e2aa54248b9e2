"""A bot that does not always think before it acts."""

from collections.abc import Callable
from typing import TypeVar

from p2pjeux.rules.contract import Source, View
from p2pjeux.rules.requests import Action

StateT = TypeVar("StateT")


def careless(
    decide: Callable[[View[StateT], Source], Action],
    sample: Callable[[View[StateT], Source], Action],
    out_of: int,
) -> Callable[[View[StateT], Source], Action]:
    """Decide as ``decide`` does, but one time out of so many do anything that is legal."""

    def decide_carelessly(view: View[StateT], source: Source) -> Action:
        return (decide if source.below(out_of) else sample)(view, source)

    return decide_carelessly
