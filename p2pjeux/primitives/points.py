"""Points of edwards25519 as bytes, and scalars from 1 to the order as bytes.

What is a member of the group is decided alike whatever library is behind it
(protocol/5-fairness.md, Group); ``fair/group`` makes of it what proofs are made of.
"""

from functools import cache
from typing import Final

from p2pjeux.primitives.backend import BACKEND
from p2pjeux.primitives.forms import is_plain_point

# The base point plus the point of order two, which libsodium before 1.0.21 took for a member.
_OUTSIDE: Final = b"\x95" + b"\x99" * 31


@cache
def _library_is_sound() -> bool:
    """Whether the library checks membership fully (CVE-2025-69277)."""
    return not BACKEND.is_member(_OUTSIDE)


def _require_sound_library() -> None:
    if not _library_is_sound():
        raise RuntimeError("libsodium accepts points outside the group: PyNaCl 1.6.2 is needed")


def is_member(data: bytes) -> bool:
    """Whether these bytes are the one form of a point of the group that is not neutral."""
    _require_sound_library()
    return is_plain_point(data) and BACKEND.is_member(data)


def multiply(scalar: bytes, data: bytes) -> bytes | None:
    """``scalar``, which is not zero, times the point with these bytes; None if it is no member."""
    _require_sound_library()
    return BACKEND.multiply(scalar, data) if is_plain_point(data) else None


def multiply_base(scalar: bytes) -> bytes:
    """``scalar``, which is not zero, times the base point."""
    return BACKEND.multiply_base(scalar)


def add(left: bytes, right: bytes) -> bytes:
    """The sum of two points of the curve, members or not."""
    return BACKEND.add(left, right)


def subtract(left: bytes, right: bytes) -> bytes:
    return BACKEND.subtract(left, right)
