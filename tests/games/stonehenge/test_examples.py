"""The worked examples of the dossier and of the rulebook."""

from p2pjeux.games.stonehenge.auction import points
from p2pjeux.games.stonehenge.cards import CARDS, COLORS, GOAL, RING_SPACES
from tests.games.stonehenge.test_rulings import (
    BLUE,
    DOLMEN,
    RED,
    YELLOW,
    day,
    draws,
    night,
    verdict,
)


def test_example_1_the_fourth_blue_stone_scores_four_and_the_blue_dolmen_six() -> None:
    assert points(0, owned=3) == 4
    assert points(RING_SPACES, owned=2) == 6


def test_example_2_a_trump_of_eight_beats_fifty_two() -> None:
    bids = ((day(8),), (day(29), day(23)), ())

    assert verdict(BLUE, *bids).winner == 0
    assert draws(BLUE, *bids) == [0, 2, 1]


def test_example_3_a_lone_dolmen_turns_it_round() -> None:
    bids = ((day(8),), (day(29), day(23)), (), (DOLMEN,))

    assert verdict(BLUE, *bids).winner == 1
    assert draws(BLUE, *bids) == [2, 0, 1, 1]


def test_example_4_equal_sums_are_decided_by_the_highest_card() -> None:
    bids = ((day(13), night(7)), (night(20),), (night(16),))

    assert verdict(RED, *bids).winner == 1
    assert draws(RED, *bids) == [1, 0, 2]


def test_example_5_day_beats_night() -> None:
    bids = ((day(16),), (night(16),), (DOLMEN,))

    assert verdict(YELLOW, *bids).winner == 0
    assert draws(YELLOW, *bids) == [0, 2, 1]


def test_example_6_six_ring_stones_of_one_colour_are_enough_to_win() -> None:
    assert sum(points(0, owned) for owned in range(6)) == 21 >= GOAL


def test_the_deck_is_that_of_the_dossier() -> None:
    assert len(CARDS) == 65
    assert sum(card.is_dolmen for card in CARDS) == 5
    by_number = {card.number: card.color for card in CARDS if not card.is_dolmen}
    assert [by_number[number] for number in (1, 2, 3, 4, 5, 6, 7, 30)] == [0, 1, 2, 3, 4, 5, 0, 5]
    assert COLORS == ("blanc", "bleu", "vert", "jaune", "rouge", "noir")
