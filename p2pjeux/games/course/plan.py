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
    ways = [way for a, b in PAIRS for way in ((a, b), (b, a))]
    return tuple(
        tuple((there, arc) for arc, (here, there) in enumerate(ways) if here == city)
        for city in CITIES
    )


# From each city where one can fly, and the number of that arc: 2n and 2n + 1 are the two ways of
# route n, so that ``arc ^ 1`` is the way back.
ARCS: Final = _arcs()


def prices_with(missing: Sequence[int], hand: Iterable[Face]) -> list[int]:
    """The price of every arc: ``missing`` for routes of which ``hand`` has no card."""
    prices = [price for price in missing for _way in (0, 1)]
    for face in hand:
        arc = 2 * PAIR_OF[face]
        prices[arc] = prices[arc + 1] = HELD
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
            for there, arc in ARCS[city]:
                if BIT[there] & ~mask:
                    cost = prices[arc] + layers[mask | BIT[there]][there]
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
                for there, arc in ARCS[city]:
                    if BIT[there] & ~mask:
                        landed = layers[mask | BIT[there]]
                        landed[there] = min(landed[there], costs[city] + prices[arc])
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
        for there, arc in ARCS[city]:
            further = cost + prices[arc ^ 1 if landing else arc]
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
        back = [
            arc
            for arc in _flown_back(prices, home, here, after)
            if cards[arc // 2] == 1 and prices[arc] == HELD
        ]
        if not back:
            break
        # One card does not serve there and back: the way back is priced as missing.
        for arc in back:
            prices[arc] = missing[arc // 2]
        after = ahead(prices, home, mine)
    return Survey(after[mine][city], through(behind(prices, city, mine), after), after)


def _flown_back(
    prices: Sequence[int], home: City, here: tuple[City, Mask], after: Layers
) -> list[int]:
    """The arcs by which the cheapest tour flies a route back."""
    city, mask = here
    flown: list[int] = []
    while (city, mask) != (home, FULL):
        city, mask, arc = next(
            (there, mask | BIT[there], arc)
            for there, arc in ARCS[city]
            if after[mask | BIT[there]][there] + prices[arc] == after[mask][city]
        )
        flown.append(arc)
    return [arc for place, arc in enumerate(flown) if arc ^ 1 in flown[:place]]
