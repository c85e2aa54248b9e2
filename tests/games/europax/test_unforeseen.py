"""Unforeseen cards of all kinds, and the order of their pack."""

from typing import Any

from p2pjeux.games.europax.cards import (
    BENELUX,
    ENGLAND,
    FRANCE,
    GERMANY,
    ITALY,
    PRODUCTS,
    REWARD,
    START_MONEY,
    UNFORESEEN,
    UNFORESEEN_CARDS,
    UnforeseenKind,
)
from p2pjeux.games.europax.choices import choices
from p2pjeux.games.europax.rules import census, request
from p2pjeux.games.europax.state import Event, Heading, News, Phase, State
from p2pjeux.rules.contract import View
from p2pjeux.rules.requests import Choose, Draw
from tests.games.europax.scene import (
    COAL,
    COTTON,
    FRUIT,
    GAIN_50,
    HOTEL,
    LOSS_200,
    SECOND_HOTEL,
    STEEL,
    TOURISTS_100,
    URGENT_STEEL,
    buy,
    draw,
    news,
    pose,
    read,
    stock,
    table,
)


def england_draws(stocks: dict[int, dict[int, int]] | None = None, **fields: Any) -> State:
    """ENGLAND has delivered two of fruit and is to draw an unforeseen card."""
    held = {ENGLAND: {FRUIT: 2}, **(stocks or {})}
    return pose(table(posing=16, stocks=held, **fields), 16)


def test_a_hotel_card_is_kept() -> None:
    state = read(england_draws(), HOTEL)

    assert state.hotels[ENGLAND] == HOTEL
    assert HOTEL not in (*state.unseen, *state.under)


def test_a_second_hotel_card_goes_under_the_pack() -> None:
    state = read(england_draws(hotels=(0, HOTEL, 0, 0, 0)), SECOND_HOTEL)

    assert state.hotels[ENGLAND] == HOTEL
    assert state.under == (SECOND_HOTEL,)


def test_tourists_pay_where_hotels_are_equipped() -> None:
    state = read(england_draws(hotels=(0, HOTEL, 0, 0, 0)), TOURISTS_100)

    assert state.money[ENGLAND] == START_MONEY + 100
    assert state.ledger[ENGLAND][Heading.TOURISTS] == -100
    # The hotel card serves for the whole game.
    assert state.hotels[ENGLAND] == HOTEL


def test_tourists_do_not_come_without_hotels() -> None:
    state = read(england_draws(), TOURISTS_100)

    assert state.money[ENGLAND] == START_MONEY
    assert news(state, Event.NO_HOTEL) == [News(Event.NO_HOTEL, ENGLAND)]


def test_the_bank_pays_gains_and_takes_losses() -> None:
    assert read(england_draws(), GAIN_50).money[ENGLAND] == START_MONEY + 50
    assert read(england_draws(), LOSS_200).money[ENGLAND] == START_MONEY - 200


def test_an_urgent_purchase_moves_a_card_at_the_european_price() -> None:
    before = england_draws({ITALY: {STEEL: 2}})
    state = read(before, URGENT_STEEL)

    assert state.phase is Phase.LEAD
    assert (state.stocks[ENGLAND][STEEL], state.stocks[ITALY][STEEL]) == (1, 1)
    assert state.money[ENGLAND] == START_MONEY - 110
    assert state.money[ITALY] == START_MONEY + 110
    # The card is bought for the buyer's own board and stays in the game.
    assert state.market == before.market


def test_an_urgent_purchase_that_nobody_can_serve_does_not_go_abroad() -> None:
    state = read(england_draws({ENGLAND: {STEEL: 4, FRUIT: 2}}), URGENT_STEEL)

    assert state.money[ENGLAND] == START_MONEY
    assert news(state, Event.NO_SELLER) == [News(Event.NO_SELLER, ENGLAND, what=STEEL)]


def test_ruling_21_the_buyer_chooses_and_whoever_has_most_is_named_first() -> None:
    held = {FRANCE: {STEEL: 1}, GERMANY: {STEEL: 1}, ITALY: {STEEL: 3}, BENELUX: {STEEL: 1}}
    state = read(england_draws(held), URGENT_STEEL)

    owner = state.terms.owners[ENGLAND]
    assert owner is not None
    assert request(state) == Choose(owner, "urgent")
    offered = choices(View(state, owner, {})).actions
    assert [action.args for action in offered] == [(ITALY,), (FRANCE,), (GERMANY,), (BENELUX,)]
    assert buy(state, GERMANY).stocks[GERMANY][STEEL] == 0
    assert buy(state, BENELUX).leader == ENGLAND


def test_ruling_22_one_must_buy_even_what_one_has() -> None:
    held = {ENGLAND: {FRUIT: 2, STEEL: 5}, ITALY: {STEEL: 1}}
    state = read(england_draws(held), URGENT_STEEL)

    assert state.stocks[ENGLAND][STEEL] == 6
    assert state.money[ENGLAND] == START_MONEY - 110


def test_ruling_30_the_pack_comes_again_in_the_order_it_was_put_away() -> None:
    state = england_draws(unseen=(), under=(GAIN_50, LOSS_200, TOURISTS_100))

    # Nothing is drawn: everybody could know that GAIN_50 was on top.
    assert state.phase is Phase.LEAD
    assert news(state, Event.READ) == [News(Event.READ, ENGLAND, what=GAIN_50)]
    assert state.under == (LOSS_200, TOURISTS_100, GAIN_50)


def test_ruling_30_as_long_as_cards_are_unread_one_of_them_is_drawn() -> None:
    state = england_draws(unseen=(LOSS_200,), under=(GAIN_50,))

    assert request(state) == Draw((LOSS_200,), 1, "unforeseen")
    assert read(state, LOSS_200).under == (GAIN_50, LOSS_200)


def test_ruling_31_a_seller_who_runs_out_by_an_urgent_purchase_is_rewarded() -> None:
    state = read(england_draws({ITALY: {STEEL: 1, COTTON: 0}}), URGENT_STEEL)

    assert state.phase is Phase.STOCK
    state = draw(state, *[COAL] * 10)
    assert state.money[ITALY] == START_MONEY + 110 + REWARD
    assert state.stocks[ITALY] == stock({COAL: 10})
    assert (state.phase, state.leader) == (Phase.LEAD, ENGLAND)


def test_an_urgent_purchase_can_be_paid_with_aid() -> None:
    state = england_draws({ITALY: {STEEL: 2}}, money={ENGLAND: 0})
    state = read(state, URGENT_STEEL)

    assert state.money[ENGLAND] == 4 * 300 - 110


def test_every_unforeseen_card_can_be_read() -> None:
    for card in UNFORESEEN_CARDS:
        before = england_draws({ITALY: dict.fromkeys(PRODUCTS, 2)})
        state = read(before, card)
        assert census(state) == census(before), card
        kept = UNFORESEEN[card].kind is UnforeseenKind.HOTEL
        assert (card in state.under) != kept, card
