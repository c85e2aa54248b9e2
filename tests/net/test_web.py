"""Pages and WebSockets on the port of the links: what is served, what is carried, what is cut."""

import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import h11
import pytest
import trio
from trio.testing import memory_stream_pair
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, BytesMessage, RejectConnection, Request, TextMessage

from p2pjeux.errors import LinkLost, PeerFault
from p2pjeux.net.link import shake_hands
from p2pjeux.net.noise import Role
from p2pjeux.net.web import LINK_PATH, OverWebSocket, WebFile, is_near, open_link_stream
from tests.net.people import draw, papers

PAGE = WebFile(gzip.compress(b"<p>page"), "text/html; charset=utf-8", is_zipped=True)
ORIGIN = "http://192.168.1.5:4000"


def site(path: str) -> WebFile | None:
    return PAGE if path == "/" else None


@asynccontextmanager
async def served() -> AsyncIterator[tuple[trio.abc.Stream, trio.MemoryReceiveChannel[object]]]:
    """A browser's end of a stream, and where what came of it is told."""
    browser, ours = memory_stream_pair()
    tell, told = trio.open_memory_channel[object](1)

    async def serve() -> None:
        with trio.move_on_after(5) as scope:
            stream = await open_link_stream(ours, site, scope)
            if stream is None:
                await ours.aclose()
            await tell.send(stream)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        yield browser, told
        nursery.cancel_scope.cancel()


async def get(browser: trio.abc.Stream, path: str) -> tuple[h11.Response, bytes]:
    http = h11.Connection(h11.CLIENT)
    request = h11.Request(method="GET", target=path, headers=[("Host", "a")])
    data = http.send(request)
    assert data is not None
    await browser.send_all(data)
    http.send(h11.EndOfMessage())
    response, body = None, b""
    while True:
        event = http.next_event()
        if event is h11.NEED_DATA:
            http.receive_data(bytes(await browser.receive_some(4096)))
        elif isinstance(event, h11.Response):
            response = event
        elif isinstance(event, h11.Data):
            body += event.data
        else:
            assert isinstance(event, h11.EndOfMessage)
            assert response is not None
            return response, body


async def test_a_page_is_served_as_it_is_and_may_load_nothing_from_elsewhere() -> None:
    async with served() as (browser, _):
        response, body = await get(browser, "/")

    headers = dict(response.headers)
    assert response.status_code == 200
    assert gzip.decompress(body) == b"<p>page"
    assert headers[b"content-encoding"] == b"gzip"
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert headers[b"content-security-policy"].startswith(b"default-src 'none'; script-src 'self'")


async def test_what_is_not_of_the_page_is_not_there(autojump_clock: trio.testing.MockClock) -> None:
    async with served() as (browser, told):
        for path in ("/identity", "/../secret", "/link/", "//"):
            response, body = await get(browser, path)
            assert (response.status_code, body) == (404, b"")
        # And a browser that wants nothing more is not kept.
        assert await told.receive() is None


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 20_000,
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody",
        b"GET nonsense\r\n\r\n",
        b"GET /link HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHo",
    ],
    ids=["too long", "a body", "no HTTP", "no WebSocket", "unfinished"],
)
async def test_whoever_speaks_otherwise_is_cut(
    sent: bytes, autojump_clock: trio.testing.MockClock
) -> None:
    async with served() as (browser, told):
        await browser.send_all(sent)
        assert await told.receive() is None


async def test_a_link_that_comes_bare_loses_none_of_its_bytes() -> None:
    for first in (b"\0\x20", b"G", b"GE\0T"):
        async with served() as (browser, told):
            await browser.send_all(first)
            if b"GET ".startswith(first):
                await browser.send_all(b"\0rest")
            stream = await told.receive()
            assert isinstance(stream, trio.abc.Stream)
            assert bytes(await stream.receive_some()).startswith(first)


async def test_no_handshake_begins_as_a_request_does() -> None:
    """Its first two bytes are a length, and 608 is the most (protocol/7-links.md, Frames)."""
    assert int.from_bytes(b"GE", "big") > 608


async def upgrade(browser: trio.abc.Stream, origin: str = ORIGIN) -> WSConnection | None:
    websocket = WSConnection(ConnectionType.CLIENT)
    request = Request(host="a", target=LINK_PATH, extra_headers=[(b"Origin", origin.encode())])
    await browser.send_all(websocket.send(request))
    while True:
        websocket.receive_data(bytes(await browser.receive_some(4096)))
        for event in websocket.events():
            if isinstance(event, RejectConnection):
                return None
            if isinstance(event, AcceptConnection):
                return websocket


async def test_a_link_over_a_websocket_is_the_same_link() -> None:
    async with served() as (browser, told):
        websocket = await upgrade(browser)
        assert websocket is not None
        theirs = OverWebSocket(browser, websocket)
        ours = await told.receive()
        assert isinstance(ours, trio.abc.Stream)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(shake_hands, theirs, Role.INITIATOR, papers(1), draw())
            link = await shake_hands(ours, Role.RESPONDER, papers(2), draw())

        assert link.peer == papers(1).identity.public


@pytest.mark.parametrize(
    ("origin", "may"),
    [
        (ORIGIN, True),
        ("http://10.88.0.1:4001", True),
        ("http://[fd00::1]:4001", True),
        ("http://127.0.0.1:4001", True),
        ("https://example.org", False),
        ("http://example.org", False),
        ("http://8.8.8.8", False),
        ("null", False),
        ("", False),
    ],
)
async def test_a_page_from_the_world_gets_no_link(
    origin: str, *, may: bool, autojump_clock: trio.testing.MockClock
) -> None:
    assert is_near(origin) == may
    async with served() as (browser, _):
        assert (await upgrade(browser, origin) is not None) == may


async def test_text_ends_a_link() -> None:
    async with served() as (browser, told):
        websocket = await upgrade(browser)
        assert websocket is not None
        ours = await told.receive()
        assert isinstance(ours, trio.abc.Stream)
        await browser.send_all(websocket.send(BytesMessage(data=b"one")))
        assert await ours.receive_some() == b"one"

        await browser.send_all(websocket.send(TextMessage(data="two")))

        assert await ours.receive_some() == b""


async def test_garbage_for_a_handshake_is_a_fault_over_a_websocket_too() -> None:
    async with served() as (browser, told):
        websocket = await upgrade(browser)
        assert websocket is not None
        ours = await told.receive()
        assert isinstance(ours, trio.abc.Stream)
        await browser.send_all(websocket.send(BytesMessage(data=b"\xff" * 100)))

        with pytest.raises((PeerFault, LinkLost)):
            await shake_hands(ours, Role.RESPONDER, papers(2), draw())
