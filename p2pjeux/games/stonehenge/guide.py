"""A first game of Stonehenge, explained as it goes."""

from typing import Final

from p2pjeux.rules.contract import Guide, Hint
from p2pjeux.rules.words import later

TABLE: Final = ("Sur la table", "What is on the table")
AUCTION: Final = ("Une vente", "An auction")

GUIDE: Final = Guide(
    welcome=later(
        "Stones are sold one after the other. Buy those of the same colour: the first counts 1 "
        "point, the second 2, the third 3. Twenty points win at once."
    ),
    hints={
        "draw stones": Hint(
            later(
                "Thirty stones were placed on the ring at random. Everybody can see in which "
                "order they will be sold, so you can plan which colour to collect."
            ),
            *TABLE,
        ),
        "deal": Hint(
            later(
                "You have been dealt cards that only you can see. Each has a number, which is "
                "what it is worth in a bid, and a colour, which may be trump."
            ),
            *TABLE,
        ),
        "bid": Hint(
            later(
                "Your bid: play cards of one colour face down. The others see how many, not "
                "which. The colour of the stone on sale is trump: its smallest card beats any "
                "sum in another colour. If the stone does not interest you, play low, or pass."
            ),
            *AUCTION,
        ),
        "open": Hint(
            later(
                "All bids are revealed at once. Trump beats the rest, otherwise the larger sum "
                "wins. The winner draws no card, the lowest bid draws two: losing cheaply is a "
                "way to a good hand."
            ),
            *AUCTION,
        ),
    },
    summary=later(
        "That is the whole game. Collect one or two colours, save their cards for the stones that "
        "matter, and let the others pay for the rest. A dolmen card takes trump away for one "
        "auction: keep one for the moment when somebody else holds it."
    ),
)
