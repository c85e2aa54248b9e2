"""Two tables in a row with the same people, as commands play them, with an interface of ours."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio

from p2pjeux.app.interfaces.interface import TableShown
from p2pjeux.app.running.ends import start_router
from p2pjeux.app.running.router import Router
from p2pjeux.app.running.station import Station, open_station
from p2pjeux.app.running.table_runner import PlayableTable, play_table
from p2pjeux.judge.replay import Replay
from p2pjeux.judge.verify import verify
from p2pjeux.language import words_for
from p2pjeux.lobby.again import next_charter
from p2pjeux.log.charter import SignedCharter, seal_charter, sign_charter
from p2pjeux.rules.source import SeededSource
from p2pjeux.store.home import Store
from p2pjeux.store.places import Places
from p2pjeux.table.events import Asked, Command, Ended, Event, Leave, Play
from p2pjeux.ui.after import (
    AfterChoice,
    AfterCommand,
    AfterEvent,
    AfterShown,
    AfterTask,
    AllWilling,
    GameTold,
    PlayAgain,
)
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.tasks import LobbyTask, SeatTask
from p2pjeux.ui.wording.replay import Eyes
from tests.app.tables import charter_of
from tests.log.sameness import digest_of

SECONDS = 240
GAMES = 2


@dataclass
class Person:
    """An interface that plays as a bot would, and wants so many games in a row."""

    number: int
    ended: list[GameTold] = field(default_factory=list)
    seats: list[tuple[str, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.words = words_for("en")

    async def gather(self, lobby: LobbyTask) -> None:
        raise AssertionError("nobody waits in a lobby here")

    async def sit(self, shown: TableShown, play: SeatTask) -> Ending:
        self.seats.append(shown.names)
        to_ui, events = trio.open_memory_channel[Event](0)
        to_table, commands = trio.open_memory_channel[Command](4)
        source = SeededSource(b"person%d" % self.number)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play, to_ui, commands)
            async for event in events:
                if isinstance(event, Asked):
                    await to_table.send(Play(shown.game.bot(event.view, source)))
                if isinstance(event, Ended):
                    await to_table.send(Leave())
                    break
            nursery.cancel_scope.cancel()
        return Ending.OVER

    async def conclude(self, after: AfterShown, task: AfterTask) -> AfterChoice:
        to_ui, events = trio.open_memory_channel[AfterEvent](0)
        to_task, commands = trio.open_memory_channel[AfterCommand](4)
        choice = AfterChoice.LEAVE
        async with trio.open_nursery() as nursery:
            nursery.start_soon(task, to_ui, commands)
            async for event in events:
                if isinstance(event, GameTold):
                    self.ended.append(event)
                    if len(self.ended) == GAMES:
                        break
                    await to_task.send(PlayAgain())
                if isinstance(event, AllWilling):
                    choice = AfterChoice.BEGUN
            nursery.cancel_scope.cancel()
        return choice

    async def replay(self, replay: Replay, eyes: Eyes, until: trio.Event) -> None:
        raise AssertionError("nobody looks again here")

    async def ask(self, question: str) -> str:
        raise EOFError

    def put(self, *lines: str) -> None:
        pass


@asynccontextmanager
async def machines(folder: Path, count: int) -> AsyncIterator[list[tuple[Station, Router]]]:
    """Stations that have a link to one another."""
    async with AsyncExitStack() as stack:
        found = []
        for number in range(count):
            home = folder / f"home{number}"
            store = Store(Places(home / "data", home / "config", home / "cache"))
            station = await stack.enter_async_context(open_station(store, lambda _hello: True))
            found.append((station, start_router(station)))
        for number, (station, _router) in enumerate(found):
            for other, _ in found[number + 1 :]:
                station.mesh.admit(other.identity.public)
                other.mesh.admit(station.identity.public)
                station.mesh.add_address(other.identity.public, "127.0.0.1", other.mesh.port)
        yield found


def charter_for(stations: list[Station]) -> SignedCharter:
    identities = [station.identity for station in stations]
    charter = charter_of("course", identities).charter
    return seal_charter(charter, [sign_charter(one, charter.id) for one in identities])


@pytest.mark.slow
async def test_the_same_people_play_twice_on_the_same_links(tmp_path: Path) -> None:
    people = [Person(number) for number in range(3)]
    endings: list[Ending] = []

    async def play(station: Station, router: Router, person: Person, signed: SignedCharter) -> None:
        with station.store.open_table(signed.charter) as files:
            files.begin(signed)
            playable = PlayableTable(signed, files, auto=False)
            endings.append(await play_table(station, router, playable, person))

    with trio.fail_after(SECONDS):
        async with machines(tmp_path, 3) as found:
            signed = charter_for([station for station, _ in found])
            async with trio.open_nursery() as nursery:
                for (station, router), person in zip(found, people, strict=True):
                    nursery.start_soon(play, station, router, person, signed)
            stores = [station.store for station, _ in found]

    assert endings == [Ending.OVER] * 3
    for person in people:
        first, second = person.seats
        assert second == (*first[1:], first[0])
        # A series begins with the second game, and counts both.
        assert person.ended[0].series == ()
        assert {tally.games for tally in person.ended[1].series} == {GAMES}
        assert all(told.verdict.ok and told.summary is not None for told in person.ended)
    for charter in (signed.charter, next_charter(signed.charter)):
        logs = [
            kept.log_path.read_bytes()
            for store in stores
            for kept in store.tables()
            if kept.signed.charter == charter and kept.is_over
        ]
        assert len(logs) == 3
        assert len(set(map(digest_of, logs))) == 1
        assert verify(logs[0]).ok
