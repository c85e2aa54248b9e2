"""What players read and see."""

from dataclasses import replace

import pytest

from p2pjeux.games.course import GAME
from p2pjeux.games.course.board_map import (
    LARGE_COLUMNS,
    LARGE_PLACES,
    LARGE_ROWS,
    SMALL_ROWS,
    small_places,
)
from p2pjeux.games.course.state import Phase, State
from p2pjeux.games.course.world import AIRPORTS, CITIES, city_number
from p2pjeux.language import LANGUAGES, words_for
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Size, line_width, plain
from p2pjeux.rules.requests import Action, Answer, Deal, Done, Drawn, Play, Played
from p2pjeux.rules.words import Words
from tests.games.course.tables import (
    ALL,
    ALL_BUT_AFRICA,
    EUROPE,
    at,
    card,
    exchange,
    flight,
    pending,
    play,
    settled,
    shown,
    slots,
    trip,
    view_of,
)

SMALL, LARGE, WIDE = Size(80, 24), Size(120, 40), Size(160, 50)
NAMES = ("Anne", "Bruno", "Chloé", "Denis", "Emma", "Farid")
ENGLISH = words_for("en", "course", NAMES)
FRENCH = words_for("fr", "course", NAMES)
P, Q = card("Lima", "Caracas"), card("Dakar", "Abidjan")
X, Y = card("Hong Kong", "Manille"), card("Nouméa", "Papeete")


def screen(state: State, size: Size, words: Words = ENGLISH, seat: int | None = 0) -> str:
    view = View(state, None, {}) if seat is None else view_of(state, seat)
    return "\n".join(plain(row) for row in GAME.presenter.board(view, words, size))


def map_rows(drawn: str, rows: int) -> str:
    """The map alone, without hands and travellers below it."""
    return "\n".join(drawn.splitlines()[:rows])


def told(before: State, answer: Answer, words: Words = ENGLISH) -> tuple[str, ...]:
    after = GAME.apply(before, answer)
    return GAME.presenter.tell(before, pending(before), answer, after, words)


def played(state: State, action: Action) -> Played:
    return Played((Play(state.acting, action, tuple(slot.place for slot in action.cards)),))


def test_every_city_has_its_own_place_on_both_maps() -> None:
    assert len(set(LARGE_PLACES)) == len(CITIES)
    for row, column, side in LARGE_PLACES:
        assert 0 <= row < LARGE_ROWS
        assert 0 <= column < LARGE_COLUMNS
        assert side in ("left", "right")
    for columns in (40, 54, 80, 118):
        places = small_places(columns)
        assert len(set(places)) == len(CITIES)
        for row, column in places:
            assert 0 <= row < SMALL_ROWS
            assert 0 <= column <= columns - 5


def city_of(drawn: str, city: int, words: Words) -> bool:
    """Whether a city is to be read, by its name or by its code."""
    airport = AIRPORTS[city]
    return airport.code in drawn or words.choose(airport.name_fr, airport.name_en) in drawn


@pytest.mark.parametrize("words", [ENGLISH, FRENCH])
def test_every_city_can_be_read_on_both_maps(words: Words) -> None:
    state = at("Paris", (P, Q))
    large = map_rows(screen(state, LARGE, words), LARGE_ROWS)

    for columns in (40, 60, 80, 118):
        small = map_rows(screen(state, Size(columns, 24), words), SMALL_ROWS)
        assert all(city_of(small, city, words) for city in CITIES)
    for airport in AIRPORTS:
        assert words.choose(airport.name_fr, airport.name_en) in large


def test_a_map_of_80_columns_names_where_one_is_and_can_fly_to() -> None:
    way = trip("Athènes", "Rome")
    drawn = map_rows(screen(at("Athènes", way), SMALL), SMALL_ROWS)

    assert "Athens1" in drawn
    assert "Rome" in drawn
    assert "∙" in drawn
    assert "∙" not in map_rows(screen(at("Athènes", (P, Q)), SMALL), SMALL_ROWS)


def test_a_low_window_lists_where_one_can_fly_to() -> None:
    way = trip("Athènes", "Rome")

    assert "From Athens to: Rome" in screen(at("Athènes", way), Size(60, 20))
    assert "From Athens to: —" in screen(at("Athènes", (P, Q)), Size(60, 20))


def test_two_pawns_are_shown_by_number_and_more_by_a_plus() -> None:
    two = at("Tokyo", (P, Q), home="Tokyo")
    six = at("Tokyo", (P, Q), home="Tokyo", seats=6)

    assert "Tokyo12" in screen(two, SMALL)
    assert "Tokyo1+" in screen(six, SMALL)
    assert "Tokyo2+" in screen(six, SMALL, seat=1)
    assert "Tokyo▲123456" in screen(six, LARGE)
    assert "123456▲Paris" in screen(replace(six, cities=(city_number("Paris"),) * 6), LARGE)


@pytest.mark.parametrize("words", [ENGLISH, FRENCH])
@pytest.mark.parametrize("city", CITIES, ids=lambda city: AIRPORTS[city].code)
def test_all_pawns_can_meet_in_any_city_of_the_large_map(city: int, words: Words) -> None:
    state = replace(at("Tokyo", (P, Q), seats=6), cities=(city,) * 6)
    airport = AIRPORTS[city]
    name = words.choose(airport.name_fr, airport.name_en)
    drawn = map_rows(screen(state, LARGE, words), LARGE_ROWS)

    assert f"{name}▲123456" in drawn or f"123456▲{name}" in drawn
    for other in AIRPORTS:
        assert words.choose(other.name_fr, other.name_en) in drawn


def test_the_board_shows_visas_start_city_and_number_of_cards() -> None:
    state = at("Sydney", (P, Q), visas=(EUROPE, *ALL[1:2]))

    assert "▸1 Anne      ⌂PAR SYD Eu As ·· ·· ··15▮" in screen(state, SMALL)
    assert "▸1 Anne     SYD EuAs······15▮" in screen(state, Size(60, 20))
    assert "✓Europe ✓Asia ·America ·Africa ·Oceania" in screen(state, LARGE)


def test_the_hand_begins_with_what_can_be_flown_from_here() -> None:
    state = at("Athènes", trip("Athènes", "Rome"))

    assert "your hand:▸ATH-ROM" in screen(state, SMALL)
    assert "your hand:▸Athens–Rome" in screen(state, LARGE)


def test_open_cards_and_those_taken_openly_are_shown_to_all() -> None:
    state = replace(at("Paris", (P, Q), piles=((X,), (Y,))), taken=(shown(P), ()))

    for seat in (1, None):
        drawn = screen(state, SMALL, seat=seat)
        assert "◧ HKG-MAN  ◨ NOU-PAP" in drawn
        assert "seen:  1: CAR-LIM" in drawn
    own = screen(state, SMALL, seat=0)
    assert "CAR-LIM°" in own
    assert "° seen by all" in own
    assert "° seen by all" in screen(state, LARGE, seat=0)
    assert "seen in hands" not in own


def test_a_watcher_sees_no_hand() -> None:
    state = at("Paris", (P, Q))

    assert "your hand" not in screen(state, SMALL, seat=None)
    assert "your hand" in screen(state, SMALL, seat=1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [SMALL, LARGE, WIDE, Size(80, 60), Size(200, 24), Size(157, 40)])
def test_the_longest_names_and_fullest_hands_fit(language: str, size: Size) -> None:
    longest = sorted(range(108), key=lambda face: -len(GAME.presenter.card(face, FRENCH)))
    words = words_for(language, "course", ("Jean-Christophe de la Bretonnière",) * 6)
    for seats in (2, 3, 6):
        state = at("Rio de Janeiro", (), seats=seats, piles=((longest[0],), (longest[1],)))
        count = len(state.hands[0])
        taken = (shown(*longest[2 : count + 2]),) * seats
        state = replace(state, hands=(slots(longest[2 : count + 2]), *state.hands[1:]), taken=taken)
        board = GAME.presenter.board(view_of(state), words, size)
        assert len(board) <= (18 if size.rows < 40 or size.columns < 120 else size.rows - 8)
        assert max(line_width(row) for row in board) <= size.columns


@pytest.mark.parametrize("columns", [1, 30, 60, 79])
def test_a_narrow_screen_is_not_overrun(columns: int) -> None:
    state = at("Paris", (P, Q), seats=6, piles=((X,), (Y,)))
    board = GAME.presenter.board(view_of(state), FRENCH, Size(columns, 24))

    assert max(line_width(row) for row in board) <= columns


def test_the_last_flight_is_drawn_on_the_large_map() -> None:
    way = trip("New York", "Dakar")
    state = at("New York", way, home="New York", visas=(2,))

    assert "•" not in screen(state, LARGE)
    assert "•" in screen(play(state, flight(*way)), LARGE)


def test_a_flight_over_the_edge_of_the_map_goes_the_short_way() -> None:
    way = trip("Tokyo", "Honolulu")
    landed = play(at("Tokyo", way, home="Tokyo"), flight(*way))
    dots = [
        column
        for row in screen(landed, LARGE).splitlines()[:LARGE_ROWS]
        for column, cell in enumerate(row)
        if cell == "•"
    ]

    assert dots
    assert all(column < 20 or column > 100 for column in dots)


def test_a_flight_is_told_with_its_cities_and_its_visas() -> None:
    way = trip("Paris", "New York", "Anchorage", "Tokyo", "Honolulu")
    state = at("Paris", way)

    assert told(state, played(state, flight(*way))) == (
        "Anne flies Paris → New York → Anchorage → Tokyo → Honolulu.",
        "Anne gets the America visa.",
        "Anne gets the Asia visa.",
    )


def test_a_win_in_mid_chain_is_told() -> None:
    way = trip("Le Caire", "Paris", "Rome")
    state = at("Le Caire", way, visas=ALL)

    assert told(state, played(state, flight(*way))) == (
        "Anne flies Cairo → Paris.",
        "Anne is back in Paris with all five visas.",
        "1 card of the chain was no longer needed.",
    )
    over = play(state, flight(*way))
    assert GAME.presenter.result(over, ENGLISH) == (
        "Anne: 5 visas, in Paris",
        "Bruno: 1 visa, in Tokyo",
        "Anne is home first and wins the race.",
    )
    assert "★1 Anne" in screen(over, SMALL)


@pytest.mark.parametrize(
    ("source", "taken"),
    [
        ("stock", "two from the deck"),
        ("left", "Hong Kong – Manila (left) and one from the deck"),
        ("right", "Noumea – Papeete (right) and one from the deck"),
        ("both", "both discards: Hong Kong – Manila and Noumea – Papeete"),
    ],
)
def test_an_exchange_is_told_with_what_is_thrown_and_taken(source: str, taken: str) -> None:
    state = at("Paris", (P, Q), piles=((X,), (Y,)))
    thrown = "Caracas – Lima and Dakar – Abidjan"

    sentences = told(state, played(state, exchange(source, P, Q)))

    assert sentences == (f"Anne stays in Paris, discards {thrown} and takes {taken}.",)


def test_dealing_drawing_and_shuffling_are_told_without_any_face() -> None:
    state = GAME.set_up(4, {})
    assert told(state, Drawn((1,))) == ("Bruno deals; Chloé begins.",)
    state = GAME.apply(GAME.apply(state, Drawn((1,))), Done())
    assert told(state, Done()) == ("Everybody gets 12 cards; 60 remain in the deck.",)

    short = play(
        at("Paris", (P, Q), flown=trip("Rome", "Athènes"), stock=1), exchange("stock", P, Q)
    )
    assert told(short, Done()) == ("Anne draws 1 card.",)
    assert told(GAME.apply(short, Done()), Done()) == ("The deck is empty: 1 card is reshuffled.",)


def test_a_start_is_told_with_its_visa() -> None:
    state = replace(at("Paris", ()), phase=Phase.START, homes=(-1, -1), cities=(-1, -1))
    start = Action("start", (city_number("New York"),))

    assert told(state, played(state, start), FRENCH) == (
        "Anne part de New York et reçoit le visa Amérique.",
    )
    assert GAME.presenter.prompt(view_of(state), pending(state), FRENCH).endswith(
        "où il devra finir."
    )
    assert GAME.presenter.label(view_of(state), start, ENGLISH) == "start from New York"


def test_the_prompt_tells_what_is_missing_or_the_way_home() -> None:
    some = at("Rome", trip("Rome", "Athènes"), visas=(EUROPE, *ALL[1:3]))
    every = at("Rome", (P, Q), visas=ALL)

    assert GAME.presenter.prompt(view_of(some), pending(some), ENGLISH) == (
        "Rome: fly, or exchange two cards. Missing: Africa, Oceania."
    )
    assert "Paris" in GAME.presenter.prompt(view_of(every), pending(every), ENGLISH)


def test_whoever_has_no_card_from_here_is_not_asked_to_fly() -> None:
    state = at("Rome", (P, Q), visas=(EUROPE, *ALL[1:3]))

    assert GAME.presenter.prompt(view_of(state), pending(state), ENGLISH) == (
        "Rome: no flight from here; exchange two cards. Missing: Africa, Oceania."
    )


def test_the_label_of_a_flight_tells_what_it_brings() -> None:
    hand = (*trip("Rome", "Le Caire", "Paris"), card("Rome", "Athènes"))
    view = view_of(at("Rome", hand, visas=ALL_BUT_AFRICA))

    def label(*cities: str) -> str:
        return GAME.presenter.label(view, flight(*trip(*cities)), ENGLISH)

    assert label("Rome", "Athènes") == "fly Rome → Athens"
    assert label("Rome", "Le Caire") == "fly Rome → Cairo (visas: Africa)"
    assert label("Rome", "Le Caire", "Paris") == "fly Rome → Cairo → Paris: you win"


@pytest.mark.parametrize(
    ("cities", "visas", "last"),
    [
        (("Rome", "Lima"), ((EUROPE,), (1,)), "Anne is nearest to the end and wins."),
        (
            ("Rome", "Moscou"),
            ((EUROPE,), (1,)),
            "Anne and Bruno are equally near the end and share it.",
        ),
    ],
)
def test_the_end_of_the_rounds_is_told(
    cities: tuple[str, ...], visas: tuple[tuple[int, ...], ...], last: str
) -> None:
    state = replace(
        at("Paris", ()),
        phase=Phase.OVER,
        cities=tuple(city_number(name) for name in cities),
        visas=visas,
    )

    assert GAME.presenter.result(state, ENGLISH)[-2:] == (
        "Nobody came home in 200 rounds.",
        last,
    )


def test_a_drawing_seat_is_marked_as_acting() -> None:
    drawing = play(at("Paris", (P, Q)), exchange("stock", P, Q))
    assert isinstance(pending(drawing), Deal)

    assert "▸1 Anne" in screen(drawing, SMALL)
    assert "▸2 Bruno" in screen(settled(drawing), SMALL)
