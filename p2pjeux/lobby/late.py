"""Whoever comes late: the seat of a bot handed to a person by agreement of all, and back. Pure.

The machine that holds the seat goes on holding it: it signs what the person decides, as it signed
what its bot did, and could see the hand as it could the bot's. So nobody else has anything to
believe, the log stays as it is, and all that is agreed on is who is company (protocol/6-table.md,
Late comers).
"""

from dataclasses import dataclass, field
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair.bodies import ACTION_SIZE_MAX, decode_action, encode_action
from p2pjeux.lobby.lobby import (
    NAME_TAKEN,
    REASON_MAX,
    Post,
    encode_message,
    read_line,
    read_message,
)
from p2pjeux.log.charter import SEATS_MAX, Charter, exact
from p2pjeux.log.identity import DIGEST_SIZE, PUBLIC_SIZE
from p2pjeux.log.names import NAME_MAX, check_distinct, check_name
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.words import later

SECRET_SIZE: Final = 32
NO_BOT: Final = later("no bot of this machine has that seat, or somebody else plays it already")
BOT_AGAIN: Final = later("a bot has the seat again; p2pjeux join asks for it once more")
# So many can ask for one seat after the other; whoever is refused by silence need not be listed.
ASKING_MAX: Final = 8


@dataclass(frozen=True, slots=True)
class Lend:
    """All have agreed: from now on the person behind ``key`` decides for ``seat``."""

    seat: Seat
    key: bytes
    name: str


@dataclass(frozen=True, slots=True)
class Reclaim:
    """The bot decides again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Sought:
    """Who asks for a seat, whose machines have agreed, and whose are still asked.

    ``name`` is empty once that is over, however.
    """

    seat: Seat
    name: str = ""
    agreed: tuple[bytes, ...] = ()
    lacking: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedBy:
    """Who decides for the seat of a bot; an empty name is the bot itself."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Acted:
    """What the person at a lent seat has decided."""

    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class Spoke:
    """A line of chat of the person at a lent seat."""

    seat: Seat
    text: str


LateEffect = Post | Lend | Reclaim | Sought | PlayedBy | Acted | Spoke


@dataclass(frozen=True, slots=True)
class _Asker:
    key: bytes
    name: str


@dataclass
class LateComers:
    """One machine of a table: it is asked for the seats of its bots, and about those of others."""

    me: bytes
    charter: Charter
    # Whether a person is here who can be asked; a machine of bots has no objection.
    has_person: bool
    # Those who ask for a bot's seat here, and whose machines have agreed.
    _asking: dict[Seat, _Asker] = field(default_factory=dict)
    _agreed: dict[Seat, set[bytes]] = field(default_factory=dict)
    # Who plays for a bot of ours, and to whom all have agreed once: they come back unasked.
    lent: dict[Seat, bytes] = field(default_factory=dict)
    _welcome: set[tuple[Seat, bytes]] = field(default_factory=set)
    # Of which seats at other machines our people were asked, and for whom.
    _told: dict[Seat, _Asker] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._table = self.charter.id

    # At the machine that holds the seat.

    def receive(
        self, peer: bytes, data: bytes, voters: frozenset[bytes]
    ) -> list[LateEffect] | None:
        """What a peer says; None if that is about something else.

        ``voters`` are the machines that can be asked now, ours among them.
        """
        kind, fields = read_message(data)
        if kind not in _KINDS:
            return None
        read = shapes.items(fields, 2, 6)
        if exact(read[0], DIGEST_SIZE) != self._table:
            return []
        seat = shapes.number(read[1], 0, len(self.charter.seats) - 1)
        rest = tuple(read[2:])
        if kind in _FROM_SEATED and not self.charter.seats_of(peer):
            raise PeerFault(Fault.NOT_ASKED, "a stranger speaks for a seat of this table")
        match kind:
            case "seek":
                (name,) = shapes.fields(rest, 1)
                return self._seek(seat, _Asker(peer, check_name(name, NAME_MAX)), voters)
            case "welcome":
                (key,) = shapes.fields(rest, 1)
                return self._hear_welcome(peer, seat, exact(key, PUBLIC_SIZE), voters)
            case "sought":
                return self._hear_sought(peer, seat, rest)
            case "played-by":
                (name,) = shapes.fields(rest, 1)
                return self._hear_played_by(peer, seat, shapes.text(name, NAME_MAX))
            case _:
                return self._hear_lent(peer, kind, seat, rest)

    def _seek(self, seat: Seat, asker: _Asker, voters: frozenset[bytes]) -> list[LateEffect]:
        if self.lent.get(seat) == asker.key:
            # It has lost its link, or its program was started again.
            return [*self.reclaim(seat), Lend(seat, asker.key, asker.name)]
        sitter = self.charter.seats[seat]
        if sitter.public != self.me or not sitter.is_bot or seat in self.lent:
            return [Post(asker.key, refusal(self._table, seat, NO_BOT))]
        try:
            check_distinct((*(one.name for one in self.charter.seats), asker.name))
        except PeerFault:
            return [Post(asker.key, refusal(self._table, seat, NAME_TAKEN))]
        known = self._asking.get(seat)
        if known is not None and known.key != asker.key and known.key in voters:
            return [Post(asker.key, refusal(self._table, seat, NO_BOT))]
        if known is None or known.key != asker.key:
            self._asking[seat] = asker
            self._agreed[seat] = set() if self.has_person else {self.me}
        return self.look_again(voters)

    def look_again(self, voters: frozenset[bytes]) -> list[LateEffect]:
        """Tell all who asks and who has agreed; lend each seat to which nobody lacks any more."""
        effects: list[LateEffect] = []
        for seat, asker in tuple(self._asking.items()):
            lacking = self._voting(voters) - self._agreed[seat]
            if lacking and (seat, asker.key) not in self._welcome:
                agreed = sorted(self._agreed[seat])
                effects += [
                    self._tell("sought", seat, asker.key, asker.name, agreed, sorted(lacking)),
                    Sought(seat, asker.name, tuple(agreed), tuple(sorted(lacking))),
                ]
            else:
                effects += self._lend(seat, asker)
        return effects

    def _voting(self, voters: frozenset[bytes]) -> set[bytes]:
        """Machines with people; one that is away is not asked."""
        return {one.public for one in self.charter.seats if not one.is_bot} & voters

    def _lend(self, seat: Seat, asker: _Asker) -> list[LateEffect]:
        del self._asking[seat], self._agreed[seat]
        self._welcome.add((seat, asker.key))
        self.lent[seat] = asker.key
        return [
            Lend(seat, asker.key, asker.name),
            PlayedBy(seat, asker.name),
            self._tell("played-by", seat, asker.name),
        ]

    def reclaim(self, seat: Seat) -> list[LateEffect]:
        """The bot plays again: the person has gone, or is not heard of."""
        key = self.lent.pop(seat, None)
        if key is None:
            return []
        told = self._tell("played-by", seat, "")
        return [
            Reclaim(seat),
            PlayedBy(seat, ""),
            told,
            Post(key, refusal(self._table, seat, BOT_AGAIN)),
        ]

    def forget(self, peer: bytes, voters: frozenset[bytes]) -> list[LateEffect]:
        """A peer is not linked any more: nobody waits for its answer, and it asks for nothing."""
        gone = [(seat, asker) for seat, asker in self._asking.items() if asker.key == peer]
        effects: list[LateEffect] = []
        for seat, asker in gone:
            del self._asking[seat], self._agreed[seat]
            effects += [Sought(seat), self._tell("sought", seat, peer, asker.name, [], [])]
        return [*effects, *self.look_again(voters)]

    def _hear_welcome(
        self, peer: bytes, seat: Seat, key: bytes, voters: frozenset[bytes]
    ) -> list[LateEffect]:
        asker = self._asking.get(seat)
        if asker is None or asker.key != key:
            return []
        self._agreed[seat].add(peer)
        return self.look_again(voters)

    def _hear_lent(
        self, peer: bytes, kind: str, seat: Seat, rest: tuple[Value, ...]
    ) -> list[LateEffect]:
        """What whoever plays for a bot of ours decides, says, or that he goes."""
        if self.lent.get(seat) != peer:
            # It has not heard yet that the bot plays again.
            return []
        if kind == "rise":
            shapes.fields(rest, 0)
            return self.reclaim(seat)
        (said,) = shapes.fields(rest, 1)
        if kind == "act":
            return [Acted(seat, decode_action(shapes.data(said, 2 * ACTION_SIZE_MAX)))]
        return [Spoke(seat, read_line(said))]

    # At every other machine.

    def agree(self, seat: Seat, voters: frozenset[bytes]) -> list[LateEffect]:
        """The people here agree to whoever asks for this seat; nothing if nobody does."""
        if seat in self._asking:
            self._agreed[seat].add(self.me)
            return self.look_again(voters)
        asker = self._told.get(seat)
        if asker is None:
            return []
        holder = self.charter.seats[seat].public
        return [Post(holder, encode_message("welcome", self._table, seat, asker.key))]

    def is_asked(self, seat: Seat) -> bool:
        """Whether somebody asks for this seat, as far as we know."""
        return seat in self._asking or seat in self._told

    def _hear_sought(self, peer: bytes, seat: Seat, rest: tuple[Value, ...]) -> list[LateEffect]:
        key, name, agreed, lacking = shapes.fields(rest, 4)
        if self.charter.seats[seat].public != peer:
            raise PeerFault(Fault.NOT_ASKED, "a peer hands out the seat of another one")
        asker = _Asker(exact(key, PUBLIC_SIZE), check_name(name, NAME_MAX))
        read = _read_keys(agreed), _read_keys(lacking)
        if not read[1]:
            self._told.pop(seat, None)
            return [Sought(seat)]
        self._told[seat] = asker
        told = Sought(seat, asker.name, *read)
        if not self.has_person and self.me in told.lacking:
            return [told, *self.agree(seat, frozenset())]
        return [told]

    def _hear_played_by(self, peer: bytes, seat: Seat, name: str) -> list[LateEffect]:
        if self.charter.seats[seat].public != peer:
            raise PeerFault(Fault.NOT_ASKED, "a peer hands out the seat of another one")
        self._told.pop(seat, None)
        shown = check_name(name, NAME_MAX) if name else ""
        return [PlayedBy(seat, shown)]

    def _tell(self, kind: str, seat: Seat, *fields: Value) -> Post:
        return Post(None, encode_message(kind, self._table, seat, *fields))


_FROM_SEATED: Final = frozenset({"sought", "welcome", "played-by"})
_KINDS: Final = _FROM_SEATED | {"seek", "act", "speak", "rise"}


def _read_keys(value: Value) -> tuple[bytes, ...]:
    return tuple(exact(key, PUBLIC_SIZE) for key in shapes.items(value, 0, SEATS_MAX))


# What whoever comes late says, and hears.


def seeking(table: bytes, seat: Seat, name: str) -> bytes:
    """Somebody asks to play instead of the bot of a seat."""
    return encode_message("seek", table, seat, name)


def lending(table: bytes, seat: Seat, secret: bytes) -> bytes:
    """The seat is handed over: with its secret, its person sees what its bot saw."""
    return encode_message("lend", table, seat, secret)


def refusal(table: bytes, seat: Seat, reason: str) -> bytes:
    return encode_message("refuse", table, seat, reason)


def illegal(table: bytes, seat: Seat, reason: str) -> bytes:
    """A decision that the holder of the seat did not sign."""
    return encode_message("illegal", table, seat, reason)


def acting(table: bytes, seat: Seat, action: Action) -> bytes:
    return encode_message("act", table, seat, encode_action(action))


def speaking(table: bytes, seat: Seat, text: str) -> bytes:
    return encode_message("speak", table, seat, text)


def rising(table: bytes, seat: Seat) -> bytes:
    return encode_message("rise", table, seat)


@dataclass(frozen=True, slots=True)
class Lent:
    """What the holder of a seat says to whoever asked for it: here it is."""

    secret: bytes


@dataclass(frozen=True, slots=True)
class NotLent:
    """It is not, or not any more."""

    reason: str


@dataclass(frozen=True, slots=True)
class NotDone:
    """A decision was refused, and is still asked for."""

    reason: str


def read_answer(data: bytes, table: bytes, seat: Seat) -> Lent | NotLent | NotDone | Sought | None:
    """What the holder of a seat says of it; None if a message is about something else."""
    kind, fields = read_message(data)
    if kind not in {"lend", "refuse", "illegal", "sought"} or len(fields) < 3:
        return None
    if exact(fields[0], DIGEST_SIZE) != table or fields[1] != seat:
        return None
    if kind == "sought":
        _key, name, agreed, lacking = shapes.fields(fields[2:], 4)
        read = _read_keys(agreed), _read_keys(lacking)
        return Sought(seat, check_name(name, NAME_MAX), *read)
    (said,) = shapes.fields(fields[2:], 1)
    if kind == "lend":
        return Lent(exact(said, SECRET_SIZE))
    reason = shapes.text(said, REASON_MAX)
    return NotLent(reason) if kind == "refuse" else NotDone(reason)
