"""Looking on at a table without a seat, from the question to the end."""

from typing import Final

import trio

from p2pjeux.app.interfaces.interface import Interface, Manner
from p2pjeux.app.running.router import LobbySaid, Router
from p2pjeux.app.running.station import Station
from p2pjeux.app.running.table_runner import PlayableTable, play_table
from p2pjeux.errors import NobodyThere, Refused
from p2pjeux.lobby.lobby import decode_begin
from p2pjeux.lobby.playable import game_of
from p2pjeux.log.charter import SignedCharter
from p2pjeux.net.events import Linked
from p2pjeux.net.purposes import Purpose, label
from p2pjeux.ui.ending import Ending

# A table that has not begun is asked again; after a while we give up.
ASK_EVERY: Final = 2.0
ASK_SECONDS: Final = 600.0


async def look_on(
    station: Station, router: Router, link: Linked, manner: Manner, interface: Interface
) -> Ending:
    """Watch the table at which the other end of ``link`` plays, or will."""
    signed = await charter_shown(station, router, link, interface)
    if signed.charter.seats_of(station.identity.public):
        raise Refused("you have a seat at this table: p2pjeux resume takes you back to it")
    game_of(signed.charter)
    with station.store.open_table(signed.charter) as files:
        if files.recovered is None:
            files.begin(signed)
        playable = PlayableTable(signed, files, manner.auto, private=True)
        return await play_table(station, router, playable, interface)


async def charter_shown(
    station: Station, router: Router, link: Linked, interface: Interface
) -> SignedCharter:
    """The charter of the table, which it gives to whoever asks to watch, once it has begun."""
    router.is_watching = True
    interface.put(interface.words.say("Asking to watch; the table answers once it has begun…"))
    with trio.move_on_after(ASK_SECONDS):
        while True:
            station.mesh.send(link.peer, label(Purpose.WATCH, b""))
            with trio.move_on_after(ASK_EVERY):
                async for news in router.news:
                    if isinstance(news, LobbySaid) and news.peer == link.peer:
                        return decode_begin(news.data)
    raise NobodyThere("the table does not answer")
