"""From an action at one peer to its event at all others: ``python -m tests.bench.latency``.

Whole tables over real sockets on loopback, all peers in one process, every entry on disk before it
is sent; and the same with a disk that does not sync. The floor is a round trip of bare frames in
the same run. Only open decisions count, which take one step: sign, keep, send, check, close, tell.
Handshakes and the time until a late joiner sees a table are in ``tests.bench.net``.
"""

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any

import trio

from p2pjeux.games import load_game
from p2pjeux.rules.requests import Choose, Request
from p2pjeux.rules.source import SeededSource
from p2pjeux.store import disk
from p2pjeux.table.events import Asked, Ended, Event, Happened, Play
from tests.app.tables import Seat, open_table
from tests.bench.figures import figure
from tests.bench.net import bare_trip, time_trips

TABLES = ((2, "course"), (6, "course"), (12, "ostrakon"))
SAMPLES = 15
# No table is waited for longer than this.
SECONDS = 40.0
ENTRY_SIZE = 300


@contextmanager
def syncing(*, really: bool) -> Iterator[None]:
    kept = disk.sync_file
    if not really:
        disk.sync_file = lambda descriptor: None
    try:
        yield
    finally:
        disk.sync_file = kept


async def heard(seat: Seat, number: int) -> Event:
    """The event of this number, counted from the beginning; wait for it if need be."""
    while len(seat.told) <= number:
        await seat.news.wait()
    return seat.told[number]


async def hears(seat: Seat, request: Request, begin: int) -> None:
    """Wait until a seat is told what came of a request."""
    for number in count(begin):
        event = await heard(seat, number)
        if isinstance(event, Happened) and event.happening.request == request:
            return


async def measure(table: list[Seat], game: Any) -> list[float]:
    """Let a person decide as a bot would, and time the open decisions."""
    person, others = table[0], table[1:]
    times: list[float] = []
    for number in count():
        event = await heard(person, number)
        if isinstance(event, Ended) or len(times) == SAMPLES:
            break
        if not isinstance(event, Asked):
            continue
        action = game.bot(event.view, SeededSource(b"%d" % number))
        begins = [len(other.told) for other in others]
        # The others have closed the step before this one, or nearly so; let them.
        await trio.sleep(0.1)
        began = perf_counter()
        await person.commands.send(Play(action))
        if isinstance(event.request, Choose):
            async with trio.open_nursery() as nursery:
                for other, begin in zip(others, begins, strict=True):
                    nursery.start_soon(hears, other, event.request, begin)
            times.append(perf_counter() - began)
    return times


async def time_table(seats: int, game_id: str, *, really: bool) -> list[float]:
    with tempfile.TemporaryDirectory() as folder, syncing(really=really):
        async with open_table(Path(folder), game_id, seats, frozenset({0})) as table:
            with trio.move_on_after(SECONDS):
                return await measure(table, load_game(game_id))
    return []


async def main() -> None:
    async with bare_trip() as bare:
        for seats, game_id in TABLES:
            for really in (True, False):
                floor = await time_trips(bare, bytes(ENTRY_SIZE))
                times = await time_table(seats, game_id, really=really)
                if not times:
                    print(f"{seats} peers, {game_id}: no open decision within {SECONDS} s")
                    continue
                floor = min(floor, await time_trips(bare, bytes(ENTRY_SIZE)))
                middle, worst = statistics.median(times), max(times)
                synced = "synced" if really else "not synced"
                print(
                    f"{seats:2d} peers, {game_id}, {synced}: {middle * 1e3:.1f} ms as a rule, "
                    f"{worst * 1e3:.1f} at worst of {len(times)}; bare {floor * 1e6:.0f} µs"
                )
                figure(
                    f"action to event at all of {seats} peers, {synced}",
                    f"{middle * 1e3:.1f} ms",
                    middle / floor,
                    "bare trio round trip",
                )


if __name__ == "__main__":
    trio.run(main)
