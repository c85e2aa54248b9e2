"""Open chance: dice and draws that nobody can choose, foresee, spoil alone, or have thrown anew.

A point is hashed from the table and the number of the throw, and each seat gives its secret beacon
key times that point, with a proof. There is only one such share for each seat, so the sum is fixed
before anybody speaks; it is unknown as long as one share is missing, and it is the same when the
others give a share together for a seat that is gone. Steps do not count: however many there are
before it, the k-th throw of a table falls as it falls (protocol/5-fairness.md, Beacon).
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from p2pjeux.fair import group, proofs
from p2pjeux.fair.group import Point
from p2pjeux.fair.transcript import Context, Scope, derive_scalar, frame
from p2pjeux.rules.contract import Source
from p2pjeux.rules.source import shuffled

SHARE_SIZE: Final = group.POINT_SIZE + proofs.PROOF_SIZE
_WORD_SIZE: Final = 8
_WORDS: Final = 1 << (8 * _WORD_SIZE)


def secret_key(secret: bytes) -> int:
    """A seat's secret key for the beacon, from its table secret."""
    return derive_scalar(secret, "beacon-key")


def throw_point(table: bytes, throw: int) -> Point:
    """The point that a share multiplies by a seat's key, or a proxy by its part of the key."""
    return group.hash_to_point(frame((table, throw)), "beacon")


def give_share(context: Context, secret: bytes, throw: int) -> bytes:
    """The message with this seat's share of the value of a throw.

    The proof is bound to the step in which it is given; what it proves is not.
    """
    bases = (throw_point(context.table, throw),)
    return proofs.make_shares(_share_scope(context), secret_key(secret), bases)


def check_share(context: Context, key: Point, message: bytes, throw: int) -> Point:
    """Return the share in ``message``; raise PeerFault unless it is the seat's only right one."""
    bases = (throw_point(context.table, throw),)
    (share,) = proofs.check_shares(_share_scope(context), key, bases, message)
    return share


def _share_scope(context: Context) -> Scope:
    return Scope(context, "beacon-share")


def join_shares(table: bytes, throw: int, shares: Sequence[Point]) -> bytes:
    """The value of a throw, from the shares of all seats in any order."""
    total = group.total(shares)
    return sha256(frame((b"p2pjeux/1/beacon", table, throw, total))).digest()


def expand(value: bytes) -> Source:
    """A source of chance from the value of a throw; the same for everybody."""
    return _WordStream(value)


def roll(value: bytes, sides: Sequence[int]) -> tuple[int, ...]:
    """One die after the other, each from 1 to its number of sides."""
    source = expand(value)
    return tuple(1 + source.below(side) for side in sides)


def draw(value: bytes, pile: Sequence[int], count: int) -> tuple[int, ...]:
    """The first ``count`` items of ``pile`` once it is shuffled from the value."""
    assert 0 <= count <= len(pile)
    return tuple(shuffled(expand(value), pile)[:count])


class _WordStream:
    """SHA-256 over the value and a counter, read in words of eight bytes."""

    def __init__(self, value: bytes) -> None:
        self._value = value
        self._blocks = 0
        self._left = b""

    def below(self, bound: int) -> int:
        assert 0 < bound <= _WORDS
        # Words from the last, incomplete run of the bound on would favour small results.
        limit = _WORDS - _WORDS % bound
        while True:
            word = self._next_word()
            if word < limit:
                return word % bound

    def _next_word(self) -> int:
        if not self._left:
            self._left = sha256(
                frame((b"p2pjeux/1/beacon-stream", self._value, self._blocks))
            ).digest()
            self._blocks += 1
        word, self._left = self._left[:_WORD_SIZE], self._left[_WORD_SIZE:]
        return int.from_bytes(word, "big")
