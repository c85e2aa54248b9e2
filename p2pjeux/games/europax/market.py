"""A state laid out to be worked on, and how money and cards move in it.

Serving one demand card changes many fields many times: doing so in place and freezing once is
several times faster than a new state for each change. Numbers in brackets are rulings.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from p2pjeux.games.europax.cards import (
    AID,
    PRICE_ABROAD,
    PRICE_EUROPE,
    REWARD,
    Country,
    Product,
)
from p2pjeux.games.europax.state import (
    Event,
    Heading,
    Loan,
    News,
    Phase,
    Service,
    State,
    Terms,
)
from p2pjeux.rules.tuples import put

# For one payment the partners are asked for aid at most so often (14).
AID_ROUNDS: Final = 3


@dataclass(slots=True)
class Market:
    """The fields of a State, those of its Service among them; card 0 is none."""

    terms: Terms
    phase: Phase
    leader: Country
    money: list[int]
    ledger: list[tuple[int, ...]]
    loans: tuple[Loan, ...]
    hands: list[tuple[int, ...]]
    demand_stock: tuple[int, ...]
    used: tuple[int, ...]
    stocks: list[tuple[int, ...]]
    production_stock: tuple[int, ...]
    market: tuple[int, ...]
    unseen: tuple[int, ...]
    under: tuple[int, ...]
    hotels: tuple[int, ...]
    dry: tuple[Country, ...]
    emptied: tuple[Country, ...]
    idle: int
    urgent: Product | None
    news: list[News]
    card: int
    row: int
    missing: int
    heir: Country
    earned: bool
    moved: bool


_NO_SERVICE: Final = Service(0, 0, 0, 0, earned=False, moved=False)


def lay_out(state: State) -> Market:
    return Market(
        state.terms,
        state.phase,
        state.leader,
        list(state.money),
        list(state.ledger),
        state.loans,
        list(state.hands),
        state.demand_stock,
        state.used,
        list(state.stocks),
        state.production_stock,
        state.market,
        state.unseen,
        state.under,
        state.hotels,
        state.dry,
        state.emptied,
        state.idle,
        state.urgent,
        [],
        *(state.service or _NO_SERVICE),
    )


def freeze(market: Market) -> State:
    service = None
    if market.card:
        service = Service(
            market.card, market.row, market.missing, market.heir, market.earned, market.moved
        )
    return State(
        market.terms,
        market.phase,
        market.leader,
        tuple(market.money),
        tuple(market.ledger),
        market.loans,
        tuple(market.hands),
        market.demand_stock,
        market.used,
        tuple(market.stocks),
        market.production_stock,
        market.market,
        market.unseen,
        market.under,
        market.hotels,
        market.dry,
        market.emptied,
        market.idle,
        service,
        market.urgent,
        tuple(market.news),
    )


def deliver(market: Market, supplier: Country, product: Product, units: int) -> None:
    """Cards leave a stock for the demand card, and with it the game."""
    market.market = put(market.market, product, market.market[product] + units)
    market.moved = True
    _give_up(market, supplier, product, units)


def _give_up(market: Market, supplier: Country, product: Product, units: int) -> None:
    left = market.stocks[supplier][product] - units
    assert left >= 0
    market.stocks[supplier] = put(market.stocks[supplier], product, left)
    # Sellers can run out too, not only the country that was asked (10).
    if not any(market.stocks[supplier]):
        market.emptied = (*market.emptied, supplier)


def sell(market: Market, seller: Country, buyer: Country, product: Product, units: int) -> None:
    """The buyer pays the European price; what becomes of the goods is for the caller."""
    paid = _pay(market, buyer, PRICE_EUROPE[product] * units)
    market.money[seller] += paid
    market.news.append(News(Event.SOLD, seller, buyer, product, units, paid))


def buy_urgently(market: Market, seller: Country, product: Product) -> None:
    """One card changes boards and stays in the game."""
    buyer = market.heir
    sell(market, seller, buyer, product, 1)
    market.stocks[buyer] = put(market.stocks[buyer], product, market.stocks[buyer][product] + 1)
    _give_up(market, seller, product, 1)
    market.urgent = None


def buy_abroad(market: Market, buyer: Country, product: Product, units: int) -> None:
    paid = _pay(market, buyer, PRICE_ABROAD[product] * units)
    _book(market, buyer, Heading.ABROAD, paid)
    market.news.append(News(Event.ABROAD, buyer, 0, product, units, paid))


def pay_bank(market: Market, country: Country, heading: Heading, amount: int) -> None:
    paid = _pay(market, country, amount)
    _book(market, country, heading, paid)
    market.news.append(News(Event.PAID, country, amount=paid))


def receive(market: Market, country: Country, heading: Heading, amount: int) -> None:
    """The bank always has the money (17)."""
    market.money[country] += amount
    _book(market, country, heading, -amount)
    market.news.append(News(Event.RECEIVED, country, amount=amount))


def reward(market: Market, country: Country) -> None:
    market.money[country] += REWARD
    _book(market, country, Heading.REWARDS, -REWARD)
    market.news.append(News(Event.REWARDED, country, amount=REWARD))


def stock_up(market: Market, country: Country, taken: Iterable[Product]) -> None:
    """Production cards go from the stock to a board."""
    stock, mine = list(market.production_stock), list(market.stocks[country])
    got = dict.fromkeys(sorted(taken), 0)
    for product in taken:
        got[product] += 1
    for product, units in got.items():
        stock[product] -= units
        mine[product] += units
        market.news.append(News(Event.STOCKED, country, 0, product, units))
    market.production_stock, market.stocks[country] = tuple(stock), tuple(mine)


def settle(market: Market) -> None:
    """Aid is repaid in order of receipt, as long as any debtor has money (15).

    What one country gets back may let it repay in its turn, so it goes round until nothing moves.
    """
    owed = list(market.loans)
    moved = True
    while moved:
        moved = False
        for number, (lender, borrower, amount) in enumerate(owed):
            paid = min(amount, market.money[borrower])
            if paid:
                market.money[borrower] -= paid
                market.money[lender] += paid
                owed[number] = Loan(lender, borrower, amount - paid)
                market.news.append(News(Event.REPAID, borrower, lender, amount=paid))
                moved = True
    for lender, borrower, amount in owed:
        if amount:
            market.news.append(News(Event.LOST, borrower, lender, amount=amount))
    market.loans = ()


def _pay(market: Market, payer: Country, due: int) -> int:
    """Take ``due`` from the payer, with its partners' aid; what it then lacks is forgiven (14)."""
    rounds = 0
    # No aid just for having nothing: only for a payment that cannot be met (16).
    while market.money[payer] < due and rounds < AID_ROUNDS and _aid(market, payer):
        rounds += 1
    paid = min(due, market.money[payer])
    market.money[payer] -= paid
    if paid < due:
        market.news.append(News(Event.FORGIVEN, payer, amount=due - paid))
    return paid


def _aid(market: Market, needy: Country) -> int:
    """Every other country gives 300, or all it has, in table order after the needy one."""
    boards = market.terms.boards
    at = boards.index(needy)
    total = givers = 0
    for giver in (*boards[at + 1 :], *boards[:at]):
        gift = min(AID, market.money[giver])
        if gift:
            market.money[giver] -= gift
            total += gift
            givers += 1
            if market.terms.lends:
                market.loans = (*market.loans, Loan(giver, needy, gift))
    if total:
        market.money[needy] += total
        market.news.append(News(Event.AIDED, needy, units=givers, amount=total))
    return total


def _book(market: Market, country: Country, heading: Heading, amount: int) -> None:
    row = market.ledger[country]
    market.ledger[country] = put(row, heading, row[heading] + amount)
