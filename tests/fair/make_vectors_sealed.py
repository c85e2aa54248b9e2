"""Write the known answers for sealed choices, beacon and escrow.

Run ``python -m tests.fair.make_vectors_sealed``. As with the other vectors, everything follows from
the inputs written next to the answers.
"""

from hashlib import sha256
from typing import Any

from p2pjeux.fair import beacon, escrow, group, keybook, keys, proxy, sealed
from p2pjeux.fair.escrow import Sharing
from p2pjeux.fair.group import Point
from p2pjeux.fair.keybook import SHARED, KeyBook, KeyPurpose
from p2pjeux.fair.proxy import Errand
from p2pjeux.fair.transcript import Context, Scope, derive_scalar
from tests.fair.make_vectors import TABLE, write_vectors
from tests.kit import all_others

SEATS, THRESHOLD = 4, 3
SECRETS = tuple(sha256(b"secret of seat %d" % seat).digest() for seat in range(SEATS))
VALUES = (b"", b"seventeen", bytes(range(65)), bytes(range(256)) * 4)
LIAR, VICTIM, ABSENT = 1, 2, 3

Vectors = dict[str, Any]


def public(purpose: KeyPurpose, seat: int) -> Point:
    return group.multiply_base(keybook.secret_key(SECRETS[seat], purpose))


def sealed_vectors() -> Vectors:
    return {
        "table": TABLE.hex(),
        "table_secret": SECRETS[1].hex(),
        "key": public(KeyPurpose.SEALED, 1).hex(),
        "seat": 1,
        "choices": [
            sealed_choice(Context(TABLE, step, 1), value) for step, value in enumerate(VALUES, 7)
        ],
    }


def sealed_choice(context: Context, value: bytes) -> Vectors:
    message = sealed.seal(context, SECRETS[context.seat], value)
    choice = sealed.check_sealed(context, message)
    image = group.multiply(sealed.secret_key(SECRETS[context.seat]), choice.mask)
    return {
        "step": context.step,
        "value": value.hex(),
        "message": message.hex(),
        "opening": sealed.recall(SECRETS[context.seat], choice).hex(),
        "key_times_mask": image.hex(),
    }


def beacon_vectors() -> Vectors:
    return {
        "table": TABLE.hex(),
        "table_secrets": [secret.hex() for secret in SECRETS],
        "keys": [public(KeyPurpose.BEACON, seat).hex() for seat in range(SEATS)],
        "throws": [beacon_throw(*one) for one in ((0, 3), (12, 40), (2**64 - 1, 2**32 - 1))],
    }


def beacon_throw(throw: int, step: int) -> Vectors:
    places = [Context(TABLE, step, seat) for seat in range(SEATS)]
    messages = [beacon.give_share(place, SECRETS[place.seat], throw) for place in places]
    shares = [
        beacon.check_share(place, public(KeyPurpose.BEACON, place.seat), message, throw)
        for place, message in zip(places, messages, strict=True)
    ]
    value = beacon.join_shares(TABLE, throw, shares)
    source = beacon.expand(value)
    bounds = (2**64, 1, 2, 6, 52, 180, 3 * 2**62, 3 * 2**62, 3 * 2**62, 10**18)
    return {
        "throw": throw,
        "given_in_step": step,
        "point": beacon.throw_point(TABLE, throw).hex(),
        "shares": [message.hex() for message in messages],
        "value": value.hex(),
        "below": [[bound, source.below(bound)] for bound in bounds],
        "roll": {
            "sides": [6, 6, 6, 20],
            "values": beacon.roll(value, (6, 6, 6, 20)),
        },
        "draw": {
            "pile": [11, 22, 33, 33, 44, 55, 66],
            "count": 4,
            "items": beacon.draw(value, (11, 22, 33, 33, 44, 55, 66), 4),
        },
    }


def escrow_vectors() -> Vectors:
    announcements = [keybook.announce(Context(TABLE, 0, s), SECRETS[s]) for s in range(SEATS)]
    book = keybook.open_book(
        [
            keybook.check_announcement(Context(TABLE, 0, seat), message)
            for seat, message in enumerate(announcements)
        ],
        THRESHOLD,
        all_others(SEATS),
    )
    messages = [escrow.share_out(Context(TABLE, 1, s), SECRETS[s], book) for s in range(SEATS)]
    sharings = check_all(book, messages)
    book = escrow.complete_book(book, sharings)
    return {
        "table": TABLE.hex(),
        "threshold": THRESHOLD,
        "table_secrets": [secret.hex() for secret in SECRETS],
        "keys_at_step_0": [message.hex() for message in announcements],
        "sharings_at_step_1": [message.hex() for message in messages],
        "public_parts": [
            {purpose.value: [part.hex() for part in column] for purpose, column in zipped}
            for zipped in (zip(SHARED, sharing.parts, strict=True) for sharing in sharings)
        ],
        "held_parts": [
            [
                None if parts is None else [group.encode_scalar(part).hex() for part in parts]
                for parts in escrow.hold(seat, SECRETS[seat], sharings).parts
            ]
            for seat in range(SEATS)
        ],
        "answers_at_step_2": [
            escrow.answer(Context(TABLE, 2, seat), SECRETS[seat], sharings).hex()
            for seat in range(SEATS)
        ],
        "complaint": complaint_vectors(book, messages),
        "proxy": proxy_vectors(book, sharings),
    }


def check_all(book: KeyBook, messages: list[bytes]) -> tuple[Sharing, ...]:
    return tuple(
        escrow.check_sharing(Context(TABLE, 1, seat), book, message)
        for seat, message in enumerate(messages)
    )


def complaint_vectors(book: KeyBook, messages: list[bytes]) -> Vectors:
    """The same set-up if one seat had changed a bit of one letter, and proved all anew."""
    place = Context(TABLE, 1, LIAR)
    letter_keys = book.keys(KeyPurpose.LETTER)
    writer = derive_scalar(SECRETS[LIAR], "escrow-writer", TABLE, 1, LIAR, THRESHOLD, *letter_keys)
    body = bytearray(messages[LIAR][keys.ANNOUNCEMENT_SIZE :])
    body[-escrow.LETTER_SIZE * (SEATS - VICTIM)] ^= 1
    scope = Scope(place, "escrow-writer", bytes(body))
    false = keys.announce(scope, writer) + bytes(body)
    sharings = check_all(book, [*messages[:LIAR], false, *messages[LIAR + 1 :]])
    answer = escrow.answer(Context(TABLE, 2, VICTIM), SECRETS[VICTIM], sharings)
    return {
        "accused": LIAR,
        "sharing_at_step_1": false.hex(),
        "complainer": VICTIM,
        "answer_at_step_2": answer.hex(),
    }


def proxy_vectors(book: KeyBook, sharings: tuple[Sharing, ...]) -> list[Vectors]:
    bases = tuple(group.hash_to_point(name, "test") for name in (b"one", b"two"))
    proxies = [seat for seat in range(SEATS) if seat != ABSENT]
    vectors = []
    for purpose in SHARED:
        errand = Errand(ABSENT, purpose, bases)
        messages = {
            seat: proxy.give_partial(
                Context(TABLE, 9, seat), escrow.hold(seat, SECRETS[seat], sharings), errand
            )
            for seat in proxies
        }
        partials = {
            seat: proxy.check_partial(Context(TABLE, 9, seat), book, errand, message)
            for seat, message in messages.items()
        }
        vectors.append(
            {
                "absent": ABSENT,
                "purpose": purpose.value,
                "bases": [base.hex() for base in bases],
                "partials_at_step_9": {seat: message.hex() for seat, message in messages.items()},
                "joined": [image.hex() for image in proxy.combine(book, errand, partials)],
            }
        )
    return vectors


MAKERS = {
    "fair-sealed.json": sealed_vectors,
    "fair-beacon.json": beacon_vectors,
    "fair-escrow.json": escrow_vectors,
}


if __name__ == "__main__":
    write_vectors(MAKERS)
