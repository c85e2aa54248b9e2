"""Proofs about one secret scalar: that it is known, and that it was used for many points alike.

Schnorr and Chaum-Pedersen, made non-interactive over the transcript. A proof is two scalars, the
challenge and the response, in 64 bytes. The key and the bases are the caller's: a seat's key for
the deck, its beacon key or a share of an absent seat's key are all the same here.
"""

from collections.abc import Sequence
from typing import Final

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import group
from p2pjeux.fair.group import BASE, Point
from p2pjeux.fair.transcript import Scope, challenge, challenges, nonces

PROOF_SIZE: Final = 2 * group.SCALAR_SIZE


def prove_knowledge(scope: Scope, secret: int, generator: Point = BASE) -> bytes:
    """Prove that one knows ``secret``, whose public point is ``secret * generator``."""
    public = group.multiply(secret, generator)
    (nonce,) = nonces(scope, group.encode_scalar(secret), 1, generator, public)
    # The challenge covers the statement and not only the trial: else a public point could be chosen
    # to fit a finished proof (protocol/5-fairness.md, Knowledge).
    chosen = challenge(scope, "knowledge", generator, public, group.multiply(nonce, generator))
    return _encode(chosen, nonce + chosen * secret)


def check_knowledge(scope: Scope, public: Point, proof: bytes, generator: Point = BASE) -> None:
    """Raise PeerFault unless ``proof`` shows that the seat knows the logarithm of ``public``."""
    seat = scope.context.seat
    claimed, response = _decode(proof, seat)
    if not scope.context.portion.covers(proof):
        return
    # The trial is not sent but computed: it comes out as the prover’s only if he could answer.
    trial = group.subtract(group.multiply(response, generator), group.multiply(claimed, public))
    if claimed != challenge(scope, "knowledge", generator, public, trial):
        raise _bad_proof(f"seat {seat} does not show that it knows its secret", seat, proof)


def prove_equality(
    scope: Scope, secret: int, bases: Sequence[Point], generator: Point = BASE
) -> tuple[tuple[Point, ...], bytes]:
    """Multiply every base by ``secret``; return the images and one proof for all of them.

    The proof says that each image is to its base what ``secret * generator`` is to ``generator``.
    """
    assert bases
    public = group.multiply(secret, generator)
    images = tuple(group.multiply(secret, base) for base in bases)
    statement = _statement(generator, public, bases, images)
    combined = group.weighted_sum(
        list(zip(_weights(scope, statement, len(bases)), bases, strict=True))
    )
    # A function of the whole statement: one nonce in the proofs of two statements would give the
    # secret away to anybody who can subtract.
    (nonce,) = nonces(scope, group.encode_scalar(secret), 1, *statement)
    trials = (group.multiply(nonce, generator), group.multiply(nonce, combined))
    chosen = challenge(scope, "equality", *statement, *trials)
    return images, _encode(chosen, nonce + chosen * secret)


def check_equality(
    scope: Scope,
    public: Point,
    bases: Sequence[Point],
    images: Sequence[bytes],
    proof: bytes,
    generator: Point = BASE,
) -> tuple[Point, ...]:
    """Return the images as points; raise PeerFault unless ``proof`` holds for all of them.

    The images may come straight from a peer: each one is multiplied here and thereby checked.
    """
    seat = scope.context.seat
    # Sizes first: nothing is multiplied for a message that cannot be right.
    if len(images) != len(bases) or not bases:
        raise PeerFault(
            Fault.BAD_SHAPE,
            f"seat {seat} gave {len(images)} points where {len(bases)} are due",
            seat=seat,
            evidence=proof,
        )
    claimed, response = _decode(proof, seat)
    if not scope.context.portion.covers(proof):
        return tuple(map(Point, images))
    statement = _statement(generator, public, bases, images)
    trial = group.subtract(group.multiply(response, generator), group.multiply(claimed, public))
    terms = []
    for weight, base, image in zip(
        _weights(scope, statement, len(bases)), bases, images, strict=True
    ):
        terms += [(response * weight, base), (-claimed * weight, image)]
    try:
        second = group.weighted_sum(terms)
    except PeerFault as fault:
        raise fault.by(seat, proof) from None
    if claimed != challenge(scope, "equality", *statement, trial, second):
        raise _bad_proof(f"seat {seat} did not use its key for what was asked", seat, proof)
    # Each was multiplied above, and so is known to be in the group.
    return tuple(map(Point, images))


def make_shares(scope: Scope, secret: int, bases: Sequence[Point]) -> bytes:
    """The message that gives ``secret`` times each base: the images, then one proof for them."""
    images, proof = prove_equality(scope, secret, bases)
    return b"".join(images) + proof


def read_shares(message: bytes) -> tuple[Point, ...]:
    """The images in a message of ``make_shares`` that was made here, and needs no check."""
    return tuple(map(Point, group.split_points(message[:-PROOF_SIZE])))


def check_shares(
    scope: Scope, public: Point, bases: Sequence[Point], message: bytes
) -> tuple[Point, ...]:
    """Return the images in a message of ``make_shares``; raise PeerFault unless they are right."""
    size = len(bases) * group.POINT_SIZE + PROOF_SIZE
    # One size for each question, so a message has one form and cannot be long.
    if len(message) != size:
        raise PeerFault(
            Fault.BAD_SHAPE,
            f"shares of {len(bases)} points take {size} bytes, not {len(message)}",
            seat=scope.context.seat,
            evidence=message,
        )
    images = group.split_points(message[:-PROOF_SIZE])
    return check_equality(scope, public, bases, images, message[-PROOF_SIZE:])


def _statement(
    generator: Point, public: Point, bases: Sequence[bytes], images: Sequence[bytes]
) -> tuple[bytes, bytes, bytes, bytes]:
    return generator, public, b"".join(bases), b"".join(images)


def _weights(scope: Scope, statement: tuple[bytes, ...], count: int) -> tuple[int, ...]:
    """Weights that join many pairs into one; they depend on every pair, so no errors cancel."""
    return (1,) if count == 1 else challenges(scope, "weights", count, *statement)


def _encode(chosen: int, response: int) -> bytes:
    return group.encode_scalar(chosen) + group.encode_scalar(response)


def _decode(proof: bytes, seat: int) -> tuple[int, int]:
    if len(proof) != PROOF_SIZE:
        raise _bad_proof(f"a proof of {len(proof)} bytes has the wrong size", seat, proof)
    try:
        claimed, response = group.decode_scalars(proof)
    except PeerFault as fault:
        raise fault.by(seat, proof) from None
    return claimed, response


def _bad_proof(message: str, seat: int, proof: bytes) -> PeerFault:
    return PeerFault(Fault.BAD_PROOF, message, seat=seat, evidence=proof)
