"""Hashing to the curve before the cofactor is cleared: RFC 9380, sections 5 and 6, suite J.5.1.

libsodium has an older map that no standard describes; this one is written out so that hashed
points are the same for every RFC 9380 library. Inputs are public, so plain integers may be used.
Only ``group`` knows this file.
"""

from hashlib import sha512
from typing import Final

_PRIME: Final = 2**255 - 19
_MONTGOMERY_A: Final = 486662
_BLOCK_SIZE: Final = 128
_DIGEST_SIZE: Final = 64
# 32 bytes of the field and 16 more, so that the reduction leaves no bias (section 5.1).
_ELEMENT_SIZE: Final = 48
_ROOT_OF_MINUS_ONE: Final = pow(2, (_PRIME - 1) // 4, _PRIME)
_ROOT_EXPONENT: Final = (_PRIME + 3) // 8
_POWER_OF_TWO: Final = pow(2, _ROOT_EXPONENT, _PRIME)


def hash_to_field(message: bytes, tag: bytes) -> tuple[int, int]:
    """Two elements of the field from a message under a domain tag (section 5.2)."""
    stream = expand(message, tag, 2 * _ELEMENT_SIZE)
    return (
        int.from_bytes(stream[:_ELEMENT_SIZE], "big") % _PRIME,
        int.from_bytes(stream[_ELEMENT_SIZE:], "big") % _PRIME,
    )


def expand(message: bytes, tag: bytes, size: int) -> bytes:
    """expand_message_xmd with SHA-512 (section 5.3.1)."""
    assert len(tag) < 256
    assert 0 < size <= 255 * _DIGEST_SIZE
    ending = tag + bytes([len(tag)])
    first = sha512(bytes(_BLOCK_SIZE) + message + size.to_bytes(2, "big") + b"\0" + ending).digest()
    block = bytes(_DIGEST_SIZE)
    stream = b""
    for number in range(1, -(-size // _DIGEST_SIZE) + 1):
        mixed = bytes(a ^ b for a, b in zip(first, block, strict=True))
        block = sha512(mixed + bytes([number]) + ending).digest()
        stream += block
    return stream[:size]


# Turns a Montgomery point into an Edwards point; the even root is the RFC's choice.
_CURVE_FACTOR: Final = 0x0F26EDF460A006BBD27B08DC03FC4F7EC5A1D3D14B7D1A82CC6E04AAFF457E06


def map_to_curve(element: int) -> bytes:
    """The compressed Edwards point of a field element (sections 6.7.1 and 6.8.2)."""
    s, t = _map_to_montgomery(element)
    denominator = (s + 1) * t % _PRIME
    if denominator == 0:
        # The map has no value here; the standard takes the neutral point.
        return (1).to_bytes(32, "little")
    inverse = pow(denominator, -1, _PRIME)
    x = _CURVE_FACTOR * s * (s + 1) * inverse % _PRIME
    y = (s - 1) * t * inverse % _PRIME
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _map_to_montgomery(element: int) -> tuple[int, int]:
    """Elligator 2: the first or the second candidate is on the curve, and the sign tells which.

    A power costs more than all the rest, so the root for the second is made from that of the first:
    its square is twice the element squared times the square of the first.
    """
    s = -_MONTGOMERY_A * pow(1 + 2 * element * element, -1, _PRIME) % _PRIME
    power = pow(_montgomery(s), _ROOT_EXPONENT, _PRIME)
    t = _root_of(_montgomery(s), power)
    if t is not None:
        return s, t if t & 1 else -t % _PRIME
    s = (-s - _MONTGOMERY_A) % _PRIME
    t = _root_of(_montgomery(s), power * element * _POWER_OF_TWO % _PRIME)
    assert t is not None
    return s, -t % _PRIME if t & 1 else t


def _montgomery(s: int) -> int:
    return (s * s + _MONTGOMERY_A * s + 1) * s % _PRIME


def _root_of(value: int, power: int) -> int | None:
    """A square root of ``value``: its power is one up to a root of minus one, or there is none."""
    for root in (power, power * _ROOT_OF_MINUS_ONE % _PRIME):
        if root * root % _PRIME == value:
            return root
    return None
