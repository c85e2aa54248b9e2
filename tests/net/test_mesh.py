"""Meshes of several peers on a network in memory, on a clock that jumps."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import pytest
import trio
from trio.testing import MockClock

from p2pjeux.errors import Fault, LinkLost, Loss, PeerFault
from p2pjeux.net.addresses import Address, AddressBook, write_told
from p2pjeux.net.events import Linked, MeshEvent, Received, Unlinked, Unreached
from p2pjeux.net.gate import PENDING_PER_HOST
from p2pjeux.net.hello import Hello
from p2pjeux.net.limits import SILENCE_MAX
from p2pjeux.net.link import shake_hands
from p2pjeux.net.mesh import FAULT_SECONDS, Mesh, open_mesh
from p2pjeux.net.noise import Role
from p2pjeux.net.sockets import Tcp
from p2pjeux.net.web import WebFile
from p2pjeux.table.messages import MESSAGE_SIZE_MAX
from tests.net.people import draw, papers, start
from tests.net.wires import World


@dataclass
class Peer:
    """A mesh with all that it has told, and a way to wait for what it will tell."""

    number: int
    mesh: Mesh
    told: list[MeshEvent] = field(default_factory=list)
    changed: trio.Event = field(default_factory=trio.Event)

    @property
    def key(self) -> bytes:
        return papers(self.number).identity.public

    @property
    def address(self) -> Address:
        return Address(host(self.number), self.mesh.port)

    async def listen(self) -> None:
        async for event in self.mesh.events:
            self.told.append(event)
            self.changed.set()
            self.changed = trio.Event()

    async def until(self, done: Callable[[], bool]) -> None:
        # In the time of the test; a deadline of its own, or a failure would never end.
        with trio.fail_after(200):
            while not done():
                await self.changed.wait()

    async def linked_to(self, *others: "Peer") -> None:
        await self.until(lambda: all(other.key in self.mesh.linked for other in others))

    async def hears(self, message: bytes) -> None:
        await self.until(lambda: message in self.messages)

    @property
    def messages(self) -> list[bytes]:
        return [event.message for event in self.told if isinstance(event, Received)]

    def call(self, other: "Peer") -> None:
        self.mesh.add_address(other.key, other.address.host, other.address.port)


def host(number: int) -> str:
    return f"10.0.0.{number}"


def yes(hello: Hello) -> bool:
    return True


@asynccontextmanager
async def peer(
    world: World, number: int, accept: Callable[[Hello], bool] = yes, address: str = ""
) -> AsyncIterator[Peer]:
    network = world.host(address or host(number))
    async with open_mesh(papers(number), accept, network=network, draw=draw) as mesh:
        one = Peer(number, mesh)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(one.listen)
            yield one
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def table(count: int, *, members: bool = True) -> AsyncIterator[tuple[World, list[Peer]]]:
    """``count`` peers that know each other's keys; the first knows where the others are."""
    world = World()
    async with AsyncExitStack() as stack:
        peers = [await stack.enter_async_context(peer(world, n)) for n in range(1, count + 1)]
        for one in peers:
            for other in peers:
                if members and other is not one:
                    one.mesh.admit(other.key)
        for other in peers[1:]:
            peers[0].call(other)
        yield world, peers


async def test_two_peers_link_and_talk(autojump_clock: MockClock) -> None:
    async with table(2) as (_, (one, two)):
        await one.linked_to(two)
        await two.linked_to(one)
        one.mesh.send(two.key, b"to one")
        one.mesh.send(None, b"to all")
        await two.hears(b"to all")

        assert two.messages == [b"to one", b"to all"]
        (linked,) = [event for event in two.told if isinstance(event, Linked)]
        assert linked.hello.name == "p1"
        assert linked.host == host(1)
        assert linked in two.told[:1]


async def test_all_find_each_other_through_one_who_knows_them(autojump_clock: MockClock) -> None:
    async with table(6) as (_, peers):
        for one in peers:
            await one.linked_to(*(other for other in peers if other is not one))
        # Calls that crossed are settled by then; what is sent on the losing link is lost.
        await trio.sleep(5)

        peers[3].mesh.send(None, b"hello all")
        for other in peers:
            if other is not peers[3]:
                await other.hears(b"hello all")


async def test_an_address_alone_is_enough_to_be_linked(autojump_clock: MockClock) -> None:
    async with table(1) as (world, (one,)), peer(world, 2) as two:
        two.mesh.add_address(None, one.address.host, one.address.port)

        await two.linked_to(one)
        await one.linked_to(two)


async def test_peers_that_call_each_other_at_once_keep_one_link(autojump_clock: MockClock) -> None:
    async with table(2, members=False) as (world, (one, two)):
        two.call(one)
        await one.linked_to(two)
        await two.linked_to(one)
        await trio.sleep(30)

        assert world.connections == 2
        one.mesh.send(two.key, b"still")
        two.mesh.send(one.key, b"there")
        await two.hears(b"still")
        await one.hears(b"there")
        for told in (one.told, two.told):
            assert not [event for event in told if isinstance(event, Unlinked)]


@pytest.mark.parametrize("lost", [1, 2])
async def test_a_cut_is_noticed_and_the_link_comes_back(
    lost: int, autojump_clock: MockClock
) -> None:
    async with table(2) as (world, (one, two)):
        await one.linked_to(two)
        await two.linked_to(one)
        began = trio.current_time()
        world.cut(host(lost))

        await one.until(lambda: two.key not in one.mesh.linked)
        await two.until(lambda: one.key not in two.mesh.linked)
        assert trio.current_time() - began <= SILENCE_MAX + 1
        world.heal(host(lost))
        await one.linked_to(two)
        await two.linked_to(one)

        assert trio.current_time() - began <= SILENCE_MAX + 25
        one.mesh.send(None, b"back")
        await two.hears(b"back")


async def test_a_peer_that_restarts_elsewhere_is_linked_again(autojump_clock: MockClock) -> None:
    async with table(2) as (world, (one, two)):
        await one.linked_to(two)
        async with peer(world, 3) as three:
            for member in (one, two):
                member.mesh.admit(three.key)
                three.mesh.admit(member.key)
            one.call(three)
            await two.linked_to(three)
        await two.until(lambda: three.key not in two.mesh.linked)

        async with peer(world, 3, address="10.0.0.33") as again:
            again.mesh.admit(one.key)
            again.mesh.admit(two.key)
            again.call(one)

            await two.linked_to(again)
            await again.linked_to(one, two)


async def test_a_peer_that_crashed_is_not_kept_out_by_its_dead_link(
    autojump_clock: MockClock,
) -> None:
    async with table(1) as (world, (one,)):
        one.mesh.admit(papers(2).identity.public)
        # It vanishes without a word: what it had is cut off, and it comes back elsewhere.
        async with peer(world, 2) as two:
            two.call(one)
            await one.linked_to(two)
            world.cut(host(2))
            began = trio.current_time()
            async with peer(world, 2, address="10.0.0.22") as again:
                again.mesh.add_address(one.key, one.address.host, one.address.port)
                await again.linked_to(one)
                one.mesh.send(None, b"welcome back")
                await again.hears(b"welcome back")

                assert trio.current_time() - began < SILENCE_MAX


async def test_a_stranger_must_be_accepted(autojump_clock: MockClock) -> None:
    world = World()
    asked: list[Hello] = []

    def no(hello: Hello) -> bool:
        asked.append(hello)
        return False

    async with peer(world, 1, no) as one, peer(world, 2) as two:
        two.call(one)
        await two.until(lambda: any(isinstance(event, Unlinked) for event in two.told))

        (unlinked,) = [event for event in two.told if isinstance(event, Unlinked)]
        assert isinstance(unlinked.why, LinkLost)
        assert unlinked.why.loss is Loss.REFUSED
        assert [hello.name for hello in asked] == ["p2"]
        assert one.told == []
        await trio.sleep(4)
        assert len(asked) == 1


async def test_what_is_sent_to_all_does_not_reach_strangers(autojump_clock: MockClock) -> None:
    async with table(2, members=False) as (_, (one, two)):
        await two.linked_to(one)
        await one.linked_to(two)
        two.mesh.send(None, b"for members")
        two.mesh.send(one.key, b"for you")
        await one.hears(b"for you")
        two.mesh.admit(one.key)
        two.mesh.send(None, b"for members again")
        await one.hears(b"for members again")

        assert one.messages == [b"for you", b"for members again"]


async def test_a_member_may_send_what_a_stranger_may_not(autojump_clock: MockClock) -> None:
    async with table(2) as (_, (one, two)):
        await one.linked_to(two)
        await two.linked_to(one)
        one.mesh.send(None, bytes(MESSAGE_SIZE_MAX))
        await two.hears(bytes(MESSAGE_SIZE_MAX))

    async with table(2, members=False) as (_, (one, two)):
        await two.linked_to(one)
        await one.linked_to(two)
        one.mesh.send(two.key, bytes(MESSAGE_SIZE_MAX))
        await two.until(lambda: isinstance(two.told[-1], Unlinked))

        last = two.told[-1]
        assert isinstance(last, Unlinked)
        assert isinstance(last.why, PeerFault)


async def test_who_faults_has_no_link_for_a_while(autojump_clock: MockClock) -> None:
    async with table(2) as (_, (one, two)):
        await one.linked_to(two)
        await two.linked_to(one)
        began = trio.current_time()
        fault = PeerFault(Fault.BAD_SHAPE, "nonsense")
        one.mesh.drop(two.key, fault, seconds=FAULT_SECONDS)
        await one.until(lambda: Unlinked(two.key, fault) in one.told)

        await one.linked_to(two)

        assert FAULT_SECONDS <= trio.current_time() - began < 2 * FAULT_SECONDS + 10


async def test_a_call_that_fails_is_told_once_and_tried_again(autojump_clock: MockClock) -> None:
    world = World()
    async with peer(world, 1) as one:
        one.mesh.add_address(papers(2).identity.public, host(2), 4001)
        await trio.sleep(60)
        assert [type(event) for event in one.told] == [Unreached]

        async with peer(world, 2) as two:
            assert two.mesh.port == 4001
            await one.linked_to(two)


async def test_a_new_address_is_tried_at_once(autojump_clock: MockClock) -> None:
    world = World()
    async with peer(world, 1) as one:
        one.mesh.add_address(papers(2).identity.public, host(9), 4001)
        await trio.sleep(60)
        async with peer(world, 2) as two:
            began = trio.current_time()
            one.call(two)
            await one.linked_to(two)

            assert trio.current_time() - began < 0.5


async def test_somebody_else_at_an_address_is_not_taken_for_the_peer(
    autojump_clock: MockClock,
) -> None:
    async with table(2, members=False) as (world, (_, two)), peer(world, 3) as three:
        wanted = papers(4).identity.public
        three.mesh.add_address(wanted, two.address.host, two.address.port)
        await three.until(lambda: bool(three.told))

        (unreached,) = three.told
        assert isinstance(unreached, Unreached)
        assert isinstance(unreached.why, LinkLost)
        assert unreached.why.loss is Loss.OTHER_KEY
        assert three.key not in two.mesh.linked


async def test_a_call_to_ourselves_is_given_up(autojump_clock: MockClock) -> None:
    async with table(1) as (world, (one,)):
        one.mesh.add_address(None, one.address.host, one.address.port)
        await trio.sleep(100)

        assert world.connections == 1
        assert one.mesh.linked == frozenset()


async def test_a_forgotten_peer_is_unlinked_and_not_called_again(
    autojump_clock: MockClock,
) -> None:
    async with table(2) as (world, (one, two)):
        await one.linked_to(two)
        await two.linked_to(one)
        two.mesh.forget(one.key)
        one.mesh.forget(two.key)
        await one.until(lambda: two.key not in one.mesh.linked)
        calls = world.connections
        await trio.sleep(100)

        assert world.connections == calls


async def test_the_end_of_a_mesh_is_a_goodbye_to_all(autojump_clock: MockClock) -> None:
    async with table(1) as (world, (one,)):
        async with peer(world, 2) as two:
            two.call(one)
            await one.linked_to(two)
        await one.until(lambda: Unlinked(two.key, None) in one.told)


async def test_a_failure_inside_a_mesh_comes_out_as_it_is(autojump_clock: MockClock) -> None:
    class Oops(Exception):
        pass

    with pytest.raises(Oops):
        async with open_mesh(papers(1), yes, network=World().host("10.0.0.1")):
            raise Oops


async def test_a_peer_that_does_not_read_is_dropped_and_holds_up_nobody(
    autojump_clock: MockClock,
) -> None:
    async with table(3) as (world, (one, two, three)):
        await one.linked_to(two, three)
        await two.linked_to(one)
        world.cut(host(3))
        for _ in range(5):
            one.mesh.send(None, bytes(MESSAGE_SIZE_MAX))
            await two.until(lambda: len(two.messages) > 0)
            two.told.clear()
        await one.until(lambda: three.key not in one.mesh.linked)

        assert two.key in one.mesh.linked


async def test_addresses_told_by_a_stranger_are_not_heard(autojump_clock: MockClock) -> None:
    async with table(1) as (world, (one,)):
        one.mesh.admit(papers(3).identity.public)
        stream = await world.host(host(2)).connect(one.address)
        link = await shake_hands(stream, Role.INITIATOR, papers(2), draw())
        async with trio.open_nursery() as nursery:
            stranger = start(link, nursery)
            book = AddressBook()
            book.learn(papers(3).identity.public, Address("10.0.0.66", 4000))
            told = write_told(book, [papers(3).identity.public], loopback=False)
            stranger.outbox.put(b"\x01" + told)
            await trio.sleep(20)

            assert one.mesh.linked == {papers(2).identity.public}
            assert not [event for event in one.told if isinstance(event, Unreached)]
            nursery.cancel_scope.cancel()


async def test_the_usual_port_is_taken_if_it_is_free_and_another_if_not() -> None:
    ports = []
    async with AsyncExitStack() as stack:
        for number in (1, 2):
            opened = open_mesh(papers(number), yes, host="127.0.0.1", network=Tcp(27276))
            ports.append((await stack.enter_async_context(opened)).port)

    assert ports[0] == 27276
    assert ports[1] not in {0, 27276}


async def test_a_page_and_a_link_are_found_on_one_port(autojump_clock: MockClock) -> None:
    world = World()
    async with peer(world, 1) as one, peer(world, 2) as two:
        two.mesh.site = lambda path: WebFile(b"page", "text/plain") if path == "/" else None
        browser = await world.host("10.0.0.9").connect(two.address)
        await browser.send_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        answered = bytes(await browser.receive_some())
        one.call(two)
        await one.linked_to(two)

    assert answered.startswith(b"HTTP/1.1 200 ")
    assert answered.endswith(b"\r\n\r\npage")


async def test_a_browser_waits_at_the_gate_as_strangers_do(autojump_clock: MockClock) -> None:
    world = World()
    async with peer(world, 2) as two:
        browsers = [
            await world.host("10.0.0.9").connect(two.address) for _ in range(PENDING_PER_HOST + 1)
        ]
        for browser in browsers[:-1]:
            await browser.send_all(b"GET /slow")
        with trio.fail_after(60):
            assert await browsers[-1].receive_some() == b""
        # The others have time to finish what they ask; then they are cut too.
        with trio.fail_after(60):
            assert await browsers[0].receive_some() == b""
