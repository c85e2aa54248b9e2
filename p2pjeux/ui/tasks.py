"""What runs behind an interface: one seat at a table, or the room before it, as a task on trio."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import trio

from p2pjeux.table.events import Command, Event
from p2pjeux.ui.lobby import LobbyCommand, LobbyEvent

# Commands come at the speed of a person: a decision and a goodbye at most are under way.
COMMANDS_MOST: Final = 4
# One seat at a table: it sends events and takes commands until the game is over, the person leaves
# or the commands end, and closes both channels.
SeatTask: TypeAlias = Callable[
    [trio.MemorySendChannel[Event], trio.MemoryReceiveChannel[Command]], Awaitable[None]
]

# The same for the room before the table, until the table begins or will not.
LobbyTask: TypeAlias = Callable[
    [trio.MemorySendChannel[LobbyEvent], trio.MemoryReceiveChannel[LobbyCommand]], Awaitable[None]
]


def first_of(error: BaseException) -> BaseException:
    """The one that counts of those which several tasks met: an interruption before all others."""
    if not isinstance(error, BaseExceptionGroup):
        return error
    alone = [first_of(one) for one in error.exceptions]
    return next((one for one in alone if isinstance(one, KeyboardInterrupt)), alone[0])
