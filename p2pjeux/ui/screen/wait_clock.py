"""How long the table has waited for the same people; the model itself knows no clock."""

import asyncio
from collections.abc import Callable
from typing import Final

from p2pjeux.rules.requests import Seat

# A shorter wait is not worth a word: it would only flicker.
SHORT: Final = 2
TICK_SECONDS: Final = 1.0


class WaitClock:
    """Counts from when those who lack last changed, and has the screen drawn every second."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lacking: tuple[Seat, ...] = ()
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def follow(self, lacking: tuple[Seat, ...], redraw: Callable[[], None]) -> None:
        """Hear who lacks now. Nothing ticks while nobody does."""
        if lacking == self._lacking:
            return
        self._lacking, self._since = lacking, self._clock()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if lacking:
            self._tick(redraw)

    def seconds(self) -> int | None:
        """Whole seconds of waiting; None when nobody lacks, or not for long enough to say so."""
        if not self._lacking:
            return None
        seconds = int(self._clock() - self._since)
        return seconds if seconds >= SHORT else None

    def _tick(self, redraw: Callable[[], None]) -> None:
        def again() -> None:
            redraw()
            self._tick(redraw)

        self._timer = asyncio.get_running_loop().call_later(TICK_SECONDS, again)
