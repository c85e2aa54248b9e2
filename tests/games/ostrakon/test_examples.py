"""The worked examples of the rulebook and of the dossier, number for number."""

from dataclasses import replace

import pytest

from p2pjeux.games.ostrakon.calendar import COUNCILS, PHILOSOPHERS, TEMPLE, DayRule
from p2pjeux.games.ostrakon.cards import TOPICS
from p2pjeux.games.ostrakon.legality import KEEP
from p2pjeux.games.ostrakon.rules import apply, outcome, set_up
from p2pjeux.games.ostrakon.state import Phase
from p2pjeux.games.ostrakon.story import result
from p2pjeux.games.ostrakon.turn import advance
from p2pjeux.language import words_for
from p2pjeux.rules.requests import Drawn
from tests.games.ostrakon.council import act, ask, claim, council, next_topic, piles, turn, vote

NAMES = tuple(philosopher.name for philosopher in PHILOSOPHERS)


def test_example_1_four_of_seven_others_advance_three_spaces() -> None:
    state = turn(council(8, {2: tuple(range(8))}, sun=2), agreeing=4)

    assert piles(state)[5] == (0,)


@pytest.mark.parametrize("agreeing", [7, 3, 2, 1, 0])
def test_example_1_all_seven_or_fewer_than_four_go_under_the_sun(agreeing: int) -> None:
    state = turn(council(8, {2: tuple(range(8))}, sun=2), agreeing=agreeing)

    assert state.under == (0,)
    assert piles(state) == {2: tuple(range(1, 8))}


def test_example_1_the_next_of_the_lit_pile_speaks_then() -> None:
    state = turn(council(8, {2: tuple(range(8))}, sun=2), agreeing=4)

    assert (state.sun, state.asker) == (2, 1)


def test_example_2_two_of_four_others_advance_two_spaces() -> None:
    state = turn(council(5, {5: (0, 1, 2, 3, 4)}, sun=5), agreeing=2)

    assert piles(state)[7] == (0,)


def test_example_3_sport_now_and_a_free_topic_next() -> None:
    state = council(8, {2: tuple(range(8))}, sun=2)
    assert state.topics == (0, 1, 2)

    assert TOPICS[state.topic].fr == "Sport"
    assert TOPICS[state.next_topic].fr == "???"
    assert (state.asker, state.next_asker) == (0, 1)


def test_example_4_a_disciple_on_3_stops_at_the_sun_on_5_and_speaks_next() -> None:
    state = council(8, {5: (0, 1), 3: (2, 3), 2: (4, 5, 6, 7)}, sun=5)

    state = turn(state, 4, 2)

    assert piles(state) == {2: (4, 5, 6, 7), 3: (3,), 5: (2, 1), 8: (0,)}
    assert (state.sun, state.asker) == (5, 2)


def test_example_5_calippos_advances_three_the_fallen_come_back_on_6_and_the_day_ends() -> None:
    state = council(8, {6: (0, 1, 2), 9: (3, 4, 5, 6, 7)}, sun=6)
    for _ in range(2):
        state = next_topic(turn(state, agreeing=0))
    assert state.under == (0, 1)

    state = turn(state, agreeing=4)

    assert piles(state) == {6: (0, 1), 9: (2, 3, 4, 5, 6, 7)}
    assert (state.sun, state.day, state.under) == (9, 1, ())


# Number of players, start, visible moons, influenced, votes needed among the others, best advance.
TABLE = [
    (5, 5, 6, 1, 2, 2),
    (6, 5, 6, 1, 3, 2),
    (7, 2, 5, 2, 3, 3),
    (8, 2, 5, 2, 4, 3),
    (9, 1, 4, 2, 4, 4),
    (10, 1, 4, 3, 5, 4),
    (11, 2, 3, 3, 5, 5),
    (12, 2, 3, 3, 6, 5),
]


@pytest.mark.parametrize("seats,start,days,influenced,needed,best", TABLE)
def test_example_6_the_numbers_of_the_set_up_table(
    seats: int, start: int, days: int, influenced: int, needed: int, best: int
) -> None:
    table = COUNCILS[seats]
    others = seats - 1

    assert (table.start, table.days, table.influenced) == (start, days, influenced)
    assert min(number for number in range(seats) if advance(number, others)) == needed
    assert max(advance(number, others) for number in range(seats)) == best


@pytest.mark.parametrize(
    "seats,calendar",
    [
        (5, "NNNCOT"),
        (6, "NNNCOT"),
        (7, "NNCOT"),
        (8, "NNCOT"),
        (9, "NCOT"),
        (10, "NCOT"),
        (11, "NOT"),
        (12, "NOT"),
    ],
)
def test_example_7_the_calendar_of_special_days(seats: int, calendar: str) -> None:
    letters = {
        DayRule.NORMAL: "N",
        DayRule.CORRUPTION: "C",
        DayRule.ORACLE: "O",
        DayRule.TROMPERIE: "T",
    }

    assert "".join(letters[rule] for rule in COUNCILS[seats].rules) == calendar


@pytest.mark.parametrize("seats,start,days,influenced,needed,best", TABLE)
def test_example_8_start_and_faultless_days_lead_to_the_temple(
    seats: int, start: int, days: int, influenced: int, needed: int, best: int
) -> None:
    assert start + days * best == TEMPLE


def test_example_9_faultless_play_is_a_supreme_victory() -> None:
    """On the last day the leader goes from 15 into the Temple; nobody else gets that far."""
    state = council(5, {15: (0,), 5: (1, 2, 3, 4)}, sun=15, rule=DayRule.TROMPERIE)
    state = act(vote(claim(ask(state)), agreeing=2), KEEP)
    while state.phase is not Phase.OVER:
        state = next_topic(state)
        state = act(vote(ask(state, f"Question {len(state.asked)}?"), agreeing=0), KEEP)

    ended = outcome(state)
    assert ended is not None
    assert ended.winners == (0,)
    assert ended.scores == (TEMPLE, 5, 5, 5, 5)
    words = words_for("en", "ostrakon", NAMES)
    assert result(state, words)[-1] == "Supreme Victory for Asyntotos!"


def test_example_9_a_winner_short_of_the_temple_has_a_plain_victory() -> None:
    state = council(5, {13: (0,), 5: (1, 2, 3, 4)}, sun=13, rule=DayRule.TROMPERIE)
    state = replace(state, olive=(False,) * 5)
    while state.phase is not Phase.OVER:
        state = next_topic(state) if state.phase is Phase.TOPIC else state
        state = act(vote(ask(state, f"Question {len(state.asked)}?"), agreeing=2), KEEP)

    words = words_for("en", "ostrakon", NAMES)
    assert result(state, words)[-1] == "Asyntotos wins."


def test_example_10_a_set_up_for_eight() -> None:
    state = set_up(8, {})
    state = apply(state, Drawn((3, 11, 2, 0, 4, 5, 6, 7)))
    state = apply(state, Drawn((1, 0, 2, 3, 4, 5, 6, 7)))
    state = apply(state, Drawn((0, 1, 2)))

    assert piles(state) == {2: (1, 0, 2, 3, 4, 5, 6, 7)}
    assert (state.sun, state.day, state.rule) == (2, 0, DayRule.NORMAL)
    assert state.council.days - state.day == 5
    assert all(state.olive)
    assert state.phase is Phase.ASK
    assert PHILOSOPHERS[state.philosophers[state.asker]].name == "Nausicaa"
