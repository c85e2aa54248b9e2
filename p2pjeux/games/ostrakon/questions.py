"""The texts that players type, and the questions for those who have none.

A question is public and becomes part of the state, so every peer must judge it alike whatever
version of Python it runs: only characters that Unicode had in 2002, which every version since
treats alike, and the block of emoji may be typed.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final

from p2pjeux.encoding import Value
from p2pjeux.games.ostrakon.cards import TOPICS
from p2pjeux.rules.contract import Refusal

# Two lines of an 80-column board, and half a line for each answer.
QUESTION_MOST: Final = 120
ANSWER_MOST: Final = 30
_EMOJI: Final = ("\U0001f300", "\U0001faff")
# Soft hyphen and zero-width space counted as a dash and a space then; they cannot be seen.
_UNSEEN: Final = "\u00ad\u200b"
# Other situations in which a topic's sample is another question, for topics that come up again.
_SITUATIONS: Final = (
    ("", ""),
    (", enfant", ", as a child"),
    (", dans vingt ans", ", in twenty years"),
    (", sur une île déserte", ", on a desert island"),
    (", pour un vieil ami", ", for an old friend"),
    (", un jour de pluie", ", on a rainy day"),
    (", en vacances", ", on holiday"),
    (", un dimanche soir", ", on a Sunday evening"),
)


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    white: str
    black: str


def key(text: str) -> str:
    """What two questions have in common when they are the same question."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def check_text(text: Value, most: int) -> Refusal | None:
    """Whether a player may write this; the length comes first, as it bounds all other work."""
    if not isinstance(text, str):
        return Refusal("a question and its two answers are text")
    if len(text) > most:
        return Refusal("a text is longer than {most} characters", {"most": most})
    if not all(map(_is_allowed, text)):
        return Refusal("a text holds a character that cannot be used here")
    if not text.strip():
        return Refusal("the question and both answers must be written")
    return None


def _is_allowed(character: str) -> bool:
    if character.isascii():
        return character.isprintable()
    if _EMOJI[0] <= character <= _EMOJI[1]:
        return True
    category = unicodedata.ucd_3_2_0.category(character)
    # Controls, direction marks, surrogates, private and unassigned ones; line and paragraph ends.
    barred = category.startswith("C") or category in ("Zl", "Zp")
    return not barred and character not in _UNSEEN


def sample_question(topic: int, situation: int) -> Question:
    """A sample as it is written into the log: in French, whoever plays."""
    return _sample(topic, situation, "fr")


def _sample(topic: int, situation: int, language: str) -> Question:
    printed = TOPICS[topic]
    french = language == "fr"
    name, answers = (printed.fr, printed.sample_fr) if french else (printed.en, printed.sample_en)
    assert answers is not None
    if situation < len(_SITUATIONS):
        place = _SITUATIONS[situation][0 if french else 1]
    else:
        place = f", {situation + 1}"
    colon, word, mark = ("\u00a0: ", "ou", "\u00a0?") if french else (": ", "or", "?")
    text = f"{name}{place}{colon}{answers.black} {word} {answers.white}{mark}"
    return Question(text, answers.white, answers.black)


SAMPLED: Final = tuple(number for number, topic in enumerate(TOPICS) if not topic.is_free)
_KNOWN: Final = {
    sample_question(topic, situation): (topic, situation)
    for topic in SAMPLED
    for situation in range(len(_SITUATIONS))
}


def in_english(question: Question) -> Question:
    """A sample question in English; what a player typed stays as it is."""
    known = _KNOWN.get(question)
    return question if known is None else _sample(*known, "en")


def subject(topic: int, question: Question) -> int:
    """The topic a question is about: its own, or under a free one that of the sample asked."""
    if not TOPICS[topic].is_free:
        return topic
    return _KNOWN.get(question, (topic, 0))[0]


def unused(topic: int, asked: tuple[str, ...]) -> Question:
    """A sample question on an ordinary topic that is not among those ``asked``.

    Situations never end and no two give the same text, so one of the first ``len(asked) + 1`` is
    new: this cannot fail.
    """
    return next(question for question in _situations(topic) if key(question.text) not in asked)


def _situations(topic: int) -> Iterator[Question]:
    return (sample_question(topic, situation) for situation in count())


def fresh_topics(asked: tuple[str, ...]) -> list[int]:
    """Topics whose plain sample was never asked, for an asker who is free to choose.

    There are 112 of them, and no game asks more than 80 questions (40 turns, one refusal each).
    """
    return [topic for topic in SAMPLED if _PLAIN[topic] not in asked]


_PLAIN: Final = {topic: key(sample_question(topic, 0).text) for topic in SAMPLED}
