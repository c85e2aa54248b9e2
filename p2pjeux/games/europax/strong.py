"""A minister who expects the others to sell well, too.

It plays its choices out as the usual bot does, but further, and in its thoughts every country poses
the card that sells its own goods or makes others pay, instead of any card.
"""

from typing import Final

from p2pjeux.games.europax.bot import Foresight, Weighed, any_card
from p2pjeux.games.europax.bot import weigh as weigh_by
from p2pjeux.games.europax.cards import DEMANDS, PRICE_ABROAD, PRICE_EUROPE, Demand
from p2pjeux.games.europax.market import Market
from p2pjeux.games.europax.state import State
from p2pjeux.rules.contract import Source, View
from p2pjeux.rules.requests import Action

# One time out of so many a country poses any card: nobody weighs alike.
FREELY: Final = 10
# Cards whose promises differ by less are about equally likely.
DOUBT: Final = 40
# What one production card less is worth to the country that leads, and what it costs the leader
# that a rival has one less: who runs out first is rewarded.
OWN_CARD: Final = 90
RIVAL_CARD: Final = 40
# To lead again.
LEADING: Final = 60


def likely_card(market: Market, source: Source) -> int:
    """The demand card that the leader probably poses."""
    if not source.below(FREELY):
        return any_card(market, source)
    hand = market.hands[market.leader]
    return max(hand, key=lambda card: _promise(market, card) + source.below(DOUBT))


STRONG: Final = Foresight(((12, 4), (20, 2), (32, 1)), 15, likely_card)


def decide(view: View[State], source: Source) -> Action:
    return weigh(view.state, source)[0].action


def weigh(state: State, source: Source) -> list[Weighed]:
    return weigh_by(state, source, STRONG)


def _promise(market: Market, card: int) -> int:
    """What posing the card promises its leader, sums of money and of cards given away."""
    promised, heir = 0, market.leader
    for demand in DEMANDS[card]:
        if market.terms.owners[demand.country] is None:
            continue
        serve = _serving if demand.country == market.leader else _served_by_others
        worth, heir = serve(market, demand)
        promised += worth
    return promised + LEADING * (heir == market.leader)


def _serving(market: Market, demand: Demand) -> tuple[int, int]:
    """The leader is asked itself: what that costs it, and who gives the last card."""
    leader, product, units = demand
    own = min(units, market.stocks[leader][product])
    worth, missing, heir = own * OWN_CARD, units - own, leader
    for seller in market.terms.boards:
        sold = min(missing, market.stocks[seller][product])
        if sold and seller != leader:
            # What is paid to a rival counts more than what is paid to the bank.
            worth -= sold * PRICE_EUROPE[product] * 3 // 2
            missing, heir = missing - sold, seller
    if missing:
        worth, heir = worth - missing * PRICE_ABROAD[product], leader
    return worth, heir


def _served_by_others(market: Market, demand: Demand) -> tuple[int, int]:
    """Somebody else is asked: what the leader sells, and what the others pay one another."""
    country, product, units = demand
    own = min(units, market.stocks[country][product])
    missing = units - own
    sold = min(missing, market.stocks[market.leader][product])
    worth = sold * (PRICE_EUROPE[product] * 3 // 2 + OWN_CARD) - own * RIVAL_CARD
    worth += (missing - sold) * PRICE_EUROPE[product] * 3 // 10
    return worth, market.leader if sold else country
