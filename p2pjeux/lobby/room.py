"""Who is in the room before a table begins, and what everybody there sees of it."""

from dataclasses import dataclass, replace
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.charter import PATIENCE_MAX, SEATS_MAX, Options, exact, read_options
from p2pjeux.log.holders import Sitter, default_threshold, most_threshold
from p2pjeux.log.identity import PUBLIC_SIZE
from p2pjeux.log.names import NAME_MAX, TABLE_NAME_MAX, check_name

ADDRESS_MAX: Final = 64
ADDRESSES_MAX: Final = 16
PATIENCE_USUAL: Final = 120


@dataclass(frozen=True, slots=True)
class Member:
    """One peer in the room, with a name for each seat it takes, and where it can be reached.

    The last ``bots`` of the names are those of bots.
    """

    public: bytes
    names: tuple[str, ...]
    bots: int = 0
    ready: bool = False
    addresses: tuple[str, ...] = ()

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        people = len(self.names) - self.bots
        return tuple(
            Sitter(name, self.public, is_bot=at >= people) for at, name in enumerate(self.names)
        )


@dataclass(frozen=True, slots=True)
class Terms:
    """What the opener may change until somebody is ready; and then all are ready for just that."""

    game_id: str
    seats: int
    # How many are to act together for an absent seat; None is what is usual for those who sit.
    threshold: int | None = None
    options: Options = ()
    # Seconds after which those present may carry on without somebody.
    patience: int = PATIENCE_USUAL


@dataclass(frozen=True, slots=True)
class Room:
    """What everybody in the lobby sees."""

    game_id: str
    table_name: str
    seats: int
    members: tuple[Member, ...]
    threshold: int | None = None
    options: Options = ()
    patience: int = PATIENCE_USUAL

    @property
    def terms(self) -> Terms:
        return Terms(self.game_id, self.seats, self.threshold, self.options, self.patience)

    def under(self, terms: Terms) -> "Room":
        """The same people under other terms."""
        return replace(
            self,
            seats=terms.seats,
            threshold=terms.threshold,
            options=terms.options,
            patience=terms.patience,
        )

    @property
    def keeps_threshold(self) -> bool:
        """Whether those who sit can keep the threshold that was asked for."""
        return not self.threshold or self.threshold <= most_threshold(self.sitters)

    @property
    def free(self) -> int:
        return self.seats - sum(len(member.names) for member in self.members)

    @property
    def is_ready(self) -> bool:
        return self.free == 0 and all(member.ready for member in self.members)

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Who sits, in the order of seats; whoever is still to come counts as somebody alone."""
        strangers = (Sitter("", bytes([at])) for at in range(self.free))
        return (*(one for member in self.members for one in member.sitters), *strangers)

    @property
    def acting(self) -> int:
        """The threshold of the charter, if nobody else came or went."""
        return default_threshold(self.sitters) if self.threshold is None else self.threshold

    def allows(self, member: Member) -> bool:
        """Whether the threshold that was asked for can be kept if this one sits down too."""
        return replace(self, members=(*self.members, member)).keeps_threshold


def read_names(value: Value) -> tuple[str, ...]:
    return tuple(check_name(name, NAME_MAX) for name in shapes.items(value, 1, SEATS_MAX))


def read_addresses(value: Value) -> tuple[str, ...]:
    return tuple(
        shapes.text(address, ADDRESS_MAX) for address in shapes.items(value, 0, ADDRESSES_MAX)
    )


def read_room(fields: tuple[Value, ...]) -> Room:
    game_id, table_name, seats, threshold, options, patience, members = shapes.fields(fields, 7)
    room = Room(
        shapes.text(game_id, 32),
        check_name(table_name, TABLE_NAME_MAX),
        shapes.number(seats, 2, SEATS_MAX),
        tuple(_read_member(member) for member in shapes.items(members, 1, SEATS_MAX)),
        None if threshold is None else shapes.number(threshold, 0, SEATS_MAX),
        read_options(options),
        shapes.number(patience, 1, PATIENCE_MAX),
    )
    if room.free < 0:
        raise PeerFault(Fault.BAD_SHAPE, "there are more people in the room than seats")
    return room


def _read_member(value: Value) -> Member:
    public, names, bots, ready, addresses = shapes.fields(value, 5)
    read = read_names(names)
    return Member(
        exact(public, PUBLIC_SIZE),
        read,
        shapes.number(bots, 0, len(read)),
        shapes.flag(ready),
        read_addresses(addresses),
    )


def room_fields(room: Room) -> list[Value]:
    members: list[Value] = [
        [member.public, member.names, member.bots, member.ready, member.addresses]
        for member in room.members
    ]
    options: Value = dict(room.options)
    terms: list[Value] = [room.seats, room.threshold, options, room.patience]
    return [room.game_id, room.table_name, *terms, members]
