"""Go on with a table that was left, or that a crash interrupted."""

import os
from dataclasses import dataclass
from pathlib import Path

from p2pjeux.app.interfaces.interface import Interface, Manner
from p2pjeux.app.interfaces.start import run
from p2pjeux.app.running.incidents import Incidents
from p2pjeux.app.running.local_table import go_on, is_alone, resume_alone
from p2pjeux.app.running.router import Router
from p2pjeux.app.running.station import Station, open_station
from p2pjeux.app.running.table_runner import PlayableTable, is_private, play_table
from p2pjeux.app.running.table_search import read_target
from p2pjeux.errors import NobodyThere, Refused, UsageError
from p2pjeux.lobby.playable import table_of
from p2pjeux.store.home import KeptTable, Store
from p2pjeux.ui.choosing.matching import fold
from p2pjeux.ui.ending import Ending


@dataclass(frozen=True, slots=True)
class Resume:
    """A table to go on with: by name or identifier, the one played last if none is named."""

    table: str | None = None
    # Where one of the others is, should nobody be found.
    at: tuple[str, ...] = ()
    port: int = 0
    home: Path | None = None


def resume(asked: Resume, manner: Manner) -> Ending:
    store = Store.find(os.environ, asked.home)
    kept = find_kept(store, asked.table)
    charter = kept.signed.charter
    table_of(charter)
    if not charter.seats_of(store.identity().public):
        raise Refused("you have no seat at the table “{table}”", table=charter.table_name)

    async def main(interface: Interface) -> Ending:
        with store.open_table(charter) as files:
            if is_alone(kept.signed):
                playable = go_on(kept.signed, files, auto=manner.auto)
                return await resume_alone(playable, store.identity(), interface)
            private = is_private(files.folder)
            playable = PlayableTable(kept.signed, files, manner.auto, private)
            words = interface.words
            interface.put(words.say("Going on with the table “{name}” …", name=charter.table_name))
            async with open_station(store, lambda _hello: True, port=asked.port) as station:
                router = Router(station.mesh, Incidents(files.folder / "incidents.txt"))
                station.nursery.start_soon(router.run)
                _call(station, asked.at)
                return await play_table(station, router, playable, interface)

    return run(main, manner)


def _call(station: Station, at: tuple[str, ...]) -> None:
    for text in at:
        target = read_target(text)
        if target is None:
            raise UsageError("“{text}” is no address and no link", text=text)
        for address in target.addresses:
            station.mesh.add_address(None, address.host, address.port)


def find_kept(store: Store, asked: str | None) -> KeptTable:
    """The table that is meant: of those that are not over, the one played last."""
    me = store.identity().public
    going = [
        kept
        for kept in store.tables()
        if not kept.is_over and kept.signed.charter.seats_of(me) and _is_meant(kept, asked)
    ]
    if going:
        return going[0]
    if asked is not None:
        return store.find_table(asked)
    raise NobodyThere("there is no table here to go on with")


def _is_meant(kept: KeptTable, asked: str | None) -> bool:
    if asked is None:
        return True
    name = kept.signed.charter.table_name
    return fold(name) == fold(asked) or kept.signed.table.hex().startswith(asked.lower())
