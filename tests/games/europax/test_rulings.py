"""Rulings 1 to 13 and those of our own about serving demands: who supplies, leads and draws."""

from dataclasses import replace

from p2pjeux.games.europax.cards import (
    BENELUX,
    COUNTRIES,
    ENGLAND,
    FRANCE,
    GERMANY,
    ITALY,
    REWARD,
)
from p2pjeux.games.europax.legality import BUY, check
from p2pjeux.games.europax.rules import outcome, request
from p2pjeux.games.europax.state import Event, News, Phase
from p2pjeux.rules.requests import Action, Choose
from tests.games.europax.scene import (
    CEREALS,
    COAL,
    COTTON,
    FRUIT,
    GAIN_50,
    MEAT,
    STEEL,
    VEGETABLES,
    WINE,
    buy,
    draw,
    news,
    pose,
    read,
    stock,
    table,
)

# Demand cards used here: 16 asks ENGLAND for two fruit; 39 ITALY for vegetables, then FRANCE for
# two cereals; 10 ENGLAND for steel, GERMANY for meat, ITALY for wine; 6 ITALY for fruit.


def test_ruling_01_the_partner_that_completes_the_last_demand_leads() -> None:
    stocks = {ITALY: {VEGETABLES: 1}, FRANCE: {CEREALS: 1}, GERMANY: {CEREALS: 1}}
    state = read(pose(table(leader=ITALY, posing=39, stocks=stocks), 39), GAIN_50)

    assert (state.phase, state.leader) == (Phase.LEAD, GERMANY)


def test_ruling_02_one_partner_that_sold_everything_leads_and_draws() -> None:
    state = pose(table(posing=16, stocks={GERMANY: {FRUIT: 2}}), 16)

    assert state.phase is Phase.UNFORESEEN
    state = read(state, GAIN_50)
    assert news(state, Event.READ) == [News(Event.READ, GERMANY, what=GAIN_50)]
    assert state.leader == GERMANY


def test_ruling_03_a_part_from_the_bank_gives_the_lead_to_the_country_asked_and_no_draw() -> None:
    before = table(posing=16, stocks={GERMANY: {FRUIT: 1}})
    state = pose(before, 16)

    assert (state.phase, state.leader) == (Phase.LEAD, ENGLAND)
    assert state.unseen == before.unseen
    assert state.money[ENGLAND] == before.money[ENGLAND] - 75 - 115


def test_ruling_04_of_several_sellers_the_last_one_leads() -> None:
    state = pose(table(posing=16, stocks={GERMANY: {FRUIT: 1}, ITALY: {FRUIT: 1}}), 16)

    assert state.phase is Phase.SELLER
    assert read(buy(state, ITALY), GAIN_50).leader == GERMANY
    assert read(buy(state, GERMANY), GAIN_50).leader == ITALY


def test_ruling_05_a_leader_who_is_asked_himself_chooses_freely() -> None:
    stocks = {FRANCE: {FRUIT: 2}, GERMANY: {FRUIT: 2}}
    own = pose(table(leader=ENGLAND, posing=16, stocks=stocks), 16)
    other = pose(table(leader=FRANCE, posing=16, stocks=stocks), 16)

    assert own.phase is Phase.SELLER
    assert set(own.sellers()) == {FRANCE, GERMANY}
    # Where another country poses the card it sells first, and nobody is asked.
    assert news(other, Event.SOLD) == [News(Event.SOLD, FRANCE, ENGLAND, FRUIT, 2, 150)]


def test_ruling_06_own_stock_goes_before_any_purchase() -> None:
    before = table(posing=16, stocks={ENGLAND: {FRUIT: 2}, GERMANY: {FRUIT: 5}, FRANCE: {FRUIT: 5}})
    state = pose(before, 16)

    assert news(state, Event.SOLD) == []
    assert state.stocks[ENGLAND][FRUIT] == 0
    assert state.money == before.money


def test_ruling_07_a_partner_cannot_refuse_to_sell() -> None:
    state = pose(table(posing=16, stocks={GERMANY: {FRUIT: 2}, ITALY: {FRUIT: 1}}), 16)

    # Only the buyer is asked, and the sale is done once it has named the seller.
    assert request(state) == Choose(state.terms.owners[ENGLAND] or 0, "seller")
    seller = state.terms.owners[GERMANY]
    assert seller is not None
    assert check(state, seller, Action(BUY, (GERMANY,)), ()) is not None
    assert buy(state, GERMANY).stocks[GERMANY][FRUIT] == 0


def test_ruling_08_the_last_demand_that_was_served_decides() -> None:
    stocks = {ENGLAND: {STEEL: 1}, GERMANY: {MEAT: 1}}
    state = pose(table(4, {"left_out": "italy"}, posing=10, stocks=stocks), 10)

    assert state.phase is Phase.UNFORESEEN
    assert news(state, Event.SKIPPED) == [News(Event.SKIPPED, ITALY, 0, WINE, 1)]
    assert read(state, GAIN_50).leader == GERMANY


def test_ruling_09_a_card_for_absent_countries_only_is_used_up_and_the_leader_plays_again() -> None:
    before = table(4, {"left_out": "italy"}, posing=6)
    state = pose(before, 6)

    assert (state.phase, state.leader) == (Phase.LEAD, FRANCE)
    assert state.used == (6,)
    assert (state.unseen, state.money, state.stocks) == (before.unseen, before.money, before.stocks)


def test_ruling_10_running_out_is_seen_after_each_demand() -> None:
    # Card 2 asks FRANCE for two vegetables and then GERMANY for two of wool.
    stocks = {FRANCE: {VEGETABLES: 2, COTTON: 0}}
    state = pose(table(leader=ITALY, posing=2, stocks=stocks), 2)

    assert state.phase is Phase.STOCK
    assert state.emptied == (FRANCE,)
    assert state.service is not None
    assert state.service.row == 0


def test_ruling_10_sellers_are_rewarded_for_running_out_too() -> None:
    before = table(posing=16, stocks={GERMANY: {FRUIT: 2, COTTON: 0}})
    state = draw(pose(before, 16), *[COAL] * 10)

    assert state.money[GERMANY] == before.money[GERMANY] + 150 + REWARD
    assert state.stocks[GERMANY] == stock({COAL: 10})


def test_the_leader_who_sells_out_is_rewarded_too() -> None:
    # Card 16 makes ENGLAND buy from FRANCE, which leads, all that FRANCE still has.
    before = table(posing=16, stocks={FRANCE: {FRUIT: 2, COTTON: 0}})
    state = draw(pose(before, 16), *[COAL] * 10)

    assert before.leader == FRANCE
    assert state.money[FRANCE] == before.money[FRANCE] + 150 + REWARD
    assert state.stocks[FRANCE] == stock({COAL: 10})


def test_ruling_11_a_short_production_stock_is_taken_whole_and_rewarded() -> None:
    left = stock({COAL: 3, WINE: 1})
    before = table(posing=16, stocks={ENGLAND: {FRUIT: 2, COTTON: 0}}, production_stock=left)
    state = pose(before, 16)

    assert state.phase is Phase.UNFORESEEN
    assert state.stocks[ENGLAND] == left
    assert sum(state.production_stock) == 0
    assert state.money[ENGLAND] == before.money[ENGLAND] + REWARD


def test_ruling_11_an_empty_stock_ends_the_long_game() -> None:
    stocks = {ENGLAND: {FRUIT: 2, COTTON: 0}}
    state = pose(
        table(5, {"length": "long"}, posing=16, stocks=stocks, production_stock=stock()), 16
    )

    assert state.phase is Phase.OVER
    assert outcome(state) is not None


def test_ruling_11_an_empty_stock_is_rewarded_once_in_the_short_game() -> None:
    before = table(
        posing=(16, 28), stocks={ENGLAND: {FRUIT: 2, COTTON: 0}}, production_stock=stock()
    )
    once = read(pose(before, 16), GAIN_50)

    assert once.phase is Phase.LEAD
    assert once.stocks[ENGLAND] == stock()
    assert once.money[ENGLAND] == before.money[ENGLAND] + REWARD + 50

    # A card it bought in between runs out again: no second reward. Card 28 asks it for steel.
    again = replace(
        once,
        leader=FRANCE,
        stocks=tuple(
            stock({STEEL: 1}) if country == ENGLAND else once.stocks[country]
            for country in COUNTRIES
        ),
    )
    assert pose(again, 28).money[ENGLAND] == once.money[ENGLAND]


def test_ruling_12_a_short_demand_stock_is_taken_whole() -> None:
    before = table(posing=16, stocks={ENGLAND: {FRUIT: 2}}, demand_stock=(7, 3, 9))
    # The fillers are taken away, as if FRANCE had posed its last card.
    state = replace(pose(before, 16), hands=((), *before.hands[1:]))

    state = read(state, GAIN_50)

    assert (state.hands[FRANCE], state.demand_stock) == ((3, 7, 9), ())
    assert (state.phase, state.leader) == (Phase.LEAD, ENGLAND)


def test_a_leader_without_demand_cards_draws_seven_and_the_heir_leads() -> None:
    before = table(posing=16, stocks={ENGLAND: {FRUIT: 2}}, demand_stock=tuple(range(1, 10)))
    state = read(replace(pose(before, 16), hands=((), *before.hands[1:])), GAIN_50)

    assert state.phase is Phase.HAND
    state = draw(state, 9, 2, 3, 4, 5, 6, 7)

    assert (state.hands[FRANCE], state.demand_stock) == ((2, 3, 4, 5, 6, 7, 9), (1, 8))
    assert (state.phase, state.leader) == (Phase.LEAD, ENGLAND)


def test_ruling_13_a_poser_without_cards_ends_the_short_game() -> None:
    before = table(posing=16, stocks={ENGLAND: {FRUIT: 2}}, demand_stock=())
    state = pose(before, 16)
    state = read(replace(state, hands=((), *state.hands[1:])), GAIN_50)

    assert state.phase is Phase.OVER
    # The unforeseen card of the last turn was still read.
    assert state.money[ENGLAND] == before.money[ENGLAND] + 50


def test_ruling_28_a_named_seller_sells_all_that_is_missing() -> None:
    state = pose(table(posing=16, stocks={GERMANY: {FRUIT: 2}, ITALY: {FRUIT: 2}}), 16)

    state = buy(state, ITALY)

    assert news(state, Event.SOLD) == [News(Event.SOLD, ITALY, ENGLAND, FRUIT, 2, 150)]


def test_ruling_28_nobody_is_asked_where_one_country_can_sell() -> None:
    state = pose(table(posing=16, stocks={ITALY: {FRUIT: 3}}), 16)

    assert state.phase is Phase.UNFORESEEN
    assert news(state, Event.SOLD) == [News(Event.SOLD, ITALY, ENGLAND, FRUIT, 2, 150)]


def test_ruling_33_used_demand_cards_are_taken_back_as_soon_as_the_stock_is_empty() -> None:
    options = {"length": "long"}
    before = table(
        5, options, posing=16, stocks={ENGLAND: {FRUIT: 2}}, demand_stock=(3, 7), used=(1, 2)
    )
    state = replace(pose(before, 16), hands=((), *before.hands[1:]))

    state = read(state, GAIN_50)

    assert state.hands[FRANCE] == (3, 7)
    # The card just posed is among them.
    assert (state.demand_stock, state.used) == ((1, 2, 16), ())


def test_ruling_36_a_single_demand_card_is_posed_without_asking() -> None:
    hands = tuple((14,) if country == ENGLAND else (3, 4) for country in COUNTRIES)
    before = table(hands=hands, stocks={FRANCE: {WINE: 1}}, demand_stock=(30, 31, 32))
    # ENGLAND leads after card 3 because it sold the fruit; its only card is 14, for BENELUX.
    stocks = (stock({COTTON: 3}), stock({FRUIT: 1, COTTON: 3}), *before.stocks[2:])
    state = pose(replace(before, stocks=stocks), 3)
    state = read(state, GAIN_50)

    assert News(Event.POSED, ENGLAND, what=14) in state.news
    assert state.hands[ENGLAND] == (30, 31, 32)
    assert (state.phase, state.leader) == (Phase.LEAD, BENELUX)


def test_ruling_37_countries_that_run_out_together_are_served_in_that_order() -> None:
    stocks = {ENGLAND: {FRUIT: 1, COTTON: 0}, GERMANY: {FRUIT: 1, COTTON: 0}}
    before = table(posing=16, stocks=stocks, production_stock=stock({COAL: 12}))
    state = pose(before, 16)

    assert state.emptied == (ENGLAND, GERMANY)
    state = draw(state, *[COAL] * 10)
    assert state.stocks[ENGLAND] == stock({COAL: 10})
    assert state.stocks[GERMANY] == stock({COAL: 2})
