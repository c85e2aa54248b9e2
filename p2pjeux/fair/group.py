"""The group all proofs live in: the prime-order subgroup of edwards25519.

No other file knows which group it is. A point is its one canonical byte form, a scalar is a Python
integer taken modulo ``ORDER``. ``Point`` marks bytes that are known to be in the subgroup; bytes
from a peer become a ``Point`` only through ``decode_point`` or ``multiply_foreign``, because
the addition of libraries accepts points outside of it.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final, NewType

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import elligator
from p2pjeux.primitives import points

Point = NewType("Point", bytes)

NAME: Final = b"edwards25519"
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
POINT_SIZE: Final = 32
SCALAR_SIZE: Final = 32
# A uniform scalar is reduced from this many bytes; the bias is below 2**-256.
WIDE_SIZE: Final = 64

IDENTITY: Final = Point(b"\x01" + bytes(31))
BASE: Final = Point(b"\x58" + b"\x66" * 31)


def decode_point(data: bytes, *, identity: bool = False) -> Point:
    """Return the point with these bytes; raise PeerFault unless they are its canonical form.

    Refused are a wrong length, a non-canonical form, bytes of no point on the curve, points of
    small or mixed order, and the identity unless ``identity`` allows it.
    """
    if identity and data == IDENTITY:
        return IDENTITY
    if not points.is_member(data):
        raise _bad_point(data)
    return Point(data)


def _bad_point(data: bytes) -> PeerFault:
    return PeerFault(Fault.BAD_POINT, "the bytes are no point of the group", evidence=data)


def split_points(data: bytes) -> tuple[bytes, ...]:
    """Cut bytes into the forms of points, unchecked; raise PeerFault if something is left over."""
    if len(data) % POINT_SIZE:
        raise PeerFault(Fault.BAD_POINT, f"{len(data)} bytes are no whole number of points")
    return tuple(data[at : at + POINT_SIZE] for at in range(0, len(data), POINT_SIZE))


def encode_scalar(scalar: int) -> bytes:
    """The one byte form of a scalar: little-endian, reduced."""
    return (scalar % ORDER).to_bytes(SCALAR_SIZE, "little")


def decode_scalar(data: bytes) -> int:
    """Return the scalar with these bytes; raise PeerFault unless it is below the order."""
    scalar = int.from_bytes(data, "little")
    if len(data) != SCALAR_SIZE or scalar >= ORDER:
        raise PeerFault(Fault.BAD_SCALAR, "the bytes are no reduced scalar", evidence=data)
    return scalar


def decode_nonzero_scalar(data: bytes) -> int:
    """Return the scalar with these bytes; raise PeerFault for zero too."""
    scalar = decode_scalar(data)
    if scalar == 0:
        raise PeerFault(Fault.BAD_SCALAR, "a scalar is zero where it must not be", evidence=data)
    return scalar


def decode_scalars(data: bytes) -> tuple[int, ...]:
    """Return the scalars written one after the other in ``data``."""
    return tuple(
        decode_scalar(data[at : at + SCALAR_SIZE]) for at in range(0, len(data), SCALAR_SIZE)
    )


def reduce_wide(data: bytes) -> int:
    """A scalar from ``WIDE_SIZE`` uniform bytes."""
    assert len(data) == WIDE_SIZE
    return int.from_bytes(data, "little") % ORDER


def add(left: Point, right: Point) -> Point:
    return Point(points.add(left, right))


def subtract(left: Point, right: Point) -> Point:
    return Point(points.subtract(left, right))


def negate(point: Point) -> Point:
    return subtract(IDENTITY, point)


def total(points: Iterable[Point]) -> Point:
    """The sum of all ``points``; the identity if there is none."""
    result: Point | None = None
    for point in points:
        result = point if result is None else add(result, point)
    return IDENTITY if result is None else result


def multiply(scalar: int, point: Point) -> Point:
    """``scalar`` times ``point``, also where either is neutral, which libsodium refuses."""
    scalar %= ORDER
    # libsodium refuses both, because with a key of its own neither can be meant; in our sums both
    # occur and are right.
    if scalar == 0 or point == IDENTITY:
        return IDENTITY
    if point == BASE:
        return multiply_base(scalar)
    product = points.multiply(scalar.to_bytes(SCALAR_SIZE, "little"), point)
    assert product is not None
    return Point(product)


def multiply_base(scalar: int) -> Point:
    """``scalar`` times the base point, five times as fast as ``multiply``."""
    scalar %= ORDER
    if scalar == 0:
        return IDENTITY
    return Point(points.multiply_base(scalar.to_bytes(SCALAR_SIZE, "little")))


def multiply_foreign(scalar: int, data: bytes) -> Point:
    """``scalar`` times the point with these bytes, which are checked as ``decode_point`` does.

    libsodium checks membership in every multiplication, at half its cost. A point that is going to
    be multiplied anyway is therefore checked for nothing here; once this returns, ``data`` may be
    taken for a ``Point``.
    """
    scalar %= ORDER
    if scalar == 0:
        decode_point(data)
        return IDENTITY
    product = points.multiply(scalar.to_bytes(SCALAR_SIZE, "little"), data)
    if product is None:
        raise _bad_point(data)
    return Point(product)


Term = tuple[int, bytes]
# Like the built-in ``map``; a caller with threads may hand in the one of its pool.
Mapper = Callable[[Callable[[Sequence[Term]], Point], Sequence[Sequence[Term]]], Iterable[Point]]

# Pieces this long keep several threads busy and cost one addition each.
_PIECE: Final = 32


def weighted_sum(terms: Sequence[Term], mapper: Mapper = map) -> Point:
    """The sum of scalar times point over all ``terms``; each point is checked as if foreign.

    Terms with equal points are joined first, so that a generator used often is multiplied once.
    """
    weights: dict[bytes, int] = {}
    for scalar, point in terms:
        weights[point] = weights.get(point, 0) + scalar
    # Apart: for the base the library has a table, and is five times as fast.
    base_weight = weights.pop(BASE, 0)
    joined = [(scalar, point) for point, scalar in weights.items()]
    pieces = [joined[at : at + _PIECE] for at in range(0, len(joined), _PIECE)]
    sums = list(mapper(_sum_piece, pieces))
    return total([*sums, multiply_base(base_weight)] if base_weight else sums)


def _sum_piece(terms: Sequence[Term]) -> Point:
    return total(multiply_foreign(scalar, point) for scalar, point in terms)


# Room for the generators and the faces of several games; points of single steps pass through.
@lru_cache(maxsize=4096)
def hash_to_point(message: bytes, purpose: str) -> Point:
    """A point whose logarithm nobody knows: RFC 9380, edwards25519_XMD:SHA-512_ELL2_RO_.

    The domain tag is "p2pjeux/1/", the purpose and the name of that suite.
    """
    tag = b"p2pjeux/1/" + purpose.encode() + b"/edwards25519_XMD:SHA-512_ELL2_RO_"
    return hash_with_tag(message, tag)


def hash_with_tag(message: bytes, tag: bytes) -> Point:
    """The RFC 9380 suite with any domain tag; apart so that its published answers can be tried."""
    first, second = elligator.hash_to_field(message, tag)
    # The two points are on the curve but outside the subgroup until the cofactor is cleared.
    point = points.add(elligator.map_to_curve(first), elligator.map_to_curve(second))
    for _ in range(3):
        point = points.add(point, point)
    return Point(point)
