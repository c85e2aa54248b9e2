"""A network in memory: hosts by address, wires that can be cut, on whatever clock there is."""

from collections.abc import Iterable
from contextlib import suppress

import trio
from trio.testing import (
    MemoryReceiveStream,
    MemorySendStream,
    memory_stream_pump,
)

from p2pjeux.net.addresses import Address
from p2pjeux.net.sockets import Listening


class Wire(trio.abc.Stream):
    """One end of a connection between two hosts."""

    def __init__(self, send: MemorySendStream, receive: MemoryReceiveStream, remote: str) -> None:
        self._send = send
        self._receive = receive
        self.remote = remote

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._send.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._send.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self._receive.receive_some(max_bytes)

    async def aclose(self) -> None:
        self._send.close()
        self._receive.close()
        await trio.lowlevel.checkpoint()


class Recorder(trio.abc.Stream):
    """A stream that remembers what went out."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self.sent = b""

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += bytes(data)
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self._stream.receive_some(max_bytes)

    async def aclose(self) -> None:
        await self._stream.aclose()


class World:
    """All hosts. Bytes on a cut wire wait; they arrive when it is healed, as TCP would have it."""

    def __init__(self) -> None:
        self.listeners: dict[Address, trio.MemorySendChannel[Wire]] = {}
        self.connections = 0
        self._cut: set[str] = set()
        self._halves: list[tuple[str, str, MemorySendStream, MemoryReceiveStream]] = []

    def host(self, name: str) -> "Host":
        return Host(self, name)

    def is_cut(self, hosts: Iterable[str]) -> bool:
        return not self._cut.isdisjoint(hosts)

    def cut(self, host: str) -> None:
        self._cut.add(host)

    def heal(self, host: str) -> None:
        self._cut.discard(host)
        for near, far, send, receive in self._halves:
            if not self.is_cut((near, far)):
                with suppress(trio.BrokenResourceError):
                    memory_stream_pump(send, receive)

    def half(self, near: str, far: str) -> tuple[MemorySendStream, MemoryReceiveStream]:
        send, receive = MemorySendStream(), MemoryReceiveStream()

        async def pump() -> None:
            pump_now()

        def pump_now() -> None:
            if not self.is_cut((near, far)):
                memory_stream_pump(send, receive)

        send.send_all_hook = pump
        send.close_hook = pump_now
        self._halves.append((near, far, send, receive))
        return send, receive


class Listener(trio.abc.Listener[trio.abc.Stream]):
    def __init__(self, arrivals: trio.MemoryReceiveChannel[Wire]) -> None:
        self._arrivals = arrivals

    async def accept(self) -> trio.abc.Stream:
        return await self._arrivals.receive()

    async def aclose(self) -> None:
        self._arrivals.close()


class Host:
    """The Network of one host."""

    def __init__(self, world: World, name: str) -> None:
        self._world = world
        self.name = name

    async def connect(self, address: Address) -> trio.abc.Stream:
        if self._world.is_cut((self.name, address.host)):
            await trio.sleep_forever()
        listener = self._world.listeners.get(address)
        if listener is None:
            await trio.lowlevel.checkpoint()
            raise ConnectionRefusedError(address)
        self._world.connections += 1
        there = self._world.half(self.name, address.host)
        back = self._world.half(address.host, self.name)
        try:
            await listener.send(Wire(back[0], there[1], self.name))
        except trio.BrokenResourceError as error:
            raise ConnectionRefusedError(address) from error
        return Wire(there[0], back[1], address.host)

    async def listen(self, host: str | None, port: int) -> Listening:
        await trio.lowlevel.checkpoint()
        address = Address(self.name, port or 4000 + len(self._world.listeners))
        send, receive = trio.open_memory_channel[Wire](100)
        self._world.listeners[address] = send
        return Listening([Listener(receive)], address.port)

    def remote_host(self, stream: trio.abc.Stream) -> str:
        assert isinstance(stream, Wire)
        return stream.remote
