"""Files over plain HTTP: what a browser, a script and a stranger get."""

import trio
import trio.testing

from p2pjeux.net.pages import FRONT, REQUEST_SIZE_MAX, Request, answer, read_request

FILES = {FRONT: b"<p>front</p>", "a.whl": b"wheel", "install.py": b"print()"}


def pages(name: str, host: str) -> bytes | None:
    return FILES.get(name)


async def ask(request: bytes) -> tuple[bytes, bytes, str | None]:
    """Head and body of the answer, and what the server believes to have sent."""
    guest, server = trio.testing.memory_stream_pair()
    sent: list[str | None] = []

    async def serve() -> None:
        async with server:
            sent.append(await answer(server, pages))

    received = b""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        await guest.send_all(request)
        async for data in guest:
            received += data
    head, _, body = received.partition(b"\r\n\r\n")
    return head, body, sent[0]


async def test_a_file_is_given_with_its_length_and_kind() -> None:
    head, body, sent = await ask(b"GET /install.py HTTP/1.1\r\nHost: here\r\n\r\n")

    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"Content-Length: 7" in head
    assert b"Content-Type: text/plain" in head
    assert body == b"print()"
    assert sent == "install.py"


async def test_the_front_page_has_no_name() -> None:
    assert (await ask(b"GET / HTTP/1.0\r\n\r\n"))[1] == FILES[FRONT]
    assert (await ask(b"GET /?from=phone HTTP/1.1\r\n\r\n"))[1] == FILES[FRONT]


async def test_a_head_is_asked_for_without_its_body() -> None:
    head, body, sent = await ask(b"HEAD /a.whl HTTP/1.1\r\n\r\n")

    assert b"Content-Length: 5" in head
    assert body == b""
    assert sent is None


async def test_what_is_not_offered_is_not_found() -> None:
    for path in (b"/missing", b"/../../etc/passwd", b"/%2e%2e/secret", b"//etc/passwd"):
        assert (await ask(b"GET " + path + b" HTTP/1.1\r\n\r\n"))[0].startswith(b"HTTP/1.1 404")


async def test_anything_else_is_refused() -> None:
    for request in (
        b"POST / HTTP/1.1\r\n\r\n",
        b"GET /\r\n\r\n",
        b"\x16\x03\x01\r\n\r\n",
        b"GET / HTTP/1.1" + bytes(REQUEST_SIZE_MAX),
    ):
        assert (await ask(request))[0].startswith(b"HTTP/1.1 400")


async def test_a_guest_who_says_nothing_is_not_waited_for(
    autojump_clock: trio.testing.MockClock,
) -> None:
    guest, server = trio.testing.memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(answer, server, pages)

        assert (await guest.receive_some()).startswith(b"HTTP/1.1 400")


def test_the_address_by_which_a_guest_calls_us_is_read() -> None:
    request = read_request(b"GET /a%20b.whl HTTP/1.1\r\nHost: 192.168.1.5:8642")

    assert request == Request("a b.whl", wants_body=True, host="192.168.1.5:8642")
