"""From the first hello to a charter that all have signed, without I/O.

The opener keeps the room: who is there, who is ready. When all seats are taken and ready it drafts
the charter; every peer checks it, makes its table secret durable and signs; with all signatures the
table begins, and from then on nobody is more than anybody else (protocol/6-table.md, Lobby).
"""

from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.lobby.playable import check_terms
from p2pjeux.lobby.room import (
    Member,
    Room,
    Terms,
    read_addresses,
    read_names,
    room_fields,
)
from p2pjeux.log.charter import (
    CHARTER_SIZE_MAX,
    Charter,
    SignedCharter,
    check_charter_signature,
    decode_signed_charter,
    exact,
    seal_charter,
    sign_charter,
)
from p2pjeux.log.identity import DIGEST_SIZE, SIGNATURE_SIZE, Identity
from p2pjeux.log.line import TEXT_MAX, is_sayable
from p2pjeux.log.names import check_distinct
from p2pjeux.rules.words import later

LOBBY_SIZE_MAX: Final = 1 << 16
REASON_MAX: Final = 200
NAME_TAKEN: Final = later("somebody at this table has that name, or one that looks like it")
NO_SEAT: Final = later("there is no free seat at this table")
TURNED_AWAY: Final = later("the opener of the table did not let you in")
PUT_OUT: Final = later("the opener of the table has put you out; you may knock again")
IS_PLAYED: Final = later("the game has begun; you may watch it")
TOO_MANY_TOGETHER: Final = later(
    "with so many at one machine the table could not keep the threshold it was opened with"
)


@dataclass(frozen=True, slots=True)
class Post:
    """Send a message to one peer, or to all."""

    to: bytes | None
    message: bytes


@dataclass(frozen=True, slots=True)
class KeepSecret:
    """Make the charter and a table secret for it durable, before what follows is done.

    What follows is our signature. Whoever is killed between it and the beginning finds both, and
    with them the seat.
    """

    charter: Charter


@dataclass(frozen=True, slots=True)
class Changed:
    """The room looks different."""

    room: Room


@dataclass(frozen=True, slots=True)
class AtDoor:
    """Who asks for seats and is not in yet, whoever came first before the others."""

    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """We do not get in, or the table falls apart before it begins."""

    reason: str


@dataclass(frozen=True, slots=True)
class Resettled:
    """The opener has changed what is played: our people are not ready for that yet."""

    terms: Terms


@dataclass(frozen=True, slots=True)
class Begun:
    """All have signed: the game begins."""

    signed: SignedCharter


@dataclass(frozen=True, slots=True)
class Heard:
    """A line of chat of somebody in the room, on the word of the opener."""

    public: bytes
    text: str


LobbyEffect: TypeAlias = (
    Post | KeepSecret | Changed | AtDoor | TurnedAway | Resettled | Begun | Heard
)


def encode_message(kind: str, *fields: Value) -> bytes:
    return encode([kind, *fields], LOBBY_SIZE_MAX)


def read_message(data: bytes) -> tuple[str, tuple[Value, ...]]:
    """The kind of a lobby message and its fields; raise PeerFault if it is none."""
    kind, *rest = shapes.items(decode(data, LOBBY_SIZE_MAX), 1, 8)
    return shapes.text(kind, 16), tuple(rest)


@dataclass
class Opener:
    """The peer that opened the table; ``draft`` makes the charter from the sitters in order."""

    identity: Identity
    room: Room
    # All of the charter but its seats and what the room says.
    template: Charter
    # Whether each newcomer waits until the person at this machine lets it in.
    asks_first: bool = False
    _knocking: dict[bytes, Member] = field(default_factory=dict)
    # Whoever was put out comes in again only if the person here says so, however open the door is.
    _put_out: set[bytes] = field(default_factory=set)
    _charter: Charter | None = None
    _agreed: dict[bytes, bytes] = field(default_factory=dict)
    _signed: SignedCharter | None = None

    @property
    def lacking(self) -> tuple[bytes, ...]:
        """The peers that have not signed the charter yet, while there is one to sign."""
        seats = () if self._charter is None or self._signed else self._charter.seats
        return tuple(sorted({one.public for one in seats} - self._agreed.keys()))

    def receive(self, peer: bytes, data: bytes) -> list[LobbyEffect]:
        """A lobby message of a linked peer; raise PeerFault if no honest peer sends it."""
        kind, fields = read_message(data)
        match kind:
            case "ask":
                names, addresses = shapes.fields(fields, 2)
                # Whoever joins brings people; only the opener has bots.
                member = Member(peer, read_names(names), addresses=read_addresses(addresses))
                return self._knock(member)
            case "ready":
                (ready,) = shapes.fields(fields, 1)
                return self._set_ready(peer, ready=ready is True)
            case "agree":
                table, signature = shapes.fields(fields, 2)
                agreed = exact(table, DIGEST_SIZE), exact(signature, SIGNATURE_SIZE)
                return self._take_agreement(peer, *agreed)
            case "leave":
                shapes.fields(fields, 0)
                return self.leave(peer)
            case "say":
                (text,) = shapes.fields(fields, 1)
                return self._pass_on(peer, read_line(text))
            case "begin":
                # Of another table where both of us sit; it does not know what we do here.
                return []
            case _:
                raise PeerFault(Fault.BAD_SHAPE, "there is no such message in a lobby")

    def _knock(self, member: Member) -> list[LobbyEffect]:
        if self._signed is not None:
            return [Post(member.public, answer_at_play(self._signed, member.public))]
        if any(member.public == other.public for other in self.room.members):
            # It was here already and has lost its link: tell it again where we stand.
            return [*self._show(), *self._show_charter(member.public)]
        if self.asks_first or member.public in self._put_out:
            # Whoever knocks again has not been heard, or has lost its link: one knock is enough.
            is_new = self._knocking.get(member.public) != member
            self._knocking[member.public] = member
            return [self._at_door()] if is_new else []
        return self._admit(member)

    def _at_door(self) -> AtDoor:
        return AtDoor(tuple(self._knocking.values()))

    def _answer(self, peer: bytes) -> list[LobbyEffect]:
        """Nobody stands at the door with this key any more."""
        return [self._at_door()] if self._knocking.pop(peer, None) else []

    def admit(self, peer: bytes) -> list[LobbyEffect]:
        """Let in a stranger who knocked."""
        member = self._knocking.get(peer)
        if member is None:
            return []
        self._put_out.discard(peer)
        return [*self._answer(peer), *self._admit(member)]

    def turn_away(self, peer: bytes) -> list[LobbyEffect]:
        """Do not let a stranger in, or show out somebody who is in the room."""
        if self._signed is not None or peer == self.identity.public:
            return []
        was_in = any(member.public == peer for member in self.room.members)
        if was_in:
            self._put_out.add(peer)
        return [_sorry(peer, PUT_OUT if was_in else TURNED_AWAY), *self.leave(peer)]

    def close(self) -> list[LobbyEffect]:
        """The opener gets up before the table has begun: nobody is to wait for it."""
        if self._signed is not None:
            return []
        others = [one.public for one in self.room.members if one.public != self.identity.public]
        reason = later("the opener has closed the table before it began")
        return [_sorry(peer, reason) for peer in (*others, *self._knocking)]

    def say(self, text: str) -> list[LobbyEffect]:
        """A line of chat for everybody in the room."""
        return self._pass_on(self.identity.public, own_line(text))

    def _pass_on(self, author: bytes, text: str) -> list[LobbyEffect]:
        if not any(member.public == author for member in self.room.members):
            return []
        return [Post(None, encode_message("said", author, text)), Heard(author, text)]

    def _admit(self, member: Member) -> list[LobbyEffect]:
        if self._charter is not None or len(member.names) > self.room.free:
            return [_sorry(member.public, NO_SEAT)]
        taken = tuple(name for other in self.room.members for name in other.names)
        try:
            check_distinct(taken + member.names)
        except PeerFault:
            return [_sorry(member.public, NAME_TAKEN)]
        if not self.room.allows(member):
            return [_sorry(member.public, TOO_MANY_TOGETHER)]
        self.room = replace(self.room, members=(*self.room.members, member))
        return self._show()

    def leave(self, peer: bytes) -> list[LobbyEffect]:
        """A peer is gone; before the table begins its seat is simply free again."""
        gone = self._answer(peer)
        members = tuple(member for member in self.room.members if member.public != peer)
        if members == self.room.members or self._signed is not None:
            return gone
        self.room = replace(self.room, members=members)
        self._charter, self._agreed = None, {}
        return [*gone, *self._show()]

    def settle(self, terms: Terms, names: tuple[str, ...], bots: int) -> list[LobbyEffect]:
        """Change what is played, and the bots here; raise Refused if that cannot be.

        ``names`` are those of our seats, the last ``bots`` of them bots. Nobody is to sit down to
        something else than what they have agreed to, so nothing changes once somebody is ready.
        """
        if self._signed is not None or any(member.ready for member in self.room.members):
            raise Refused("somebody is ready: nothing can be changed any more")
        me = self.identity.public
        members = tuple(
            replace(one, names=names, bots=bots) if one.public == me else one
            for one in self.room.members
        )
        room = replace(self.room, members=members).under(terms)
        if room.free < 0:
            raise Refused("more seats are taken than that")
        try:
            check_distinct(name for member in members for name in member.names)
        except PeerFault:
            raise Refused(NAME_TAKEN) from None
        if not room.keeps_threshold:
            raise Refused("so many do not sit at other machines as would have to act together")
        check_terms(terms.game_id, terms.seats, dict(terms.options))
        self.room = room
        return self._show()

    def set_ready(self, *, ready: bool) -> list[LobbyEffect]:
        return self._set_ready(self.identity.public, ready=ready)

    def _set_ready(self, peer: bytes, *, ready: bool) -> list[LobbyEffect]:
        if self._signed is not None:
            return []
        self.room = replace(
            self.room,
            members=tuple(
                replace(member, ready=ready) if member.public == peer else member
                for member in self.room.members
            ),
        )
        if not self.room.is_ready:
            self._charter, self._agreed = None, {}
        return [*self._show(), *self._draft()]

    def _show(self) -> list[LobbyEffect]:
        return [Post(None, encode_room(self.room)), Changed(self.room)]

    def _draft(self) -> list[LobbyEffect]:
        if not self.room.is_ready or self._charter is not None:
            return []
        room = self.room
        self._charter = charter = replace(
            self.template,
            seats=room.sitters,
            threshold=room.acting,
            options=room.options,
            patience=room.patience,
        )
        self._agreed = {self.identity.public: sign_charter(self.identity, charter.id)}
        return [KeepSecret(charter), *self._show_charter(None), *self._begin_if_agreed()]

    def _show_charter(self, peer: bytes | None) -> list[LobbyEffect]:
        if self._charter is None:
            return []
        return [Post(peer, encode_message("charter", self._charter.encode()))]

    def _take_agreement(self, peer: bytes, table: bytes, signature: bytes) -> list[LobbyEffect]:
        if self._charter is None or self._signed is not None or table != self._charter.id:
            # It was drafted before somebody left; the peer will see the new one.
            return []
        seats = self._charter.seats_of(peer)
        if not seats:
            raise PeerFault(Fault.NOT_ASKED, "a stranger agrees to our charter")
        check_charter_signature(self._charter, seats[0], signature)
        self._agreed[peer] = signature
        return self._begin_if_agreed()

    def _begin_if_agreed(self) -> list[LobbyEffect]:
        charter = self._charter
        if charter is None or not all(s.public in self._agreed for s in charter.seats):
            return []
        signed = seal_charter(charter, [self._agreed[sitter.public] for sitter in charter.seats])
        self._signed = signed
        # Ours first: a table that others play and its opener has not on disk would lack a seat.
        return [Begun(signed), Post(None, encode_begin(signed))]


def encode_room(room: Room) -> bytes:
    return encode_message("room", *room_fields(room))


def encode_agree(table: bytes, signature: bytes) -> bytes:
    """What whoever signs a charter says; ``table`` is the identifier of that charter."""
    return encode_message("agree", table, signature)


def encode_leave() -> bytes:
    return encode_message("leave")


def encode_begin(signed: SignedCharter) -> bytes:
    """What the opener says when all have signed, and again to a guest who may have missed it."""
    return encode_message("begin", signed.encode())


def answer_at_play(signed: SignedCharter, peer: bytes) -> bytes:
    """What anybody at a table that has begun says to a peer that asks for a seat."""
    if signed.charter.seats_of(peer):
        return encode_begin(signed)
    return encode_message("sorry", IS_PLAYED)


def asks_for_seat(data: bytes) -> bool:
    """Whether a lobby message asks for a seat; raise PeerFault if it is no message at all."""
    return read_message(data)[0] == "ask"


def read_begin(data: bytes) -> SignedCharter | None:
    """The charter in a lobby message that shows one that all have signed, else None."""
    return decode_begin(data) if read_message(data)[0] == "begin" else None


def counts_more(one: SignedCharter, other: SignedCharter) -> bool:
    """Whether ``one`` is played where both are charters of one lobby, each signed by all its seats.

    An honest opener completes one. Should two be complete all the same, everybody must choose
    alike, and without a word: the lesser identifier counts.
    """
    return one.charter.nonce == other.charter.nonce and one.table < other.table


def decode_begin(data: bytes) -> SignedCharter:
    """The charter of a table that has begun, from what its peers say to a watcher."""
    kind, fields = read_message(data)
    if kind != "begin":
        raise PeerFault(Fault.BAD_SHAPE, "the table was to show its charter")
    (signed,) = shapes.fields(fields, 1)
    return decode_signed_charter(shapes.data(signed, 2 * CHARTER_SIZE_MAX))


def _sorry(peer: bytes, reason: str) -> Post:
    return Post(peer, encode_message("sorry", reason))


def own_line(text: str) -> str:
    shown = text.strip()
    if not is_sayable(shown):
        raise Refused("a line has 1 to {most} visible characters", most=TEXT_MAX)
    return shown


def read_line(value: Value) -> str:
    text = shapes.text(value, TEXT_MAX)
    if not is_sayable(text):
        raise PeerFault(Fault.BAD_SHAPE, "a line of chat is one line of visible characters")
    return text
