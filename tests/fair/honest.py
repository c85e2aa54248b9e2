"""Honest seats for the tests: their secrets, keys, decks and messages, all from fixed bytes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import deck, group, keys, shuffle
from p2pjeux.fair.deck import Deck
from p2pjeux.fair.group import Point
from p2pjeux.fair.transcript import Context, Scope, derive_permutation, derive_scalars

TABLE = sha256(b"the table of the tests").digest()
OTHER_TABLE = sha256(b"another table").digest()

# The points of order 2, 4 and 8, which no member of the prime-order group may contain.
PRIME = 2**255 - 19
ORDER_TWO = (PRIME - 1).to_bytes(32, "little")
ORDER_FOUR = bytes(32)
ORDER_EIGHT = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")


def context(step: int, seat: int, table: bytes = TABLE) -> Context:
    return Context(table, step, seat)


def secret(seat: int) -> bytes:
    return sha256(b"table secret of seat %d" % seat).digest()


def point(number: int) -> Point:
    """Some point whose logarithm nobody knows."""
    return group.hash_to_point(number.to_bytes(4, "big"), "test")


def caught(fault: Fault | None, seat: int | None, call: Callable[..., object], *args: Any) -> None:
    """Demand that ``call`` raises a PeerFault with this fault (or any) that names this seat."""
    with pytest.raises(PeerFault) as caught_:
        call(*args)
    assert caught_.value.seat == seat
    assert fault is None or caught_.value.fault is fault
    assert caught_.value.message.strip()


def outside(inside: Point) -> list[bytes]:
    """The same point moved outside the group, in every way that keeps it on the curve."""
    from nacl.bindings import crypto_core_ed25519_add  # noqa: PLC0415 - only to make bad points

    return [
        crypto_core_ed25519_add(inside, small) for small in (ORDER_TWO, ORDER_FOUR, ORDER_EIGHT)
    ]


@dataclass(frozen=True)
class Shuffled:
    """One honest shuffle with all its secrets, for cheats to start from."""

    scope: Scope
    key: Point
    before: shuffle.Cards
    after: shuffle.Cards
    witness: shuffle.ShuffleWitness

    @property
    def statement(self) -> shuffle.ShuffleClaim:
        return self.claim(self.after)

    def claim(self, after: shuffle.Cards) -> shuffle.ShuffleClaim:
        return shuffle.ShuffleClaim(self.scope, self.key, self.before, shuffle.flatten(after))


@cache
def public_keys(seats: int) -> tuple[Point, ...]:
    return tuple(group.multiply_base(deck.secret_key(secret(seat))) for seat in range(seats))


@cache
def opened(count: int, seats: int = 3, number: int = 0) -> Deck:
    return deck.open_deck(number, keys.join(public_keys(seats)), range(count))


def shuffled(count: int, seat: int = 0, before: shuffle.Cards | None = None) -> Shuffled:
    scope = Scope(context(10 + seat, seat), "test-shuffle")
    key = opened(count).key
    cards = opened(count).cards if before is None else before
    witness = shuffle.ShuffleWitness(
        derive_permutation(secret(seat), "test-order", size=count),
        derive_scalars(secret(seat), "test-masks", count=count),
    )
    return Shuffled(scope, key, cards, shuffle.mask_anew(key, cards, witness), witness)


@cache
def dealt_deck(count: int, seats: int = 3, number: int = 0) -> Deck:
    """A deck that every seat has shuffled in turn."""
    current = opened(count, seats, number)
    for seat in range(seats):
        current, _ = deck.shuffle_deck(context(1 + seat, seat), current, secret(seat))
    return current
