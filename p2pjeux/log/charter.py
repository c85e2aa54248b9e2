"""What all seats agree on before the first step, and sign (protocol/3-log.md, Charter)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.holders import (
    Sitter,
    can_go_without,
    check_threshold,
    holders_of,
    people_of,
)
from p2pjeux.log.identity import (
    DIGEST_SIZE,
    SIGNATURE_SIZE,
    Domain,
    Identity,
    check_public,
    check_signature,
)
from p2pjeux.log.names import NAME_MAX, TABLE_NAME_MAX, check_distinct, check_name
from p2pjeux.primitives.portion import WHOLE, Portion

VERSION: Final = 2
SEATS_MIN: Final = 2
SEATS_MAX: Final = 12
GAME_ID_MAX: Final = 32
OPTIONS_MAX: Final = 16
OPTION_NAME_MAX: Final = 32
OPTION_TEXT_MAX: Final = 64
OPTION_NUMBER_MAX: Final = 1 << 31
PATIENCE_MAX: Final = 24 * 60 * 60
CHARTER_SIZE_MAX: Final = 1 << 14

_TABLE: Final = Domain("table")
_CHARTER: Final = Domain("charter")
_START: Final = Domain("start")

Options: TypeAlias = tuple[tuple[str, str | int], ...]


@dataclass(frozen=True, slots=True)
class Charter:
    """The whole agreement. ``options`` are sorted by name, so that equal charters are equal."""

    game_id: str
    options: Options
    fingerprint: bytes
    seats: tuple[Sitter, ...]
    # How many others act together for an absent seat; 0 where there are too few for that.
    threshold: int
    table_name: str
    # Seconds after which those present may declare a seat absent.
    patience: int
    nonce: bytes

    def encode(self) -> bytes:
        """The one byte form; raise Refused if the charter breaks a limit."""
        data = encode(
            [
                VERSION,
                self.game_id,
                dict(self.options),
                self.fingerprint,
                [[one.name, one.public, one.is_bot] for one in self.seats],
                self.threshold,
                self.table_name,
                self.patience,
                self.nonce,
            ]
        )
        try:
            if decode_charter(data) != self:
                raise Refused("the options of a charter are sorted by name")
        except PeerFault as fault:
            raise Refused(fault.message) from None
        return data

    @property
    def id(self) -> bytes:
        """The table's identifier."""
        return _TABLE.digest(self.encode())

    @property
    def people(self) -> frozenset[int]:
        """The seats that have a say in how a step closes: of people, or all if there are none."""
        return people_of(self.seats)

    def seats_of(self, public: bytes) -> tuple[int, ...]:
        """The seats that the holder of a key has."""
        return tuple(seat for seat, sitter in enumerate(self.seats) if sitter.public == public)


def sort_options(options: Mapping[str, str | int]) -> Options:
    return tuple(sorted(options.items(), key=lambda option: option[0].encode()))


def decode_charter(data: bytes) -> Charter:
    """The charter in ``data``; raise PeerFault unless it keeps to every limit."""
    whole = decode(data, CHARTER_SIZE_MAX)
    version = shapes.number(shapes.items(whole, 1, 64)[0], 0, 1 << 16)
    if version != VERSION:
        text = f"a charter of version {version}; this program knows version {VERSION}"
        raise PeerFault(Fault.BAD_CHARTER, text)
    _, game_id, options, fingerprint, seats, threshold, name, patience, nonce = shapes.fields(
        whole, 9
    )
    sitters = tuple(_sitter(value) for value in shapes.items(seats, SEATS_MIN, SEATS_MAX))
    check_distinct(sitter.name for sitter in sitters)
    acting = shapes.number(threshold, 0, SEATS_MAX)
    try:
        check_threshold(sitters, acting)
    except Refused as refusal:
        raise PeerFault(Fault.BAD_CHARTER, str(refusal)) from None
    return Charter(
        _game_id(game_id),
        read_options(options),
        exact(fingerprint, DIGEST_SIZE),
        sitters,
        acting,
        check_name(name, TABLE_NAME_MAX),
        shapes.number(patience, 1, PATIENCE_MAX),
        exact(nonce, DIGEST_SIZE),
    )


def exact(value: Value, size: int) -> bytes:
    """Exactly ``size`` bytes."""
    data = shapes.data(value, size)
    if len(data) != size:
        raise PeerFault(Fault.BAD_SHAPE, f"{size} bytes were due, not {len(data)}")
    return data


def _sitter(value: Value) -> Sitter:
    name, public, is_bot = shapes.fields(value, 3)
    return Sitter(check_name(name, NAME_MAX), check_public(public), shapes.flag(is_bot))


def _game_id(value: Value) -> str:
    game_id = shapes.text(value, GAME_ID_MAX)
    # The identifier names files, so nothing may be in it that a path could read otherwise.
    if not game_id.isascii() or not game_id.isalnum() or game_id != game_id.lower():
        raise PeerFault(Fault.BAD_SHAPE, "the name of a game is made of small letters and digits")
    return game_id


def read_options(value: Value) -> Options:
    """The options of a game as they stand in a message; raise PeerFault if they cannot be any."""
    if not isinstance(value, dict) or len(value) > OPTIONS_MAX:
        raise PeerFault(Fault.BAD_SHAPE, f"a map of at most {OPTIONS_MAX} options was due")
    return tuple(
        (shapes.text(name, OPTION_NAME_MAX), _option(chosen)) for name, chosen in value.items()
    )


def _option(value: Value) -> str | int:
    if isinstance(value, str):
        return shapes.text(value, OPTION_TEXT_MAX)
    return shapes.number(value, -OPTION_NUMBER_MAX, OPTION_NUMBER_MAX)


def sign_charter(identity: Identity, table: bytes) -> bytes:
    """A peer's agreement to the charter whose table has this identifier."""
    return identity.sign(_CHARTER.message(table))


def check_charter_signature(charter: Charter, seat: int, signature: bytes) -> None:
    """Raise PeerFault unless the peer at ``seat`` agreed to the charter."""
    try:
        check_signature(charter.seats[seat].public, _CHARTER.message(charter.id), signature)
    except PeerFault as fault:
        raise fault.by(seat, signature) from None


@dataclass(frozen=True, slots=True)
class SignedCharter:
    """A charter with one signature for each seat, all of them checked."""

    charter: Charter
    signatures: tuple[bytes, ...]
    # Both follow from the rest and are asked for with every entry.
    table: bytes
    start: bytes
    # What is checked of all that is signed at this table: everything, unless others check the rest.
    portion: Portion = field(default=WHOLE, compare=False, repr=False)

    @property
    def seats(self) -> int:
        return len(self.charter.seats)

    def public(self, seat: int) -> bytes:
        return self.charter.seats[seat].public

    def seats_with(self, seat: int) -> frozenset[int]:
        """All seats of the peer at ``seat``: they have one key, and come and go together."""
        return frozenset(self.charter.seats_of(self.public(seat)))

    @property
    def holders(self) -> tuple[frozenset[int], ...]:
        """For each seat, those that hold parts of its keys: none if nobody acts for anybody."""
        charter = self.charter
        if not charter.threshold:
            return tuple(frozenset() for _ in charter.seats)
        return tuple(holders_of(charter.seats, owner) for owner in range(self.seats))

    def can_go_without(self, absent: frozenset[int]) -> bool:
        """Whether the rest are enough to act for all of these seats together."""
        return can_go_without(self.charter.seats, self.charter.threshold, absent)

    def name(self, seat: int) -> str:
        return self.charter.seats[seat].name

    def encode(self) -> bytes:
        return _encode_signed(self.charter, self.signatures)


def _encode_signed(charter: Charter, signatures: Sequence[bytes]) -> bytes:
    return encode([charter.encode(), list(signatures)])


def seal_charter(charter: Charter, signatures: Sequence[bytes]) -> SignedCharter:
    """Join a charter and the signatures of its seats; raise PeerFault if one does not hold."""
    if len(signatures) != len(charter.seats):
        text = f"{len(signatures)} signatures for {len(charter.seats)} seats"
        raise PeerFault(Fault.BAD_CHARTER, text)
    for seat, signature in enumerate(signatures):
        check_charter_signature(charter, seat, signature)
    start = _START.digest(_encode_signed(charter, signatures))
    return SignedCharter(charter, tuple(signatures), charter.id, start)


def decode_signed_charter(data: bytes) -> SignedCharter:
    """The signed charter in ``data``; raise PeerFault unless all its seats have signed it."""
    charter_data, signatures = shapes.fields(decode(data, 2 * CHARTER_SIZE_MAX), 2)
    charter = decode_charter(shapes.data(charter_data, CHARTER_SIZE_MAX))
    values = shapes.items(signatures, SEATS_MIN, SEATS_MAX)
    return seal_charter(charter, [exact(value, SIGNATURE_SIZE) for value in values])
