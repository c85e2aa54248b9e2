"""Forks convict whoever signed them, offline, and nobody else."""

from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pjeux.encoding import decode, encode
from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.entry import Entry, Place, sign_entry
from p2pjeux.log.forks import Fork, check_fork, decode_fork, find_fork, fork_of
from p2pjeux.log.statement import Kind, Statement, sign_statement
from tests.log.writing import OSTRAKON, identity_of, make_charter, sign_by_all

SIGNED = sign_by_all(make_charter(OSTRAKON))
PLACE = Place(SIGNED.table, 7, sha256(b"before").digest())
ELSEWHERE = replace(PLACE, previous=sha256(b"otherwise").digest())
LATER = replace(PLACE, step=8)


def entry(seat: int = 2, place: Place = PLACE, body: bytes = b"body") -> Entry:
    return sign_entry(identity_of(seat), place, seat, body)


def statement(kind: Kind, *subjects: int, signer: int = 2, place: Place = PLACE) -> Statement:
    return sign_statement(identity_of(signer), place, signer, kind, *subjects or (4,))


FORKS = [
    (entry(), entry(body=b"other")),
    (entry(), entry(place=ELSEWHERE)),
    (statement(Kind.ABSENT), statement(Kind.OBJECT)),
    (statement(Kind.ABSENT, 1, 3, 4), statement(Kind.OBJECT, 3)),
    (statement(Kind.ABSENT, 1), statement(Kind.ABSENT, 3)),
    (statement(Kind.ABSENT, 1, 3), statement(Kind.ABSENT, 3, 4)),
    (statement(Kind.ABSENT, 1, 3), statement(Kind.WITHOUT, 3, 4)),
    (statement(Kind.ABSENT, 3), statement(Kind.CLOSED, 3)),
    (statement(Kind.ABSENT, 1, 3), statement(Kind.CLOSED, 1, 3)),
    (statement(Kind.WITHOUT, 1, 3), statement(Kind.CLOSED, 1, 3)),
]


@pytest.mark.parametrize(("one", "other"), FORKS)
def test_what_excludes_each_other_is_a_fork(
    one: Entry | Statement, other: Entry | Statement
) -> None:
    fork = fork_of(one, other)

    check_fork(SIGNED, fork)
    assert (fork.seat, fork.step) == (2, 7)
    assert "seat 2" in fork.reason
    assert decode_fork(fork.encode()) == fork


@pytest.mark.parametrize(("one", "other"), FORKS)
def test_a_fork_has_one_byte_form(one: Entry | Statement, other: Entry | Statement) -> None:
    fork = fork_of(one, other)
    kind, first, second = decode(fork.encode())  # type: ignore[misc]  # three fields, as we know

    assert fork_of(other, one).encode() == fork.encode()
    with pytest.raises(PeerFault):
        decode_fork(encode([kind, second, first]))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (entry(), entry()),
        (entry(), entry(seat=3)),
        (entry(), entry(place=LATER)),
        (entry(), replace(entry(body=b"other"), place=replace(PLACE, table=bytes(32)))),
        (statement(Kind.ABSENT), statement(Kind.ABSENT)),
        (statement(Kind.ABSENT), statement(Kind.ABSENT, place=ELSEWHERE)),
        (statement(Kind.ABSENT), statement(Kind.OBJECT, 3)),
        (statement(Kind.ABSENT, 1), statement(Kind.ABSENT, 1, 3)),
        (statement(Kind.ABSENT, 1, 3, 4), statement(Kind.ABSENT, 3)),
        (statement(Kind.OBJECT, 1), statement(Kind.OBJECT, 3)),
        (statement(Kind.OBJECT, 1), statement(Kind.CLOSED, 1)),
        # Whoever refuses one set may have stated any other, be it larger or smaller.
        (statement(Kind.ABSENT, 1, 3), statement(Kind.CLOSED, 3)),
        (statement(Kind.WITHOUT, 1, 3), statement(Kind.CLOSED, 1)),
        (statement(Kind.ABSENT, 3), statement(Kind.CLOSED, 1, 3)),
        (statement(Kind.WITHOUT, 3), statement(Kind.CLOSED, 3, 4)),
        (statement(Kind.ABSENT, 1, 3), statement(Kind.CLOSED, 3, 4)),
        (statement(Kind.CLOSED, 1), statement(Kind.CLOSED, 1, 3)),
        (statement(Kind.CLOSED, 1, 3), statement(Kind.CLOSED, 3, 4)),
        # Whoever has an entry may find later that its author does not join in.
        (statement(Kind.OBJECT, 1), statement(Kind.WITHOUT, 1)),
        (statement(Kind.ABSENT, 1, 3), statement(Kind.WITHOUT, 1, 3)),
        (statement(Kind.ABSENT, 1), statement(Kind.WITHOUT, 1, 3)),
        # After a roll-back an honest seat may come to a step of the same number again.
        (statement(Kind.ABSENT), statement(Kind.OBJECT, place=ELSEWHERE)),
        (statement(Kind.ABSENT), statement(Kind.OBJECT, signer=3)),
        (statement(Kind.ABSENT), statement(Kind.OBJECT, place=LATER)),
        (entry(), statement(Kind.OBJECT)),
    ],
)
def test_what_an_honest_seat_may_sign_is_no_fork(
    one: Entry | Statement, other: Entry | Statement
) -> None:
    assert find_fork(one, other) is None
    with pytest.raises(Refused):
        fork_of(one, other)


def test_two_signatures_of_one_thing_are_a_fork_too() -> None:
    # Honest signatures are deterministic, and two of them would make two forms of one log.
    one, absent = entry(), statement(Kind.ABSENT)

    assert find_fork(one, replace(one, signature=bytes(64))) is not None
    assert find_fork(absent, replace(absent, signature=bytes(64))) is not None


@pytest.mark.parametrize(
    "forged",
    [
        fork_of(entry(), replace(entry(), body=b"never said")),
        fork_of(entry(), replace(entry(), signature=bytes(64))),
        fork_of(entry(), sign_entry(identity_of(3), PLACE, 2, b"other")),
        fork_of(statement(Kind.ABSENT), sign_statement(identity_of(3), PLACE, 2, Kind.OBJECT, 4)),
    ],
)
def test_nobody_is_convicted_by_what_he_did_not_sign(forged: Fork) -> None:
    with pytest.raises(PeerFault) as caught:
        check_fork(SIGNED, decode_fork(forged.encode()))

    assert caught.value.fault is Fault.BAD_EVIDENCE
    assert caught.value.seat is None


def test_a_fork_counts_at_its_own_table_only() -> None:
    other = sign_by_all(make_charter(OSTRAKON, seed=1), seed=1)

    with pytest.raises(PeerFault):
        check_fork(other, fork_of(entry(), entry(body=b"other")))


@given(st.binary(max_size=300))
def test_bytes_that_are_no_fork_are_a_fault_and_nothing_else(data: bytes) -> None:
    with pytest.raises(PeerFault):
        decode_fork(data)


@pytest.mark.parametrize("kind", ["entry", "steps", "", None, 1])
def test_an_unknown_kind_of_fork_is_refused(kind: str | int | None) -> None:
    with pytest.raises(PeerFault):
        decode_fork(encode([kind, entry().encode(), entry(body=b"other").encode()]))
