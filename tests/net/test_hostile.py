"""Real sockets on this machine, and somebody who means harm: the others do not notice.

The hostile host has an address of its own where the system has one to give: the limits are for each
host, and a host that attacks shall not be able to shut out another.
"""

import socket
import sys
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import pytest
import trio

from p2pjeux.errors import LinkLost, Refused
from p2pjeux.net.addresses import Address
from p2pjeux.net.events import Unlinked
from p2pjeux.net.frames import PIECE_SIZE, cut, write_frame
from p2pjeux.net.kept_links import STRANGERS_PER_HOST
from p2pjeux.net.limits import STRANGER
from p2pjeux.net.link import Link, shake_hands
from p2pjeux.net.mesh import PENDING_MAX, open_mesh
from p2pjeux.net.noise import Role
from p2pjeux.net.sockets import Tcp
from tests.net.people import draw, papers, start
from tests.net.test_mesh import Peer, yes
from tests.net.wires import Recorder

# Longer than any of these takes; a failure must end.
PATIENCE = 30
HOSTILE = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"


@asynccontextmanager
async def peer(number: int) -> AsyncIterator[Peer]:
    async with open_mesh(papers(number), yes, host="127.0.0.1", draw=draw) as mesh:
        one = Peer(number, mesh)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(one.listen)
            yield one
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def friends() -> AsyncIterator[tuple[Peer, Peer]]:
    """Two members with a link; what happens to the first must not matter to the second."""
    with trio.fail_after(PATIENCE):
        async with peer(1) as one, peer(2) as two:
            one.mesh.admit(two.key)
            two.mesh.admit(one.key)
            two.mesh.add_address(one.key, "127.0.0.1", one.mesh.port)
            await one.linked_to(two)
            await two.linked_to(one)
            yield one, two


@asynccontextmanager
async def attack(one: Peer) -> AsyncIterator[trio.SocketStream]:
    sock = trio.socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    await sock.bind((HOSTILE, 0))
    await sock.connect(("127.0.0.1", one.mesh.port))
    async with trio.SocketStream(sock) as stream:
        yield stream


@asynccontextmanager
async def intrude(one: Peer, number: int) -> AsyncIterator[Link]:
    """An identity of its own gives anybody a link as a stranger."""
    async with attack(one) as stream:
        yield await shake_hands(stream, Role.INITIATOR, papers(number), draw())


async def is_closed(stream: trio.SocketStream) -> bool:
    try:
        while await stream.receive_some(1 << 16):
            pass
    except trio.BrokenResourceError:
        pass
    return True


async def assert_all_is_well(one: Peer, two: Peer) -> None:
    """The friends still talk over the link they had, and a newcomer can still come."""
    assert not [event for event in two.told if isinstance(event, Unlinked)]
    one.mesh.send(two.key, b"ping")
    await two.hears(b"ping")
    two.mesh.send(one.key, b"pong")
    await one.hears(b"pong")
    async with peer(3) as three:
        three.mesh.add_address(None, "127.0.0.1", one.mesh.port)
        await three.linked_to(one)


@pytest.mark.parametrize(
    "garbage",
    [
        b"GET / HTTP/1.1\r\nHost: table\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(100),
        b"\xff" * 70_000,
    ],
    ids=["http", "tls", "ones"],
)
async def test_garbage_is_closed_and_nobody_notices(garbage: bytes) -> None:
    async with friends() as (one, two), attack(one) as stream:
        with suppress(trio.BrokenResourceError):
            await stream.send_all(garbage)

        assert await is_closed(stream)
        await assert_all_is_well(one, two)


@pytest.mark.slow
async def test_thousands_of_connections_are_turned_away() -> None:
    async with friends() as (one, two):
        for _ in range(20):
            async with AsyncExitStack() as stack:
                for _ in range(100):
                    await stack.enter_async_context(attack(one))
                assert len(one.mesh._pending) <= PENDING_MAX

        await assert_all_is_well(one, two)


async def test_handshakes_that_hang_leave_room_for_others() -> None:
    async with friends() as (one, two), AsyncExitStack() as stack:
        for _ in range(PENDING_MAX):
            stream = await stack.enter_async_context(attack(one))
            with suppress(trio.BrokenResourceError):
                await stream.send_all(b"\x00")

        await assert_all_is_well(one, two)


async def test_one_host_gets_so_many_links_and_no_more() -> None:
    async with friends() as (one, two), AsyncExitStack() as stack, trio.open_nursery() as nursery:
        intruders = [
            start(await stack.enter_async_context(intrude(one, 100 + number)), nursery)
            for number in range(STRANGERS_PER_HOST + 5)
        ]
        for turned_away in intruders[STRANGERS_PER_HOST:]:
            await turned_away.ended.wait()

        assert not any(intruder.ended.is_set() for intruder in intruders[:STRANGERS_PER_HOST])
        assert len(one.mesh.linked) == 1 + STRANGERS_PER_HOST
        if HOSTILE != "127.0.0.1":
            await assert_all_is_well(one, two)
        nursery.cancel_scope.cancel()


async def flood_messages(link: Link) -> None:
    while True:
        for piece in cut(bytes(STRANGER.message_size)):
            await link.send_piece(piece)


async def flood_pings(link: Link) -> None:
    while True:
        await link.send_piece(b"\x02")


async def flood_endless_message(link: Link) -> None:
    while True:
        await link.send_piece(b"\x01" + bytes(PIECE_SIZE))


async def flood_frames_that_do_not_open(link: Link) -> None:
    while True:
        await link.stream.send_all(write_frame(bytes(1000)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "flood",
    [flood_messages, flood_pings, flood_endless_message, flood_frames_that_do_not_open],
    ids=lambda flood: flood.__name__,
)
async def test_a_flood_takes_neither_memory_nor_time_of_others(
    flood: Callable[[Link], Awaitable[None]],
) -> None:
    async with friends() as (one, two), trio.open_nursery() as nursery:

        async def attacker(number: int) -> None:
            async with intrude(one, number) as link:
                with suppress(LinkLost, trio.BrokenResourceError):
                    await flood(link)

        tracemalloc.start()
        for number in range(100, 104):
            nursery.start_soon(attacker, number)
        for number in range(300):
            two.mesh.send(one.key, b"%d" % number)
            await one.hears(b"%d" % number)
            one.told.clear()
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()

        assert peak < 8 << 20
        await assert_all_is_well(one, two)
        nursery.cancel_scope.cancel()


async def test_a_replayed_connection_gets_no_link() -> None:
    async with friends() as (one, two), attack(one) as first, attack(one) as second:
        recording = Recorder(first)
        await shake_hands(recording, Role.INITIATOR, papers(50), draw())
        await one.until(lambda: papers(50).identity.public in one.mesh.linked)
        await recording.aclose()
        await one.until(lambda: papers(50).identity.public not in one.mesh.linked)
        await second.send_all(recording.sent)

        assert await is_closed(second)
        assert papers(50).identity.public not in one.mesh.linked
        await assert_all_is_well(one, two)


async def test_real_sockets_listen_on_one_port_for_both_families() -> None:
    listening = await Tcp().listen(None, 0)
    try:
        ports = {one.socket.getsockname()[1] for one in listening.listeners}  # type: ignore[attr-defined]  # they are sockets
        assert ports == {listening.port}
        with pytest.raises(Refused):
            await Tcp().listen("127.0.0.1", listening.port)
    finally:
        for listener in listening.listeners:
            await listener.aclose()


async def test_what_cannot_be_a_name_cannot_be_reached() -> None:
    with pytest.raises(OSError, match="cannot be the name"):
        await Tcp().connect(Address("..", 4000))
