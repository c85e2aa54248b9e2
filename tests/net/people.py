"""Peers for tests: keys by number, and links between them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import count

import pytest
import trio
from trio.testing import memory_stream_pair

from p2pjeux.errors import Fault, LinkLost, Loss, PeerFault
from p2pjeux.log.identity import Identity
from p2pjeux.net.hello import Hello, Papers
from p2pjeux.net.link import Ending, Link, run_link, shake_hands
from p2pjeux.net.noise import Role
from p2pjeux.net.outbox import Outbox

_draws = count()


def draw(size: int = 32) -> bytes:
    """Bytes that no other draw of this run gives."""
    return sha256(b"draw %d" % next(_draws)).digest()[:size]


def entropy(size: int) -> bytes:
    """As ``draw``, but up to 64 bytes."""
    return (draw() + draw())[:size]


def papers(number: int, name: str = "", table: bytes = b"", port: int = 0) -> Papers:
    identity = Identity(sha256(b"identity %d" % number).digest())
    static = sha256(b"link %d" % number).digest()
    return Papers(identity, static, Hello(identity.public, name or f"p{number}", table, port))


async def link_pair(
    streams: tuple[trio.abc.Stream, trio.abc.Stream] | None = None,
) -> tuple[Link, Link]:
    """The two ends of one link, of peer 1 who called and of peer 2 who answered."""
    ours, theirs = streams or memory_stream_pair()
    links: dict[Role, Link] = {}

    async def shake(stream: trio.abc.Stream, role: Role, number: int) -> None:
        links[role] = await shake_hands(stream, role, papers(number), draw())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(shake, ours, Role.INITIATOR, 1)
        nursery.start_soon(shake, theirs, Role.RESPONDER, 2)
    return links[Role.INITIATOR], links[Role.RESPONDER]


@dataclass
class Running:
    """A link that runs: put messages into ``outbox``, take them from ``inbox``."""

    link: Link
    outbox: Outbox
    inbox: trio.MemoryReceiveChannel[bytes]
    ended: trio.Event
    why: Ending = None


def start(link: Link, nursery: trio.Nursery, room: float = 0) -> Running:
    send, receive = trio.open_memory_channel[bytes](room)
    running = Running(link, Outbox(), receive, trio.Event())

    async def run() -> None:
        running.why = await run_link(link, running.outbox, send.send)
        running.ended.set()

    nursery.start_soon(run)
    return running


@contextmanager
def faulting(fault: Fault) -> Iterator[None]:
    with pytest.raises(PeerFault) as caught:
        yield
    assert caught.value.fault is fault


@contextmanager
def losing(loss: Loss) -> Iterator[None]:
    with pytest.raises(LinkLost) as caught:
        yield
    assert caught.value.loss is loss
