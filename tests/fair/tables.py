"""Tables whose set-up went well, and every small way to spoil a message."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

import pytest

from p2pjeux.errors import PeerFault
from p2pjeux.fair import escrow, keybook, proxy
from p2pjeux.fair.escrow import Holding, Sharing
from p2pjeux.fair.group import Point
from p2pjeux.fair.keybook import KeyBook
from p2pjeux.fair.proxy import Errand
from tests.fair.honest import context, secret
from tests.kit import all_others, two_may_go

ANNOUNCE, SHARE, ANSWER = range(3)
# Every number of seats with its default threshold, and the least and the most for some.
TABLES = [
    *((seats, two_may_go(seats)) for seats in range(3, 13)),
    *((4, 3), (5, 2), (5, 4), (8, 2), (12, 2), (12, 11)),
]


@dataclass(frozen=True)
class Table:
    """All that is known at a table, and all that its seats keep for themselves."""

    book: KeyBook
    sharings: tuple[Sharing, ...]
    holdings: tuple[Holding, ...]

    def others(self, absent: int) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.holdings)) if seat != absent)

    def stand_in(self, step: int, errand: Errand) -> tuple[Point, ...]:
        """What all the others give together for the absent seat, each partial share checked."""
        return proxy.combine(
            self.book,
            errand,
            {
                seat: proxy.check_partial(
                    context(step, seat), self.book, errand, self.partial(step, seat, errand)
                )
                for seat in self.others(errand.absent)
            },
        )

    def partial(self, step: int, seat: int, errand: Errand) -> bytes:
        return proxy.give_partial(context(step, seat), self.holdings[seat], errand)


@cache
def announced(seats: int, threshold: int) -> KeyBook:
    """The book after the first step."""
    messages = [keybook.announce(context(ANNOUNCE, seat), secret(seat)) for seat in range(seats)]
    return keybook.open_book(
        [
            keybook.check_announcement(context(ANNOUNCE, seat), message)
            for seat, message in enumerate(messages)
        ],
        threshold,
        all_others(seats),
    )


@cache
def table(seats: int, threshold: int) -> Table:
    book = announced(seats, threshold)
    sharings = tuple(
        escrow.check_sharing(
            context(SHARE, seat),
            book,
            escrow.share_out(context(SHARE, seat), secret(seat), book),
        )
        for seat in range(seats)
    )
    holdings = tuple(escrow.hold(seat, secret(seat), sharings) for seat in range(seats))
    return Table(escrow.complete_book(book, sharings), sharings, holdings)


def spoiled(message: bytes, seed: int, count: int = 60) -> Iterator[bytes]:
    """The message with bits flipped, bytes cut, added, repeated or replaced, fields exchanged.

    Every one differs from the message.
    """
    random = Random(seed)
    yield b""
    yield message[:-1]
    yield message + b"\0"
    yield message * 2
    yield bytes(len(message))
    yield b"\xff" * len(message)
    for _ in range(count):
        other = _spoil(random, message)
        if other != message:
            yield other


def _spoil(random: Random, message: bytes) -> bytes:
    data = bytearray(message)
    at = random.randrange(len(data))
    match random.randrange(6):
        case 0 | 1:
            data[at] ^= 1 << random.randrange(8)
        case 2:
            del data[at : at + random.randrange(1, 33)]
        case 3:
            data[at:at] = random.randbytes(random.randrange(1, 33))
        case 4:
            # Most fields are 32 bytes long and begin at such a place.
            fields = [data[start : start + 32] for start in range(0, len(data), 32)]
            first, second = random.randrange(len(fields)), random.randrange(len(fields))
            fields[first], fields[second] = fields[second], fields[first]
            data = bytearray(b"".join(fields))
        case _:
            field = at // 32 * 32
            data[field : field + 32] = random.choice(
                [bytes(32), b"\x01" + bytes(31), b"\xff" * 32, random.randbytes(32)]
            )
    return bytes(data)


def survives_spoiling(
    message: bytes, seat: int, check: Callable[[bytes], object], count: int = 60
) -> None:
    """Demand that no spoiled form of ``message`` is taken, and that ``seat`` is blamed for each."""
    check(message)
    for other in spoiled(message, seat, count):
        with pytest.raises(PeerFault) as caught:
            check(other)
        assert caught.value.seat == seat
        assert caught.value.evidence or not other
