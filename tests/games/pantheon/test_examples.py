"""The worked examples of the dossier, and every number of the rulebook's own example."""

from p2pjeux.games.pantheon.auction import roads_to, squares_to
from p2pjeux.games.pantheon.europe import DISTANCE, TOWNS, destinations
from p2pjeux.games.pantheon.men import lacks, score
from p2pjeux.games.pantheon.timeline import landings, slide
from tests.games.pantheon.tables import man, men, sold, table


def test_example_1_nine_and_four_from_la_ferte_milon_and_1800_for_moliere_make_four() -> None:
    towns = tuple(TOWNS[name] for name in ("La Ferté-Milon", "Madrid"))
    state = table(2, towns=towns, squares=(16, 16), named=men("Molière", "Molière"))

    after = sold(state, "9♠ 4♥", "10♠ 2♥")

    assert after.last is not None
    bid = after.last.bids[0]
    assert (bid.cards, bid.roads, bid.squares, bid.net) == (13, 1, 8, 4)


def test_example_2_two_zeros_from_madrid_for_fleming_still_win_alone() -> None:
    stakes = men("Molière", "Fleming")
    towns = tuple(TOWNS[name] for name in ("Madrid", "Londres", "Berlin", "Gênes"))
    named = (stakes[1], stakes[0], stakes[0], stakes[0])
    state = table(stakes=stakes, towns=towns, squares=(1, 10, 10, 10), named=named)

    after = sold(state, "K♠ J♥", "2♠ 3♥", "2♦ 3♣", "2♥ 3♦")

    assert after.last is not None
    assert squares_to(man("Fleming"), 1) == 18
    assert after.last.bids[0].net == -(DISTANCE[TOWNS["Madrid"]][TOWNS["Darvel"]] + 18)
    assert after.won[0] == (stakes[1],)


def test_example_3_the_ends_of_the_time_line_throw_a_pawn_back() -> None:
    assert slide(17, 5) == 16
    assert slide(1, -4) == 3
    assert [slide(17, steps) for steps in range(1, 6)] == [18, 19, 18, 17, 16]
    assert [slide(1, -steps) for steps in range(1, 5)] == [0, 1, 2, 3]
    # At the very end both directions come to the same.
    assert landings(0, 4) == (4,)
    assert landings(19, 6) == (13,)


def test_example_4_york_bounces_off_darvel_and_paris_never_returns_in_two() -> None:
    assert TOWNS["York"] in destinations(TOWNS["York"], 2)
    assert TOWNS["Paris"] not in destinations(TOWNS["Paris"], 2)


def test_example_5_two_series_make_eighty_and_columbus_a_hundred_and_seven() -> None:
    five = men("Léonard", "Shakespeare", "Bach", "Goya", "Pasteur")

    assert score(five) == 40 + 20 + 20
    assert lacks(five).gaps == 1
    assert score((*five, man("Colomb"))) == 47 + 60


def test_the_rulebook_example_number_by_number() -> None:
    moliere = man("Molière")

    assert roads_to(moliere, TOWNS["Paris"]) == 0
    assert roads_to(moliere, TOWNS["La Ferté-Milon"]) == 1
    assert squares_to(moliere, 8) == 0
    assert squares_to(moliere, 16) == 8
