"""What is open and what is hidden, what is refused, how long a race lasts, who wins it."""

from dataclasses import replace

import pytest

from p2pjeux.encoding import Value
from p2pjeux.errors import Refused
from p2pjeux.games.course import FACTS, GAME
from p2pjeux.games.course.choices import FLIGHTS_LISTED_MOST, chains, choices, reachable, sample
from p2pjeux.games.course.rules import ROUNDS
from p2pjeux.games.course.state import Phase, State
from p2pjeux.games.course.world import STARTS, city_number
from p2pjeux.rules.contract import Cards, Form
from p2pjeux.rules.requests import Action, Choose, Deal, Done, Shuffle, Slot
from p2pjeux.rules.source import SeededSource
from tests.games.course.tables import (
    ALL,
    ALL_BUT_AFRICA,
    ASIA,
    EUROPE,
    at,
    card,
    exchange,
    flight,
    pending,
    play,
    refusal,
    settled,
    shown,
    slots,
    trip,
    view_of,
)
from tests.kit import Case, is_offered, steps

P, Q = card("Lima", "Caracas"), card("Dakar", "Abidjan")
X, Y = card("Hong Kong", "Manille"), card("Nouméa", "Papeete")


def test_an_open_card_keeps_its_slot_and_stays_known_in_the_hand_that_took_it() -> None:
    state = at("Paris", (P, Q), piles=((X,), (Y,)))

    done = settled(play(state, exchange("right", P, Q)))

    assert done.taken == (shown(Y), ())
    assert Slot(0, Y) in done.hands[0]


def test_a_taken_card_that_is_thrown_again_can_be_taken_again() -> None:
    state = replace(at("Paris", (P, Q), piles=((X,), (Y,))), taken=(shown(P), ()))

    first = settled(play(state, exchange("stock", P, Q)))
    assert first.taken == ((), ())
    theirs = first.hands[1][:2]
    second = settled(play(first, exchange("both", *[slot.place for slot in theirs])))

    assert second.taken == ((), shown(P, Q))
    assert second.hands[1][-2:] == slots((P, Q))


def test_a_taken_card_that_is_flown_is_no_longer_known_in_the_hand() -> None:
    way = trip("Paris", "Rome", "Athènes")
    state = replace(at("Paris", way), taken=(shown(way[1], P), ()))

    assert play(state, flight(*way)).taken[0] == shown(P)


@pytest.mark.parametrize("seed", range(4))
def test_open_cards_of_hands_are_where_the_state_says_with_the_face_it_says(seed: int) -> None:
    engine = Case("course", 4).engine(seed)
    open_cards = 0
    for _step in steps(engine, seed):
        state = engine.state
        for seat, pile in enumerate(state.taken):
            open_cards += len(pile)
            assert {known.slot for known in pile} <= set(state.hands[seat])
        everything = (*state.piles, *state.taken, state.thrown)
        for known in (known for pile in everything for known in pile):
            assert engine.view(None).faces[known.slot] == known.face

    assert open_cards


@pytest.mark.parametrize("seed", range(4))
def test_nobody_knows_a_card_of_another_hand_that_was_not_taken_openly(seed: int) -> None:
    engine = Case("course", 3).engine(seed)
    for _step in steps(engine, seed):
        state = engine.state
        for seat, hand in enumerate(state.hands):
            taken = {known.slot for known in state.taken[seat]}
            for other in {*range(3), None} - {seat}:
                assert taken == {slot for slot in hand if slot in engine.view(other).faces}


def test_after_a_shuffle_the_state_tells_what_the_stock_is_made_of() -> None:
    way = trip("Paris", "Rome", "Athènes")
    state = at("Paris", way, flown=(P, Q), stock=0)

    shuffling = play(state, flight(*way))

    assert pending(shuffling) == Shuffle(1, (P, Q, *way))
    assert settled(shuffling).shuffled == (P, Q, *way)


def test_a_single_flown_card_is_shuffled_alone_before_the_discards() -> None:
    """The worst turn: five requests, which the bound on the length of a game counts on."""
    state = at("Paris", (P, Q), flown=trip("Rome", "Athènes"), piles=((X,), (Y,)), stock=0)
    state = play(state, exchange("stock", P, Q))
    asked = []
    while not isinstance(pending(state), Choose):
        asked.append(type(pending(state)))
        state = GAME.apply(state, Done())

    assert asked == [Shuffle, Deal, Shuffle, Deal]
    assert len(state.hands[0]) == 15


def test_several_pawns_share_a_city() -> None:
    way = trip("Moscou", "Tokyo")
    state = at("Moscou", way, seats=6)

    landed = play(state, flight(*way))

    assert landed.cities == (city_number("Tokyo"),) * 6


@pytest.mark.parametrize(
    "action",
    [
        Action("start"),
        Action("start", ("Paris",)),
        Action("start", (city_number("Rome"),)),
        Action("start", (-1,)),
        Action("start", (False,)),
        Action("start", (True,)),
        Action("start", (STARTS[0], STARTS[1])),
        Action("start", ([STARTS[0]],)),
        Action("exchange", ("stock",)),
    ],
)
def test_only_the_three_starts_can_be_chosen(action: Action) -> None:
    state = replace(at("Paris", ()), phase=Phase.START, homes=(-1, -1), cities=(-1, -1))

    assert refusal(state, action) is not None
    assert refusal(state, Action("start", (STARTS[1],))) is None


@pytest.mark.parametrize("source", [None, 0, "", "table", {"left": 1}, ["left"], b"left", True])
def test_an_exchange_from_nowhere_is_refused(source: Value) -> None:
    state = at("Paris", (P, Q), piles=((X,), (Y,)))

    assert refusal(state, Action("exchange", (source,), slots((P, Q)))) is not None
    assert refusal(state, Action("exchange", (), slots((P, Q)))) is not None


@pytest.mark.parametrize(
    ("seats", "options"),
    [(1, {}), (7, {}), (4, {"rounds": 7}), (4, {"rounds": "100"}), (4, {"rounds": True})],
)
def test_a_table_that_does_not_fit_is_refused(seats: int, options: dict[str, str | int]) -> None:
    with pytest.raises(Refused):
        GAME.set_up(seats, options)


@pytest.mark.parametrize("rounds", ROUNDS)
def test_the_race_stops_after_the_rounds_of_the_option(rounds: int) -> None:
    state = replace(at("Paris", (P, Q)), rounds=rounds, turn=2 * rounds - 2)
    assert GAME.set_up(2, {"rounds": rounds}).rounds == rounds

    last = settled(play(state, exchange("stock", P, Q)))
    assert last.phase is Phase.TURN
    over = settled(play(last, exchange("stock", *[slot.place for slot in last.hands[1][:2]])))

    assert over.phase is Phase.OVER
    assert GAME.outcome(over) is not None


def finished(state: State, cities: tuple[str, str], visas: tuple[tuple[int, ...], ...]) -> State:
    """Two travellers from Paris and Tokyo when the rounds are over."""
    return replace(
        state,
        phase=Phase.OVER,
        cities=tuple(city_number(name) for name in cities),
        visas=visas,
    )


@pytest.mark.parametrize(
    ("cities", "visas", "winners"),
    [
        (("Lima", "Tokyo"), (ALL_BUT_AFRICA, (ASIA,)), (0,)),
        (("Lima", "Hong Kong"), ((EUROPE, ASIA), (ASIA, EUROPE)), (1,)),
        (("Rome", "Singapour"), ((EUROPE, ASIA), (ASIA, EUROPE)), (0,)),
        (("Rome", "Sydney"), (ALL, ALL), (0, 1)),
    ],
)
def test_at_the_end_of_the_rounds_visas_count_then_the_way_home(
    cities: tuple[str, str], visas: tuple[tuple[int, ...], ...], winners: tuple[int, ...]
) -> None:
    outcome = GAME.outcome(finished(at("Paris", ()), cities, visas))

    assert outcome is not None
    assert outcome.winners == winners
    assert outcome.scores == tuple(len(held) for held in visas)


def test_coming_home_scores_one_more_than_the_visas() -> None:
    way = trip("Le Caire", "Paris")
    over = play(at("Le Caire", way, visas=ALL), flight(*way))

    outcome = GAME.outcome(over)

    assert outcome is not None
    assert outcome.scores == (6, 1)
    assert outcome.winners == (0,)


def test_the_bound_on_the_length_covers_the_longest_option() -> None:
    assert FACTS.length_most == 9 + 6 * 200 * 5
    assert FACTS.options[0].among == ROUNDS == (200, 100, 50, 25)


def test_few_flights_are_listed_and_many_are_asked_card_by_card() -> None:
    few = at("Paris", trip("Paris", "Rome", "Athènes"))
    many = at("Paris", trip("Paris", "Rome", "Athènes", "Paris", "Londres", "New York", "Rome"))

    listed = choices(view_of(few))
    assert [len(action.cards) for action in listed.actions] == [1, 2]
    assert [form.verb for form in listed.forms] == ["exchange"]
    asked = choices(view_of(many))
    assert not asked.actions
    assert [form.verb for form in asked.forms] == ["fly", "exchange"]
    found = list(chains(many.cities[0], many.hands[0], view_of(many).faces))
    assert len(found) > FLIGHTS_LISTED_MOST


def test_two_cards_of_one_route_are_asked_card_by_card() -> None:
    """They read the same, but the others may have seen one of them."""
    twins = (card("Paris", "New York"), card("Paris", "New York", 1))

    asked = choices(view_of(at("Paris", twins)))

    assert not asked.actions
    assert cards_of(asked.forms[0]).among == slots(twins)


def cards_of(form: Form) -> Cards:
    (cards,) = (field for field in form.fields if isinstance(field, Cards))
    return cards


def test_only_cards_that_can_be_in_a_chain_are_offered_for_flights() -> None:
    way = trip("Paris", "Rome", "Athènes")
    state = at("Paris", (*way, P, card("Lima", "Mexico")))

    assert reachable(state.cities[0], state.hands[0], view_of(state).faces) == slots(way)


def test_random_players_reach_every_legal_action() -> None:
    """A hand small enough to count: two flights, and all exchanges in both orders."""
    way = trip("Paris", "Rome", "Athènes")
    state = at("Paris", way, piles=((X,), (Y,)))
    state = replace(state, hands=(slots((*way, P)), *state.hands[1:]))
    view = view_of(state)
    hand = slots((*way, P))
    wanted = {Action("fly", cards=cards) for cards in chains(state.cities[0], hand, view.faces)}
    wanted |= {
        Action("exchange", (source,), (first, second))
        for source in ("stock", "left", "right", "both")
        for first in hand
        for second in hand
        if first != second
    }
    assert len(wanted) == 2 + 4 * 6

    source = SeededSource(b"every action")
    found = {sample(view, source) for _ in range(10_000)}

    assert found == wanted
    assert all(is_offered(choices(view), action) for action in found)
