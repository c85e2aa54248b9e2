"""The cheapest tour for a given hand: a search over cities and visas with a price on every route.

A route in hand costs little and a missing one much, so the price of the cheapest tour tells how
many cards are still wanted. Looking from both ends prices the tour through any given route, which
tells what a card is worth before it is drawn, and what is lost with a card that is thrown.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Final, TypeAlias

from p2pjeux.games.course.tour import BIT, FULL, Mask
from p2pjeux.games.course.world import CITIES, ROUTES, City
from p2pjeux.rules.requests import Face

# For each set of visas, the price of every city.
Layers: TypeAlias = dict[Mask, list[int]]

HELD: Final = 1
FAR: Final = 1 << 20
# How often a tour that flies one card twice is priced again.
REPAIRS: Final = 2


def _pairs() -> tuple[tuple[City, City], ...]:
    return tuple(sorted({(min(route), max(route)) for route in ROUTES}))


# Two cards of the same pair are one route; PAIR_OF gives the route of each card.
PAIRS: Final = _pairs()
PAIR_OF: Final = tuple(PAIRS.index((min(route), max(route))) for route in ROUTES)


def _arcs() -> tuple[tuple[tuple[City, int], ...], ...]:
    return tuple(
        tuple((b if a == city else a, pair) for pair, (a, b) in enumerate(PAIRS) if city in (a, b))
        for city in CITIES
    )


ARCS: Final = _arcs()


def prices_with(missing: Sequence[int], hand: Iterable[Face]) -> list[int]:
    """The price of every route: ``missing`` for those of which ``hand`` has no card."""
    prices = list(missing)
    for face in hand:
        prices[PAIR_OF[face]] = HELD
    return prices


def supersets(mine: Mask) -> list[Mask]:
    """All sets of visas that contain ``mine``, each after the sets it contains."""
    return [mask for mask in range(mine, FULL + 1) if mask & mine == mine]


def ahead(prices: Sequence[int], home: City, mine: Mask) -> Layers:
    """The price of the cheapest way to the end of the tour, from every city with every visas."""
    layers: Layers = {}
    for mask in reversed(supersets(mine)):
        costs = [FAR] * len(CITIES)
        if mask == FULL:
            costs[home] = 0
        for city in CITIES:
            for there, pair in ARCS[city]:
                if BIT[there] & ~mask:
                    cost = prices[pair] + layers[mask | BIT[there]][there]
                    costs[city] = min(costs[city], cost)
        _spread(costs, prices, mask, landing=True)
        layers[mask] = costs
    return layers


def behind(prices: Sequence[int], start: City, mine: Mask) -> Layers:
    """The price of the cheapest way from ``start`` to every city with every visas."""
    masks = supersets(mine)
    layers: Layers = {mask: [FAR] * len(CITIES) for mask in masks}
    layers[mine][start] = 0
    for mask in masks:
        costs = layers[mask]
        _spread(costs, prices, mask, landing=False)
        for city in CITIES:
            if costs[city] < FAR:
                for there, pair in ARCS[city]:
                    if BIT[there] & ~mask:
                        landed = layers[mask | BIT[there]]
                        landed[there] = min(landed[there], costs[city] + prices[pair])
    return layers


def _spread(costs: list[int], prices: Sequence[int], mask: Mask, *, landing: bool) -> None:
    """Carry prices along routes that bring no new visa: Dijkstra's search within one layer.

    Looking backwards from the end (``landing``), it is the city already priced that is landed in.
    """
    queue = [(cost, city) for city, cost in enumerate(costs) if cost < FAR]
    heapify(queue)
    while queue:
        cost, city = heappop(queue)
        if cost > costs[city] or (landing and BIT[city] & ~mask):
            continue
        for there, pair in ARCS[city]:
            further = cost + prices[pair]
            if further < costs[there] and (landing or not BIT[there] & ~mask):
                costs[there] = further
                heappush(queue, (further, there))


def through(before: Layers, after: Layers) -> list[int]:
    """For each route, the price of the cheapest tour that uses a card of it."""
    best = [FAR] * len(PAIRS)
    for mask, costs in before.items():
        for pair, (a, b) in enumerate(PAIRS):
            there = costs[a] + after[mask | BIT[b]][b]
            back = costs[b] + after[mask | BIT[a]][a]
            best[pair] = min(best[pair], there + HELD, back + HELD)
    return best


@dataclass(frozen=True, slots=True)
class Survey:
    """The price of the cheapest tour from here, and for each route that of a tour through it."""

    price: int
    through: list[int]
    ahead: Layers


def survey(missing: Sequence[int], home: City, here: tuple[City, Mask], hand: list[Face]) -> Survey:
    """Price the tours of one who is ``here`` with these cards; ``missing`` prices all others."""
    city, mine = here
    prices = prices_with(missing, hand)
    after = ahead(prices, home, mine)
    cards = [0] * len(PAIRS)
    for face in hand:
        cards[PAIR_OF[face]] += 1
    for _ in range(REPAIRS):
        short = [pair for pair, uses in _uses(prices, home, here, after) if uses > cards[pair] > 0]
        if not short:
            break
        # The tour would fly one card twice. At half the price of a card held and a card missing
        # such a tour pays in all for both.
        for pair in short:
            prices[pair] = (HELD + missing[pair] + 1) // 2
            cards[pair] = 0
        after = ahead(prices, home, mine)
    return Survey(after[mine][city], through(behind(prices, city, mine), after), after)


def _uses(
    prices: Sequence[int], home: City, here: tuple[City, Mask], after: Layers
) -> list[tuple[int, int]]:
    """The routes of the cheapest tour, each with how often it is flown."""
    city, mask = here
    uses: dict[int, int] = {}
    while (city, mask) != (home, FULL):
        city, mask, pair = next(
            (there, mask | BIT[there], pair)
            for there, pair in ARCS[city]
            if after[mask | BIT[there]][there] + prices[pair] == after[mask][city]
        )
        uses[pair] = uses.get(pair, 0) + 1
    return list(uses.items())
