"""Bots: sincere when they answer, clever when they ask, and never with more than their view."""

from dataclasses import replace

import pytest

from p2pjeux.games.ostrakon import GAME
from p2pjeux.games.ostrakon.calendar import DayRule
from p2pjeux.games.ostrakon.cards import TOPICS
from p2pjeux.games.ostrakon.legality import CONSULT, CORRUPT, DECLINE, FOLLOW, KEEP, TURN, VOTE
from p2pjeux.games.ostrakon.opinions import (
    SURE,
    agreement,
    best_bet,
    chance_of_black,
    expected,
    expected_trick,
    sincere,
)
from p2pjeux.games.ostrakon.questions import SAMPLED, key, sample_question
from p2pjeux.games.ostrakon.state import BLACK, WHITE, Past, State
from p2pjeux.rules.contract import View
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.source import SeededSource
from tests.games.ostrakon.council import act, ask, council, reveal, seal, vote
from tests.kit import Case, steps

ALL_ON_5 = {5: (0, 1, 2, 3, 4)}


def decide(state: State, seat: Seat, sealed: Action | None = None) -> Action:
    return GAME.bot(View(state, seat, {}, sealed), SeededSource(b"bot"))


def test_a_bot_asks_the_sample_question_of_the_topic() -> None:
    state = council(5, ALL_ON_5, sun=5)
    sport = sample_question(state.topic, 0)

    assert decide(state, 0).args == (sport.text, sport.white, sport.black)


def test_a_bot_asks_the_sample_in_another_situation_when_the_topic_comes_again() -> None:
    state = council(5, ALL_ON_5, sun=5)
    state = replace(state, asked=(key(sample_question(state.topic, 0).text),))

    assert decide(state, 0).args[0] == sample_question(state.topic, 1).text


def test_a_bot_chooses_a_fresh_topic_when_it_is_free_to() -> None:
    state = replace(council(5, ALL_ON_5, sun=5), topics=(0, 2, 1))
    assert TOPICS[state.topic].is_free
    *spent, left = SAMPLED
    asked = tuple(key(sample_question(topic, 0).text) for topic in spent)

    action = decide(replace(state, asked=asked), 0)

    assert action.args[0] == sample_question(left, 0).text


def test_an_opinion_is_one_fixed_answer_per_topic() -> None:
    first = ask(council(5, ALL_ON_5, sun=5), "Running or swimming?")
    later = ask(council(5, {9: (3, 0), 5: (1, 2, 4)}, sun=9), "Chess or boxing?")
    assert first.topic == later.topic

    for seat in (1, 2, 4):
        assert decide(first, seat) == Action(VOTE, (sincere(first, seat),))
        assert sincere(first, seat) == sincere(later, seat)


def test_opinions_differ_from_seat_to_seat_from_topic_to_topic_and_from_game_to_game() -> None:
    state = ask(council(12, {2: tuple(range(12))}, sun=2))
    other_topic = replace(state, topics=(4, 5, 6))
    other_game = replace(state, morning=state.morning[::-1])

    opinions = [
        tuple(sincere(world, seat) for seat in range(12))
        for world in (state, other_topic, other_game)
    ]

    assert all(set(held) == {WHITE, BLACK} for held in opinions)
    assert len(set(opinions)) == 3


def test_half_of_all_opinions_are_black() -> None:
    state = ask(council(12, {2: tuple(range(12))}, sun=2))
    held = [
        sincere(replace(state, topics=(right, centre, 0)), seat)
        for right in range(16)
        for centre in range(16)
        for seat in range(12)
    ]

    assert 0.45 < held.count(BLACK) / len(held) < 0.55


def test_a_corrupted_bot_obeys() -> None:
    state = council(5, ALL_ON_5, sun=5, rule=DayRule.CORRUPTION)
    state = ask(state)

    for color, args in ((WHITE, ((3,), ())), (BLACK, ((), (3,)))):
        assert decide(act(state, CORRUPT, *args), 3) == Action(VOTE, (color,))


def with_past(state: State, subject: int, *votes: str | None) -> State:
    return replace(state, history=(*state.history, Past(subject, votes)))


def test_a_bot_bets_on_what_the_others_answered_before_on_this_topic() -> None:
    state = ask(council(5, ALL_ON_5, sun=5))

    white = with_past(state, state.topic, None, WHITE, WHITE, WHITE, BLACK)
    black = with_past(state, state.topic, None, WHITE, BLACK, BLACK, BLACK)

    assert decide(white, 0) == Action(VOTE, (WHITE,))
    assert decide(black, 0) == Action(VOTE, (BLACK,))


def test_past_votes_teach_the_leaning_of_a_seat() -> None:
    state = ask(council(5, ALL_ON_5, sun=5))
    assert chance_of_black(state, 1) == 0.5

    for subject in range(20, 26):
        state = with_past(state, subject, None, BLACK, WHITE, None, BLACK)

    assert chance_of_black(state, 1) == 0.75
    assert chance_of_black(state, 2) == 0.25
    assert chance_of_black(state, 3) == 0.5
    assert chance_of_black(with_past(state, state.topic, None, WHITE), 1) == 1 - SURE


def test_agreement_counts_every_way_the_votes_can_fall() -> None:
    assert agreement([0.5, 0.5]) == [0.25, 0.5, 0.25]
    assert agreement([1.0, 0.0, 1.0]) == [0.0, 0.0, 1.0, 0.0]
    assert sum(agreement([0.1, 0.7, 0.4])) == pytest.approx(1)


def test_a_bet_is_worth_its_mean_advance() -> None:
    """Four coins: two agree with chance 6/16 (two spaces), three with 4/16 (one space)."""
    coins = [0.5] * 4

    assert expected(coins, BLACK, 5) == pytest.approx(2 * 6 / 16 + 4 / 16)
    assert expected(coins, BLACK, 1) == pytest.approx(6 / 16 + 4 / 16)
    assert expected_trick(coins, 5) == pytest.approx(2 * 6 / 16 + 8 / 16)
    assert best_bet([0.9, 0.9, 0.5, 0.1], 5)[1] == BLACK
    assert best_bet([0.1, 0.1, 0.5, 0.9], 5)[1] == WHITE


def test_a_bot_bribes_for_the_colour_it_then_bets_on() -> None:
    state = ask(council(8, {5: tuple(range(8))}, sun=5, rule=DayRule.CORRUPTION))
    action = decide(state, 0)
    assert action.verb == CORRUPT
    white, black = action.args
    assert isinstance(white, tuple)
    assert isinstance(black, tuple)

    bet = decide(act(state, CORRUPT, *action.args), 0)

    assert bet == Action(VOTE, (WHITE if len(white) > len(black) else BLACK,))


def oracle(*shown: str) -> State:
    state = seal(ask(council(7, {5: tuple(range(7))}, sun=5, rule=DayRule.ORACLE)))
    return reveal(act(state, CONSULT, (1, 2)), dict(zip((1, 2), shown, strict=True)))


def test_a_bot_consults_as_many_as_it_may() -> None:
    state = seal(ask(council(7, {5: tuple(range(7))}, sun=5, rule=DayRule.ORACLE)))

    action = decide(state, 0)

    assert action.verb == CONSULT
    (seats,) = action.args
    assert isinstance(seats, tuple)
    assert len(set(seats)) == 2


def test_a_bot_turns_to_what_the_oracle_shows() -> None:
    state = oracle(BLACK, BLACK)

    assert decide(state, 0, Action(VOTE, (WHITE,))).verb == TURN
    assert decide(state, 0, Action(VOTE, (BLACK,))).verb == KEEP


def test_a_stand_in_that_cannot_see_the_sealed_shard_leaves_it() -> None:
    assert decide(oracle(BLACK, BLACK), 0, None).verb == KEEP


@pytest.mark.parametrize("agreeing,verb", [(1, TURN), (3, KEEP)])
def test_a_bot_tricks_itself_into_the_majority(agreeing: int, verb: str) -> None:
    state = vote(ask(council(5, ALL_ON_5, sun=5, rule=DayRule.TROMPERIE)), agreeing)

    assert decide(state, 0).verb == verb


def test_a_bot_follows_where_there_is_something_to_gain() -> None:
    far = ask(council(8, {9: (0, 1, 2), 3: (3, 4, 5, 6, 7)}, sun=9))
    # All the others are known to think alike, so the asker will be under the Sun.
    hopeless = with_past(far, far.topic, None, *[sincere(far, 3)] * 7)

    assert decide(far, 3).verb == FOLLOW
    assert decide(hopeless, 3).verb == DECLINE


def test_bots_advance_farther_than_random_players() -> None:
    """The mean final space of one bot among seven random players, over forty games."""
    mine = others = 0.0
    for seed in range(40):
        engine = Case("ostrakon", 8).engine(seed)
        me, source = seed % 8, SeededSource(b"duel%d" % seed)
        while engine.request is not None:
            for seat in engine.waiting:
                player = GAME.bot if seat == me else GAME.sample
                engine.play(seat, player(engine.view(seat), source))
            engine.advance()
        ended = GAME.outcome(engine.state)
        assert ended is not None
        mine += ended.scores[me]
        others += (sum(ended.scores) - ended.scores[me]) / 7

    assert mine > others + 40


def test_a_game_of_bots_replays_from_its_seed() -> None:
    games = [
        [step.after.asked for step in steps(Case("ostrakon", 6).engine(2), 2, GAME.bot)]
        for _ in range(2)
    ]

    assert games[0] == games[1]
