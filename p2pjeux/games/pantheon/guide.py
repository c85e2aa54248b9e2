"""A first game of Le Panthéon de l'Europe, explained as it goes."""

from typing import Final

from p2pjeux.rules.contract import Guide, Hint
from p2pjeux.rules.words import later

GOAL: Final = ("Le but", "The goal")
SET_UP: Final = ("La mise en place", "Setting up")
ROUND: Final = ("Un tour", "A round")

GUIDE: Final = Guide(
    welcome=later(
        "Great men of Europe are up for auction. To bid well you need good cards, and two "
        "pawns near the man: one near the town of his birth on the map, one near its date on "
        "the timeline."
    ),
    hints={
        "place": Hint(
            later(
                "Put one pawn on a capital and the other on a white square of the timeline. "
                "The middle of both is a good place: nothing is far from there."
            ),
            *SET_UP,
        ),
        "deal": Hint(
            later(
                "You hold four playing cards. They are worth their number, an ace eleven, the "
                "pictures nothing. Suits do not matter."
            ),
            *SET_UP,
        ),
        "draw men": Hint(
            later(
                "A great man is revealed. The stars on the map and on the timeline show where "
                "and when he was born, and that is where everybody will be heading."
            ),
            *ROUND,
        ),
        "roll move": Hint(
            later(
                "Two dice are rolled: one will move your pawn on the map, the other your pawn "
                "on the timeline. Which is which is up to you."
            ),
            *ROUND,
        ),
        "move": Hint(
            later(
                "Both pawns must move by exactly their die. The number after each place is how "
                "far it is from the great man: the smaller, the better your bid. If you stop "
                "on somebody, that pawn is pushed back to where you came from."
            ),
            *ROUND,
        ),
        "name": Hint(
            later(
                "Two great men are up for auction: say which of them you will bid for. Where "
                "few others bid, a little is enough."
            ),
            *ROUND,
            is_common=False,
        ),
        "bid": Hint(
            later(
                "Two of your four cards are your bid, minus the distance of both pawns. All "
                "bid in secret, and all lose the cards they bid. Far away, give your worst "
                "ones."
            ),
            *ROUND,
        ),
        "open": Hint(
            later(
                "The bids are open and the highest takes the great man. Complete series of "
                "nations, centuries or professions are worth 20 points each at the end."
            ),
            *GOAL,
        ),
    },
    summary=later(
        "You have moved, bid and seen who won. From now on watch what your collection lacks: "
        "twenty points for a series are worth more than two or three famous names. And save high "
        "cards for rounds in which you stand close."
    ),
)
