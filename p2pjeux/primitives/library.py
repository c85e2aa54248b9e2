"""What a library has to compute, on laptops and in the page of a phone.

It is asked only what all answer alike: whoever calls it has decided the edges
before (``signatures``, ``exchange``, ``points``).
"""

from typing import Protocol


class SigningKey(Protocol):
    """An Ed25519 key, which goes with whoever holds it: nothing keeps it longer."""

    @property
    def public(self) -> bytes: ...

    def sign(self, message: bytes) -> bytes: ...


class SealingKey(Protocol):
    """ChaCha20-Poly1305 under one key, the tag of 16 bytes behind."""

    def seal(self, nonce: bytes, plaintext: bytes, associated: bytes) -> bytes: ...

    def unseal(self, nonce: bytes, sealed: bytes, associated: bytes) -> bytes | None: ...


class Library(Protocol):
    """None and False are answers; nothing is raised."""

    def signing_key(self, seed: bytes) -> SigningKey: ...

    def verify(self, public: bytes, message: bytes, signature: bytes) -> bool:
        """Whether S·B − k·A is R, without the cofactor."""
        ...

    def exchange_public(self, private: bytes) -> bytes:
        """The X25519 public key of 32 private bytes."""
        ...

    def exchange(self, private: bytes, public: bytes) -> bytes | None: ...

    def sealing_key(self, key: bytes) -> SealingKey: ...

    def is_member(self, data: bytes) -> bool:
        """Whether 32 bytes are a point of the prime-order subgroup of edwards25519."""
        ...

    def multiply(self, scalar: bytes, point: bytes) -> bytes | None:
        """None if the point is no member."""
        ...

    def multiply_base(self, scalar: bytes) -> bytes: ...

    def add(self, left: bytes, right: bytes) -> bytes: ...

    def subtract(self, left: bytes, right: bytes) -> bytes: ...

    def stretch(self, data: bytes, salt: bytes, cost: int, size: int) -> bytes:
        """Bytes by scrypt (RFC 7914) with blocks of 8 and one lane."""
        ...
