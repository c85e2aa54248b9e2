"""Countries, boards, bank and options for every number of seats."""

from dataclasses import replace

import pytest

from p2pjeux.errors import Refused
from p2pjeux.games.europax import GAME
from p2pjeux.games.europax.cards import (
    BENELUX,
    COUNTRIES,
    DEMAND_CARDS,
    ENGLAND,
    FRANCE,
    GERMANY,
    ITALY,
    START_MONEY,
    Country,
)
from p2pjeux.games.europax.rules import LEFT_OUT_AMONG, outcome, request, set_up
from p2pjeux.games.europax.state import Event, Phase, State
from p2pjeux.games.europax.turn import apply
from p2pjeux.rules.contract import OptionValue, View
from p2pjeux.rules.requests import Choose, Draw, Drawn
from tests.games.europax.scene import FRUIT, GAIN_50, pose, read, table
from tests.kit import Case, steps

TWO_BOARDS = {"boards": 2}


def dealt(seats: int, options: dict[str, OptionValue] | None = None) -> State:
    """A table after both deals, the first cards of each pile on top."""
    state = set_up(seats, options or {})
    for _ in range(2):
        asked = request(state)
        assert isinstance(asked, Draw)
        state = apply(state, Drawn(asked.pile[: asked.count]))
    return state


@pytest.mark.parametrize(
    ("seats", "boards"),
    [
        (2, (FRANCE, BENELUX)),
        (3, (FRANCE, ENGLAND, BENELUX)),
        (4, (FRANCE, ENGLAND, GERMANY, BENELUX)),
        (5, COUNTRIES),
        (6, COUNTRIES),
    ],
)
def test_every_number_of_seats_has_its_countries(seats: int, boards: tuple[Country, ...]) -> None:
    assert set_up(seats, {}).terms.boards == boards


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_country_is_dealt_eight_demands_and_fifteen_productions(seats: int) -> None:
    state = dealt(seats)

    for country in state.terms.boards:
        assert len(state.hands[country]) == 8
        assert sum(state.stocks[country]) == 15
        assert state.money[country] == START_MONEY
    assert len(state.demand_stock) == state.terms.demands - 8 * len(state.terms.boards)
    assert sum(state.production_stock) == 173 - 15 * len(state.terms.boards)
    assert state.phase is Phase.LEAD


@pytest.mark.parametrize("name", LEFT_OUT_AMONG)
def test_any_country_can_be_left_out_of_four(name: str) -> None:
    names = {"france": FRANCE, "england": ENGLAND, "germany": GERMANY, "italy": ITALY}
    absent = names.get(name, BENELUX)

    assert set(set_up(4, {"left_out": name}).terms.boards) == set(COUNTRIES) - {absent}
    assert set_up(4, {"left_out": name}).demand_stock == DEMAND_CARDS


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (3, {"boards": 2}, "two players only"),
        (6, {"boards": 2}, "two players only"),
        (5, {"left_out": "france"}, "four boards"),
        (2, {"left_out": "benelux"}, "four boards"),
    ],
)
def test_options_that_do_not_fit_the_seats_are_refused(
    seats: int, options: dict[str, OptionValue], reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        set_up(seats, options)


def test_ruling_23_the_sixth_player_is_never_asked() -> None:
    for seed in range(5):
        for step in steps(Case("europax", 6).engine(seed), seed):
            assert step.after.terms.boards == COUNTRIES
            assert not isinstance(step.request, Choose) or step.request.seat < 5


@pytest.mark.parametrize(
    ("seats", "options", "first"),
    [
        (2, {}, FRANCE),
        (3, {}, ENGLAND),
        (4, {}, GERMANY),
        (5, {}, ITALY),
        (6, {}, BENELUX),
        (2, TWO_BOARDS, ENGLAND),
    ],
)
def test_ruling_24_the_country_on_the_banker_s_right_leads_first(
    seats: int, options: dict[str, OptionValue], first: Country
) -> None:
    assert dealt(seats, options).leader == first


def test_ruling_26_the_board_leads_and_not_the_person() -> None:
    # Seat 0 runs FRANCE and ENGLAND; FRANCE poses card 16 and ENGLAND delivers.
    before = table(2, TWO_BOARDS, posing=16, stocks={ENGLAND: {FRUIT: 2}})
    state = read(pose(before, 16), GAIN_50)

    assert (state.leader, state.asked) == (ENGLAND, 0)
    offered = GAME.choices(view_of(state, 0)).actions
    assert tuple(action.args[0] for action in offered) == state.hands[ENGLAND]


def view_of(state: State, seat: int) -> View[State]:
    return View(state, seat, {})


def test_ruling_29_two_boards_each_are_four_boards_side_by_side() -> None:
    terms = set_up(2, {**TWO_BOARDS, "left_out": "england"}).terms

    assert terms.boards == (FRANCE, GERMANY, ITALY, BENELUX)
    assert (terms.boards_of(0), terms.boards_of(1)) == ((FRANCE, GERMANY), (ITALY, BENELUX))


def test_ruling_29_two_boards_of_one_player_trade_with_each_other() -> None:
    state = pose(table(2, TWO_BOARDS, posing=16, stocks={FRANCE: {FRUIT: 2}}), 16)

    assert (state.money[FRANCE], state.money[ENGLAND]) == (START_MONEY + 150, START_MONEY - 150)


def test_ruling_29_the_money_of_two_boards_is_added() -> None:
    money = {FRANCE: 10, ENGLAND: 500, GERMANY: 400, BENELUX: 105}
    ended = outcome(over(table(2, TWO_BOARDS, money=money)))

    assert ended is not None
    assert (ended.scores, ended.winners) == ((510, 505), (0,))


def over(state: State) -> State:
    return replace(state, phase=Phase.OVER)


@pytest.mark.parametrize("seats", range(2, 7))
def test_ruling_34_the_last_seat_keeps_the_bank(seats: int) -> None:
    terms = set_up(seats, {}).terms

    assert terms.banker == seats - 1
    assert (terms.boards_of(terms.banker) == ()) == (seats == 6)


def test_ruling_34_a_banker_without_a_country_scores_nothing_and_cannot_win() -> None:
    poor = dict.fromkeys(COUNTRIES, 0)
    ended = outcome(over(table(6, money=poor)))

    assert ended is not None
    assert ended.scores == (0,) * 6
    assert ended.winners == (0, 1, 2, 3, 4)


def test_the_short_game_without_gifts_repaid_is_the_default() -> None:
    terms = set_up(5, {}).terms

    assert not terms.long
    assert not terms.lends
    assert set_up(5, {"length": "long", "aid": "loan"}).terms.long
    assert set_up(5, {"length": "long", "aid": "loan"}).terms.lends


def test_the_first_leader_is_told() -> None:
    assert [item.event for item in dealt(5).news] == [Event.LEADS]
