"""Write the known answers of protocol/5-fairness.md: ``python -m tests.fair.make_vectors``.

Everything follows from the inputs written next to the answers, so a second program can be held
against them, and a change of a single byte of the protocol shows.
"""

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from p2pjeux.fair import deck, group, keys, proofs, shuffle, transcript
from p2pjeux.fair.transcript import Context, Scope

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"

TABLE = sha256(b"table of the vectors").digest()
SECRETS = tuple(sha256(b"secret of seat %d" % seat).digest() for seat in range(3))

Vectors = dict[str, Any]
Makers = Mapping[str, Callable[[], Vectors | list[Vectors]]]


def group_vectors() -> Vectors:
    inside = group.hash_to_point(b"vector", "test")
    return {
        "base": group.BASE.hex(),
        "order": hex(group.ORDER),
        "hash": [
            {"purpose": purpose, "message": message.hex(), "point": hashed.hex()}
            for purpose, message in (
                ("test", b"vector"),
                ("card", (0).to_bytes(4, "big")),
                ("card", (9999).to_bytes(4, "big")),
                ("shuffle-generator", (0).to_bytes(4, "big")),
                ("shuffle-generator", (180).to_bytes(4, "big")),
            )
            for hashed in [group.hash_to_point(message, purpose)]
        ],
        "multiply": [
            {
                "scalar": group.encode_scalar(scalar).hex(),
                "point": point.hex(),
                "product": group.multiply(scalar, point).hex(),
            }
            for scalar in (0, 1, 2, group.ORDER - 1, 2**251 + 12345)
            for point in (group.BASE, inside)
        ],
        "refused_points": {
            "identity": group.IDENTITY.hex(),
            "identity with a sign": "01" + "00" * 30 + "80",
            "order two": "ec" + "ff" * 30 + "7f",
            "order four": "00" * 32,
            "order eight": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "base plus order two": "95" + "99" * 31,
            "not on the curve": "02" + "00" * 31,
            "on the curve, outside the group": "05" + "00" * 31,
            "not canonical": "f0" + "ff" * 30 + "7f",
            "short": group.BASE[:-1].hex(),
        },
        "refused_scalars": {
            "order": group.ORDER.to_bytes(32, "little").hex(),
            "all ones": "ff" * 32,
            "short": "00" * 31,
        },
    }


def scope_vector(scope: Scope) -> Vectors:
    return {
        "table": scope.context.table.hex(),
        "step": scope.context.step,
        "seat": scope.context.seat,
        "purpose": scope.purpose,
        "attached": scope.attached.hex(),
    }


def proof_vectors() -> Vectors:
    scope = Scope(Context(TABLE, 5, 2), "test", b"attached")
    secret = transcript.derive_scalar(SECRETS[0], "vector", 1, b"two")
    public = group.multiply_base(secret)
    bases = [group.hash_to_point(bytes([number]), "test") for number in range(3)]
    return {
        "scope": scope_vector(scope),
        "frame": {
            "parts": ["6162", "", 258],
            "bytes": transcript.frame([b"ab", b"", 258]).hex(),
        },
        "challenge": {
            "label": "label",
            "parts": ["6162", 258],
            "scalar": encode(transcript.challenge(scope, "label", b"ab", 258)),
        },
        "digest": {
            "label": "label",
            "parts": ["6162", 258],
            "bytes": transcript.digest(scope, "label", b"ab", 258).hex(),
        },
        "derived": {
            "table_secret": SECRETS[0].hex(),
            "purpose": "vector",
            "parts": [1, b"two".hex()],
            "bytes": transcript.derive_bytes(SECRETS[0], "vector", 1, b"two").hex(),
            "scalar": encode(secret),
            "order_of_10": transcript.derive_permutation(SECRETS[0], "vector", 1, b"two", size=10),
        },
        "knowledge": {
            "secret": encode(secret),
            "public": public.hex(),
            "proof": proofs.prove_knowledge(scope, secret).hex(),
        },
        "shares": [
            {
                "secret": encode(secret),
                "public": public.hex(),
                "bases": [base.hex() for base in bases[:count]],
                "message": proofs.make_shares(scope, secret, bases[:count]).hex(),
            }
            for count in (1, 3)
        ],
    }


def encode(scalar: int) -> str:
    return group.encode_scalar(scalar).hex()


def shuffle_vectors() -> list[Vectors]:
    return [shuffle_vector(count) for count in (1, 2, 5)]


def shuffle_vector(count: int) -> Vectors:
    scope = Scope(Context(TABLE, 6, 1), "test-shuffle")
    key = group.multiply_base(transcript.derive_scalar(SECRETS[0], "vector"))
    before = deck.open_deck(0, key, range(count)).cards
    witness = shuffle.ShuffleWitness(
        transcript.derive_permutation(SECRETS[0], "order", size=count),
        transcript.derive_scalars(SECRETS[0], "masks", count=count),
    )
    after = shuffle.flatten(shuffle.mask_anew(key, before, witness))
    proof = shuffle.prove(shuffle.ShuffleClaim(scope, key, before, after), witness)
    return {
        "scope": scope_vector(scope),
        "key": key.hex(),
        "before": [point.hex() for point in shuffle.flatten(before)],
        "order": witness.order,
        "masks": [encode(mask) for mask in witness.masks],
        "message": shuffle.encode_message(after, proof).hex(),
    }


def deck_vectors() -> Vectors:
    announcements = [
        deck.announce_key(Context(TABLE, 0, seat), secret) for seat, secret in enumerate(SECRETS)
    ]
    publics = [
        deck.check_key(Context(TABLE, 0, seat), message)
        for seat, message in enumerate(announcements)
    ]
    current = deck.open_deck(4, keys.join(publics), [10, 11, 12, 12])
    opened = current
    shuffles = []
    for seat, secret in enumerate(SECRETS):
        current, message = deck.shuffle_deck(Context(TABLE, 1 + seat, seat), current, secret)
        shuffles.append(message.hex())
    slots = (2, 0)
    shares = [
        deck.give_shares(Context(TABLE, 4, seat), current, slots, secret)
        for seat, secret in enumerate(SECRETS)
    ]
    return {
        "table": TABLE.hex(),
        "table_secrets": [secret.hex() for secret in SECRETS],
        "keys_at_step_0": [message.hex() for message in announcements],
        "joint_key": current.key.hex(),
        "deck": current.number,
        "faces": current.faces,
        "opened": [point.hex() for point in shuffle.flatten(opened.cards)],
        "shuffles_at_steps_1_to_3": shuffles,
        "slots": slots,
        "shares_at_step_4": [message.hex() for message in shares],
        "read": read_slots(current, publics, slots, shares),
    }


def read_slots(
    current: deck.Deck, publics: list[group.Point], slots: tuple[int, ...], shares: list[bytes]
) -> list[int]:
    cards = [deck.deal(current, slot, len(publics)) for slot in slots]
    for seat, (public, message) in enumerate(zip(publics, shares, strict=True)):
        points = deck.check_shares(Context(TABLE, 4, seat), current, slots, public, message)
        cards = [card.with_share(seat, share) for card, share in zip(cards, points, strict=True)]
    return [deck.read_face(current, card) for card in cards]


MAKERS: Makers = {
    "fair-group.json": group_vectors,
    "fair-proofs.json": proof_vectors,
    "fair-shuffle.json": shuffle_vectors,
    "fair-deck.json": deck_vectors,
}


def text_of(makers: Makers, name: str) -> str:
    return json.dumps(makers[name](), indent=1) + "\n"


def write_vectors(makers: Makers) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in makers:
        (FOLDER / name).write_text(text_of(makers, name))


if __name__ == "__main__":
    write_vectors(MAKERS)
