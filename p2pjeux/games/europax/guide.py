"""A first game of Europax, explained as it goes."""

from typing import Final

from p2pjeux.rules.contract import Guide, Hint
from p2pjeux.rules.words import later

SET_UP: Final = ("Mise en place", "Set-up")
TURN: Final = ("Un tour", "A turn")
UNFORESEEN: Final = ("Les imprévus", "Event cards")

GUIDE: Final = Guide(
    welcome=later(
        "Each of you runs a country. Demand cards call for goods at the common market; whoever is "
        "asked delivers, or buys what is lacking. The most money wins, and nothing is hidden but "
        "what comes next."
    ),
    hints={
        "draw demands": Hint(
            later(
                "Every country gets demand cards. They say which country must bring what to "
                "the market, yours as well as the others."
            ),
            *SET_UP,
        ),
        "draw productions": Hint(
            later(
                "Every country gets production cards, the goods it has in stock. The table shows "
                "all stocks and both prices: in Europe, and abroad, which is dearer."
            ),
            *SET_UP,
        ),
        "lead": Hint(
            later(
                "You lead: play one of your demand cards. Best is a card that asks others for "
                "goods they lack and you have: they must buy from you first. Avoid what you "
                "would have to buy abroad yourself."
            ),
            *TURN,
        ),
        "seller": Hint(
            later(
                "Several partners could sell to you. Name the one you would rather see with less "
                "in stock and more in the purse; whoever sells last leads next."
            ),
            *TURN,
            is_common=False,
        ),
        "draw unforeseen": Hint(
            later(
                "Whoever supplied the last unit draws an event card: a gain, a loss, a hotel "
                "for tourists, or an urgent purchase. It applies at once."
            ),
            *UNFORESEEN,
        ),
        "urgent": Hint(
            later(
                "An urgent purchase: you must buy one card at the European price, from "
                "whomever you like. It joins your stock, so it is not lost."
            ),
            *UNFORESEEN,
            is_common=False,
        ),
    },
    summary=later(
        "That is how the market works. Sell rather than buy, never buy abroad if you can help it, "
        "and get rid of your goods: a country that runs out of production cards gets 1,000 from "
        "the bank and ten new ones."
    ),
)
