"""Why every game ends, and after how many requests at the latest.

A production card that has reached the market never comes back. So the demand cards that bring at
least one there are at most as many as there are production cards; those that bring none come at
most ``IDLE_ROUNDS`` times all demand cards in a row, because the long game then stops (27), and
the short game poses no card twice anyway.

The requests follow from that:

- a demand card is posed by at most one choice;
- demand cards are drawn seven at a time, and what is dealt and drawn is posed or in a hand. No
  more than was dealt at first is ever in the hands, so seven times the draws is at most what is
  posed;
- a seller is asked for only to bring a production card to the market;
- an unforeseen card is drawn only after a demand that countries of Europe supplied to the last
  unit, and it leads to one urgent purchase at most;
- production cards are drawn ten at a time, and never return to the stock;
- two draws deal the first cards.
"""

from typing import Final

from p2pjeux.games.europax.cards import (
    DEMAND_CARDS,
    MORE_DEMANDS,
    MORE_PRODUCTIONS,
    PRODUCTION_CARDS,
)
from p2pjeux.games.europax.turn import IDLE_ROUNDS

_PRODUCTIONS: Final = sum(PRODUCTION_CARDS)
_IDLE_MOST: Final = IDLE_ROUNDS * len(DEMAND_CARDS)
POSED_MOST: Final = _PRODUCTIONS + (_PRODUCTIONS + 1) * _IDLE_MOST
LENGTH_MOST: Final = (
    2
    + POSED_MOST
    + POSED_MOST // MORE_DEMANDS
    + 3 * _PRODUCTIONS
    + _PRODUCTIONS // MORE_PRODUCTIONS
)
