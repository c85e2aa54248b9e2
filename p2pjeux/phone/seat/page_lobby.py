"""A guest in a page, from the question for a seat to the charter that all have signed."""

from collections.abc import Callable, Iterable, Mapping

from p2pjeux.errors import OtherVersion, Refused
from p2pjeux.lobby.guest import Guest
from p2pjeux.lobby.lobby import (
    AtDoor,
    Begun,
    Changed,
    Heard,
    KeepSecret,
    LobbyEffect,
    Post,
    Resettled,
    TurnedAway,
)
from p2pjeux.lobby.playable import OTHER_RULES
from p2pjeux.lobby.room import Member, Room
from p2pjeux.lobby.trust import readers_of
from p2pjeux.log.charter import Charter, SignedCharter
from p2pjeux.log.identity import Identity
from p2pjeux.net.fingerprint import fingerprint_words
from p2pjeux.net.purposes import Purpose, label
from p2pjeux.phone.seat.kept import (
    SECRET_SIZE,
    Beginning,
    PageFiles,
    lapse,
    promise,
    secret_of,
)
from p2pjeux.phone.seat.outputs import Write
from p2pjeux.rules.words import Words, later
from p2pjeux.ui.lobby import Present, RoomChanged, RoomLack, RoomWaits
from p2pjeux.ui.touch.room import show_room
from p2pjeux.ui.touch.table import Shown

FORGOTTEN = later(
    "you signed for a seat at this table, but its secret is not in this browser any more: the "
    "others play on for you"
)


class PageLobby:
    """``files`` is there once the table begins; ``refused`` says why it does not, or not with us.

    What is to be done is a list of writes, which are durable before the rest, and of messages, each
    with the laptop it is for, or None for all.
    """

    def __init__(
        self,
        guest: Guest,
        opener_name: str,
        kept: Mapping[str, bytes],
        draw: Callable[[int], bytes],
        secret: bytes | None = None,
    ) -> None:
        self.guest = guest
        self.files: PageFiles | None = None
        self.refused: Refused | None = None
        self.is_linked = False
        self._opener_name = opener_name
        self._kept = kept
        self._draw = draw
        self._secret = secret
        self._charter: Charter | None = guest.charter
        self._room: Room | None = None
        self._is_ready = False
        self._chat: tuple[tuple[str, str], ...] = ()

    @property
    def members(self) -> frozenset[bytes]:
        return (
            frozenset() if self._room is None else frozenset(m.public for m in self._room.members)
        )

    def ask(self) -> list[Write | Post]:
        return self._do(self.guest.ask())

    def receive(self, peer: bytes, data: bytes) -> list[Write | Post]:
        """A lobby message; raise PeerFault if no honest peer sends it."""
        return self._do(self.guest.receive(peer, data))

    def set_ready(self, *, ready: bool) -> list[Write | Post]:
        self._is_ready = ready
        return self._do(self.guest.set_ready(ready=ready))

    def say(self, text: str) -> list[Write | Post]:
        try:
            return self._do(self.guest.say(text))
        except Refused:
            # An empty line, or one too long: it stays where it was written.
            return []

    def leave(self) -> list[Write | Post]:
        left = self._do(self.guest.leave())
        return [*left, lapse(self._charter)] if self._charter is not None else left

    def show(self, words: Words, served: str) -> Shown:
        room = self._room
        changed = None if room is None else self._changed(room)
        return show_room(changed, self._waits(), words, self._chat, served)

    def _changed(self, room: Room) -> RoomChanged:
        me = self.guest.identity.public
        ours = any(one.public == me for one in room.members)
        present = tuple(
            Present(
                one.public,
                one.names,
                fingerprint_words(one.public),
                one.ready,
                is_here=one.public == me,
                is_known=True,
            )
            for one in room.members
        )
        readers = readers_of(room, me) if ours else None
        return RoomChanged(room.game_id, room.table_name, room.seats, present, readers)

    def _waits(self) -> RoomWaits:
        """What the table lacks, the first thing first."""
        opener = (self._opener_name or "?",)
        if not self.is_linked:
            return RoomWaits(RoomLack.OPENER, opener)
        room, me = self._room, self.guest.identity.public
        if room is None or not self.guest.is_in:
            return RoomWaits(RoomLack.LET_IN, opener)
        if room.free:
            return RoomWaits(RoomLack.PEOPLE, free=room.free)
        others = [one for one in room.members if one.public != me]
        if not self._is_ready:
            return RoomWaits(RoomLack.OURSELVES)
        unready = [one for one in others if not one.ready]
        if unready:
            return RoomWaits(RoomLack.READY, _names_of(unready))
        return RoomWaits(RoomLack.SIGNATURES, _names_of(others))

    def _do(self, effects: Iterable[LobbyEffect]) -> list[Write | Post]:
        done: list[Write | Post] = []
        for effect in effects:
            match effect:
                case Post(to=to, message=message):
                    done.append(Post(to, label(Purpose.LOBBY, message)))
                case KeepSecret(charter=charter):
                    done += self._promise(charter)
                case Changed(room=room):
                    self._room = room
                    done += self._say_again(room)
                case TurnedAway(reason=reason):
                    self.refused = _in_words(reason)
                case Begun(signed=signed):
                    done += self._begin(signed)
                case Heard(public=public, text=text):
                    self._hear(public, text)
                case Resettled():
                    # Whoever was ready was ready for something else.
                    self._is_ready = False
                case AtDoor():
                    # Nobody knocks at a guest's.
                    pass
        return done

    def _promise(self, charter: Charter) -> list[Write | Post]:
        last = self._charter
        if last is None or last.id != charter.id or self._secret is None:
            self._secret = secret_of(self._kept, charter.id) or self._draw(SECRET_SIZE)
        lapsed = [lapse(last)] if last is not None and last.id != charter.id else []
        self._charter = charter
        return [*lapsed, promise(charter, self.guest.opener, self._secret)]

    def _say_again(self, room: Room) -> list[Write | Post]:
        """The opener does not know yet, or not any more, whether we are ready."""
        me = self.guest.identity.public
        ours = next((one for one in room.members if one.public == me), None)
        if ours is None or ours.ready == self._is_ready:
            return []
        return self._do(self.guest.set_ready(ready=self._is_ready))

    def _begin(self, signed: SignedCharter) -> list[Write | Post]:
        secret = secret_of(self._kept, signed.table)
        if self._charter is not None and self._charter.id == signed.table:
            secret = self._secret or secret
        if secret is None:
            # A second secret would make a second player of us.
            self.refused = Refused(FORGOTTEN)
            return []
        self.files = PageFiles(signed, secret, self._kept)
        return [self.files.begin()]

    def _hear(self, public: bytes, text: str) -> None:
        members = () if self._room is None else self._room.members
        names = [" & ".join(one.names) for one in members if one.public == public]
        if names:
            self._chat = (*self._chat, (names[0], text))


def guest_of(
    identity: Identity, opener: bytes, name: str, beginning: Beginning | None
) -> tuple[Guest, bytes | None]:
    """A guest, as it was before a reload if it has signed; and the secret it drew then."""
    if beginning is None or beginning.opener != opener:
        return Guest(identity, opener, (name,)), None
    charter = beginning.charter
    names = tuple(charter.seats[seat].name for seat in charter.seats_of(identity.public))
    return Guest(identity, opener, names, charter=charter), beginning.secret


def _names_of(members: Iterable[Member]) -> tuple[str, ...]:
    return tuple(" & ".join(one.names) for one in members)


def _in_words(reason: str) -> Refused:
    """Why we were turned away, as the other side says it: if it is ours it is translated."""
    if reason == OTHER_RULES:
        return OtherVersion(OTHER_RULES)
    if not reason.isprintable() or "{" in reason or "}" in reason:
        return Refused("the table has turned you away")
    return Refused(reason)
