"""Everything all players know of a race around the world."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from p2pjeux.games.course.world import NOWHERE, VISAS, City, Continent
from p2pjeux.rules.requests import Face, Seat, Slot


class Phase(Enum):
    DEALER = "dealer"
    SHUFFLE = "shuffle"
    DEAL = "deal"
    START = "start"
    TURN = "turn"
    DRAW = "draw"
    OVER = "over"


class OpenCard(NamedTuple):
    """A card whose face everybody has seen; it keeps its slot, because it may be taken up again."""

    slot: Slot
    face: Face


Pile = tuple[OpenCard, ...]


# No slots: `changed` copies the whole of it at once.
@dataclass(frozen=True)
class State:
    seats: int
    # The race stops when every seat has had this many turns.
    rounds: int
    phase: Phase = Phase.DEALER
    dealer: Seat = 0
    # Turns that are over, of all seats together.
    turn: int = 0
    # The number of the next deck to be shuffled.
    deck: int = 0
    stock: tuple[Slot, ...] = ()
    # The cards that the present stock was shuffled from: whoever counts cards knows them.
    shuffled: tuple[Face, ...] = ()
    hands: tuple[tuple[Slot, ...], ...] = ()
    # For each seat, the cards of its hand that were taken from the open discards: all saw them.
    taken: tuple[Pile, ...] = ()
    # The left and the right open compartment, top card last.
    piles: tuple[Pile, Pile] = ((), ())
    # Thrown, and on their way to the compartments until their owner has drawn (ruling 4).
    thrown: Pile = ()
    # Flown cards on the table.
    flown: tuple[Face, ...] = ()
    # How many cards the acting seat has still to draw from the stock.
    owed: int = 0
    # Start and present city of each seat, NOWHERE until it has chosen its start.
    homes: tuple[City, ...] = ()
    cities: tuple[City, ...] = ()
    # For each seat its visas in the order of taking; and what is left of each continent's visas.
    visas: tuple[tuple[Continent, ...], ...] = ()
    visas_left: tuple[int, ...] = ()
    # Cities of the last flight, the departure first, for the board.
    flight: tuple[City, ...] = ()
    winner: Seat | None = None

    @property
    def acting(self) -> Seat:
        """Whose turn it is: from the dealer's left, in the order of the seats."""
        if self.phase is Phase.START:
            chosen = self.seats - self.homes.count(NOWHERE)
            return (self.dealer + 1 + chosen) % self.seats
        return (self.dealer + 1 + self.turn) % self.seats

    @property
    def round(self) -> int:
        """The round being played, counted from one."""
        return min(self.turn // self.seats + 1, self.rounds)


def new_state(seats: int, rounds: int) -> State:
    return State(
        seats=seats,
        rounds=rounds,
        hands=((),) * seats,
        taken=((),) * seats,
        homes=(NOWHERE,) * seats,
        cities=(NOWHERE,) * seats,
        visas=((),) * seats,
        visas_left=(seats,) * VISAS,
    )
