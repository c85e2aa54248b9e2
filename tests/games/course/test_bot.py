"""The bot's arithmetic, and what it must not miss."""

from dataclasses import replace
from itertools import product

import pytest

from p2pjeux.games.course.bot import IN_HANDS, MISSING, decide, outlook_of
from p2pjeux.games.course.plan import (
    FAR,
    HELD,
    PAIR_OF,
    PAIRS,
    ahead,
    behind,
    prices_with,
    survey,
    through,
)
from p2pjeux.games.course.state import Phase
from p2pjeux.games.course.tour import BIT, FULL, legs_left, mask_of, on_the_way
from p2pjeux.games.course.turn import START
from p2pjeux.games.course.world import CITIES, STARTS, city_number
from p2pjeux.rules.requests import Action
from p2pjeux.rules.source import SeededSource
from tests.games.course.tables import (
    ALL,
    ALL_BUT_AFRICA,
    AMERICA,
    ASIA,
    EUROPE,
    OCEANIA,
    at,
    card,
    shown,
    slots,
    trip,
    view_of,
)

PRICE = 10
EVEN = [PRICE] * len(PAIRS)
SOURCE = SeededSource(b"unused")
P, Q = card("Lima", "Caracas"), card("Dakar", "Abidjan")


@pytest.mark.parametrize("home", STARTS)
def test_with_even_prices_a_plan_counts_the_legs_that_are_left(home: int) -> None:
    layers = ahead([1] * 2 * len(PAIRS), home, BIT[home])
    left = legs_left(home)

    for city, mask in product(CITIES, layers):
        if mask & BIT[city] == BIT[city]:
            assert layers[mask][city] == left[city, mask]


def test_the_cheapest_tour_through_some_route_is_the_cheapest_tour() -> None:
    home = STARTS[0]
    prices = prices_with([PRICE + pair % 7 for pair in range(len(PAIRS))], ())
    after = ahead(prices, home, BIT[home])
    before = behind(prices, home, BIT[home])

    best = min(price - HELD + prices[2 * pair] for pair, price in enumerate(through(before, after)))

    assert best == after[BIT[home]][home] < FAR


def test_a_complete_hand_costs_no_more_than_its_cards() -> None:
    way = trip("Paris", "New York", "Anchorage", "Tokyo", "Sydney", "Singapour", "Bombay")
    way += trip("Bombay", "Le Caire", "Paris")

    assert survey(EVEN, STARTS[0], (STARTS[0], BIT[STARTS[0]]), list(way)).price <= 8 * HELD


def test_one_card_is_not_counted_for_the_way_there_and_back() -> None:
    """From Tokyo only Oceania is missing: Tokyo – Sydney and back takes two different cards."""
    tokyo = city_number("Tokyo")
    here = (tokyo, FULL & ~(1 << OCEANIA))
    one_way = [card("Tokyo", "Sydney")]
    both_ways = [*one_way, card("Sydney", "Manille"), card("Manille", "Tokyo")]

    assert survey(EVEN, tokyo, here, both_ways).price == 3 * HELD
    assert survey(EVEN, tokyo, here, one_way).price >= PRICE


def test_the_bot_flies_home_as_soon_as_its_hand_can_win() -> None:
    way = trip("Tokyo", "Sydney", "Singapour", "Bombay", "Le Caire", "Paris")
    state = at("Tokyo", (*way, P, Q), visas=(EUROPE, AMERICA, ASIA))

    action = decide(view_of(state), SOURCE)

    assert action.verb == "fly"
    assert action.cards[:4] == slots(way[:4])


def test_the_bot_takes_the_open_card_that_wins() -> None:
    """In Cairo with four visas and no way home in hand, the way home lies open on the right."""
    home = card("Le Caire", "Paris")
    state = at("Le Caire", (P, Q), visas=ALL, piles=((card("Lima", "Mexico"),), (home,)))

    action = decide(view_of(state), SOURCE)

    assert action.verb == "exchange"
    assert action.args == ("right",)


def test_the_bot_does_not_throw_the_cards_of_its_way() -> None:
    way = trip("Londres", "Nairobi", "Le Caire", "Paris")
    state = at("Rome", way, visas=ALL_BUT_AFRICA)

    action = decide(view_of(state), SOURCE)

    assert not set(action.cards) & set(slots(way))


def test_the_bot_starts_where_its_hand_leads_around_the_world() -> None:
    way = trip("Tokyo", "Sydney", "Johannesburg", "Londres", "Anchorage", "Tokyo")
    state = at("Paris", way)
    state = replace(state, phase=Phase.START, homes=(-1, -1), cities=(-1, -1))

    assert decide(view_of(state), SOURCE) == Action(START, (city_number("Tokyo"),))


def test_the_bot_counts_cards() -> None:
    """A card may be in the stock, or come back after a shuffle, or surely be in another hand."""
    wanted = card("Tokyo", "Sydney")
    state = at("Paris", (P, Q))
    assert IN_HANDS > MISSING[0] > MISSING[1] > MISSING[2] > HELD

    def price(**changes: object) -> int:
        seen = replace(state, **changes)  # type: ignore[arg-type] # a test names its own fields
        return outlook_of(view_of(seen)).missing[PAIR_OF[wanted]]

    assert price() == MISSING[1]
    assert price(flown=(wanted,)) == MISSING[0]
    assert price(piles=(shown(wanted), ())) == MISSING[0]
    assert price(shuffled=()) == IN_HANDS
    assert price(taken=((), shown(wanted))) == IN_HANDS


def test_the_bot_does_not_need_chance() -> None:
    state = at("Paris", trip("Paris", "Rome", "Athènes", "Le Caire", "Bombay", "Singapour"))

    decided = {decide(view_of(state), SeededSource(bytes([seed]))) for seed in range(5)}

    assert len(decided) == 1


def test_cards_on_the_way_are_those_of_tours_at_most_one_leg_longer() -> None:
    rome, paris = city_number("Rome"), city_number("Paris")
    useful = on_the_way(paris, rome, mask_of(ALL))

    assert {card("Rome", "Paris"), card("Rome", "Athènes"), card("Athènes", "Paris")} <= useful
    assert card("Tokyo", "Sydney") not in useful
