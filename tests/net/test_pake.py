"""Our SPAKE2 against that of a package that knows nothing of us, and at its edges."""

import pytest
from spake2 import SPAKE2_A, SPAKE2_B

from p2pjeux.net.pake import ENTROPY_SIZE, Pake, Parties
from p2pjeux.primitives import points
from p2pjeux.primitives.forms import FIELD
from tests.net.people import entropy

PARTIES = Parties(b"lune-pomme-ours", b"guest", b"host")
NAMED = (PARTIES.password, PARTIES.guest, PARTIES.host)


def test_as_guest_it_comes_to_the_key_of_the_package() -> None:
    ours, theirs = Pake(PARTIES, entropy(ENTROPY_SIZE), is_guest=True), SPAKE2_B(*NAMED)
    answer = theirs.start()[1:]

    key = ours.finish(answer)

    assert key is not None
    assert key == theirs.finish(b"A" + ours.first)


def test_as_host_it_comes_to_the_key_of_the_package() -> None:
    ours, theirs = Pake(PARTIES, entropy(ENTROPY_SIZE), is_guest=False), SPAKE2_A(*NAMED)
    first = theirs.start()[1:]

    key = ours.finish(first)

    assert key is not None
    assert key == theirs.finish(b"B" + ours.first)


def test_another_password_makes_another_key() -> None:
    other = Parties(b"lune-pomme-loup", b"guest", b"host")
    guest = Pake(PARTIES, entropy(ENTROPY_SIZE), is_guest=True)
    host = Pake(other, entropy(ENTROPY_SIZE), is_guest=False)

    assert guest.finish(host.first) != host.finish(guest.first)


@pytest.mark.parametrize(
    "element",
    [
        b"",
        (1).to_bytes(32, "little"),
        (FIELD + 3).to_bytes(32, "little"),
        (2).to_bytes(32, "little"),
        b"\xff" * 32,
    ],
    ids=["empty", "neutral", "not reduced", "no point", "all ones"],
)
def test_what_no_honest_end_sends_makes_no_key(element: bytes) -> None:
    assert Pake(PARTIES, entropy(ENTROPY_SIZE), is_guest=True).finish(element) is None


def test_our_own_element_makes_no_key() -> None:
    guest = Pake(PARTIES, entropy(ENTROPY_SIZE), is_guest=True)

    assert guest.finish(guest.first) is None


def test_the_right_guess_is_not_told_by_a_fault() -> None:
    # A cheat sends his guess times M and nothing else: unblinded it is the neutral element.
    neutral = _without_secret()

    assert Pake(PARTIES, entropy(ENTROPY_SIZE), is_guest=False).finish(neutral) is not None


def _without_secret() -> bytes:
    guest = Pake(PARTIES, entropy(ENTROPY_SIZE), is_guest=True)
    return points.subtract(guest.first, points.multiply_base(guest._secret))
