"""One test for each ruling; numbers are those of rulings.md."""

from dataclasses import replace

import pytest

from p2pjeux.encoding import Value
from p2pjeux.games.ostrakon import GAME
from p2pjeux.games.ostrakon.calendar import COUNCILS, TEMPLE, DayRule
from p2pjeux.games.ostrakon.cards import CARDS, ENTRIES_PER_CARD, TOPICS
from p2pjeux.games.ostrakon.choices import VOTES
from p2pjeux.games.ostrakon.legality import CONSULT, CORRUPT, KEEP, TAKE, TURN, VOTE
from p2pjeux.games.ostrakon.rules import apply, outcome, request, set_up
from p2pjeux.games.ostrakon.state import BAD, BLACK, WHITE, Phase
from p2pjeux.games.ostrakon.story import tell
from p2pjeux.games.ostrakon.turn import advance, eligible
from p2pjeux.language import words_for
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Size
from p2pjeux.rules.requests import Action, Choose, Draw, Drawn, Open, Play, Played, Seal
from p2pjeux.rules.source import SeededSource
from tests.games.ostrakon.council import (
    act,
    ask,
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

NAMES = tuple(f"Player {number}" for number in range(12))


@pytest.mark.parametrize("seats,needed", [(6, 3), (8, 4), (10, 5), (12, 6)])
def test_ruling_01_half_of_an_odd_number_is_rounded_up(seats: int, needed: int) -> None:
    others = seats - 1

    assert advance(needed, others) == others - needed
    assert advance(needed - 1, others) == 0


def test_ruling_02_a_unanimous_room_sends_the_asker_under_the_sun() -> None:
    state = turn(council(5, {5: (0, 1, 2, 3, 4)}, sun=5), agreeing=4)

    assert state.under == (0,)
    assert piles(state) == {5: (1, 2, 3, 4)}


def test_ruling_03_reaching_the_temple_does_not_end_the_game() -> None:
    state = council(5, {15: (0, 1), 9: (2, 3, 4)}, sun=15, rule=DayRule.TROMPERIE)
    state = vote(claim(ask(state)), agreeing=2)
    state = act(state, KEEP)

    assert piles(state)[TEMPLE] == (0,)
    assert state.phase is Phase.TOPIC
    assert outcome(state) is None


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(5, 13))
def test_ruling_04_the_temple_is_reached_exactly_and_on_the_last_day_only(seats: int) -> None:
    best = max(advance(agreeing, seats - 1) for agreeing in range(seats))
    assert COUNCILS[seats].start + COUNCILS[seats].days * best == TEMPLE
    for seed in range(40):
        for step in steps(Case("ostrakon", seats).engine(seed), seed):
            state = step.after
            last_day = state.day >= COUNCILS[seats].days - 1
            assert last_day or not state.path[TEMPLE]
            if request(state) is not None and state.phase is Phase.ASK:
                # Whoever speaks on day d can have gained no more than best on each day before.
                assert state.sun <= COUNCILS[seats].start + state.day * best


def test_ruling_05_of_several_claims_the_farthest_from_the_temple_counts() -> None:
    state = ask(council(6, {9: (0, 1), 8: (2,), 3: (3, 4), 6: (5,)}, sun=9))

    assert claim(state, 2, 3, 5).disciple == 3
    assert claim(state, 2, 5).disciple == 5
    assert claim(state).disciple is None


def test_ruling_06_only_a_lower_space_is_behind() -> None:
    state = council(6, {5: (0, 1), 4: (2, 3), 7: (4, 5)}, sun=5)

    assert eligible(state) == (2,)
    assert eligible(replace(state, sun=4)) == ()


def test_ruling_07_a_disciple_who_reaches_an_empty_lit_space_keeps_the_sun_there() -> None:
    state = council(5, {5: (0,), 4: (1, 2), 8: (3, 4)}, sun=5)
    state = turn(state, 2, 1)

    assert piles(state) == {4: (2,), 5: (1,), 7: (0,), 8: (3, 4)}
    assert (state.sun, state.asker, state.day) == (5, 1, 0)


def test_ruling_07_those_under_the_sun_wait_for_that_disciple() -> None:
    state = council(5, {5: (4, 0), 4: (1, 2), 8: (3,)}, sun=5)
    state = next_topic(turn(state, 0))
    state = next_topic(turn(state, 2, 1))
    assert (state.under, state.sun) == ((4,), 5)

    state = turn(state, 2)

    assert piles(state) == {4: (2,), 5: (4,), 7: (1, 0), 8: (3,)}
    assert state.sun == 4


def test_ruling_08_whoever_failed_first_comes_out_on_top() -> None:
    state = council(5, {6: (0, 1, 2), 3: (3, 4)}, sun=6)
    for _ in range(3):
        state = next_topic(turn(state, 0))

    assert piles(state) == {6: (0, 1, 2), 3: (3, 4)}
    assert state.sun == 3


def test_ruling_09_a_disciple_on_the_lit_pile_speaks_before_the_one_announced() -> None:
    state = council(5, {5: (0, 1), 4: (2, 3, 4)}, sun=5)
    assert state.next_asker == 1

    state = turn(state, 2, 2)

    assert state.asker == 2
    assert piles(state)[5] == (2, 1)


def test_ruling_10_three_question_marks_leave_the_topic_to_the_asker() -> None:
    # Card 4 points at entry 1, card 3 at entry 8: with 3 in the centre the topic is free.
    state = replace(council(5, {5: (0, 1, 2, 3, 4)}, sun=5), topics=(0, 2, 1))
    assert TOPICS[state.topic].is_free
    view = View(state, 0, {})

    offered = GAME.choices(view).actions

    assert len(offered) == 3
    assert len({action.args for action in offered}) == 3
    assert ask(state, "Anything at all?").question is not None


def test_ruling_11_a_topic_card_has_eight_entries() -> None:
    assert len(CARDS) == 16
    assert all(len(card.entries) == ENTRIES_PER_CARD == 8 for card in CARDS)


def test_ruling_12_corruption_comes_after_the_claims_of_disciples() -> None:
    state = council(5, {8: (0, 1), 5: (2, 3, 4)}, sun=8, rule=DayRule.CORRUPTION)

    state = ask(state)
    assert state.phase is Phase.DISCIPLE

    state = claim(state, 2)
    assert request(state) == Choose(0, "corrupt")


def test_ruling_13_the_disciple_can_be_corrupted() -> None:
    state = council(5, {8: (0, 1), 5: (2, 3, 4)}, sun=8, rule=DayRule.CORRUPTION)
    state = act(claim(ask(state), 2), CORRUPT, (2,), ())

    assert state.disciple == 2
    assert state.corrupted == ((2, WHITE),)


def test_ruling_13_the_disciple_can_be_consulted() -> None:
    state = council(5, {8: (0, 1), 5: (2, 3, 4)}, sun=8, rule=DayRule.ORACLE)
    state = act(seal(claim(ask(state), 2)), CONSULT, (2,))

    assert request(state) == Open((2,))


@pytest.mark.parametrize("seats", range(5, 13))
def test_ruling_14_exactly_the_printed_number_are_consulted(seats: int) -> None:
    state = council(seats, {5: tuple(range(seats))}, sun=5, rule=DayRule.ORACLE)
    state = seal(ask(state))
    number = {5: 1, 6: 1, 7: 2, 8: 2, 9: 2}.get(seats, 3)
    named = state.others[:number]

    assert refusal(state, 0, Action(CONSULT, (named,))) is None
    wrong_ones: tuple[Value, ...] = (
        (),
        named[1:],
        (*named, seats - 1),
        (0, *named[1:]),
        (seats, *named[1:]),
        (-1, *named[1:]),
        (True, *named[1:]),
        ("1", *named[1:]),
        (None,) * number,
        number,
    )
    for wrong in wrong_ones:
        assert refusal(state, 0, Action(CONSULT, (wrong,))) is not None


def test_ruling_14_nobody_is_named_twice() -> None:
    state = council(7, {5: tuple(range(7))}, sun=5, rule=DayRule.ORACLE)
    state = seal(ask(state))

    refused = refusal(state, 0, Action(CONSULT, ((3, 3),)))

    assert str(refused) == "a philosopher is named twice"


@pytest.mark.parametrize(
    "args",
    [
        ((), ()),
        ((1,), (2,)),
        ((0,), ()),
        ((), (0,)),
        ((9,), ()),
        ((True,), ()),
        (1, ()),
        ((1,),),
        ((1,), (), ()),
    ],
)
def test_ruling_14_exactly_one_other_is_corrupted_among_five(args: tuple[Value, ...]) -> None:
    state = council(5, {5: (0, 1, 2, 3, 4)}, sun=5, rule=DayRule.CORRUPTION)
    state = ask(state)

    assert refusal(state, 0, Action(CORRUPT, args)) is not None
    assert refusal(state, 0, Action(CORRUPT, ((1,), ()))) is None


@pytest.mark.parametrize("seats", [5, 8, 12])
def test_ruling_15_there_is_always_one_winner_the_top_of_the_foremost_pile(seats: int) -> None:
    for seed in range(20):
        engine = Case("ostrakon", seats).engine(seed)
        for _step in steps(engine, seed):
            pass
        ended = outcome(engine.state)
        assert ended is not None
        foremost = max(piles(engine.state))
        assert ended.winners == (engine.state.path[foremost][0],)
        assert ended.scores[ended.winners[0]] == foremost == max(ended.scores)


@pytest.mark.parametrize("seats", range(5, 13))
def test_ruling_16_more_than_half_of_the_others_refuse_a_question(seats: int) -> None:
    state = council(seats, {5: tuple(range(seats))}, sun=5, refusals=True)
    state = ask(state)
    others = seats - 1

    refused = object_to(state, others // 2 + 1)
    accepted = object_to(state, others // 2)

    assert (refused.phase, refused.question, refused.asker) == (Phase.ASK, None, state.asker)
    assert len(refused.history) == 0
    assert len(accepted.history) == 1


def test_ruling_16_the_objection_is_sealed_with_the_votes_and_costs_no_decision() -> None:
    state = ask(council(5, {5: (0, 1, 2, 3, 4)}, sun=5, refusals=True))

    assert request(state) == Seal((0, 1, 2, 3, 4), "vote")
    assert request(seal(state)) == Open((0, 1, 2, 3, 4))
    objection = Action(VOTE, (BAD,))
    for seat in range(5):
        assert (refusal(state, seat, objection) is None) == (seat != state.asker)
        assert (objection in GAME.choices(View(state, seat, {})).actions) == (seat != state.asker)


def test_ruling_16_the_second_question_stands() -> None:
    state = council(5, {5: (0, 1, 2, 3, 4)}, sun=5, refusals=True)
    state = object_to(ask(state), 4)

    state = ask(state, "Another one?")

    assert str(refusal(state, 1, Action(VOTE, (BAD,)))).startswith("this question stands")
    assert GAME.choices(View(state, 1, {})).actions == VOTES


def test_ruling_16_each_turn_has_its_own_refusal() -> None:
    state = council(5, {5: (0, 1, 2, 3, 4)}, sun=5, refusals=True)
    state = object_to(ask(state), 4)
    state = next_topic(vote(ask(state, "Another one?"), 2))

    state = ask(state, "A third one?")

    assert refusal(state, state.others[0], Action(VOTE, (BAD,))) is None


def test_ruling_16_nobody_objects_where_the_option_says_so() -> None:
    state = ask(council(5, {5: (0, 1, 2, 3, 4)}, sun=5, refusals=False))

    assert refusal(state, 1, Action(VOTE, (BAD,))) is not None


@pytest.mark.parametrize(
    "agreeing,objecting,advance_by",
    [(1, 2, 1), (2, 2, 0), (2, 1, 1), (1, 1, 0), (3, 1, 0), (2, 0, 2)],
)
def test_ruling_16_those_who_object_in_vain_are_not_counted(
    agreeing: int, objecting: int, advance_by: int
) -> None:
    """Of four others; at least half of those who answered must agree, and not all of them."""
    state = ask(council(5, {5: (0, 1, 2, 3, 4)}, sun=5, refusals=True))
    laid = [BLACK] + [BLACK] * agreeing + [BAD] * objecting
    laid += [WHITE] * (5 - len(laid))

    state = reveal(seal(state), dict(enumerate(laid)))

    assert state.last is not None
    assert (state.last.advance, state.last.answering) == (advance_by, 4 - objecting)
    assert state.history[-1].votes == (
        None,
        *(None if vote == BAD else vote for vote in laid[1:]),
    )


def test_ruling_16_the_corrupted_lay_the_colour_and_do_not_object() -> None:
    state = council(5, {5: (0, 1, 2, 3, 4)}, sun=5, rule=DayRule.CORRUPTION, refusals=True)
    state = act(ask(state), CORRUPT, (1,), ())

    assert refusal(state, 1, Action(VOTE, (BAD,))) is not None
    assert GAME.choices(View(state, 1, {})).actions == (Action(VOTE, (WHITE,)),)
    assert refusal(state, 2, Action(VOTE, (BAD,))) is None


def test_ruling_16_bots_never_object() -> None:
    state = council(5, {5: (0, 1, 2, 3, 4)}, sun=5, refusals=True)
    state = ask(state, "xyz?")

    for seat in state.others:
        assert GAME.bot(View(state, seat, {}), SeededSource(b"1")).args[0] in (WHITE, BLACK)


def test_ruling_17_there_are_no_blank_topics() -> None:
    assert len(TOPICS) == 128
    assert sum(topic.is_free for topic in TOPICS) == 16
    assert all(topic.fr.strip() and topic.en.strip() for topic in TOPICS)


def test_ruling_18_a_refused_question_cannot_come_back() -> None:
    state = council(5, {5: (0, 1, 2, 3, 4)}, sun=5, refusals=True)
    state = object_to(ask(state, "Cats or dogs?"), 4)
    again = Action("ask", ("Cats or dogs?", "cats", "dogs"))

    assert refusal(state, 0, again) is not None

    state = next_topic(vote(ask(state, "Another one?"), 2))
    assert refusal(state, state.asker, again) is not None


@pytest.mark.parametrize(
    "again", ["cats or dogs?", "  Cats   or dogs? ", "CATS OR\u00a0DOGS?", "Ｃats or dogs?"]
)
def test_ruling_19_capitals_and_spaces_do_not_make_another_question(again: str) -> None:
    state = council(5, {5: (0, 1, 2, 3, 4)}, sun=5)
    state = next_topic(vote(ask(state, "Cats or dogs?"), 2))

    refused = refusal(state, state.asker, Action("ask", (again, "x", "y")))

    assert str(refused) == "this question was already asked in this game"


def test_ruling_20_a_claim_that_lost_keeps_its_olive_branch() -> None:
    state = ask(council(5, {9: (0, 1), 8: (2, 4), 3: (3,)}, sun=9))

    state = claim(state, 2, 3)

    assert state.olive == (True, True, True, False, True)


def test_ruling_21_each_corrupted_philosopher_is_told_a_colour_and_obeys() -> None:
    state = council(7, {5: tuple(range(7))}, sun=5, rule=DayRule.CORRUPTION)
    state = act(ask(state), CORRUPT, (4,), (2,))

    assert state.corrupted == ((2, BLACK), (4, WHITE))
    # Both when it is sealed and when it opens.
    for moment in (state, seal(state)):
        assert refusal(moment, 4, Action(VOTE, (WHITE,))) is None
        assert refusal(moment, 4, Action(VOTE, (BLACK,))) is not None
        assert refusal(moment, 2, Action(VOTE, (WHITE,))) is not None
        assert refusal(moment, 3, Action(VOTE, (WHITE,))) is None
        assert refusal(moment, 3, Action(VOTE, (BLACK,))) is None


def test_ruling_21_both_may_be_told_the_same_colour() -> None:
    state = council(7, {5: tuple(range(7))}, sun=5, rule=DayRule.CORRUPTION)

    state = act(ask(state), CORRUPT, (), (6, 1))

    assert state.corrupted == ((1, BLACK), (6, BLACK))


def test_ruling_22_the_turning_is_seen_but_not_the_colour() -> None:
    words = words_for("en", "ostrakon", NAMES)
    state = council(5, {5: (0, 1, 2, 3, 4)}, sun=5, rule=DayRule.ORACLE)
    state = act(seal(ask(state)), CONSULT, (1,))
    state = reveal(state, {1: BLACK})
    asked = request(state)
    assert asked is not None

    answer = Played((Play(0, Action(TURN)),))
    told = tell(state, asked, answer, apply(state, answer), words)

    assert told == ("Player 0 turns the shard over.",)
    # What all others are shown of the choice names no colour either.
    assert GAME.presenter.label(View(state, 1, {}), Action(TURN), words) == "turn the shard"


def test_ruling_23_a_disciple_short_of_the_sun_lies_on_top_and_speaks_later() -> None:
    state = council(7, {9: (0, 1), 7: (2, 3), 3: (4, 5, 6)}, sun=9)

    state = turn(state, 4, 4)

    assert piles(state) == {3: (5, 6), 5: (4,), 7: (2, 3), 9: (1,), 11: (0,)}
    # He waits for the Sun: first the rest of space 9 speaks, then space 7.
    spoke = []
    for _ in range(4):
        state = next_topic(state)
        spoke.append(state.asker)
        state = turn(state, 0)
    assert spoke == [1, 2, 3, 4]


def test_ruling_24_used_topics_are_shuffled_again_and_the_open_cards_stay() -> None:
    state = council(5, {5: (0, 1, 2, 3, 4)}, sun=5)
    state = replace(state, stock=(3,), used=tuple(range(4, 16)))
    state = next_topic(turn(state, 2))
    assert (state.stock, state.topics) == ((), (1, 2, 3))

    state = turn(state, 2)

    assert request(state) == Draw((*range(4, 16), 0, 1), 1, "topic")
    state = apply(state, Drawn((0,)))
    assert state.topics == (2, 3, 0)
    assert state.used == ()
    assert sorted(state.stock) == [1, *range(4, 16)]


def test_ruling_25_only_the_topics_now_and_next_can_be_foreseen() -> None:
    state = council(5, {5: (0, 1, 2, 3, 4)}, sun=5)
    shuffled = replace(state, stock=state.stock[::-1])
    words = words_for("en", "ostrakon", NAMES)

    boards = [
        GAME.presenter.board(View(world, 0, {}), words, size)
        for world in (state, shuffled)
        for size in (Size(80, 24), Size(160, 50))
    ]

    assert boards[:2] == boards[2:]


def test_ruling_26_a_refused_question_undoes_what_its_turn_had_brought() -> None:
    state = council(5, {9: (0, 1), 3: (2, 3, 4)}, sun=9, rule=DayRule.CORRUPTION, refusals=True)
    state = act(claim(ask(state), 2), CORRUPT, (4,), ())
    assert (state.disciple, state.olive[2]) == (2, False)

    votes = {0: BLACK, 1: BAD, 2: BAD, 3: BAD, 4: WHITE}
    state = reveal(seal(state), votes)

    assert (state.phase, state.refused, state.question) == (Phase.ASK, True, None)
    assert (state.disciple, state.olive, state.corrupted) == (None, (True,) * 5, ())
    assert state.votes == (None,) * 5
    assert claim(ask(state, "Another one?"), 2).disciple == 2


def test_ruling_26_a_question_is_refused_on_an_oracle_day_when_all_have_opened() -> None:
    state = council(7, {5: tuple(range(7))}, sun=5, rule=DayRule.ORACLE, refusals=True)
    votes = {**dict.fromkeys(range(7), BAD), 0: BLACK, 6: WHITE, 5: WHITE}
    state = act(seal(ask(state)), CONSULT, (1, 2))
    state = act(reveal(state, votes), TURN)

    state = reveal(state, votes)

    assert (state.phase, state.consulted, state.turned) == (Phase.ASK, (), False)


def test_ruling_27_philosophers_are_chosen_as_printed_and_drawn_on_request() -> None:
    assert request(set_up(12, {})) == Choose(0, "philosophers")
    assert request(set_up(12, {"philosophers": "drawn"})) == Draw(
        tuple(range(12)), 12, "philosophers"
    )
    taken = apply(set_up(5, {}), Played((Play(0, Action(TAKE, (3,))),)))
    assert taken.philosophers == (3,)
