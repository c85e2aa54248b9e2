"""A program written from the text alone agrees with ours on every vector."""

import json
from typing import Any

import pytest

from p2pjeux.fair import shuffle
from tests.fair import second_program as second
from tests.fair.make_vectors import FOLDER


def load(name: str) -> Any:
    return json.loads((FOLDER / name).read_text())


def test_points_and_products_agree() -> None:
    vectors = load("fair-group.json")
    for case in vectors["multiply"]:
        scalar = second.scalar_of(bytes.fromhex(case["scalar"]))
        product = second.times(scalar, second.decode(bytes.fromhex(case["point"])))
        assert second.encode(product).hex() == case["product"]
    for case in vectors["hash"]:
        second.decode(bytes.fromhex(case["point"]))
    for data in vectors["refused_points"].values():
        with pytest.raises(ValueError, match=data):
            second.decode(bytes.fromhex(data))


def test_the_transcript_agrees() -> None:
    vectors = load("fair-proofs.json")
    scope = second.scope_of(vectors["scope"])
    secret = bytes.fromhex(vectors["derived"]["table_secret"])
    assert second.frame(b"ab", b"", 258).hex() == vectors["frame"]["bytes"]
    assert second.challenges(scope, "label", 1, b"ab", 258) == [
        second.scalar_of(bytes.fromhex(vectors["challenge"]["scalar"]))
    ]
    digest = second.stream("digest", 64, *scope, "label", b"ab", 258)
    assert digest.hex() == vectors["digest"]["bytes"]
    derived = second.stream("secret", 64, secret, "vector", 1, b"two")
    assert derived[:32].hex() == vectors["derived"]["bytes"]
    assert second.scalars(derived) == [
        second.scalar_of(bytes.fromhex(vectors["derived"]["scalar"]))
    ]
    order = second.secret_order(secret, 10, "vector", 1, b"two")
    assert order == vectors["derived"]["order_of_10"]


def test_the_proofs_hold_for_it_too() -> None:
    vectors = load("fair-proofs.json")
    scope = second.scope_of(vectors["scope"])
    known = vectors["knowledge"]
    public, proof = bytes.fromhex(known["public"]), bytes.fromhex(known["proof"])
    assert second.knowledge_holds(scope, public, proof)
    assert not second.knowledge_holds(("other", *scope[1:]), public, proof)
    for shares in vectors["shares"]:
        bases = [bytes.fromhex(base) for base in shares["bases"]]
        message = bytes.fromhex(shares["message"])
        assert second.shares_hold(scope, public, bases, message)


@pytest.mark.slow
def test_the_shuffles_hold_for_it_equation_by_equation() -> None:
    generators = [shuffle.generator(number) for number in range(6)]
    for vector in load("fair-shuffle.json"):
        before = [bytes.fromhex(point) for point in vector["before"]]
        message, key = bytes.fromhex(vector["message"]), bytes.fromhex(vector["key"])
        scope = second.scope_of(vector["scope"])
        assert second.Shuffle(scope, key, before, message).holds(generators) == [True] * 6
        elsewhere = second.Shuffle(("other", *scope[1:]), key, before, message)
        assert not any(elsewhere.holds(generators))
