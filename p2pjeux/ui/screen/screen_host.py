"""A program on trio that shows screens of prompt_toolkit now and then, all in one thread.

trio is a guest of the asyncio loop from the beginning, so that links made before a screen is shown
live on while it is, and after.
"""

import asyncio
import contextvars
import gc
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

import trio

from p2pjeux.ui.after import AfterChoice, AfterCommand, AfterEvent, AfterTask
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lobby import LeaveRoom, LobbyCommand, LobbyEvent
from p2pjeux.ui.screen.after_screen import AfterScreen
from p2pjeux.ui.screen.application import Screen
from p2pjeux.ui.screen.full_screen import FullScreen, ResultT
from p2pjeux.ui.screen.lobby_screen import LobbyScreen
from p2pjeux.ui.screen.trio_bridge import (
    GuestOutcome,
    TrioBridge,
    error_in,
    show_app,
)
from p2pjeux.ui.tasks import COMMANDS_MOST, LobbyTask, SeatTask, first_of
from p2pjeux.ui.terminal import TERMINAL_GONE

CommandT = TypeVar("CommandT")


def run_session(
    main: Callable[["ScreenHost"], Awaitable[ResultT]], interrupted: ResultT
) -> ResultT:
    """Run ``main`` on trio; it shows screens on the stage it is given."""
    try:
        return asyncio.run(_host(main, interrupted))
    except KeyboardInterrupt:
        return interrupted


async def _host(
    main: Callable[["ScreenHost"], Awaitable[ResultT]], interrupted: ResultT
) -> ResultT:
    loop = asyncio.get_running_loop()
    stage = ScreenHost(loop)
    ended: asyncio.Future[ResultT | BaseException] = loop.create_future()

    async def guest() -> ResultT:
        stage.token = trio.lowlevel.current_trio_token()
        with stage.scope:
            return await main(stage)
        return interrupted

    def on_end(outcome: GuestOutcome[ResultT]) -> None:
        try:
            ended.set_result(outcome.unwrap())
        except BaseException as error:  # noqa: BLE001 - it is raised below
            ended.set_result(error)

    trio.lowlevel.start_guest_run(
        guest,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        run_sync_soon_not_threadsafe=loop.call_soon,
        done_callback=on_end,
        host_uses_signal_set_wakeup_fd=True,
    )
    try:
        result = await asyncio.shield(ended)
    except asyncio.CancelledError:
        # Ctrl-C while no screen is shown: the guest must end before its loop does.
        stage.cancel()
        result = await ended
    if isinstance(result, BaseException):
        raise first_of(result)
    return result


class ScreenHost:
    """Where trio shows screens, one after the other."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.token: trio.lowlevel.TrioToken | None = None
        self.scope = trio.CancelScope()
        self._loop = loop
        # prompt_toolkit must not believe that it runs on trio.
        self._context = contextvars.copy_context()

    def cancel(self) -> None:
        if self.token is not None:
            with suppress(trio.RunFinishedError):
                self.token.run_sync_soon(self.scope.cancel)

    async def show(self, screen: Screen, play: SeatTask, pace: float) -> Ending:
        """Show a seat until the person leaves; the terminal is then as it was before."""
        gc.freeze()
        bridge = TrioBridge(screen, play, pace)
        token, done = trio.lowlevel.current_trio_token(), trio.Event()
        self._loop.set_exception_handler(lambda _loop, context: screen.fail(error_in(context)))
        app = self._loop.create_task(show_app(screen, bridge), context=self._context)
        app.add_done_callback(lambda _task: token.run_sync_soon(done.set))
        try:
            await bridge.main()
        except BaseException as error:
            screen.fail(error)
            raise
        finally:
            with trio.CancelScope(shield=True):
                await done.wait()
            _look_at_error(app)
            self._loop.set_exception_handler(None)
            gc.unfreeze()
        return app.result()

    async def gather(self, screen: LobbyScreen, gather: LobbyTask) -> None:
        """Show the room until the table begins, or will not, or the person leaves it."""
        to_screen, events = trio.open_memory_channel[LobbyEvent](0)
        to_room, commands = trio.open_memory_channel[LobbyCommand](COMMANDS_MOST)
        token, done = trio.lowlevel.current_trio_token(), trio.Event()
        screen.send = lambda command: token.run_sync_soon(_send, to_room, command)
        self._loop.set_exception_handler(lambda _loop, context: screen.fail(error_in(context)))
        app = self._loop.create_task(_show_room(screen), context=self._context)
        app.add_done_callback(lambda _task: token.run_sync_soon(done.set))
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(gather, to_screen, commands)
                nursery.start_soon(_leave_when, done, to_room)
                async for event in events:
                    screen.hear(event)
                nursery.cancel_scope.cancel()
        finally:
            self._loop.call_soon_threadsafe(screen.close)
            with trio.CancelScope(shield=True):
                await done.wait()
            _look_at_error(app)
            self._loop.set_exception_handler(None)
        app.result()

    async def conclude(self, screen: AfterScreen, task: AfterTask) -> AfterChoice:
        """Show the end of a game until the person chooses, or the next table begins."""
        token = trio.lowlevel.current_trio_token()
        to_screen, events = trio.open_memory_channel[AfterEvent](0)
        to_task, commands = trio.open_memory_channel[AfterCommand](COMMANDS_MOST)
        screen.send = lambda command: token.run_sync_soon(_send, to_task, command)

        async def follow() -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(task, to_screen, commands)
                async for event in events:
                    screen.hear(event)

        return await self.ask(screen, follow)

    async def ask(
        self, screen: FullScreen[ResultT], beside: Callable[[], Awaitable[None]]
    ) -> ResultT:
        """Show a screen until it has a result; ``beside`` runs meanwhile, and tells it things."""
        token, done = trio.lowlevel.current_trio_token(), trio.Event()
        self._loop.set_exception_handler(lambda _loop, context: screen.fail(error_in(context)))
        running = screen.app.run_async(pre_run=screen.heed_signals, set_exception_handler=False)
        app = self._loop.create_task(running, context=self._context)
        app.add_done_callback(lambda _task: token.run_sync_soon(done.set))
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(beside)
                await done.wait()
                nursery.cancel_scope.cancel()
        except BaseException as error:
            screen.fail(first_of(error))
            raise
        finally:
            with trio.CancelScope(shield=True):
                await done.wait()
            _look_at_error(app)
            self._loop.set_exception_handler(None)
        return app.result()


def _look_at_error(app: "asyncio.Task[Any]") -> None:
    """What ended a screen is raised by whoever showed it; asyncio is not to print it as well."""
    if not app.cancelled():
        app.exception()


async def _show_room(screen: LobbyScreen) -> None:
    try:
        await screen.app.run_async(pre_run=screen.heed_signals, set_exception_handler=False)
    except (EOFError, OSError) as error:
        # The terminal is gone, and with it the person.
        if isinstance(error, OSError) and error.errno not in TERMINAL_GONE:
            raise


async def _leave_when(done: trio.Event, to_room: trio.MemorySendChannel[LobbyCommand]) -> None:
    """A screen that ended before the room did leaves nobody to sit down."""
    await done.wait()
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        await to_room.send(LeaveRoom())


def _send(to_task: trio.MemorySendChannel[CommandT], command: CommandT) -> None:
    """Hand a command over; a room that is closed takes none, and one too many is not missed."""
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError, trio.WouldBlock):
        to_task.send_nowait(command)
