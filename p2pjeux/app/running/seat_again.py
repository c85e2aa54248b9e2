"""Back to one's own seat, by whatever command: from the log here, or from what was signed."""

import trio

from p2pjeux.app.interfaces.interface import Interface, Manner
from p2pjeux.app.running.incidents import Incidents
from p2pjeux.app.running.lobby_runner import FORGOTTEN
from p2pjeux.app.running.router import LobbySaid, Router
from p2pjeux.app.running.station import Station
from p2pjeux.app.running.table_runner import PlayableTable, is_private, play_table
from p2pjeux.errors import NobodyThere, Refused
from p2pjeux.lobby.lobby import read_begin
from p2pjeux.lobby.playable import game_of
from p2pjeux.log.charter import SignedCharter
from p2pjeux.net.events import Linked
from p2pjeux.store.home import KeptTable
from p2pjeux.store.promises import drop_promise
from p2pjeux.ui.ending import Ending

# How long the charter of a table may take that a peer says it plays at.
CHARTER_SECONDS = 10.0


async def sit_again(
    station: Station, router: Router, kept: KeptTable, manner: Manner, interface: Interface
) -> Ending:
    """Go on with a table whose log is here."""
    charter = kept.signed.charter
    game_of(charter)
    words = interface.words
    interface.put(words.say("Resuming the table “{name}”…", name=charter.table_name))
    with station.store.open_table(charter) as files:
        router.incidents = Incidents(files.folder / "incidents.txt")
        private = is_private(files.folder)
        playable = PlayableTable(kept.signed, files, manner.auto, private)
        return await play_table(station, router, playable, interface)


async def sit_for_the_first_time(
    station: Station,
    router: Router,
    signed: SignedCharter,
    manner: Manner,
    interface: Interface,
    *,
    private: bool,
) -> Ending:
    """All had signed, we among them, and we were gone before we heard of it."""
    game_of(signed.charter)
    if not station.store.has_secret(signed.charter):
        # A second secret would make a second player of us.
        raise Refused(FORGOTTEN)
    with station.store.open_table(signed.charter) as files:
        if files.recovered is None:
            files.begin(signed)
        drop_promise(files.folder)
        playable = PlayableTable(signed, files, manner.auto, private)
        return await play_table(station, router, playable, interface)


async def charter_from(router: Router, link: Linked, interface: Interface) -> SignedCharter:
    """The charter that a peer shows unasked to whoever has a seat at the table it plays at."""
    interface.put(interface.words.say("You have a seat there. Waiting for the charter…"))
    with trio.move_on_after(CHARTER_SECONDS):
        async for news in router.news:
            if isinstance(news, LobbySaid) and news.peer == link.peer:
                signed = read_begin(news.data)
                if signed is not None and signed.table == link.hello.table:
                    return signed
    raise NobodyThere("the table does not answer")
