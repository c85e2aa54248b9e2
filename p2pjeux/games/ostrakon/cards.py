"""The topic cards and their arrows, read from ``topics.json``."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

_DATA: Final = json.loads((files(__package__) / "topics.json").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Sample:
    """A question about a topic with its two answers, in one language."""

    text: str
    white: str
    black: str


@dataclass(frozen=True, slots=True)
class Topic:
    """One entry of a card; a free one has no sample, as the asker chooses what it is about."""

    fr: str
    en: str
    sample_fr: Sample | None
    sample_en: Sample | None
    # Which traits draw to the black answer of the sample, and how strongly (below zero: away).
    leaning: Mapping[str, int]

    @property
    def is_free(self) -> bool:
        return self.sample_fr is None


@dataclass(frozen=True, slots=True)
class TopicCard:
    # The arrow points at this entry, counted from 0, of the card to the right.
    arrow: int
    # Numbers of its entries in TOPICS, from the top of the card.
    entries: tuple[int, ...]


def _sample(sample: dict[str, str] | None, language: str) -> Sample | None:
    if sample is None:
        return None
    return Sample(sample[language], sample[f"white_{language}"], sample[f"black_{language}"])


TOPICS: Final = tuple(
    Topic(
        entry["fr"],
        entry["en"],
        _sample(entry["sample"], "fr"),
        _sample(entry["sample"], "en"),
        entry["sample"]["leaning"] if entry["sample"] else {},
    )
    for card in _DATA["cards"]
    for entry in card["slots"]
)
ENTRIES_PER_CARD: Final = 8
CARDS: Final = tuple(
    TopicCard(
        card["arrow"] - 1,
        tuple(range(number * ENTRIES_PER_CARD, (number + 1) * ENTRIES_PER_CARD)),
    )
    for number, card in enumerate(_DATA["cards"])
)


def pointed_at(card: int, pointer: int) -> int:
    """The topic on ``card`` at which the arrow of ``pointer``, the card to its left, points."""
    return CARDS[card].entries[CARDS[pointer].arrow]
