"""What may be typed, what is the same question, and that samples never run out."""

import hashlib
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pjeux.encoding import Value, decode, encode
from p2pjeux.games.ostrakon import GAME
from p2pjeux.games.ostrakon.cards import TOPICS
from p2pjeux.games.ostrakon.legality import ASK
from p2pjeux.games.ostrakon.questions import (
    ANSWER_MOST,
    QUESTION_MOST,
    SAMPLED,
    Question,
    check_text,
    fresh_topics,
    in_english,
    key,
    leaning,
    sample_question,
    unused,
)
from p2pjeux.rules.contract import Text, View
from p2pjeux.rules.requests import Action
from tests.games.ostrakon.council import council, refusal

STATE = council(5, {5: (0, 1, 2, 3, 4)}, sun=5)


def reason(*args: Value) -> str | None:
    refused = refusal(STATE, 0, Action(ASK, args))
    return None if refused is None else str(refused)


def test_a_question_with_two_answers_can_be_asked() -> None:
    assert reason("Êtes-vous chatouilleux\u00a0?", "oui", "non") is None
    assert reason("🦉 ou 海 — «\u00a0cœur\u00a0»\u202f?", "🦉", "海") is None


@pytest.mark.parametrize("empty", ["", " ", "\u00a0 \u2003"])
def test_an_empty_text_is_refused(empty: str) -> None:
    said = "the question and both answers must be written"

    assert reason(empty, "yes", "no") == said
    assert reason("Why?", empty, "no") == said
    assert reason("Why?", "yes", empty) == said


@pytest.mark.parametrize(
    "character",
    [
        "\n",
        "\t",
        "\x00",
        "\x1b",
        "\x7f",
        "\x85",
        "\u00ad",
        "\u200b",
        "\u202e",
        "\u2028",
        "\u2029",
        "\u2066",
        "\ufeff",
        "\ue000",
        "\U000e0041",
        "\U0010ffff",
    ],
)
def test_control_characters_are_refused(character: str) -> None:
    said = "a text holds a character that cannot be used here"

    assert reason(f"Why{character}?", "yes", "no") == said
    assert reason("Why?", f"y{character}es", "no") == said
    assert reason("Why?", "yes", f"{character}no") == said


def test_a_text_that_is_too_long_is_refused() -> None:
    assert reason("x" * QUESTION_MOST, "y" * ANSWER_MOST, "z" * ANSWER_MOST) is None
    assert reason("x" * (QUESTION_MOST + 1), "y", "z") == "a text is longer than 120 characters"
    assert reason("x", "y" * (ANSWER_MOST + 1), "z") == "a text is longer than 30 characters"
    assert reason("x", "y", "z" * (ANSWER_MOST + 1)) == "a text is longer than 30 characters"


def test_the_form_states_the_limits_that_are_checked() -> None:
    (form,) = GAME.choices(View(STATE, 0, {})).forms

    limits = [field.most for field in form.fields if isinstance(field, Text)]

    assert limits == [QUESTION_MOST, ANSWER_MOST, ANSWER_MOST]


@pytest.mark.parametrize("wrong", [1, None, b"text", ("text",), {"a": "b"}, True])
def test_what_is_not_text_is_refused(wrong: Value) -> None:
    assert reason(wrong, "yes", "no") == "a question and its two answers are text"
    assert reason("Why?", "yes", wrong) == "a question and its two answers are text"


def test_a_question_has_exactly_two_answers() -> None:
    assert reason("Why?", "yes") == "that cannot be done at this moment"
    assert reason("Why?", "yes", "no", "perhaps") == "that cannot be done at this moment"
    assert reason("Why?", "Yes", " yes ") == "the two answers must differ"


@given(st.text(max_size=40))
def test_every_text_is_either_refused_or_survives_the_log(text: str) -> None:
    if check_text(text, QUESTION_MOST) is None:
        assert decode(encode(text)) == text
        assert text.strip()
        assert key(f"  {text.upper().lower()}  ") == key(text.upper().lower())


@pytest.mark.slow
def test_every_version_of_python_judges_every_character_alike() -> None:
    """Recorded with Unicode 14 and found the same with 15 and 15.1 (Python 3.11 to 3.13)."""
    judged = hashlib.sha256()
    for number in range(sys.maxunicode + 1):
        character = chr(number)
        if check_text(f"a{character}b", 3) is None:
            judged.update(f"{number:x}:{key(f'a{character}b{character}')};".encode())

    assert judged.hexdigest()[:16] == "60faaad9529a13bb"


def test_every_ordinary_topic_has_a_sample_that_can_be_asked() -> None:
    assert len(SAMPLED) == 112
    for topic in SAMPLED:
        for situation in (0, 1, 7, 8, 99):
            question = sample_question(topic, situation)
            assert reason(question.text, question.white, question.black) is None


def test_no_two_samples_are_the_same_question() -> None:
    keys = {
        key(sample_question(topic, situation).text) for topic in SAMPLED for situation in range(100)
    }

    assert len(keys) == 112 * 100


def test_a_topic_asked_eighty_times_still_has_a_question() -> None:
    """No game asks more than eighty questions, even if all of them were samples of one topic."""
    asked: tuple[str, ...] = ()
    for _ in range(80):
        question = unused(0, asked)
        assert key(question.text) not in asked
        asked = (*asked, key(question.text))


def test_a_free_asker_finds_a_topic_after_eighty_questions() -> None:
    asked = tuple(key(sample_question(topic, 0).text) for topic in SAMPLED[:80])

    assert fresh_topics(asked) == list(SAMPLED[80:])


@pytest.mark.parametrize("spent", range(80))
def test_a_free_asker_is_offered_three_different_questions(spent: int) -> None:
    asked = tuple(key(sample_question(topic, 0).text) for topic in SAMPLED[:spent])
    state = replace(STATE, topics=(0, 2, 1), asked=asked)
    assert TOPICS[state.topic].is_free

    offered = GAME.choices(View(state, 0, {})).actions

    assert len(offered) == len(set(offered)) == 3
    assert all(refusal(state, 0, action) is None for action in offered)


def test_samples_are_read_in_the_reader_s_language() -> None:
    question = sample_question(1, 0)

    assert question.text == "Préférez-vous gagner sans gloire ou perdre après un beau match ?"
    assert in_english(question) == Question(
        "Would you rather win without glory or lose after a fine match?",
        "lose in style",
        "win without glory",
    )
    assert in_english(sample_question(1, 2)).text == "“Sport”: was it better in the old days?"


def test_what_a_player_typed_is_read_as_it_was_typed() -> None:
    sample = sample_question(1, 0)
    typed = Question(sample.text, "white", "black")

    assert in_english(typed) == typed


def test_every_sample_is_a_question_of_its_own_in_both_languages() -> None:
    french = [TOPICS[topic].sample_fr for topic in SAMPLED]
    english = [TOPICS[topic].sample_en for topic in SAMPLED]
    for samples in (french, english):
        texts = {sample.text for sample in samples if sample is not None}
        assert len(texts) == 112
        for sample in samples:
            assert sample is not None
            assert sample.text.endswith("?")
            assert sample.white != sample.black
            assert check_text(sample.text, QUESTION_MOST) is None
            assert check_text(sample.white, ANSWER_MOST) is None
            assert check_text(sample.black, ANSWER_MOST) is None
    assert all(TOPICS[topic].leaning for topic in SAMPLED)


def test_a_sample_says_who_is_drawn_to_it_and_a_typed_question_does_not() -> None:
    assert leaning(sample_question(9, 0)) == {"bold": 2}
    assert leaning(sample_question(9, 1)) == {"company": 2}
    assert leaning(Question("Why?", "yes", "no")) is None
