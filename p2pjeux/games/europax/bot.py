"""A minister of trade that imagines how the game may go on.

All cards lie open, so that only draws and the others' minds are unknown. The bot plays each of its
choices out with the rules themselves for a few demand cards, everybody else deciding at random,
and in many such futures compares where the countries then stand. Choices that do badly in a few
futures are dropped early, so that the close ones are weighed in more of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from p2pjeux.games.europax.cards import DEMANDS, MORE_DEMANDS, MORE_PRODUCTIONS, REWARD
from p2pjeux.games.europax.choices import actions
from p2pjeux.games.europax.market import Market, lay_out
from p2pjeux.games.europax.state import Phase, State, sellers
from p2pjeux.games.europax.turn import Step, answer_choice, answer_draw, run, whole_stock
from p2pjeux.rules.contract import Source, View
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.source import SeededSource, pick

# Futures for each choice, and how many choices stay for the next round; found by playing 600 games
# against random players for each of several settings.
ROUNDS: Final = ((6, 4), (10, 2), (16, 1))
# Demand cards posed in one future.
HORIZON: Final = 6
# What one production card less on a board is worth in a long game: the next reward is nearer.
CARD_WORTH: Final = 40
# In a short game a country runs out in time about as often as not if it holds as many cards as
# this: four for every ten demand cards left, less 1.6 for every board. Counted in tenths of a card,
# like the spread around it; both were fitted to games of random players.
REACH_BY_DEMAND: Final = 4
REACH_BY_BOARD: Final = 16
SPREAD: Final = 30
# A lead of this much is won in about three of four futures.
LEAD: Final = 400.0


@dataclass(frozen=True, slots=True)
class Foresight:
    """How a bot plays games out in its thoughts."""

    # Futures for each choice, and how many choices stay for the next round.
    rounds: tuple[tuple[int, int], ...]
    # Demand cards posed in one future.
    horizon: int
    # Which of its demand cards a country is thought to pose.
    pose: Callable[[Market, Source], int]


@dataclass(slots=True)
class Weighed:
    """A choice, and the sums of what its futures were worth and of the lead they left."""

    action: Action
    futures: int = 0
    worth: float = 0.0
    lead: int = 0


def any_card(market: Market, source: Source) -> int:
    return pick(source, market.hands[market.leader])


USUAL: Final = Foresight(ROUNDS, HORIZON, any_card)


def decide(view: View[State], source: Source) -> Action:
    return weigh(view.state, source, USUAL)[0].action


def weigh(state: State, source: Source, manner: Foresight) -> list[Weighed]:
    """All choices, the best first; those that were dropped early stand behind the others."""
    seat = state.asked
    assert seat is not None
    left = [Weighed(action) for action in actions(state)]
    dropped: list[Weighed] = []
    for futures, kept in manner.rounds:
        for _ in range(futures):
            # All choices meet the same chance, so that luck does not decide between them.
            seed = source.below(1 << 32).to_bytes(4, "big")
            for choice in left:
                market = _imagine(state, choice.action, SeededSource(seed), manner)
                lead = _lead(market, seat)
                choice.futures += 1
                choice.lead += lead
                # From −1 to 1, by operations that every machine rounds alike, and no function of
                # a library: a bot that stands in for an absent seat must decide alike everywhere.
                choice.worth += lead / (LEAD + abs(lead))
        left.sort(key=lambda choice: choice.worth, reverse=True)
        left, dropped = left[:kept], [*left[kept:], *dropped]
        if len(left) == 1:
            break
    return [*left, *dropped]


def _imagine(state: State, action: Action, source: Source, manner: Foresight) -> Market:
    """Where the countries stand in one future of this choice."""
    market = lay_out(state)
    number = action.args[0]
    assert isinstance(number, int)
    run(market, answer_choice(market, number))
    posed = 0
    while market.phase is not Phase.OVER:
        if market.phase is Phase.LEAD:
            posed += 1
            if posed > manner.horizon:
                break
        run(market, _go_on(market, source, manner))
    return market


def _go_on(market: Market, source: Source, manner: Foresight) -> Step | None:
    """Decide or draw whatever is asked for; all but the demand card at random."""
    match market.phase:
        case Phase.LEAD:
            return answer_choice(market, manner.pose(market, source))
        case Phase.SELLER:
            country, product, _units = DEMANDS[market.card][market.row]
            found = sellers(market.terms, market.stocks, country, product)
            return answer_choice(market, pick(source, found))
        case Phase.URGENT:
            assert market.urgent is not None
            found = sellers(market.terms, market.stocks, market.heir, market.urgent)
            return answer_choice(market, pick(source, found))
        case Phase.UNFORESEEN:
            return answer_draw(market, (pick(source, market.unseen),))
        case Phase.STOCK:
            pile = whole_stock(market.production_stock)
            return answer_draw(market, _some(source, pile, MORE_PRODUCTIONS))
        case _:
            return answer_draw(market, _some(source, market.demand_stock, MORE_DEMANDS))


def _some(source: Source, pile: tuple[int, ...], count: int) -> tuple[int, ...]:
    left = list(pile)
    return tuple(left.pop(source.below(len(left))) for _ in range(count))


def _lead(market: Market, seat: Seat) -> int:
    """The lead over the richest rival, money and hopes of a reward together."""
    wealth: dict[Seat, int] = {}
    for country in market.terms.boards:
        owner = market.terms.owners[country]
        assert owner is not None
        worth = market.money[country]
        if market.phase is not Phase.OVER:
            worth += _hope(market, sum(market.stocks[country]))
        wealth[owner] = wealth.get(owner, 0) + worth
    return wealth.pop(seat) - max(wealth.values())


def _hope(market: Market, cards: int) -> int:
    """What the next reward is worth to a country with so many cards, up to a constant."""
    if market.terms.long:
        return -CARD_WORTH * cards
    demands = len(market.demand_stock) + sum(map(len, market.hands))
    reach = REACH_BY_DEMAND * demands - REACH_BY_BOARD * len(market.terms.boards)
    ahead = reach - 10 * cards
    return REWARD * ahead // (2 * (SPREAD + abs(ahead)))
