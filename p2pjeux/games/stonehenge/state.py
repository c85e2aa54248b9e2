"""Everything all players know of a game of Stonehenge."""

from dataclasses import dataclass
from enum import Enum

from p2pjeux.games.stonehenge.auction import Bid
from p2pjeux.games.stonehenge.cards import STONE_COLORS
from p2pjeux.rules.requests import Face, Seat, Slot


class Phase(Enum):
    STONES = "stones"
    DOLMENS = "dolmens"
    STARTER = "starter"
    SHUFFLE = "shuffle"
    DEAL = "deal"
    LAY = "lay"
    OPEN = "open"
    DRAW = "draw"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Sale:
    """The last auction, for the board and the story: bids in the order of laying."""

    number: int
    bids: tuple[Bid, ...]
    winner: Seat | None
    scored: int


# No slots: `changed` copies the whole of it at once.
@dataclass(frozen=True)
class State:
    seats: int
    phase: Phase = Phase.STONES
    # Colours of the thirty ring spaces, then of the five dolmens; index = number of the sale.
    stones: tuple[int, ...] = ()
    sale: int = 0
    starter: Seat = 0
    deck: int = 0
    stock: tuple[Slot, ...] = ()
    hands: tuple[tuple[Slot, ...], ...] = ()
    discards: tuple[Face, ...] = ()
    # How many cards each seat has laid in this auction, in the order of laying.
    laid: tuple[int, ...] = ()
    # Draws still to be made after the last auction, in order.
    owed: tuple[tuple[Seat, int], ...] = ()
    scores: tuple[int, ...] = ()
    # For each seat, how many stones of each colour it owns.
    owned: tuple[tuple[int, ...], ...] = ()
    removed: tuple[int, ...] = ()
    last: Sale | None = None

    @property
    def order(self) -> tuple[Seat, ...]:
        """Clockwise from the starter of this auction."""
        return tuple((self.starter + turn) % self.seats for turn in range(self.seats))

    @property
    def trump(self) -> int:
        return self.stones[self.sale]

    @property
    def bidder(self) -> Seat:
        return (self.starter + len(self.laid)) % self.seats

    @property
    def is_first(self) -> bool:
        return self.sale == 0


def new_state(seats: int) -> State:
    return State(
        seats=seats,
        hands=((),) * seats,
        scores=(0,) * seats,
        owned=((0,) * len(STONE_COLORS),) * seats,
    )
