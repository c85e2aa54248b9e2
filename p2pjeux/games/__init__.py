"""One folder per game. A game is found by its folder, never listed."""

from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from p2pjeux.errors import UsageError
from p2pjeux.games.deciding import deciding_files, fingerprint_of
from p2pjeux.rules.about import About
from p2pjeux.rules.breakdown import Breakdown
from p2pjeux.rules.contract import Game


def game_ids() -> tuple[str, ...]:
    """The games that are here, without loading any of them."""
    return tuple(
        sorted(
            entry.name
            for entry in files(__name__).iterdir()
            if entry.is_dir() and entry.joinpath("__init__.py").is_file()
        )
    )


def load_game(game_id: str) -> Game[Any]:
    """The game in that folder; raise UsageError if there is none."""
    if game_id not in game_ids():
        raise UsageError(
            "there is no game “{asked}”; the games are: {games}",
            asked=game_id,
            games=", ".join(game_ids()),
        )
    module = import_module(f"{__name__}.{game_id}")
    game: Game[Any] = module.GAME
    return game


def load_breakdown(game_id: str) -> Breakdown[Any] | None:
    """Where the points of this game come from, if it says; found by its file, as the game is."""
    if not files(__name__).joinpath(game_id, "breakdown.py").is_file():
        return None
    breakdown: Breakdown[Any] = import_module(f"{__name__}.{game_id}.breakdown").BREAKDOWN
    return breakdown


def load_about(game_id: str) -> About | None:
    """What this game is, in one line, if it says."""
    if not files(__name__).joinpath(game_id, "about.py").is_file():
        return None
    about: About = import_module(f"{__name__}.{game_id}.about").ABOUT
    return about


@cache
def fingerprint(game_id: str) -> bytes:
    """What tells two versions of a game's rules apart; equal where they decide alike."""
    return fingerprint_of(deciding_files(load_game(game_id), f"{__name__}.{game_id}"))
