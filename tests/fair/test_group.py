"""The group: what counts as a point or a scalar, and arithmetic at its edges."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import elligator, group
from p2pjeux.fair.group import BASE, IDENTITY, ORDER, Point
from p2pjeux.primitives import points
from tests.fair.honest import ORDER_EIGHT, ORDER_FOUR, ORDER_TWO, PRIME, outside, point

SIGN = 1 << 255
scalars = st.integers(min_value=0, max_value=ORDER - 1)


def little(number: int) -> bytes:
    return number.to_bytes(32, "little")


NOT_POINTS = {
    "identity": IDENTITY,
    "identity with a sign": little(1 | SIGN),
    "identity, not canonical": little(PRIME + 1),
    "order two": ORDER_TWO,
    "order two with a sign": little(PRIME - 1 | SIGN),
    "order four": ORDER_FOUR,
    "order four with a sign": little(SIGN),
    "order eight": ORDER_EIGHT,
    "not on the curve": little(2),
    "on the curve, outside the group": little(5),
    "all ones": b"\xff" * 32,
    "nothing": b"",
    "one byte short": BASE[:-1],
    "one byte long": BASE + b"\0",
    "mixed with order two": outside(BASE)[0],
    "mixed with order four": outside(BASE)[1],
    "mixed with order eight": outside(BASE)[2],
}


@pytest.mark.parametrize("data", NOT_POINTS.values(), ids=NOT_POINTS.keys())
def test_bytes_that_are_no_member_are_refused(data: bytes) -> None:
    with pytest.raises(PeerFault) as caught:
        group.decode_point(data)
    assert caught.value.fault is Fault.BAD_POINT


@pytest.mark.parametrize("scalar", [0, 1, 7, ORDER - 1])
@pytest.mark.parametrize("data", NOT_POINTS.values(), ids=NOT_POINTS.keys())
def test_multiplying_refuses_what_decoding_refuses(data: bytes, scalar: int) -> None:
    with pytest.raises(PeerFault) as caught:
        group.multiply_foreign(scalar, data)
    assert caught.value.fault is Fault.BAD_POINT


def test_no_coordinate_beyond_the_prime_is_read() -> None:
    for excess in range(19):
        for sign in (0, SIGN):
            with pytest.raises(PeerFault):
                group.decode_point(little(PRIME + excess | sign))
            with pytest.raises(PeerFault):
                group.multiply_foreign(3, little(PRIME + excess | sign))


def test_the_guard_against_an_old_library_uses_a_point_outside_the_group() -> None:
    assert outside(BASE)[0] == points._OUTSIDE
    assert points._library_is_sound()


def test_an_unsound_library_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(points, "_library_is_sound", lambda: False)
    with pytest.raises(RuntimeError, match=r"PyNaCl 1\.6\.2"):
        group.decode_point(BASE)
    with pytest.raises(RuntimeError, match=r"PyNaCl 1\.6\.2"):
        group.multiply_foreign(2, BASE)


def test_the_identity_is_read_only_where_it_is_allowed() -> None:
    assert group.decode_point(IDENTITY, identity=True) == IDENTITY
    assert group.decode_point(BASE, identity=True) == BASE
    with pytest.raises(PeerFault):
        group.decode_point(ORDER_TWO, identity=True)


@given(scalars)
def test_a_scalar_has_one_byte_form(scalar: int) -> None:
    assert group.decode_scalar(group.encode_scalar(scalar)) == scalar
    assert group.encode_scalar(scalar + ORDER) == group.encode_scalar(scalar)


@pytest.mark.parametrize(
    "data",
    [little(ORDER), little(ORDER + 1), b"\xff" * 32, b"", bytes(31), bytes(33)],
    ids=["order", "order plus one", "all ones", "nothing", "short", "long"],
)
def test_an_unreduced_or_misshapen_scalar_is_refused(data: bytes) -> None:
    with pytest.raises(PeerFault) as caught:
        group.decode_scalar(data)
    assert caught.value.fault is Fault.BAD_SCALAR


def test_zero_is_refused_where_it_must_not_be() -> None:
    assert group.decode_scalar(bytes(32)) == 0
    assert group.decode_nonzero_scalar(little(1)) == 1
    with pytest.raises(PeerFault) as caught:
        group.decode_nonzero_scalar(bytes(32))
    assert caught.value.fault is Fault.BAD_SCALAR


def test_points_are_cut_only_from_whole_numbers_of_them() -> None:
    assert group.split_points(BASE + IDENTITY) == (BASE, IDENTITY)
    with pytest.raises(PeerFault):
        group.split_points(BASE + b"\0")


def test_neutral_scalars_and_points_multiply_to_the_identity() -> None:
    for scalar in (0, ORDER, -ORDER):
        assert group.multiply(scalar, point(1)) == IDENTITY
        assert group.multiply_base(scalar) == IDENTITY
        assert group.multiply_foreign(scalar, point(1)) == IDENTITY
    assert group.multiply(5, IDENTITY) == IDENTITY
    assert group.total([]) == IDENTITY
    assert group.weighted_sum([]) == IDENTITY
    assert group.add(point(1), group.negate(point(1))) == IDENTITY
    assert group.add(point(1), IDENTITY) == point(1)


def test_one_and_minus_one_do_what_they_say() -> None:
    assert group.multiply_base(1) == group.multiply(1, BASE) == BASE
    assert group.multiply(-1, point(1)) == group.negate(point(1))
    assert group.multiply(ORDER - 1, BASE) == group.negate(BASE)


@settings(max_examples=20, deadline=None)
@given(scalars, scalars)
def test_multiplication_distributes(left: int, right: int) -> None:
    base = point(2)
    together = group.multiply(left + right, base)
    assert together == group.add(group.multiply(left, base), group.multiply(right, base))
    assert group.multiply(left, group.multiply_base(right)) == group.multiply_base(left * right)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(scalars, st.integers(0, 4)), max_size=8))
def test_a_weighted_sum_is_the_sum_of_products_whatever_repeats(
    terms: list[tuple[int, int]],
) -> None:
    # Number 0 is the base point, which takes a faster way.
    points = [BASE, *map(point, range(1, 5))]
    expected = group.total(group.multiply(scalar, points[number]) for scalar, number in terms)

    assert group.weighted_sum([(scalar, points[number]) for scalar, number in terms]) == expected


@pytest.mark.parametrize("weight", [0, 1, ORDER - 5])
def test_a_weighted_sum_checks_every_point_even_one_that_weighs_nothing(weight: int) -> None:
    terms = [(3, point(1)), (weight, outside(point(2))[0])]
    with pytest.raises(PeerFault) as caught:
        group.weighted_sum(terms)
    assert caught.value.fault is Fault.BAD_POINT


def test_a_weighted_sum_is_the_same_on_threads() -> None:
    terms = [(number * 7919, point(number)) for number in range(1, 100)]
    with ThreadPoolExecutor(2) as pool:
        assert group.weighted_sum(terms, pool.map) == group.weighted_sum(terms)


def coordinates(data: Point) -> tuple[int, int]:
    """The y coordinate of a point and whether its x is odd."""
    number = int.from_bytes(data, "little")
    return number % SIGN, number >> 255


# RFC 9380, appendix J.5.1: x and y of the points the suite must give.
RFC_TAG = b"QUUX-V01-CS02-with-edwards25519_XMD:SHA-512_ELL2_RO_"
RFC_ANSWERS = json.loads((Path(__file__).parent / "rfc9380.json").read_text())


@pytest.mark.parametrize("answer", RFC_ANSWERS, ids=lambda answer: answer["message"][:8] or "empty")
def test_hashing_gives_the_published_answers(answer: dict[str, str]) -> None:
    hashed = group.hash_with_tag(answer["message"].encode(), RFC_TAG)

    assert coordinates(hashed) == (int(answer["y"], 16), int(answer["x"], 16) & 1)


def test_hashed_points_are_members_and_differ_by_message_and_purpose() -> None:
    points = {
        group.hash_to_point(message, purpose)
        for message in (b"", b"a", b"b")
        for purpose in ("card", "die")
    }
    assert len(points) == 6
    for hashed in points:
        assert group.decode_point(hashed) == hashed


@pytest.mark.parametrize("element", [0, 1, PRIME - 1])
def test_the_edges_of_the_field_map_to_the_curve(element: int) -> None:
    # Eight times a point of the curve is a member, or neutral.
    mapped = elligator.map_to_curve(element)
    cleared = Point(mapped)
    for _ in range(3):
        cleared = group.add(cleared, cleared)
    assert group.decode_point(cleared, identity=True) == cleared


def test_no_other_file_knows_which_group_it_is() -> None:
    package = Path(group.__file__).parents[1]
    naming = {
        path.name
        for path in package.rglob("*.py")
        for line in path.read_text().splitlines()
        if line.startswith(
            ("from p2pjeux.primitives import points", "from p2pjeux.fair import ell")
        )
    }
    # Codes of private tables are spoken upon the same points (protocol/7-links.md, Codes).
    assert naming == {"group.py", "pake.py"}
