"""Dealing from a stock that may be too short: in turn, nobody twice, the rest is owed."""

from p2pjeux.rules.dealing import deal_owed, hands_out
from p2pjeux.rules.requests import Slot

STOCK = tuple(Slot(0, place) for place in range(4))


def test_cards_are_handed_out_in_the_order_of_the_debt() -> None:
    assert hands_out(((2, 1), (0, 3)), STOCK) == ((2, STOCK[:1]), (0, STOCK[1:]))


def test_whoever_finds_the_stock_empty_gets_nothing_yet() -> None:
    assert hands_out(((1, 4), (0, 2)), STOCK) == ((1, STOCK),)


def test_what_the_stock_lacked_stays_owed() -> None:
    held = Slot(1, 7)

    dealt = deal_owed(((held,), (), ()), ((2, 3), (0, 2), (1, 1)), STOCK)

    assert dealt.hands == ((held, STOCK[3]), (), STOCK[:3])
    assert dealt.stock == ()
    assert dealt.owed == ((0, 1), (1, 1))


def test_what_is_over_stays_in_the_stock() -> None:
    dealt = deal_owed(((), ()), ((0, 1), (1, 1)), STOCK)

    assert dealt.hands == (STOCK[:1], STOCK[1:2])
    assert dealt.stock == STOCK[2:]
    assert dealt.owed == ()
