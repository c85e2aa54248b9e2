"""Messages to be refused, and why: ``python -m tests.fair.make_vectors_invalid``.

Each is made from an honest message by one damage. The honest ones are there too, so that a second
program knows that it refuses for the right reason.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from nacl.bindings import crypto_core_ed25519_add

from p2pjeux.errors import PeerFault
from p2pjeux.fair import beacon, deck, group, sealed, shuffle
from p2pjeux.fair.transcript import Context
from tests.fair.honest import ORDER_TWO
from tests.fair.make_vectors import FOLDER, SECRETS, TABLE, Vectors

NAME = "fair-invalid.json"
STEP, SEAT = 5, 1
CONTEXT = Context(TABLE, STEP, SEAT)
SECRET = SECRETS[SEAT]
SIZE = 32
SLOTS = (0, 2)
THROW = 4
CHOICE = b"a choice"


@dataclass(frozen=True, slots=True)
class Work:
    """One kind of message: its honest form at a place, its check, and which blocks are points."""

    make: Callable[[Context], bytes]
    check: Callable[[bytes], object]
    points: int


def works() -> dict[str, Work]:
    key = group.multiply_base(deck.secret_key(SECRET))
    before = deck.open_deck(0, key, (7, 7, 8, 9))
    after, _message = deck.shuffle_deck(CONTEXT, before, SECRET)
    beacon_key = group.multiply_base(beacon.secret_key(SECRET))
    return {
        "deck key": Work(
            partial(deck.announce_key, secret=SECRET), partial(deck.check_key, CONTEXT), 1
        ),
        "shuffle": Work(
            lambda place: deck.shuffle_deck(place, before, SECRET)[1],
            partial(deck.check_shuffle, CONTEXT, before),
            2 * len(before.cards),
        ),
        "shares": Work(
            lambda place: deck.give_shares(place, after, SLOTS, SECRET),
            partial(deck.check_shares, CONTEXT, after, SLOTS, key),
            len(SLOTS),
        ),
        "beacon share": Work(
            partial(beacon.give_share, secret=SECRET, throw=THROW),
            partial(beacon.check_share, CONTEXT, beacon_key, throw=THROW),
            1,
        ),
        "sealed choice": Work(
            lambda place: sealed.seal(place, SECRET, CHOICE),
            partial(sealed.check_sealed, CONTEXT),
            0,
        ),
    }


def damages(work: Work, honest: bytes) -> Iterator[tuple[str, bytes]]:
    yield "nothing", b""
    yield "one byte short", honest[:-1]
    yield "one byte long", honest + b"\0"
    yield "made for another table", work.make(Context(SECRETS[0], STEP, SEAT))
    yield "made for another step", work.make(Context(TABLE, STEP + 1, SEAT))
    yield "made for another seat", work.make(Context(TABLE, STEP, SEAT + 1))
    for block in range(len(honest) // SIZE):
        at = block * SIZE
        yield f"bit flipped in block {block}", patched(honest, at, bytes([honest[at] ^ 1]))
        if block < work.points:
            inside = honest[at : at + SIZE]
            moved = crypto_core_ed25519_add(inside, ORDER_TWO)
            yield f"point {block} moved outside the group", patched(honest, at, moved)
            yield f"point {block} is the identity", patched(honest, at, group.IDENTITY)
            yield f"point {block} is not on the curve", patched(honest, at, b"\2" + bytes(31))
    last = len(honest) - SIZE
    yield "last block is all ones", patched(honest, last, b"\xff" * SIZE)
    yield "first blocks exchanged", honest[SIZE : 2 * SIZE] + honest[:SIZE] + honest[2 * SIZE :]


def patched(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


def refusal(work: Work, message: bytes) -> PeerFault:
    try:
        work.check(message)
    except PeerFault as fault:
        return fault
    raise AssertionError("a damaged message was accepted")


def invalid_vectors() -> Vectors:
    before = deck.open_deck(0, group.multiply_base(deck.secret_key(SECRET)), (7, 7, 8, 9))
    after, _message = deck.shuffle_deck(CONTEXT, before, SECRET)
    return {
        "table": TABLE.hex(),
        "step": STEP,
        "seat": SEAT,
        "table_secret": SECRET.hex(),
        "deck_key": before.key.hex(),
        "beacon_throw": THROW,
        "beacon_key": group.multiply_base(beacon.secret_key(SECRET)).hex(),
        "faces": list(before.faces),
        "slots": list(SLOTS),
        "after": [point.hex() for point in shuffle.flatten(after.cards)],
        "choice": CHOICE.hex(),
        "works": {
            name: {
                "honest": work.make(CONTEXT).hex(),
                "refused": [
                    {
                        "why": why,
                        "message": message.hex(),
                        "fault": fault.fault.value,
                        "reason": fault.message,
                    }
                    for why, message in damages(work, work.make(CONTEXT))
                    for fault in [refusal(work, message)]
                ],
            }
            for name, work in works().items()
        },
    }


def text() -> str:
    return json.dumps(invalid_vectors(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    (FOLDER / NAME).write_text(text(), "utf-8")
