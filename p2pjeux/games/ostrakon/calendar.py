"""The numbers that depend on how many philosophers meet, read from ``setup.json``."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from importlib.resources import files
from typing import Final

_DATA: Final = json.loads((files(__package__) / "setup.json").read_text("utf-8"))


class DayRule(Enum):
    """The Rule of the Day; the values are those of the data."""

    NORMAL = "normale"
    CORRUPTION = "corruption"
    ORACLE = "oracle"
    TROMPERIE = "tromperie"


@dataclass(frozen=True, slots=True)
class Council:
    """What the set-up table says for one number of philosophers."""

    start: int
    influenced: int
    # One rule for each day: its length is the number of moons left visible at the start.
    rules: tuple[DayRule, ...]

    @property
    def days(self) -> int:
        return len(self.rules)


@dataclass(frozen=True, slots=True)
class Philosopher:
    letter: str
    name: str
    # What everybody knows of him, and how strongly each trait is his: a bot answers in character.
    character_fr: str
    character_en: str
    temper: Mapping[str, int]


# Space 17 of a path of sixteen spaces.
TEMPLE: Final[int] = _DATA["temple"]
COUNCILS: Final[dict[int, Council]] = {
    row["players"]: Council(
        row["start_space"], row["influenced"], tuple(DayRule(rule) for rule in row["day_rules"])
    )
    for row in _DATA["table"]
}
SEATS_LEAST: Final = min(COUNCILS)
SEATS_MOST: Final = max(COUNCILS)
PHILOSOPHERS: Final = tuple(
    Philosopher(
        item["letter"], item["name"], item["character_fr"], item["character_en"], item["temper"]
    )
    for item in _DATA["philosophers"]
)
