"""Whoever comes back finds the story where it was, and the end with whoever has it."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
import trio

from p2pjeux.app.running.ends import Ends
from p2pjeux.app.running.incidents import Incidents
from p2pjeux.app.running.peer import Peer
from p2pjeux.app.running.router import Router
from p2pjeux.app.running.station import Announcer, Sightings, Station
from p2pjeux.app.running.table_runner import PlayableTable, meeting_advice, outside, seating_of
from p2pjeux.log.identity import Identity
from p2pjeux.net.addresses import Address
from p2pjeux.net.hello import Hello, Papers
from p2pjeux.net.mesh import Mesh, open_mesh
from p2pjeux.store.home import Store
from p2pjeux.store.places import Places
from p2pjeux.table.events import Asked, Happened, Recalled
from p2pjeux.ui.lines.recall import STEPS_TOLD, retold
from p2pjeux.ui.screen.model import Model, hear
from p2pjeux.ui.wording.table_status import TableStatus
from tests.app.tables import open_table
from tests.log.sameness import digest_of
from tests.net.people import draw
from tests.ui import toy
from tests.ui.tables import english, toy_table

SECONDS = 60


def happened() -> tuple[Happened, ...]:
    events = toy_table("list", person=None).run()
    return tuple(event for event in events if isinstance(event, Happened))


def test_who_comes_back_reads_the_whole_story_and_the_true_number_of_steps() -> None:
    played = happened()
    live = Model(toy.GAME, english(), status=TableStatus((0,), is_apart=True))
    for event in played:
        live = hear(live, event)

    back = hear(
        Model(toy.GAME, english(), status=TableStatus((0,), is_apart=True)), Recalled(played)
    )

    assert back.steps == live.steps == len(played)
    assert back.story == live.story
    assert back.fresh_from == len(back.story)


def test_in_plain_lines_the_number_of_steps_and_the_last_of_them_are_told() -> None:
    played = happened()
    assert len(played) > STEPS_TOLD

    lines = retold(toy.GAME, Recalled(played), english())

    assert lines[0].startswith(f"{len(played)} steps have been played so far.")
    last = played[-1].happening
    told = toy.GAME.presenter.tell(last.before, last.request, last.answer, last.after, english())
    assert lines[-1] == told[-1]
    assert len(lines) < sum(1 for _one in played) + STEPS_TOLD


def test_before_the_first_step_nothing_is_recalled() -> None:
    assert retold(toy.GAME, Recalled(()), english()) == []


def test_who_finds_nobody_is_told_an_address_that_the_others_can_type() -> None:
    told = meeting_advice("chez Zoé", (Address("192.168.1.5", 27275),), english())

    assert "p2pjeux resume 'chez Zoé' --at 192.168.1.5:27275" in told
    assert "passes on the end" in told
    assert "no network" in meeting_advice("x", (), english())


@pytest.mark.slow
async def test_who_was_away_gets_the_end_from_a_program_that_does_something_else(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path, "course", 3, frozenset({0}), patience=1) as (late, *others):
        with trio.fail_after(SECONDS):
            while not any(isinstance(event, Asked) for event in late.told):
                await late.news.wait()
            await late.mesh.close()
            for other in others:
                await other.peer.complete.wait()
        signed = late.peer.signed

    giver = others[0]
    async with (
        open_link(giver.identity) as mesh,
        open_link(late.identity, signed.table) as late_mesh,
        trio.open_nursery() as nursery,
    ):
        station = Station(
            store_in(giver.folder), giver.identity, mesh, None, Sightings(), Announcer(), nursery
        )
        router = Router(mesh, Incidents(tmp_path / "incidents.txt"))
        nursery.start_soon(router.run)
        nursery.start_soon(Ends(station, router).run)
        with store_in(late.folder).open_table(signed.charter) as files:
            playable = PlayableTable(signed, files, auto=True)
            seating = seating_of(playable, late.identity)
            back = Peer(seating, files, outside(late_mesh, signed.table), ())
            late_router = Router(late_mesh, Incidents(tmp_path / "late.txt"))
            nursery.start_soon(late_router.run)
            await late_router.sit(back)
            nursery.start_soon(back.tick)
            mesh.add_address(None, "127.0.0.1", late_mesh.port)
            with trio.fail_after(SECONDS):
                await back.complete.wait()
        nursery.cancel_scope.cancel()

    assert len(logs_in(tmp_path)) == 1


def logs_in(folder: Path) -> set[bytes]:
    return {digest_of(path.read_bytes()) for path in folder.glob("home*/data/tables/*/log.p2pj")}


def store_in(home: Path) -> Store:
    return Store(Places(home / "data", home / "config", home / "cache"))


def open_link(identity: Identity, table: bytes = b"") -> AbstractAsyncContextManager[Mesh]:
    papers = Papers(identity, draw(), Hello(identity.public, "", table))
    return open_mesh(papers, lambda _hello: True, host="127.0.0.1")
