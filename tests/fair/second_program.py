"""A second program, written from protocol/5-fairness.md alone, without libsodium or our modules.

Slow and plain: it checks equation by equation. If it and the real one agree on the vectors, then
the text says enough, and the fast ways of the real one change nothing.
"""

from collections.abc import Iterable, Sequence
from hashlib import shake_256
from typing import Any

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)

# Extended coordinates x = X/Z, y = Y/Z, xy = T/Z.
Extended = tuple[int, int, int, int]
NEUTRAL: Extended = (0, 1, 1, 0)


def add(left: Extended, right: Extended) -> Extended:
    a = (left[1] - left[0]) * (right[1] - right[0]) % P
    b = (left[1] + left[0]) * (right[1] + right[0]) % P
    c = 2 * left[3] * right[3] * D % P
    d = 2 * left[2] * right[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(scalar: int, point: Extended) -> Extended:
    result = NEUTRAL
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def weigh(scalars: Iterable[int], points: Iterable[Extended]) -> Extended:
    result = NEUTRAL
    for scalar, point in zip(scalars, points, strict=True):
        result = add(result, times(scalar % ORDER, point))
    return result


def encode(point: Extended) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode(data: bytes) -> Extended:
    """The five checks of the section on the group, in their order."""
    number = int.from_bytes(data, "little")
    y, sign = number % 2**255, number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT % P
    if len(data) != 32 or y >= P or x * x % P != square or (x == 0 and sign):
        raise ValueError(data.hex())
    x = P - x if x & 1 != sign else x
    point = (x, y, 1, x * y % P)
    if encode(times(ORDER, point)) != encode(NEUTRAL) or y == 1:
        raise ValueError(data.hex())
    return point


def scalar_of(data: bytes) -> int:
    scalar = int.from_bytes(data, "little")
    if len(data) != 32 or scalar >= ORDER:
        raise ValueError(data.hex())
    return scalar


Part = bytes | int | str
Scope = tuple[Part, ...]


def frame(*parts: Part) -> bytes:
    framed = b""
    for part in parts:
        data = part.to_bytes(8, "big") if isinstance(part, int) else part
        data = data.encode() if isinstance(data, str) else data
        framed += len(data).to_bytes(4, "big") + data
    return framed


def stream(kind: str, size: int, *parts: Part) -> bytes:
    return shake_256(frame("p2pjeux/1/fair", kind, "edwards25519", *parts)).digest(size)


def scalars(data: bytes) -> list[int]:
    wide = [int.from_bytes(data[at : at + 64], "little") for at in range(0, len(data), 64)]
    return [1 + number % (ORDER - 1) for number in wide]


def challenges(scope: Scope, label: str, count: int, *parts: Part) -> list[int]:
    return scalars(stream("challenge", 64 * count, *scope, label, *parts))


BASE = decode(b"\x58" + b"\x66" * 31)


def fields(data: bytes) -> list[bytes]:
    return [data[at : at + 32] for at in range(0, len(data), 32)]


def knowledge_holds(scope: Scope, public: bytes, proof: bytes) -> bool:
    c, s = map(scalar_of, fields(proof))
    trial = encode(weigh((s, -c), (BASE, decode(public))))
    return challenges(scope, "knowledge", 1, encode(BASE), public, trial) == [c]


def shares_hold(scope: Scope, public: bytes, bases: Sequence[bytes], message: bytes) -> bool:
    *images, first, second = fields(message)
    c, s = scalar_of(first), scalar_of(second)
    count = len(bases)
    assert len(images) == count
    parts = (encode(BASE), public, b"".join(bases), b"".join(images))
    weights = [1] if count == 1 else challenges(scope, "weights", count, *parts)
    one = encode(weigh((s, -c), (BASE, decode(public))))
    two = encode(
        weigh([s * w for w in weights] + [-c * w for w in weights], map(decode, [*bases, *images]))
    )
    return challenges(scope, "equality", 1, *parts, one, two) == [c]


class Shuffle:
    """One shuffle message, cut into its fields, with all its challenges."""

    def __init__(self, scope: Scope, key: bytes, before: Sequence[bytes], message: bytes) -> None:
        n = self.n = len(before) // 2
        points, numbers = fields(message)[: 4 * n + 6], fields(message)[4 * n + 6 :]
        assert len(numbers) == n + 5
        joined = [
            b"".join(points[start:end])
            for start, end in ((0, 2 * n), (2 * n, 3 * n), (3 * n, 4 * n), (4 * n, 4 * n + 6))
        ]
        after, commitments, chain, trials = joined
        subject = stream("digest", 64, *scope, "shuffle", key, b"".join(before), after)
        self.u = challenges(scope, "shuffle-cards", n, subject, commitments)
        self.v = challenges(scope, "shuffle-chain", n, subject, commitments, chain)
        (self.e,) = challenges(scope, "shuffle-final", 1, subject, commitments, chain, trials)
        self.key = decode(key)
        self.before = [decode(point) for point in before]
        decoded = [decode(point) for point in points]
        self.after, self.c = decoded[: 2 * n], decoded[2 * n : 3 * n]
        self.chain, self.t = decoded[3 * n : 4 * n], decoded[4 * n :]
        self.s, self.cards = (
            [scalar_of(x) for x in numbers[:5]],
            [scalar_of(x) for x in numbers[5:]],
        )

    def holds(self, generators: Sequence[bytes]) -> list[bool]:
        """Whether each of the six equations holds, in the order of the text."""
        n, e, s, u, v, cards = self.n, self.e, self.s, self.u, self.v, self.cards
        first, *places = map(decode, generators[: n + 1])
        product = 1
        for factor in u:
            product = product * factor % ORDER
        links = [first, *self.chain[:-1]]
        steps = [join * card for join, card in zip(v, cards, strict=True)]
        left = [
            weigh([s[0]], [BASE]),
            weigh([s[1]], [BASE]),
            weigh([s[2], *cards], [BASE, *places]),
            weigh([-s[3], *cards], [BASE, *self.after[::2]]),
            weigh([-s[3], *cards], [self.key, *self.after[1::2]]),
            weigh([s[4], *steps], [BASE, *links]),
        ]
        right = [
            weigh([1] * n + [-1] * n, [*self.c, *places]),
            weigh([1, -product], [self.chain[-1], first]),
            weigh(u, self.c),
            weigh(u, self.before[::2]),
            weigh(u, self.before[1::2]),
            weigh(v, self.chain),
        ]
        return [
            encode(left_) == encode(add(trial, times(e, right_)))
            for left_, trial, right_ in zip(left, self.t, right, strict=True)
        ]


def scope_of(vector: dict[str, Any]) -> Scope:
    table, attached = bytes.fromhex(vector["table"]), bytes.fromhex(vector["attached"])
    return vector["purpose"], table, vector["step"], vector["seat"], attached


def secret_order(table_secret: bytes, count: int, purpose: str, *parts: Part) -> list[int]:
    data = stream("secret", 16 * count, table_secret, purpose, *parts)
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        chosen = int.from_bytes(data[16 * last : 16 * last + 16], "big") % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order
