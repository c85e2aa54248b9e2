"""The one door through which an action enters a game, locally and among strangers alike.

Two levels of legality: what all can check when an action is played (`check_laid`, and the whole of
`check_play` for open choices), and what can only be checked when the hidden cards open.
"""

from typing import Any

from p2pjeux.rules.contract import Game, Refusal
from p2pjeux.rules.requests import Action, Face, Lay, Request, Seat, hand_of


def check_laid(request: Lay, count: int) -> Refusal | None:
    """What everybody sees when cards are laid face down: how many."""
    if not request.least <= count <= request.most:
        return Refusal(
            "{least} to {most} cards may be played here, not {count}",
            {"least": request.least, "most": request.most, "count": count},
        )
    return None


def check_play(
    game: Game[Any],
    state: Any,
    request: Request,
    seat: Seat,
    action: Action,
    faces: tuple[Face, ...],
) -> Refusal | None:
    """Whether ``action`` answers ``request`` by the rules; ``faces`` are those of its cards."""
    if action.cards:
        if len(set(action.cards)) != len(action.cards):
            return Refusal("a card is named twice")
        if not set(action.cards).issubset(hand_of(request, seat)):
            return Refusal("a card is not in the hand it is played from")
    if isinstance(request, Lay):
        refusal = check_laid(request, len(action.cards))
        if refusal is not None:
            return refusal
    return game.check(state, seat, action, faces)
