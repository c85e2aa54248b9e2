"""A few files over plain HTTP, for browsers and scripts on the same wifi: GET, and no more."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias
from urllib.parse import unquote

import trio

# Whoever sends more than any browser does, or slower, is no guest: these bound what a stranger on
# the wifi can make us hold.
REQUEST_SIZE_MAX: Final = 8192
REQUEST_SECONDS: Final = 10.0
# Long enough for all wheels over a bad wifi; then the guest has gone without saying so.
ANSWER_SECONDS: Final = 300.0
GUESTS_AT_ONCE: Final = 32
_PIECE: Final = 1 << 16
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".py": "text/plain; charset=utf-8",
    ".whl": "application/zip",
}
# The page is "/"; whatever else has a name.
FRONT: Final = "index.html"


@dataclass(frozen=True, slots=True)
class Request:
    """A GET or a HEAD."""

    name: str
    wants_body: bool
    # How the guest calls us: what it was told works for it.
    host: str


# Gives the contents of a file by its name, for a guest who calls us so; None if there is none.
Pages: TypeAlias = Callable[[str, str], bytes | None]


async def serve_pages(
    listeners: list[trio.SocketListener], pages: Pages, fetched: Callable[[str, str], None]
) -> None:
    """Answer for ever; ``fetched`` is told of each whole file, and the guest's address."""
    limit = trio.CapacityLimiter(GUESTS_AT_ONCE)

    async def receive(stream: trio.SocketStream) -> None:
        async with stream:
            try:
                async with limit:
                    name = await answer(stream, pages)
                if name is not None:
                    fetched(name, str(stream.socket.getpeername()[0]))
            except (trio.BrokenResourceError, trio.ClosedResourceError, OSError):
                # The guest has gone.
                return

    await trio.serve_listeners(receive, listeners)


async def answer(stream: trio.abc.Stream, pages: Pages) -> str | None:
    """Answer one request; return the name of the file that was sent whole, if one was."""
    request = None
    with trio.move_on_after(REQUEST_SECONDS):
        request = read_request(await _read_head(stream))
    # A name is looked up in what is offered and never becomes a path, so nothing of this disk can
    # be asked for.
    contents = None if request is None else pages(request.name, request.host)
    with trio.move_on_after(ANSWER_SECONDS):
        if request is None:
            await stream.send_all(_head("400 Bad Request", 0, ""))
        elif contents is None:
            await stream.send_all(_head("404 Not Found", 0, ""))
        else:
            await stream.send_all(_head("200 OK", len(contents), request.name))
            if request.wants_body:
                await stream.send_all(contents)
                return request.name
    return None


async def _read_head(stream: trio.abc.Stream) -> bytes:
    """What comes before the first empty line, or as much as anybody needs."""
    data = b""
    while b"\r\n\r\n" not in data and len(data) < REQUEST_SIZE_MAX:
        more = await stream.receive_some(_PIECE)
        if not more:
            break
        data += more
    return data.partition(b"\r\n\r\n")[0][:REQUEST_SIZE_MAX]


def read_request(head: bytes) -> Request | None:
    """The request in a head, or None if it is none that we answer."""
    # Latin-1 takes any byte: garbage fails below as a request, not here as text.
    first, *rest = head.decode("latin-1").split("\r\n")
    match first.split(" "):
        case [("GET" | "HEAD") as method, target, "HTTP/1.0" | "HTTP/1.1"]:
            name = unquote(target.partition("?")[0].removeprefix("/")) or FRONT
        case _:
            return None
    fields = dict(line.lower().split(": ", 1) for line in rest if ": " in line)
    return Request(name, method == "GET", fields.get("host", ""))


def _head(status: str, size: int, name: str) -> bytes:
    kind = _TYPES.get(name[name.rfind(".") :], "application/octet-stream")
    lines = (
        f"HTTP/1.1 {status}",
        f"Content-Type: {kind}",
        f"Content-Length: {size}",
        "Cache-Control: no-store",
        # A browser must not guess a page out of a wheel, nor keep an offer after it has changed.
        "X-Content-Type-Options: nosniff",
        "Connection: close",
    )
    return "\r\n".join((*lines, "", "")).encode("ascii")
