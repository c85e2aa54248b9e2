"""The drawn board: legible maps, pawns and stars in their places, and sizes."""

import json
from dataclasses import replace
from importlib.resources import files
from itertools import combinations

import pytest

from p2pjeux.games.pantheon import GAME
from p2pjeux.games.pantheon.board import MAP_MOST
from p2pjeux.games.pantheon.board_canvas import Bend, Cell, Stroke, drawn, path
from p2pjeux.games.pantheon.board_map import FULL, SMALL, Sheet, enlarged, strokes
from p2pjeux.games.pantheon.europe import PLACES, ROADS, TOWNS, Town
from p2pjeux.games.pantheon.state import Phase, State
from p2pjeux.language import words_for
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Size, line_width, plain, width
from p2pjeux.rules.engine import Engine
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.source import SeededSource
from tests.games.pantheon.tables import faces, men, table
from tests.kit import steps

NAMES = ("Anne", "Bruno", "Chloé", "Driss", "Émilie", "François-Xavier")
SMALL_SIZE, FULL_SIZE, LARGE_SIZE = Size(80, 24), Size(120, 40), Size(160, 50)
LARGE_SHEETS = [FULL, enlarged(FULL, 120, 36), enlarged(FULL, MAP_MOST.columns, MAP_MOST.rows)]


def board(
    state: State,
    size: Size,
    seat: Seat | None = None,
    language: str = "fr",
    sealed: Action | None = None,
) -> list[str]:
    faces = {slot: slot.place for hand in state.hands for slot in hand}
    words = words_for(language, "pantheon", NAMES)
    return [
        plain(line) for line in GAME.presenter.board(View(state, seat, faces, sealed), words, size)
    ]


def cells_of(sheet: Sheet, town: Town) -> list[Cell]:
    """The cells that a town with its name, or its code with room for a star, needs."""
    spot, place = sheet.spots[town], PLACES[town]
    if sheet is SMALL:
        reach = range(5)
    else:
        length = 2 + max(width(place.name_fr), width(place.name_en))
        reach = range(0, -length, -1) if spot.is_left else range(length)
    return [(spot.column + step, spot.row) for step in reach]


@pytest.mark.parametrize("sheet", [SMALL, *LARGE_SHEETS], ids=lambda sheet: str(sheet.columns))
def test_towns_and_their_names_are_on_the_map_and_never_touch(sheet: Sheet) -> None:
    taken = [set(cells_of(sheet, town)) for town in range(len(PLACES))]

    for cells in taken:
        assert all(0 <= column < sheet.columns and 0 <= row < sheet.rows for column, row in cells)
    for one, other in combinations(taken, 2):
        assert not one & other


@pytest.mark.parametrize("sheet", [SMALL, FULL], ids=lambda sheet: str(sheet.columns))
def test_every_road_can_be_seen_and_none_runs_through_another_town(sheet: Sheet) -> None:
    taken = {cell: town for town in range(len(PLACES)) for cell in cells_of(sheet, town)}

    for stroke, (one, other, _sea) in zip(strokes(sheet), ROADS, strict=True):
        between = path(stroke)[1:-1]
        assert {taken[cell] for cell in between if cell in taken} <= {one, other}
        # Neighbours right below each other need no sign between them.
        assert not between or any(cell not in taken for cell in between)


def test_the_atlas_names_towns_and_roads_in_the_order_of_the_map() -> None:
    atlas = json.loads((files("p2pjeux.games.pantheon") / "board_map.json").read_text("utf-8"))

    assert [town["name"] for town in atlas["towns"]] == list(TOWNS)
    ends = [(TOWNS[road["a"]], TOWNS[road["b"]]) for road in atlas["roads"]]
    assert ends == [(one, other) for one, other, _sea in ROADS]


def test_the_full_map_keeps_north_above_south_for_towns_far_apart() -> None:
    towns = json.loads((files("p2pjeux.games.pantheon") / "map.json").read_text("utf-8"))["towns"]

    for one, other in combinations(range(len(PLACES)), 2):
        if towns[one]["lat"] - towns[other]["lat"] > 3:
            assert FULL.spots[one].row < FULL.spots[other].row
        if towns[other]["lon"] - towns[one]["lon"] > 4:
            assert FULL.spots[one].column < FULL.spots[other].column


@pytest.mark.parametrize(
    "bend, rows",
    [
        (Bend.EARLY, ("        ", " ╲      ", "  ╲──── ")),
        (Bend.MIDDLE, (" ─╲     ", "   ╲    ", "    ╲── ")),
        (Bend.LATE, (" ────╲  ", "      ╲ ", "        ")),
    ],
)
def test_a_road_runs_straight_but_for_one_diagonal(bend: Bend, rows: tuple[str, ...]) -> None:
    assert drawn(8, 3, (Stroke((0, 0), (7, 2), bend, is_dashed=False),)) == rows


def test_a_sea_link_is_dashed() -> None:
    (row,) = drawn(5, 1, (Stroke((0, 0), (4, 0), Bend.MIDDLE, is_dashed=True),))

    assert row == " ┄┄┄ "


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("size", [FULL_SIZE, LARGE_SIZE, Size(250, 80)], ids=str)
def test_the_full_map_names_every_town(language: str, size: Size) -> None:
    drawing = "\n".join(board(table(), size, language=language))

    for place in PLACES:
        assert (place.name_fr if language == "fr" else place.name_en) in drawing


def test_the_small_map_shows_every_code() -> None:
    drawing = "\n".join(board(table(), SMALL_SIZE))

    assert all(place.code in drawing for place in PLACES)


def test_pawns_and_stars_stand_at_their_towns() -> None:
    state = table(6, stakes=men("Pasteur", "Molière"))

    small, full = ("\n".join(board(state, size)) for size in (SMALL_SIZE, FULL_SIZE))

    assert "•DOL★" in small
    assert "1PAR☆" in small
    assert "2LON" in small
    assert "★Dole" in full or "Dole★" in full
    assert "1☆Paris" in full or "Paris☆1" in full


def test_a_crowd_on_one_square_fits_in_two_rows() -> None:
    state = table(6, squares=(16,) * 6, stakes=men("Pasteur", "Verdi"))

    lines = board(state, SMALL_SIZE, seat=0)

    assert len(lines) == 16
    crowd = lines[13][64:68] + lines[14][64:68]
    assert sorted(crowd) == sorted("★☆123456")
    assert all(width(line) <= 80 for line in lines)


def test_one_sees_ones_own_hand_and_a_watcher_sees_none() -> None:
    state = table(3)

    mine, watched = board(state, SMALL_SIZE, seat=1), board(state, SMALL_SIZE)

    assert "Votre main : 3♠ 3♥ 3♦ 3♣" in mine[-1].replace("\u00a0", " ")
    assert "main" not in "\n".join(watched)


def test_what_is_lacking_stands_whole_beside_the_small_map_where_few_play() -> None:
    drawn = board(table(2), SMALL_SIZE, seat=0, language="en")

    beside = " ".join(row.partition("│")[2].strip() for row in drawn[:12])
    assert "Lacking: Fr., Eng., Ger., It., Sp./Ben., XV," in beside
    assert "philosopher" in beside
    assert not any("Lacking" in row for row in drawn[12:])
    large = board(table(6), Size(120, 40), seat=0, language="en")
    assert "philosopher" in "".join(row.partition("│")[2] for row in large[:30])
    assert "Lacking" not in large[-1]


def test_cards_already_bid_stand_in_brackets() -> None:
    state = table(2, phase=Phase.BID, named=men("Pasteur", "Pasteur"))
    sealed = Action("bid", cards=state.hands[0][1:3])

    assert "2♠ [2♥] [2♦] 2♣" in board(state, SMALL_SIZE, seat=0, sealed=sealed)[-1]


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("size", [SMALL_SIZE, Size(100, 30), FULL_SIZE, LARGE_SIZE], ids=str)
def test_every_phase_fits_every_size(seats: int, size: Size) -> None:
    words = words_for("fr", "pantheon", NAMES)
    engine = Engine(GAME, seats, {}, SeededSource(b"boards"))
    seen = set()
    for step in steps(engine, seed=2):
        if step.after.phase in seen:
            continue
        seen.add(step.after.phase)
        for seat in (None, 0, seats - 1):
            lines = GAME.presenter.board(engine.view(seat), words, size)
            assert len(lines) <= (16 if size.rows < 40 else size.rows - 8)
            assert max(map(line_width, lines)) <= size.columns
    # With one man at stake there is nothing to announce.
    assert seen == set(Phase) - ({Phase.NAME} if seats < 4 else set())


@pytest.mark.parametrize("columns", [20, 40, 60, 72, 78, 80, 90, 119])
def test_no_window_is_too_narrow(columns: int) -> None:
    state = table(6, squares=(16,) * 6, stakes=men("Pasteur", "Verdi"))

    lines = board(state, Size(columns, 24), seat=3)

    assert max(map(width, lines)) <= columns
    assert lines[0].startswith("•DAR") is (columns >= 53)


@pytest.mark.parametrize("size", [SMALL_SIZE, FULL_SIZE, LARGE_SIZE], ids=str)
def test_spent_cards_stand_beside_the_map_the_strongest_first(size: Size) -> None:
    state = replace(table(2), pile=faces("5♠ A♠ 10♥ A♥ K♦ 10♠ 2♣"))

    assert "Jouées\u00a0: A×2 10×2 5 2 R" in "\n".join(board(state, size, seat=0))
    told = GAME.presenter.position(View(state, None, {}), words_for("en", "pantheon", NAMES))
    assert "Spent: A×2 10×2 5 2 K." in [one.sentence for one in told]
