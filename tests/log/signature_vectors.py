"""Write the edges of Ed25519 as known answers: ``python -m tests.log.signature_vectors``.

Each is a key, a message and 64 bytes, and whether they are a signature (protocol/2-identity.md,
Signatures). Libraries differ on most of those that are not.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256, sha512
from typing import Any, Final

from nacl import bindings

from tests.log.make_vectors import FOLDER

NAME: Final = "log-signatures.json"
FIELD: Final = 2**255 - 19
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
# A point of order 8: eight times it is the identity.
TORSION: Final = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
IDENTITY: Final = (1).to_bytes(32, "little")
OTHER_TORSION: Final = bytes.fromhex(
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"
)
SMALL: Final = (
    0,
    1,
    FIELD - 1,
    *(int.from_bytes(one, "little") for one in (TORSION, OTHER_TORSION)),
)
SIGN: Final = 1 << 255


@dataclass(frozen=True, slots=True)
class Signed:
    what: str
    public: bytes
    message: bytes
    signature: bytes
    is_good: bool = False


def number(word: str) -> int:
    return int.from_bytes(sha256(word.encode()).digest(), "little") % ORDER


def point(scalar: int) -> bytes:
    if scalar % ORDER == 0:
        return IDENTITY
    return bindings.crypto_scalarmult_ed25519_base_noclamp(little(scalar % ORDER))


def little(value: int) -> bytes:
    return value.to_bytes(32, "little")


def challenge(nonce: bytes, public: bytes, message: bytes) -> int:
    return int.from_bytes(sha512(nonce + public + message).digest(), "little") % ORDER


def answer(nonce: bytes, secret: int, scalar: int, public: bytes, message: bytes) -> bytes:
    """A signature of ``message`` with whatever bytes stand for the nonce's point."""
    return nonce + little((scalar + challenge(nonce, public, message) * secret) % ORDER)


SECRET: Final = number("secret")
PUBLIC: Final = point(SECRET)
NONCE: Final = number("nonce")
MIXED: Final = bindings.crypto_core_ed25519_add(PUBLIC, TORSION)


def cases() -> Iterator[Signed]:
    good = answer(point(NONCE), SECRET, NONCE, PUBLIC, b"message")
    yield Signed("plain", PUBLIC, b"message", good, is_good=True)
    yield Signed("another message", PUBLIC, b"massage", good)
    first, second = good[:32], int.from_bytes(good[32:], "little")
    yield Signed("S + the order", PUBLIC, b"message", first + little(second + ORDER))
    # The library of some peers looks only at the three highest bits of S.
    yield Signed("S + 8 times the order", PUBLIC, b"message", first + little(second + 8 * ORDER))
    yield Signed("S is the order", PUBLIC, b"message", first + little(ORDER))
    yield from _small_nonces()
    yield from _mixed()
    for height in SMALL:
        for sign in (0, SIGN):
            data = little(height | sign)
            what = f"the key is of small order: {data.hex()}"
            yield Signed(what, data, b"message", point(NONCE) + little(NONCE))


def _small_nonces() -> Iterator[Signed]:
    """S = k times the secret holds for R the identity, which one library takes and one refuses."""
    signature = answer(little(FIELD + 1), SECRET, 0, PUBLIC, b"message")
    yield Signed("R is a second form of the identity", PUBLIC, b"message", signature)
    for height in SMALL:
        for sign in (0, SIGN):
            data = little(height | sign)
            signature = answer(data, SECRET, 0, PUBLIC, b"message")
            yield Signed(f"R is of small order: {data.hex()}", PUBLIC, b"message", signature)


def _mixed() -> Iterator[Signed]:
    """Keys and nonces with a part of small order: only with the cofactor do all of them hold."""
    mixed = bindings.crypto_core_ed25519_add(point(NONCE), TORSION)
    signature = answer(mixed, SECRET, NONCE, PUBLIC, b"message")
    yield Signed("R has a part of small order", PUBLIC, b"message", signature)
    found: dict[bool, Signed] = {}
    for count in range(100):
        message = b"message %d" % count
        signature = answer(point(NONCE), SECRET, NONCE, MIXED, message)
        holds = challenge(point(NONCE), MIXED, message) % 8 == 0
        what = f"the key has a part of small order, k {'is' if holds else 'is not'} a multiple of 8"
        found.setdefault(holds, Signed(what, MIXED, message, signature, is_good=holds))
    yield from (found[True], found[False])


def vectors() -> list[dict[str, Any]]:
    return [
        {
            "what": one.what,
            "public": one.public.hex(),
            "message": one.message.hex(),
            "signature": one.signature.hex(),
            "good": one.is_good,
        }
        for one in cases()
    ]


def text_of() -> str:
    return json.dumps(vectors(), indent=1) + "\n"


def main() -> None:
    (FOLDER / NAME).write_text(text_of(), encoding="utf-8")


if __name__ == "__main__":
    main()
