"""The pack of playing cards that bids are made of. A face is four times the rank plus the suit."""

from typing import Final

from p2pjeux.rules.requests import Face

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("♠", "♥", "♦", "♣")
FACES: Final[tuple[Face, ...]] = tuple(range(len(RANKS) * len(SUITS)))
HAND: Final = 4
CARDS_PER_BID: Final = 2

# Number cards count as printed, court cards nothing, an ace eleven; suits do not matter.
_RANK_WORTH: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0, 11)
WORTH: Final[tuple[int, ...]] = tuple(_RANK_WORTH[face // len(SUITS)] for face in FACES)
