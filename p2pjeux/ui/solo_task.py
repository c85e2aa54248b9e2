"""A solo table as the task of a seat: the pure table here, the channels of the screen there."""

from collections.abc import Iterator

import trio

from p2pjeux.sitting.solo import SoloTable
from p2pjeux.table.events import Command, Ended, Event, Leave


async def play_solo(
    table: SoloTable,
    events: trio.MemorySendChannel[Event],
    commands: trio.MemoryReceiveChannel[Command],
) -> None:
    """Play until the game is over or the person leaves. Closes both channels."""
    # Closed without a pause: whoever is told the end must not cancel a failure away.
    with events, commands:
        while not await _send_all(table.run(), events):
            if not await _take_decision(table, events, commands):
                return


async def _send_all(run: Iterator[Event], events: trio.MemorySendChannel[Event]) -> bool:
    """Send what happens until the person is asked; return whether the game is over."""
    last: Event | None = None
    # Bots think in a thread, so that keys are heard meanwhile.
    while (event := await trio.to_thread.run_sync(next, run, None)) is not None:
        await events.send(event)
        last = event
    return isinstance(last, Ended)


async def _take_decision(
    table: SoloTable,
    events: trio.MemorySendChannel[Event],
    commands: trio.MemoryReceiveChannel[Command],
) -> bool:
    """Wait for a decision that the table takes; return False when the person leaves instead."""
    async for command in commands:
        # Taking back plays the whole game again, bots and all.
        refused = await trio.to_thread.run_sync(table.command, command)
        if isinstance(command, Leave):
            return False
        if refused is None:
            return True
        await events.send(refused)
    return False
