"""The ends of games: whoever has one gives it to who was away, whatever else is being done here.

A table that was played to its end is opened again for whoever of its seats comes without the last
steps. It is the same peer as in the game, so it can give nothing but what the log says.
"""

from typing import Final

import trio

from p2pjeux.app.running.incidents import Incidents
from p2pjeux.app.running.own_tables import is_announced
from p2pjeux.app.running.peer import Peer
from p2pjeux.app.running.router import Router
from p2pjeux.app.running.station import Station
from p2pjeux.app.running.table_runner import PlayableTable, outside, seating_of
from p2pjeux.errors import JeuxError
from p2pjeux.lobby.lobby import encode_begin
from p2pjeux.lobby.playable import game_of
from p2pjeux.net.announcement import Announcement
from p2pjeux.net.events import Linked
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.net.purposes import Purpose, label, mark_of, read_mark
from p2pjeux.store.home import KeptTable, Store
from p2pjeux.table.events import Away

# Of all that was ever played here only the last ones are wanted again.
REMEMBERED: Final = 30
# Whoever is linked for so long has taken all it wanted.
GIVE_SECONDS: Final = 300.0


class Ends:
    """``run`` it beside whatever a program does; its router hands it what is about other tables."""

    def __init__(self, station: Station, router: Router) -> None:
        self._station = station
        self._router = router
        self._over: tuple[KeptTable, ...] = ()
        # Those that are open now, by the mark of their messages, and for whom.
        self._open: dict[bytes, Peer] = {}
        self._wanted, self._wants = trio.open_memory_channel[tuple[KeptTable, Linked]](16)

    async def run(self) -> None:
        station = self._station
        me = station.identity.public
        self._over = await trio.to_thread.run_sync(_shared_ends, station.store, me)
        if not self._over:
            return
        self._router.elsewhere = self
        for link in self._router.links():
            self.linked(link)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._follow)
            async for table, link in self._wants:
                nursery.start_soon(self._give, table, link)

    async def _follow(self) -> None:
        """Call whoever announces one of these tables: they think that it is being played."""
        called: set[tuple[str, int]] = set()
        sightings = self._station.sightings
        while True:
            changed = sightings.changed
            for found in sightings.known.values():
                key = self._seat_of(found.announcement)
                for address in found.addresses if key is not None else ():
                    if (address.host, address.port) not in called:
                        called.add((address.host, address.port))
                        self._station.mesh.add_address(None, address.host, address.port)
            await changed.wait()

    def _seat_of(self, announcement: Announcement) -> bytes | None:
        """The key behind an announcement of a table that is over here; None if it is no such."""
        for kept in self._over:
            if is_announced(kept.signed.charter, announcement):
                keys = {fingerprint(one.public): one.public for one in kept.signed.charter.seats}
                keys.pop(self._station.fingerprint, None)
                return keys.get(announcement.key)
        return None

    # What the router hears of other tables than the one that is played here.

    def linked(self, link: Linked) -> None:
        """Somebody came who plays at a table; if that is over here, it is given the end."""
        for kept in self._over:
            if kept.signed.table == link.hello.table and kept.signed.charter.seats_of(link.peer):
                self._wanted.send_nowait((kept, link))

    async def receive(self, peer: bytes, data: bytes) -> None:
        """A message of another table; raise PeerFault if no honest peer sends it."""
        mark, message = read_mark(data)
        giver = self._open.get(mark)
        if giver is not None and giver.signed.charter.seats_of(peer):
            await giver.receive(peer, message)

    def unlinked(self, peer: bytes) -> None:
        for giver in self._open.values():
            if giver.signed.charter.seats_of(peer):
                giver.unlinked(peer, Away.ENDED)

    async def _give(self, kept: KeptTable, link: Linked) -> None:
        station, signed = self._station, kept.signed
        mark = mark_of(signed.table)
        if mark in self._open:
            await self._open[mark].linked(link.peer)
            return
        try:
            game_of(signed.charter)
            files = station.store.open_table(signed.charter)
        except JeuxError:
            # Another program has it open, or it is of other rules: then this one cannot give it.
            return
        with files:
            playable = PlayableTable(signed, files, auto=True)
            seating = seating_of(playable, station.identity)
            giver = Peer(seating, files, outside(station.mesh, signed.table), ())
            self._open[mark] = giver
            try:
                await giver.start()
                station.mesh.send(link.peer, label(Purpose.LOBBY, encode_begin(signed)))
                with trio.move_on_after(GIVE_SECONDS):
                    async with trio.open_nursery() as nursery:
                        # It answers nobody more often than its clock goes.
                        nursery.start_soon(giver.tick)
                        await giver.give_all(link.peer)
                        nursery.cancel_scope.cancel()
            finally:
                del self._open[mark]
                with trio.CancelScope(shield=True):
                    await giver.rest()


def start_router(station: Station) -> Router:
    """A router at work on the links of a station, which gives ends as well."""
    router = Router(station.mesh, Incidents(station.store.places.data / "incidents.txt"))
    station.nursery.start_soon(router.run)
    station.nursery.start_soon(Ends(station, router).run)
    return router


def has_ends(store: Store) -> bool:
    """Whether somebody else may lack the end of a game that is over here."""
    # Who has never finished a game needs no key for this.
    return any(one.is_over for one in store.tables()) and bool(
        _shared_ends(store, store.identity().public)
    )


def _shared_ends(store: Store, me: bytes) -> tuple[KeptTable, ...]:
    over = (one for one in store.tables() if one.is_over and _is_shared(one, me))
    return tuple(over)[:REMEMBERED]


def _is_shared(kept: KeptTable, me: bytes) -> bool:
    """Whether we sat there, and somebody else did."""
    seats = kept.signed.charter.seats
    return any(one.public == me for one in seats) and any(one.public != me for one in seats)
