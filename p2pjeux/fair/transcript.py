"""What is hashed, and how: challenges of proofs, their nonces, and the secrets of a seat.

Nothing here is drawn at random. Challenges come from the whole public statement, nonces from the
secret and the statement, and every other secret from the one table secret of the seat, so that the
same log and table secret give the same bytes again (protocol/5-fairness.md, Transcript).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import shake_256
from typing import Final

from p2pjeux.fair import group
from p2pjeux.primitives.portion import WHOLE, Portion

DOMAIN: Final = b"p2pjeux/1/fair"
SECRET_SIZE: Final = 32
DIGEST_SIZE: Final = 64
# Lengths are written in four bytes, numbers in eight.
_LENGTH_SIZE: Final = 4
_NUMBER_SIZE: Final = 8

Part = int | bytes


@dataclass(frozen=True, slots=True)
class Context:
    """Where in the world a proof stands: it is worth nothing at another table, step or seat."""

    table: bytes
    step: int
    seat: int
    # Which proofs are checked: all, unless others check the rest. No part of what is proved.
    portion: Portion = field(default=WHOLE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a proof stands and what it is for; ``attached`` is whatever else it must bind."""

    context: Context
    purpose: str
    attached: bytes = b""

    def parts(self) -> tuple[Part, ...]:
        context = self.context
        return (self.purpose.encode(), context.table, context.step, context.seat, self.attached)


def frame(parts: Iterable[Part]) -> bytes:
    """Join ``parts`` so that no two different lists give the same bytes."""
    framed = []
    for part in parts:
        data = part.to_bytes(_NUMBER_SIZE, "big") if isinstance(part, int) else part
        # Every part has its length before it: bytes cannot move from one part into the next.
        framed.append(len(data).to_bytes(_LENGTH_SIZE, "big"))
        framed.append(data)
    return b"".join(framed)


def digest(scope: Scope, label: str, *parts: Part) -> bytes:
    """A short stand-in for a long statement, bound to ``scope``."""
    return _stream("digest", DIGEST_SIZE, *scope.parts(), label.encode(), *parts)


def challenge(scope: Scope, label: str, *parts: Part) -> int:
    """The Fiat-Shamir challenge for a statement and everything the prover has fixed so far."""
    return challenges(scope, label, 1, *parts)[0]


def challenges(scope: Scope, label: str, count: int, *parts: Part) -> tuple[int, ...]:
    """``count`` independent challenges for one statement."""
    size = count * group.WIDE_SIZE
    return _scalars(_stream("challenge", size, *scope.parts(), label.encode(), *parts))


def nonces(scope: Scope, secret: bytes, count: int, *parts: Part) -> tuple[int, ...]:
    """The secret nonces of a proof: a function of the secret and of the whole statement.

    Two statements never share a nonce, and the same one gives the same proof again.
    """
    size = count * group.WIDE_SIZE
    return _scalars(_stream("nonce", size, secret, *scope.parts(), *parts))


def derive_bytes(secret: bytes, purpose: str, *parts: Part, size: int = SECRET_SIZE) -> bytes:
    """Bytes only the holder of the table secret can make."""
    assert len(secret) == SECRET_SIZE
    # The secret comes first and is of fixed size, so nothing that a peer can choose stands before
    # it.
    return _stream("secret", size, secret, purpose.encode(), *parts)


def derive_scalar(secret: bytes, purpose: str, *parts: Part) -> int:
    """A secret scalar, never zero."""
    return derive_scalars(secret, purpose, *parts, count=1)[0]


def derive_scalars(secret: bytes, purpose: str, *parts: Part, count: int) -> tuple[int, ...]:
    """``count`` independent secret scalars, none of them zero."""
    size = count * group.WIDE_SIZE
    return _scalars(derive_bytes(secret, purpose, *parts, size=size))


def derive_permutation(secret: bytes, purpose: str, *parts: Part, size: int) -> tuple[int, ...]:
    """A secret order of the numbers below ``size``, all orders being equally likely.

    Sixteen uniform bytes choose each exchange; the bias is below 2**-112 for any deck.
    """
    width = 16
    stream = derive_bytes(secret, purpose, *parts, size=width * size)
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        chosen = int.from_bytes(stream[width * last : width * (last + 1)], "big") % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _stream(kind: str, size: int, *parts: Part) -> bytes:
    return shake_256(frame((DOMAIN, kind.encode(), group.NAME, *parts))).digest(size)


def _scalars(stream: bytes) -> tuple[int, ...]:
    """Cut a stream into scalars from 1 to the order less one: zero is never useful."""
    width = group.WIDE_SIZE
    return tuple(
        1 + int.from_bytes(stream[at : at + width], "little") % (group.ORDER - 1)
        for at in range(0, len(stream), width)
    )
