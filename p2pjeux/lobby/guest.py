"""A peer that wants seats at another's table: what it says to the opener, and what it signs."""

from dataclasses import dataclass
from typing import Final

from p2pjeux import shapes
from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.lobby.lobby import (
    IS_PLAYED,
    REASON_MAX,
    Begun,
    Changed,
    Heard,
    KeepSecret,
    LobbyEffect,
    Post,
    Resettled,
    TurnedAway,
    decode_begin,
    encode_agree,
    encode_leave,
    encode_message,
    own_line,
    read_line,
    read_message,
)
from p2pjeux.lobby.playable import game_of
from p2pjeux.lobby.room import Room, read_room
from p2pjeux.log.charter import (
    CHARTER_SIZE_MAX,
    Charter,
    SignedCharter,
    decode_charter,
    exact,
    sign_charter,
)
from p2pjeux.log.identity import PUBLIC_SIZE, Identity

_NOT_READY: Final = False


@dataclass
class Guest:
    """A peer that wants seats at another's table.

    ``charter`` is what was signed last, perhaps in an earlier life of this peer.
    """

    identity: Identity
    opener: bytes
    names: tuple[str, ...]
    addresses: tuple[str, ...] = ()
    charter: Charter | None = None
    # Whether we are in the room, as far as we have heard.
    is_in: bool = False
    # As it was shown last: what our person was told before it was ready.
    _room: Room | None = None
    # Whether our person is ready, for just what was shown.
    is_ready: bool = False

    def ask(self) -> list[LobbyEffect]:
        return [Post(self.opener, encode_message("ask", self.names, self.addresses))]

    def set_ready(self, *, ready: bool) -> list[LobbyEffect]:
        self.is_ready = ready
        return [Post(self.opener, encode_message("ready", ready))]

    def say(self, text: str) -> list[LobbyEffect]:
        """A line of chat for everybody in the room; we hear it ourselves when it comes back."""
        return [Post(self.opener, encode_message("say", own_line(text)))]

    def leave(self) -> list[LobbyEffect]:
        """We do not want the seats any more."""
        self.is_in = False
        return [Post(self.opener, encode_leave())]

    def receive(self, peer: bytes, data: bytes) -> list[LobbyEffect]:
        """A lobby message; of others than the opener only that the table has begun."""
        kind, fields = read_message(data)
        if kind == "begin":
            return self._begin(peer, decode_begin(data))
        if peer != self.opener:
            return []
        match kind:
            case "room":
                return self._see(read_room(fields))
            case "sorry":
                (reason,) = shapes.fields(fields, 1)
                return [TurnedAway(shapes.text(reason, REASON_MAX))]
            case "charter":
                (charter,) = shapes.fields(fields, 1)
                return self._agree(decode_charter(shapes.data(charter, CHARTER_SIZE_MAX)))
            case "said":
                author, text = shapes.fields(fields, 2)
                return [Heard(exact(author, PUBLIC_SIZE), read_line(text))]
            case _:
                raise PeerFault(Fault.BAD_SHAPE, "there is no such message in a lobby")

    def _see(self, room: Room) -> list[LobbyEffect]:
        """A room as it is now; whoever was ready for another one is not ready any more."""
        before, self._room = self._room, room
        self.is_in = any(one.public == self.identity.public for one in room.members)
        if before is None or before.terms == room.terms:
            return [Changed(room)]
        was_ready, self.is_ready = self.is_ready, False
        unready = [Post(self.opener, encode_message("ready", _NOT_READY))] if was_ready else []
        return [*unready, Resettled(room.terms), Changed(room)]

    def _agree(self, charter: Charter) -> list[LobbyEffect]:
        """Sign a charter that can be played here and gives us the seats we asked for."""
        mine = charter.seats_of(self.identity.public)
        if tuple(charter.seats[seat].name for seat in mine) != self.names:
            raise PeerFault(Fault.BAD_CHARTER, "the charter does not give us our seats")
        try:
            game_of(charter)
        except Refused as refusal:
            # The others are not to wait for a signature that never comes.
            return [*self.leave(), TurnedAway(str(refusal))]
        if not self.is_ready or self._room is None or _of_charter(charter) != _of_room(self._room):
            # It is of another room than that for which our person said ready, and in which others
            # may read a hand: drafted before somebody left, or by a liar.
            return []
        self.charter = charter
        signature = sign_charter(self.identity, charter.id)
        agreed = Post(self.opener, encode_agree(charter.id, signature))
        return [KeepSecret(charter), agreed]

    def _begin(self, peer: bytes, signed: SignedCharter) -> list[LobbyEffect]:
        """All have signed, we among them, whether or not we still know of it.

        Anybody may say so, for nobody can forge it; but of a table that we did not come for only
        the opener whom we ask.
        """
        is_ours = self.charter is not None and signed.charter.nonce == self.charter.nonce
        if not is_ours and peer != self.opener:
            return []
        if not signed.charter.seats_of(self.identity.public):
            return [TurnedAway(IS_PLAYED)]
        return [Begun(signed)]


def _of_room(room: Room) -> tuple[object, ...]:
    """All of a charter that the people in a room have been shown."""
    return (room.game_id, room.sitters, room.acting, room.options, room.patience, room.table_name)


def _of_charter(one: Charter) -> tuple[object, ...]:
    return (one.game_id, one.seats, one.threshold, one.options, one.patience, one.table_name)
