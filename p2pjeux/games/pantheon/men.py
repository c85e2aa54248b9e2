"""The great men and their three series, from ``men.json``. Numbers in brackets are rulings."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final, TypeAlias

from p2pjeux.games.pantheon.europe import TOWNS, Town
from p2pjeux.games.pantheon.timeline import Square

# A great man's number: his place in the data, by date of birth.
Man: TypeAlias = int


@dataclass(frozen=True, slots=True)
class ManCard:
    """What is printed on the card of a great man; a joker has no profession."""

    name_fr: str
    name_en: str
    short_fr: str
    short_en: str
    year: int
    town: Town
    square: Square
    nation: int
    century: int
    profession: int | None
    value: int
    # Taken out when two or three play.
    is_removable: bool


_DATA: Final = json.loads((files(__package__) / "men.json").read_text("utf-8"))

# Spain and the Benelux are one nation (15).
NATIONS: Final[tuple[str, ...]] = tuple(_DATA["nations"])
CENTURIES: Final[tuple[str, ...]] = tuple(_DATA["centuries"])
PROFESSIONS: Final[tuple[str, ...]] = tuple(_DATA["professions"])
SERIES_BONUS: Final[int] = _DATA["series_bonus"]


def _card(man: dict[str, Any]) -> ManCard:
    return ManCard(
        name_fr=man["name"],
        name_en=man["name_en"],
        short_fr=man["short"],
        short_en=man["short_en"],
        year=man["birth_year"],
        town=TOWNS[man["birthplace"]],
        square=man["square"],
        nation=NATIONS.index(man["nation"]),
        century=CENTURIES.index(man["century"]),
        profession=None if man["joker"] else PROFESSIONS.index(man["profession"]),
        value=man["value"],
        is_removable=man["removed_for_2_3_players"],
    )


CARDS: Final = tuple(_card(man) for man in _DATA["men"])
MEN: Final[tuple[Man, ...]] = tuple(range(len(CARDS)))
MEN_FOR_FEW: Final[tuple[Man, ...]] = tuple(man for man in MEN if not CARDS[man].is_removable)


@dataclass(frozen=True, slots=True)
class Lacks:
    """What a collection lacks for the three series; each joker fills one gap in the professions."""

    nations: tuple[int, ...]
    centuries: tuple[int, ...]
    professions: tuple[int, ...]
    jokers: int

    @property
    def gaps(self) -> int:
        """Professions that are missing even after the jokers are used (17)."""
        return max(0, len(self.professions) - self.jokers)

    @property
    def series(self) -> int:
        """How many series are complete: one of each kind at most, whatever is left over."""
        return (not self.nations) + (not self.centuries) + (not self.gaps)


def lacks(men: Iterable[Man]) -> Lacks:
    """Nation and century of a joker count like anybody's; only his profession is free (16)."""
    cards = [CARDS[man] for man in men]
    nations = {card.nation for card in cards}
    centuries = {card.century for card in cards}
    professions = {card.profession for card in cards}
    return Lacks(
        tuple(nation for nation in range(len(NATIONS)) if nation not in nations),
        tuple(century for century in range(len(CENTURIES)) if century not in centuries),
        tuple(trade for trade in range(len(PROFESSIONS)) if trade not in professions),
        sum(card.profession is None for card in cards),
    )


def score(men: Iterable[Man]) -> int:
    """The printed values, and a bonus for every complete series; a card may serve in all three."""
    owned = tuple(men)
    return sum(CARDS[man].value for man in owned) + SERIES_BONUS * lacks(owned).series
