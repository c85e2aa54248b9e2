"""The lobby on the links: effects of an opener or a guest done, until all have signed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import trio

from p2pjeux.app.running.known_peers import KnownPeers
from p2pjeux.app.running.terms import settled, terms_of
from p2pjeux.errors import OtherVersion, Refused
from p2pjeux.language import words_for
from p2pjeux.lobby.guest import Guest
from p2pjeux.lobby.lobby import (
    AtDoor,
    Begun,
    Changed,
    Heard,
    KeepSecret,
    LobbyEffect,
    Opener,
    Post,
    Resettled,
    TurnedAway,
)
from p2pjeux.lobby.playable import OTHER_RULES
from p2pjeux.lobby.room import Member, Room
from p2pjeux.lobby.trust import readers_of
from p2pjeux.log.charter import Charter, SignedCharter
from p2pjeux.net.mesh import Mesh
from p2pjeux.net.purposes import Purpose, label
from p2pjeux.rules.words import later
from p2pjeux.store.home import Store
from p2pjeux.store.promises import Promise, drop_promise, keep_promise
from p2pjeux.store.table import TableFiles
from p2pjeux.ui import lobby as shown

# How often a guest that is not in the room asks again: what it asked may have come too early.
ASK_EVERY: Final = 5.0
FORGOTTEN: Final = later(
    "you signed for a seat at this table, but its secret is no longer on this machine: the "
    "others carry on without you, and you may watch"
)


@dataclass(frozen=True, slots=True)
class WayBack:
    """The way to whoever gathers the signatures, for a life after this one."""

    opener_name: str = ""
    addresses: tuple[str, ...] = ()
    code: str = ""


class LobbyRunner:
    """``room`` is our part in it. ``done`` is set when the table begins, or will not.

    Then ``signed`` and ``files`` are there, or ``refused`` says why not.
    """

    def __init__(
        self,
        room: Opener | Guest,
        mesh: Mesh,
        store: Store,
        known_peers: KnownPeers,
        way: WayBack | None = None,
    ) -> None:
        self.room = room
        self._way = way or WayBack()
        # What the table lacked when it was last told.
        self._waits: shown.RoomWaits | None = None
        self._is_linked = True
        self._mesh = mesh
        self._store = store
        self._known_peers = known_peers
        self._members: frozenset[bytes] = frozenset()
        self._seen: tuple[Member, ...] = ()
        self._free = 1
        # Whoever was let in once is not asked about again, should its link fall.
        self._let_in: set[bytes] = set()
        self._is_ready = False
        self._events, self._shown = trio.open_memory_channel[shown.LobbyEvent](64)
        # The language of the person here; and whether bots play all seats, and are always ready.
        self.words = words_for("en")
        self.is_auto = False
        self.on_change: Callable[[Room], None] = lambda _room: None
        self.done = trio.Event()
        self.signed: SignedCharter | None = None
        self.files: TableFiles | None = None
        # Whose files they are.
        self._table = b""
        self.refused: Refused | None = None
        # Called once the table is on disk, or the lobby was left: it is not to be found again.
        self.on_end: Callable[[], None] = lambda: None

    @property
    def is_over(self) -> bool:
        """Whether nothing that is said in a lobby is for us any more."""
        return self.done.is_set()

    @property
    def _me(self) -> bytes:
        return self.room.identity.public

    # What comes in.

    async def receive(self, peer: bytes, data: bytes) -> None:
        """A lobby message of a linked peer; raise PeerFault if no honest peer sends it."""
        if not self.is_over:
            await self._do(self.room.receive(peer, data))

    async def linked(self, peer: bytes) -> None:
        """A guest asks for its seats whenever it is linked to the opener, and is allowed to."""
        if isinstance(self.room, Guest) and peer == self.room.opener and not self.is_over:
            self._is_linked = True
            await self._do(self.room.ask())

    async def unlinked(self, peer: bytes) -> None:
        if self.is_over:
            return
        if isinstance(self.room, Opener):
            await self._do(self.room.leave(peer))
        elif peer == self.room.opener:
            # It may be back under the same key, with another address: nothing is lost yet.
            self.room.is_in, self._is_linked = False, False
            self._say_wait()

    async def set_ready(self, *, ready: bool) -> None:
        self._is_ready = ready
        await self._do(self.room.set_ready(ready=ready))

    async def show(self) -> None:
        """Tell the interface of the opener what the room looks like to begin with."""
        if isinstance(self.room, Opener):
            await self._do([Changed(self.room.room)])

    # The interface.

    def welcome(self, company: frozenset[bytes]) -> None:
        """These were let in before, this evening: they need not knock once more."""
        self._let_in |= company - {self._me}

    def invite(self, invitation: shown.Invitation, *, at_once: bool = False) -> None:
        """How others find the table; ``at_once`` if it must be seen without being asked for."""
        self._put(shown.Invited(invitation, at_once))

    async def gather(
        self,
        events: trio.MemorySendChannel[shown.LobbyEvent],
        commands: trio.MemoryReceiveChannel[shown.LobbyCommand],
    ) -> None:
        """Be the task behind an interface until the table begins, or will not."""
        # Closed without a pause: whoever is told the end must not cancel a failure away.
        with events, commands:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._forward, events)
                nursery.start_soon(self._obey_all, commands)
                nursery.start_soon(self._ask_again)
                await self.done.wait()
                nursery.cancel_scope.cancel()

    async def _forward(self, events: trio.MemorySendChannel[shown.LobbyEvent]) -> None:
        async for event in self._shown:
            await events.send(event)

    async def _ask_again(self) -> None:
        """A guest that is not in the room is heard sooner or later, and knows why it waits."""
        while isinstance(self.room, Guest):
            self._say_wait()
            await trio.sleep(ASK_EVERY)
            if not self.room.is_in and self._is_linked:
                await self._do(self.room.ask())

    async def _obey_all(self, commands: trio.MemoryReceiveChannel[shown.LobbyCommand]) -> None:
        async for command in commands:
            await self._obey(command)
        self.leave()

    async def _obey(self, command: shown.LobbyCommand) -> None:
        match command, self.room:
            case shown.Ready(is_ready=ready), _:
                await self.set_ready(ready=ready)
            case shown.LetIn(key=key), Opener() as opener:
                self._let_in.add(key)
                await self._do(opener.admit(key))
            case shown.TurnAway(key=key), Opener() as opener:
                self._let_in.discard(key)
                await self._do(opener.turn_away(key))
            case shown.Settle(name=name, value=value), Opener() as opener:
                await self._settle(opener, name, value)
            case shown.SayInRoom(text=text), room:
                await self._say(room, text)
            case shown.LeaveRoom(), Opener() as opener:
                await self._do(opener.close())
                self._lapse()
                self.leave()
            case shown.LeaveRoom(), Guest() as guest:
                await self._do(guest.leave())
                self._lapse()
                self.leave()
            case _:
                pass

    async def _settle(self, opener: Opener, name: str, value: str) -> None:
        try:
            await self._do(opener.settle(*settled(opener.room, self._me, name, value)))
        except Refused as refused:
            self.note(self.words.say(refused.text, **refused.values))

    async def _say(self, room: Opener | Guest, text: str) -> None:
        try:
            await self._do(room.say(text))
        except Refused as refused:
            self.note(self.words.say(refused.text, **refused.values))

    def note(self, text: str) -> None:
        self._put(shown.Noted(text))

    def _put(self, event: shown.LobbyEvent) -> None:
        try:
            self._events.send_nowait(event)
        except trio.WouldBlock:
            # Nobody looks, as with bots only; the room is told again when it changes.
            return

    # Effects.

    async def _do(self, effects: Iterable[LobbyEffect]) -> None:
        due = list(effects)
        rooms = [effect.room for effect in due if isinstance(effect, Changed)]
        # First of all: a newcomer is to hear what is sent to all.
        self._admit(rooms)
        for effect in due:
            match effect:
                case Post(to=to, message=message):
                    self._mesh.send(to, label(Purpose.LOBBY, message))
                case KeepSecret(charter=charter):
                    await self._open_files(charter)
                case Changed(room=room):
                    await self._take_room(room)
                case AtDoor(members=members):
                    await self._answer_knocks(members)
                case Resettled():
                    await self._take_terms()
                case TurnedAway(reason=reason):
                    self.refuse(_in_words(reason))
                case Begun(signed=signed):
                    await self._begin(signed)
                case Heard(public=public, text=text):
                    self._note_line(public, text)
        # Last of all: whoever is put out is to hear why.
        self._part(rooms)
        self._say_wait()

    async def _open_files(self, charter: Charter) -> None:
        """The secret and the charter are durable when this returns, and the last one lapses."""
        last = self.files
        if last is None or self._table != charter.id:
            self.files = await trio.to_thread.run_sync(self._store.open_table, charter)
            self._table = charter.id
        assert self.files is not None
        opener = self.room.opener if isinstance(self.room, Guest) else self._me
        promise = Promise(charter, opener, self._way.addresses, self._way.code)
        await trio.to_thread.run_sync(keep_promise, self.files.folder, promise)
        if last is not None and last is not self.files:
            drop_promise(last.folder)
            last.close()

    def _lapse(self) -> None:
        """What was signed does not count: the lobby was left, or closed, in so many words."""
        if self.files is not None:
            drop_promise(self.files.folder)
        self.on_end()

    def _admit(self, rooms: Iterable[Room]) -> None:
        keys = {member.public for room in rooms for member in room.members}
        for key in keys - self._members:
            self._mesh.admit(key)
        self._members |= keys

    def _part(self, rooms: Sequence[Room]) -> None:
        """Whoever is not in the last of these rooms any more is a stranger again."""
        if not rooms:
            return
        keys = frozenset(member.public for member in rooms[-1].members)
        for key in self._members - keys:
            self._mesh.forget(key)
        self._members &= keys

    async def _take_terms(self) -> None:
        """Whoever was ready was ready for something else; bots are for anything."""
        if self.is_auto:
            await self.set_ready(ready=True)
        elif self._is_ready:
            self._is_ready = False
            self.note(
                self.words.say("The terms of the table have changed: say again when you are ready.")
            )

    async def _take_room(self, room: Room) -> None:
        keys = {member.public for member in room.members}
        gone = [one for one in self._seen if one.public not in keys and one.public != self._me]
        self._seen, self._free = room.members, room.free
        ours = next((one for one in room.members if one.public == self._me), None)
        if isinstance(self.room, Guest) and ours is not None and ours.ready != self._is_ready:
            # The opener does not know it yet, or not any more.
            await self._do(self.room.set_ready(ready=self._is_ready))
        present = [await self._present(member) for member in room.members]
        readers = None if ours is None else readers_of(room, self._me)
        terms = terms_of(room, self._me, self.words.language)
        self._put(
            shown.RoomChanged(
                room.game_id, room.table_name, room.seats, tuple(present), readers, terms
            )
        )
        if gone:
            self._put(shown.WentAway(_names_of(gone)))
        self.on_change(room)

    def _note_line(self, public: bytes, text: str) -> None:
        names = [" & ".join(one.names) for one in self._seen if one.public == public]
        if names:
            self.note(f"{names[0]}: {text}")

    async def _present(self, member: Member) -> shown.Present:
        look = partial(self._known_peers.look_at, member)
        return await trio.to_thread.run_sync(look)

    async def _answer_knocks(self, members: tuple[Member, ...]) -> None:
        known = [one.public for one in members if one.public in self._let_in]
        if known:
            # What is done for the first tells of the others again.
            await self._do(self._opener().admit(known[0]))
        else:
            self._put(shown.DoorChanged(tuple([await self._present(one) for one in members])))

    async def _begin(self, signed: SignedCharter) -> None:
        """All have signed. In this life or another so have we, with a secret that must be here."""
        if self.is_over:
            return
        if self.files is None or self._table != signed.table:
            if not self._store.has_secret(signed.charter):
                # A second secret would make a second player of us.
                self.refuse(Refused(FORGOTTEN))
                return
            if self.files is not None:
                self.files.close()
            self.files = await trio.to_thread.run_sync(self._store.open_table, signed.charter)
        if self.files.recovered is None:
            self.files.begin(signed)
        drop_promise(self.files.folder)
        self.on_end()
        self.signed = signed
        self.done.set()

    # Why nothing begins.

    def _say_wait(self) -> None:
        waits = None if self.is_over else self._lacking()
        if waits is not None and waits != self._waits:
            self._put(waits)
        self._waits = waits

    def _lacking(self) -> shown.RoomWaits:
        """What the table lacks, the first thing first."""
        guest = self.room if isinstance(self.room, Guest) else None
        if guest is not None and not self._is_linked:
            return shown.RoomWaits(shown.RoomLack.OPENER, self._opener_names())
        if guest is not None and not guest.is_in:
            return shown.RoomWaits(shown.RoomLack.LET_IN, self._opener_names())
        ours = next((one for one in self._seen if one.public == self._me), None)
        others = [one for one in self._seen if one is not ours]
        if self._free:
            return shown.RoomWaits(shown.RoomLack.PEOPLE, free=self._free)
        if ours is not None and not ours.ready:
            return shown.RoomWaits(shown.RoomLack.OURSELVES)
        unready = [one for one in others if not one.ready]
        if unready:
            return shown.RoomWaits(shown.RoomLack.READY, _names_of(unready))
        lacking = set() if guest is not None else set(self._opener().lacking)
        unsigned = [one for one in others if one.public in lacking or not lacking]
        return shown.RoomWaits(shown.RoomLack.SIGNATURES, _names_of(unsigned))

    def _opener(self) -> Opener:
        assert isinstance(self.room, Opener)
        return self.room

    def _opener_names(self) -> tuple[str, ...]:
        """Of whoever opened the table; none while a private one has not told."""
        assert isinstance(self.room, Guest)
        names = _names_of(one for one in self._seen if one.public == self.room.opener)
        return names or tuple(filter(None, [self._way.opener_name]))

    def refuse(self, why: Refused) -> None:
        """The table will not begin, or not with us."""
        if not self.is_over:
            self._lapse()
            self.refused = why
            self.done.set()

    def leave(self) -> None:
        self.done.set()


def _names_of(members: Iterable[Member]) -> tuple[str, ...]:
    return tuple(" & ".join(one.names) for one in members)


def _in_words(reason: str) -> Refused:
    """Why we were turned away, as the other side says it: if it is ours it is translated."""
    if reason == OTHER_RULES:
        return OtherVersion(OTHER_RULES)
    if not reason.isprintable() or "{" in reason or "}" in reason:
        # Nobody writes what he likes on our terminal.
        return Refused("the table has turned you away")
    return Refused(reason)
