"""One test for each ruling; numbers are those of rulings.md."""

from dataclasses import replace

import pytest

from p2pjeux.games.stonehenge import GAME
from p2pjeux.games.stonehenge.auction import Bid, Judgement, judge
from p2pjeux.games.stonehenge.cards import CARDS, COLORS, FACES, RING_SPACES, SALES
from p2pjeux.games.stonehenge.legality import check_bid
from p2pjeux.games.stonehenge.rules import outcome, request
from p2pjeux.games.stonehenge.state import Phase, State, new_state
from p2pjeux.games.stonehenge.turn import apply
from p2pjeux.rules.contract import View
from p2pjeux.rules.door import check_laid, check_play
from p2pjeux.rules.requests import (
    Action,
    Deal,
    Done,
    Draw,
    Drawn,
    Face,
    Laid,
    Lay,
    Play,
    Played,
    Shuffle,
    Slot,
)

BLUE = COLORS.index("bleu")
RED = COLORS.index("rouge")
YELLOW = COLORS.index("jaune")
DOLMEN = next(face for face in FACES if CARDS[face].is_dolmen)
DOLMENS = [face for face in FACES if CARDS[face].is_dolmen]


def face(number: int, *, day: bool) -> Face:
    return next(face for face in FACES if CARDS[face].number == number and CARDS[face].day == day)


def day(number: int) -> Face:
    return face(number, day=True)


def night(number: int) -> Face:
    return face(number, day=False)


def verdict(trump: int, *bids: tuple[Face, ...]) -> Judgement:
    """The verdict on bids of seats 0, 1, 2…"""
    return judge([Bid(seat, faces) for seat, faces in enumerate(bids)], trump)


def draws(trump: int, *bids: tuple[Face, ...]) -> list[int]:
    return [count for _seat, count in verdict(trump, *bids).draws]


def at_auction(seats: int = 3, **changes: object) -> State:
    """A table in the middle of the game, three slots in each hand, ready for the first bid."""
    state = replace(
        new_state(seats),
        phase=Phase.LAY,
        stones=(BLUE, RED) * 15 + (0, 1, 2, 3, 4),
        sale=1,
        deck=1,
        stock=tuple(Slot(0, place) for place in range(3 * seats, len(FACES))),
        hands=tuple(tuple(Slot(0, 3 * seat + card) for card in range(3)) for seat in range(seats)),
    )
    return replace(state, **changes)  # type: ignore[arg-type] # a test names its own fields


def sell(state: State, *bids: tuple[Face, ...]) -> State:
    """Lay and open these bids, in the order of laying; hands give their first slots."""
    plays = []
    for seat, faces in zip(state.order, bids, strict=True):
        plays.append(Play(seat, Action("bid", cards=state.hands[seat][: len(faces)]), faces))
        state = apply(state, Laid(seat, len(faces)))
    return apply(state, Played(tuple(plays)))


def test_ruling_01_the_first_sale_is_space_one_and_the_auctioneer_moves_after_each() -> None:
    state = at_auction(sale=0)
    assert state.trump == state.stones[0]

    after = sell(state, (day(2),), (day(3),), (day(4),))

    assert after.sale == 1


def test_ruling_02_no_two_bids_are_equal_because_no_two_cards_are() -> None:
    numbered = [card for card in CARDS if not card.is_dolmen]
    assert len({(card.number, card.day) for card in numbered}) == len(numbered) == 60
    assert verdict(RED, (day(20),), (night(20),)).ranking == (0, 1)


def test_ruling_03_of_two_lowest_bids_with_equal_sums_night_is_lower() -> None:
    assert draws(RED, (day(30),), (day(8),), (night(8),)) == [0, 1, 2]


def test_ruling_04_trump_counts_for_the_lowest_bid_too() -> None:
    # Blue 2 is trump: above white 25, which is then the lowest.
    assert draws(BLUE, (day(8),), (day(2),), (day(25),)) == [0, 1, 2]
    # A dolmen cancels trump: now blue 2 is the lowest.
    assert draws(BLUE, (day(8),), (day(2),), (day(25),), (DOLMEN,)) == [1, 2, 0, 1]


def test_ruling_05_a_dolmen_alone_is_zero_cancels_trump_and_draws_one() -> None:
    judged = verdict(BLUE, (day(8),), (day(29),), (DOLMEN,))

    assert judged.ranking == (1, 0)
    assert dict(judged.draws) == {0: 2, 1: 0, 2: 1}


def test_ruling_06_a_dolmen_with_numbers_cancels_trump_and_keeps_the_sum() -> None:
    judged = verdict(BLUE, (day(8),), (day(29), DOLMEN))

    assert Bid(1, (day(29), DOLMEN)).value == 29
    assert judged.winner == 1


def test_ruling_07_several_dolmens_without_a_number_are_legal_and_zero() -> None:
    faces = tuple(DOLMENS[:3])

    assert check_bid(faces) is None
    assert Bid(0, faces).value == 0
    assert verdict(BLUE, faces, (day(1),)).ranking == (1,)


def test_ruling_08_a_dolmen_may_be_the_one_card_of_the_first_auction() -> None:
    state = at_auction(sale=0)
    lay = request(state)
    assert isinstance(lay, Lay)
    action = Action("bid", cards=lay.hand[:1])

    assert check_play(GAME, state, lay, lay.seat, action, (DOLMEN,)) is None


def test_ruling_09_a_single_bid_above_zero_wins_and_nobody_draws_two() -> None:
    judged = verdict(BLUE, (), (day(3),), (DOLMEN,))

    assert judged.winner == 1
    assert dict(judged.draws) == {0: 1, 1: 0, 2: 1}


def test_ruling_10_after_a_null_auction_the_same_seat_starts_again() -> None:
    after = sell(at_auction(starter=2), (), (DOLMEN,), ())

    assert after.starter == 2
    assert after.removed == (RED,)


def test_the_winner_of_the_last_auction_begins() -> None:
    after = sell(at_auction(starter=1), (day(2),), (day(9),), (day(1),))

    # Seat 1 bid first, then seats 2 and 0; nine wins.
    assert after.last is not None
    assert after.last.winner == 2
    assert after.starter == 2
    assert after.order == (2, 0, 1)


def test_ruling_11_after_a_null_auction_everybody_draws_one() -> None:
    after = sell(at_auction(), (), (), ())

    asked = request(after)
    assert isinstance(asked, Deal)
    assert [(seat, len(slots)) for seat, slots in asked.hands] == [(0, 1), (1, 1), (2, 1)]


def test_ruling_12_short_cards_go_clockwise_from_the_starter_and_then_nobody_draws() -> None:
    # Two cards in stock, no discards: the starter 1 and then 2 draw, 0 goes without.
    state = at_auction(starter=1, stock=(Slot(0, 60), Slot(0, 61)))
    after = sell(state, (), (), ())

    asked = request(after)
    assert isinstance(asked, Deal)
    assert [seat for seat, _slots in asked.hands] == [1, 2]
    assert apply(after, Done()).phase is Phase.LAY


def test_ruling_13_a_player_without_cards_can_only_pass_and_draws_one() -> None:
    state = at_auction(hands=((), (Slot(0, 3),), (Slot(0, 6),)))
    lay = request(state)
    assert isinstance(lay, Lay)
    assert (lay.least, lay.most) == (0, 0)
    assert GAME.choices(View(state, 0, {})).forms == ()

    after = sell(state, (), (day(3),), (day(4),))

    assert dict(after.owed)[0] == 1


def test_ruling_14_the_dolmens_are_sold_last_in_their_order() -> None:
    state = at_auction(sale=RING_SPACES - 1)

    after = sell(state, (day(3),), (), ())

    assert after.sale == RING_SPACES
    assert after.trump == after.stones[RING_SPACES] == 0


def test_ruling_15_each_dolmen_carries_another_colour_drawn_by_chance() -> None:
    state = replace(new_state(3), phase=Phase.DOLMENS, stones=(0,) * RING_SPACES)
    assert request(state) == Draw((0, 1, 2, 3, 4), 5, "dolmens")

    after = apply(state, Drawn((3, 1, 4, 0, 2)))

    assert after.stones[RING_SPACES:] == (3, 1, 4, 0, 2)


def test_ruling_16_a_dolmen_is_one_more_stone_of_its_colour_and_that_never_matters() -> None:
    state = at_auction(sale=RING_SPACES, owned=((2, 0, 0, 0, 0),) * 3)

    after = sell(state, (day(1),), (), ())

    assert after.scores[0] == 6
    assert after.owned[0] == (3, 0, 0, 0, 0)
    assert 0 not in after.stones[RING_SPACES + 1 :]


def test_ruling_17_more_than_twenty_points_end_the_game_at_once() -> None:
    state = at_auction(scores=(19, 0, 0), owned=((0, 0, 0, 0, 2),) * 3)

    after = sell(state, (day(5),), (), ())

    assert after.scores == (22, 0, 0)
    ended = outcome(after)
    assert ended is not None
    assert ended.winners == (0,)
    assert request(after) is None


def test_exactly_twenty_points_end_it() -> None:
    state = at_auction(scores=(17, 0, 0), owned=((0, 0, 0, 0, 2),) * 3)

    after = sell(state, (day(5),), (), ())

    assert after.scores == (20, 0, 0)
    assert request(after) is None
    ended = outcome(after)
    assert ended is not None
    assert ended.winners == (0,)


def test_nineteen_points_do_not_end_it() -> None:
    state = at_auction(scores=(16, 0, 0), owned=((0, 0, 0, 0, 2),) * 3)

    after = sell(state, (day(5),), (), ())

    assert after.scores == (19, 0, 0)
    assert request(after) is not None
    assert outcome(after) is None


@pytest.mark.parametrize(
    ("owned", "winners"),
    [(((2, 0, 0, 0, 0), (1, 0, 0, 0, 0)), (0,)), (((1, 0, 0, 0, 0), (0, 1, 0, 0, 0)), (0, 1))],
)
def test_ruling_18_a_tie_goes_to_more_stones_and_is_then_shared(
    owned: tuple[tuple[int, ...], ...], winners: tuple[int, ...]
) -> None:
    state = at_auction(
        phase=Phase.OVER, scores=(9, 9, 3), owned=(*owned, (0, 0, 9, 0, 0)), sale=SALES
    )

    ended = outcome(state)

    assert ended is not None
    assert ended.winners == winners


def test_ruling_19_all_see_how_many_cards_are_laid_and_not_which() -> None:
    state = at_auction()

    after = apply(state, Laid(0, 2))

    assert after.laid == (2,)
    # The hand still holds all three slots: nothing in the state says which two lie there.
    assert after.hands == state.hands


def test_ruling_20_discards_are_shuffled_when_a_draw_finds_the_stock_empty() -> None:
    state = at_auction(stock=(Slot(0, 60),), discards=(day(30),))

    after = sell(state, (day(2),), (day(3),), (day(4),))
    assert isinstance(request(after), Deal)
    short = apply(after, Done())

    asked = request(short)
    assert isinstance(asked, Shuffle)
    assert sorted(asked.faces) == sorted((day(30), day(2), day(3), day(4)))


def test_a_bid_of_two_colours_is_refused() -> None:
    assert check_bid((day(2), day(3))) is not None


def test_in_the_first_auction_exactly_one_card_is_laid() -> None:
    lay = request(at_auction(sale=0))
    assert isinstance(lay, Lay)

    assert check_laid(lay, 1) is None
    assert check_laid(lay, 0) is not None
    assert check_laid(lay, 2) is not None
