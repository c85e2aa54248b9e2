"""The board at its fullest, for everybody, in every phase."""

from dataclasses import replace
from typing import Any

import pytest

from p2pjeux.games.europax import GAME
from p2pjeux.games.europax.cards import BENELUX, COUNTRIES, ENGLAND, FRANCE, GERMANY, PRODUCTS
from p2pjeux.games.europax.rules import set_up
from p2pjeux.games.europax.state import Loan, Phase, State
from p2pjeux.language import LANGUAGES, words_for
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Size, line_width, plain
from tests.games.europax.scene import FRUIT, HOTEL, STEEL, pose, stock, table

LONG_NAMES = tuple(f"Maximilienne-Alexandrine {number}" for number in range(6))
SIZES = (Size(80, 24), Size(100, 30), Size(120, 40), Size(140, 40), Size(160, 50), Size(200, 60))


def drawn(
    state: State, seat: int | None = 0, size: Size = SIZES[0], language: str = "en"
) -> list[str]:
    words = words_for(language, "europax", LONG_NAMES)
    return [plain(line) for line in GAME.presenter.board(View(state, seat, {}), words, size)]


def fullest(seats: int, options: dict[str, Any] | None = None) -> State:
    """Every hand full of three demands, every stock large, every sum long, loans to repay."""
    state = table(seats, {"aid": "loan", **(options or {})}, posing=37, stocks={FRANCE: {STEEL: 9}})
    # Cards with three demands each, the longest to draw.
    hand = (1, 8, 9, 33, 37, 41, 46, 49)
    return replace(
        state,
        hands=tuple(hand if c in state.terms.boards else () for c in COUNTRIES),
        stocks=tuple(
            stock(dict.fromkeys(PRODUCTS, 12)) if c in state.terms.boards else stock()
            for c in COUNTRIES
        ),
        money=(12_345,) * 5,
        ledger=((-3_600, -4_000, -500, -1_450, 1_085, 8_115),) * 5,
        hotels=(HOTEL,) * 5,
        loans=(Loan(FRANCE, BENELUX, 12_000),),
        unseen=(),
    )


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (2, {"boards": 2}), (3, {}), (4, {}), (5, {}), (6, {})]
)
def test_the_fullest_board_fits(
    seats: int, options: dict[str, Any], language: str, size: Size
) -> None:
    words = words_for(language, "europax", LONG_NAMES)
    leading = fullest(seats, options)
    serving = replace(leading, **serving_37())
    for state in (leading, serving, replace(leading, phase=Phase.OVER), set_up(seats, options)):
        for seat in (None, *range(seats)):
            board = GAME.presenter.board(View(state, seat, {}), words, size)
            assert len(board) <= (16 if size.rows < 40 else size.rows - 8)
            assert all(line_width(line) <= size.columns for line in board)


def serving_37() -> dict[str, Any]:
    """FRANCE is to name a seller for the second demand of card 37, all countries taking part."""
    state = pose(
        table(leader=ENGLAND, posing=37, stocks={GERMANY: {0: 2}, 3: {5: 1}, BENELUX: {5: 1}}), 37
    )
    assert state.phase is Phase.SELLER
    return {"phase": state.phase, "service": state.service}


def test_one_s_own_demand_cards_are_readable_and_none_is_cut() -> None:
    text = "\n".join(drawn(fullest(2, {"boards": 2})))

    for card in ("37 Ge2cer Fr2pet Be veg", "41 En che Fr2cot Ge coa"):
        # Both boards of the player hold each card.
        assert text.count(card) == 2
    assert "…" not in text


def test_a_watcher_and_the_sixth_player_see_the_leader_s_cards() -> None:
    state = table(6, leader=GERMANY, posing=16)

    for seat in (None, 5):
        assert any(line.startswith(" Ge│16 En2fru") for line in drawn(state, seat))
    assert any(line.startswith(" Fr│") for line in drawn(state, 0))


def test_the_countries_show_stock_money_hotel_and_who_is_to_decide() -> None:
    state = table(stocks={ENGLAND: {STEEL: 7}}, money={ENGLAND: 1_235}, hotels=(0, HOTEL, 0, 0, 0))
    france, england = drawn(state)[2:4]

    assert france.startswith("▸FRANCE°")
    assert england.startswith(" ENGLAND")
    assert england.split() == [
        "ENGLAND", "⌂", "·", "7", *["·"] * 9, "3", "10", "1,235", "2",
    ]  # fmt: skip


def test_the_card_on_the_table_shows_how_far_it_is_served() -> None:
    state = pose(
        table(leader=ENGLAND, posing=37, stocks={GERMANY: {0: 2}, 3: {5: 1}, BENELUX: {5: 1}}), 37
    )
    text = "\n".join(drawn(state))

    # Too long to be written out in eighty columns.
    assert "card 37  ✓ Ge2cer  ▸ Fr2pet  ○ Be veg" in text
    shorter = pose(table(posing=16, stocks={GERMANY: {FRUIT: 1}, 3: {FRUIT: 1}}), 16)
    assert "card 16  ▸ ENGLAND 2 × fruit" in "\n".join(drawn(shorter))


def test_the_wide_board_shows_every_hand_and_the_bank_s_ledger() -> None:
    state = fullest(5)
    text = "\n".join(drawn(state, None, Size(160, 50)))

    assert text.count("37 Ge2cer Fr2pet Be veg") == 5
    # The ledger by country, and its total.
    assert text.count("+8115") == 5
    assert "+40575" in text
    assert "BANK, kept by Maximilienne" in text


def test_the_wide_board_tells_the_next_unforeseen_card_once_the_pack_has_gone_round() -> None:
    known = replace(table(), unseen=(), under=(22, 7))

    assert any("no. 22" in line for line in drawn(known, size=Size(120, 40)))
    assert not any("no. " in line for line in drawn(table(), size=Size(120, 40)))
