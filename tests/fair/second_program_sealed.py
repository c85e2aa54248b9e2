"""The second program goes on: sealed choices, beacon and escrow, from the text alone.

It takes other ways wherever it can: parts by interpolation instead of differences, and all values
from what is sent instead of from what a seat keeps.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from tests.fair import second_program as second
from tests.fair.second_program import BASE, ORDER, Part, decode, encode, fields, frame, times, weigh

Place = tuple[bytes, int, int]


def secret_bytes(secret: bytes, purpose: str, *parts: Part, size: int) -> bytes:
    return second.stream("secret", size, secret, purpose, *parts)


def secret_scalars(secret: bytes, purpose: str, *parts: Part, count: int = 1) -> list[int]:
    return second.scalars(secret_bytes(secret, purpose, *parts, size=64 * count))


def exclusive_or(left: bytes, right: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(left, right, strict=True))


def sealed_parts(place: Place, key: bytes, opening: bytes) -> tuple[bytes, bytes, bytes]:
    """Commitment, mask and box as they follow from an opening."""
    salt, value = opening[:32], opening[32:]
    commitment = sha256(frame("p2pjeux/1/sealed", *place, salt, value)).digest()
    (r,) = secret_scalars(salt, "sealed-mask", *place, commitment)
    room = 64 if len(value) <= 64 else 256 if len(value) <= 256 else 1024
    content = salt + len(value).to_bytes(2, "big") + value + bytes(room - len(value))
    opener = encode(times(r, decode(key)))
    pad = secret_bytes(opener, "sealed-pad", *place, commitment, size=len(content))
    return commitment, encode(times(r, BASE)), exclusive_or(content, pad)


def opening_in(place: Place, message: bytes, image: bytes) -> bytes:
    """What is read from a box with the seat's key times the mask."""
    commitment, box = message[:32], message[128:]
    pad = secret_bytes(image, "sealed-pad", *place, commitment, size=len(box))
    content = exclusive_or(box, pad)
    length = int.from_bytes(content[32:34], "big")
    return content[:32] + content[34 : 34 + length]


def beacon_value(table: bytes, throw: int, shares: Sequence[bytes]) -> bytes:
    total = encode(weigh([1] * len(shares), map(decode, shares)))
    return sha256(frame("p2pjeux/1/beacon", table, throw, total)).digest()


def words(value: bytes) -> Iterator[int]:
    block = 0
    while True:
        data = sha256(frame("p2pjeux/1/beacon-stream", value, block)).digest()
        yield from (int.from_bytes(data[at : at + 8], "big") for at in range(0, 32, 8))
        block += 1


def below(stream: Iterator[int], bound: int) -> int:
    return next(word % bound for word in stream if word < 2**64 - 2**64 % bound)


def dice(value: bytes, sides: Sequence[int]) -> list[int]:
    stream = words(value)
    return [1 + below(stream, side) for side in sides]


def drawn(value: bytes, pile: Sequence[int], count: int) -> list[int]:
    stream, items = words(value), list(pile)
    for last in range(len(items) - 1, 0, -1):
        other = below(stream, last + 1)
        items[last], items[other] = items[other], items[last]
    return items[:count]


def weights(places: Sequence[int], at: int) -> list[int]:
    """What the values at ``places`` count for in the value at another place."""
    result = []
    for place in places:
        over = under = 1
        for other in places:
            if other != place:
                over, under = over * (at - other) % ORDER, under * (place - other) % ORDER
        result.append(over * pow(under, -1, ORDER) % ORDER)
    return result


def public_parts(key: bytes, points: Sequence[bytes], seats: int) -> list[str]:
    """The public point of the part of every seat, from the value at 0 and those published."""
    values = [decode(point) for point in (key, *points)]
    places = range(len(values))
    return [encode(weigh(weights(places, seat + 1), values)).hex() for seat in range(seats)]


def letter_parts(letter: bytes, opener: bytes, place: Place, receiver: int) -> list[bytes]:
    pad = secret_bytes(opener, "escrow-pad", *place, receiver, size=96)
    return fields(exclusive_or(letter, pad))


def join_partials(partials: Mapping[int, bytes]) -> str:
    """One image of the absent seat from those of its proxies."""
    seats = sorted(partials)
    return encode(
        weigh(weights([seat + 1 for seat in seats], 0), (decode(partials[seat]) for seat in seats))
    ).hex()
