"""Go on with a table that was left, or that a crash interrupted."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from p2pjeux.app.interfaces.interface import Interface, Manner
from p2pjeux.app.interfaces.start import run
from p2pjeux.app.running.as_guest import Entered, come_back
from p2pjeux.app.running.as_opener import reopen
from p2pjeux.app.running.ends import start_router
from p2pjeux.app.running.local_table import go_on, identity_of, is_alone, resume_alone
from p2pjeux.app.running.seat_again import sit_again
from p2pjeux.app.running.station import Station, open_station
from p2pjeux.app.running.table_search import read_target
from p2pjeux.errors import NobodyThere, Refused, UsageError
from p2pjeux.lobby.playable import game_of
from p2pjeux.store.home import KeptTable, Store
from p2pjeux.store.lobbies import KeptLobby
from p2pjeux.store.promises import KeptPromise
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
    kept = find_left(store, asked.table)
    match kept:
        case KeptLobby():
            return reopen(store, kept, manner)
        case KeptPromise():
            return _go_back(store, kept, asked, manner)
        case KeptTable():
            return _go_on(store, kept, asked, manner)


def _go_on(store: Store, kept: KeptTable, asked: Resume, manner: Manner) -> Ending:
    charter = kept.signed.charter
    game_of(charter)
    identity = identity_of(kept, store)
    if not charter.seats_of(identity.public):
        raise Refused("you have no seat at the table “{table}”", table=charter.table_name)

    async def main(interface: Interface) -> Ending:
        if is_alone(kept.signed):
            with store.open_table(charter) as files:
                playable = go_on(kept.signed, files, auto=manner.auto)
                return await resume_alone(playable, identity, interface)
        async with open_station(store, lambda _hello: True, port=asked.port) as station:
            router = start_router(station)
            _call(station, asked.at)
            return await sit_again(station, router, kept, manner, interface)

    return run(main, manner)


def _go_back(store: Store, kept: KeptPromise, asked: Resume, manner: Manner) -> Ending:
    """To the lobby of somebody else: the table may have begun meanwhile."""
    charter = kept.promise.charter
    game_of(charter)
    name = charter.seats[charter.seats_of(store.identity().public)[0]].name

    async def main(interface: Interface) -> Ending:
        async with open_station(store, lambda _hello: True, port=asked.port, name=name) as station:
            router = start_router(station)
            _call(station, asked.at)
            return await come_back(Entered(station, router, manner, interface), kept.promise)

    return run(main, manner)


def _call(station: Station, at: tuple[str, ...]) -> None:
    for text in at:
        target = read_target(text)
        if target is None:
            raise UsageError("“{text}” is neither an address nor a link", text=text)
        for address in target.addresses:
            station.mesh.add_address(None, address.host, address.port)


LeftBehind: TypeAlias = KeptTable | KeptPromise | KeptLobby


def find_left(store: Store, asked: str | None) -> LeftBehind:
    """What is meant: of all that is not over, begun or not, what was touched last."""
    me = store.identity().public
    going: list[LeftBehind] = [
        kept
        for kept in store.tables()
        if not kept.is_over and _is_ours(kept, store) and _is_meant(kept, asked)
    ]
    lobbies = [lobby for lobby in store.lobbies.all() if _is_lobby_meant(lobby, asked)]
    own = {lobby.nonce for lobby in lobbies}
    # Whoever opened a lobby opens it again: it gathers the signatures itself.
    promises = [
        kept
        for kept in store.promises()
        if kept.promise.charter.nonce.hex() not in own
        and kept.promise.opener != me
        and (asked is None or fold(kept.promise.charter.table_name) == fold(asked))
    ]
    going += [*lobbies, *promises]
    if going:
        return max(going, key=lambda one: one.changed)
    if asked is not None:
        return store.find_table(asked)
    raise NobodyThere("there is no table here to resume")


def _is_ours(kept: KeptTable, store: Store) -> bool:
    return bool(kept.signed.charter.seats_of(identity_of(kept, store).public))


def _is_lobby_meant(lobby: KeptLobby, asked: str | None) -> bool:
    return asked is None or fold(lobby.table) == fold(asked)


def _is_meant(kept: KeptTable, asked: str | None) -> bool:
    if asked is None:
        return True
    name = kept.signed.charter.table_name
    return fold(name) == fold(asked) or kept.signed.table.hex().startswith(asked.lower())
