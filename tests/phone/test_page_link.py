"""The end of a link in a page, against the end of a laptop as it is."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import memory_stream_pair

from p2pjeux.errors import LinkLost, Loss
from p2pjeux.net.frames import Bye, Reason
from p2pjeux.net.limits import PING_EVERY, SILENCE_MAX
from p2pjeux.net.link import Link, run_link, shake_hands
from p2pjeux.net.noise import Role
from p2pjeux.net.outbox import Outbox
from p2pjeux.phone.seat.page_link import PageLink
from tests.net.people import draw, papers

NOW = 100.0


async def exchange(page: PageLink, stream: trio.abc.Stream) -> None:
    """Carry what the page says, and what comes back, until the laptop is known."""
    await stream.send_all(page.outgoing())
    while page.hello is None:
        page.receive(bytes(await stream.receive_some(65536)), NOW)
    await stream.send_all(page.outgoing())


@asynccontextmanager
async def linked() -> AsyncIterator[tuple[PageLink, trio.abc.Stream, Link]]:
    ours, theirs = memory_stream_pair()
    page = PageLink(papers(1), draw(32), lambda _key: True, NOW)
    async with trio.open_nursery() as nursery:
        made: list[Link] = []

        async def answer() -> None:
            made.append(await shake_hands(theirs, Role.RESPONDER, papers(2), draw(32)))

        nursery.start_soon(answer)
        await exchange(page, ours)
    yield page, ours, made[0]


async def test_both_ends_know_each_other_and_the_same_link() -> None:
    async with linked() as (page, _stream, laptop):
        assert page.hello is not None
        assert page.hello.key == papers(2).identity.public
        assert laptop.peer == papers(1).identity.public
        assert page.handshake_hash == laptop.handshake_hash


async def test_long_messages_come_whole_both_ways() -> None:
    long = bytes(range(256)) * 600
    heard: list[bytes] = []

    async def deliver(data: bytes) -> None:
        heard.append(data)
        outbox.close()

    async with linked() as (page, stream, laptop):
        laptop.limits = laptop.limits.__class__(1 << 20, 1e9, 1e9, 1e9, 1e9)
        outbox = Outbox()
        outbox.put(long)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run_link, laptop, outbox, deliver)
            page.send(long[::-1], NOW)
            await stream.send_all(page.outgoing())
            received: list[bytes | Bye] = []
            while len(received) < 2:
                received += page.receive(bytes(await stream.receive_some(1 << 20)), NOW)
            nursery.cancel_scope.cancel()

    assert heard == [long[::-1]]
    assert received == [long, Bye(Reason.LEAVING)]


async def test_whoever_is_not_wanted_learns_nothing_of_us() -> None:
    ours, theirs = memory_stream_pair()
    page = PageLink(papers(1), draw(32), lambda _key: False, NOW)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(shake_hands, theirs, Role.RESPONDER, papers(2), draw(32))
        await ours.send_all(page.outgoing())
        with pytest.raises(LinkLost) as lost:
            page.receive(bytes(await ours.receive_some(65536)), NOW)
        nursery.cancel_scope.cancel()

    assert lost.value.loss is Loss.OTHER_KEY
    assert page.outgoing() == b""


async def test_a_page_with_nothing_to_say_pings_and_gives_up_who_is_silent() -> None:
    async with linked() as (page, _stream, _laptop):
        page.tick(NOW + PING_EVERY - 0.1)
        assert page.outgoing() == b""

        page.tick(NOW + PING_EVERY)
        assert page.outgoing()

        with pytest.raises(LinkLost):
            page.tick(NOW + SILENCE_MAX)
