"""The backend in the page of a phone: libsodium.js, which ``phone/sodium.mjs`` puts before us.

Points go through one buffer that stays where it is in our memory: to hand bytes over one by one
costs more than to add two points.
"""

import ctypes
from typing import Any, Final

import p2pjeux_sodium  # type: ignore[import-not-found]  # the page registers it
from pyodide.ffi import to_js  # type: ignore[import-not-found]  # Pyodide's own

from p2pjeux.primitives.library import SealingKey, SigningKey

_sodium: Final[Any] = p2pjeux_sodium
# Where the operands are written, and where the result stands after them (sodium.mjs knows both).
_RESULT: Final = 64
_BUFFER: Final = bytearray(96)
_PINNED: Final = (ctypes.c_char * len(_BUFFER)).from_buffer(_BUFFER)
_sodium.use(ctypes.addressof(_PINNED))


class _PageSigningKey:
    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self.public = bytes(_sodium.public_of(to_js(seed)).to_bytes())

    def sign(self, message: bytes) -> bytes:
        return bytes(_sodium.sign(to_js(self._seed), to_js(message)).to_bytes())


class _PageSealingKey:
    def __init__(self, key: bytes) -> None:
        self._key = key

    def seal(self, nonce: bytes, plaintext: bytes, associated: bytes) -> bytes:
        key, said = to_js(self._key), to_js(plaintext)
        return bytes(_sodium.seal(key, to_js(nonce), said, to_js(associated)).to_bytes())

    def unseal(self, nonce: bytes, sealed: bytes, associated: bytes) -> bytes | None:
        key, said = to_js(self._key), to_js(sealed)
        return _taken(_sodium.unseal(key, to_js(nonce), said, to_js(associated)))


def signing_key(seed: bytes) -> SigningKey:
    return _PageSigningKey(seed)


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    return bool(_sodium.verify(to_js(public), to_js(message), to_js(signature)))


def exchange_public(private: bytes) -> bytes:
    return bytes(_sodium.exchange_public(to_js(private)).to_bytes())


def exchange(private: bytes, public: bytes) -> bytes | None:
    return _taken(_sodium.exchange(to_js(private), to_js(public)))


def sealing_key(key: bytes) -> SealingKey:
    return _PageSealingKey(key)


def is_member(data: bytes) -> bool:
    _BUFFER[:32] = data
    return bool(_sodium.is_member())


def multiply(scalar: bytes, point: bytes) -> bytes | None:
    _BUFFER[:_RESULT] = scalar + point
    return _result() if _sodium.multiply() else None


def multiply_base(scalar: bytes) -> bytes:
    _BUFFER[:32] = scalar
    _sodium.multiply_base()
    return _result()


def add(left: bytes, right: bytes) -> bytes:
    _BUFFER[:_RESULT] = left + right
    _sodium.add()
    return _result()


def subtract(left: bytes, right: bytes) -> bytes:
    _BUFFER[:_RESULT] = left + right
    _sodium.subtract()
    return _result()


def stretch(data: bytes, salt: bytes, cost: int, size: int) -> bytes:
    return bytes(_sodium.stretch(to_js(data), to_js(salt), cost, size).to_bytes())


def _result() -> bytes:
    return bytes(_BUFFER[_RESULT:])


def _taken(found: Any) -> bytes | None:
    return None if found is None else bytes(found.to_bytes())
