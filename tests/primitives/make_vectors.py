"""Write the edges of keys, seals and points: ``python -m tests.primitives.make_vectors``.

Those of signatures are in log-signatures.json. Both are judged by every library we know of
(tests/primitives/test_edges.py).
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from p2pjeux.primitives import exchange, points
from p2pjeux.primitives.forms import FIELD, ORDER
from tests.log.signature_vectors import MIXED, PUBLIC, SIGN, SMALL, little, number, point

PATH: Final = Path(__file__).parents[2] / "protocol" / "vectors" / "primitives.json"
PRIVATE: Final = sha256(b"private").digest()
NONCE: Final = bytes(4) + (7).to_bytes(8, "little")
# With these numbers nothing is agreed: 0, 1, −1 and the two of order eight (RFC 7748, section 6.1).
NOTHING: Final = (
    0,
    1,
    FIELD - 1,
    0x00B8495F16056286FDB1329CEB8D09DA6AC49FF1FAE35616AEB8413B7C7AEBE0,
    0x57119FD0DD4E22D8868E1C58C45C44045BEF839C55B1D0B1248C50A3BC959C5F,
)


def exchanges() -> Iterator[tuple[str, bytes]]:
    yield "plain", exchange.public_of(sha256(b"other").digest())
    yield "nine", little(9)
    yield "nine with the highest bit", little(9 | SIGN)
    yield "nine in its second form", little(9 + FIELD)
    yield "no point of the curve but of its twist", little(2)
    for what in NOTHING:
        yield f"nothing is agreed: {little(what).hex()}", little(what)
        yield f"nothing, with the highest bit: {what:x}", little(what | SIGN)
    for what in NOTHING[:2]:
        yield f"nothing in its second form: {what}", little(what + FIELD)
    yield "one byte short", little(9)[:31]
    yield "one byte long", little(9) + b"\0"


def members() -> Iterator[tuple[str, bytes]]:
    yield "plain", PUBLIC
    yield "the base point", point(1)
    yield "minus the base point", point(ORDER - 1)
    yield "a part of order eight", MIXED
    yield "a part of order two", points.add(PUBLIC, little(FIELD - 1))
    yield "outside of the group", little(5)
    yield "on no curve", little(2)
    for height in SMALL:
        yield f"of small order: {little(height).hex()}", little(height)
        yield f"of small order, with a sign: {height:x}", little(height | SIGN)
    for excess in range(19):
        yield f"{excess} beyond the field", little(FIELD + excess)
    yield "all ones", b"\xff" * 32
    yield "one byte short", PUBLIC[:31]
    yield "one byte long", PUBLIC + b"\0"
    yield "nothing", b""


def products() -> Iterator[tuple[str, int, bytes]]:
    for what, data in members():
        yield what, number("scalar"), data
    for scalar in (1, 2, 8, ORDER - 1):
        yield f"{scalar} times", scalar, PUBLIC


def seals() -> Iterator[tuple[str, bytes, bytes]]:
    """What is opened, and with what it was sealed together."""
    sealed = exchange.sealing_key(PRIVATE).seal(NONCE, b"plain", b"with")
    yield "plain", sealed, b"with"
    yield "with something else", sealed, b"without"
    yield "the tag is changed", sealed[:-1] + bytes([sealed[-1] ^ 1]), b"with"
    yield "the text is changed", bytes([sealed[0] ^ 1]) + sealed[1:], b"with"
    yield "cut short", sealed[:15], b"with"
    yield "nothing", b"", b"with"
    empty = exchange.sealing_key(PRIVATE).seal(NONCE, b"", b"")
    yield "nothing was sealed", empty, b""


def _hex(data: bytes | None) -> str | None:
    return None if data is None else data.hex()


def vectors() -> dict[str, list[dict[str, Any]]]:
    key = exchange.sealing_key(PRIVATE)
    return {
        "exchanges": [
            {
                "what": what,
                "private": PRIVATE.hex(),
                "public": data.hex(),
                "secret": _hex(exchange.agree(PRIVATE, data)),
            }
            for what, data in exchanges()
        ],
        "points": [
            {"what": what, "point": data.hex(), "member": points.is_member(data)}
            for what, data in members()
        ],
        "products": [
            {
                "what": what,
                "scalar": little(scalar).hex(),
                "point": data.hex(),
                "product": _hex(points.multiply(little(scalar), data)),
            }
            for what, scalar, data in products()
        ],
        "seals": [
            {
                "what": what,
                "key": PRIVATE.hex(),
                "nonce": NONCE.hex(),
                "associated": associated.hex(),
                "sealed": sealed.hex(),
                "plain": _hex(key.unseal(NONCE, sealed, associated)),
            }
            for what, sealed, associated in seals()
        ],
    }


def text_of() -> str:
    return json.dumps(vectors(), indent=1) + "\n"


def main() -> None:
    PATH.write_text(text_of(), encoding="utf-8")


if __name__ == "__main__":
    main()
