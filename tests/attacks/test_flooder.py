"""More than can be meant, from a seat or from strangers: the game goes on as if nothing were."""

import math
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
import trio

from p2pjeux.judge.verdict import Finding
from p2pjeux.log.entry import Entry, Place, sign_entry
from p2pjeux.log.identity import DIGEST_SIZE
from p2pjeux.net.frames import write_frame
from p2pjeux.net.purposes import Purpose, label, label_table
from tests.app.tables import Seat, identity_of, open_table
from tests.attacks.modified import (
    Assault,
    Outcome,
    caught,
    connection,
    judged,
    noted,
    play_out,
    play_under,
    stranger,
    with_entries,
)

OUTCOMES = (
    Outcome(
        "a seat sends entries for steps to come, faster than any game goes",
        "beyond so many a second its messages are not read; memory grows by less than 40 MB",
        "the seat, in the notes beside the log",
        "test_a_seat_that_floods_is_named_and_the_game_goes_on",
    ),
    Outcome(
        "a seat sends what is no message",
        "its link is cut for half a minute; its entries come by way of the others",
        "the seat, in the notes beside the log",
        "test_a_seat_that_speaks_nonsense_is_named_and_the_game_goes_on",
    ),
    Outcome(
        "strangers send garbage, or frames that are too long, or connect by the hundred, or say "
        "what only a seat may",
        "they are cut off, and the game comes to its end",
        "nobody, or the stranger’s key, in the notes beside the log",
        "test_a_game_flooded_by_strangers_comes_to_its_end",
    ),
)
FLOODER = 2
MEMORY_MAX = 40 << 20


def resident() -> int:
    """How many bytes of memory this process holds, where the system says it."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
    except OSError:
        return 0


@pytest.mark.slow
async def test_a_seat_that_floods_is_named_and_the_game_goes_on(tmp_path: Path) -> None:
    before = resident()
    to_flood, heard = trio.open_memory_channel[bytes](math.inf)

    def twist(_to: bytes, message: bytes) -> bytes:
        if with_entries(message, lambda _entry: ()) != message:
            to_flood.send_nowait(message)
        return message

    async with open_table(tmp_path, "course", 3, twists={FLOODER: twist}) as table:
        flooder, victim = table[FLOODER], table[0].identity.public
        # On a quick machine the game is over before the flood is one: both are let end.
        async with trio.open_nursery() as nursery:
            nursery.start_soon(flood, flooder, victim, heard)
            await play_out(table)
        grown = resident() - before

    assert noted(table[0], "Zoé 2 .*more messages than a game can have")
    assert grown < MEMORY_MAX
    assert not any(caught(seat) for seat in table)
    assert judged(table).finding is Finding.GOOD


async def flood(flooder: Seat, victim: bytes, heard: trio.MemoryReceiveChannel[bytes]) -> None:
    """Entries that a seat might sign, were the game so far, in the messages that carry entries."""
    table = flooder.peer.signed.table
    carrier = await heard.receive()
    for number in range(200):
        there = Place(table, 5000 + number, bytes(DIGEST_SIZE))
        entry = sign_entry(identity_of(FLOODER), there, FLOODER, b"\x92\xc4\x00\x90")
        message = with_entries(carrier, partial(_instead, entry))
        for _ in range(20):
            flooder.mesh.send(victim, label_table(table, message))
        await trio.sleep(0.03)


def _instead(entry: Entry, _of: Entry) -> tuple[Entry]:
    return (entry,)


@pytest.mark.slow
async def test_a_seat_that_speaks_nonsense_is_named_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # For so long there would be no link, and its entries come by way of the third.
    monkeypatch.setattr("p2pjeux.net.mesh.FAULT_SECONDS", 0.1)
    async with open_table(tmp_path, "course", 3) as table:
        while table[0].router.peer is None:
            await table[0].news.wait()
        nonsense = label_table(table[0].peer.signed.table, b"\xc1nonsense")
        table[FLOODER].mesh.send(table[0].identity.public, nonsense)
        await play_out(table)

    assert noted(table[0], "Zoé 2 .*bad-encoding")
    assert judged(table).finding is Finding.GOOD


async def garbage(victim: Seat) -> None:
    async with connection(victim) as stream:
        await stream.send_all(b"GET / HTTP/1.1\r\n\r\n" + bytes(5000))
        await trio.sleep(0.02)


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


async def chatter(victim: Seat) -> None:
    """A stranger with a link of its own says what only a seat may say."""
    table = victim.peer.signed.table
    async with stranger(victim, 77) as link:
        for _ in range(100):
            for purpose in Purpose:
                said = label_table(table, b"\x90")
                message = said if purpose is Purpose.TABLE else label(purpose, b"\x90")
                await link.send_piece(b"\x00\x00" + message)


@pytest.mark.slow
@pytest.mark.parametrize("assault", [garbage, oversized_frames, connections, chatter])
async def test_a_game_flooded_by_strangers_comes_to_its_end(
    assault: Assault, tmp_path: Path
) -> None:
    async with open_table(tmp_path, "course", 2) as table:
        await play_under(assault, table)

    assert not any(caught(seat) for seat in table)
    assert judged(table).finding is Finding.GOOD
