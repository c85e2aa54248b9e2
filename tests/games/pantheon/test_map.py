"""The data: map, time line, great men and pack, and what the dossier says of them."""

import json
from collections import Counter
from importlib.resources import files

from p2pjeux.games.pantheon.europe import (
    CAPITALS,
    DISTANCE,
    NEIGHBOURS,
    PLACES,
    ROADS,
    TOWNS,
    destinations,
)
from p2pjeux.games.pantheon.men import CARDS, MEN, MEN_FOR_FEW, NATIONS, PROFESSIONS, lacks, score
from p2pjeux.games.pantheon.pack import FACES, WORTH
from p2pjeux.games.pantheon.timeline import LAST_SQUARE, QUARTERS, WHITE_SQUARES, landings, slide
from tests.games.pantheon.tables import face, man, men

REMOVED = men(
    *("Gutenberg", "Érasme", "Bacon", "Rubens", "Racine"),
    *("Lavoisier", "Rossini", "Curie", "Einstein", "Fleming"),
)


def walks(town: int, roads: int, before: int = -1) -> set[int]:
    """Where walks may stop, tried one by one: the slow way that ``destinations`` must equal."""
    if roads == 0:
        return {town}
    ahead = [other for other in NEIGHBOURS[town] if other != before] or list(NEIGHBOURS[town])
    return {stop for other in ahead for stop in walks(other, roads - 1, town)}


def test_the_map_has_55_towns_and_77_roads_and_hangs_together() -> None:
    assert len(PLACES) == len(set(TOWNS)) == 55
    assert len(ROADS) == len({frozenset(road[:2]) for road in ROADS}) == 77
    assert all(len(row) == 55 for row in DISTANCE)
    assert max(map(max, DISTANCE)) == 12
    assert len({place.code for place in PLACES}) == 55
    assert len({place.name_en for place in PLACES}) == 55


def test_the_capitals_are_those_of_the_rulebook() -> None:
    names = [PLACES[town].name_fr for town in CAPITALS]

    assert names == ["Paris", "Londres", "Berlin", "Gênes", "Rotterdam", "Madrid"]
    assert {town for town, place in enumerate(PLACES) if place.is_capital} == set(CAPITALS)


def test_destinations_are_those_of_all_walks_tried_one_by_one() -> None:
    for town in range(len(PLACES)):
        for roads in range(1, 7):
            assert set(destinations(town, roads)) == walks(town, roads)


def test_every_throw_can_be_walked_and_walks_keep_to_their_length() -> None:
    for town in range(len(PLACES)):
        for roads in range(1, 7):
            stops = destinations(town, roads)
            assert stops
            assert all(DISTANCE[town][stop] <= roads for stop in stops)


def test_the_time_line_has_twenty_squares_and_five_white_ones() -> None:
    assert len(QUARTERS) == 20
    assert WHITE_SQUARES == (1, 4, 10, 12, 17)
    born = {card.square for card in CARDS}
    assert set(WHITE_SQUARES) == set(range(20)) - born


def test_a_pawn_on_the_time_line_slides_one_square_at_a_time() -> None:
    for square in range(20):
        for direction in (1, -1):
            stood, heading = square, direction
            for steps in range(1, 7):
                if not 0 <= stood + heading <= LAST_SQUARE:
                    heading = -heading
                stood += heading
                assert slide(square, direction * steps) == stood
                assert stood in landings(square, steps)


def test_ten_men_leave_when_two_or_three_play_and_the_rest_is_even() -> None:
    assert set(MEN) - set(MEN_FOR_FEW) == set(REMOVED)
    assert len(MEN_FOR_FEW) == 20
    assert Counter(CARDS[number].nation for number in MEN_FOR_FEW) == dict.fromkeys(range(5), 4)
    assert sum(CARDS[number].value for number in MEN) == 213
    assert sum(CARDS[number].value for number in MEN_FOR_FEW) == 149
    assert {card.value for card in CARDS} == {5, 6, 7, 8, 9}


def test_every_nation_and_profession_is_there_and_two_jokers() -> None:
    nations = Counter(NATIONS[card.nation] for card in CARDS)
    professions = Counter(card.profession for card in CARDS)

    assert [nations[name] for name in NATIONS] == [7, 6, 6, 5, 6]
    assert [professions[trade] for trade in range(len(PROFESSIONS))] == [8, 5, 5, 5, 5]
    jokers = {card.short_fr for card in CARDS if card.profession is None}
    assert jokers == {"Colomb", "Gutenberg"}


def test_the_data_agrees_with_itself() -> None:
    folder = files("p2pjeux.games.pantheon")
    towns = json.loads((folder / "map.json").read_text("utf-8"))["towns"]
    data = json.loads((folder / "men.json").read_text("utf-8"))

    born_in = {town["name"]: town["men"] for town in towns}
    for entry in data["men"]:
        assert entry["id"] in born_in[entry["birthplace"]]
        assert entry["id"] in data["track"][entry["square"]]["men"]
        assert entry["nation"] in (entry["country"], "Espagne-Benelux")
    assert sum(map(len, born_in.values())) == sum(len(s["men"]) for s in data["track"]) == 30


def test_cards_are_worth_what_the_rulebook_says() -> None:
    assert len(FACES) == 52
    assert sum(WORTH) == 4 * (2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11)
    assert [WORTH[face(name)] for name in ("2♠", "10♥", "J♦", "Q♣", "K♠", "A♥")] == [
        2,
        10,
        0,
        0,
        0,
        11,
    ]
    for rank in range(13):
        assert len({WORTH[4 * rank + suit] for suit in range(4)}) == 1


def test_a_series_counts_once_and_cards_serve_in_all_three() -> None:
    everybody = lacks(MEN)

    assert (everybody.nations, everybody.centuries, everybody.gaps) == ((), (), 0)
    assert score(MEN) == 213 + 3 * 20
    assert score(()) == 0
    assert lacks(()).series == 0
    assert score(men("Léonard")) == 9
    assert man("Gutenberg") == 0
