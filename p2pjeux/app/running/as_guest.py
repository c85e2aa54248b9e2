"""A guest at somebody's lobby, until the table begins or will not, and then at the table."""

import secrets
from dataclasses import dataclass
from typing import Final

import trio

from p2pjeux.app.interfaces.interface import Interface, Manner
from p2pjeux.app.running.known_peers import KnownPeers
from p2pjeux.app.running.lobby_runner import LobbyRunner, WayBack
from p2pjeux.app.running.reach_table import Asking, say_code
from p2pjeux.app.running.router import CodeSaid, Router
from p2pjeux.app.running.station import Station, follow_keys
from p2pjeux.app.running.table_runner import PlayableTable, play_table
from p2pjeux.errors import Refused
from p2pjeux.lobby.guest import Guest
from p2pjeux.lobby.lobby import IS_PLAYED, NAME_TAKEN, NO_SEAT
from p2pjeux.log.charter import Charter
from p2pjeux.net.code_exchange import CodeKeeper, is_needed
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.store.promises import Promise
from p2pjeux.ui.ending import Ending


class NameTaken(Refused):
    """Somebody at the table has our name."""


class NoSeat(Refused):
    """There is no seat for us at that table; perhaps at another of its name."""


class PlayedByOthers(Refused):
    """The table is being played without us."""


@dataclass(frozen=True, slots=True)
class Entered:
    """What stands between a lobby and its guest."""

    station: Station
    router: Router
    manner: Manner
    interface: Interface


async def come_back(entered: Entered, promise: Promise) -> Ending:
    """Go back to a lobby where we signed: the table may have begun without our hearing of it."""
    station, interface = entered.station, entered.interface
    charter = promise.charter
    words = interface.words
    interface.put(
        words.say("Going back to the table “{name}”, which had not begun…", name=charter.table_name)
    )
    guest = Guest(station.identity, promise.opener, _own_names(charter, station), charter=charter)
    opener = charter.seats_of(promise.opener)
    way = WayBack(charter.seats[opener[0]].name if opener else "", promise.addresses, promise.code)
    for text in promise.addresses:
        host, _, port = text.rpartition(":")
        station.mesh.add_address(promise.opener, host.strip("[]"), int(port))
    return await wait_in_lobby(entered, guest, way, is_linked=False)


def _own_names(charter: Charter, station: Station) -> tuple[str, ...]:
    return tuple(charter.seats[seat].name for seat in charter.seats_of(station.identity.public))


async def wait_in_lobby(
    entered: Entered, guest: Guest, way: WayBack, *, is_linked: bool = True
) -> Ending:
    """Be a guest until the table begins, and then play; raise why it does not."""
    station, router, interface = entered.station, entered.router, entered.interface
    known_peers = KnownPeers(station.store.peers(), station.identity.public)
    lobby = LobbyRunner(guest, station.mesh, station.store, known_peers, way)
    router.lobby = lobby
    lobby.words, lobby.is_auto = interface.words, entered.manner.auto
    interface.put(interface.words.say("Asking for a seat…"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_mind_codes, entered, lobby, way.code)
        # Should the opener be gone, and back under the same key, it is found again.
        opener = {fingerprint(guest.opener): guest.opener}
        nursery.start_soon(follow_keys, station, opener)
        if entered.manner.auto:
            await lobby.set_ready(ready=True)
        if is_linked:
            await lobby.linked(guest.opener)
        else:
            await lobby.unlinked(guest.opener)
        await interface.gather(lobby.gather)
        nursery.cancel_scope.cancel()
    if lobby.signed is None or lobby.files is None:
        if lobby.refused is None:
            return Ending.LEFT
        kind = _REASONS.get(lobby.refused.text)
        raise lobby.refused if kind is None else kind(lobby.refused.text)
    with lobby.files as files:
        if way.code:
            # Who wants to watch may ask any of us, and must know the code.
            router.keeper = CodeKeeper(way.code, trio.current_time(), secrets.token_bytes)
        playable = PlayableTable(lobby.signed, files, entered.manner.auto, bool(way.code))
        return await play_table(station, router, playable, interface)


# What the opener says, as it matters to a guest.
_REASONS: Final[dict[str, type[Refused]]] = {
    NAME_TAKEN: NameTaken,
    NO_SEAT: NoSeat,
    IS_PLAYED: PlayedByOthers,
}


async def _mind_codes(entered: Entered, lobby: LobbyRunner, code: str) -> None:
    """Somebody who came by address alone may learn only here that a code is asked for."""
    router = entered.router
    async for news in router.news:
        if not isinstance(news, CodeSaid) or not is_needed(news.data):
            continue
        link = router.link_of(news.peer)
        if code and link is not None:
            # The opener was gone, and has forgotten who said the code.
            await say_code(entered.station, router, link, Asking(code, entered.interface))
            await lobby.linked(news.peer)
        else:
            lobby.refuse(
                Refused("this table is private: --code-file names a file that holds its code")
            )
