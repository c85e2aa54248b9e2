"""Proofs about one secret: honest ones hold where they were made, and nothing else does."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import group, proofs
from p2pjeux.fair.group import BASE, IDENTITY, ORDER, Point
from p2pjeux.fair.transcript import Scope, challenge, challenges
from tests.fair.honest import (
    ORDER_EIGHT,
    ORDER_TWO,
    OTHER_TABLE,
    caught,
    context,
    outside,
    point,
)

SEAT = 1
SECRET = 0x1234567890ABCDEF << 150
PUBLIC = group.multiply_base(SECRET)
SCOPE = Scope(context(7, SEAT), "test", b"attached")
BASES = tuple(map(point, range(5)))


def elsewhere() -> list[Scope]:
    return [
        replace(SCOPE, context=context(7, SEAT, OTHER_TABLE)),
        replace(SCOPE, context=context(8, SEAT)),
        replace(SCOPE, context=context(7, SEAT + 1)),
        replace(SCOPE, purpose="other"),
        replace(SCOPE, attached=b"other"),
    ]


def halves(proof: bytes) -> tuple[int, int]:
    first, second = group.decode_scalars(proof)
    return first, second


@pytest.mark.parametrize("generator", [BASE, point(9)])
def test_knowledge_is_proved_to_any_base(generator: Point) -> None:
    proof = proofs.prove_knowledge(SCOPE, SECRET, generator)

    assert len(proof) == proofs.PROOF_SIZE
    proofs.check_knowledge(SCOPE, group.multiply(SECRET, generator), proof, generator)


def test_the_same_statement_gives_the_same_proof() -> None:
    assert proofs.prove_knowledge(SCOPE, SECRET) == proofs.prove_knowledge(SCOPE, SECRET)
    assert proofs.prove_equality(SCOPE, SECRET, BASES) == proofs.prove_equality(
        SCOPE, SECRET, BASES
    )


@pytest.mark.parametrize("scope", elsewhere(), ids=["table", "step", "seat", "purpose", "attached"])
def test_a_proof_is_worth_nothing_elsewhere(scope: Scope) -> None:
    seat = scope.context.seat
    knowledge = proofs.prove_knowledge(SCOPE, SECRET)
    images, equality = proofs.prove_equality(SCOPE, SECRET, BASES)

    caught(Fault.BAD_PROOF, seat, proofs.check_knowledge, scope, PUBLIC, knowledge)
    caught(Fault.BAD_PROOF, seat, proofs.check_equality, scope, PUBLIC, BASES, images, equality)


def test_a_proof_for_another_key_is_refused() -> None:
    proof = proofs.prove_knowledge(SCOPE, SECRET + 1)
    caught(Fault.BAD_PROOF, SEAT, proofs.check_knowledge, SCOPE, PUBLIC, proof)
    caught(Fault.BAD_PROOF, SEAT, proofs.check_knowledge, SCOPE, IDENTITY, proof)


@pytest.mark.parametrize(
    "spoil, fault",
    [
        (lambda proof: proof[:-1], Fault.BAD_PROOF),
        (lambda proof: proof + b"\0", Fault.BAD_PROOF),
        (lambda _: b"", Fault.BAD_PROOF),
        (lambda proof: proof[32:] + proof[:32], Fault.BAD_PROOF),
        (lambda proof: bytes(32) + proof[32:], Fault.BAD_PROOF),
        (lambda proof: proof[:32] + bytes(32), Fault.BAD_PROOF),
        (lambda proof: (halves(proof)[0] + ORDER).to_bytes(32, "little") + proof[32:], None),
        (lambda proof: proof[:32] + (halves(proof)[1] + ORDER).to_bytes(32, "little"), None),
    ],
    ids=["short", "long", "nothing", "swapped", "c=0", "s=0", "c+order", "s+order"],
)
def test_a_misshapen_proof_is_refused(spoil: Callable[[bytes], bytes], fault: Fault | None) -> None:
    knowledge = spoil(proofs.prove_knowledge(SCOPE, SECRET))
    images, equality = proofs.prove_equality(SCOPE, SECRET, BASES)

    caught(fault or Fault.BAD_SCALAR, SEAT, proofs.check_knowledge, SCOPE, PUBLIC, knowledge)
    check = proofs.check_equality
    caught(fault or Fault.BAD_SCALAR, SEAT, check, SCOPE, PUBLIC, BASES, images, spoil(equality))


def test_every_flipped_bit_of_a_proof_is_noticed() -> None:
    proof = proofs.prove_knowledge(SCOPE, SECRET)
    for bit in range(8 * len(proof)):
        flipped = bytearray(proof)
        flipped[bit // 8] ^= 1 << bit % 8
        caught(None, SEAT, proofs.check_knowledge, SCOPE, PUBLIC, bytes(flipped))


@pytest.mark.parametrize("count", [1, 2, 5])
def test_equality_is_proved_for_any_number_of_points(count: int) -> None:
    images, proof = proofs.prove_equality(SCOPE, SECRET, BASES[:count])

    assert images == tuple(group.multiply(SECRET, base) for base in BASES[:count])
    assert proofs.check_equality(SCOPE, PUBLIC, BASES[:count], images, proof) == images


def test_equality_is_proved_to_another_generator() -> None:
    generator = point(9)
    images, proof = proofs.prove_equality(SCOPE, SECRET, BASES, generator)

    proofs.check_equality(SCOPE, group.multiply(SECRET, generator), BASES, images, proof, generator)
    caught(
        Fault.BAD_PROOF, SEAT, proofs.check_equality, SCOPE, PUBLIC, BASES, images, proof, generator
    )


def test_points_may_repeat() -> None:
    bases = (BASES[0], BASES[0], BASE, BASES[1])
    images, proof = proofs.prove_equality(SCOPE, SECRET, bases)

    assert proofs.check_equality(SCOPE, PUBLIC, bases, images, proof) == images


def test_images_made_with_another_key_are_refused() -> None:
    images, proof = proofs.prove_equality(SCOPE, SECRET + 1, BASES)
    caught(Fault.BAD_PROOF, SEAT, proofs.check_equality, SCOPE, PUBLIC, BASES, images, proof)


def test_a_proof_for_other_bases_is_refused() -> None:
    images, proof = proofs.prove_equality(SCOPE, SECRET, BASES)
    other = (*BASES[1:], BASES[0])
    caught(Fault.BAD_PROOF, SEAT, proofs.check_equality, SCOPE, PUBLIC, other, images, proof)


@pytest.mark.parametrize("count", [1, 5])
@pytest.mark.parametrize("place", [0, -1])
def test_an_image_outside_the_group_is_refused(count: int, place: int) -> None:
    bases = BASES[:count]
    images, proof = proofs.prove_equality(SCOPE, SECRET, bases)
    bad = [IDENTITY, ORDER_TWO, ORDER_EIGHT, b"\x02" + bytes(31), b"", images[place][:-1]]
    for image in [*bad, *outside(images[place])]:
        spoilt: list[bytes] = list(images)
        spoilt[place] = image
        caught(Fault.BAD_POINT, SEAT, proofs.check_equality, SCOPE, PUBLIC, bases, spoilt, proof)


PAIR = BASES[:2]
HONEST = b"".join(group.multiply(SECRET, base) for base in PAIR)
# What somebody can find out about the weights before he has chosen his images.
KNOWN_BEFORE = {
    "none": (1, 1),
    "of the scope alone": challenges(SCOPE, "weights", 2),
    "of the bases": challenges(SCOPE, "weights", 2, BASE, PUBLIC, b"".join(PAIR)),
    "of honest images": challenges(SCOPE, "weights", 2, BASE, PUBLIC, b"".join(PAIR), HONEST),
}


@pytest.mark.parametrize("weights", KNOWN_BEFORE.values(), ids=KNOWN_BEFORE.keys())
def test_errors_that_cancel_each_other_out_are_noticed(weights: tuple[int, int]) -> None:
    # Two wrong images that are right in the sum, if only the weights were these.
    errors = (group.multiply(weights[1], point(9)), group.multiply(-weights[0], point(9)))
    images = tuple(
        group.add(group.multiply(SECRET, base), error)
        for base, error in zip(PAIR, errors, strict=True)
    )
    combined = group.weighted_sum(list(zip(weights, PAIR, strict=True)))
    wrong_sum = group.weighted_sum(list(zip(weights, images, strict=True)))
    assert wrong_sum == group.multiply(SECRET, combined)
    nonce = 12345
    trials = (group.multiply(nonce, BASE), group.multiply(nonce, combined))
    statement = (BASE, PUBLIC, b"".join(PAIR), b"".join(images))
    chosen = challenge(SCOPE, "equality", *statement, *trials)
    proof = group.encode_scalar(chosen) + group.encode_scalar(nonce + chosen * SECRET)

    caught(Fault.BAD_PROOF, SEAT, proofs.check_equality, SCOPE, PUBLIC, PAIR, images, proof)


def test_no_two_statements_share_a_nonce() -> None:
    # Whoever sees two proofs with one nonce and two challenges can work out the secret.
    made = [proofs.prove_knowledge(SCOPE, SECRET, generator) for generator in (BASE, point(9))]
    for bases in (BASES, BASES[:1], BASES[::-1]):
        made += [proofs.prove_equality(SCOPE, SECRET, bases, one)[1] for one in (BASE, point(9))]
    made += [proofs.prove_knowledge(scope, SECRET) for scope in elsewhere()]

    nonces = {(response - chosen * SECRET) % ORDER for chosen, response in map(halves, made)}

    assert len(nonces) == len(made)


def test_too_few_or_too_many_images_are_refused() -> None:
    images, proof = proofs.prove_equality(SCOPE, SECRET, BASES)
    check = proofs.check_equality
    for wrong in ((), images[:-1], (*images, images[0])):
        caught(Fault.BAD_SHAPE, SEAT, check, SCOPE, PUBLIC, BASES, wrong, proof)
    caught(Fault.BAD_SHAPE, SEAT, check, SCOPE, PUBLIC, (), (), proof)


def test_holders_of_parts_of_a_key_give_its_images_together() -> None:
    # Two parts of a key that add up to it, as a proxy holds them: only the public point differs.
    parts = (SECRET - 99, 99)
    publics = tuple(map(group.multiply_base, parts))
    given = [
        proofs.check_shares(SCOPE, public, BASES, proofs.make_shares(SCOPE, part, BASES))
        for part, public in zip(parts, publics, strict=True)
    ]
    together = tuple(group.add(left, right) for left, right in zip(*given, strict=True))

    assert together == proofs.prove_equality(SCOPE, SECRET, BASES)[0]


def test_a_message_of_shares_has_one_size() -> None:
    message = proofs.make_shares(SCOPE, SECRET, BASES)
    assert len(message) == 5 * group.POINT_SIZE + proofs.PROOF_SIZE
    for wrong in (b"", message[:-1], message + b"\0", message[32:], bytes(32) + message):
        caught(Fault.BAD_SHAPE, SEAT, proofs.check_shares, SCOPE, PUBLIC, BASES, wrong)


def evidence_of(call: Callable[..., object], *args: object) -> tuple[bytes, str]:
    with pytest.raises(PeerFault) as found:
        call(*args)
    return found.value.evidence, found.value.message


def test_the_evidence_is_what_the_seat_sent() -> None:
    knowledge = proofs.prove_knowledge(SCOPE, SECRET + 1)
    images, equality = proofs.prove_equality(SCOPE, SECRET + 1, BASES)
    outsider = (*images[:-1], outside(images[-1])[0])
    large = equality[:32] + b"\xff" * 32
    check = proofs.check_equality

    assert evidence_of(proofs.check_knowledge, SCOPE, PUBLIC, knowledge)[0] == knowledge
    assert evidence_of(proofs.check_knowledge, SCOPE, PUBLIC, b"short") == (
        b"short",
        "a proof of 5 bytes has the wrong size",
    )
    assert evidence_of(check, SCOPE, PUBLIC, BASES, images, equality)[0] == equality
    assert evidence_of(check, SCOPE, PUBLIC, BASES, outsider, equality)[0] == outsider[-1]
    # Of an image that is nothing at all, the proof is all there is to show.
    assert evidence_of(check, SCOPE, PUBLIC, BASES, (*images[:-1], b""), equality)[0] == equality
    assert evidence_of(check, SCOPE, PUBLIC, BASES, images, large)[0] == large[32:]
    assert evidence_of(check, SCOPE, PUBLIC, BASES, images[1:], equality) == (
        equality,
        "seat 1 gave 4 points where 5 are due",
    )
    assert evidence_of(proofs.check_shares, SCOPE, PUBLIC, BASES, equality) == (
        equality,
        "shares of 5 points take 224 bytes, not 64",
    )
