"""The course of a turn: demands in order, lead, unforeseen card, new cards, end.

Each step works on the market and returns the step to take next, or None when it is time to ask
somebody or to draw. Numbers in brackets are rulings.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from p2pjeux.games.europax.cards import (
    DEMANDS,
    MORE_DEMANDS,
    MORE_PRODUCTIONS,
    PRODUCTS,
    START_DEMANDS,
    START_PRODUCTIONS,
    UNFORESEEN,
    Country,
    Product,
    UnforeseenKind,
)
from p2pjeux.games.europax.market import (
    Market,
    buy_abroad,
    buy_urgently,
    deliver,
    freeze,
    lay_out,
    pay_bank,
    receive,
    reward,
    sell,
    settle,
    stock_up,
)
from p2pjeux.games.europax.state import Event, Heading, News, Phase, State, WhyOver, sellers
from p2pjeux.rules.requests import (
    Answer,
    Drawn,
    Played,
)
from p2pjeux.rules.tuples import put, without

Step: TypeAlias = Callable[[Market], "Step | None"]

# A long game in which all demand cards might have been posed twice without one production card
# reaching the market has come to a standstill (27).
IDLE_ROUNDS: Final = 2


def run(market: Market, step: Step | None) -> None:
    """Go on until somebody must decide, cards must be drawn, or the game is over."""
    while step is not None:
        step = step(market)


def answer_choice(market: Market, number: int) -> Step:
    """Take the demand card or the seller that somebody has chosen."""
    match market.phase:
        case Phase.LEAD:
            return pose(market, number)
        case Phase.SELLER:
            supply(market, number)
            return find_seller
        case _:
            assert market.urgent is not None
            buy_urgently(market, number, market.urgent)
            return restock


def answer_draw(market: Market, items: tuple[int, ...]) -> Step | None:
    """Take the cards that were drawn in the course of a turn."""
    match market.phase:
        case Phase.UNFORESEEN:
            (card,) = items
            at = market.unseen.index(card)
            market.unseen = market.unseen[:at] + market.unseen[at + 1 :]
            return read_unforeseen(market, card)
        case Phase.STOCK:
            give_productions(market, items)
            return restock
        case _:
            return give_demands(market, items)


def pose(market: Market, card: int) -> Step:
    """The leader plays a demand card."""
    hand = market.hands[market.leader]
    at = hand.index(card)
    market.hands[market.leader] = hand[:at] + hand[at + 1 :]
    market.card, market.row = card, -1
    # Should no country of the card take part, the leader plays again (9).
    market.heir, market.earned, market.moved = market.leader, False, False
    market.news.append(News(Event.POSED, market.leader, what=card))
    return serve_next


def serve_next(market: Market) -> Step:
    """Begin the next demand on a country that takes part; own stock first (6), then the poser's."""
    demands = DEMANDS[market.card]
    market.row += 1
    while market.row < len(demands) and market.terms.owners[demands[market.row].country] is None:
        absent, product, units = demands[market.row]
        market.news.append(News(Event.SKIPPED, absent, 0, product, units))
        market.row += 1
    if market.row == len(demands):
        return draw_unforeseen
    country, product, units = demands[market.row]
    # Only the last demand that is served decides who leads and draws (8).
    market.heir, market.earned = country, True
    own = min(units, market.stocks[country][product])
    market.missing = units - own
    if own:
        market.news.append(News(Event.DELIVERED, country, 0, product, own))
        deliver(market, country, product, own)
    # A poser who is asked himself has no priority over the others (5).
    if market.missing and market.leader != country and market.stocks[market.leader][product]:
        supply(market, market.leader)
    return find_seller


def find_seller(market: Market) -> Step | None:
    """Let the buyer name the next seller where there are several; abroad if there is none."""
    if not market.missing:
        return restock
    country, product, _units = DEMANDS[market.card][market.row]
    found = sellers(market.terms, market.stocks, country, product)
    if not found:
        buy_abroad(market, country, product, market.missing)
        # Whoever paid abroad leads, and nobody draws (3).
        market.heir, market.earned, market.missing = country, False, 0
        return restock
    if len(found) > 1:
        market.phase = Phase.SELLER
        return None
    supply(market, found[0])
    return find_seller


def supply(market: Market, seller: Country) -> None:
    """A partner must sell what is missing, as far as it has it (7)."""
    country, product, _units = DEMANDS[market.card][market.row]
    units = min(market.missing, market.stocks[seller][product])
    sell(market, seller, country, product, units)
    deliver(market, seller, product, units)
    # Who gave the last unit leads and draws (1, 2, 4).
    market.missing -= units
    market.heir = seller


def restock(market: Market) -> Step | None:
    """Reward every country that ran out, and give it new production cards (10)."""
    while market.emptied:
        country = market.emptied[0]
        left = sum(market.production_stock)
        if not left:
            return _find_nothing(market, country)
        if left > MORE_PRODUCTIONS:
            market.phase = Phase.STOCK
            return None
        # What is left of the stock, to the last card: nothing to draw (11).
        give_productions(market, whole_stock(market.production_stock))
    return close_turn if market.row == len(DEMANDS[market.card]) else serve_next


def whole_stock(stock: tuple[int, ...]) -> tuple[Product, ...]:
    return tuple(product for product in PRODUCTS for _ in range(stock[product]))


def give_productions(market: Market, taken: tuple[Product, ...]) -> None:
    country, market.emptied = market.emptied[0], market.emptied[1:]
    reward(market, country)
    stock_up(market, country, taken)


def _find_nothing(market: Market, country: Country) -> Step | None:
    """No stock is left: a last reward; then the long game ends, and the short one goes on (11)."""
    market.emptied = market.emptied[1:]
    if country not in market.dry:
        market.dry = (*market.dry, country)
        reward(market, country)
    if market.terms.long and not market.emptied:
        _end(market, WhyOver.PRODUCTIONS)
        return None
    return restock


def draw_unforeseen(market: Market) -> Step | None:
    if not market.earned:
        return close_turn
    if market.unseen:
        market.phase = Phase.UNFORESEEN
        return None
    # Read cards went under the pack one by one, so that from now on everybody knows its order.
    card, market.under = market.under[0], market.under[1:]
    return read_unforeseen(market, card)


def read_unforeseen(market: Market, card: int) -> Step | None:
    printed, country = UNFORESEEN[card], market.heir
    market.news.append(News(Event.READ, country, what=card))
    if printed.kind is UnforeseenKind.HOTEL and not market.hotels[country]:
        market.hotels = put(market.hotels, country, card)
        market.news.append(News(Event.HOTEL, country, units=1))
        return close_turn
    market.under = (*market.under, card)
    match printed.kind:
        case UnforeseenKind.HOTEL:
            market.news.append(News(Event.HOTEL, country, units=0))
        case UnforeseenKind.TOURISTS if not market.hotels[country]:
            market.news.append(News(Event.NO_HOTEL, country))
        case UnforeseenKind.TOURISTS:
            receive(market, country, Heading.TOURISTS, printed.amount)
        case UnforeseenKind.GAIN:
            receive(market, country, Heading.GAINS, printed.amount)
        case UnforeseenKind.LOSS:
            pay_bank(market, country, Heading.LOSSES, printed.amount)
        case UnforeseenKind.URGENT:
            return _buy_urgently(market, printed.product)
    return close_turn


def _buy_urgently(market: Market, product: Product) -> Step | None:
    """One must buy even what one already has (22), unless no country has it."""
    found = sellers(market.terms, market.stocks, market.heir, product)
    if not found:
        market.news.append(News(Event.NO_SELLER, market.heir, what=product))
        return close_turn
    if len(found) > 1:
        market.urgent, market.phase = product, Phase.URGENT
        return None
    buy_urgently(market, found[0], product)
    return restock


def close_turn(market: Market) -> Step | None:
    """A leader who posed the last demand card gets new ones, as many as there are (12)."""
    market.idle = 0 if market.moved else market.idle + 1
    if market.terms.long and market.idle == IDLE_ROUNDS * market.terms.demands:
        _end(market, WhyOver.IDLE)
        return None
    if market.hands[market.leader]:
        _clear_table(market)
        return pass_lead
    if len(market.demand_stock) > MORE_DEMANDS:
        market.phase = Phase.HAND
        return None
    return give_demands(market, market.demand_stock)


def give_demands(market: Market, taken: tuple[int, ...]) -> Step:
    """New demand cards for the leader; in the long game used ones make the next stock."""
    _clear_table(market)
    market.hands[market.leader] = tuple(sorted(taken))
    market.demand_stock = without(market.demand_stock, taken)
    market.news.extend(News(Event.REFILLED, market.leader, what=card) for card in sorted(taken))
    if market.terms.long and not market.demand_stock:
        market.demand_stock, market.used = tuple(sorted(market.used)), ()
        market.news.append(News(Event.TAKEN_BACK, units=len(market.demand_stock)))
    return pass_lead


def _clear_table(market: Market) -> None:
    market.used = (*market.used, market.card)
    market.card = 0


def pass_lead(market: Market) -> Step | None:
    """Only the poser can be without demand cards here: then the short game is over (13)."""
    if not market.hands[market.leader]:
        _end(market, WhyOver.DEMANDS)
        return None
    market.leader = market.heir
    market.news.append(News(Event.LEADS, market.leader))
    return lead


def lead(market: Market) -> Step | None:
    hand = market.hands[market.leader]
    if len(hand) == 1:
        # There is nothing to choose.
        return pose(market, hand[0])
    market.phase = Phase.LEAD
    return None


def _end(market: Market, ending: WhyOver) -> None:
    if market.card:
        _clear_table(market)
    market.news.append(News(Event.ENDED, units=ending))
    settle(market)
    market.phase = Phase.OVER


def apply(state: State, answer: Answer) -> State:
    market = lay_out(state)
    match answer:
        case Played(plays=(play,)):
            number = play.action.args[0]
            assert isinstance(number, int)
            run(market, answer_choice(market, number))
        case Drawn(items=items):
            run(market, _drawn(market, items))
        case _:
            raise AssertionError(f"{answer} answers nothing that was asked")
    return freeze(market)


def _drawn(market: Market, items: tuple[int, ...]) -> Step | None:
    match market.phase:
        case Phase.DEMANDS:
            _deal_demands(market, items)
            return None
        case Phase.PRODUCTIONS:
            return _deal_productions(market, items)
        case _:
            return answer_draw(market, items)


def _deal_demands(market: Market, items: tuple[int, ...]) -> None:
    for place, country in enumerate(market.terms.boards):
        dealt = items[place * START_DEMANDS : (place + 1) * START_DEMANDS]
        market.hands[country] = tuple(sorted(dealt))
    market.demand_stock = without(market.demand_stock, items)
    market.phase = Phase.PRODUCTIONS


def _deal_productions(market: Market, items: tuple[int, ...]) -> Step:
    stock = list(market.production_stock)
    for place, country in enumerate(market.terms.boards):
        dealt = items[place * START_PRODUCTIONS : (place + 1) * START_PRODUCTIONS]
        market.stocks[country] = tuple(map(dealt.count, PRODUCTS))
        for product in dealt:
            stock[product] -= 1
    market.production_stock = tuple(stock)
    market.news.append(News(Event.LEADS, market.leader))
    return lead
