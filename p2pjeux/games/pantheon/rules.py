"""The rules of Le Panthéon de l'Europe. Numbers in brackets are those of rulings.md."""

from collections.abc import Mapping
from typing import Final

from p2pjeux.games.pantheon.legality import BID
from p2pjeux.games.pantheon.men import lacks, score
from p2pjeux.games.pantheon.pack import FACES
from p2pjeux.games.pantheon.state import Phase, State, new_state
from p2pjeux.rules.contract import OptionValue, Outcome
from p2pjeux.rules.dealing import hands_out
from p2pjeux.rules.requests import (
    Choose,
    Deal,
    Draw,
    Open,
    Request,
    Roll,
    Seal,
    Shuffle,
)

DICE: Final = Roll((6, 6), "move")


def set_up(seats: int, _options: Mapping[str, OptionValue]) -> State:
    return new_state(seats)


def request(state: State) -> Request | None:
    match state.phase:
        case Phase.PLACE | Phase.MOVE | Phase.NAME:
            return Choose(state.actor, state.phase.value)
        case Phase.ROLL:
            return DICE
        case Phase.BID:
            # Everybody bids at once, so that nobody waits; seats stand in play order.
            return Seal(state.order, BID, tuple(state.hands[seat] for seat in state.order))
        case Phase.OPEN:
            return Open(state.order)
        case Phase.OVER:
            return None
        case _:
            return _chance(state)


def _chance(state: State) -> Request:
    match state.phase:
        case Phase.REVEAL:
            return Draw(state.men, state.stakes_per_round, "men")
        case Phase.DEAL:
            return Deal(hands_out(state.owed, state.stock))
        case Phase.SHUFFLE:
            return Shuffle(state.deck, state.pile if state.deck else FACES)
        case _:
            # A die with one side for each seat: one throw decides, and is equal for all.
            return Roll((state.seats,), "starter")


def outcome(state: State) -> Outcome | None:
    """Most points; then more complete series, then more cards, then shared (18)."""
    if state.phase is not Phase.OVER:
        return None
    ranks = [(score(men), lacks(men).series, len(men)) for men in state.won]
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    return Outcome(tuple(rank[0] for rank in ranks), winners)


def census(state: State) -> Mapping[str, int]:
    cards = len(state.stock) + len(state.pile) + sum(map(len, state.hands))
    men = len(state.men) + len(state.stakes) + sum(map(len, state.won)) + len(state.eliminated)
    return {"cards": cards if state.deck else len(FACES), "men": men}
