"""Tables and words for the tests of both interfaces."""

from typing import Any

from p2pjeux.games import load_game
from p2pjeux.language import words_for
from p2pjeux.rules.contract import Game
from p2pjeux.rules.words import Words
from p2pjeux.sitting.solo import SoloTable
from p2pjeux.table.events import Asked
from p2pjeux.ui.choosing.chooser import Chooser, begin
from tests.ui import toy

NAMES = ("Camille", "Aliénor", "Basile", "Colette", "Désiré", "Éloïse", "Fabien")


def english(game_id: str | None = None, seats: int = 3) -> Words:
    return words_for("en", game_id, NAMES[:seats])


def french(game_id: str | None = None, seats: int = 3) -> Words:
    return words_for("fr", game_id, NAMES[:seats])


def toy_table(kind: str, person: int | None = 0, seats: int = 3) -> SoloTable:
    return SoloTable(toy.GAME, seats, {"kind": kind}, b"seed", person)


def stonehenge_table(person: int | None = 0, seed: bytes = b"7") -> SoloTable:
    return SoloTable(load_game("stonehenge"), 3, {}, seed, person)


def first_question(table: SoloTable) -> Asked:
    asked = list(table.run())[-1]
    assert isinstance(asked, Asked)
    return asked


def toy_chooser(kind: str, words: Words | None = None) -> Chooser:
    """The first question of a market, whose hand is known: see ``hand``."""
    asked = first_question(toy_table(kind))
    return begin(toy.GAME, asked.request, asked.view, words or english())


def toy_game() -> Game[Any]:
    return toy.GAME
