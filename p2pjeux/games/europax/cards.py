"""Countries, products, demand cards and unforeseen cards, read from the data beside this file."""

import json
from dataclasses import dataclass
from enum import Enum
from importlib.resources import files
from typing import Any, Final, NamedTuple, TypeAlias

# Countries and products are numbers everywhere in the rules: their places in ``products.json``.
# Demand cards and unforeseen cards go by the numbers printed on them, which start at 1.
Country: TypeAlias = int
Product: TypeAlias = int


class Demand(NamedTuple):
    """One line of a demand card: this country is to deliver so many cards of this product."""

    country: Country
    product: Product
    units: int


class UnforeseenKind(Enum):
    """The five kinds of unforeseen cards."""

    HOTEL = "hotel"
    TOURISTS = "tourists"
    URGENT = "urgent_purchase"
    GAIN = "gain"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Name:
    """What is printed, in two languages, and what fits a narrow screen."""

    fr: str
    en: str
    short_fr: str
    short_en: str


@dataclass(frozen=True, slots=True)
class Unforeseen:
    kind: UnforeseenKind
    fr: str
    en: str
    # What the bank pays or is paid; never negative.
    amount: int
    # What must be bought, for an urgent purchase.
    product: Product


def _read(name: str) -> Any:
    return json.loads((files(__package__) / name).read_text("utf-8"))


def _names(items: Any) -> tuple[Name, ...]:
    return tuple(Name(item["fr"], item["en"], item["short_fr"], item["short_en"]) for item in items)


_MARKET: Final = _read("products.json")
_DEMANDS: Final = _read("demands.json")
_EVENTS: Final = _read("events.json")

_COUNTRY_IDS: Final = [country["id"] for country in _MARKET["countries"]]
_PRODUCT_IDS: Final = [product["id"] for product in _MARKET["products"]]

COUNTRY_NAMES: Final = _names(_MARKET["countries"])
COUNTRIES: Final[tuple[Country, ...]] = tuple(range(len(_COUNTRY_IDS)))
FRANCE, ENGLAND, GERMANY, ITALY, BENELUX = COUNTRIES

PRODUCT_NAMES: Final = _names(_MARKET["products"])
PRODUCTS: Final[tuple[Product, ...]] = tuple(range(len(_PRODUCT_IDS)))
TONNES: Final[tuple[int, ...]] = tuple(item["tonnes_per_card"] for item in _MARKET["products"])
PRICE_EUROPE: Final[tuple[int, ...]] = tuple(item["price_europe"] for item in _MARKET["products"])
PRICE_ABROAD: Final[tuple[int, ...]] = tuple(item["price_foreign"] for item in _MARKET["products"])
PRODUCTION_CARDS: Final[tuple[int, ...]] = tuple(item["cards"] for item in _MARKET["products"])

# Money is counted in millions of Europas.
ALL_MONEY: Final[int] = sum(note["value"] * note["count"] for note in _MARKET["notes"])
START_MONEY: Final[int] = _MARKET["start_money"]
REWARD: Final[int] = _MARKET["refill_reward"]
AID: Final[int] = _MARKET["aid_per_country"]
START_DEMANDS: Final[int] = _MARKET["deal"]["demands"]
START_PRODUCTIONS: Final[int] = _MARKET["deal"]["productions"]
MORE_DEMANDS: Final[int] = _MARKET["deal"]["refill_demands"]
MORE_PRODUCTIONS: Final[int] = _MARKET["deal"]["refill_productions"]


def _demands(card: Any) -> tuple[Demand, ...]:
    return tuple(
        Demand(
            _COUNTRY_IDS.index(demand["country"]),
            _PRODUCT_IDS.index(demand["product"]),
            demand["units"],
        )
        for demand in card["demands"]
    )


def _unforeseen(card: Any) -> Unforeseen:
    kind = UnforeseenKind(card["kind"])
    product = _PRODUCT_IDS.index(card["product"]) if kind is UnforeseenKind.URGENT else 0
    return Unforeseen(kind, card["fr"], card["en"], abs(card["amount"]), product)


# Number 0 is no card in either table, so that the printed number is the index.
DEMANDS: Final = ((), *(_demands(card) for card in _DEMANDS["cards"]))
DEMAND_CARDS: Final = tuple(range(1, len(DEMANDS)))
UNFORESEEN: Final = (
    Unforeseen(UnforeseenKind.GAIN, "", "", 0, 0),
    *(_unforeseen(card) for card in _EVENTS["cards"]),
)
UNFORESEEN_CARDS: Final = tuple(range(1, len(UNFORESEEN)))

_REMOVED: Final[dict[int, frozenset[int]]] = {
    2: frozenset(_DEMANDS["removed_2_players"]),
    3: frozenset(_DEMANDS["removed_3_players"]),
}
BOARDS_OF_TWO: Final = tuple(map(_COUNTRY_IDS.index, _DEMANDS["boards_2_players"]))
BOARDS_OF_THREE: Final = tuple(map(_COUNTRY_IDS.index, _DEMANDS["boards_3_players"]))


def demand_cards(boards: int) -> tuple[int, ...]:
    """The demand cards that are used with so many boards: all of them from four on."""
    removed = _REMOVED.get(boards, frozenset())
    return tuple(card for card in DEMAND_CARDS if card not in removed)
