"""SPAKE2 over edwards25519: from one password both ends make one key (protocol/7-links.md, Codes).

Whoever guesses learns of each exchange whether that one guess was right, and nothing else. Upon
the points of ``primitives``, so that a page does it as laptops do, and in constant time.
"""

import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from p2pjeux.primitives import points
from p2pjeux.primitives.forms import ORDER, SIZE

# Points that nobody knows a number for: the elements of "M" and "N" in the package spake2 (0.9).
_M: Final = bytes.fromhex("15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312")
_N: Final = bytes.fromhex("f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3")
_NEUTRAL: Final = (1).to_bytes(SIZE, "little")
_EXPAND: Final = b"SPAKE2 pw"
# So many bytes by chance that what they leave after the order is as good as even.
ENTROPY_SIZE: Final = 64


@dataclass(frozen=True, slots=True)
class Parties:
    """What both ends know: the password, and who is A and who is B."""

    password: bytes
    guest: bytes
    host: bytes


class Pake:
    """One exchange of one side: ``first`` is for the other, whose own makes the key."""

    def __init__(self, parties: Parties, entropy: bytes, *, is_guest: bool) -> None:
        assert len(entropy) == ENTROPY_SIZE
        self._parties = parties
        self._is_guest = is_guest
        self._secret = _scalar(int.from_bytes(entropy, "big"))
        self._hidden = _scalar(int.from_bytes(_expanded(parties.password), "big"))
        blinding = points.multiply(self._hidden, _M if is_guest else _N)
        assert blinding is not None
        self.first: bytes = points.add(points.multiply_base(self._secret), blinding)

    def finish(self, element: bytes) -> bytes | None:
        """The key; None if no honest end sends such an element."""
        if not points.is_member(element) or element == self.first:
            return None
        blinding = points.multiply(self._hidden, _N if self._is_guest else _M)
        assert blinding is not None
        # The neutral element comes of one guess only, the right one. It gets a key like any other:
        # a fault here would tell, and whoever guessed could stop before a try is counted.
        shared = points.multiply(self._secret, points.subtract(element, blinding)) or _NEUTRAL
        first, second = (self.first, element) if self._is_guest else (element, self.first)
        parties = self._parties
        named = (sha256(one).digest() for one in (parties.password, parties.guest, parties.host))
        return sha256(b"".join((*named, first, second, shared))).digest()


def _scalar(number: int) -> bytes:
    return (number % ORDER).to_bytes(SIZE, "little")


def _expanded(password: bytes) -> bytes:
    """HKDF-SHA-256 (RFC 5869) without salt: sixteen bytes more than a scalar has."""
    key = hmac.digest(bytes(32), password, "sha256")
    first = hmac.digest(key, _EXPAND + b"\x01", "sha256")
    return first + hmac.digest(key, first + _EXPAND + b"\x02", "sha256")[:16]
