"""The deck and the stones, read from ``deck.json``."""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from p2pjeux.rules.requests import Face

_DATA: Final = json.loads((files(__package__) / "deck.json").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Card:
    """A stone card, or a dolmen card: number 0, no colour."""

    number: int
    color: int | None
    day: bool

    @property
    def is_dolmen(self) -> bool:
        return self.color is None


# Colours are numbers everywhere in the rules: blanc 0, bleu 1, vert 2, jaune 3, rouge 4, noir 5.
COLORS: Final[tuple[str, ...]] = tuple(_DATA["colors"])
# Black has no stones, so it is never trump.
STONE_COLORS: Final = tuple(range(len(_DATA["auction_colors"])))
STONES_PER_COLOR: Final[int] = _DATA["tokens_per_color"]
RING_SPACES: Final[int] = _DATA["ring_spaces"]
DOLMENS: Final[int] = _DATA["dolmens"]
SALES: Final = RING_SPACES + DOLMENS
GOAL: Final[int] = _DATA["goal"]
START_HAND: Final[int] = _DATA["start_hand"]


def _deck() -> tuple[Card, ...]:
    return tuple(
        Card(0, None, day=False)
        if card["kind"] == "dolmen"
        else Card(card["value"], COLORS.index(card["color"]), day=card["phase"] == "jour")
        for card in _DATA["cards"]
    )


CARDS: Final = _deck()
FACES: Final[tuple[Face, ...]] = tuple(range(len(CARDS)))
