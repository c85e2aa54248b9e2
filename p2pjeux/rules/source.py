"""Chance from a seed, for bots, the stand-in and the local engine. No clock, no global state."""

from collections.abc import Sequence
from hashlib import sha256
from struct import Struct
from typing import Final, TypeVar

from p2pjeux.rules.contract import Source

T = TypeVar("T")

WORD: Final = 1 << 32
_BLOCK: Final = Struct(">8I")


class SeededSource:
    """A stream of SHA-256 blocks over a seed and a counter, read in 32-bit words."""

    def __init__(self, seed: bytes) -> None:
        self._seed = sha256(b"p2pjeux/source" + seed).digest()
        self._counter = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        assert 0 < bound <= WORD
        while True:
            if not self._words:
                self._refill()
            word = self._words.pop()
            number = word % bound
            # Words above the largest multiple of the bound would favour small results.
            if word - number <= WORD - bound:
                return number

    def _refill(self) -> None:
        block = sha256(self._seed + self._counter.to_bytes(8, "big")).digest()
        self._counter += 1
        self._words = list(_BLOCK.unpack(block))


def pick(source: Source, items: Sequence[T]) -> T:
    return items[source.below(len(items))]


def shuffled(source: Source, items: Sequence[T]) -> list[T]:
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = source.below(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def drawn(source: Source, items: Sequence[T], count: int) -> list[T]:
    """So many of the items, in the order in which they are drawn; no more chance than that."""
    left = list(items)
    for place in range(min(count, len(left))):
        other = place + source.below(len(left) - place)
        left[place], left[other] = left[other], left[place]
    return left[:count]


def subset(source: Source, items: Sequence[T]) -> list[T]:
    """Any subset, each equally likely, the empty one included."""
    return [item for item in items if source.below(2)]
