"""What players are told and shown."""

from dataclasses import replace

import pytest

from p2pjeux.games.ostrakon import GAME
from p2pjeux.games.ostrakon.board import board
from p2pjeux.games.ostrakon.board_parts import merged, wrapped
from p2pjeux.games.ostrakon.calendar import DayRule
from p2pjeux.games.ostrakon.legality import CONSULT, CORRUPT, KEEP, TURN, VOTE
from p2pjeux.games.ostrakon.questions import ANSWER_MOST, QUESTION_MOST, Question
from p2pjeux.games.ostrakon.rules import apply, request, set_up
from p2pjeux.games.ostrakon.state import BAD, BLACK, WHITE, State
from p2pjeux.games.ostrakon.story import tell
from p2pjeux.games.ostrakon.texts import label, prompt, spoken
from p2pjeux.language import words_for
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Line, Size, Span, line, line_width, plain
from p2pjeux.rules.requests import Action, Answer, Drawn, Play, Played, Seat
from p2pjeux.rules.words import Words
from tests.games.ostrakon.council import (
    act,
    ask,
    ballot,
    claim,
    council,
    object_to,
    reveal,
    seal,
    vote,
)

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou")
ALL_ON_5 = {5: (0, 1, 2, 3, 4)}
SMALL, LARGE = Size(80, 24), Size(160, 50)


@pytest.fixture
def words() -> Words:
    return words_for("en", "ostrakon", NAMES)


def told(state: State, answer: Answer, words: Words) -> list[str]:
    asked = request(state)
    assert asked is not None
    return list(tell(state, asked, answer, apply(state, answer), words))


def told_of(state: State, actions: dict[Seat, Action], words: Words) -> list[str]:
    return told(state, Played(tuple(Play(*item) for item in actions.items())), words)


def opening(state: State, agreeing: int, words: Words) -> list[str]:
    votes = ballot(state, agreeing)
    sealed = seal(state)
    return told_of(sealed, {seat: Action(VOTE, (votes[seat],)) for seat in votes}, words)


def test_an_advance_is_told_with_its_reason(words: Words) -> None:
    assert opening(ask(council(5, ALL_ON_5, sun=5)), 2, words) == [
        "White shards: Di and Ed. Black shards: Ada, Bo and Cy.",
        "With 2 of 4 others, Ada advances 2 spaces, to space 7.",
    ]


def test_a_failure_and_a_unanimous_room_are_told_apart(words: Words) -> None:
    state = ask(council(5, ALL_ON_5, sun=5))

    assert opening(state, 1, words)[-1] == (
        "With 1 of 4 others, fewer than half, Ada goes under the Sun."
    )
    assert opening(state, 4, words) == [
        "White shards: –. Black shards: Ada, Bo, Cy, Di and Ed.",
        "All vote like Ada, who goes under the Sun.",
    ]


def test_the_end_of_a_day_is_told_step_by_step(words: Words) -> None:
    state = council(5, {6: (0,), 9: (1, 2, 3, 4)}, sun=6)

    assert opening(ask(state), 0, words)[1:] == [
        "With 0 of 4 others, fewer than half, Ada goes under the Sun.",
        "Back on space 6 from under the Sun: Ada.",
        "Day 1 is over; the Moon moves on.",
        "Day 2 (normal day): the Sun shines on space 9.",
    ]


def test_a_disciple_is_told_by_name_and_how_far_he_went(words: Words) -> None:
    state = ask(council(5, {9: (0, 1), 8: (2,), 3: (3, 4)}, sun=9))

    assert told_of(state, {2: Action("decline"), 3: Action("follow")}, words) == [
        "Di becomes the disciple of Ada."
    ]
    assert told_of(state, {2: Action("follow"), 3: Action("follow")}, words) == [
        "Di, farthest from the Temple, becomes the disciple of Ada, before Cy."
    ]
    assert opening(claim(state, 2), 2, words)[2:] == ["Cy, the disciple, goes along: 1 space."]
    assert opening(claim(state, 3), 0, words)[2:] == ["Di, the disciple, stays behind as well."]


def test_whoever_objects_is_named_and_a_refused_question_hides_its_colours(words: Words) -> None:
    state = seal(ask(council(5, ALL_ON_5, sun=5, refusals=True)))
    shard = {color: Action(VOTE, (color,)) for color in (WHITE, BLACK, BAD)}
    votes = dict.fromkeys(range(5), shard[BLACK])

    assert told_of(state, votes | {1: shard[BAD], 3: shard[BAD]}, words)[:2] == [
        "White shards: –. Black shards: Ada, Cy and Ed.",
        "“Bad question”, say Bo and Di, and do not answer.",
    ]
    assert told_of(state, votes | dict.fromkeys((1, 3, 4), shard[BAD]), words) == [
        "“Bad question”, say Bo, Di and Ed: it is refused.",
        "Ada asks another one, which will stand.",
    ]


def test_an_objection_the_oracle_has_shown_is_named_with_the_others(words: Words) -> None:
    state = council(5, ALL_ON_5, sun=5, rule=DayRule.ORACLE, refusals=True)
    votes = dict.fromkeys(range(5), BAD) | {0: BLACK}
    state = act(reveal(act(seal(ask(state)), CONSULT, (4,)), votes), KEEP)
    rest = {seat: Action(VOTE, (votes[seat],)) for seat in range(4)}

    assert told_of(state, rest, words)[0] == "“Bad question”, say Ed, Bo, Cy and Di: it is refused."


def test_a_special_day_says_what_of_it_is_reconstructed(words: Words) -> None:
    """The first three days of five players are normal, then come Corruption and the Oracle."""
    state = council(5, {6: (0,), 9: (1, 2, 3, 4)}, sun=6)

    normal = opening(ask(state), 0, words)
    corruption = opening(ask(replace(state, day=2)), 0, words)
    bribed = act(ask(replace(state, day=3)), CORRUPT, (1,), ())
    oracle = opening(bribed, 0, words)

    assert not any("rebuilt" in said for said in normal)
    assert corruption[-1] == "The rulebook’s paragraph on Corruption is lost: we rebuilt it."
    assert oracle[-1] == "The rule of today is printed; on which day it comes, we rebuilt."


def test_topic_and_asker_are_announced_with_those_to_come(words: Words) -> None:
    state = council(5, {5: (3, 1), 4: (0, 2, 4)}, sun=5)
    slid = replace(state, topics=(0, 1), stock=(2,), phase=type(state.phase).TOPIC)

    assert told(slid, Drawn((2,)), words) == [
        "Topic: Sport. Di asks.",
        "Next topic: ??? (free), for Bo.",
    ]


def test_bribes_and_consultations_are_public(words: Words) -> None:
    state = ask(council(7, {5: tuple(range(7))}, sun=5, rule=DayRule.CORRUPTION))
    bribe = {0: Action(CORRUPT, ((4,), (2,)))}
    assert told_of(state, bribe, words) == ["Ada corrupts Cy: black and Ed: white."]

    state = seal(ask(council(7, {5: tuple(range(7))}, sun=5, rule=DayRule.ORACLE)))
    assert told_of(state, {0: Action(CONSULT, ((5, 1),))}, words) == ["Ada consults Bo and Flo."]


def test_a_turned_shard_is_told_when_it_opens(words: Words) -> None:
    state = seal(ask(council(5, ALL_ON_5, sun=5, rule=DayRule.ORACLE)))
    votes = ballot(state, 1)
    state = act(reveal(act(state, CONSULT, (4,)), votes), TURN)
    rest = {seat: Action(VOTE, (votes[seat],)) for seat in range(4)}

    assert told_of(state, rest, words) == [
        "White shards: Cy and Di. Black shards: Ada and Bo.",
        "The shard of Ada counts turned over.",
        "With 3 of 4 others, Ada advances 1 space, to space 6.",
    ]


def test_the_asker_sees_his_own_sealed_colour_and_nobody_else_does(words: Words) -> None:
    state = seal(ask(council(5, ALL_ON_5, sun=5, rule=DayRule.ORACLE)))
    state = reveal(act(state, CONSULT, (4,)), {4: WHITE})
    mine = View(state, 0, {}, Action(VOTE, (BLACK,)))

    assert label(mine, Action(KEEP), words) == "keep black: football"
    assert label(mine, Action(TURN), words) == "turn to white: tennis"
    theirs = View(state, 1, {}, Action(VOTE, (BLACK,)))
    assert label(theirs, Action(KEEP), words) == "keep the shard"


def asked_of(state: State, seat: Seat, words: Words) -> str:
    asked = request(state)
    assert asked is not None
    return prompt(View(state, seat, {}), asked, words)


def test_the_prompt_says_what_is_expected_of_each(words: Words) -> None:
    state = council(5, ALL_ON_5, sun=5, rule=DayRule.CORRUPTION, refusals=True)
    assert asked_of(state, 0, words) == ("Ask a question with two answers about this topic: Sport.")
    refused = object_to(ask(council(5, ALL_ON_5, sun=5, refusals=True)), 3)
    assert "this one will stand" in asked_of(refused, 0, words)
    state = ask(state)
    assert asked_of(state, 0, words) == "Corruption: name 1 other and the colour to vote."
    state = act(state, CORRUPT, (1,), ())
    assert asked_of(state, 0, words) == "Football or tennis? Bet on the answer most will give."
    assert asked_of(state, 1, words) == "You have been corrupted: you must vote white."
    assert asked_of(state, 2, words) == "Football or tennis? Answer sincerely, in secret."
    assert label(View(state, 2, {}), Action(VOTE, (BAD,)), words).startswith("bad question")


def text_of(drawn: tuple[Line, ...]) -> str:
    return "\n".join(plain(row) for row in drawn)


def test_the_small_board_shows_path_sun_moons_topics_question_and_shards(words: Words) -> None:
    state = ask(council(5, {9: (0, 1), 3: (2, 3, 4)}, sun=9, rule=DayRule.ORACLE))
    state = act(seal(claim(state, 2)), CONSULT, (4,))
    state = reveal(state, {4: BLACK})

    rows = text_of(board(View(state, 0, {}), words, SMALL)).splitlines()

    assert rows[0] == " Day 5 of 6  ☾☾····  Oracle   then: Deception"
    assert rows[2].split("│")[9:10] == [" 9 ☀   "]
    assert rows[3].split("│")[9:10] == [" AB    "]
    assert rows[6].split("│")[4:5] == [" CDE   "]
    assert rows[8] == " Now: Sport – Ada                        Next: ??? (free) – Bo"
    assert rows[9] == " Football or tennis?"
    assert rows[10] == " ○ white: tennis                         ● black: football"
    assert rows[11].split() == ["▸A·❦Ada", "B·❦Bo", "»C·", "Cy"]
    assert rows[12].split() == ["D·❦Di", "?E●❦Ed"]


def test_the_large_board_shows_names_and_the_cards_with_their_arrows(words: Words) -> None:
    state = council(12, {2: tuple(range(12))}, sun=2)

    rows = text_of(board(View(state, 0, {}), words, LARGE)).splitlines()

    assert any("Asyntotos" in row and "Bibliotekos" not in row for row in rows)
    # Four names, and the rest of a high pile by their letters.
    assert any("+EFGHILMN" in row for row in rows)
    (now,) = [row for row in rows if "─►│ Sport " in row]
    assert "Ghosts" in now
    assert any("─►│ ??? (free)" in row for row in rows)


@pytest.mark.parametrize("size", [SMALL, LARGE, Size(120, 40)])
@pytest.mark.parametrize("letter", ["W", "海", "🦉", "e\u0301"])
def test_the_longest_texts_and_names_fit_every_board(size: Size, letter: str) -> None:
    wide = words_for("fr", "ostrakon", tuple(letter * 20 + str(seat) for seat in range(12)))
    state = council(12, {2: tuple(range(12))}, sun=2, rule=DayRule.ORACLE)
    text = (letter * 9 + " ") * 20
    question = Question(text[:QUESTION_MOST], text[:ANSWER_MOST], text[1 : ANSWER_MOST + 1])
    state = replace(ask(state), question=question)

    drawn = board(View(state, None, {}), wide, size)

    assert all(line_width(row) <= size.columns for row in drawn)
    assert len(drawn) <= (16 if size == SMALL else size.rows - 8)


def test_the_board_can_be_drawn_before_anybody_has_a_philosopher(words: Words) -> None:
    state = set_up(12, {"philosophers": "chosen"})

    for size in (SMALL, LARGE):
        assert "Ada" in text_of(board(View(state, None, {}), words, size))


def test_the_last_shards_lie_open_until_the_next_question(words: Words) -> None:
    state = vote(ask(council(5, ALL_ON_5, sun=5)), 2)

    shown = text_of(board(View(state, 1, {}), words, SMALL))

    assert "A●❦Ada" in shown
    assert "D○❦Di" in shown
    assert "Before: 2 white, 3 black; Ada advanced by 2." in shown


def test_a_question_with_braces_or_percent_signs_is_only_text(words: Words) -> None:
    state = ask(council(5, ALL_ON_5, sun=5), "{name} %s {0}?")

    assert asked_of(state, 1, words).startswith("{name} %s {0}?")
    assert "{name} %s {0}?" in text_of(board(View(state, 1, {}), words, SMALL))


def test_a_french_reader_sees_the_sample_in_french_and_an_english_one_in_english() -> None:
    action = GAME.choices(View(council(5, ALL_ON_5, sun=5), 0, {})).actions[0]
    question = Question(*map(str, action.args))

    assert spoken(question, words_for("fr")).black == "gagner sans gloire"
    assert spoken(question, words_for("en")).black == "win without glory"


def test_text_is_wrapped_at_spaces_and_cut_at_the_last_line() -> None:
    assert wrapped("one two three", 7, 2) == ["one two", "three"]
    assert wrapped("one two three four", 7, 2) == ["one two", "three …"]
    assert wrapped("", 7, 2) == [""]


def test_merging_spans_changes_no_character() -> None:
    drawn = line(Span("a", "dim"), Span(" ", ""), Span("b", "dim"), Span("c", "me"))

    assert plain(merged(drawn)) == plain(drawn)
    assert merged(drawn) == (Span("a b", "dim"), Span("c", "me"))
    # The ground of one's own name must not spread.
    assert merged(line(Span("c", "me"), Span(" ", ""))) == line(Span("c", "me"), Span(" ", ""))
