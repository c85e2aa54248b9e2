"""Everything all players know of a game of Le Panthéon de l'Europe."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from p2pjeux.games.pantheon.auction import Bid
from p2pjeux.games.pantheon.europe import Town
from p2pjeux.games.pantheon.men import MEN, MEN_FOR_FEW, Man
from p2pjeux.games.pantheon.timeline import Square
from p2pjeux.rules.requests import Face, Seat, Slot

# Where a pawn is before its owner has placed it: neither a town nor a square.
NOWHERE: Final = -1
# From this number of seats on all thirty men are in the game, two to a round.
MANY: Final = 4


class Phase(Enum):
    SHUFFLE = "shuffle"
    STARTER = "starter"
    PLACE = "place"
    DEAL = "deal"
    REVEAL = "reveal"
    ROLL = "roll"
    MOVE = "move"
    NAME = "name"
    BID = "bid"
    OPEN = "open"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Sale:
    """The last auction, for the board and the story: bids in play order, and who won each man."""

    bids: tuple[Bid, ...]
    winners: tuple[tuple[Man, Seat | None], ...]


# No slots: `changed` copies the whole of it at once.
@dataclass(frozen=True)
class State:
    seats: int
    phase: Phase = Phase.SHUFFLE
    starter: Seat = 0
    # Rounds begun; 0 during the set-up.
    round: int = 0
    # How many seats have done what the phase asks of all in turn.
    turn: int = 0
    # The pile of great men: everybody knows who is in it, nobody in what order.
    men: tuple[Man, ...] = MEN
    # The men at stake in this round.
    stakes: tuple[Man, ...] = ()
    dice: tuple[int, ...] = ()
    # Where the pawns of each seat stand.
    towns: tuple[Town, ...] = ()
    squares: tuple[Square, ...] = ()
    # For whom each has announced to bid, in play order.
    named: tuple[Man, ...] = ()
    deck: int = 0
    stock: tuple[Slot, ...] = ()
    hands: tuple[tuple[Slot, ...], ...] = ()
    # Playing cards already bid, face up.
    pile: tuple[Face, ...] = ()
    # Cards still to be dealt, in order.
    owed: tuple[tuple[Seat, int], ...] = ()
    won: tuple[tuple[Man, ...], ...] = ()
    eliminated: tuple[Man, ...] = ()
    last: Sale | None = None

    @property
    def order(self) -> tuple[Seat, ...]:
        """Clockwise from the starter of this round."""
        return (*range(self.starter, self.seats), *range(self.starter))

    @property
    def actor(self) -> Seat:
        return (self.starter + self.turn) % self.seats

    @property
    def stakes_per_round(self) -> int:
        return 2 if self.seats >= MANY else 1

    @property
    def rounds(self) -> int:
        return 15 if self.seats >= MANY else 20


def new_state(seats: int) -> State:
    return State(
        seats=seats,
        men=MEN if seats >= MANY else MEN_FOR_FEW,
        towns=(NOWHERE,) * seats,
        squares=(NOWHERE,) * seats,
        hands=((),) * seats,
        won=((),) * seats,
    )
