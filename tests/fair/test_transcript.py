"""The transcript: framing loses nothing, every field counts, and nothing is drawn at random."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pjeux.fair import group, transcript
from p2pjeux.fair.transcript import Part, Scope
from tests.fair.honest import OTHER_TABLE, context, secret

SCOPE = Scope(context(4, 2), "purpose", b"attached")
ELSEWHERE = {
    "table": replace(SCOPE, context=context(4, 2, OTHER_TABLE)),
    "step": replace(SCOPE, context=context(5, 2)),
    "seat": replace(SCOPE, context=context(4, 1)),
    "purpose": replace(SCOPE, purpose="other"),
    "attached": replace(SCOPE, attached=b""),
    "shifted": replace(SCOPE, purpose="purpos", attached=b"eattached"),
}

parts = st.lists(st.binary(max_size=9), max_size=5)


@given(parts, parts)
def test_different_lists_are_framed_differently(left: list[bytes], right: list[bytes]) -> None:
    assert (transcript.frame(left) == transcript.frame(right)) == (left == right)


def test_a_number_is_framed_in_eight_bytes() -> None:
    assert transcript.frame([258, b"ab"]) == bytes.fromhex(
        "00000008 0000000000000102 00000002 6162"
    )


@pytest.mark.parametrize("scope", ELSEWHERE.values(), ids=ELSEWHERE.keys())
def test_challenges_and_nonces_differ_in_every_other_scope(scope: Scope) -> None:
    assert transcript.challenge(SCOPE, "x", b"y") != transcript.challenge(scope, "x", b"y")
    assert transcript.digest(SCOPE, "x", b"y") != transcript.digest(scope, "x", b"y")
    ours, theirs = (transcript.nonces(each, secret(0), 1, b"y") for each in (SCOPE, scope))
    assert ours != theirs


@pytest.mark.parametrize(
    "label, fields", [("z", (b"y", b"w")), ("x", (b"yw",)), ("x", (b"y",)), ("x", (b"w", b"y"))]
)
def test_a_challenge_depends_on_label_and_every_field(label: str, fields: tuple[Part, ...]) -> None:
    assert transcript.challenge(SCOPE, "x", b"y", b"w") != transcript.challenge(
        SCOPE, label, *fields
    )


def test_a_nonce_depends_on_the_secret_and_the_statement_and_on_nothing_else() -> None:
    nonce = transcript.nonces(SCOPE, secret(0), 2, b"statement")

    assert nonce == transcript.nonces(SCOPE, secret(0), 2, b"statement")
    others = (
        transcript.nonces(SCOPE, secret(1), 2, b"statement"),
        transcript.nonces(SCOPE, secret(0), 2, b"other statement"),
    )
    assert len({*nonce, *others[0], *others[1]}) == 6


def test_one_challenge_is_the_first_of_many() -> None:
    many = transcript.challenges(SCOPE, "x", 50, b"y")

    assert many[0] == transcript.challenge(SCOPE, "x", b"y")
    assert len(set(many)) == 50
    assert all(0 < each < group.ORDER for each in many)


def test_secrets_differ_by_secret_purpose_and_place() -> None:
    derived = {
        transcript.derive_scalar(secret(0), "key"),
        transcript.derive_scalar(secret(1), "key"),
        transcript.derive_scalar(secret(0), "salt"),
        transcript.derive_scalar(secret(0), "key", 0),
        transcript.derive_scalar(secret(0), "key", 1),
        transcript.derive_scalar(secret(0), "key", 0, 1),
        transcript.derive_scalar(secret(0), "key", b""),
    }
    assert len(derived) == 7
    assert all(0 < scalar < group.ORDER for scalar in derived)


def test_derived_bytes_have_the_size_that_is_asked() -> None:
    assert len(transcript.derive_bytes(secret(0), "salt", 3)) == 32
    assert len(transcript.derive_bytes(secret(0), "salt", 3, size=100)) == 100


@pytest.mark.parametrize("size", [1, 2, 52, 180])
def test_a_derived_order_names_every_number_once(size: int) -> None:
    order = transcript.derive_permutation(secret(0), "order", size=size)

    assert sorted(order) == list(range(size))
    assert order == transcript.derive_permutation(secret(0), "order", size=size)


def test_all_orders_are_equally_likely() -> None:
    counts = Counter(
        transcript.derive_permutation(secret(0), "order", step, size=3) for step in range(6000)
    )
    # Six orders, 1000 each on average; six deviations of the mean are 173.
    assert len(counts) == 6
    assert all(abs(count - 1000) < 173 for count in counts.values())
