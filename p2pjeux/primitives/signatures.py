"""Ed25519: one judgement, whatever library is behind it (protocol/2-identity.md, Signatures)."""

from typing import Final

from p2pjeux.primitives.backend import BACKEND
from p2pjeux.primitives.forms import ORDER, SIZE, is_plain_point
from p2pjeux.primitives.library import SigningKey

SIGNATURE_SIZE: Final = 64


def signing_key(seed: bytes) -> SigningKey:
    """The key made from 32 secret bytes; it signs a message the same way every time (RFC 8032)."""
    assert len(seed) == SIZE
    return BACKEND.signing_key(seed)


def holds(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the holder of ``public`` signed ``message``."""
    nonce, answer = signature[:SIZE], signature[SIZE:]
    # What libraries judge differently is decided before one is asked: otherwise two peers with two
    # libraries would not have the same log.
    is_plain = (
        len(signature) == SIGNATURE_SIZE
        and is_plain_point(public)
        and is_plain_point(nonce)
        and int.from_bytes(answer, "little") < ORDER
    )
    return is_plain and BACKEND.verify(public, message, signature)
