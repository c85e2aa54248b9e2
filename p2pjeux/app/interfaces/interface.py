"""What every interface can do for a command, and what it is told to do it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import trio

from p2pjeux.judge.replay import Replay
from p2pjeux.rules.contract import Game
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words
from p2pjeux.ui.after import AfterChoice, AfterShown, AfterTask
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.tasks import LobbyTask, SeatTask
from p2pjeux.ui.wording.replay import Eyes


@dataclass(frozen=True, slots=True)
class Manner:
    """How a table is to be shown: ``auto`` if bots play all seats here and nobody is asked."""

    language: str
    auto: bool = False
    plain: bool = False
    bell: bool = True
    # For a whole room, on a television.
    big: bool = False


@dataclass(frozen=True, slots=True)
class TableShown:
    """What an interface must know of a table."""

    game: Game[Any]
    table_name: str
    names: tuple[str, ...]
    # The seats of people at this machine.
    people: tuple[Seat, ...]
    # Whether there are others, on other machines.
    in_company: bool = True
    # For each seat the words of its key.
    fingerprints: tuple[str, ...] = ()


class Interface(Protocol):
    words: Words

    async def gather(self, lobby: LobbyTask) -> None:
        """Show the room until the table begins, or will not."""

    async def sit(self, shown: TableShown, play: SeatTask) -> Ending:
        """Show the table until the game is over or the person leaves."""

    async def conclude(self, after: AfterShown, task: AfterTask) -> AfterChoice:
        """Show how a game ended until the person chooses, or the next table begins."""

    async def replay(self, replay: Replay, eyes: Eyes, until: trio.Event) -> None:
        """Show a game again until the person has seen enough, or something happens."""

    async def ask(self, question: str) -> str:
        """A line that answers a question; raise EOFError if nobody answers."""

    def put(self, *lines: str) -> None:
        """Say something that stays."""


Main: TypeAlias = Callable[[Interface], Awaitable[Ending]]
