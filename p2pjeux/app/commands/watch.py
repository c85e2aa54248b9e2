"""Look on at a table that is being played, without a seat: what is public, as it becomes public."""

import os
from dataclasses import dataclass
from pathlib import Path

from p2pjeux.app.arguments import LISTEN_SECONDS
from p2pjeux.app.interfaces.interface import Interface, Manner
from p2pjeux.app.interfaces.start import run
from p2pjeux.app.running.ends import start_router
from p2pjeux.app.running.look_on import look_on
from p2pjeux.app.running.reach_table import Asking, reach, say_code
from p2pjeux.app.running.station import open_station
from p2pjeux.app.running.table_search import Search, find_target
from p2pjeux.store.home import Store
from p2pjeux.ui.ending import Ending


@dataclass(frozen=True, slots=True)
class Watch:
    target: str | None = None
    code: str | None = None
    home: Path | None = None
    # For how long a table is listened for that is not there yet.
    wait: float = LISTEN_SECONDS


def watch(asked: Watch, manner: Manner) -> Ending:
    store = Store.find(os.environ, asked.home)

    async def main(interface: Interface) -> Ending:
        async with open_station(store, lambda _hello: False) as station:
            router = start_router(station)
            router.is_watching = True
            search = Search(station, interface, lambda _sight: True, asked.wait)
            target = await find_target(search, asked.target)
            link = await reach(station, router, target, interface, asked.wait)
            if target.private or asked.code is not None:
                await say_code(station, router, link, Asking(asked.code, interface))
            return await look_on(station, router, link, manner, interface)

    return run(main, manner)
