"""Who signs: one Ed25519 key for each peer (protocol/2-identity.md)."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from p2pjeux.encoding import Value, encode
from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.primitives import signatures
from p2pjeux.primitives.forms import is_plain_point

DOMAIN: Final = "p2pjeux/1/"
SEED_SIZE: Final = 32
PUBLIC_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64
DIGEST_SIZE: Final = 32


class Identity:
    """A peer's signing key, made from 32 secret bytes. Signatures are deterministic (RFC 8032).

    That they are matters: after a crash the same entry must come out with the same signature, for
    two different signatures of one entry already are a fork.
    """

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_SIZE:
            raise Refused(f"a signing key takes {SEED_SIZE} bytes, not {len(seed)}")
        self._key = signatures.signing_key(seed)
        self.public = self._key.public

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message)


@dataclass(frozen=True, slots=True)
class Domain:
    """What is signed or hashed for one purpose never passes for another purpose."""

    purpose: str

    def message(self, *parts: Value) -> bytes:
        """The canonical list of the domain string and ``parts``."""
        return encode([DOMAIN + self.purpose, *parts])

    def digest(self, *parts: Value) -> bytes:
        return sha256(self.message(*parts)).digest()


def check_public(key: Value) -> bytes:
    """Return ``key`` if a peer may sign with it; raise PeerFault otherwise."""
    if not isinstance(key, bytes) or len(key) != PUBLIC_SIZE:
        raise PeerFault(Fault.BAD_SHAPE, f"a public key takes {PUBLIC_SIZE} bytes")
    if not is_plain_point(key):
        raise PeerFault(Fault.BAD_POINT, "this public key binds nobody", evidence=key)
    return key


def check_signature(public: bytes, message: bytes, signature: bytes) -> None:
    """Raise PeerFault unless the holder of ``public`` signed ``message``."""
    if not signatures.holds(public, message, signature):
        raise PeerFault(Fault.BAD_SIGNATURE, "the signature does not hold")
