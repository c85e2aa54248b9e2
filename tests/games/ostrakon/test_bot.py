"""Bots: sincere when they answer, clever when they ask, and never with more than their view."""

from dataclasses import replace

import pytest

from p2pjeux.games.ostrakon import GAME
from p2pjeux.games.ostrakon.bot import Outlook
from p2pjeux.games.ostrakon.calendar import PHILOSOPHERS, DayRule
from p2pjeux.games.ostrakon.cards import TOPICS
from p2pjeux.games.ostrakon.legality import CONSULT, CORRUPT, DECLINE, FOLLOW, KEEP, TURN, VOTE
from p2pjeux.games.ostrakon.opinions import (
    agreement,
    best_bet,
    expected,
    expected_trick,
    in_character,
    learnt,
    sincere,
)
from p2pjeux.games.ostrakon.questions import SAMPLED, Question, key, sample_question
from p2pjeux.games.ostrakon.state import BAD, BLACK, WHITE, Past, State
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


def opinion(state: State, seat: Seat) -> str:
    assert state.question is not None
    return sincere(state, seat, state.question)


def test_an_opinion_is_one_fixed_answer_per_question() -> None:
    first = ask(council(5, ALL_ON_5, sun=5), "Running or swimming?")
    later = ask(council(5, {9: (3, 0), 5: (1, 2, 4)}, sun=9), "Running or swimming?")

    for seat in (1, 2, 4):
        assert decide(first, seat) == Action(VOTE, (opinion(first, seat),))
        assert opinion(first, seat) == opinion(later, seat)


def sampled(topic: int) -> Question:
    return sample_question(topic, 0)


def test_philosophers_answer_in_character() -> None:
    """Metronomos keeps to what he knows, Fosforos does not: “your usual dish?”."""
    state = council(12, {2: tuple(range(12))}, sun=2)
    names = [philosopher.name for philosopher in PHILOSOPHERS]
    usual = sampled(10)
    assert usual.black == "mon plat habituel"

    held = {
        sincere(replace(state, morning=(seed,)), names.index("Metronomos"), usual)
        for seed in range(40)
    }
    daring = {
        sincere(replace(state, morning=(seed,)), names.index("Fosforos"), usual)
        for seed in range(40)
    }

    assert (held, daring) == ({BLACK}, {WHITE})


def test_what_a_player_typed_is_answered_in_character_too() -> None:
    state = council(12, {2: tuple(range(12))}, sun=2)
    names = [philosopher.name for philosopher in PHILOSOPHERS]
    typed = Question("Le soir ?", "seul avec un livre", "en groupe, avec des amis")

    assert in_character(state, names.index("Nausicaa"), typed) > 0.9
    assert in_character(state, names.index("Bibliotekos"), typed) < 0.1


@pytest.mark.slow
def test_the_chances_of_a_character_are_those_of_its_moods() -> None:
    state = council(12, {2: tuple(range(12))}, sun=2)
    for seat in range(12):
        for topic in SAMPLED[::10]:
            chance = in_character(state, seat, sampled(topic))
            held = [
                sincere(replace(state, morning=(seed,)), seat, sampled(topic)) == BLACK
                for seed in range(400)
            ]
            assert abs(sum(held) / 400 - chance) < 0.1


def test_the_questions_divide_the_philosophers() -> None:
    """No sample is so obvious that all twelve would answer alike, and few nearly so."""
    state = council(12, {2: tuple(range(12))}, sun=2)
    shares = [
        sum(in_character(state, seat, sampled(topic)) for seat in range(12)) / 12
        for topic in SAMPLED
    ]

    assert all(0.2 < share < 0.8 for share in shares)


def test_a_corrupted_bot_obeys() -> None:
    state = council(5, ALL_ON_5, sun=5, rule=DayRule.CORRUPTION)
    state = ask(state)

    for color, args in ((WHITE, ((3,), ())), (BLACK, ((), (3,)))):
        assert decide(act(state, CORRUPT, *args), 3) == Action(VOTE, (color,))


def with_past(state: State, topic: int, *votes: str | None) -> State:
    return replace(state, history=(*state.history, Past(sampled(topic), votes)))


def asked(topic: int, state: State | None = None) -> State:
    """A council before which the sample question of a topic has been asked."""
    state = ask(state or council(5, ALL_ON_5, sun=5))
    return replace(state, question=sampled(topic))


# Two samples on which the same traits decide, and one on which they do the contrary.
USUAL_DISH, NO_NEW_PLACE, FAR_FUTURE = 10, 73, 101


def test_a_bot_bets_on_what_the_others_answered_to_questions_like_this_one() -> None:
    state = asked(USUAL_DISH)

    white = with_past(state, NO_NEW_PLACE, None, WHITE, WHITE, WHITE, BLACK)
    black = with_past(state, NO_NEW_PLACE, None, WHITE, BLACK, BLACK, BLACK)
    contrary = with_past(state, FAR_FUTURE, None, WHITE, WHITE, WHITE, BLACK)

    assert decide(white, 0) == Action(VOTE, (WHITE,))
    assert decide(black, 0) == Action(VOTE, (BLACK,))
    assert decide(contrary, 0) == Action(VOTE, (BLACK,))


def test_past_votes_teach_how_a_seat_answers_questions_of_a_kind() -> None:
    state = asked(USUAL_DISH)
    assert learnt(state, 1, sampled(USUAL_DISH)) == 0.5

    state = with_past(state, NO_NEW_PLACE, None, BLACK, WHITE, None, BLACK)

    assert learnt(state, 1, sampled(USUAL_DISH)) == 0.7
    assert learnt(state, 2, sampled(USUAL_DISH)) == 0.3
    assert learnt(state, 3, sampled(USUAL_DISH)) == 0.5
    assert learnt(state, 1, sampled(FAR_FUTURE)) == 0.3


def test_whoever_called_the_question_bad_does_not_count_in_a_bet() -> None:
    state = seal(asked(USUAL_DISH, council(5, ALL_ON_5, sun=5, rule=DayRule.ORACLE, refusals=True)))
    state = reveal(act(state, CONSULT, (4,)), {4: BAD})

    assert len(Outlook(View(state, 0, {}), 0, learnt).blacks()) == 3


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
    lean = sampled(USUAL_DISH)
    hopeless = replace(far, question=lean)
    for _ in range(40):
        hopeless = with_past(hopeless, USUAL_DISH, None, *[sincere(far, 3, lean)] * 7)

    assert decide(far, 3).verb == FOLLOW
    assert decide(hopeless, 3).verb == DECLINE


@pytest.mark.slow
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
