"""X25519 and the seals of a link (protocol/7-links.md, Handshake)."""

from typing import Final

from p2pjeux.primitives.backend import BACKEND
from p2pjeux.primitives.forms import FIELD, SIZE
from p2pjeux.primitives.library import SealingKey

TAG_SIZE: Final = 16
# What is left of these numbers after any private key is nothing: no secret can be agreed with them.
_NOTHING: Final = frozenset(
    {
        0,
        1,
        FIELD - 1,
        0x00B8495F16056286FDB1329CEB8D09DA6AC49FF1FAE35616AEB8413B7C7AEBE0,
        0x57119FD0DD4E22D8868E1C58C45C44045BEF839C55B1D0B1248C50A3BC959C5F,
    }
)


def public_of(private: bytes) -> bytes:
    """The public key of 32 private bytes."""
    assert len(private) == SIZE
    return BACKEND.exchange_public(private)


def agree(private: bytes, public: bytes) -> bytes | None:
    """What both ends alone know; None with a key with which nothing can be agreed."""
    # RFC 7748 leaves the highest bit out and takes other forms of a number for the number; not
    # every library does, so the number itself is what is asked about.
    number = (int.from_bytes(public, "little") & ((1 << 255) - 1)) % FIELD
    if len(public) != SIZE or number in _NOTHING:
        return None
    return BACKEND.exchange(private, number.to_bytes(SIZE, "little"))


def sealing_key(key: bytes) -> SealingKey:
    """ChaCha20-Poly1305 as in RFC 8439; the caller gives each message a nonce of its own."""
    assert len(key) == SIZE
    return BACKEND.sealing_key(key)
