"""HTTP and WebSocket on the port of the links: pages for a browser, and links that come from one.

What begins with ``GET `` can be no handshake: these bytes would announce a frame that is too long
(protocol/7-links.md, Streams). A link over a WebSocket is the same link: its bytes are those of the
binary messages, one after the other, however they are cut.
"""

import ipaddress
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias
from urllib.parse import urlsplit

import h11
import trio
from wsproto import ConnectionType, WSConnection
from wsproto.connection import ConnectionState
from wsproto.events import (
    AcceptConnection,
    BytesMessage,
    CloseConnection,
    Event,
    Ping,
    RejectConnection,
    TextMessage,
)
from wsproto.events import Request as UpgradeRequest
from wsproto.utilities import RemoteProtocolError

LINK_PATH: Final = "/link"
_FIRST: Final = b"GET "
_READ_SIZE: Final = 1 << 16
# Headers of a browser on a local network; cookies of other programs at this host may be among them.
_HEAD_SIZE_MAX: Final = 1 << 14
# A page asks for a dozen files; who asks for more begins with a new connection, at the gate.
_REQUESTS_MAX: Final = 32
# How long a connection may idle between two requests, and how long a file may take.
_IDLE_SECONDS: Final = 3.0
_FILE_SECONDS: Final = 120.0
_SERVER: Final = "p2pjeux"

# Nothing from anywhere else, nothing inline; a page calls other laptops of its table, so links may
# go to any host. WebAssembly needs a leave of its own.
_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self'; connect-src 'self' ws:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True, slots=True)
class WebFile:
    """What is served under one name; ``is_zipped`` if the bytes are gzip of what they stand for."""

    data: bytes
    kind: str
    is_zipped: bool = False
    # Whether the same name always means the same bytes.
    is_lasting: bool = False


# Gives the file of a path; None if there is none. Called in a thread, for it may read a disk.
Site: TypeAlias = Callable[[str], WebFile | None]


def no_site(path: str) -> WebFile | None:
    """Where no page is served; links over a WebSocket are taken all the same."""
    return None


async def open_link_stream(
    stream: trio.abc.Stream, site: Site, scope: trio.CancelScope
) -> trio.abc.Stream | None:
    """The stream of a link, whether it comes bare or over a WebSocket.

    None if it was a browser that wanted pages: they were served. ``scope`` bounds the first bytes
    of a stranger; pages have limits of their own, and it bounds them no more.
    """
    first = await _read(stream)
    if not _FIRST.startswith(first[: len(_FIRST)]) or not first:
        return Behind(stream, first)
    # The first bytes may come one by one.
    while len(first) < len(_FIRST) and _FIRST.startswith(first):
        more = await _read(stream)
        if not more:
            break
        first += more
    if not first.startswith(_FIRST):
        return Behind(stream, first)
    scope.deadline = math.inf
    return await _serve(stream, first, site)


async def _read(stream: trio.abc.Stream) -> bytes:
    try:
        return bytes(await stream.receive_some(_READ_SIZE))
    except trio.BrokenResourceError:
        return b""


class Behind(trio.abc.Stream):
    """A stream of which some bytes have been read already."""

    def __init__(self, stream: trio.abc.Stream, first: bytes) -> None:
        self._stream = stream
        self._first = first

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        if self._first:
            await trio.lowlevel.checkpoint()
            data, self._first = self._first, b""
            return data
        return await self._stream.receive_some(max_bytes)

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._stream.aclose()


async def _serve(stream: trio.abc.Stream, first: bytes, site: Site) -> trio.abc.Stream | None:
    http = h11.Connection(h11.SERVER, max_incomplete_event_size=_HEAD_SIZE_MAX)
    http.receive_data(first)
    link = None
    try:
        for _ in range(_REQUESTS_MAX):
            request = await _next_request(stream, http)
            if request is None:
                break
            if _path(request) == LINK_PATH:
                link = await _upgrade(stream, http, request)
                break
            await _answer(stream, http, request, site)
            if http.our_state is not h11.DONE:
                break
            http.start_next_cycle()
    except (h11.ProtocolError, trio.BrokenResourceError):
        # No browser of ours, or one that has gone: nothing of either matters.
        link = None
    return link


async def _next_request(stream: trio.abc.Stream, http: h11.Connection) -> h11.Request | None:
    """The next request with all that belongs to it; None if there is none in time."""
    request: h11.Request | None = None
    with trio.move_on_after(_IDLE_SECONDS):
        while True:
            event = http.next_event()
            if event is h11.NEED_DATA:
                http.receive_data(await _read(stream))
            elif isinstance(event, h11.Request):
                request = event
                if _path(request) == LINK_PATH:
                    return request
            elif isinstance(event, h11.Data):
                # Nobody has anything to send to us.
                return None
            elif isinstance(event, h11.EndOfMessage):
                return request
            else:
                return None
    return None


def _path(request: h11.Request) -> str:
    return request.target.decode("ascii", "replace").partition("?")[0]


async def _answer(
    stream: trio.abc.Stream, http: h11.Connection, request: h11.Request, site: Site
) -> None:
    file = await trio.to_thread.run_sync(site, _path(request))
    status, reason = (200, b"OK") if file is not None else (404, b"Not Found")
    body = b"" if file is None else file.data
    head = h11.Response(status_code=status, reason=reason, headers=_headers(file, len(body)))
    data = http.send(head) or b""
    data += http.send(h11.Data(data=body)) or b""
    data += http.send(h11.EndOfMessage()) or b""
    with trio.move_on_after(_FILE_SECONDS) as scope:
        await stream.send_all(data)
    if scope.cancelled_caught:
        raise trio.BrokenResourceError("the browser does not read what it asked for")


def _headers(file: WebFile | None, size: int) -> list[tuple[str, str]]:
    kind = "text/plain" if file is None else file.kind
    lasting = file is not None and file.is_lasting
    headers = [
        ("Server", _SERVER),
        ("Content-Type", kind),
        ("Content-Length", str(size)),
        ("Content-Security-Policy", _POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "max-age=31536000, immutable" if lasting else "no-store"),
    ]
    if file is not None and file.is_zipped:
        headers.append(("Content-Encoding", "gzip"))
    return headers


async def _upgrade(
    stream: trio.abc.Stream, http: h11.Connection, request: h11.Request
) -> trio.abc.Stream | None:
    """The stream behind a WebSocket; None if it was none, or comes from elsewhere."""
    websocket = WSConnection(ConnectionType.SERVER)
    headers = [(name, value) for name, value in request.headers]
    try:
        websocket.initiate_upgrade_connection(headers, LINK_PATH)
        event = next(iter(websocket.events()), None)
        if not isinstance(event, UpgradeRequest):
            return None
        if not is_near(dict(request.headers).get(b"origin", b"").decode("latin-1")):
            await stream.send_all(websocket.send(RejectConnection()))
            return None
        await stream.send_all(websocket.send(AcceptConnection()))
        websocket.receive_data(http.trailing_data[0])
    except RemoteProtocolError:
        return None
    return OverWebSocket(stream, websocket)


def is_near(origin: str) -> bool:
    """Whether a page may link to us: one that a machine of a local network served, by its number.

    A page from the world that somebody happens to read at this table is kept out.
    """
    parts = urlsplit(origin)
    try:
        host = ipaddress.ip_address(parts.hostname or "")
    except ValueError:
        return False
    return parts.scheme == "http" and (host.is_private or host.is_link_local)


class OverWebSocket(trio.abc.Stream):
    """The bytes of a link in the binary messages of a WebSocket."""

    def __init__(self, stream: trio.abc.Stream, websocket: WSConnection) -> None:
        self._stream = stream
        self._websocket = websocket
        self._came = bytearray()
        self._is_over = False

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        await trio.lowlevel.checkpoint()
        while True:
            try:
                for event in self._websocket.events():
                    await self._take(event)
                if self._came or self._is_over:
                    break
                data = await self._stream.receive_some(_READ_SIZE)
                self._is_over = not data
                if data:
                    self._websocket.receive_data(bytes(data))
            except RemoteProtocolError:
                self._is_over = True
        taken = bytes(self._came)
        self._came.clear()
        return taken

    async def _take(self, event: Event) -> None:
        match event:
            case BytesMessage(data=data):
                self._came += data
            case Ping():
                await self.send_event(event.response())
            case CloseConnection() | TextMessage():
                # A link has no text in it.
                self._is_over = True
            case _:
                pass

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self.send_event(BytesMessage(data=bytes(data)))

    async def send_event(self, event: Event) -> None:
        if self._websocket.state is not ConnectionState.OPEN:
            raise trio.BrokenResourceError("the browser has closed the WebSocket")
        await self._stream.send_all(self._websocket.send(event))

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._stream.aclose()
