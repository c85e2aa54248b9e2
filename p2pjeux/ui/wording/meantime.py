"""What people have not seen yet: the boards since each last decided, and the cards that came."""

from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from p2pjeux.rules.contract import Game, View
from p2pjeux.rules.requests import Seat, Slot
from p2pjeux.rules.words import Words


@dataclass(frozen=True, slots=True)
class Meantime:
    """The boards from the last decision of one seat to now, that of the decision first."""

    seat: Seat
    states: tuple[Any, ...]
    # The cards whose faces the seat knew when it decided.
    known: frozenset[Slot]


# For every seat of a person here that has decided once: before it there is no last turn.
Meantimes: TypeAlias = tuple[Meantime, ...]
NONE_YET: Final[Meantimes] = ()


def decided(meantimes: Meantimes, view: View[Any]) -> Meantimes:
    """From now on everything is new to the seat of this view."""
    if view.seat is None:
        return meantimes
    others = tuple(one for one in meantimes if one.seat != view.seat)
    return (*others, Meantime(view.seat, (view.state,), frozenset(view.faces)))


def happened(meantimes: Meantimes, state: Any) -> Meantimes:
    return tuple(replace(one, states=(*one.states, state)) for one in meantimes)


def marked(meantimes: Meantimes, view: View[Any]) -> View[Any]:
    """The view with the cards marked that came since its seat last decided."""
    for one in meantimes:
        if one.seat == view.seat:
            return replace(view, fresh=frozenset(view.faces) - one.known)
    return view


def since(
    game: Game[Any], meantimes: Meantimes, view: View[Any] | None, words: Words
) -> tuple[str, ...]:
    """The sentences about that time; none before the first decision, none for anybody else."""
    for one in meantimes:
        if view is not None and one.seat == view.seat and len(one.states) > 1:
            return game.presenter.since(one.states, marked(meantimes, view), words)
    return ()
