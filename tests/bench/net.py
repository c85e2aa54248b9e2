"""What links cost: ``python -m tests.bench.net``.

Handshakes and round trips run over real sockets on loopback. A bare round trip, the same frames
over the same kind of stream with nothing between, runs beside every round trip through a link, and
the ratio is the median over the runs: a busy machine disturbs both alike. Discovery speaks on
loopback only.
"""

import math
import statistics
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_interface
from time import perf_counter
from uuid import uuid4

import trio

from p2pjeux.net.announcement import Announcement
from p2pjeux.net.discovery import Found, open_discovery
from p2pjeux.net.events import MeshEvent, Received
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.net.frames import FrameReader, write_frame
from p2pjeux.net.interfaces import NetworkInterface
from p2pjeux.net.limits import Limits
from p2pjeux.net.link import Link, run_link, shake_hands
from p2pjeux.net.mesh import Mesh, open_mesh
from p2pjeux.net.noise import Handshake, Role
from p2pjeux.net.outbox import Outbox
from tests.bench.figures import figure
from tests.net.people import draw, papers

RUNS = 15
TRIPS = 200
SIZES = (100, 1_000, 60_000)
UNBOUND = Limits(1 << 22, 1e12, 1e12, 1e12, 1e12)
LOOPBACK = (NetworkInterface("lo", 1, (ip_interface("127.0.0.1/8"),)),)

Trip = Callable[[bytes], Awaitable[None]]


@asynccontextmanager
async def sockets() -> AsyncIterator[tuple[trio.SocketStream, trio.SocketStream]]:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listener.socket.getsockname()[1]
    async with listener:
        near = await trio.open_tcp_stream("127.0.0.1", port)
        far = await listener.accept()
        async with near, far:
            yield near, far


async def links(near: trio.SocketStream, far: trio.SocketStream) -> tuple[Link, Link]:
    made: dict[Role, Link] = {}

    async def shake(stream: trio.SocketStream, role: Role, number: int) -> None:
        made[role] = await shake_hands(stream, role, papers(number), draw())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(shake, near, Role.INITIATOR, 1)
        nursery.start_soon(shake, far, Role.RESPONDER, 2)
    return made[Role.INITIATOR], made[Role.RESPONDER]


@asynccontextmanager
async def bare_trip() -> AsyncIterator[Trip]:
    """Frames with a length before them, there and back: what any program would need."""

    async def receive(stream: trio.SocketStream, reader: FrameReader) -> bytes:
        while (frame := reader.next_frame()) is None:
            reader.receive_data(await stream.receive_some(1 << 16))
        return frame

    async def echo(stream: trio.SocketStream) -> None:
        reader = FrameReader(65535)
        while True:
            await stream.send_all(write_frame(await receive(stream, reader)))

    async with sockets() as (near, far), trio.open_nursery() as nursery:
        nursery.start_soon(echo, far)
        reader = FrameReader(65535)

        async def trip(message: bytes) -> None:
            await near.send_all(write_frame(message))
            assert len(await receive(near, reader)) == len(message)

        yield trip
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def link_trip() -> AsyncIterator[Trip]:
    async with sockets() as (near, far), trio.open_nursery() as nursery:
        ours, theirs = await links(near, far)
        ours.limits = theirs.limits = UNBOUND
        there, back = Outbox(), Outbox()
        send, receive = trio.open_memory_channel[bytes](0)

        async def echo(message: bytes) -> None:
            back.put(message)

        nursery.start_soon(run_link, ours, there, send.send)
        nursery.start_soon(run_link, theirs, back, echo)

        async def trip(message: bytes) -> None:
            there.put(message)
            assert len(await receive.receive()) == len(message)

        yield trip
        nursery.cancel_scope.cancel()


async def time_trips(trip: Trip, message: bytes) -> float:
    began = perf_counter()
    for _ in range(TRIPS):
        await trip(message)
    return (perf_counter() - began) / TRIPS


async def compare_trips(size: int) -> None:
    message = bytes(size)
    bare_times, link_times = [], []
    async with bare_trip() as bare, link_trip() as link:
        for _ in range(RUNS):
            bare_times.append(await time_trips(bare, message))
            link_times.append(await time_trips(link, message))
    pairs = zip(link_times, bare_times, strict=True)
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    print(
        f"{size:6d} bytes there and back: {min(link_times) * 1e6:6.0f} µs on a link, "
        f"{min(bare_times) * 1e6:6.0f} µs bare, ratio {ratio:.2f}"
    )
    figure(
        f"{size} bytes over a link and back",
        f"{min(link_times) * 1e6:.0f} µs",
        ratio,
        "bare trio frames",
    )


async def time_handshakes() -> None:
    times = []
    for _ in range(5 * RUNS):
        async with sockets() as (near, far):
            began = perf_counter()
            await links(near, far)
            times.append(perf_counter() - began)
    print(
        f"handshake, both ends on one machine: {min(times) * 1e3:.2f} ms at best, "
        f"{statistics.median(times) * 1e3:.2f} ms as a rule"
    )
    figure("handshake of a link, both ends", f"{statistics.median(times) * 1e3:.1f} ms")
    began = perf_counter()
    for _ in range(100):
        one = Handshake(Role.INITIATOR, draw(), draw(), b"")
        two = Handshake(Role.RESPONDER, draw(), draw(), b"")
        two.read(one.write())
        one.read(two.write())
        two.read(one.write())
    print(f"  of which Noise alone, both ends: {(perf_counter() - began) * 10:.2f} ms")


class Crowd:
    """Some peers on loopback that become a full mesh."""

    def __init__(self, count: int) -> None:
        self.keys = [papers(number).identity.public for number in range(count)]
        self.meshes: dict[int, Mesh] = {}
        self.events, self.event = trio.open_memory_channel[MeshEvent](math.inf)

    async def run_peer(self, number: int, *, task_status: trio.TaskStatus[None]) -> None:
        async with open_mesh(papers(number), lambda hello: True, host="127.0.0.1") as mesh:
            self.meshes[number] = mesh
            for key in self.keys:
                mesh.admit(key)
            task_status.started()
            async for event in mesh.events:
                self.events.send_nowait(event)

    async def link(self) -> float:
        """Tell all where the first is; return how long it takes until all are linked."""
        began = perf_counter()
        for number in range(1, len(self.keys)):
            self.meshes[number].add_address(self.keys[0], "127.0.0.1", self.meshes[0].port)
        while any(len(mesh.linked) < len(self.keys) - 1 for mesh in self.meshes.values()):
            await self.event.receive()
        return perf_counter() - began

    async def spread(self) -> float:
        """How long a message of one peer takes until all others have it."""
        began = perf_counter()
        self.meshes[0].send(None, bytes(300))
        left = len(self.keys) - 1
        while left:
            left -= isinstance(await self.event.receive(), Received)
        return perf_counter() - began


async def time_spread(count: int) -> None:
    crowd = Crowd(count)
    async with trio.open_nursery() as nursery:
        for number in range(count):
            await nursery.start(crowd.run_peer, number)
        linked = await crowd.link()
        # Calls that crossed are settled by then.
        await trio.sleep(2)
        times = [await crowd.spread() for _ in range(TRIPS)]
        nursery.cancel_scope.cancel()
    print(
        f"{count:2d} peers: all linked after {linked * 1e3:.0f} ms; a message at all others "
        f"after {statistics.median(times) * 1e3:.2f} ms"
    )


async def time_discovery() -> None:
    async with open_discovery(lambda: LOOPBACK) as ours:
        began = perf_counter()
        name = f"bench {uuid4().hex[:8]}"
        await ours.announce(Announcement(name, fingerprint(bytes(32))), 4000)
        announced = perf_counter() - began
        times = []
        for _ in range(10):
            began = perf_counter()
            async with open_discovery(lambda: LOOPBACK) as late:
                async for sighting in late.sightings:
                    if isinstance(sighting, Found) and sighting.announcement.table == name:
                        break
                times.append(perf_counter() - began)
    print(
        f"a table is announced after {announced:.2f} s, and seen by one who looks later after "
        f"{min(times) * 1e3:.0f} to {max(times) * 1e3:.0f} ms, "
        f"{statistics.median(times) * 1e3:.0f} ms as a rule"
    )
    figure("a late joiner sees a table", f"{statistics.median(times) * 1e3:.0f} ms")


async def main() -> None:
    await time_handshakes()
    for size in SIZES:
        await compare_trips(size)
    for count in (2, 6, 12):
        await time_spread(count)
    await time_discovery()


if __name__ == "__main__":
    sys.exit(trio.run(main))
