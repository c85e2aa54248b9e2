"""What one auction decides. Numbers in brackets are rulings."""

from collections.abc import Iterable
from dataclasses import dataclass

from p2pjeux.games.pantheon.europe import DISTANCE, Town
from p2pjeux.games.pantheon.men import CARDS, Man
from p2pjeux.games.pantheon.pack import WORTH
from p2pjeux.games.pantheon.timeline import Square
from p2pjeux.rules.requests import Face, Seat


@dataclass(frozen=True, slots=True)
class Bid:
    """Two opened cards of one seat for one man, and how far its pawns stood from him."""

    seat: Seat
    man: Man
    faces: tuple[Face, ...]
    roads: int
    squares: int

    @property
    def cards(self) -> int:
        return sum(WORTH[face] for face in self.faces)

    @property
    def net(self) -> int:
        """Cards less both distances; it may be negative, and still win."""
        return self.cards - self.roads - self.squares


def roads_to(man: Man, town: Town) -> int:
    return DISTANCE[town][CARDS[man].town]


def squares_to(man: Man, square: Square) -> int:
    return abs(square - CARDS[man].square)


def best(bids: Iterable[Bid]) -> Bid | None:
    """The winner among bids for one man, given in play order; None if there are none.

    Equal bids are parted by the track, then by the map, then by play order (11): ``min`` keeps
    the first of equals.
    """
    return min(bids, key=lambda bid: (-bid.net, bid.squares, bid.roads), default=None)
