"""Everything all players know of a game of Europax: nothing in it is hidden but what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

from p2pjeux.games.europax.cards import (
    ALL_MONEY,
    DEMANDS,
    Country,
    Demand,
    Product,
)
from p2pjeux.rules.requests import Seat


class Phase(Enum):
    """What the game waits for."""

    DEMANDS = "the first demand cards"
    PRODUCTIONS = "the first production cards"
    LEAD = "the leader's demand card"
    SELLER = "the next seller of a demand"
    STOCK = "production cards for a country that ran out"
    UNFORESEEN = "an unforeseen card"
    URGENT = "the seller of an urgent purchase"
    HAND = "demand cards for a leader who played the last one"
    OVER = "nothing"


class Heading(IntEnum):
    """The columns of the bank's ledger: what it paid out for, and what it was paid for."""

    START = 0
    REWARDS = 1
    TOURISTS = 2
    GAINS = 3
    LOSSES = 4
    ABROAD = 5


class Event(Enum):
    """What news can be of; the fields of News that each one uses are named behind it."""

    POSED = "posed"  # who; what: the demand card
    SKIPPED = "skipped"  # who is asked but takes no part; what: product; units
    DELIVERED = "delivered"  # who, from its own stock; what: product; units
    SOLD = "sold"  # who sells to whom; what: product; units; amount: paid
    ABROAD = "abroad"  # who buys; what: product; units; amount: paid
    AIDED = "aided"  # who is helped; units: how many countries gave; amount: all they gave
    FORGIVEN = "forgiven"  # who; amount: what it could not pay
    REWARDED = "rewarded"  # who ran out; amount
    STOCKED = "stocked"  # who takes from the stock; what: product; units
    READ = "read"  # who; what: unforeseen card
    HOTEL = "hotel"  # who; units: 1 if kept, 0 if it had one already
    RECEIVED = "received"  # who, from the bank; amount
    PAID = "paid"  # who, to the bank; amount
    NO_HOTEL = "no hotel"  # who gets nothing from tourists
    NO_SELLER = "no seller"  # who finds nobody to buy from; what: product
    REFILLED = "refilled"  # who takes from the stock; what: the demand card
    TAKEN_BACK = "taken back"  # units: used demand cards that make the new stock
    LEADS = "leads"  # who
    REPAID = "repaid"  # who repays whom; amount
    LOST = "lost"  # who cannot repay whom; amount
    ENDED = "ended"  # units: a WhyOver


class WhyOver(IntEnum):
    """Why the game is over."""

    DEMANDS = 0
    PRODUCTIONS = 1
    IDLE = 2


class News(NamedTuple):
    """One thing that happened since the last request; which fields count depends on the event."""

    event: Event
    who: Country = 0
    whom: Country = 0
    what: int = 0
    units: int = 0
    amount: int = 0


class Loan(NamedTuple):
    lender: Country
    borrower: Country
    amount: int


class Service(NamedTuple):
    """The demand card on the table, and how far it has been served.

    ``row`` is the demand being served; after the last one it is their number. ``heir`` supplied
    the last unit so far, and leads next; it draws an unforeseen card if ``earned``.
    """

    card: int
    row: int
    missing: int
    heir: Country
    earned: bool
    # Whether any production card has gone to the market on this card.
    moved: bool

    @property
    def demand(self) -> Demand:
        return DEMANDS[self.card][self.row]


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before the game."""

    seats: int
    # The countries that take part, around the table.
    boards: tuple[Country, ...]
    # For each country the seat that runs it; None if it takes no part.
    owners: tuple[Seat | None, ...]
    long: bool
    lends: bool
    # How many demand cards there are.
    demands: int

    @property
    def banker(self) -> Seat:
        """The last seat keeps the bank; with six seats it does nothing else."""
        return self.seats - 1

    def boards_of(self, seat: Seat) -> tuple[Country, ...]:
        return tuple(country for country in self.boards if self.owners[country] == seat)


@dataclass(frozen=True, slots=True)
class State:
    """Tuples by country have one place for each of the five, taking part or not."""

    terms: Terms
    phase: Phase
    leader: Country
    money: tuple[int, ...]
    # For each country the sums the bank received from it (negative: paid to it), by Heading.
    ledger: tuple[tuple[int, ...], ...]
    # Aid to be repaid, in order of receipt.
    loans: tuple[Loan, ...]
    # For each country its demand cards, sorted.
    hands: tuple[tuple[int, ...], ...]
    demand_stock: tuple[int, ...]
    used: tuple[int, ...]
    # For each country how many cards of each product it has; the same of the stock and the market.
    stocks: tuple[tuple[int, ...], ...]
    production_stock: tuple[int, ...]
    market: tuple[int, ...]
    # Unforeseen cards never read yet, in unknown order; then those put under the pack, in order.
    unseen: tuple[int, ...]
    under: tuple[int, ...]
    # For each country the number of the hotel card it keeps, or 0.
    hotels: tuple[int, ...]
    # Countries that were rewarded after the production stock had gone; it happens once.
    dry: tuple[Country, ...]
    # Countries that ran out and wait for new production cards.
    emptied: tuple[Country, ...]
    # Demand cards in a row that brought no production card to the market.
    idle: int
    service: Service | None
    urgent: Product | None
    news: tuple[News, ...]

    @property
    def bank(self) -> int:
        """What the bank holds; below zero it has issued more notes than were printed (17)."""
        return ALL_MONEY + sum(map(sum, self.ledger))

    @property
    def buyer(self) -> Country:
        """Who has to name a seller now."""
        assert self.service is not None
        return self.service.heir if self.urgent is not None else self.service.demand.country

    @property
    def sought(self) -> Product:
        """What has to be bought now."""
        assert self.service is not None
        return self.service.demand.product if self.urgent is None else self.urgent

    @property
    def decider(self) -> Country | None:
        """The country that has to decide something now."""
        match self.phase:
            case Phase.LEAD:
                return self.leader
            case Phase.SELLER | Phase.URGENT:
                return self.buyer
            case _:
                return None

    @property
    def asked(self) -> Seat | None:
        """The seat that has to decide something now."""
        country = self.decider
        return None if country is None else self.terms.owners[country]

    def sellers(self) -> tuple[Country, ...]:
        """Whom the buyer may name: who has most of it comes first, then table order (21)."""
        found = sellers(self.terms, self.stocks, self.buyer, self.sought)
        return tuple(sorted(found, key=lambda country: -self.stocks[country][self.sought]))


def sellers(
    terms: Terms, stocks: Sequence[tuple[int, ...]], buyer: Country, product: Product
) -> list[Country]:
    """The other countries that have this product, in table order."""
    return [country for country in terms.boards if stocks[country][product] and country != buyer]
