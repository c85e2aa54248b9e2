"""One test for each ruling; numbers are those of rulings.md."""

from dataclasses import replace

import pytest

from p2pjeux.encoding import Value
from p2pjeux.games.pantheon import GAME
from p2pjeux.games.pantheon.auction import Bid, best
from p2pjeux.games.pantheon.europe import (
    DISTANCE,
    NEIGHBOURS,
    PLACES,
    ROADS,
    TOWNS,
    destinations,
)
from p2pjeux.games.pantheon.legality import LARGER, SMALLER, open_squares
from p2pjeux.games.pantheon.men import CARDS, CENTURIES, lacks, score
from p2pjeux.games.pantheon.pack import FACES
from p2pjeux.games.pantheon.state import Phase, State, new_state
from p2pjeux.games.pantheon.timeline import QUARTERS
from p2pjeux.rules.contract import Form, Outcome, Pick, View
from p2pjeux.rules.door import check_play
from p2pjeux.rules.engine import Engine
from p2pjeux.rules.requests import (
    Action,
    Choose,
    Deal,
    Done,
    Open,
    Play,
    Played,
    Roll,
    Rolled,
    Seal,
    Sealed,
    Shuffle,
    Slot,
)
from p2pjeux.rules.source import SeededSource
from tests.games.pantheon.tables import faces, man, men, move, moving, played_until, sold, table
from tests.kit import steps


def stops(town: str, roads: int) -> set[str]:
    return {PLACES[stop].name_fr for stop in destinations(TOWNS[town], roads)}


def placed(state: State, town: str, square: int) -> State:
    action = Action("place", (TOWNS[town], square))
    assert GAME.check(state, state.actor, action, ()) is None
    return GAME.apply(state, Played((Play(state.actor, action),)))


def before_placing(seats: int) -> State:
    return replace(new_state(seats), phase=Phase.PLACE, deck=1)


def test_ruling_01_distance_is_the_fewest_roads_and_a_sea_link_is_one_road() -> None:
    sea = [(one, other) for one, other, is_sea in ROADS if is_sea]

    assert DISTANCE[TOWNS["La Ferté-Milon"]][TOWNS["Paris"]] == 1
    assert len(sea) == 2
    assert all(DISTANCE[one][other] == 1 for one, other in sea)
    # Paris–Calais–Douvres–Londres: by land alone there is no way at all.
    assert DISTANCE[TOWNS["Paris"]][TOWNS["Londres"]] == 3


def test_ruling_02_occupied_towns_may_be_crossed_and_nobody_there_moves() -> None:
    state = moving((2, 1), towns=tuple(TOWNS[name] for name in ("Nantes", *_BLOCK)))

    after = move(state, LARGER, "Bordeaux", 11)

    assert PLACES[after.towns[0]].name_fr == "Bordeaux"
    assert after.towns[1:] == state.towns[1:]


# La Haye-en-Touraine is the only way out of Nantes.
_BLOCK = ("La Haye-en-Touraine", "Berlin", "Madrid")


def test_ruling_03_a_loop_may_end_where_it_began() -> None:
    for town in ("Milan", "Turin", "Gênes"):
        assert town in stops(town, 3)
    # Out and back over the same road is no loop.
    assert "Milan" not in stops("Milan", 2)


def test_ruling_04_a_pawn_turns_back_only_at_the_end_of_a_road_and_there_it_must() -> None:
    ends = {place.name_fr for town, place in enumerate(PLACES) if len(NEIGHBOURS[town]) == 1}

    assert ends == {"Bristol", "Darvel", "Nantes", "Pesaro", "Séville"}
    for town, place in enumerate(PLACES):
        bounces = any(PLACES[other].name_fr in ends for other in NEIGHBOURS[town])
        assert (place.name_fr in stops(place.name_fr, 2)) == bounces, place.name_fr
    # From the end itself the way leads on, not to and fro.
    assert stops("Darvel", 2) == {"Shrewsbury", "Woolsthorpe"}
    # Madrid–Séville–Madrid, and then on: not to Séville again.
    assert "Séville" not in stops("Madrid", 3)


@pytest.mark.parametrize("turn", [0, 2])
def test_ruling_05_a_pawn_is_driven_out_whether_it_has_moved_or_not(turn: int) -> None:
    towns = tuple(TOWNS[name] for name in ("Dole", "Nuremberg", "Dijon", "Madrid"))
    state = GAME.apply(table(towns=towns, turn=turn), Rolled((1, 1)))
    driver, driven = (0, 2) if turn == 0 else (2, 0)

    after = move(state, LARGER, PLACES[towns[driven]].name_fr, 11)

    assert after.towns[driver] == towns[driven]
    assert after.towns[driven] == towns[driver]
    assert GAME.request(after) == Roll((6, 6), "move")


def test_ruling_05_a_pawn_driven_out_before_its_move_walks_from_its_new_town() -> None:
    towns = tuple(TOWNS[name] for name in ("Dole", "Dijon", "Berlin", "Madrid"))
    state = move(GAME.apply(table(towns=towns), Rolled((1, 1))), LARGER, "Dijon", 11)

    thrown = GAME.apply(state, Rolled((1, 1)))

    # Milan is next to Dole, not to Dijon.
    assert GAME.check(thrown, 1, Action(LARGER, (TOWNS["Milan"], 11)), ()) is None
    assert GAME.check(thrown, 1, Action(LARGER, (TOWNS["Lyon"], 11)), ()) is not None


def test_ruling_06_at_most_one_pawn_is_driven_out_and_no_two_share_a_town() -> None:
    engine = played_until(lambda engine: engine.request is None, 6)

    assert len(set(engine.state.towns)) == 6
    towns = tuple(TOWNS[name] for name in ("Dole", "Dijon", "Lyon", "Madrid"))
    after = move(moving((1, 1), towns=towns), LARGER, "Dijon", 11)
    assert after.towns == (towns[1], towns[0], towns[2], towns[3])


def test_ruling_07_a_walk_that_ends_where_it_began_drives_nobody_out() -> None:
    towns = tuple(TOWNS[name] for name in ("Milan", "Turin", "Gênes", "Madrid"))

    after = move(moving((3, 1), towns=towns), LARGER, "Milan", 11)

    assert after.towns == towns


@pytest.mark.parametrize("count", [0, 1, 3, 4])
def test_ruling_08_a_bid_is_always_two_cards(count: int) -> None:
    state = replace(table(2), phase=Phase.BID, named=men("Pasteur", "Pasteur"))
    hand = state.hands[0]
    request = GAME.request(state)
    assert isinstance(request, Seal)

    def refusal(cards: tuple[Slot, ...], values: str) -> object:
        return check_play(GAME, state, request, 0, Action("bid", cards=cards), faces(values))

    assert refusal(hand[:count], " ".join(["K♠", "Q♠", "J♠", "2♠"][:count])) is not None
    assert refusal(hand[:2], "K♠ Q♠") is None


def test_ruling_08_a_lonely_bid_of_two_zeros_wins_below_zero() -> None:
    stakes = men("Molière", "Fleming")
    state = table(stakes=stakes, named=(stakes[1], stakes[0], stakes[0], stakes[0]))

    after = sold(state, "K♠ Q♠", "A♠ A♥", "A♦ A♣", "10♠ 10♥")

    assert after.won[0] == (stakes[1],)
    assert after.last is not None
    assert after.last.bids[0].net < 0


def test_ruling_09_at_most_one_great_man_of_a_round_is_left_over() -> None:
    engine = Engine(GAME, 4, {}, SeededSource(b"chance"))
    sales = {step.after.last for step in steps(engine, seed=1)}
    stakes = men("Molière", "Pasteur")

    after = sold(table(named=(stakes[0],) * 4), "2♠ 3♠", "4♠ 5♠", "6♠ 7♠", "8♠ 9♠")

    assert after.eliminated == (stakes[1],)
    unwanted = [sum(winner is None for _man, winner in sale.winners) for sale in sales if sale]
    assert len(unwanted) == engine.state.rounds == 15
    assert max(unwanted) <= 1


def test_ruling_10_announcements_are_public_in_play_order_and_before_the_cards() -> None:
    stakes = men("Molière", "Pasteur")
    state = replace(table(starter=2), phase=Phase.NAME)

    for turn, seat in enumerate((2, 3, 0, 1)):
        assert GAME.request(state) == Choose(seat, "name")
        assert state.named == stakes[:1] * turn
        state = GAME.apply(state, Played((Play(seat, Action("name", stakes[:1])),)))

    request = GAME.request(state)
    assert isinstance(request, Seal)
    assert request.seats == (2, 3, 0, 1)
    assert state.named == (stakes[0],) * 4
    # The bid itself names nobody: it goes to the man announced.
    assert GAME.check(state, 0, Action("bid", (stakes[1],), state.hands[0][:2]), ()) is not None
    assert GAME.request(GAME.apply(state, Sealed(request.seats))) == Open((2, 3, 0, 1))


def test_ruling_11_equal_bids_go_to_track_then_map_then_play_order() -> None:
    pasteur = man("Pasteur")
    far_in_time = Bid(0, pasteur, faces("9♠ 4♠"), roads=1, squares=4)
    near_in_time = Bid(1, pasteur, faces("9♥ 4♥"), roads=2, squares=3)
    weak_but_near = Bid(2, pasteur, faces("9♦ 3♦"), roads=1, squares=3)
    same_as_last = Bid(3, pasteur, faces("8♦ 4♣"), roads=1, squares=3)

    assert best([far_in_time, near_in_time]) == near_in_time
    assert best([far_in_time, near_in_time, weak_but_near]) == weak_but_near
    assert best([far_in_time, weak_but_near, same_as_last]) == weak_but_near
    assert best([far_in_time, same_as_last, weak_but_near]) == same_as_last


def test_ruling_12_a_short_stock_is_dealt_out_and_the_pile_shuffled_for_the_rest() -> None:
    state = table(6, named=(man("Pasteur"),) * 6)
    slots, kept = state.stock, 3
    spent = tuple(face for face in FACES if face >= 12)[: len(slots) - kept]
    state = replace(state, stock=slots[-kept:], pile=spent)

    state = sold(state, *("2♠ 2♥", "2♦ 2♣", "3♠ 3♥", "3♦ 3♣", "4♠ 4♥", "4♦ 4♣"))
    first = GAME.request(state)
    assert first == Deal(((0, slots[-3:-1]), (1, slots[-1:])))
    state = GAME.apply(state, Done())
    assert GAME.request(state) == Shuffle(1, (*spent, *range(12)))
    state = GAME.apply(state, Done())
    second = GAME.request(state)
    assert isinstance(second, Deal)
    assert [(seat, len(new)) for seat, new in second.hands] == [
        (1, 1),
        (2, 2),
        (3, 2),
        (4, 2),
        (5, 2),
    ]
    state = GAME.apply(state, Done())

    assert [len(hand) for hand in state.hands] == [4] * 6
    assert state.pile == ()
    assert state.phase is Phase.REVEAL


def test_ruling_13_a_white_square_takes_two_pawns_at_the_start() -> None:
    state = before_placing(4)
    state = placed(state, "Paris", 10)
    assert 10 in open_squares(state)
    state = placed(state, "Londres", 10)

    assert 10 not in open_squares(state)
    assert GAME.check(state, 2, Action("place", (TOWNS["Berlin"], 10)), ()) is not None
    assert GAME.check(state, 2, Action("place", (TOWNS["Berlin"], 12)), ()) is None


def test_ruling_14_a_year_on_a_boundary_opens_its_square() -> None:
    gutenberg = CARDS[man("Gutenberg")]
    assert (gutenberg.year, gutenberg.square, CENTURIES[gutenberg.century]) == (1400, 0, "XV")
    for card in CARDS:
        assert card.square == (card.year - 1400) // 25
        assert CENTURIES[card.century] == CENTURIES[(card.year - 1400) // 100]
        quarter = QUARTERS[card.square]
        assert quarter.from_year <= card.year <= quarter.to_year
    assert [quarter.from_year for quarter in QUARTERS] == list(range(1400, 1900, 25))


@pytest.mark.parametrize("fifth", ["Goya", "Rembrandt"])
def test_ruling_15_spain_or_the_benelux_fills_the_fifth_nation(fifth: str) -> None:
    four = men("Molière", "Newton", "Bach", "Verdi")

    assert len(lacks(four).nations) == 1
    assert lacks((*four, man(fifth))).nations == ()


def test_ruling_16_a_joker_counts_by_his_own_nation_and_century() -> None:
    missing = lacks(men("Colomb"))

    italy, fifteenth = CARDS[man("Galilée")].nation, 0
    assert italy not in missing.nations
    assert fifteenth not in missing.centuries
    assert (len(missing.nations), len(missing.centuries), missing.gaps) == (4, 4, 4)
    # He fills no nation and no century but his own.
    no_england = men("Molière", "Goethe", "Verdi", "Goya", "Gutenberg", "Colomb")
    assert len(lacks(no_england).nations) == 1


def test_ruling_17_two_jokers_fill_two_gaps() -> None:
    three = men("Newton", "Molière", "Bach")

    assert lacks((*three, man("Colomb"))).gaps == 1
    assert lacks((*three, man("Colomb"), man("Gutenberg"))).gaps == 0
    assert score((*three, man("Colomb"), man("Gutenberg"))) == 9 + 7 + 8 + 7 + 7 + 20


def over(*won: tuple[int, ...]) -> State:
    return replace(table(len(won)), phase=Phase.OVER, won=won)


def test_ruling_18_a_tie_is_parted_by_series_then_cards_then_shared() -> None:
    series = men("Racine", "Shakespeare", "Beethoven", "Verdi", "Rembrandt")
    plain = men("Einstein", "Newton", "Descartes", "Bach", "Goethe", "Curie", "Fleming", "Berlioz")
    fewer, more = men("Newton", "Bacon"), men("Fleming", "More", "Berlioz")

    assert GAME.outcome(over(plain, series)) == Outcome((58, 58), (1,))
    assert GAME.outcome(over(fewer, more)) == Outcome((15, 15), (1,))
    assert GAME.outcome(over(men("Newton"), men("Léonard"))) == Outcome((9, 9), (0, 1))


def test_ruling_19_die_and_direction_are_chosen_after_the_throw_for_each_pawn() -> None:
    state = moving((2, 5))

    choices = GAME.choices(View(state, 0, {}))

    offered = {form.verb: _picks(form) for form in choices.forms}
    assert set(offered) == {LARGER, SMALLER}
    assert set(offered[LARGER][0]) == set(destinations(TOWNS["Paris"], 5))
    assert offered[LARGER][1] == (12, 8)
    assert set(offered[SMALLER][0]) == set(destinations(TOWNS["Paris"], 2))
    assert offered[SMALLER][1] == (15, 5)
    equal = GAME.choices(View(moving((3, 3)), 0, {}))
    assert [form.verb for form in equal.forms] == [LARGER]


def _picks(form: Form) -> list[tuple[Value, ...]]:
    return [field.among for field in form.fields if isinstance(field, Pick)]


def test_ruling_20_an_unwanted_man_is_gone_and_the_game_ends_all_the_same() -> None:
    stakes = men("Molière", "Pasteur")
    state = table(men=(), named=(stakes[0],) * 4)

    after = sold(state, "2♠ 3♠", "4♠ 5♠", "6♠ 7♠", "8♠ 9♠")

    assert after.eliminated == (stakes[1],)
    assert GAME.request(after) is None
    assert GAME.outcome(after) is not None
