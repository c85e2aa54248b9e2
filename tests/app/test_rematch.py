"""Playing again over real sockets: the same links, one charter after the other."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio

from p2pjeux.app.running.rematch import Rematch
from p2pjeux.lobby.again import Again, next_charter
from p2pjeux.store.home import Store
from p2pjeux.store.places import Places
from tests.app.tables import Seat, open_table

SECONDS = 60


def rematch_of(seat: Seat) -> Rematch:
    home = seat.folder
    store = Store(Places(home / "data", home / "config", home / "cache"))
    rematch = Rematch(Again(seat.identity, seat.peer.signed.charter), seat.mesh, store)
    seat.router.rematch = rematch
    return rematch


async def until_wanting(rematch: Rematch, count: int) -> None:
    while len(rematch.told.wanting) < count:
        await rematch.changed.wait()


@pytest.mark.slow
async def test_all_who_want_to_have_the_next_table_on_disk_without_a_new_link(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path, "course", 3) as table, AsyncExitStack() as closing:
        with trio.fail_after(SECONDS):
            rematches = [rematch_of(seat) for seat in table]
            for rematch in rematches:
                closing.callback(rematch.close)
            for rematch in rematches:
                await rematch.want(is_wanted=True)
            for rematch in rematches:
                await rematch.begun.wait()

        following = next_charter(table[0].peer.signed.charter)
        for rematch in rematches:
            taken = rematch.take()
            assert taken is not None
            signed, files = taken
            closing.callback(files.close)
            assert signed.charter == following
            assert files.recovered is not None


@pytest.mark.slow
async def test_nobody_begins_with_whoever_has_got_up(tmp_path: Path) -> None:
    async with open_table(tmp_path, "course", 3) as table, AsyncExitStack() as closing:
        with trio.fail_after(SECONDS):
            rematches = [rematch_of(seat) for seat in table]
            for rematch in rematches:
                closing.callback(rematch.close)
            await rematches[0].want(is_wanted=True)
            await rematches[1].want(is_wanted=True)
            await rematches[0].want(is_wanted=False)
            while rematches[2].told.gone != {table[0].identity.public}:
                await rematches[2].changed.wait()
            await rematches[2].want(is_wanted=True)
            await until_wanting(rematches[1], 2)

        assert not any(rematch.begun.is_set() for rematch in rematches)
        assert rematches[0].files is None
