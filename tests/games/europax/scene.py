"""Tables laid out by hand, and moves on them through the same checks as everybody's."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from p2pjeux.games.europax.cards import COUNTRIES, FRANCE, PRODUCTS, Country, Product
from p2pjeux.games.europax.legality import BUY, POSE, check
from p2pjeux.games.europax.rules import request, set_up
from p2pjeux.games.europax.state import Event, News, Phase, State
from p2pjeux.games.europax.turn import apply
from p2pjeux.rules.contract import OptionValue
from p2pjeux.rules.requests import Action, Draw, Drawn, Play, Played

(
    CEREALS,
    STEEL,
    COAL,
    VEGETABLES,
    DAIRY,
    OIL,
    WOOL,
    MEAT,
    FRUIT,
    WINE,
    CHEMICALS,
    COTTON,
) = PRODUCTS

# Unforeseen cards by what they do; the numbers are those of events.json.
HOTEL, SECOND_HOTEL = 1, 2
TOURISTS_100 = 6
URGENT_STEEL = 18
GAIN_50 = 22
LOSS_200 = 43

# Demand cards that nobody poses here fill the hands, so that no hand is ever down to one card.
FILLERS = (55, 56)


def table(
    seats: int = 5,
    options: Mapping[str, OptionValue] | None = None,
    *,
    posing: int | tuple[int, ...] = (),
    stocks: Mapping[Country, Mapping[Product, int]] | None = None,
    filler: Product | None = COTTON,
    money: Mapping[Country, int] | None = None,
    **fields: Any,
) -> State:
    """A table where ``leader`` is to pose a card, ``posing`` being in its hand.

    Every country also holds three cards of ``filler``, so that it does not run out unless it is
    meant to.
    """
    start = set_up(seats, options or {})
    leader = fields.pop("leader", FRANCE)
    cards = (posing,) if isinstance(posing, int) else posing
    hands: list[tuple[int, ...]] = [
        FILLERS if country in start.terms.boards else () for country in COUNTRIES
    ]
    hands[leader] = tuple(sorted((*cards, *FILLERS)))
    return replace(
        start,
        phase=Phase.LEAD,
        leader=leader,
        hands=fields.pop("hands", tuple(hands)),
        demand_stock=fields.pop("demand_stock", tuple(range(40, 55))),
        stocks=tuple(
            stock({filler: 3} if filler is not None else {}, (stocks or {}).get(country, {}))
            if country in start.terms.boards
            else stock()
            for country in COUNTRIES
        ),
        money=tuple((money or {}).get(country, start.money[country]) for country in COUNTRIES),
        **fields,
    )


def stock(*counts: Mapping[Product, int]) -> tuple[int, ...]:
    """How many cards of each product; later counts win over earlier ones."""
    merged = {product: units for count in counts for product, units in count.items()}
    return tuple(merged.get(product, 0) for product in PRODUCTS)


def play(state: State, action: Action) -> State:
    assert state.asked is not None
    refusal = check(state, state.asked, action, ())
    assert refusal is None, refusal
    return apply(state, Played((Play(state.asked, action),)))


def pose(state: State, card: int) -> State:
    assert state.phase is Phase.LEAD
    return play(state, Action(POSE, (card,)))


def buy(state: State, seller: Country) -> State:
    assert state.phase in (Phase.SELLER, Phase.URGENT)
    return play(state, Action(BUY, (seller,)))


def draw(state: State, *items: int) -> State:
    asked = request(state)
    assert isinstance(asked, Draw)
    assert len(items) == asked.count
    assert all(items.count(item) <= asked.pile.count(item) for item in items)
    return apply(state, Drawn(items))


def read(state: State, card: int) -> State:
    """Draw this unforeseen card."""
    assert state.phase is Phase.UNFORESEEN
    return draw(state, card)


def news(state: State, event: Event) -> list[News]:
    return [item for item in state.news if item.event is event]


def total(state: State) -> int:
    """All money in Europe and the bank."""
    return sum(state.money) + state.bank
