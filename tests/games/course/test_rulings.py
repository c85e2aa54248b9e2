"""One test for each ruling; numbers are those of rulings.md."""

from dataclasses import replace

import pytest

from p2pjeux.games.course import GAME
from p2pjeux.games.course.flight import chain, fly
from p2pjeux.games.course.legality import exchanged, sources
from p2pjeux.games.course.state import Phase, State
from p2pjeux.games.course.turn import START, apply
from p2pjeux.games.course.world import (
    AIRPORTS,
    FACES,
    HAND_SIZE,
    ROUTES,
    STARTS,
    VISAS,
    city_number,
)
from p2pjeux.rules.requests import Action, Choose, Deal, Done, Drawn, Shuffle, Slot
from tests.games.course.tables import (
    AFRICA,
    ALL,
    ALL_BUT_AFRICA,
    AMERICA,
    ASIA,
    EUROPE,
    OCEANIA,
    at,
    card,
    city_of,
    exchange,
    flight,
    pending,
    play,
    refusal,
    settled,
    shown,
    slots,
    trip,
)

CAIRO_PARIS = card("Le Caire", "Paris")
# Cards that do not touch Paris, for piles and for throwing.
P, Q, W, X, Y = (
    card("Lima", "Caracas"),
    card("Dakar", "Abidjan"),
    card("Bangkok", "Delhi"),
    card("Hong Kong", "Manille"),
    card("Nouméa", "Papeete"),
)
LONG_WAY = trip(
    *("Paris", "Londres", "New York", "Paris", "Rome", "Athènes", "Le Caire", "Paris", "Madrid"),
    *("Casablanca", "Dakar", "Abidjan", "Johannesburg", "Sydney", "Tokyo", "Moscou"),
)


def test_ruling_01_a_flight_takes_one_card_or_the_whole_hand() -> None:
    state = at("Paris", LONG_WAY)
    assert len(LONG_WAY) == len(state.hands[0]) == 15

    assert city_of(play(state, flight(LONG_WAY[0]))) == "Londres"
    assert city_of(play(state, flight(*LONG_WAY))) == "Moscou"
    assert str(refusal(state, flight())) == "a flight needs at least one card"


def test_ruling_01_a_chain_must_not_break_anywhere() -> None:
    state = at("Paris", LONG_WAY)

    for wrong in (LONG_WAY[1:2], LONG_WAY[:1] + LONG_WAY[2:3], LONG_WAY[:14] + LONG_WAY[12:13]):
        assert refusal(state, flight(*wrong)) is not None


def test_ruling_02_a_turn_is_not_half_flight_half_exchange() -> None:
    state = at("Paris", LONG_WAY, piles=((X,), (Y,)))

    assert refusal(state, Action("fly", ("left",), slots(LONG_WAY[:1]))) is not None
    assert refusal(state, exchange("stock", *LONG_WAY[:3])) is not None
    after = settled(play(state, exchange("both", *LONG_WAY[:2])))
    assert after.acting == 1


def test_ruling_03_nobody_passes() -> None:
    state = at("Paris", LONG_WAY[:3])

    assert refusal(state, Action("pass")) is not None
    assert refusal(state, exchange("stock")) is not None
    assert refusal(state, exchange("stock", LONG_WAY[0])) is not None


def test_ruling_04_open_cards_are_taken_before_the_thrown_ones_cover_them() -> None:
    state = at("Paris", (P, Q), piles=((W, X), (Y,)))

    drawing = play(state, exchange("left", P, Q))
    assert drawing.piles == (shown(W), shown(Y))
    assert drawing.thrown == shown(P, Q)
    done = settled(drawing)
    assert done.piles == (shown(W, P), shown(Y, Q))
    assert not done.thrown


def test_ruling_04_one_cannot_take_back_what_one_throws() -> None:
    state = at("Paris", (P, Q), piles=((X,), (Y,)))

    done = settled(play(state, exchange("both", P, Q)))

    assert set(slots((X, Y))) <= set(done.hands[0])
    assert not set(slots((P, Q))) & set(done.hands[0])


def test_ruling_05_what_is_thrown_is_fixed_before_the_stock_is_seen() -> None:
    state = at("Paris", (P, Q))

    drawing = play(state, exchange("stock", P, Q))

    assert pending(drawing) == Deal(((0, state.stock[:2]),))
    assert pending(settled(drawing)) == Choose(1, "turn", state.hands[1])


def test_ruling_06_only_the_top_card_of_a_compartment_can_be_taken() -> None:
    state = at("Paris", (P, Q), piles=((W, X), (Y,)))

    done = settled(play(state, exchange("left", P, Q)))

    assert Slot(0, X) in done.hands[0]
    assert Slot(0, W) not in done.hands[0]
    assert done.piles[0][-1] == shown(P)[0]


def test_ruling_07_both_from_the_same_compartment_is_refused() -> None:
    state = at("Paris", (P, Q), piles=((W, X), (Y,)))

    for twice in (("left", "left"), ("left-left",), (["left", "left"],)):
        assert refusal(state, Action("exchange", twice, slots((P, Q)))) is not None
    done = settled(play(state, exchange("both", P, Q)))
    assert done.taken[0] == shown(X, Y)


def test_ruling_08_empty_compartments_leave_only_the_stock() -> None:
    state = at("Paris", (P, Q))

    assert sources(state) == ("stock",)
    for source in ("left", "right", "both"):
        assert str(refusal(state, exchange(source, P, Q))) == ("there is no discard to take there")
    assert refusal(state, exchange("stock", P, Q)) is None


def test_ruling_09_a_flight_is_refilled_from_the_stock_only() -> None:
    state = at("Paris", LONG_WAY, piles=((X,), (Y,)))

    landed = play(state, flight(*LONG_WAY[:3]))

    assert pending(landed) == Deal(((0, state.stock[:3]),))
    done = settled(landed)
    assert done.hands[0][-3:] == state.stock[:3]
    assert done.piles == state.piles


def test_ruling_10_flown_cards_are_shuffled_and_the_discards_stay() -> None:
    state = at("Paris", (P, Q), flown=LONG_WAY, piles=((W, X), (Y,)), stock=0)

    asked = pending(play(state, exchange("stock", P, Q)))

    assert asked == Shuffle(1, LONG_WAY)
    done = settled(play(state, exchange("stock", P, Q)))
    assert done.flown == ()
    assert len(done.stock) == len(LONG_WAY) - 2
    assert done.piles[1] == shown(Y, Q)


def test_ruling_10_without_flown_cards_the_discards_below_the_tops_are_shuffled() -> None:
    state = at("Paris", (P, Q), piles=((W, X), (Y,)), stock=0)
    below = tuple(card.face for card in state.piles[0][:-1])
    assert W in below

    drawing = play(state, exchange("stock", P, Q))

    assert pending(drawing) == Shuffle(1, below)
    done = settled(drawing)
    assert done.piles == (shown(X, P), shown(Y, Q))
    assert GAME.census(done) == GAME.census(state)


def test_ruling_10_thrown_cards_on_their_way_are_not_shuffled() -> None:
    state = at("Paris", (P, Q), piles=((W, X), (Y,)), stock=0)

    drawing = play(state, exchange("left", P, Q))

    # The left card X is in the hand now, so that W is the top when the stock is found empty.
    asked = pending(drawing)
    assert isinstance(asked, Shuffle)
    assert not {W, X, Y, P, Q} & set(asked.faces)


def test_ruling_11_the_stock_runs_out_in_mid_draw() -> None:
    state = at("Paris", LONG_WAY, flown=(P, Q), stock=1)

    landed = play(state, flight(*LONG_WAY[:3]))
    assert pending(landed) == Deal(((0, state.stock),))
    short = apply(landed, Done())
    assert pending(short) == Shuffle(1, (P, Q, *LONG_WAY[:3]))
    refilled = apply(short, Done())
    assert pending(refilled) == Deal(((0, (Slot(1, 0), Slot(1, 1))),))
    assert len(settled(refilled).hands[0]) == 15


def test_ruling_11_an_empty_stock_waits_for_the_next_draw() -> None:
    state = at("Paris", (*LONG_WAY[:13], P, Q), flown=(W,), stock=1, piles=((X,), (Y,)))

    done = settled(play(state, flight(LONG_WAY[0])))

    assert done.stock == ()
    assert isinstance(pending(done), Choose)
    assert done.flown == (W, LONG_WAY[0])


def test_ruling_12_a_hand_stays_short_when_nothing_is_left_to_draw() -> None:
    state = replace(at("Paris", (P, Q), piles=((X,), (Y,))), stock=())

    done = settled(play(state, exchange("stock", P, Q)))

    assert len(done.hands[0]) == 13
    assert done.acting == 1


@pytest.mark.parametrize("size", [1, 0])
def test_ruling_12_a_short_hand_exchanges_what_it_has(size: int) -> None:
    state = at("Paris", (P, Q), piles=((X,), (Y,)))
    state = replace(state, hands=(slots((P, Q)[:size]), *state.hands[1:]))

    assert exchanged(state) == size
    assert sources(state) == (("stock", "left", "right") if size else ("stock",))
    done = settled(play(state, exchange("left" if size else "stock", *(P, Q)[:size])))
    assert done.hands[0] == slots((X,)[:size])
    assert done.piles == ((shown(P), shown(Y)) if size else state.piles)


@pytest.mark.parametrize("seats", HAND_SIZE)
def test_ruling_12_no_table_can_run_out_of_cards(seats: int) -> None:
    """Whatever is not in a hand, thrown or on top can be drawn again: always two cards at least."""
    in_hands = seats * HAND_SIZE[seats]
    assert in_hands <= 54
    assert len(FACES) - in_hands - 2 - 2 >= 2


def test_ruling_13_there_are_five_visas_in_all() -> None:
    assert VISAS == 5
    assert {AIRPORTS[city_number(name)].visa for name in ("Sydney", "Darwin")} == {OCEANIA}
    assert fly(STARTS[0], ALL, (STARTS[0],)).wins
    assert not fly(STARTS[0], ALL_BUT_AFRICA, (STARTS[0],)).wins


@pytest.mark.parametrize(
    ("way", "visas"),
    [
        (("Honolulu", "Papeete", "Nouméa"), (ASIA,)),
        (("Sydney",), (ASIA, OCEANIA)),
        (("Hong Kong", "Singapour", "Darwin"), (ASIA, OCEANIA)),
    ],
)
def test_ruling_14_only_sydney_and_darwin_give_oceania(
    way: tuple[str, ...], visas: tuple[int, ...]
) -> None:
    stops = tuple(city_number(name) for name in way)
    assert chain(city_number("Tokyo"), trip("Tokyo", *way)) == stops
    assert fly(city_number("Tokyo"), (ASIA,), stops).visas == visas


@pytest.mark.parametrize(
    ("name", "visa"), [("Paris", EUROPE), ("New York", AMERICA), ("Tokyo", ASIA)]
)
def test_ruling_15_the_visa_of_the_start_is_taken_at_once(name: str, visa: int) -> None:
    state = dealt(2)
    chooser = state.acting

    after = play(state, Action(START, (city_number(name),)))

    assert after.visas[chooser] == (visa,)
    assert after.visas_left[visa] == 1
    assert city_of(after, chooser) == name


def test_ruling_16_landing_at_home_wins_in_mid_chain() -> None:
    beyond = trip("Le Caire", "Paris", "Rome", "Madrid")
    state = at("Le Caire", beyond, visas=ALL)

    over = play(state, flight(*beyond))

    assert over.phase is Phase.OVER
    assert over.winner == 0
    assert city_of(over) == "Paris"
    assert GAME.request(over) is None
    assert GAME.census(over) == GAME.census(state)


def test_ruling_16_the_rest_of_a_winning_chain_must_still_be_a_chain() -> None:
    state = at("Le Caire", (CAIRO_PARIS, P), visas=ALL)

    assert refusal(state, flight(CAIRO_PARIS, P)) is not None


def test_ruling_17_passing_the_start_too_early_does_nothing() -> None:
    way = trip("Londres", "Paris", "Rome")
    state = at("Londres", way, visas=ALL_BUT_AFRICA)

    after = play(state, flight(*way))

    assert after.phase is Phase.DRAW
    assert after.winner is None
    assert city_of(after) == "Rome"


def test_ruling_18_the_way_back_needs_a_second_card() -> None:
    first, second = card("Paris", "New York"), card("Paris", "New York", 1)
    state = at("Paris", (first, second))

    assert str(refusal(state, flight(first, first))) == "a card is named twice"
    assert city_of(play(state, flight(first, second))) == "Paris"


def test_ruling_19_a_fifth_visa_on_the_flight_home_counts() -> None:
    way = trip("Rome", "Le Caire", "Paris")
    state = at("Rome", way, visas=ALL_BUT_AFRICA)

    over = play(state, flight(*way))

    assert over.winner == 0
    assert over.visas[0] == (*ALL_BUT_AFRICA, AFRICA)


def test_ruling_20_anchorage_is_in_america() -> None:
    anchorage = (city_number("Anchorage"),)

    assert fly(city_number("Tokyo"), (ASIA,), anchorage).new_visas == (AMERICA,)
    assert fly(city_number("New York"), (AMERICA,), anchorage).new_visas == ()


def dealt(seats: int, dealer: int = 0) -> State:
    """A table whose hands are dealt, and whose starts are to be chosen."""
    state = GAME.set_up(seats, {})
    for answer in (Drawn((dealer,)), Done(), Done()):
        state = apply(state, answer)
    return state


@pytest.mark.parametrize("dealer", [0, 2])
def test_ruling_21_starts_are_chosen_in_turn_order_with_the_hand_in_sight(dealer: int) -> None:
    state = dealt(3, dealer)
    assert all(len(hand) == 13 for hand in state.hands)

    for turn in range(1, 4):
        assert pending(state) == Choose((dealer + turn) % 3, START)
        assert refusal(state, Action("fly")) is not None
        state = play(state, Action(START, (STARTS[0],)))

    first = (dealer + 1) % 3
    assert pending(state) == Choose(first, "turn", state.hands[first])


def test_ruling_22_there_is_a_visa_for_everybody() -> None:
    state = dealt(6)
    for _ in range(6):
        state = play(state, Action(START, (STARTS[0],)))

    assert state.visas == ((EUROPE,),) * 6
    assert state.visas_left == (0, 6, 6, 6, 6)


def test_ruling_22_a_second_landing_takes_no_second_visa() -> None:
    way = trip("Paris", "New York", "Montréal", "Paris")
    after = play(at("Paris", way), flight(*way))

    assert after.visas[0] == (EUROPE, AMERICA)
    assert after.visas_left[AMERICA] == 1
    assert {a for face in way for a in ROUTES[face]} == {
        city_number(name) for name in ("Paris", "New York", "Montréal")
    }
