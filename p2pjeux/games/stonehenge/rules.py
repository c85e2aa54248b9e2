"""The rules of Stonehenge, the auction. Numbers in brackets are those of rulings.md."""

from collections.abc import Mapping
from typing import assert_never

from p2pjeux.games.stonehenge.cards import (
    CARDS,
    DOLMENS,
    FACES,
    RING_SPACES,
    SALES,
    STONE_COLORS,
    STONES_PER_COLOR,
)
from p2pjeux.games.stonehenge.legality import BID
from p2pjeux.games.stonehenge.state import Phase, State, new_state
from p2pjeux.rules.contract import OptionValue, Outcome
from p2pjeux.rules.dealing import hands_out
from p2pjeux.rules.requests import (
    Deal,
    Draw,
    Lay,
    Open,
    Request,
    Shuffle,
)


def set_up(seats: int, _options: Mapping[str, OptionValue]) -> State:
    return new_state(seats)


def request(state: State) -> Request | None:
    match state.phase:
        case Phase.STONES:
            # One stone of each colour is kept for the dolmens.
            return Draw(STONE_COLORS * (STONES_PER_COLOR - 1), RING_SPACES, "stones")
        case Phase.DOLMENS:
            return Draw(STONE_COLORS, DOLMENS, "dolmens")
        case Phase.STARTER:
            return Draw(tuple(range(state.seats)), 1, "starter")
        case Phase.SHUFFLE:
            return Shuffle(state.deck, state.discards if state.last else FACES)
        case Phase.DEAL | Phase.DRAW:
            return Deal(hands_out(state.owed, state.stock))
        case Phase.LAY:
            return _lay(state)
        case Phase.OPEN:
            return Open(state.order)
        case Phase.OVER:
            return None
        case _:
            assert_never(state.phase)


def _lay(state: State) -> Lay:
    """One card exactly in the first auction (8); afterwards any number, none being a pass (13)."""
    hand = state.hands[state.bidder]
    least, most = (1, 1) if state.is_first else (0, len(hand))
    return Lay(state.bidder, BID, hand, least, most)


def outcome(state: State) -> Outcome | None:
    """Most points, then most stones, then shared (17, 18)."""
    if state.phase is not Phase.OVER:
        return None
    ranks = [(state.scores[seat], sum(state.owned[seat])) for seat in range(state.seats)]
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    return Outcome(state.scores, winners)


def census(state: State) -> Mapping[str, int]:
    cards = len(state.stock) + len(state.discards) + sum(map(len, state.hands))
    stones = len(state.stones) - state.sale + len(state.removed)
    return {
        "cards": cards if state.deck else len(CARDS),
        "stones": stones + sum(map(sum, state.owned)) if len(state.stones) == SALES else SALES,
    }
