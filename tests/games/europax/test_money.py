"""Rulings about money: aid, loans, the bank and its ledger, and who wins."""

from dataclasses import replace

import pytest

from p2pjeux.games.europax.cards import (
    ALL_MONEY,
    BENELUX,
    ENGLAND,
    FRANCE,
    GERMANY,
    ITALY,
    PRICE_ABROAD,
    PRICE_EUROPE,
    REWARD,
    START_MONEY,
    UNFORESEEN,
)
from p2pjeux.games.europax.market import _pay, lay_out
from p2pjeux.games.europax.rules import census, outcome
from p2pjeux.games.europax.state import Event, Heading, Loan, News, Phase, State
from tests.games.europax.scene import (
    COAL,
    COTTON,
    FRUIT,
    GAIN_50,
    LOSS_200,
    TOURISTS_100,
    draw,
    news,
    pose,
    read,
    stock,
    table,
    total,
)
from tests.kit import Case, steps

LOAN = {"aid": "loan"}


def over(money: dict[int, int], stocks: dict[int, dict[int, int]] | None = None) -> State:
    return replace(table(3, money=money, stocks=stocks), phase=Phase.OVER)


def test_ruling_14_partners_give_all_they_have_and_the_rest_is_forgiven() -> None:
    # Card 40 asks ENGLAND for two of meat: 470 abroad.
    poor = {ENGLAND: 20, FRANCE: 100, GERMANY: 0, ITALY: 150, BENELUX: 100}
    before = table(posing=40, money=poor)
    state = pose(before, 40)

    assert state.money == (0, 0, 0, 0, 0)
    assert news(state, Event.AIDED) == [News(Event.AIDED, ENGLAND, units=3, amount=350)]
    assert news(state, Event.FORGIVEN) == [News(Event.FORGIVEN, ENGLAND, amount=100)]
    assert state.bank == before.bank + 370


def test_ruling_14_every_other_country_gives_300() -> None:
    before = table(posing=40, money={ENGLAND: 0})
    state = pose(before, 40)

    assert state.money[ENGLAND] == 4 * 300 - 470
    assert {state.money[country] for country in (FRANCE, GERMANY, ITALY, BENELUX)} == {3300}


def test_ruling_14_aid_is_asked_for_a_second_time_if_once_is_not_enough() -> None:
    # With two countries one gift of 300 does not pay for two of cereals abroad, 500.
    before = table(2, posing=39, money={FRANCE: 0})
    state = pose(before, 39)

    assert [item.amount for item in news(state, Event.AIDED)] == [300, 300]
    assert (state.money[FRANCE], state.money[BENELUX]) == (100, 3000)


def test_ruling_14_aid_is_asked_for_three_times_at_most() -> None:
    market = lay_out(table(2, money={FRANCE: 50}))

    assert _pay(market, FRANCE, 2000) == 950
    assert (market.money[FRANCE], market.money[BENELUX]) == (0, 2700)
    assert market.news[-1] == News(Event.FORGIVEN, FRANCE, amount=1050)


def test_ruling_15_aid_is_a_gift_by_default() -> None:
    assert pose(table(posing=40, money={ENGLAND: 0}), 40).loans == ()


def test_ruling_15_lent_aid_is_noted_in_order_of_receipt() -> None:
    state = pose(table(5, LOAN, posing=40, money={ENGLAND: 0, FRANCE: 120}), 40)

    assert state.loans == (
        Loan(GERMANY, ENGLAND, 300),
        Loan(ITALY, ENGLAND, 300),
        Loan(BENELUX, ENGLAND, 300),
        Loan(FRANCE, ENGLAND, 120),
    )


def ending(loans: tuple[Loan, ...], money: dict[int, int]) -> State:
    """FRANCE has posed its last card, which cost nobody anything, and the short game is over."""
    before = table(
        5, LOAN, posing=16, stocks={ENGLAND: {FRUIT: 2}}, demand_stock=(), loans=loans, money=money
    )
    state = pose(before, 16)
    # No hotel, no tourists: the last unforeseen card moves no money either.
    return read(replace(state, hands=((), *state.hands[1:])), TOURISTS_100)


def test_ruling_15_loans_are_repaid_at_the_end_in_order_of_receipt() -> None:
    loans = (Loan(GERMANY, ENGLAND, 300), Loan(ITALY, ENGLAND, 300), Loan(GERMANY, ENGLAND, 300))
    state = ending(loans, {ENGLAND: 400, GERMANY: 1000, ITALY: 1000})

    assert state.phase is Phase.OVER
    assert (state.money[ENGLAND], state.money[GERMANY], state.money[ITALY]) == (0, 1300, 1100)
    assert state.loans == ()
    assert news(state, Event.LOST) == [
        News(Event.LOST, ENGLAND, ITALY, amount=200),
        News(Event.LOST, ENGLAND, GERMANY, amount=300),
    ]


def test_ruling_16_there_is_no_aid_without_a_payment() -> None:
    before = table(posing=16, stocks={ENGLAND: {FRUIT: 2}}, money={ENGLAND: 0, GERMANY: 0})
    state = pose(before, 16)

    assert state.money == before.money
    assert news(state, Event.AIDED) == []


def test_ruling_17_the_bank_pays_what_it_does_not_have() -> None:
    empty = tuple(
        tuple(-720 * 6 if heading is Heading.START else 0 for heading in Heading)
        for _country in range(5)
    )
    before = table(posing=16, stocks={ENGLAND: {FRUIT: 2, COTTON: 0}}, ledger=empty)
    assert before.bank == 0

    state = draw(pose(before, 16), *[COAL] * 10)

    assert state.bank == -REWARD
    assert state.money[ENGLAND] == before.money[ENGLAND] + REWARD


def test_ruling_18_all_amounts_are_multiples_of_the_smallest_note() -> None:
    printed = [*PRICE_EUROPE, *PRICE_ABROAD, *(card.amount for card in UNFORESEEN), REWARD]
    assert all(amount % 5 == 0 for amount in printed)

    for seed in range(3):
        for step in steps(Case("europax", 3, (("length", "long"),)).engine(seed), seed):
            assert all(amount % 5 == 0 for amount in (*step.after.money, step.after.bank))


def test_ruling_19_goods_do_not_count_at_the_end() -> None:
    state = over(money={FRANCE: 100, ENGLAND: 105, BENELUX: 90}, stocks={FRANCE: {COAL: 12}})
    ended = outcome(state)

    assert ended is not None
    assert (ended.scores, ended.winners) == ((100, 105, 90), (1,))


def test_ruling_20_a_tie_goes_to_more_production_cards_and_is_shared_after_that() -> None:
    equal = {FRANCE: 100, ENGLAND: 100, BENELUX: 90}
    better = outcome(over(money=equal, stocks={ENGLAND: {COAL: 1}}))
    shared = outcome(over(money=equal))

    assert better is not None
    assert better.winners == (1,)
    assert shared is not None
    assert shared.winners == (0, 1)


def test_ruling_35_what_is_repaid_pays_further_debts() -> None:
    # FRANCE has nothing until ENGLAND repays it, but its own debt is the older one.
    loans = (Loan(ITALY, FRANCE, 300), Loan(FRANCE, ENGLAND, 300))
    state = ending(loans, {FRANCE: 0, ENGLAND: 500, ITALY: 0})

    assert (state.money[FRANCE], state.money[ENGLAND], state.money[ITALY]) == (0, 200, 300)
    assert news(state, Event.LOST) == []


def test_ruling_38_the_seller_helps_its_debtor_too() -> None:
    poor = {ENGLAND: 0, FRANCE: 0, GERMANY: 300, ITALY: 0, BENELUX: 0}
    state = pose(table(posing=16, stocks={GERMANY: {FRUIT: 2}}, money=poor), 16)

    # GERMANY gives 300 and is paid 150.
    assert (state.money[ENGLAND], state.money[GERMANY]) == (150, 150)


def test_the_ledger_books_every_sum_under_its_heading() -> None:
    before = table(posing=40)
    state = pose(before, 40)
    assert state.ledger[ENGLAND][Heading.ABROAD] == 470
    assert state.bank == before.bank + 470

    delivering = pose(table(posing=16, stocks={ENGLAND: {FRUIT: 2}}), 16)
    lost, gained = read(delivering, LOSS_200), read(delivering, GAIN_50)
    assert lost.ledger[ENGLAND][Heading.LOSSES] == 200
    assert gained.ledger[ENGLAND][Heading.GAINS] == -50
    assert lost.money[ENGLAND] == START_MONEY - 200
    assert gained.money[ENGLAND] == START_MONEY + 50

    rewarded = draw(
        pose(table(posing=16, stocks={ENGLAND: {FRUIT: 2, COTTON: 0}}), 16), *[COAL] * 10
    )
    assert rewarded.ledger[ENGLAND][Heading.REWARDS] == -REWARD


def test_the_ledger_starts_with_what_was_paid_out() -> None:
    state = table()

    assert [row[Heading.START] for row in state.ledger] == [-START_MONEY] * 5
    assert total(state) == ALL_MONEY


@pytest.mark.parametrize("seats", range(2, 7))
def test_money_and_ledger_agree_whatever_happens(seats: int) -> None:
    """What the countries have is what the ledger says went out: trade among them cancels out."""
    for seed in range(5):
        for step in steps(Case("europax", seats, (("length", "long"),)).engine(seed), seed):
            booked = -sum(map(sum, step.after.ledger))
            assert sum(step.after.money) == booked
            assert min(step.after.money) >= 0
            assert census(step.after)["money"] == ALL_MONEY


def test_absent_countries_have_neither_money_nor_cards() -> None:
    for step in steps(Case("europax", 2).engine(1), 1):
        state = step.after
        for country in (ENGLAND, GERMANY, ITALY):
            assert state.money[country] == 0
            assert state.stocks[country] == stock()
            assert state.hands[country] == ()
