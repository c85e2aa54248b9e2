"""Canonical msgpack: every value has exactly one byte form, and no other form is read.

Packing is the msgpack library's. Reading is our own: the library accepts longer forms of the same
value, and reserves memory for what a header merely claims, once per level of nesting
(docs/decisions/0002-canonical-msgpack.md).
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import msgpack

from p2pjeux.errors import Fault, PeerFault, Refused

Value: TypeAlias = bool | int | str | bytes | Sequence["Value"] | Mapping[str, "Value"] | None

INTEGER_MIN: Final = -(2**63)
INTEGER_MAX: Final = 2**64 - 1
DEPTH_MAX: Final = 16
# The largest honest value, the shuffle of a 180-card deck with its proof, stays under 64 KiB.
SIZE_MAX: Final = 1 << 20


def encode(value: Value, size_max: int = SIZE_MAX) -> bytes:
    """Return the one byte form of ``value``; raise Refused if it has none."""
    try:
        data: bytes = msgpack.packb(_ordered(value, 0))
    except UnicodeEncodeError as error:
        raise Refused("text with half a surrogate pair has no byte form") from error
    if len(data) > size_max:
        raise Refused(f"the value takes {len(data)} bytes, more than {size_max}")
    return data


def _ordered(value: Value, depth: int) -> object:
    """The same value with sorted maps and plain lists, as the library needs it."""
    if value is None or isinstance(value, bool | str | bytes):
        return value
    if isinstance(value, int):
        if not INTEGER_MIN <= value <= INTEGER_MAX:
            raise Refused("an integer is too large to be written")
        return int(value)
    if depth == DEPTH_MAX:
        raise Refused(f"the value is nested deeper than {DEPTH_MAX}")
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise Refused("the keys of a map must be text")
        # Texts sort by code points, which is the order of their UTF-8 bytes.
        return {key: _ordered(value[key], depth + 1) for key in sorted(value)}
    if isinstance(value, list | tuple):
        return [_ordered(item, depth + 1) for item in value]
    raise Refused(f"a {type(value).__name__} cannot be written")


def decode(data: bytes, size_max: int = SIZE_MAX) -> Value:
    """Return the value whose one byte form is ``data``; raise PeerFault for anything else.

    Lists come back as tuples. Memory is bounded by a small multiple of ``len(data)``: a length is
    compared with the bytes that are left before anything is made.
    """
    if len(data) > size_max:
        raise _fault(f"{len(data)} bytes where {size_max} are allowed")
    value, end = _read(data, 0, 0)
    if end != len(data):
        raise _fault(f"{len(data) - end} bytes after the end of the value")
    return value


def _fault(message: str) -> PeerFault:
    return PeerFault(Fault.BAD_ENCODING, message)


def _read(data: bytes, at: int, depth: int) -> tuple[Value, int]:
    if at >= len(data):
        raise _fault("the value is cut short")
    head = data[at]
    if head < 0x80:
        return head, at + 1
    if head >= 0xE0:
        return head - 0x100, at + 1
    if head < 0x90:
        return _read_map(data, at + 1, head & 0x0F, depth)
    if head < 0xA0:
        return _read_list(data, at + 1, head & 0x0F, depth)
    if head < 0xC0:
        return _read_text(data, at + 1, head & 0x1F)
    return _read_long(data, at, head, depth)


def _read_long(data: bytes, at: int, head: int, depth: int) -> tuple[Value, int]:
    if head in _CONSTANTS:
        return _CONSTANTS[head], at + 1
    if head in _INTEGERS:
        return _read_integer(data, at + 1, head)
    if head not in _LENGTHS:
        raise _fault(f"byte {head:#04x} begins no value that is allowed")
    width, least, kind = _LENGTHS[head]
    length = int.from_bytes(_take(data, at + 1, width), "big")
    if length < least:
        raise _fault(f"length {length} is written longer than it need be")
    at += 1 + width
    if kind == "text":
        return _read_text(data, at, length)
    if kind == "bytes":
        return _take(data, at, length), at + length
    if kind == "list":
        return _read_list(data, at, length, depth)
    return _read_map(data, at, length, depth)


_CONSTANTS: Final[dict[int, Value]] = {0xC0: None, 0xC2: False, 0xC3: True}
# For each head: width of the integer, whether it is signed, and the values that need this width.
_INTEGERS: Final = {
    0xCC: (1, False, 0x80, 0xFF),
    0xCD: (2, False, 0x100, 0xFFFF),
    0xCE: (4, False, 0x1_0000, 0xFFFF_FFFF),
    0xCF: (8, False, 0x1_0000_0000, INTEGER_MAX),
    0xD0: (1, True, -0x80, -0x21),
    0xD1: (2, True, -0x8000, -0x81),
    0xD2: (4, True, -0x8000_0000, -0x8001),
    0xD3: (8, True, INTEGER_MIN, -0x8000_0001),
}
# For each head: width of the length, the least length that needs this width, and what follows.
_LENGTHS: Final = {
    0xC4: (1, 0, "bytes"),
    0xC5: (2, 0x100, "bytes"),
    0xC6: (4, 0x1_0000, "bytes"),
    0xD9: (1, 0x20, "text"),
    0xDA: (2, 0x100, "text"),
    0xDB: (4, 0x1_0000, "text"),
    0xDC: (2, 0x10, "list"),
    0xDD: (4, 0x1_0000, "list"),
    0xDE: (2, 0x10, "map"),
    0xDF: (4, 0x1_0000, "map"),
}


def _take(data: bytes, at: int, length: int) -> bytes:
    if length > len(data) - at:
        raise _fault(f"{length} bytes are announced, {len(data) - at} are left")
    return data[at : at + length]


def _read_integer(data: bytes, at: int, head: int) -> tuple[int, int]:
    width, signed, least, most = _INTEGERS[head]
    value = int.from_bytes(_take(data, at, width), "big", signed=signed)
    if not least <= value <= most:
        raise _fault(f"integer {value} is written longer than it need be")
    return value, at + width


def _read_text(data: bytes, at: int, length: int) -> tuple[str, int]:
    raw = _take(data, at, length)
    try:
        return raw.decode("utf-8"), at + length
    except UnicodeDecodeError as error:
        raise _fault("text is not UTF-8") from error


def _read_list(data: bytes, at: int, length: int, depth: int) -> tuple[tuple[Value, ...], int]:
    _check_room(data, at, length, depth)
    items = []
    for _ in range(length):
        item, at = _read(data, at, depth + 1)
        items.append(item)
    return tuple(items), at


def _read_map(data: bytes, at: int, length: int, depth: int) -> tuple[dict[str, Value], int]:
    _check_room(data, at, 2 * length, depth)
    items: dict[str, Value] = {}
    last = None
    for _ in range(length):
        start = at
        key, at = _read(data, at, depth + 1)
        if not isinstance(key, str):
            raise _fault("a key of a map is not text")
        raw = key.encode()
        if last is not None and raw <= last:
            raise _fault(f"key {key!r} at byte {start} is out of order or given twice")
        last = raw
        items[key], at = _read(data, at, depth + 1)
    return items, at


def _check_room(data: bytes, at: int, length: int, depth: int) -> None:
    if depth == DEPTH_MAX:
        raise _fault(f"the value is nested deeper than {DEPTH_MAX}")
    if length > len(data) - at:
        raise _fault(f"{length} items are announced in {len(data) - at} bytes")
