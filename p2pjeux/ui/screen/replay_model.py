"""A replay on the full screen: where the person looks, and what keys change in that. Pure."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from p2pjeux.judge.replay import Position, Replay
from p2pjeux.rules.contract import Game
from p2pjeux.rules.words import Words
from p2pjeux.ui.choosing.moves import type_digit
from p2pjeux.ui.wording.replay import Eyes, Moment, eyes_of, told

# How many times faster than a line told in 1.4 seconds.
SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
LINE_SECONDS: Final = 1.4
# What takes many lines to tell gets more time to be read, but not for ever.
PAUSE_LINES_MOST: Final = 4
DIGITS_MOST: Final = 6
PAGE: Final = 10


class Cover(Enum):
    """What can lie over the board; the value is the key that opens and closes it."""

    HELP = "f1"
    ROUNDS = "r"
    STORY = "f6"
    BOARD = "f7"


@dataclass(frozen=True, slots=True)
class Watching:
    replay: Replay
    game: Game[Any]
    words: Words
    moments: tuple[Moment, ...]
    eyes: Eyes
    at: int = 0
    is_playing: bool = False
    speed: int = 1
    # The digits of a position to go to.
    typed: str = ""
    cover: Cover | None = None
    # The first line that is seen of what lies over the board, or the selected round.
    top: int = 0
    is_left: bool = False
    is_interrupted: bool = False

    @property
    def last(self) -> int:
        return len(self.replay.positions) - 1

    @property
    def position(self) -> Position:
        return self.replay.positions[self.at]

    @property
    def round(self) -> int:
        """The number of the round that the position is in."""
        return max(number for number, one in enumerate(self.moments) if one.at <= self.at)

    @property
    def pause(self) -> float:
        """Seconds to look at this position while the replay goes on by itself."""
        lines = len(told(self.position, self.game, self.words))
        return LINE_SECONDS * max(1, min(PAUSE_LINES_MOST, lines)) / SPEEDS[self.speed]


def press(model: Watching, key: str, top_most: int = 0) -> Watching:
    """The model after a key; ``top_most`` is how far what lies over the board can be scrolled."""
    if key == "c-c":
        return replace(model, is_left=True, is_interrupted=True)
    if model.cover is not None:
        return _in_cover(model, model.cover, key, top_most)
    for cover in Cover:
        if key == cover.value:
            return _open(model, cover)
    if key.isdecimal() and len(model.typed) < DIGITS_MOST:
        return replace(model, typed=model.typed + key, is_playing=False)
    if model.typed and key in ("enter", "backspace", "escape"):
        return _with_digits(model, key)
    return _move(replace(model, typed=""), key)


def _with_digits(model: Watching, key: str) -> Watching:
    if key == "enter":
        return go(replace(model, typed=""), int(model.typed))
    return replace(model, typed=model.typed[:-1] if key == "backspace" else "")


def _move(model: Watching, key: str) -> Watching:
    match key:
        case "right" | "enter" | "wheeldown":
            return go(model, model.at + 1)
        case "left" | "backspace" | "wheelup":
            return go(model, model.at - 1)
        case "pagedown" | "down":
            return _jump(model, 1)
        case "pageup" | "up":
            return _jump(model, -1)
        case "home":
            return go(model, 0)
        case "end":
            return go(model, model.last)
        case _:
            return _change(model, key)


def _change(model: Watching, key: str) -> Watching:
    match key:
        case " ":
            restarts = not model.is_playing and model.at == model.last
            return replace(model, is_playing=not model.is_playing, at=0 if restarts else model.at)
        case "+" | "-":
            goal = model.speed + (1 if key == "+" else -1)
            return replace(model, speed=max(0, min(len(SPEEDS) - 1, goal)))
        case "e" | "tab":
            among = eyes_of(model.replay)
            return replace(model, eyes=among[(among.index(model.eyes) + 1) % len(among)])
        case "q" | "escape" | "f8":
            return replace(model, is_left=True)
        case _:
            return model


def go(model: Watching, at: int) -> Watching:
    """Look at a position; a replay that went on by itself stops where the person takes over."""
    return replace(model, at=max(0, min(model.last, at)), is_playing=False)


def tick(model: Watching) -> Watching:
    """One position on, by itself; at the end it stops."""
    if not model.is_playing:
        return model
    at = min(model.last, model.at + 1)
    return replace(model, at=at, is_playing=at < model.last)


def _jump(model: Watching, rounds: int) -> Watching:
    """To the beginning of another round; back from within a round, to its own beginning."""
    here = model.round
    inside = rounds < 0 and model.moments[here].at < model.at
    goal = here + rounds + (1 if inside else 0)
    if goal >= len(model.moments):
        return go(model, model.last)
    return go(model, model.moments[max(0, goal)].at)


def _open(model: Watching, cover: Cover) -> Watching:
    top = model.round if cover is Cover.ROUNDS else 0
    if cover is Cover.STORY:
        # The drawing takes too large a number as the end.
        top = 1_000_000
    return replace(model, cover=cover, top=top, is_playing=False, typed="")


def _in_cover(model: Watching, cover: Cover, key: str, top_most: int) -> Watching:
    closed = replace(model, cover=None, top=0, typed="")
    if key in ("escape", "q", cover.value):
        return closed
    if key == "enter":
        return go(closed, model.moments[model.top].at) if cover is Cover.ROUNDS else closed
    most = len(model.moments) - 1 if cover is Cover.ROUNDS else top_most
    if cover is Cover.ROUNDS and len(key) == 1 and key.isdecimal():
        typed, goal = type_digit(model.typed, key, len(model.moments))
        return replace(model, top=model.top if goal is None else goal, typed=typed)
    steps = {"up": -1, "down": 1, "wheelup": -3, "wheeldown": 3, "pageup": -PAGE, "pagedown": PAGE}
    goal = {"home": 0, "end": most}.get(key, min(model.top, most) + steps.get(key, 0))
    return replace(model, top=max(0, min(most, goal)), typed="")
