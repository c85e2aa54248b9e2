"""How a philosopher's character draws him to one answer or the other.

A bot answers in character, so that a person who reads the characters can guess at its opinions. A
sample question says which traits draw to its black answer; a question that a player typed is
weighed by the words of its two answers.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from p2pjeux.games.ostrakon.questions import Question, key, leaning

# A stem of so few letters is a whole word: “no” does not speak in “nothing”.
SHORT: Final = 3
# Beginnings of words, in French and English, that speak of a trait: drawn to it, and away from it.
_STEMS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "bold": (
        ("risque", "aventur", "danger", "saut", "premier", "grimp", "conqu", "jump", "risk",
         "first", "climb", "fight", "advent"),
        ("prud", "attend", "sûr", "abri", "lent", "doucement", "safe", "wait", "careful", "slow",
         "gentl"),
    ),
    "company": (
        ("ensemble", "groupe", "amis", "foule", "parler", "famille", "fête", "together", "group",
         "friend", "crowd", "talk", "family", "party"),
        ("seul", "silence", "tranquil", "livre", "lire", "alone", "silen", "quiet", "book",
         "read"),
    ),
    "heart": (
        ("cœur", "coeur", "rêve", "amour", "aime", "pleur", "chant", "music", "musiq", "poés",
         "poèm", "heart", "dream", "love", "cry", "sing", "poem"),
        ("raison", "tête", "calcul", "scien", "logi", "math", "règle", "reason", "head", "rule"),
    ),
    "novelty": (
        ("nouv", "modern", "avenir", "futur", "chang", "robot", "invent", "autre", "new",
         "future", "other"),
        ("ancien", "vieux", "vieill", "tradit", "habitu", "passé", "même", "histoire", "old",
         "usual", "past", "same", "histor"),
    ),
    "pleasure": (
        ("plaisir", "dorm", "sieste", "mang", "vin", "chocolat", "sucr", "luxe", "dépens",
         "pleasure", "sleep", "eat", "wine", "chocol", "sweet", "sugar", "spend"),
        ("travail", "devoir", "épargn", "effort", "régime", "sport", "cour", "work", "duty",
         "save", "run", "effort"),
    ),
    "trust": (
        ("oui", "croire", "confian", "vrai", "toujours", "yes", "believ", "trust", "true",
         "always"),
        ("non", "jamais", "doute", "méfi", "secret", "no", "never", "doubt", "wary"),
    ),
}  # fmt: skip


def pull(temper: Mapping[str, int], question: Question) -> int:
    """How strongly a temper is drawn to the black answer; below zero to the white one."""
    drawn = leaning(question)
    traits = _of_words(question) if drawn is None else drawn
    return sum(temper.get(trait, 0) * weight for trait, weight in traits.items())


@lru_cache(maxsize=256)
def _of_words(question: Question) -> Mapping[str, int]:
    black, white = (key(text).split() for text in (question.black, question.white))
    return {
        trait: sum(_speaks(word, *stems) for word in black)
        - sum(_speaks(word, *stems) for word in white)
        for trait, stems in _STEMS.items()
    }


def _speaks(word: str, drawn: tuple[str, ...], away: tuple[str, ...]) -> int:
    # An elided article is no part of the word: l'amour, d'ancien.
    bare = word.replace("’", "'").split("'")[-1]
    return any(_begins(bare, stem) for stem in drawn) - any(_begins(bare, stem) for stem in away)


def _begins(word: str, stem: str) -> bool:
    return word == stem if len(stem) <= SHORT else word.startswith(stem)


def likeness(one: Question, other: Question) -> int:
    """How much alike two questions divide people: above zero black goes with black."""
    mine, theirs = (leaning(question) or _of_words(question) for question in (one, other))
    return sum(weight * theirs.get(trait, 0) for trait, weight in mine.items())
