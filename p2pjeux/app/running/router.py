"""What comes over the links, handed to whoever it is for; what is wrong ends the link."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

import trio

from p2pjeux.app.running.code_desk import CodeDesk
from p2pjeux.app.running.incidents import Incidents
from p2pjeux.app.running.lobby_runner import LobbyRunner
from p2pjeux.app.running.peer import Peer
from p2pjeux.app.running.relay import Relay
from p2pjeux.app.running.rematch import Rematch
from p2pjeux.errors import Fault, LinkLost, Loss, PeerFault
from p2pjeux.lobby.lobby import answer_at_play, asks_for_seat, counts_more, encode_begin, read_begin
from p2pjeux.log.charter import SignedCharter
from p2pjeux.net.code_exchange import CodeKeeper, Verdict, Wrong, is_needed
from p2pjeux.net.events import Linked, MeshEvent, Received, Unlinked, Unreached
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.net.limits import Meter
from p2pjeux.net.mesh import Mesh
from p2pjeux.net.purposes import Purpose, label, label_table, mark_of, read_label, read_mark
from p2pjeux.table.events import Away
from p2pjeux.table.messages import Have, decode_message

WATCHERS_MAX: Final = 16
# A game has no more messages of one peer than this a second. What comes beyond is not read:
# whatever was in it that is needed is sent again when we say what we have.
TABLE_RATE: Final = 100.0
TABLE_BURST: Final = 1000.0
# For whom there is no room when he says the code.
CODE_BUSY_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class CodeSaid:
    """What a peer says about the code of its table."""

    peer: bytes
    data: bytes


@dataclass(frozen=True, slots=True)
class LobbySaid:
    """What a peer says in the lobby to one who has no part in it."""

    peer: bytes
    data: bytes


News: TypeAlias = Linked | Unreached | Unlinked | CodeSaid | LobbySaid


class Elsewhere(Protocol):
    """Whoever takes what is said of other tables than the one that is played here."""

    def linked(self, link: Linked) -> None: ...

    def unlinked(self, peer: bytes) -> None: ...

    async def receive(self, peer: bytes, data: bytes) -> None: ...


class Late(Protocol):
    """Whoever takes what is said of seats that bots leave to people who come late."""

    async def receive(self, peer: bytes, data: bytes) -> bool: ...

    async def linked(self, peer: bytes) -> None: ...

    async def unlinked(self, peer: bytes) -> None: ...


class Router:
    """Reads the events of a mesh for as long as it runs.

    Whoever looks for a table reads ``news``. Once they are there, ``lobby`` gets what is for
    the lobby and ``peer`` what is for the table; ``keeper`` asks strangers for the code.
    """

    def __init__(self, mesh: Mesh, incidents: Incidents) -> None:
        self.keeper: CodeKeeper | None = None
        # Whether one must have said the code to watch, and whether we ask to watch ourselves.
        self.is_private = False
        self.is_watching = False
        self.lobby: LobbyRunner | None = None
        self.peer: Peer | None = None
        self.elsewhere: Elsewhere | None = None
        # Whether those at our table play another game after this one.
        self.rematch: Rematch | None = None
        self.late: Late | None = None
        self._mesh = mesh
        self.incidents = incidents
        self._links: dict[bytes, Linked] = {}
        self._meters: dict[bytes, Meter] = {}
        self._flooding: set[bytes] = set()
        # Another charter of our lobby that is complete too, and is the one that is played.
        self.counts_more: SignedCharter | None = None
        self.is_outdone = trio.Event()
        self._tell, self.news = trio.open_memory_channel[News](64)
        self._relay = Relay()
        self._codes = CodeDesk(self._answer_code, self._blame)

    async def run(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._codes.run)
            async for event in self._mesh.events:
                await self._take(event)
            nursery.cancel_scope.cancel()

    async def sit(self, peer: Peer) -> None:
        """The table begins, or goes on: from now on its messages go to ``peer``."""
        # Whoever has a seat is let in from now on, whatever the lobby said of strangers: without
        # its entries the table would stand still.
        for sitter in peer.signed.charter.seats:
            self._mesh.admit(sitter.public)
        await peer.start()
        self.peer = peer
        # Links that stood before the table did: nobody will say again that they are there.
        for key in self._mesh.linked:
            if self._is_seated(key):
                await peer.linked(key)

    async def get_up(self) -> None:
        """Whatever still comes for the table is not heard; its files may be closed after this."""
        peer, self.peer = self.peer, None
        if peer is not None:
            # Also while we are being cancelled: what is being written is finished first.
            with trio.CancelScope(shield=True):
                await peer.rest()

    @property
    def _signed(self) -> SignedCharter | None:
        """The table that is played here, from the moment when all have signed."""
        if self.peer is not None:
            return self.peer.signed
        return None if self.lobby is None else self.lobby.signed

    @property
    def _played(self) -> bytes:
        return b"" if self._signed is None else self._signed.table

    def link_of(self, peer: bytes) -> Linked | None:
        """What was told when the link to ``peer`` was made, while it stands."""
        return self._links.get(peer)

    def links(self) -> tuple[Linked, ...]:
        """What was told of each link that stands."""
        return tuple(self._links.values())

    def linked_as(self, short: str) -> Linked | None:
        """The link to the peer whose key has this fingerprint, if there is one already."""
        links = (link for key, link in self._links.items() if fingerprint(key) == short)
        return next(links, None)

    def _is_seated(self, key: bytes) -> bool:
        signed = self._signed
        return signed is not None and bool(signed.charter.seats_of(key))

    async def _take(self, event: MeshEvent) -> None:
        match event:
            case Linked():
                await self._linked(event)
            case Unlinked():
                await self._unlinked(event)
            case Received(peer=peer, message=message):
                try:
                    await self._receive(peer, *read_label(message))
                # Only here does a fault of a peer end anything: in all the code behind this door it
                # is raised, and whoever raises it need not know what a link is.
                except PeerFault as fault:
                    self._blame(peer, fault)
            case Unreached():
                self._say(event)

    def _blame(self, peer: bytes, fault: PeerFault) -> None:
        self.incidents.note(self._name(peer), fault)
        self._mesh.drop(peer, fault)

    def _say(self, news: News) -> None:
        # Who has found its table reads no news any more.
        with suppress(trio.WouldBlock):
            self._tell.send_nowait(news)

    def _name(self, key: bytes) -> str:
        """Who it is, for the notes: the name at the table if it has one, and its key."""
        link = self._links.get(key)
        name = link.hello.name or link.host if link else "?"
        if self.peer is not None and self._is_seated(key):
            charter = self.peer.signed.charter
            name = charter.seats[charter.seats_of(key)[0]].name
        return f"{name} {fingerprint(key)}"

    async def _linked(self, event: Linked) -> None:
        self._links[event.peer] = event
        self._say(event)
        if self.elsewhere is not None and event.hello.table != self._played:
            self.elsewhere.linked(event)
        if self.lobby is not None:
            await self.lobby.linked(event.peer)
        if self.peer is not None and self._is_seated(event.peer):
            if self.is_watching:
                self._mesh.send(event.peer, label(Purpose.WATCH, b""))
            else:
                # It may have missed the beginning.
                self._send_charter(event.peer)
            await self.peer.linked(event.peer)
            if self.rematch is not None:
                await self.rematch.meet(event.peer)
            if self.late is not None:
                await self.late.linked(event.peer)

    async def _unlinked(self, event: Unlinked) -> None:
        if isinstance(event.why, PeerFault):
            self.incidents.note(self._name(event.peer), event.why)
        self._links.pop(event.peer, None)
        if self.peer is not None:
            self.peer.watchers.discard(event.peer)
        self._flooding.discard(event.peer)
        if self.elsewhere is not None:
            self.elsewhere.unlinked(event.peer)
        self._say(event)
        if self.lobby is not None:
            await self.lobby.unlinked(event.peer)
        if self.late is not None:
            await self.late.unlinked(event.peer)
        if self.peer is not None and self._is_seated(event.peer):
            self.peer.unlinked(event.peer, _away(event.why))
            if self.rematch is not None:
                self.rematch.lose()

    async def _receive(self, peer: bytes, purpose: Purpose, data: bytes) -> None:
        # First of all, for what is said of another table is none of the business of the one that is
        # played, not even as a fault.
        if purpose is Purpose.TABLE and read_mark(data)[0] != mark_of(self._played):
            if self.elsewhere is not None:
                await self.elsewhere.receive(peer, data)
        elif purpose is Purpose.CODE:
            self._hear_code(peer, data)
        # Behind this line everybody has a seat, or has said the code (protocol/7-links.md, Codes).
        elif self.keeper is not None and not self._may_come_in(peer):
            self._mesh.send(peer, label(Purpose.CODE, self.keeper.needed()))
        elif purpose is Purpose.LOBBY:
            await self._hear_lobby(peer, data)
        elif purpose is Purpose.WATCH:
            self._let_watch(peer)
        else:
            _mark, message = read_mark(data)
            if self.peer is not None:
                await self._hear_table(self.peer, peer, message)

    async def _hear_lobby(self, peer: bytes, data: bytes) -> None:
        if self.lobby is not None and not self.lobby.is_over:
            await self.lobby.receive(peer, data)
        elif (
            self.rematch is not None
            and self._is_seated(peer)
            and await self.rematch.receive(peer, data)
        ) or (self.late is not None and await self.late.receive(peer, data)):
            pass
        elif (signed := self._signed) is not None and not self.is_watching:
            # Whoever comes late, a seat's owner or a stranger, is answered by any of us.
            if asks_for_seat(data):
                self._mesh.send(peer, label(Purpose.LOBBY, answer_at_play(signed, peer)))
            elif (other := read_begin(data)) is not None and counts_more(other, signed):
                self.counts_more = other
                self.is_outdone.set()
        else:
            self._say(LobbySaid(peer, data))

    def _may_come_in(self, peer: bytes) -> bool:
        return self._is_seated(peer) or (self.keeper is not None and peer in self.keeper.passed)

    async def _hear_table(self, table: Peer, peer: bytes, data: bytes) -> None:
        if self._is_seated(peer):
            if not self._floods(peer):
                await table.receive(peer, data)
                self._pass_on(table, peer, data)
        elif peer in table.watchers:
            # Whoever looks on has signed nothing, so it can have no entry; it may only say how far
            # it has got.
            if not isinstance(decode_message(data), Have):
                raise PeerFault(Fault.NOT_ASKED, "a watcher says more than what it has")
            await table.receive(peer, data)

    def _pass_on(self, table: Peer, peer: bytes, data: bytes) -> None:
        """Once we have taken it ourselves: what is wrong goes no further."""
        seated = {key: link for key, link in self._links.items() if self._is_seated(key)}
        for key in self._relay.hearers(peer, data, seated):
            self._mesh.send(key, label_table(table.signed.table, data))

    def _floods(self, peer: bytes) -> bool:
        """Whether a seat sends more than can be meant; it is noted once for each link."""
        now = trio.current_time()
        meter = self._meters.setdefault(peer, Meter(TABLE_RATE, TABLE_BURST, now))
        if meter.level(now) >= 1:
            meter.take(1, now)
            return False
        if peer not in self._flooding:
            self._flooding.add(peer)
            fault = PeerFault(Fault.NOT_ASKED, "more messages than a game can have")
            self.incidents.note(self._name(peer), fault)
        return True

    def _let_watch(self, peer: bytes) -> None:
        # Without an answer: a stranger learns nothing of a private table, not even that it refuses.
        if self.is_private and not self._may_come_in(peer):
            return
        if self.peer is not None and len(self.peer.watchers) < WATCHERS_MAX:
            self.peer.watchers.add(peer)
            self._send_charter(peer)

    def _send_charter(self, peer: bytes) -> None:
        assert self.peer is not None
        self._mesh.send(peer, label(Purpose.LOBBY, encode_begin(self.peer.signed)))

    def _hear_code(self, peer: bytes, data: bytes) -> None:
        if self.keeper is None:
            self._say(CodeSaid(peer, data))
            return
        link = self._links.get(peer)
        if link is None or is_needed(data):
            # Who asks us for the code has not heard yet that all have signed: it soon will.
            return
        where = (link.host, link.handshake_hash)
        refusal = self.keeper.refuse(data, link.host, trio.current_time())
        if refusal is not None:
            self._answer_code(peer, *refusal)
        elif not self.keeper.is_costly(data):
            self._answer_code(peer, *self.keeper.receive(peer, data, where, trio.current_time()))
        elif not self._codes.take(self.keeper, peer, data, where):
            self._mesh.drop(peer, None, CODE_BUSY_SECONDS)

    def _answer_code(self, peer: bytes, answer: bytes, verdict: Verdict) -> None:
        self._mesh.send(peer, label(Purpose.CODE, answer))
        if isinstance(verdict, Wrong):
            # It hears why. Barred it is not: whoever comes too early is to hear how long to wait.
            self._mesh.drop(peer)


def _away(why: LinkLost | PeerFault | None) -> Away:
    """What the end of a link says of whoever was at the other one."""
    if why is None:
        return Away.LEFT
    is_silent = isinstance(why, LinkLost) and why.loss in {Loss.TIMED_OUT, Loss.SLOW}
    return Away.SILENT if is_silent else Away.ENDED
