"""Whoever takes a place at the door and never comes in."""

from pathlib import Path

import pytest
import trio

from p2pjeux.judge.verdict import Finding
from p2pjeux.net.gate import PENDING_PER_HOST
from tests.app.tables import Seat, open_table
from tests.attacks.modified import Assault, Outcome, connection, judged, play_under

OUTCOMES = (
    Outcome(
        "a stranger opens connections and says a byte now and then, as a player or as a browser",
        "eight at once of each host, each for a few seconds; the game comes to its end",
        "nobody: there is no key yet",
        "test_a_game_comes_to_its_end_while_strangers_hang_at_its_door",
    ),
)


async def handshakes_that_hang(victim: Seat) -> None:
    await _hang(victim, b"\x00")


async def requests_that_hang(victim: Seat) -> None:
    await _hang(victim, b"G")


async def _hang(victim: Seat, byte: bytes) -> None:
    async with trio.open_nursery() as nursery:
        for _ in range(2 * PENDING_PER_HOST):
            nursery.start_soon(_say_slowly, victim, byte)


async def _say_slowly(victim: Seat, byte: bytes) -> None:
    try:
        async with connection(victim) as stream:
            for _ in range(50):
                await stream.send_all(byte)
                await trio.sleep(0.1)
    except (OSError, trio.BrokenResourceError):
        # Shown the door.
        await trio.sleep(0.1)


@pytest.mark.slow
@pytest.mark.parametrize("assault", [handshakes_that_hang, requests_that_hang])
async def test_a_game_comes_to_its_end_while_strangers_hang_at_its_door(
    assault: Assault, tmp_path: Path
) -> None:
    async with open_table(tmp_path, "course", 2) as table:
        await play_under(assault, table)

    assert judged(table).finding is Finding.GOOD
