"""What the bot is expected to see. Its strength is measured in the bench."""

from dataclasses import replace

from p2pjeux.games.europax import GAME
from p2pjeux.games.europax.cards import ENGLAND, FRANCE, GERMANY, ITALY
from p2pjeux.games.europax.legality import BUY, POSE
from p2pjeux.games.europax.market import lay_out
from p2pjeux.games.europax.state import Phase, State
from p2pjeux.games.europax.strong import likely_card
from p2pjeux.rules.contract import View
from p2pjeux.rules.requests import Action
from p2pjeux.rules.source import SeededSource
from tests.games.europax.scene import (
    COTTON,
    FRUIT,
    MEAT,
    STEEL,
    URGENT_STEEL,
    pose,
    read,
    stock,
    table,
)


def decided(state: State, seed: bytes = b"bot") -> Action:
    return GAME.bot(View(state, state.asked, {}), SeededSource(seed))


def test_the_bot_sells_its_last_cards_for_the_reward() -> None:
    # Card 16 makes ENGLAND buy both, so that FRANCE runs out and leads again. After card 40 the
    # lead would never come back: all other cards ask GERMANY, and there are no new ones.
    hands = ((16, 40), *((50, 53),) * 4)
    state = table(hands=hands, stocks={FRANCE: {FRUIT: 2, COTTON: 0}}, demand_stock=())

    assert decided(state) == Action(POSE, (16,))


def test_the_bot_does_not_pay_abroad_where_a_rival_can_be_made_to() -> None:
    # Nobody has wool or meat: card 4 would cost FRANCE 280, card 40 costs ENGLAND 470.
    hands = ((4, 40), *((55, 56),) * 4)

    assert decided(table(hands=hands)) == Action(POSE, (40,))


def last_purchase(money: dict[int, int]) -> State:
    """ENGLAND has to name a seller of fruit, and then the short game is over."""
    stocks = {GERMANY: {FRUIT: 2}, ITALY: {FRUIT: 2}}
    state = pose(table(posing=16, stocks=stocks, money=money, demand_stock=()), 16)
    assert state.phase is Phase.SELLER
    return replace(state, hands=((), *state.hands[1:]))


def test_the_bot_buys_from_the_weaker_rival() -> None:
    rich = {ENGLAND: 2000, FRANCE: 0, GERMANY: 0, ITALY: 0, 4: 0}

    assert decided(last_purchase({**rich, GERMANY: 1800})) == Action(BUY, (ITALY,))
    assert decided(last_purchase({**rich, ITALY: 1800})) == Action(BUY, (GERMANY,))


def test_the_bot_keeps_an_urgent_purchase_in_the_family() -> None:
    # ENGLAND and FRANCE belong to one player, GERMANY to the other.
    stocks = {ENGLAND: {FRUIT: 2}, FRANCE: {STEEL: 1}, GERMANY: {STEEL: 3}}
    before = table(2, {"boards": 2}, posing=16, stocks=stocks, demand_stock=())
    state = read(pose(before, 16), URGENT_STEEL)

    assert state.phase is Phase.URGENT
    assert decided(replace(state, hands=((), *state.hands[1:]))) == Action(BUY, (FRANCE,))


def test_the_bot_decides_alike_from_the_same_chance() -> None:
    state = table(posing=(3, 16, 40), stocks={FRANCE: {MEAT: 2}, GERMANY: {FRUIT: 1}})

    assert len({decided(state, b"same") for _ in range(3)}) == 1


def test_the_bot_does_not_touch_the_state_it_thinks_about() -> None:
    state = table(posing=(3, 16), stocks={FRANCE: {FRUIT: 2, COTTON: 0}})
    twin = replace(state)

    decided(state)

    assert state == twin
    assert state.stocks[FRANCE] == stock({FRUIT: 2})


def test_in_the_strong_bot_s_thoughts_a_leader_sells_its_own_goods() -> None:
    # Card 4 would make FRANCE buy wool abroad; card 16 makes ENGLAND buy its fruit.
    state = table(posing=(4, 16), stocks={FRANCE: {FRUIT: 2}})

    thought = [likely_card(lay_out(state), SeededSource(b"%d" % seed)) for seed in range(50)]

    assert thought.count(16) > 40


def test_in_the_strong_bot_s_thoughts_a_leader_makes_others_pay_abroad() -> None:
    # Nobody has wool or meat: card 4 would cost FRANCE 280, card 40 costs ENGLAND 470.
    state = table(posing=(4, 40))

    thought = [likely_card(lay_out(state), SeededSource(b"%d" % seed)) for seed in range(50)]

    assert thought.count(40) > thought.count(4)
