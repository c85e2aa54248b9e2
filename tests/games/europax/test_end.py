"""How the short and the long game end, and that they do."""

from collections import Counter
from dataclasses import replace

import pytest

from p2pjeux.games.europax import FACTS, GAME
from p2pjeux.games.europax.cards import (
    COUNTRIES,
    DEMANDS,
    ENGLAND,
    PRODUCTION_CARDS,
    PRODUCTS,
    REWARD,
)
from p2pjeux.games.europax.choices import actions
from p2pjeux.games.europax.length import LENGTH_MOST, POSED_MOST
from p2pjeux.games.europax.rules import agree, outcome
from p2pjeux.games.europax.state import Event, News, Phase, State, WhyOver
from p2pjeux.rules.contract import Source, View
from p2pjeux.rules.requests import Action, Choose, Draw
from tests.games.europax.scene import COTTON, FRUIT, GAIN_50, news, pose, read, stock, table
from tests.kit import Case, Player, steps

LONG = {"length": "long"}


def test_ruling_27_a_long_game_stops_after_two_rounds_of_cards_for_nothing() -> None:
    # Card 16 asks ENGLAND for fruit, which nobody has: all of it is bought abroad.
    nearly = table(5, LONG, posing=16, idle=2 * 56 - 1)
    state = pose(nearly, 16)

    assert state.phase is Phase.OVER
    assert News(Event.ENDED, units=WhyOver.IDLE) in state.news
    assert outcome(state) is not None


def test_ruling_27_one_card_for_the_market_starts_the_count_again() -> None:
    nearly = table(5, LONG, posing=16, idle=2 * 56 - 1, stocks={ENGLAND: {FRUIT: 2}})
    state = read(pose(nearly, 16), GAIN_50)

    assert (state.phase, state.idle) == (Phase.LEAD, 0)


def test_ruling_27_is_not_for_the_short_game() -> None:
    assert pose(table(posing=16, idle=2 * 56 - 1), 16).phase is Phase.LEAD


def test_ruling_32_the_last_reward_of_the_long_game_is_paid() -> None:
    before = table(
        5, LONG, posing=16, stocks={ENGLAND: {FRUIT: 2, COTTON: 0}}, production_stock=stock()
    )
    state = pose(before, 16)

    assert news(state, Event.ENDED) == [News(Event.ENDED, units=WhyOver.PRODUCTIONS)]
    assert state.money[ENGLAND] == before.money[ENGLAND] + REWARD


def test_the_long_game_ends_in_the_middle_of_a_card() -> None:
    # Card 2 asks FRANCE for vegetables, then GERMANY for wool; FRANCE's last card ends the game.
    before = table(
        5, LONG, leader=3, posing=2, stocks={0: {3: 2, COTTON: 0}}, production_stock=stock()
    )
    state = pose(before, 2)

    assert state.phase is Phase.OVER
    assert (state.service, state.used) == (None, (2,))
    assert state.money[2] == before.money[2]


@pytest.mark.parametrize("seats", range(2, 7))
def test_whoever_leads_has_a_demand_card(seats: int) -> None:
    for length in ("short", "long"):
        for seed in range(5):
            for step in steps(Case("europax", seats, (("length", length),)).engine(seed), seed):
                if step.after.phase is Phase.LEAD:
                    # A single card would have been posed without asking.
                    assert len(step.after.hands[step.after.leader]) > 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_no_demand_card_is_posed_twice_in_the_short_game(seats: int) -> None:
    for seed in range(5):
        posed = [
            item.what
            for step in steps(Case("europax", seats).engine(seed), seed)
            for item in news(step.after, Event.POSED)
        ]
        assert len(set(posed)) == len(posed)


def requests_by_kind(
    case: Case, seed: int, player: Player | None = None
) -> tuple[Counter[str], State]:
    counts: Counter[str] = Counter()
    engine = case.engine(seed)
    for step in steps(engine, seed, player):
        if isinstance(step.request, Choose | Draw):
            counts[f"{type(step.request).__name__} {step.request.about}"] += 1
        counts["posed"] += len(news(step.after, Event.POSED))
    return counts, engine.state


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_bound_on_the_length_holds_part_by_part(seats: int) -> None:
    """Each line of the argument in length.py, in games that are played."""
    for seed in range(6):
        counts, state = requests_by_kind(Case("europax", seats, (("length", "long"),)), seed)
        delivered = sum(state.market)
        assert delivered <= sum(PRODUCTION_CARDS)
        assert counts["Choose lead"] <= counts["posed"] <= POSED_MOST
        assert counts["Choose seller"] <= delivered
        assert counts["Draw unforeseen"] <= delivered
        assert counts["Choose urgent"] <= delivered
        # One of the draws of each kind is the first deal.
        assert 7 * (counts["Draw demands"] - 1) <= counts["posed"]
        assert 10 * (counts["Draw productions"] - 1) <= sum(PRODUCTION_CARDS)


def stalling(view: View[State], source: Source) -> Action:
    """Pose cards that ask for what nobody has, as long as there are any: make it last."""
    state = view.state
    held = {
        product
        for product in PRODUCTS
        if any(state.stocks[country][product] for country in state.terms.boards)
    }

    def reaches_the_market(action: Action) -> int:
        card = action.args[0]
        assert isinstance(card, int)
        return sum(
            demand.product in held and demand.country in state.terms.boards
            for demand in DEMANDS[card]
        )

    if state.phase is Phase.LEAD:
        return min(actions(state), key=reaches_the_market)
    return GAME.sample(view, source)


@pytest.mark.parametrize("seats", range(2, 7))
def test_players_who_drag_the_long_game_out_still_come_to_its_end(seats: int) -> None:
    longest = 0
    for seed in range(4):
        case = Case("europax", seats, (("length", "long"),))
        counts, state = requests_by_kind(case, seed, stalling)
        longest = max(longest, sum(counts.values()) - counts["posed"])
        assert state.phase is Phase.OVER
    assert longest <= LENGTH_MOST == FACTS.length_most


def test_the_bound_is_what_its_argument_says() -> None:
    assert max(agree(seats, {}).demands for seats in range(2, 7)) == 56
    assert POSED_MOST == 173 + 174 * 2 * 56
    assert LENGTH_MOST == 2 + POSED_MOST + POSED_MOST // 7 + 3 * 173 + 17


def test_idle_cards_move_nothing_but_money() -> None:
    """Why a standstill stays one: only demand cards change hands while nothing is delivered."""
    before = replace(table(5, LONG, posing=16), hands=((16, 3, 4),) * len(COUNTRIES))
    state = pose(before, 16)

    assert state.idle == before.idle + 1
    assert (state.stocks, state.unseen, state.under) == (before.stocks, before.unseen, before.under)
    assert sum(state.money) < sum(before.money)
