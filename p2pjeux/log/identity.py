"""Who signs: one Ed25519 key for each peer (protocol/2-identity.md)."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from p2pjeux.encoding import Value, encode
from p2pjeux.errors import Fault, PeerFault, Refused

DOMAIN: Final = "p2pjeux/1/"
SEED_SIZE: Final = 32
PUBLIC_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64
DIGEST_SIZE: Final = 32

_FIELD: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
# The y coordinates of the points whose order divides 8: under such a key anybody can sign.
_SMALL_ORDER: Final = frozenset(
    {
        0,
        1,
        _FIELD - 1,
        0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
        0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
    }
)


class Identity:
    """A peer's signing key, made from 32 secret bytes. Signatures are deterministic (RFC 8032).

    That they are matters: after a crash the same entry must come out with the same signature, for
    two different signatures of one entry already are a fork.
    """

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_SIZE:
            raise Refused(f"a signing key takes {SEED_SIZE} bytes, not {len(seed)}")
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._key.public_key().public_bytes_raw()

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
    if not _is_plain_point(key):
        raise PeerFault(Fault.BAD_POINT, "this public key binds nobody", evidence=key)
    return key


def _is_plain_point(data: bytes) -> bool:
    """Whether these bytes are the one form of a point that is not of small order.

    It may still be on no curve at all: then no signature holds.
    """
    height = int.from_bytes(data, "little") & ((1 << 255) - 1)
    return height < _FIELD and height not in _SMALL_ORDER


def check_signature(public: bytes, message: bytes, signature: bytes) -> None:
    """Raise PeerFault unless the holder of ``public`` signed ``message``.

    What libraries judge differently is decided before one is asked (protocol/2-identity.md,
    Signatures): otherwise two peers with two libraries would not have the same log.
    """
    nonce, answer = signature[:PUBLIC_SIZE], signature[PUBLIC_SIZE:]
    is_plain = (
        len(signature) == SIGNATURE_SIZE
        and _is_plain_point(public)
        and _is_plain_point(nonce)
        and int.from_bytes(answer, "little") < _ORDER
    )
    if not is_plain:
        raise PeerFault(Fault.BAD_SIGNATURE, "the signature does not hold")
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except InvalidSignature:
        raise PeerFault(Fault.BAD_SIGNATURE, "the signature does not hold") from None
