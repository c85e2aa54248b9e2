"""What an interface shows and asks once a game is over, the same for lines and the full screen."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

import trio

from p2pjeux.judge.summary import Summary
from p2pjeux.judge.verdict import Verdict
from p2pjeux.rules.contract import Game, Outcome
from p2pjeux.ui.wording.past_games import Tally
from p2pjeux.ui.wording.willing import Willing


class AfterChoice(Enum):
    """How the time after a game ends, or is interrupted for something."""

    BEGUN = "all want to play again, and the next table begins"
    ANOTHER = "another game"
    REPLAY = "look at the game again"
    LEAVE = "get up"


@dataclass(frozen=True, slots=True)
class AfterShown:
    """What is known at once: the game, who sat where, and how it ended."""

    game: Game[Any]
    table_name: str
    names: tuple[str, ...]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Checking:
    """How far the log has been judged."""

    percent: int


@dataclass(frozen=True, slots=True)
class GameTold:
    """What the log has proved, and what the evening has come to so far."""

    verdict: Verdict
    summary: Summary | None = None
    # Against whom there is evidence.
    caught: tuple[str, ...] = ()
    # How often each of those who sit here has won this evening; empty after the first game.
    series: tuple[Tally, ...] = ()


@dataclass(frozen=True, slots=True)
class AfterNote:
    """A sentence about what was done, already in the person's language."""

    text: str


@dataclass(frozen=True, slots=True)
class AllWilling:
    """The next table begins."""


AfterEvent: TypeAlias = Checking | GameTold | Willing | AfterNote | AllWilling


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """The people here want to play again, or not any more."""

    is_wanted: bool = True


@dataclass(frozen=True, slots=True)
class WritePage:
    """The game is to be written down as a page."""


AfterCommand: TypeAlias = PlayAgain | WritePage

# Runs behind the interface until it is cancelled.
AfterTask: TypeAlias = Callable[
    [trio.MemorySendChannel[AfterEvent], trio.MemoryReceiveChannel[AfterCommand]], Awaitable[None]
]
