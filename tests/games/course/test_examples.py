"""The worked examples of the dossier, of the rulebook and of our own rules for players."""

import pytest

from p2pjeux.games.course import GAME
from p2pjeux.games.course.flight import Flight, chain, fly
from p2pjeux.games.course.state import Phase
from p2pjeux.games.course.tour import BIT, legs_left
from p2pjeux.games.course.turn import apply
from p2pjeux.games.course.world import (
    AIRPORTS,
    CITIES,
    FACES,
    NEIGHBOURS,
    ROUTES,
    STARTS,
    city_number,
)
from p2pjeux.rules.requests import Done, Drawn
from tests.games.course.tables import (
    AFRICA,
    AMERICA,
    ASIA,
    EUROPE,
    OCEANIA,
    at,
    card,
    city_of,
    exchange,
    flight,
    play,
    refusal,
    settled,
    shown,
    trip,
)


def flown(*cities: str) -> Flight:
    """A flight from the first city, which is also the start."""
    start = city_number(cities[0])
    stops = chain(start, trip(*cities))
    assert stops is not None
    return fly(start, (AIRPORTS[start].continent,), stops)


def test_example_1_four_routes_bring_two_visas_and_honolulu_none() -> None:
    way = flown("Paris", "New York", "Anchorage", "Tokyo", "Honolulu")

    assert way.visas == (EUROPE, AMERICA, ASIA)
    assert way.new_visas == (AMERICA, ASIA)


def test_example_2_eight_cards_around_the_world_win() -> None:
    way = ("Paris", "New York", "Anchorage", "Tokyo", "Sydney", "Singapour", "Bombay", "Le Caire")

    assert len(trip(*way, "Paris")) == 8
    assert flown(*way, "Paris") == Flight(
        tuple(city_number(name) for name in (*way[1:], "Paris")),
        (EUROPE, AMERICA, ASIA, OCEANIA, AFRICA),
        4,
        wins=True,
    )
    assert not flown(*way).wins


@pytest.mark.parametrize(
    ("seats", "hand", "stock", "visas"),
    [(2, 15, 78, 10), (3, 13, 69, 15), (4, 12, 60, 20), (5, 10, 58, 25), (6, 9, 54, 30)],
)
def test_example_3_hands_stock_and_visas_by_the_table(
    seats: int, hand: int, stock: int, visas: int
) -> None:
    state = GAME.set_up(seats, {})
    for answer in (Drawn((seats - 1,)), Done(), Done()):
        state = apply(state, answer)

    assert state.phase is Phase.START
    assert [len(cards) for cards in state.hands] == [hand] * seats
    assert len(state.stock) == stock
    assert sum(state.visas_left) == visas


def test_example_4_the_next_chain_leaves_from_tehran() -> None:
    tehran = card("Le Caire", "Téhéran")
    state = at("Le Caire", (tehran, card("Téhéran", "Delhi"), card("Le Caire", "Rome")))

    landed = settled(play(state, flight(tehran)))
    assert city_of(landed) == "Téhéran"
    # The other seat exchanges two cards; then it is our turn again.
    mine = settled(play(landed, exchange("stock", *[s.place for s in landed.hands[1][:2]])))
    assert refusal(mine, flight(card("Le Caire", "Rome"))) is not None
    assert refusal(mine, flight(card("Téhéran", "Delhi"))) is None


def test_example_5_an_exchange_with_one_open_card_and_one_from_the_stock() -> None:
    p, q = card("Lima", "Caracas"), card("Dakar", "Abidjan")
    w, x, y = card("Bangkok", "Delhi"), card("Hong Kong", "Manille"), card("Nouméa", "Papeete")
    state = at("Paris", (p, q), piles=((w, x), (y,)))

    done = settled(play(state, exchange("left", p, q)))

    assert done.piles == (shown(w, p), shown(y, q))
    assert done.hands[0][-2:] == (shown(x)[0].slot, state.stock[0])
    assert done.stock == state.stock[1:]


def test_the_first_traveller_of_the_rulebook_throws_into_empty_compartments() -> None:
    """Au départ, a: two thrown, one in each compartment, two from the stock, the pawn stays."""
    p, q = card("Lima", "Caracas"), card("Dakar", "Abidjan")
    state = at("Paris", (p, q))

    done = settled(play(state, exchange("stock", p, q)))

    assert done.piles == (shown(p), shown(q))
    assert done.hands[0][-2:] == state.stock[:2]
    assert city_of(done) == "Paris"


def test_a_first_traveller_who_flies_leaves_the_compartments_empty() -> None:
    way = trip("Paris", "New York")
    done = settled(play(at("Paris", way), flight(*way)))

    assert done.piles == ((), ())
    assert done.flown == way


def test_the_example_of_our_rules_wins() -> None:
    first = ("Paris", "New York", "Anchorage", "Tokyo")
    later = ("Tokyo", "Sydney", "Singapour", "Bombay", "Le Caire", "Paris")

    assert flown(*first).new_visas == (AMERICA, ASIA)
    home = fly(city_number("Paris"), flown(*first).visas, chain_of(*later))
    assert home.wins
    assert home.new_visas == (OCEANIA, AFRICA)
    by_honolulu = chain_of("Tokyo", "Honolulu", "Anchorage", "Paris", "Le Caire", "Paris")
    assert not fly(city_number("Paris"), flown(*first).visas, by_honolulu).wins


def chain_of(*cities: str) -> tuple[int, ...]:
    stops = chain(city_number(cities[0]), trip(*cities))
    assert stops is not None
    return stops


def test_the_network_is_that_of_the_dossier() -> None:
    pairs = {frozenset(route) for route in ROUTES}

    assert (len(CITIES), len(FACES), len(pairs)) == (36, 108, 95)
    assert [sum(start in route for route in ROUTES) for start in STARTS] == [19, 15, 13]
    assert min(len(there) for there in NEIGHBOURS.values()) >= 2
    for name in (
        *(("Paris", "New York"), ("New York", "Anchorage"), ("Anchorage", "Tokyo")),
        *(("Tokyo", "Honolulu"), ("Le Caire", "Téhéran")),
    ):
        assert frozenset(map(city_number, name)) in pairs


def test_the_shortest_tours_take_six_routes_from_paris_and_new_york_and_five_from_tokyo() -> None:
    assert [legs_left(start)[start, BIT[start]] for start in STARTS] == [6, 6, 5]
