"""The course of the game: set-up, rounds, what is asked of whom, and what is refused."""

from dataclasses import replace
from itertools import pairwise

import pytest

from p2pjeux.encoding import Value
from p2pjeux.games.pantheon import GAME
from p2pjeux.games.pantheon.europe import CAPITALS, TOWNS
from p2pjeux.games.pantheon.legality import LARGER, SMALLER
from p2pjeux.games.pantheon.men import MEN, MEN_FOR_FEW
from p2pjeux.games.pantheon.pack import FACES
from p2pjeux.games.pantheon.state import Phase, State
from p2pjeux.games.pantheon.timeline import WHITE_SQUARES
from p2pjeux.rules.contract import View
from p2pjeux.rules.engine import Engine
from p2pjeux.rules.requests import (
    Action,
    Choose,
    Deal,
    Done,
    Draw,
    Drawn,
    Open,
    Play,
    Played,
    Request,
    Roll,
    Rolled,
    Seal,
    Shuffle,
)
from p2pjeux.rules.source import SeededSource
from tests.games.pantheon.tables import man, men, move, moving, played_until, sold, table
from tests.kit import steps


def requests_of_a_game(seats: int) -> list[Request]:
    engine = Engine(GAME, seats, {}, SeededSource(b"requests"))
    return [step.request for step in steps(engine, seed=7)]


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_game_is_set_up_in_order(seats: int) -> None:
    asked = requests_of_a_game(seats)

    assert asked[0] == Shuffle(0, FACES)
    assert asked[1] == Roll((seats,), "starter")
    places = asked[2 : 2 + seats]
    assert all(isinstance(request, Choose) and request.about == "place" for request in places)
    deal = asked[2 + seats]
    assert isinstance(deal, Deal)
    assert [len(slots) for _seat, slots in deal.hands] == [4] * seats
    assert isinstance(asked[3 + seats], Draw)


@pytest.mark.parametrize("throw", [1, 2, 3])
def test_the_die_of_the_start_names_the_starter_and_the_rest_follow_clockwise(throw: int) -> None:
    state = GAME.apply(GAME.apply(GAME.set_up(3, {}), Done()), Rolled((throw,)))

    assert state.order == tuple((throw - 1 + turn) % 3 for turn in range(3))
    assert GAME.request(state) == Choose(throw - 1, "place")


@pytest.mark.parametrize(
    "seats, stakes, rounds, pile",
    [(2, 1, 20, MEN_FOR_FEW), (3, 1, 20, MEN_FOR_FEW)]
    + [(seats, 2, 15, MEN) for seats in (4, 5, 6)],
)
def test_one_or_two_men_a_round_by_number_of_players(
    seats: int, stakes: int, rounds: int, pile: tuple[int, ...]
) -> None:
    draws = [request for request in requests_of_a_game(seats) if isinstance(request, Draw)]

    assert draws[0] == Draw(pile, stakes, "men")
    assert len(draws) == rounds
    assert [request.count for request in draws] == [stakes] * rounds
    assert len(draws[-1].pile) == stakes


@pytest.mark.parametrize("seats", [3, 5])
def test_each_round_moves_all_then_announces_then_bids(seats: int) -> None:
    asked = requests_of_a_game(seats)
    start = next(at for at, request in enumerate(asked) if isinstance(request, Draw))
    following = asked[start + 1 :]

    moves = following[: 2 * seats]
    assert moves[::2] == [Roll((6, 6), "move")] * seats
    movers = [request.seat for request in moves[1::2] if isinstance(request, Choose)]
    assert len(movers) == seats
    names = following[2 * seats : 3 * seats] if seats >= 4 else []
    assert [request.seat for request in names if isinstance(request, Choose)] == (
        movers if seats >= 4 else []
    )
    seal, opened, deal = following[2 * seats + len(names) :][:3]
    assert isinstance(seal, Seal)
    assert seal.seats == tuple(movers)
    assert [len(hand) for hand in seal.hands] == [4] * seats
    assert opened == Open(tuple(movers))
    assert isinstance(deal, Deal)
    assert [len(slots) for _seat, slots in deal.hands] == [2] * seats


def test_the_left_neighbour_starts_the_next_round() -> None:
    engine = Engine(GAME, 3, {}, SeededSource(b"starters"))
    starters = [step.after.starter for step in steps(engine, 3) if isinstance(step.request, Draw)]

    assert all(after == (before + 1) % 3 for before, after in pairwise(starters))
    assert len(starters) == 20


def test_the_game_ends_without_a_last_deal() -> None:
    for seats in (2, 6):
        assert isinstance(requests_of_a_game(seats)[-1], Open)


def test_revealed_men_leave_the_pile() -> None:
    state = replace(table(4), phase=Phase.REVEAL, men=MEN, stakes=())

    after = GAME.apply(state, Drawn(men("Bach", "Goya")))

    assert after.stakes == men("Bach", "Goya")
    assert set(MEN) - set(after.men) == set(after.stakes)


def test_all_bid_cards_are_spent_and_lie_open_in_the_pile() -> None:
    state = table(2, named=men("Pasteur", "Pasteur"), stakes=men("Pasteur"))
    hands = state.hands

    after = sold(state, "9♠ 4♥", "K♠ 2♥")

    assert after.hands == (hands[0][2:], hands[1][2:])
    assert len(after.pile) == 4
    assert after.owed == ((0, 2), (1, 2))


def test_each_man_goes_to_the_best_bid_among_those_who_named_him() -> None:
    stakes = men("Molière", "Pasteur")
    # All stand equally far in time; only the map and the cards differ.
    towns = tuple(TOWNS[name] for name in ("Paris", "Orléans", "Dole", "Dijon"))
    state = table(towns=towns, squares=(8, 8, 16, 16), named=(*stakes[:1] * 2, *stakes[1:] * 2))

    after = sold(state, "2♠ 3♠", "3♥ 4♥", "K♠ 2♥", "A♠ A♥")

    # 5 − 0 against 7 − 1; 2 − 0 against 22 − 1.
    assert after.won == ((), stakes[:1], (), stakes[1:])
    assert after.last is not None
    assert [bid.net for bid in after.last.bids] == [5, 6, 2, 21]


def placing() -> State:
    state = GAME.apply(GAME.apply(GAME.set_up(3, {}), Done()), Rolled((1,)))
    action = Action("place", (TOWNS["Paris"], 10))
    return GAME.apply(state, Played((Play(0, action),)))


@pytest.mark.parametrize(
    "town, square, is_legal",
    [
        ("Londres", 12, True),
        ("Londres", 10, True),
        ("Paris", 12, False),
        ("Lyon", 12, False),
        ("Londres", 11, False),
    ],
)
def test_pawns_start_in_free_capitals_and_on_white_squares(
    town: str,
    square: int,
    is_legal: bool,  # noqa: FBT001 - a column of the table above
) -> None:
    refusal = GAME.check(placing(), 1, Action("place", (TOWNS[town], square)), ())

    assert (refusal is None) == is_legal


def test_all_capitals_and_white_squares_are_offered() -> None:
    (form,) = GAME.choices(View(placing(), 1, {})).forms

    among = [getattr(field, "among", ()) for field in form.fields]
    assert among == [tuple(town for town in CAPITALS if town != TOWNS["Paris"]), WHITE_SQUARES]


@pytest.mark.parametrize(
    "verb, town, square",
    [
        (LARGER, "Séville", 8),
        (LARGER, "Paris", 8),
        (SMALLER, "Douvres", 8),
        (SMALLER, "Douvres", 10),
        (SMALLER, "Douvres", 20),
    ],
)
def test_a_move_that_the_dice_do_not_make_is_refused(verb: str, town: str, square: int) -> None:
    state = moving((2, 5))

    assert GAME.check(state, 0, Action(verb, (TOWNS[town], square)), ()) is not None
    assert GAME.check(state, 0, Action(SMALLER, (TOWNS["Douvres"], 15)), ()) is None


def test_with_equal_dice_there_is_one_way_to_use_them() -> None:
    state = moving((2, 2))

    assert GAME.check(state, 0, Action(LARGER, (TOWNS["Douvres"], 12)), ()) is None
    assert GAME.check(state, 0, Action(SMALLER, (TOWNS["Douvres"], 12)), ()) is not None


def test_pawns_on_the_time_line_share_a_square() -> None:
    after = move(moving((1, 2), squares=(10, 12, 12, 12)), SMALLER, "Orléans", 12)

    assert after.squares == (12, 12, 12, 12)


@pytest.mark.parametrize("args", [(True,), ("1",), (None,), ([1],), (-1,), (99,), ()])
def test_odd_arguments_are_refused_in_every_phase(args: tuple[Value, ...]) -> None:
    phases = {
        "place": replace(table(), phase=Phase.PLACE, towns=(-1,) * 4, squares=(-1,) * 4),
        LARGER: moving((2, 5)),
        "name": replace(table(stakes=(0, 1)), phase=Phase.NAME),
        "bid": replace(table(named=(0,) * 4), phase=Phase.BID),
    }
    for verb, state in phases.items():
        for many in (args, args * 2):
            refusal = GAME.check(state, 0, Action(verb, many), ())
            assert refusal is not None
            assert str(refusal)


@pytest.mark.parametrize("verb", ["place", LARGER, SMALLER, "name", "bid", ""])
def test_a_verb_of_another_phase_is_refused(verb: str) -> None:
    engine = played_until(lambda engine: engine.state.phase is Phase.NAME, 4)
    action = Action(verb, (engine.state.stakes[0],))

    refusal = GAME.check(engine.state, engine.state.actor, action, ())

    assert (refusal is None) == (verb == "name")


def test_only_a_man_at_stake_can_be_named() -> None:
    state = replace(table(), phase=Phase.NAME)

    assert GAME.check(state, 0, Action("name", men("Pasteur")), ()) is None
    assert GAME.check(state, 0, Action("name", (man("Bach"),)), ()) is not None


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_no_two_pawns_ever_share_a_town(seats: int) -> None:
    engine = Engine(GAME, seats, {}, SeededSource(b"towns"))
    for step in steps(engine, seed=11):
        placed = [town for town in step.after.towns if town >= 0]
        assert len(set(placed)) == len(placed)
        assert all(0 <= square < 20 for square in step.after.squares if square != -1)


def test_six_seats_reshuffle_the_pile_several_times() -> None:
    shuffles = [request for request in requests_of_a_game(6) if isinstance(request, Shuffle)]

    # Hands take 24 cards and the stock of 28 lasts for two deals of 12 and four cards of the third;
    # 12 are kept in hand then, so that 36 are shuffled and three deals use them up.
    assert [shuffle.deck for shuffle in shuffles] == [0, 1, 2, 3, 4]
    assert [len(shuffle.faces) for shuffle in shuffles[1:]] == [36, 36, 36, 36]
