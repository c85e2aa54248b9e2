"""The texts that players type, and the questions for those who have none.

A question is public and becomes part of the state, so every peer must judge it alike whatever
version of Python it runs: only characters that Unicode had in 2002, which every version since
treats alike, and the block of emoji may be typed.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Final

from p2pjeux.encoding import Value
from p2pjeux.games.ostrakon.cards import TOPICS, Sample
from p2pjeux.rules.contract import Refusal

# Two lines of an 80-column board, and half a line for each answer.
QUESTION_MOST: Final = 120
ANSWER_MOST: Final = 30
_EMOJI: Final = ("\U0001f300", "\U0001faff")
# Soft hyphen and zero-width space counted as a dash and a space then; they cannot be seen.
_UNSEEN: Final = "\u00ad\u200b"
# Questions that can be asked about any topic, for one that comes up again: French, English, and
# which traits draw to the black answer.
_GENERAL: Final[tuple[tuple[Sample, Sample, Mapping[str, int]], ...]] = (
    (
        Sample(
            "« {topic} » : en parleriez-vous toute une soirée ?", "non merci", "oui, volontiers"
        ),
        Sample("“{topic}”: could you talk of it all evening?", "no thanks", "yes, gladly"),
        {"company": 2},
    ),
    (
        Sample("« {topic} » : était-ce mieux autrefois ?", "non, aujourd'hui", "oui, autrefois"),
        Sample("“{topic}”: was it better in the old days?", "no, today", "yes, in the old days"),
        {"novelty": -2},
    ),
    (
        Sample("« {topic} » : est-ce affaire de tête ou de cœur ?", "de cœur", "de tête"),
        Sample("“{topic}”: a matter of the head or of the heart?", "the heart", "the head"),
        {"heart": -2},
    ),
    (
        Sample(
            "« {topic} » : si c'était une couleur ?", "une couleur sombre", "une couleur claire"
        ),
        Sample("“{topic}”: if it were a colour?", "a dark colour", "a light colour"),
        {"trust": 1, "heart": 1},
    ),
    (
        Sample("« {topic} » : affaire de jeunes ou d'anciens ?", "d'anciens", "de jeunes"),
        Sample(
            "“{topic}”: something for the young or for the old?", "for the old", "for the young"
        ),
        {"bold": 1, "novelty": 1},
    ),
    (
        Sample(
            "« {topic} » : est-ce que cela se partage ?", "non, chacun le sien", "oui, à plusieurs"
        ),
        Sample("“{topic}”: is it something to share?", "no, each his own", "yes, with others"),
        {"company": 1, "trust": 1},
    ),
    (
        Sample("« {topic} » : plutôt trop ou plutôt pas assez ?", "pas assez", "trop"),
        Sample("“{topic}”: rather too much, or not enough?", "not enough", "too much"),
        {"pleasure": 2},
    ),
)
# Beyond these a number makes a question new; hardly any game comes to that.
_AGAIN: Final[tuple[Sample, Sample, Mapping[str, int]]] = (
    Sample("« {topic} », pour la {time}e fois : oui ou non ?", "non", "oui"),
    Sample("“{topic}”, time number {time}: yes or no?", "no", "yes"),
    {"trust": 1},
)


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    white: str
    black: str


@lru_cache(maxsize=1024)
def key(text: str) -> str:
    """What two questions have in common when they are the same question."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def check_text(text: Value, most: int) -> Refusal | None:
    """Whether a player may write this; the length comes first, as it bounds all other work."""
    if not isinstance(text, str):
        return Refusal("a question and its two answers are text")
    if len(text) > most:
        return Refusal("a text is longer than {most} characters", {"most": most})
    if not (text.isascii() and text.isprintable()) and not all(map(_is_allowed, text)):
        return Refusal("a text holds a character that cannot be used here")
    if not text.strip():
        return Refusal("the question and both answers must be written")
    return None


@lru_cache(maxsize=1024)
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
    """The topic's own question is situation 0."""
    printed = TOPICS[topic]
    french = language == "fr"
    if situation:
        spoken = _general(situation)
        sample = spoken[0] if french else spoken[1]
        name = printed.fr if french else printed.en
        text = sample.text.format(topic=name, time=situation + 1)
        return Question(text, sample.white, sample.black)
    own = printed.sample_fr if french else printed.sample_en
    assert own is not None
    return Question(own.text, own.white, own.black)


def _general(situation: int) -> tuple[Sample, Sample, Mapping[str, int]]:
    return _GENERAL[situation - 1] if situation <= len(_GENERAL) else _AGAIN


SAMPLED: Final = tuple(number for number, topic in enumerate(TOPICS) if not topic.is_free)
_KNOWN: Final = {
    sample_question(topic, situation): (topic, situation)
    for topic in SAMPLED
    for situation in range(len(_GENERAL) + 1)
}


def in_english(question: Question) -> Question:
    """A sample question in English; what a player typed stays as it is."""
    known = _KNOWN.get(question)
    return question if known is None else _sample(*known, "en")


def leaning(question: Question) -> Mapping[str, int] | None:
    """Which traits draw to the black answer of a sample question; None if a player typed it."""
    known = _KNOWN.get(question)
    if known is None:
        return None
    topic, situation = known
    return _general(situation)[2] if situation else TOPICS[topic].leaning


def unused(topic: int, asked: tuple[str, ...]) -> Question:
    """A sample question on an ordinary topic that is not among those ``asked``.

    Situations never end and no two give the same text, so one of the first ``len(asked) + 1`` is
    new: this cannot fail.
    """
    return next(question for question in _situations(topic) if key(question.text) not in asked)


def samples_of(topic: int, asked: tuple[str, ...]) -> list[Question]:
    """All sample questions on an ordinary topic that were not asked yet; one more when all were."""
    listed = [sample_question(topic, situation) for situation in range(len(_GENERAL) + 1)]
    return [one for one in listed if key(one.text) not in asked] or [unused(topic, asked)]


def _situations(topic: int) -> Iterator[Question]:
    return (sample_question(topic, situation) for situation in count())


def fresh_topics(asked: tuple[str, ...]) -> list[int]:
    """Topics whose plain sample was never asked, for an asker who is free to choose.

    There are 112 of them, and no game asks more than 80 questions (40 turns, one refusal each).
    """
    return [topic for topic in SAMPLED if _PLAIN[topic] not in asked]


_PLAIN: Final = {topic: key(sample_question(topic, 0).text) for topic in SAMPLED}
