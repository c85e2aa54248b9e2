"""A table on trio and a screen on prompt_toolkit, in one thread and on one loop.

trio runs as a guest of the asyncio loop that prompt_toolkit needs. Events and commands cross in
memory channels; no other file knows both sides.
"""

import asyncio
import gc
from contextlib import suppress
from functools import partial
from typing import Any, Final, Protocol, TypeVar

import trio

from p2pjeux.table.events import Asked, Command, Event, Recalled
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.screen.application import Outlets, Screen
from p2pjeux.ui.tasks import COMMANDS_MOST, SeatTask
from p2pjeux.ui.terminal import TERMINAL_GONE

# A table gets so long to say goodbye to the others before it is cut off.
GOODBYE_SECONDS: Final = 2.0
# What takes many lines to tell gets more time to be read, but not for ever.
PAUSE_LINES_MOST: Final = 4


End_co = TypeVar("End_co", covariant=True)


class GuestOutcome(Protocol[End_co]):
    """How a guest run ended."""

    def unwrap(self) -> End_co: ...


def run(screen: Screen, play: SeatTask, pace: float) -> Ending:
    """Show a seat until the person leaves; return how that was.

    ``pace`` is the pause in seconds after each line told, so that a person can follow the bots.
    The terminal is as it was before when this returns or raises. Whatever goes wrong on either
    side ends both, and the first error is raised.
    """
    # What is loaded by now stays: the collector need not walk through it while somebody types.
    gc.freeze()
    try:
        return asyncio.run(_run(screen, TrioBridge(screen, play, pace)))
    finally:
        gc.unfreeze()


async def _run(screen: Screen, bridge: "TrioBridge") -> Ending:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, context: screen.fail(error_in(context)))
    ended: asyncio.Future[BaseException | None] = loop.create_future()

    def on_end(how: GuestOutcome[None]) -> None:
        try:
            how.unwrap()
        except BaseException as error:  # noqa: BLE001 - it is raised once the screen is down
            ended.set_result(error)
            screen.fail(error)
        else:
            ended.set_result(None)

    trio.lowlevel.start_guest_run(
        bridge.main,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        run_sync_soon_not_threadsafe=loop.call_soon,
        done_callback=on_end,
        host_uses_signal_set_wakeup_fd=True,
    )
    try:
        ending = await show_app(screen, bridge)
    finally:
        failed = await ended
    if failed is not None:
        raise failed
    return ending


async def show_app(screen: Screen, bridge: "TrioBridge") -> Ending:
    """Run the application of a screen, and close the trio side when it ends."""
    leave = partial(screen.finish, Ending.INTERRUPTED)
    try:
        return await screen.app.run_async(
            pre_run=lambda: screen.heed_signals(leave), set_exception_handler=False
        )
    except (EOFError, OSError) as error:
        # The terminal is gone, and with it the person. An error of the table itself is not lost
        # here: its own side raises it.
        if isinstance(error, OSError) and error.errno not in TERMINAL_GONE:
            raise
        return Ending.LEFT
    finally:
        bridge.close()


def error_in(context: dict[str, Any]) -> BaseException:
    error = context.get("exception")
    return error if isinstance(error, BaseException) else RuntimeError(context["message"])


class TrioBridge:
    """The trio side: one nursery owns the seat and whoever carries its events to the screen."""

    def __init__(self, screen: Screen, play: SeatTask, pace: float) -> None:
        self._screen = screen
        self._play = play
        self._pace = pace
        self._token: trio.lowlevel.TrioToken | None = None
        # Set before trio has begun when the person is quicker than the loop.
        self._is_closing = False
        self._closed = trio.Event()
        self._hurried = trio.Event()

    async def main(self) -> None:
        """Run until the screen is closed and the seat has said goodbye, or one of them fails."""
        token = self._token = trio.lowlevel.current_trio_token()
        if self._is_closing:
            return
        to_screen, events = trio.open_memory_channel[Event](0)
        to_table, commands = trio.open_memory_channel[Command](COMMANDS_MOST)
        self._screen.outlets = Outlets(
            command=lambda command: token.run_sync_soon(_send, to_table, command),
            hurry=lambda: token.run_sync_soon(self._hurry),
        )
        try:
            async with trio.open_nursery() as nursery:
                done = trio.Event()
                nursery.start_soon(self._sit, to_screen, commands, done)
                nursery.start_soon(self._show, events)
                await self._closed.wait()
                to_table.close()
                with trio.move_on_after(GOODBYE_SECONDS):
                    await done.wait()
                nursery.cancel_scope.cancel()
        except BaseExceptionGroup as group:
            raise _first(group) from group

    def close(self) -> None:
        """End the trio side; may be called at any time from the loop."""
        self._is_closing = True
        if self._token is not None:
            with suppress(trio.RunFinishedError):
                self._token.run_sync_soon(self._close)

    def _close(self) -> None:
        self._closed.set()
        self._hurried.set()

    def _hurry(self) -> None:
        self._hurried.set()

    async def _sit(
        self,
        events: trio.MemorySendChannel[Event],
        commands: trio.MemoryReceiveChannel[Command],
        done: trio.Event,
    ) -> None:
        await self._play(events, commands)
        done.set()

    async def _show(self, events: trio.MemoryReceiveChannel[Event]) -> None:
        async with events:
            async for event in events:
                told = len(self._screen.model.story)
                self._screen.hear(event)
                if isinstance(event, Asked) and not self._closed.is_set():
                    self._hurried = trio.Event()
                await self._until_understood()
                lines = min(PAUSE_LINES_MOST, len(self._screen.model.story) - told)
                if lines and self._pace and not isinstance(event, Recalled):
                    with trio.move_on_after(self._pace * lines):
                        await self._hurried.wait()
                    self._watch_on()

    async def _until_understood(self) -> None:
        """In a guided game nothing goes on while something is being explained."""
        while self._screen.model.lesson and not self._closed.is_set():
            self._hurried = trio.Event()
            await self._hurried.wait()
            self._hurried = trio.Event()

    def _watch_on(self) -> None:
        """A person hurries to the next question; a watcher, who has none, to what comes next."""
        view = self._screen.model.view
        if view is not None and view.seat is None and not self._closed.is_set():
            self._hurried = trio.Event()


def _send(to_table: trio.MemorySendChannel[Command], command: Command) -> None:
    """Hand a command over; a seat that is done, or a screen that is closed, takes none."""
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        to_table.send_nowait(command)


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
