"""Lines that a person types, read in a thread so that the table goes on meanwhile."""

import os
import sys
from contextlib import suppress
from typing import Final, Protocol

import trio

READ_SIZE: Final = 4096


class LineSource(Protocol):
    """Where a person's lines come from; an empty one without its end is the end of them."""

    def readline(self) -> str: ...


class Descriptor:
    """Lines straight from a file descriptor.

    Python's own standard input holds a lock while it waits, and a program that ends meanwhile dies
    over it; a bare read does not.
    """

    def __init__(self, number: int, encoding: str = "utf-8") -> None:
        self._number = number
        self._encoding = encoding
        self._rest = b""

    async def wait(self) -> None:
        """Wait until there is something to read, where the system can: on no file, not on Windows.

        So no read hangs behind that would take a line from whoever reads next.
        """
        if b"\n" not in self._rest:
            with suppress(OSError):
                await trio.lowlevel.wait_readable(self._number)

    def readline(self) -> str:
        while b"\n" not in self._rest:
            data = os.read(self._number, READ_SIZE)
            if not data:
                line, self._rest = self._rest, b""
                return line.decode(self._encoding, "replace")
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(self._encoding, "replace") + "\n"


def standard_input() -> Descriptor:
    """What is typed into this program, in the code page of its console or pipe."""
    encoding = sys.stdin.encoding or "utf-8"
    if sys.platform == "win32" and sys.stdin.isatty():
        # Python reads consoles in its own way, and calls that UTF-8; a bare read gets their code.
        import ctypes  # noqa: PLC0415  # it has no windll elsewhere

        encoding = f"cp{ctypes.windll.kernel32.GetConsoleCP()}"
    return Descriptor(sys.stdin.fileno(), encoding)


class Keyboard:
    """One line at a time, and none before it is wanted: what was typed ahead waits its turn."""

    def __init__(self, source: LineSource) -> None:
        self._source = source
        self._wanted = trio.Event()
        self._put, self._lines = trio.open_memory_channel[str](1)

    async def run(self) -> None:
        """Read for ``line`` until the lines end, or until cancelled."""
        async with self._put:
            while True:
                await self._wanted.wait()
                if isinstance(self._source, Descriptor):
                    await self._source.wait()
                line = await trio.to_thread.run_sync(self._source.readline, abandon_on_cancel=True)
                if not line:
                    return
                self._wanted = trio.Event()
                await self._put.send(line.strip())

    async def line(self) -> str:
        """The next line; raise EOFError when there is none any more.

        A line that comes after a cancelled call is not lost: the next call gets it.
        """
        with suppress(trio.WouldBlock, trio.EndOfChannel):
            return self._lines.receive_nowait()
        self._wanted.set()
        try:
            return await self._lines.receive()
        except trio.EndOfChannel:
            raise EOFError from None
