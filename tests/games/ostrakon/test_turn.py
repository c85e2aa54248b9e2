"""How a turn goes on each kind of day, what the options change, and what every game keeps."""

from collections import Counter
from itertools import pairwise

import pytest

from p2pjeux.errors import Refused
from p2pjeux.games.ostrakon import FACTS, GAME
from p2pjeux.games.ostrakon.calendar import PHILOSOPHERS, DayRule
from p2pjeux.games.ostrakon.cards import CARDS, TOPICS
from p2pjeux.games.ostrakon.legality import CONSULT, CORRUPT, KEEP, TAKE, TURN, VOTE
from p2pjeux.games.ostrakon.questions import key
from p2pjeux.games.ostrakon.rules import apply, request, set_up
from p2pjeux.games.ostrakon.state import BLACK, WHITE, Phase, State
from p2pjeux.games.ostrakon.turn import advance
from p2pjeux.rules.contract import Form, Several, View
from p2pjeux.rules.requests import Action, Choose, ChooseAll, Draw, Open, Play, Played, Seal, Seat
from tests.games.ostrakon.council import (
    act,
    ask,
    ballot,
    claim,
    council,
    next_topic,
    object_to,
    piles,
    refusal,
    reveal,
    seal,
    turn,
    vote,
)
from tests.kit import Case, steps

ALL_ON_5 = {5: (0, 1, 2, 3, 4)}


@pytest.mark.parametrize("seats", [4, 13])
def test_a_table_that_is_too_small_or_too_large_is_refused(seats: int) -> None:
    with pytest.raises(Refused, match="for 5 to 12 seats"):
        set_up(seats, {})


def test_philosophers_are_drawn_where_the_option_says_so() -> None:
    drawn = set_up(5, {"philosophers": "drawn"})

    assert request(drawn) == Draw(tuple(range(12)), 5, "philosophers")


def test_philosophers_are_chosen_in_turn_by_default() -> None:
    state = set_up(5, {})
    assert request(state) == Choose(0, "philosophers")

    state = apply(state, Played((Play(0, Action(TAKE, (11,))),)))

    assert request(state) == Choose(1, "philosophers")
    assert str(refusal(state, 1, Action(TAKE, (11,)))) == "this philosopher is already taken"
    assert str(refusal(state, 1, Action(TAKE, (12,)))) == "there is no such philosopher"
    assert refusal(state, 1, Action(TAKE, (True,))) is not None
    assert refusal(state, 1, Action(TAKE, ("0",))) is not None
    offered = GAME.choices(View(state, 1, {})).actions
    assert [action.args for action in offered] == [(number,) for number in range(11)]


def test_the_last_of_twelve_takes_the_philosopher_that_is_left() -> None:
    state = set_up(12, {"philosophers": "chosen"})
    for seat in range(11):
        assert request(state) == Choose(seat, "philosophers")
        state = apply(state, Played((Play(seat, Action(TAKE, (11 - seat,))),)))

    assert state.philosophers == tuple(range(11, -1, -1))
    assert state.phase is Phase.PILE


def test_nobody_is_asked_to_follow_when_nobody_may() -> None:
    assert ask(council(5, ALL_ON_5, sun=5)).phase is Phase.VOTE


def test_only_those_who_may_follow_are_asked_all_at_once() -> None:
    state = council(6, {9: (0, 1), 8: (5, 2), 3: (3, 4)}, sun=9)

    assert request(ask(state)) == ChooseAll((3, 5), "disciple")


def test_a_disciple_follows_only_once_in_a_game() -> None:
    state = council(5, {9: (0, 1), 3: (2, 3, 4)}, sun=9)
    state = next_topic(turn(state, 2, 2))
    assert piles(state)[5] == (2,)

    assert request(ask(state)) == ChooseAll((3,), "disciple")


def test_the_disciple_of_an_asker_who_fails_stays_and_has_still_spent_the_branch() -> None:
    state = council(5, {9: (0, 1), 3: (2, 3, 4)}, sun=9)

    state = turn(state, 0, 2)

    assert piles(state)[3] == (2, 3, 4)
    assert not state.olive[2]


def test_on_a_normal_day_all_vote_and_open_together() -> None:
    state = ask(council(5, ALL_ON_5, sun=5))
    assert request(state) == Seal((0, 1, 2, 3, 4), "vote")

    assert request(seal(state)) == Open((0, 1, 2, 3, 4))


@pytest.mark.parametrize("wrong", ["blue", "", None, 0, True, ("white",)])
def test_a_shard_is_white_or_black(wrong: str) -> None:
    state = ask(council(5, ALL_ON_5, sun=5))

    assert refusal(state, 1, Action(VOTE, (wrong,))) is not None
    assert refusal(state, 1, Action(VOTE)) is not None
    assert refusal(state, 1, Action(VOTE, (WHITE,))) is None


def test_an_oracle_day_opens_in_two_waves() -> None:
    state = seal(ask(council(7, {5: tuple(range(7))}, sun=5, rule=DayRule.ORACLE)))
    assert request(state) == Choose(0, "consult")

    state = act(state, CONSULT, (5, 2))
    assert request(state) == Open((2, 5))

    state = reveal(state, {2: WHITE, 5: BLACK})
    assert request(state) == Choose(0, "reconsider")
    assert state.votes == (None, None, WHITE, None, None, BLACK, None)

    assert request(act(state, KEEP)) == Open((0, 1, 3, 4, 6))


@pytest.mark.parametrize("verb,landed", [(KEEP, None), (TURN, 7)])
def test_a_shard_turned_on_an_oracle_day_counts_with_its_other_side(
    verb: str, landed: int | None
) -> None:
    """Of four others three lay white; the asker laid black, and may turn to white."""
    state = seal(ask(council(5, ALL_ON_5, sun=5, rule=DayRule.ORACLE)))
    votes = ballot(state, 1)
    state = act(reveal(act(state, CONSULT, (4,)), votes), verb)

    state = reveal(state, votes)

    # One of the others laid black: one space.
    assert piles(state).get(6) == (None if landed is None else (0,))
    assert (0 in state.under) == (verb == KEEP)


@pytest.mark.parametrize("verb", [KEEP, TURN])
def test_on_a_tromperie_day_the_asker_turns_after_all_have_opened(verb: str) -> None:
    state = vote(ask(council(5, ALL_ON_5, sun=5, rule=DayRule.TROMPERIE)), agreeing=1)
    assert request(state) == Choose(0, "trick")
    assert state.votes == (BLACK, BLACK, WHITE, WHITE, WHITE)

    state = act(state, verb)

    assert (0 in state.under) == (verb == KEEP)
    assert piles(state).get(6) == ((0,) if verb == TURN else None)


@pytest.mark.parametrize("verb", [KEEP, TURN])
@pytest.mark.parametrize("agreeing", [0, 4])
def test_tromperie_does_not_help_against_a_unanimous_room(agreeing: int, verb: str) -> None:
    state = vote(ask(council(5, ALL_ON_5, sun=5, rule=DayRule.TROMPERIE)), agreeing=agreeing)

    assert act(state, verb).under == (0,)


def test_on_a_corruption_day_the_bribe_is_counted_like_any_vote() -> None:
    state = council(5, ALL_ON_5, sun=5, rule=DayRule.CORRUPTION)
    state = act(ask(state), CORRUPT, (), (1,))

    state = vote(state, agreeing=2)

    assert piles(state)[7] == (0,)


def test_bribed_votes_and_bets_are_not_remembered_as_opinions() -> None:
    state = council(5, ALL_ON_5, sun=5, rule=DayRule.CORRUPTION)
    state = vote(act(ask(state), CORRUPT, (), (1,)), agreeing=2)

    assert state.history[-1].votes == (None, None, BLACK, WHITE, WHITE)


@pytest.mark.parametrize("others", range(4, 12))
def test_an_advance_is_worth_as_many_spaces_as_there_are_contrary_votes(others: int) -> None:
    for agreeing in range(others + 1):
        enough = agreeing >= others / 2 and agreeing < others
        assert advance(agreeing, others) == (others - agreeing if enough else 0)


def test_whoever_lands_on_a_pile_lies_on_top() -> None:
    state = turn(council(5, {5: (0, 1), 7: (2, 3, 4)}, sun=5), agreeing=2)

    assert piles(state)[7] == (0, 2, 3, 4)


def test_new_failures_go_beneath_those_under_the_sun() -> None:
    state = council(5, ALL_ON_5, sun=5)

    state = turn(next_topic(turn(state, 0)), 0)

    assert state.under == (0, 1)


def test_the_sun_goes_back_to_the_next_pile_and_skips_empty_spaces() -> None:
    state = turn(council(5, {9: (0,), 3: (1, 2), 2: (3, 4)}, sun=9), agreeing=0)

    assert (state.sun, state.day) == (3, 0)
    assert piles(state)[9] == (0,)


def test_the_topics_slide_after_each_turn() -> None:
    state = turn(council(5, ALL_ON_5, sun=5), 2)
    assert (state.topics, state.used) == ((1, 2), (0,))
    assert request(state) == Draw(tuple(range(3, 16)), 1, "topic")

    state = next_topic(state)

    assert state.topics == (1, 2, 3)
    assert state.topic == CARDS[1].entries[CARDS[2].arrow]


def test_each_arrow_points_at_each_entry_on_two_cards() -> None:
    assert Counter(card.arrow for card in CARDS) == dict.fromkeys(range(8), 2)
    assert [TOPICS[card.entries[7]].is_free for card in CARDS] == [True] * 16


def test_all_twelve_philosophers_have_their_own_letter() -> None:
    assert "".join(philosopher.letter for philosopher in PHILOSOPHERS) == "ABCDEFGHILMN"
    assert all(item.name.startswith(item.letter) for item in PHILOSOPHERS)


def test_with_one_to_influence_every_choice_is_listed() -> None:
    bribe = ask(council(5, ALL_ON_5, sun=5, rule=DayRule.CORRUPTION))
    oracle = seal(ask(council(5, ALL_ON_5, sun=5, rule=DayRule.ORACLE)))

    bribes = {action.args for action in GAME.choices(View(bribe, 0, {})).actions}
    consulted = {action.args for action in GAME.choices(View(oracle, 0, {})).actions}

    told: set[tuple[object, ...]] = {((seat,), ()) for seat in range(1, 5)}
    assert bribes == told | {((), (seat,)) for seat in range(1, 5)}
    assert consulted == {((seat,),) for seat in range(1, 5)}


def test_with_several_to_influence_forms_reach_every_choice() -> None:
    seven = {5: tuple(range(7))}
    bribe = ask(council(7, seven, sun=5, rule=DayRule.CORRUPTION))
    oracle = seal(ask(council(7, seven, sun=5, rule=DayRule.ORACLE)))

    (form,) = GAME.choices(View(bribe, 0, {})).forms
    assert form == Form(
        CORRUPT,
        (
            Several("told to vote white", (1, 2, 3, 4, 5, 6), 0, 2),
            Several("told to vote black", (1, 2, 3, 4, 5, 6), 0, 2),
        ),
    )
    (form,) = GAME.choices(View(oracle, 0, {})).forms
    assert form == Form(CONSULT, (Several("to consult", (1, 2, 3, 4, 5, 6), 2, 2),))


def askers(states: list[State]) -> list[tuple[int, int]]:
    """Day and asker of every turn."""
    return [
        (before.day, before.asker)
        for before, after in pairwise(states)
        if len(after.history) > len(before.history)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(5, 13))
def test_everybody_speaks_exactly_once_a_day(seats: int) -> None:
    for seed in range(15):
        engine = Case("ostrakon", seats).engine(seed)
        spoke = askers([engine.state, *(step.after for step in steps(engine, seed))])
        days = engine.state.council.days
        assert sorted(spoke) == [(day, seat) for day in range(days) for seat in range(seats)]


@pytest.mark.parametrize("seats", [5, 8, 12])
def test_no_question_is_ever_asked_twice_by_random_players_or_bots(seats: int) -> None:
    for player in (GAME.sample, GAME.bot):
        engine = Case("ostrakon", seats).engine(3)
        for _step in steps(engine, 3, player):
            pass
        asked = engine.state.asked
        assert len(asked) == len(set(asked)) >= seats * engine.state.council.days
        assert all(text == key(text) for text in asked)


def test_the_longest_game_stays_within_the_stated_length() -> None:
    """Chosen philosophers; in every turn a question refused, claims and an Oracle twice."""
    turns = max(seats * GAME.set_up(seats, {}).council.days for seats in range(5, 13))

    assert turns == 40
    assert FACTS.length_most == 13 + turns * (1 + 2 * 7)


def test_a_refusal_asks_the_same_asker_again_and_keeps_the_topic() -> None:
    state = ask(council(5, ALL_ON_5, sun=5, refusals=True))
    assert request(state) == Seal((0, 1, 2, 3, 4), "vote")

    after = object_to(state, 3)

    assert request(after) == Choose(0, "ask")
    assert (after.topics, after.refused) == (state.topics, True)


def in_phase(phase: Phase) -> State:
    """A council that waits for one of two answers: of a seat behind the asker, or of the asker."""
    if phase is Phase.DISCIPLE:
        return ask(council(5, {9: (0, 1), 3: (2, 3, 4)}, sun=9))
    if phase is Phase.TRICK:
        return vote(ask(council(5, ALL_ON_5, sun=5, rule=DayRule.TROMPERIE)), 2)
    state = seal(ask(council(5, ALL_ON_5, sun=5, rule=DayRule.ORACLE)))
    return reveal(act(state, CONSULT, (4,)), {4: WHITE})


@pytest.mark.parametrize(
    "phase,seat,verbs",
    [
        (Phase.DISCIPLE, 2, {"follow", "decline"}),
        (Phase.RECONSIDER, 0, {"keep", "turn"}),
        (Phase.TRICK, 0, {"keep", "turn"}),
    ],
)
def test_each_question_takes_its_own_two_answers_only(
    phase: Phase, seat: Seat, verbs: set[str]
) -> None:
    state = in_phase(phase)
    assert state.phase is phase
    everything = {"follow", "decline", "keep", "turn", "ask", "vote"}

    legal = {verb for verb in everything if refusal(state, seat, Action(verb)) is None}

    assert legal == verbs
    assert all(refusal(state, seat, Action(verb, (1,))) is not None for verb in verbs)


def test_claims_settle_who_follows_before_anybody_votes() -> None:
    state = claim(ask(council(5, {9: (0, 1), 3: (2, 3, 4)}, sun=9)), 2)

    assert (state.phase, state.disciple) == (Phase.VOTE, 2)
