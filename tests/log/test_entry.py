"""Entries: one place, one signer, one byte form."""

from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pjeux.encoding import encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.ballot import Back
from p2pjeux.log.entry import BODY_SIZE_MAX, Entry, Place, check_entry, decode_entry, sign_entry
from tests.log.writing import OSTRAKON, identity_of, make_charter, sign_by_all

SIGNED = sign_by_all(make_charter(OSTRAKON))
PLACE = Place(SIGNED.table, 7, sha256(b"before").digest())
ENTRY = sign_entry(identity_of(2), PLACE, 2, b"body")
BACK = Back.sign(identity_of(2), PLACE, 2)


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


@pytest.mark.parametrize(
    "wrong",
    [
        replace(ENTRY, body=b"other"),
        replace(ENTRY, place=replace(PLACE, step=8)),
        replace(ENTRY, place=replace(PLACE, previous=bytes(32))),
        replace(ENTRY, seat=3),
        replace(ENTRY, signature=bytes(64)),
        replace(ENTRY, signature=BACK.signature),
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
