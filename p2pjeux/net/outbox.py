"""What waits to be sent on one link."""

import math
from typing import Final

import trio

# Room for two of the largest messages. A peer that lets so much pile up is dropped.
OUTBOX_SIZE_MAX: Final = 1 << 23
# What a waiting message costs besides its bytes, so that endless empty messages count too.
_OVERHEAD: Final = 64


class Outbox:
    """A queue bounded in bytes: ``put`` never waits, so a slow peer never holds up another."""

    def __init__(self, size_max: int = OUTBOX_SIZE_MAX) -> None:
        self._size_max = size_max
        self._size = 0
        self.closed = False
        # Those that wait and need not be sent twice.
        self._waiting: set[bytes] = set()
        self._in, self._out = trio.open_memory_channel[bytes | None](math.inf)

    def put(self, message: bytes, *, once: bool = False) -> bool:
        """Whether there was room for ``message``, which then waits to be sent.

        One that is to be sent ``once`` is left out while the same one still waits: whoever asks
        again on a thin line has not got the answer yet. Once the outbox is closed nothing needs
        room, and nothing is sent.
        """
        if self.closed:
            return True
        if message in self._waiting:
            return True
        size = len(message) + _OVERHEAD
        # Refused whole: half a message would be a breach of the protocol by us.
        if self._size + size > self._size_max:
            return False
        self._size += size
        if once:
            self._waiting.add(message)
        self._in.send_nowait(message)
        return True

    def put_ping(self) -> None:
        """Let the link show that it lives, if nothing else waits to be sent."""
        if not self.closed and not self._size:
            self._in.send_nowait(None)

    async def take(self) -> bytes | None:
        """The next message, or None for a ping.

        Raises trio.EndOfChannel once the outbox is closed and empty.
        """
        message = await self._out.receive()
        if message is not None:
            self._size -= len(message) + _OVERHEAD
            self._waiting.discard(message)
        return message

    def close(self) -> None:
        """Nothing more is put in; what waits can still be taken."""
        self.closed = True
        self._in.close()
