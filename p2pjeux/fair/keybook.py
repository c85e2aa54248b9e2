"""The public keys of all seats at a table: one for each purpose, so that none opens another's door.

In the first step of the set-up every seat announces its four keys, each with a proof that it knows
the secret one. At a table of three or more the parts of the keys follow (escrow.py); the book with
them is what everybody checks shares and proxies against.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.fair import keys
from p2pjeux.fair.group import Point
from p2pjeux.fair.transcript import Context, Scope, derive_scalar

SEATS_MIN: Final = 2
SEATS_MAX: Final = 12
THRESHOLD_MIN: Final = 2
Holders = tuple[frozenset[int], ...]


class KeyPurpose(Enum):
    """What a key is for. The values are part of the protocol."""

    DECK = "deck"
    BEACON = "beacon"
    SEALED = "sealed"
    # Letters carry the parts of the other keys to their holders.
    LETTER = "letter"


PURPOSES: Final = tuple(KeyPurpose)
# The letter key is never used for an absent seat, so nobody needs a part of it.
SHARED: Final = (KeyPurpose.DECK, KeyPurpose.BEACON, KeyPurpose.SEALED)
ANNOUNCEMENT_SIZE: Final = len(PURPOSES) * keys.ANNOUNCEMENT_SIZE

# The key of one seat for each purpose, in the order of ``PURPOSES``.
SeatKeys = tuple[Point, ...]
# For one seat and each purpose of ``SHARED``: the public point of the part that every seat has, or
# would have if it held one.
SeatParts = tuple[tuple[Point, ...], ...]


@dataclass(frozen=True, slots=True)
class KeyBook:
    """What everybody knows of the seats' keys.

    ``threshold`` of the ``holders`` of a seat's parts act together for it when it is absent; it is
    0 where nothing is shared out. ``parts`` stays empty until all seats have shared out their keys.
    """

    seats: tuple[SeatKeys, ...]
    threshold: int
    holders: Holders = ()
    parts: tuple[SeatParts, ...] = ()

    def key(self, purpose: KeyPurpose, seat: int) -> Point:
        return self.seats[seat][PURPOSES.index(purpose)]

    def keys(self, purpose: KeyPurpose) -> tuple[Point, ...]:
        """The keys of all seats for one purpose."""
        return tuple(self.key(purpose, seat) for seat in range(len(self.seats)))

    def part(self, purpose: KeyPurpose, owner: int, holder: int) -> Point:
        """The public point of the part that ``holder`` has of the key of ``owner``."""
        if not self.parts:
            raise Refused("at this table no keys have been shared out")
        assert holder in self.holders[owner]
        return self.parts[owner][SHARED.index(purpose)][holder]


def check_holders(seats: int, threshold: int, holders: Holders) -> None:
    """Raise Refused unless at a table of so many seats these can act for each other."""
    if not SEATS_MIN <= seats <= SEATS_MAX:
        raise Refused(f"a table has {SEATS_MIN} to {SEATS_MAX} seats, not {seats}")
    if not threshold:
        return
    fewest = min(map(len, holders)) if len(holders) == seats else 0
    if not THRESHOLD_MIN <= threshold <= fewest or any(
        owner in holding or not holding <= set(range(seats))
        for owner, holding in enumerate(holders)
    ):
        raise Refused(f"at this table, {threshold} others cannot act for every seat")


def secret_key(secret: bytes, purpose: KeyPurpose) -> int:
    """A seat's secret key for one purpose, from its table secret."""
    return derive_scalar(secret, _label(purpose))


def announce(context: Context, secret: bytes) -> bytes:
    """The message with which a seat makes all its keys known."""
    return b"".join(
        keys.announce(Scope(context, _label(purpose)), secret_key(secret, purpose))
        for purpose in PURPOSES
    )


def check_announcement(context: Context, message: bytes) -> SeatKeys:
    """Return the keys in ``message``; raise PeerFault unless the seat proves them all."""
    if len(message) != ANNOUNCEMENT_SIZE:
        raise PeerFault(
            Fault.BAD_SHAPE,
            f"the keys of a seat take {ANNOUNCEMENT_SIZE} bytes, not {len(message)}",
            seat=context.seat,
            evidence=message,
        )
    size = keys.ANNOUNCEMENT_SIZE
    return tuple(
        keys.check_announcement(Scope(context, _label(purpose)), message[at : at + size])
        for purpose, at in zip(PURPOSES, range(0, len(message), size), strict=True)
    )


def open_book(seats: Sequence[SeatKeys], threshold: int, holders: Holders) -> KeyBook:
    """The book after the first step, from the keys of all seats in their order."""
    check_holders(len(seats), threshold, holders)
    return KeyBook(tuple(seats), threshold, holders)


def _label(purpose: KeyPurpose) -> str:
    return f"{purpose.value}-key"
