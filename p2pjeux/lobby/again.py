"""Once more with the same people: the next charter follows from the last, so nobody drafts it.

Whoever wants to play again signs it and tells all the others; with all signatures the next table
begins. There is no opener: everybody gathers, and whoever is last to hear is told by the others
(protocol/6-table.md, Again).
"""

from dataclasses import dataclass, field, replace
from typing import Final

from p2pjeux import shapes
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.lobby.lobby import (
    Begun,
    KeepSecret,
    Post,
    decode_begin,
    encode_agree,
    encode_begin,
    encode_leave,
    read_message,
)
from p2pjeux.log.charter import (
    Charter,
    SignedCharter,
    check_charter_signature,
    exact,
    seal_charter,
    sign_charter,
)
from p2pjeux.log.identity import DIGEST_SIZE, SIGNATURE_SIZE, Domain, Identity

_NEXT: Final = Domain("next-table")


def next_charter(last: Charter) -> Charter:
    """The same table once more: everybody moves up a seat, so that another one begins."""
    seats = (*last.seats[1:], last.seats[0])
    return replace(last, seats=seats, nonce=_NEXT.digest(last.id))


@dataclass(frozen=True, slots=True)
class WantAgain:
    """Whose machines want to play once more, and whose have said that they do not."""

    wanting: frozenset[bytes]
    gone: frozenset[bytes]


AgainEffect = Post | KeepSecret | Begun | WantAgain


@dataclass
class Again:
    """One peer after a game, and already during it: others may be quicker than we are."""

    identity: Identity
    last: Charter
    _agreed: dict[bytes, bytes] = field(default_factory=dict)
    _gone: set[bytes] = field(default_factory=set)
    _signed: SignedCharter | None = None

    def __post_init__(self) -> None:
        self.charter = next_charter(self.last)
        self._table = self.charter.id

    @property
    def is_wanted(self) -> bool:
        """Whether the people here have said that they want to."""
        return self.identity.public in self._agreed

    def want(self) -> list[AgainEffect]:
        """The people here want to play again: sign, and say so."""
        if self.is_wanted or self._signed is not None:
            return []
        self._agreed[self.identity.public] = sign_charter(self.identity, self._table)
        kept = KeepSecret(self.charter)
        return [kept, self._ours(None), self._told(), *self._begin_if_agreed()]

    def leave(self) -> list[AgainEffect]:
        """The people here do not want to, or not any more."""
        if self._signed is not None:
            return []
        self._agreed.pop(self.identity.public, None)
        return [Post(None, encode_leave()), self._told()]

    def linked(self, peer: bytes) -> list[AgainEffect]:
        """Whoever was away has missed what we said."""
        if self._signed is not None:
            return [Post(peer, encode_begin(self._signed))]
        return [self._ours(peer)] if self.is_wanted else []

    def receive(self, peer: bytes, data: bytes) -> list[AgainEffect] | None:
        """What a peer at our table says; None if that is about something else."""
        kind, fields = read_message(data)
        match kind:
            case "agree":
                table, signature = shapes.fields(fields, 2)
                if exact(table, DIGEST_SIZE) != self._table:
                    return None
                return self._take_agreement(peer, exact(signature, SIGNATURE_SIZE))
            case "leave":
                shapes.fields(fields, 0)
                return self._take_leave(peer)
            case "begin":
                signed = decode_begin(data)
                return self._take_beginning(signed) if signed.table == self._table else None
            case _:
                return None

    def _take_agreement(self, peer: bytes, signature: bytes) -> list[AgainEffect]:
        seats = self.charter.seats_of(peer)
        if not seats:
            raise PeerFault(Fault.NOT_ASKED, "a stranger wants to play again with us")
        check_charter_signature(self.charter, seats[0], signature)
        if self._signed is not None or self._agreed.get(peer) == signature:
            return []
        self._agreed[peer] = signature
        self._gone.discard(peer)
        return [self._told(), *self._begin_if_agreed()]

    def _take_leave(self, peer: bytes) -> list[AgainEffect]:
        if self._signed is not None or not self.charter.seats_of(peer):
            return []
        self._agreed.pop(peer, None)
        self._gone.add(peer)
        return [self._told()]

    def _take_beginning(self, signed: SignedCharter) -> list[AgainEffect]:
        # Our signature is in it: somebody has heard all of us.
        return [] if self._signed is not None else self._begin(signed)

    def _begin_if_agreed(self) -> list[AgainEffect]:
        sitters = self.charter.seats
        if not all(one.public in self._agreed for one in sitters):
            return []
        return self._begin(seal_charter(self.charter, [self._agreed[s.public] for s in sitters]))

    def _begin(self, signed: SignedCharter) -> list[AgainEffect]:
        self._signed = signed
        # Ours first, as for every table: one that others play and we have not on disk lacks a seat.
        return [Begun(signed), Post(None, encode_begin(signed))]

    def _ours(self, peer: bytes | None) -> Post:
        return Post(peer, encode_agree(self._table, self._agreed[self.identity.public]))

    def _told(self) -> WantAgain:
        return WantAgain(frozenset(self._agreed), frozenset(self._gone))
