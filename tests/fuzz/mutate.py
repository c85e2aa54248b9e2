"""Other bytes made from honest ones: damage below the structure, and changes that keep it."""

from collections.abc import Iterator
from random import Random

from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import PeerFault, Refused

JUNK: tuple[Value, ...] = (
    *(None, True, False, -1, 0, 1, 2, 127, 128, 9999, 2**31, 2**63, 2**64 - 1, -(2**63)),
    *("\x1b[2J", "\u202e", "\u3164", "a\nb", "e" + "\u0301" * 9),
    *("", " ", "x" * 40, "{}", "{0}", "{seat.x}", "%s", "\0", "é", "\N{PILE OF POO}", "cards"),
    *(b"", b"\0", b"x" * 33, (), ((),), (0, 0), ((0, 0),), {}, {"": None}, {"a": ({},)}),
)


def mutate_bytes(source: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    at = source.randrange(len(data)) if data else 0
    match source.randrange(5):
        case 0 if data:
            changed[at] ^= 1 << source.randrange(8)
        case 1:
            del changed[at:]
        case 2:
            changed[at:at] = source.randbytes(source.randrange(1, 40))
        case 3:
            changed[at : at + 32] = source.randbytes(32)
        case _:
            changed += data[: source.randrange(1, 64)] or b"\0"
    return bytes(changed)


def mutate_value(source: Random, value: Value, depth: int = 0) -> Value:
    """Another value with one node changed: replaced, dropped, doubled, wrapped, or exchanged."""
    if isinstance(value, tuple) and value and (depth == 0 or source.randrange(3)):
        return mutate_list(source, value, depth)
    if isinstance(value, bytes) and source.randrange(4):
        return mutate_inside(source, value)
    match source.randrange(4):
        case 0:
            return (value,)
        case 1 if isinstance(value, int):
            return value + source.choice((-1, 1, 256))
        case 2:
            nested: Value = value
            for _ in range(source.randrange(1, 18)):
                nested = (nested,)
            return nested
        case _:
            return source.choice(JUNK)


def mutate_list(source: Random, value: tuple[Value, ...], depth: int) -> Value:
    at, other = source.randrange(len(value)), source.randrange(len(value))
    items = list(value)
    match source.randrange(6):
        case 0:
            del items[at]
        case 1:
            items.insert(at, items[other])
        case 2:
            items[at], items[other] = items[other], items[at]
        case 3:
            items.insert(at, source.choice(JUNK))
        case _:
            items[at] = mutate_value(source, items[at], depth + 1)
    return tuple(items)


def mutate_inside(source: Random, data: bytes) -> bytes:
    """Change what a byte string contains, if that is a value again."""
    try:
        inner = decode(data)
    except PeerFault:
        return mutate_bytes(source, data)
    return encoded(mutate_value(source, inner)) or b""


def encoded(value: Value) -> bytes | None:
    try:
        return encode(value)
    except Refused:
        return None


def mutations(source: Random, body: bytes, count: int) -> Iterator[bytes]:
    try:
        value = decode(body)
    except PeerFault:
        value = None
    for number in range(count):
        if value is None or number % 3 == 0:
            changed: bytes | None = mutate_bytes(source, body)
        else:
            changed = encoded(mutate_value(source, value))
        if changed is not None and changed != body:
            yield changed
