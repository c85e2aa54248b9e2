"""Sit down at a table that somebody opened."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import trio

from p2pjeux.app.arguments import person_names
from p2pjeux.app.interfaces.interface import Interface, Manner
from p2pjeux.app.interfaces.start import run
from p2pjeux.app.running.incidents import Incidents
from p2pjeux.app.running.known_peers import KnownPeers
from p2pjeux.app.running.lobby_runner import LobbyRunner
from p2pjeux.app.running.reach_table import Asking, reach, say_code
from p2pjeux.app.running.router import CodeSaid, Router
from p2pjeux.app.running.station import Station, open_station
from p2pjeux.app.running.table_runner import PlayableTable, play_table
from p2pjeux.app.running.table_search import find_target
from p2pjeux.errors import Refused
from p2pjeux.lobby.lobby import NAME_TAKEN, Guest
from p2pjeux.log.charter import SEATS_MAX
from p2pjeux.log.names import NAME_MAX
from p2pjeux.net.code_exchange import CodeKeeper, is_needed
from p2pjeux.store.home import Store
from p2pjeux.ui.ending import Ending


@dataclass(frozen=True, slots=True)
class Join:
    """A table to sit down at, as asked for on the command line."""

    target: str | None = None
    names: tuple[str, ...] = ()
    code: str | None = None
    home: Path | None = None


def join(asked: Join, manner: Manner) -> Ending:
    names = person_names(asked.names)
    store = Store.find(os.environ, asked.home)

    async def main(interface: Interface) -> Ending:
        async with open_station(store, lambda _hello: True, name=names[0]) as station:
            router = Router(station.mesh, Incidents(store.places.data / "incidents.txt"))
            station.nursery.start_soon(router.run)
            target = await find_target(station, asked.target, interface, free=True)
            link = await reach(station, router, target)
            code = None
            if target.private or asked.code is not None:
                code = await say_code(station, router, link, Asking(asked.code, interface))
            entered = Entered(manner, code, interface)
            for own in names_to_try(names, is_given=bool(asked.names)):
                guest = Guest(station.identity, link.peer, own)
                with suppress(NameTaken):
                    return await _sit_down(station, router, guest, entered)
            raise NameTaken(NAME_TAKEN)

    return run(main, manner)


class NameTaken(Refused):
    """Somebody at the table has our name."""


def names_to_try(names: tuple[str, ...], *, is_given: bool) -> Iterator[tuple[str, ...]]:
    """Our names; and if nobody chose them, the user's own with a number, should it be taken."""
    yield names
    for number in () if is_given else range(2, SEATS_MAX + 1):
        yield tuple(f"{name[: NAME_MAX - 3]} {number}" for name in names)


@dataclass(frozen=True, slots=True)
class Entered:
    manner: Manner
    code: str | None
    interface: Interface


async def _sit_down(station: Station, router: Router, guest: Guest, entered: Entered) -> Ending:
    known_peers = KnownPeers(station.store.peers(), station.identity.public)
    lobby = LobbyRunner(guest, station.mesh, station.store, known_peers)
    router.lobby = lobby
    entered.interface.put(entered.interface.words.say("Asking for a seat …"))
    station.nursery.start_soon(_mind_codes, router, lobby)
    if entered.manner.auto:
        await lobby.set_ready(ready=True)
    await lobby.linked(guest.opener)
    await entered.interface.gather(lobby.gather)
    if lobby.signed is None or lobby.files is None:
        if lobby.refused is not None:
            taken = lobby.refused.text == NAME_TAKEN
            raise NameTaken(NAME_TAKEN) if taken else lobby.refused
        return Ending.LEFT
    with lobby.files as files:
        private = entered.code is not None
        if entered.code is not None:
            # Who wants to watch may ask any of us, and must know the code.
            router.keeper = CodeKeeper(entered.code, trio.current_time())
        playable = PlayableTable(lobby.signed, files, entered.manner.auto, private)
        return await play_table(station, router, playable, entered.interface)


async def _mind_codes(router: Router, lobby: LobbyRunner) -> None:
    """Somebody who came by address alone may learn only here that a code is asked for."""
    async for news in router.news:
        if isinstance(news, CodeSaid) and is_needed(news.data):
            lobby.refuse(
                Refused("this table is private: --code-file names a file that holds its code")
            )
