"""Entries and statements: one place, one signer, one byte form."""

from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p2pjeux.log.statement import (
    Kind,
    Statement,
    check_statement,
    decode_statement,
    sign_statement,
)

from p2pjeux.encoding import Value, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.entry import BODY_SIZE_MAX, Entry, Place, check_entry, decode_entry, sign_entry
from tests.log.writing import OSTRAKON, identity_of, make_charter, sign_by_all

SIGNED = sign_by_all(make_charter(OSTRAKON))
PLACE = Place(SIGNED.table, 7, sha256(b"before").digest())
ENTRY = sign_entry(identity_of(2), PLACE, 2, b"body")
STATEMENT = sign_statement(identity_of(2), PLACE, 2, Kind.ABSENT, 4)


@given(
    step=st.integers(0, 2**32 - 1),
    seat=st.integers(0, 4),
    body=st.binary(max_size=300),
    previous=st.binary(min_size=32, max_size=32),
)
def test_an_entry_comes_back_from_its_bytes(
    step: int, seat: int, body: bytes, previous: bytes
) -> None:
    entry = sign_entry(identity_of(seat), Place(SIGNED.table, step, previous), seat, body)

    assert decode_entry(entry.encode()) == entry
    check_entry(SIGNED, entry)


@given(st.binary(max_size=400))
def test_bytes_that_are_no_entry_are_a_fault_and_nothing_else(data: bytes) -> None:
    with pytest.raises(PeerFault):
        decode_entry(data)
    with pytest.raises(PeerFault):
        decode_statement(data)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(ENTRY, body=b"other"),
        replace(ENTRY, place=replace(PLACE, step=8)),
        replace(ENTRY, place=replace(PLACE, previous=bytes(32))),
        replace(ENTRY, seat=3),
        replace(ENTRY, signature=bytes(64)),
        replace(ENTRY, signature=STATEMENT.signature),
    ],
)
def test_an_entry_is_signed_for_one_place_one_seat_and_one_body(wrong: Entry) -> None:
    with pytest.raises(PeerFault) as caught:
        check_entry(SIGNED, wrong)

    assert caught.value.fault is Fault.BAD_SIGNATURE
    assert caught.value.seat == wrong.seat
    assert decode_entry(caught.value.evidence) == wrong


def test_an_entry_of_another_table_is_refused_before_its_signature_is_looked_at() -> None:
    foreign = replace(ENTRY, place=replace(PLACE, table=bytes(32)))

    with pytest.raises(PeerFault) as caught:
        check_entry(SIGNED, foreign)

    assert caught.value.fault is Fault.BAD_CHAIN


def test_a_seat_that_is_not_there_cannot_sign() -> None:
    with pytest.raises(PeerFault) as caught:
        check_entry(SIGNED, replace(ENTRY, seat=5))

    assert caught.value.fault is Fault.BAD_SHAPE


BAD_ENTRIES = [
    [],
    [PLACE.table, 7, PLACE.previous, 2, b"body"],
    [PLACE.table, 7, PLACE.previous, 2, b"body", bytes(63)],
    [PLACE.table, 7, PLACE.previous, 2, b"body", bytes(64), 0],
    [PLACE.table, -1, PLACE.previous, 2, b"body", bytes(64)],
    [PLACE.table, 1 << 32, PLACE.previous, 2, b"body", bytes(64)],
    [PLACE.table, True, PLACE.previous, 2, b"body", bytes(64)],
    [PLACE.table[1:], 7, PLACE.previous, 2, b"body", bytes(64)],
    [PLACE.table, 7, PLACE.previous[1:], 2, b"body", bytes(64)],
    [PLACE.table, 7, PLACE.previous, 12, b"body", bytes(64)],
    [PLACE.table, 7, PLACE.previous, -1, b"body", bytes(64)],
    [PLACE.table, 7, PLACE.previous, 2, "body", bytes(64)],
    [PLACE.table, 7, PLACE.previous, 2, bytes(BODY_SIZE_MAX + 1), bytes(64)],
]


@pytest.mark.parametrize("value", BAD_ENTRIES, ids=range(len(BAD_ENTRIES)))
def test_an_entry_out_of_its_form_is_refused(value: list[object]) -> None:
    with pytest.raises(PeerFault):
        decode_entry(encode(value))  # type: ignore[arg-type]  # values of several types


@pytest.mark.parametrize("kind", list(Kind))
def test_a_statement_comes_back_from_its_bytes(kind: Kind) -> None:
    subject = 2 if kind is Kind.BACK else 4
    statement = sign_statement(identity_of(2), PLACE, 2, kind, subject)

    assert decode_statement(statement.encode()) == statement
    check_statement(SIGNED, statement)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(STATEMENT, kind=Kind.OBJECT),
        replace(STATEMENT, subjects=(3,)),
        replace(STATEMENT, subjects=(3, 4)),
        replace(STATEMENT, signer=1),
        replace(STATEMENT, place=replace(PLACE, step=8)),
        replace(STATEMENT, place=replace(PLACE, previous=bytes(32))),
        replace(STATEMENT, signature=ENTRY.signature),
    ],
)
def test_a_statement_says_one_thing_in_one_place(wrong: Statement) -> None:
    with pytest.raises(PeerFault) as caught:
        check_statement(SIGNED, wrong)

    assert caught.value.fault is Fault.BAD_SIGNATURE
    assert caught.value.seat == wrong.signer


@pytest.mark.parametrize(("kind", "subject"), [("absent", 2), ("object", 2), ("back", 3)])
def test_nobody_states_his_own_absence_or_the_return_of_another(kind: str, subject: int) -> None:
    statement = sign_statement(identity_of(2), PLACE, 2, Kind(kind), subject)

    with pytest.raises(PeerFault) as caught:
        check_statement(SIGNED, statement)

    assert caught.value.fault is Fault.BAD_STATEMENT


@pytest.mark.parametrize("subject", [5, 11])
def test_nothing_can_be_stated_of_a_seat_that_is_not_there(subject: int) -> None:
    statement = sign_statement(identity_of(2), PLACE, 2, Kind.ABSENT, subject)

    with pytest.raises(PeerFault) as caught:
        check_statement(SIGNED, statement)

    assert caught.value.fault is Fault.BAD_SHAPE


def test_several_absences_are_stated_at_once_but_nothing_else_is() -> None:
    statement = sign_statement(identity_of(2), PLACE, 2, Kind.ABSENT, 4, 0, 1)
    objection = sign_statement(identity_of(2), PLACE, 2, Kind.OBJECT, 4, 0)

    assert statement.subjects == (0, 1, 4)
    assert decode_statement(statement.encode()) == statement
    check_statement(SIGNED, statement)
    with pytest.raises(PeerFault) as caught:
        check_statement(SIGNED, objection)
    assert caught.value.fault is Fault.BAD_STATEMENT


@pytest.mark.parametrize("subjects", [[], [4, 0], [4, 4], [0, 12], list(range(13)), 4])
def test_subjects_have_one_form(subjects: Value) -> None:
    data = encode([PLACE.table, 7, PLACE.previous, 2, "absent", subjects, bytes(64)])

    with pytest.raises(PeerFault):
        decode_statement(data)


def test_an_unknown_kind_of_statement_is_refused() -> None:
    data = encode([PLACE.table, 7, PLACE.previous, 2, "applause", [4], bytes(64)])

    with pytest.raises(PeerFault) as caught:
        decode_statement(data)

    assert caught.value.fault is Fault.BAD_STATEMENT
