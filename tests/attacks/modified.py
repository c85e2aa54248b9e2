"""Modified peers at a real table over loopback, and what the honest ones are left with.

An attacker is an honest program whose messages are changed on their way out, or a stranger with
nothing but a link. Messages are taken apart as plain values, whatever they are for: an entry is
known by its own bytes, so an attack does not depend on how peers agree.
"""

import re
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import trio

from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import LinkLost, PeerFault
from p2pjeux.judge.verdict import Finding, Verdict
from p2pjeux.judge.verify import verify
from p2pjeux.log.entry import Entry, decode_entry, sign_entry
from p2pjeux.log.file import LogReader
from p2pjeux.net.link import Link, shake_hands
from p2pjeux.net.noise import Role
from p2pjeux.table.events import Cheated, Left
from p2pjeux.table.messages import MESSAGE_SIZE_MAX
from tests.app.tables import Seat, identity_of, seed_of
from tests.net.people import draw, papers
from tests.sim.lies import SecondHand

# A failure must end; the games take a few seconds, on a busy machine minutes.
GAME_SECONDS = 240
# Longer than any handshake is let take.
CUT_SECONDS = 15
# An address of its own, where the system has one to give: limits are for each host.
HOSTILE = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"

# What stands in the place of an entry: others, or nothing.
# Nobody can be replaced before the keys are shared out.
FIRST = 8

Change: TypeAlias = Callable[[Entry], Iterable[Entry]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A line of the table in docs/threats.md: what is done, what comes of it, who is named."""

    attack: str
    outcome: str
    named: str
    test: str


# Modified peers.


def with_entries(message: bytes, change: Change) -> bytes:
    """The message with each entry in it changed."""
    return encode(_changed(decode(message, MESSAGE_SIZE_MAX), change), MESSAGE_SIZE_MAX)


def _changed(value: Value, change: Change) -> Value:
    if isinstance(value, list | tuple):
        found = [_changed_one(one, change) for one in value]
        return [one for some in found for one in some]
    return value


def _changed_one(value: Value, change: Change) -> list[Value]:
    """What stands in the place of one value."""
    if not isinstance(value, bytes):
        return [_changed(value, change)]
    try:
        entry = decode_entry(value)
    except PeerFault:
        return [value]
    return [made.encode() for made in change(entry)]


def of_seat(seat: int, change: Change) -> Change:
    """Change the entries of one seat only: nobody else's can be signed."""
    return lambda entry: change(entry) if entry.seat == seat else (entry,)


def signed_twice(entry: Entry) -> Entry:
    """The same entry with another signature, which holds as well."""
    return sign_entry(SecondHand(seed_of(entry.seat)), entry.place, entry.seat, entry.body)


def signed_again(entry: Entry, body: bytes) -> Entry:
    """The same place with another body, signed by the seat's own key."""
    return sign_entry(identity_of(entry.seat), entry.place, entry.seat, body)


# Strangers.


@asynccontextmanager
async def connection(victim: Seat) -> AsyncIterator[trio.SocketStream]:
    """A stranger's connection, from a host of his own."""
    sock = trio.socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    await sock.bind((HOSTILE, 0))
    await sock.connect(("127.0.0.1", victim.mesh.port))
    async with trio.SocketStream(sock) as stream:
        yield stream


@asynccontextmanager
async def stranger(victim: Seat, number: int) -> AsyncIterator[Link]:
    """A link of somebody with a key of his own, and no seat."""
    async with connection(victim) as stream:
        yield await shake_hands(stream, Role.INITIATOR, papers(number), draw())


async def is_cut(stream: trio.SocketStream) -> bool:
    """Whether the other end closes a connection, and does not wait for more."""
    with trio.move_on_after(CUT_SECONDS) as scope, suppress(trio.BrokenResourceError):
        while await stream.receive_some(1 << 16):
            pass
    return not scope.cancelled_caught


Assault: TypeAlias = Callable[[Seat], Awaitable[None]]


async def again_and_again(victim: Seat, assault: Assault) -> None:
    while True:
        with suppress(trio.BrokenResourceError, OSError, LinkLost):
            await assault(victim)
        await trio.sleep(0.01)


# What the honest ones are left with.


async def play_out(honest: Iterable[Seat]) -> None:
    """Return when all of these have the whole log."""
    with trio.fail_after(GAME_SECONDS):
        for seat in honest:
            await seat.peer.complete.wait()


async def play_under(assault: Assault, table: Sequence[Seat]) -> None:
    """Play to the end while somebody attacks the first seat without a pause."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(again_and_again, table[0], assault)
        await play_out(table)
        nursery.cancel_scope.cancel()


def judged(honest: Iterable[Seat]) -> Verdict:
    """What the log of all these proves; fails if they have kept two games."""
    logs = [path.read_bytes() for seat in honest for path in _found(seat, "log.p2pj")]
    assert len(set(map(_digest, logs))) == 1
    return verify(logs[0])


def _digest(log: bytes) -> bytes:
    """The digest of all that was signed; whose votes stand beside it may be others."""
    reader = LogReader(log)
    for step in reader.steps():
        reader.chain.append(step)
    return reader.chain.digest


def convicted(seat: Seat) -> set[int | None]:
    """Whom the files of evidence at this seat convict, each judged from its bytes alone."""
    verdicts = [verify(path.read_bytes()) for path in _found(seat, "evidence-*.p2pj")]
    assert all(one.finding is not Finding.GOOD and one.seat is not None for one in verdicts)
    return {one.seat for one in verdicts}


def caught(seat: Seat) -> set[int]:
    """Who was said to cheat at this seat, by whatever proof."""
    return {one.seat for one in seat.told if isinstance(one, Cheated)}


def gone(seat: Seat) -> set[int]:
    return {one.seat for one in seat.told if isinstance(one, Left)}


def noted(seat: Seat, pattern: str) -> bool:
    """Whether the notes beside the log have a line like this."""
    path = seat.folder / "incidents.txt"
    return path.exists() and re.search(pattern, path.read_text("utf-8")) is not None


def _found(seat: Seat, name: str) -> list[Path]:
    return sorted(seat.folder.glob(f"data/tables/*/{name}"))
