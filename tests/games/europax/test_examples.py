"""The worked examples of the rulebook and of the dossier, with their numbers."""

from p2pjeux.games.europax.cards import (
    BENELUX,
    ENGLAND,
    FRANCE,
    GERMANY,
    ITALY,
    START_MONEY,
)
from p2pjeux.games.europax.rules import set_up
from p2pjeux.games.europax.state import Event, News, Phase
from tests.games.europax.scene import (
    CEREALS,
    GAIN_50,
    STEEL,
    VEGETABLES,
    WINE,
    news,
    pose,
    read,
    table,
)


def test_example_1_england_buys_cereals_from_france_which_posed_the_card() -> None:
    # With three players ENGLAND's cereals are all that card 13 asks for.
    state = pose(table(3, posing=13, stocks={FRANCE: {CEREALS: 2}}), 13)

    assert state.money[ENGLAND] == START_MONEY - 160
    assert state.money[FRANCE] == START_MONEY + 160
    assert state.stocks[FRANCE][CEREALS] == 1
    assert state.market[CEREALS] == 1
    assert state.phase is Phase.UNFORESEEN
    state = read(state, GAIN_50)
    assert news(state, Event.READ) == [News(Event.READ, FRANCE, what=GAIN_50)]
    assert state.leader == FRANCE


def test_example_2_germany_pays_170_abroad_for_steel_that_nobody_has() -> None:
    # With ITALY left out GERMANY's steel is all that card 22 asks for.
    before = table(4, {"left_out": "italy"}, posing=22)
    state = pose(before, 22)

    assert state.money[GERMANY] == START_MONEY - 170
    assert state.bank == before.bank + 170
    # The bank delivers no card.
    assert state.market[STEEL] == 0
    assert (state.phase, state.leader) == (Phase.LEAD, GERMANY)


def test_example_3_germany_completes_six_million_tonnes_for_france_and_leads() -> None:
    stocks = {ITALY: {VEGETABLES: 1}, FRANCE: {CEREALS: 1}, GERMANY: {CEREALS: 1}}
    state = pose(table(leader=ITALY, posing=39, stocks=stocks), 39)

    assert state.money[FRANCE] == START_MONEY - 160
    assert state.money[GERMANY] == START_MONEY + 160
    assert state.market[CEREALS] == 2
    state = read(state, GAIN_50)
    assert news(state, Event.READ) == [News(Event.READ, GERMANY, what=GAIN_50)]
    assert state.leader == GERMANY


def test_example_4_a_delivery_from_stock_moves_no_money() -> None:
    # No card asks BENELUX for two of wine; 49, with ITALY left out, ends on its two of steel.
    stocks = {GERMANY: {WINE: 1}, BENELUX: {STEEL: 2}}
    before = table(4, {"left_out": "italy"}, posing=49, stocks=stocks)
    state = pose(before, 49)

    assert state.money == before.money
    assert state.market[STEEL] == 2
    assert state.phase is Phase.UNFORESEEN
    assert read(state, GAIN_50).leader == BENELUX


def test_example_5_five_countries_leave_the_bank_3600() -> None:
    state = set_up(5, {})

    assert state.money == (3_600,) * 5
    assert state.bank == 21_600 - 18_000 == 3_600


def test_example_of_the_rulebook_the_poser_has_priority_over_everybody_else() -> None:
    """GERMANY must ask the poser first, even where another country has more of it."""
    stocks = {FRANCE: {STEEL: 1}, ENGLAND: {STEEL: 4}, BENELUX: {STEEL: 4}}
    state = pose(table(4, {"left_out": "italy"}, posing=22, stocks=stocks), 22)

    assert news(state, Event.SOLD) == [News(Event.SOLD, FRANCE, GERMANY, STEEL, 1, 110)]


def test_example_of_the_rulebook_demands_are_served_from_top_to_bottom() -> None:
    stocks = {ITALY: {VEGETABLES: 1}, FRANCE: {CEREALS: 2}}
    state = pose(table(leader=BENELUX, posing=39, stocks=stocks), 39)

    assert [item.who for item in news(state, Event.DELIVERED)] == [ITALY, FRANCE]
