"""A seat's public keys, each announced with a proof that the seat knows the secret one.

Without the proof the last seat to speak could choose a key that cancels all the others.
"""

from collections.abc import Sequence
from typing import Final

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import group
from p2pjeux.fair.group import Point
from p2pjeux.fair.proofs import PROOF_SIZE, check_knowledge, prove_knowledge
from p2pjeux.fair.transcript import Scope

ANNOUNCEMENT_SIZE: Final = group.POINT_SIZE + PROOF_SIZE


def announce(scope: Scope, secret: int) -> bytes:
    """The message with which a seat makes the public key of ``secret`` known."""
    return group.multiply_base(secret) + prove_knowledge(scope, secret)


def check_announcement(scope: Scope, message: bytes) -> Point:
    """Return the public key in ``message``; raise PeerFault unless it is proved."""
    seat = scope.context.seat
    if len(message) != ANNOUNCEMENT_SIZE:
        raise PeerFault(
            Fault.BAD_SHAPE,
            f"a key takes {ANNOUNCEMENT_SIZE} bytes, not {len(message)}",
            seat=seat,
            evidence=message,
        )
    try:
        public = group.decode_point(message[: group.POINT_SIZE])
    except PeerFault as fault:
        raise fault.by(seat, message) from None
    # Without the proof the last seat could announce a key made of all the others’ and cancel them.
    check_knowledge(scope, public, message[group.POINT_SIZE :])
    return public


def join(keys: Sequence[Point]) -> Point:
    """The key of all seats together: what is masked with it takes all of them to unmask."""
    joint = group.total(keys)
    if joint == group.IDENTITY:
        # With every key proved this takes seats that all know of each other's secret.
        raise PeerFault(Fault.BAD_POINT, "the keys of the seats cancel each other")
    return joint
