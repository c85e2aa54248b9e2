"""A peer whose links come and go: when its patience begins, and what it is told of its files."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest
import trio
import trio.testing

from p2pjeux.app.running import local_table
from p2pjeux.app.running.local_table import Wanted
from p2pjeux.app.running.peer import Outside, Peer
from p2pjeux.app.running.table_runner import seating_of
from p2pjeux.games import load_game
from p2pjeux.log.identity import Identity
from p2pjeux.store.home import Store
from p2pjeux.store.places import Places
from p2pjeux.table.events import Away, Event, Forgot, Waiting
from p2pjeux.table.messages import Steps, decode_message
from p2pjeux.table.seating import Seating
from tests.app.tables import charter_of

PATIENCE = 10
KEYS = [Identity(sha256(b"alone %d" % seat).digest()) for seat in range(3)]
SIGNED = charter_of("course", KEYS, PATIENCE)


@asynccontextmanager
async def sitting_down(home: Path, links: set[bytes]) -> AsyncIterator[tuple[Peer, list[Event]]]:
    """Seat 0 at a table of three, and all that its interface is told."""
    store = Store(Places(home / "data", home / "config", home / "cache"))
    with store.open_table(SIGNED.charter) as files:
        if files.recovered is None:
            files.begin(SIGNED)
        seating = Seating(SIGNED, load_game("course"), KEYS[0], files.secret, frozenset({0}))
        out = Outside(lambda _peer, _message: None, lambda: frozenset(links))
        peer = Peer(seating, files, out, ())
        to_ui, events = trio.open_memory_channel[Event](1000)
        told: list[Event] = []
        await peer.start()

        async def listen() -> None:
            while True:
                told.append(await events.receive())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen)
            nursery.start_soon(peer._forward, to_ui)
            yield peer, told
            nursery.cancel_scope.cancel()


def lose(home: Path, name: str) -> None:
    (path,) = home.rglob(name)
    path.unlink()


async def wait(peer: Peer, since: float, until: float) -> None:
    """Time goes on in steps of a second, and nothing else happens."""
    for second in range(int(since) + 1, int(until) + 1):
        await peer._take(partial(peer._sitting.tick, trio.current_time() + second))
    await trio.testing.wait_all_tasks_blocked()


def is_long(told: list[Event]) -> bool:
    return any(isinstance(event, Waiting) and event.is_long for event in told)


@pytest.mark.slow
async def test_whoever_had_lost_all_links_waits_for_a_whole_patience_anew(tmp_path: Path) -> None:
    links = {KEYS[1].public}
    async with sitting_down(tmp_path, links) as (peer, told):
        await peer.linked(KEYS[1].public)
        await wait(peer, 0, PATIENCE - 2)
        links.clear()
        peer.unlinked(KEYS[1].public, Away.SILENT)
        links.add(KEYS[1].public)
        await peer.linked(KEYS[1].public)
        await wait(peer, PATIENCE - 2, 2 * PATIENCE - 5)
        assert not is_long(told)

        await wait(peer, 2 * PATIENCE - 5, 2 * PATIENCE + 1)

        assert is_long(told)


@pytest.mark.slow
async def test_one_link_of_two_that_ends_begins_no_patience_anew(tmp_path: Path) -> None:
    links = {KEYS[1].public, KEYS[2].public}
    async with sitting_down(tmp_path, links) as (peer, told):
        for key in KEYS[1:]:
            await peer.linked(key.public)
        await wait(peer, 0, PATIENCE - 2)
        links.discard(KEYS[1].public)
        peer.unlinked(KEYS[1].public, Away.SILENT)
        links.add(KEYS[1].public)
        await peer.linked(KEYS[1].public)

        await wait(peer, PATIENCE - 2, PATIENCE + 2)

        assert is_long(told)


@pytest.mark.slow
async def test_a_start_without_its_journal_says_what_happens(tmp_path: Path) -> None:
    async with sitting_down(tmp_path, set()) as (_, told):
        await trio.testing.wait_all_tasks_blocked()
        assert not any(isinstance(event, Forgot) for event in told)
    lose(tmp_path, "log.journal")

    for _ in range(2):
        async with sitting_down(tmp_path, set()) as (_, told):
            await trio.testing.wait_all_tasks_blocked()
            assert any(isinstance(event, Forgot) for event in told)


@pytest.mark.slow
async def test_whoever_looks_on_is_shown_each_step_as_soon_as_it_is_settled(tmp_path: Path) -> None:
    sent: list[bytes] = []
    store = Store(Places(tmp_path / "data", tmp_path / "config", tmp_path / "cache"))
    playable, identity = local_table.begin(store, Wanted("course", {}, ("A", "B", "C"), 0, "7"))
    with playable.files as files:
        out = Outside(lambda to, message: sent.append(message) if to == b"eve" else None, frozenset)
        peer = Peer(seating_of(playable, identity), files, out, ())
        peer.watchers.add(b"eve")

        await peer.start()

    chain = peer._sitting.ledger.chain
    assert peer._sitting.ledger.complete
    told = [decode_message(message) for message in sent]
    shown = [data for steps in told if isinstance(steps, Steps) for data in steps.steps]
    assert shown == [step.data for step in chain.steps]
    assert len(told) > len(shown) // 2
