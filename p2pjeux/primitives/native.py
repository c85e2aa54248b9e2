"""The backend of laptops: OpenSSL through ``cryptography``, libsodium through PyNaCl.

libsodium for points, because OpenSSL has no group; OpenSSL for the rest, because it is faster.
"""

import hashlib

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from nacl import bindings
from nacl.exceptions import CryptoError

from p2pjeux.primitives.library import SealingKey, SigningKey


class _OpenSslSigningKey:
    def __init__(self, seed: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._key.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message)


class _OpenSslSealingKey:
    def __init__(self, key: bytes) -> None:
        self._cipher = ChaCha20Poly1305(key)

    def seal(self, nonce: bytes, plaintext: bytes, associated: bytes) -> bytes:
        return self._cipher.encrypt(nonce, plaintext, associated)

    def unseal(self, nonce: bytes, sealed: bytes, associated: bytes) -> bytes | None:
        try:
            return self._cipher.decrypt(nonce, sealed, associated)
        except InvalidTag:
            return None


def signing_key(seed: bytes) -> SigningKey:
    return _OpenSslSigningKey(seed)


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def exchange_public(private: bytes) -> bytes:
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def exchange(private: bytes, public: bytes) -> bytes | None:
    theirs = X25519PublicKey.from_public_bytes(public)
    try:
        return X25519PrivateKey.from_private_bytes(private).exchange(theirs)
    except ValueError:
        return None


def sealing_key(key: bytes) -> SealingKey:
    return _OpenSslSealingKey(key)


def is_member(data: bytes) -> bool:
    return bool(bindings.crypto_core_ed25519_is_valid_point(data))


def multiply(scalar: bytes, point: bytes) -> bytes | None:
    try:
        product: bytes = bindings.crypto_scalarmult_ed25519_noclamp(scalar, point)
    except CryptoError:
        return None
    return product


def multiply_base(scalar: bytes) -> bytes:
    product: bytes = bindings.crypto_scalarmult_ed25519_base_noclamp(scalar)
    return product


def add(left: bytes, right: bytes) -> bytes:
    added: bytes = bindings.crypto_core_ed25519_add(left, right)
    return added


def subtract(left: bytes, right: bytes) -> bytes:
    left_over: bytes = bindings.crypto_core_ed25519_sub(left, right)
    return left_over


def stretch(data: bytes, salt: bytes, cost: int, size: int) -> bytes:
    return hashlib.scrypt(data, salt=salt, n=cost, r=8, p=1, dklen=size)
