"""Somebody who means harm, against a table that is being played: the game goes on to its end.

What single links withstand is in tests/net; here whole tables run over real sockets, and the notes
beside the log must say who it was.
"""

import re
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeAlias

import pytest
import trio

from p2pjeux.errors import LinkLost
from p2pjeux.log.entry import Entry, Place, sign_entry
from p2pjeux.log.identity import DIGEST_SIZE
from p2pjeux.net.frames import write_frame
from p2pjeux.net.link import Link, shake_hands
from p2pjeux.net.noise import Role
from p2pjeux.net.purposes import Purpose, label, label_table
from p2pjeux.table.messages import Have, Parts, encode_message
from tests.app.tables import Seat, open_table
from tests.net.people import draw, papers
from tests.net.wires import Recorder

GAME_SECONDS = 60
MEMORY_MAX = 40 << 20
HOSTILE = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"

Attack: TypeAlias = Callable[[Seat], Awaitable[None]]


@asynccontextmanager
async def connection(victim: Seat) -> AsyncIterator[trio.SocketStream]:
    sock = trio.socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    await sock.bind((HOSTILE, 0))
    await sock.connect(("127.0.0.1", victim.mesh.port))
    async with trio.SocketStream(sock) as stream:
        yield stream


async def stranger(victim: Seat, number: int) -> Link:
    sock = trio.socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    await sock.bind((HOSTILE, 0))
    await sock.connect(("127.0.0.1", victim.mesh.port))
    return await shake_hands(trio.SocketStream(sock), Role.INITIATOR, papers(number), draw())


async def garbage(victim: Seat) -> None:
    async with connection(victim) as stream:
        await stream.send_all(b"GET / HTTP/1.1\r\n\r\n" + bytes(5000))
        await trio.sleep(0.02)


async def slow_loris(victim: Seat) -> None:
    async with connection(victim) as stream:
        for _ in range(50):
            await stream.send_all(b"\x00")
            await trio.sleep(0.1)


async def oversized_frames(victim: Seat) -> None:
    async with connection(victim) as stream:
        await stream.send_all(write_frame(bytes(65_000)) * 4)
        await trio.sleep(0.02)


async def connections(victim: Seat) -> None:
    """A hundred at once, again and again: thousands in a game."""
    async with trio.open_nursery() as nursery:
        for _ in range(100):
            nursery.start_soon(_hold_a_moment, victim)


async def _hold_a_moment(victim: Seat) -> None:
    with suppress(OSError):
        async with connection(victim):
            await trio.sleep(0.1)


async def replayed_handshake(victim: Seat) -> None:
    """All that an honest caller once sent, word for word."""
    async with connection(victim) as stream:
        recorder = Recorder(stream)
        await shake_hands(recorder, Role.INITIATOR, papers(78), draw())
    async with connection(victim) as stream:
        await stream.send_all(recorder.sent)
        with trio.move_on_after(0.2):
            while await stream.receive_some(1000):
                pass


async def chatter(victim: Seat) -> None:
    """A stranger with a link of its own says what only a seat may say."""
    link = await stranger(victim, 77)
    nothing = Have(0, bytes(DIGEST_SIZE), (), bytes(DIGEST_SIZE))
    async with link.stream:
        for _ in range(100):
            for purpose in Purpose:
                await link.send_piece(b"\x00\x00" + label(purpose, encode_message(nothing)))


ATTACKS: list[Attack] = [
    garbage,
    slow_loris,
    oversized_frames,
    connections,
    replayed_handshake,
    chatter,
]


async def attack_on_and_on(victim: Seat, attack: Attack) -> None:
    while True:
        with suppress(trio.BrokenResourceError, OSError, LinkLost):
            await attack(victim)
        await trio.sleep(0.01)


async def play_out(table: list[Seat]) -> None:
    with trio.fail_after(GAME_SECONDS):
        for seat in table:
            await seat.peer.complete.wait()


def logs(table: list[Seat]) -> set[bytes]:
    return {
        path.read_bytes() for seat in table for path in seat.folder.glob("data/tables/*/log.p2pj")
    }


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS)
async def test_a_game_under_attack_comes_to_its_end(attack: Attack, tmp_path: Path) -> None:
    async with open_table(tmp_path, "course", 2) as table, trio.open_nursery() as nursery:
        nursery.start_soon(attack_on_and_on, table[0], attack)
        await play_out(table)
        nursery.cancel_scope.cancel()

    assert len(logs(table)) == 1


@pytest.mark.slow
async def test_a_seat_that_floods_valid_looking_entries_is_named_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    before = resident()
    async with open_table(tmp_path, "course", 3) as table:
        # On a quick machine the game is over before the flood is one: both are let end.
        async with trio.open_nursery() as nursery:
            nursery.start_soon(flood, table[2], table[0])
            await play_out(table)
        grown = resident() - before

    assert len(logs(table)) == 1
    assert grown < MEMORY_MAX
    notes = (table[0].folder / "incidents.txt").read_text("utf-8")
    assert re.search("Zoé 2 .*more messages than a game can have", notes)


def resident() -> int:
    """How many bytes of memory this process holds, where the system says it."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
    except OSError:
        return 0


async def flood(author: Seat, victim: Seat) -> None:
    """Entries that a seat might sign, were the game so far, faster than any game goes."""
    place = Place(author.peer.signed.table, 0, bytes(DIGEST_SIZE))
    for number in range(200):
        there = Place(place.table, 5000 + number, bytes(DIGEST_SIZE))
        entry: Entry = sign_entry(author.identity, there, 2, b"\x92\xc4\x00\x90")
        message = label_table(place.table, encode_message(Parts((entry,))))
        for _ in range(20):
            author.mesh.send(victim.identity.public, message)
        await trio.sleep(0.03)


@pytest.mark.slow
async def test_a_seat_that_speaks_nonsense_is_noted_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # For so long there would be no link, and its entries come by way of the third.
    monkeypatch.setattr("p2pjeux.net.mesh.FAULT_SECONDS", 0.1)
    async with open_table(tmp_path, "course", 3) as table:
        while table[0].router.peer is None:
            await table[0].news.wait()
        nonsense = label_table(table[0].peer.signed.table, b"\xc1nonsense")
        table[2].mesh.send(table[0].identity.public, nonsense)
        await play_out(table)

    notes = (table[0].folder / "incidents.txt").read_text("utf-8")
    assert "Zoé 2" in notes
    assert "bad-encoding" in notes
    assert len(logs(table)) == 1
