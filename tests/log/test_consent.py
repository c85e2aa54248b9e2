"""Consents: what can be agreed to, by whom, where, and when all have agreed."""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.charter import SEATS_MAX
from p2pjeux.log.consent import (
    PAUSES_MAX,
    Consent,
    Kind,
    check_agreement,
)
from p2pjeux.log.entry import STEP_MAX, Place
from p2pjeux.log.identity import check_signature
from tests.log.faults import Said, said, shape
from tests.log.writing import OSTRAKON, identity_of, make_charter, sign_by_all

SIGNED = sign_by_all(make_charter(OSTRAKON))
PLACE = Place(SIGNED.table, 7, sha256(b"before").digest())
PRESENT = frozenset({0, 2, 3, 4})
NOT_ALL = Said(Fault.BAD_CONSENT, "not all at the table agreed, each once")
NOT_HERE = Said(Fault.BAD_CONSENT, "what was agreed to is not to go back from here")
NOT_THERE = Said(Fault.BAD_CONSENT, "not all agreed to go back to the same step")


def consent(
    signer: int = 2, kind: Kind = Kind.TAKE_BACK, number: int = 5, place: Place = PLACE
) -> Consent:
    return Consent.sign(identity_of(signer), place, signer, kind, number)


@pytest.mark.parametrize(
    "kind, number",
    [
        (Kind.TAKE_BACK, 0),
        (Kind.TAKE_BACK, 7),
        (Kind.PAUSE, 1),
        (Kind.PAUSE, PAUSES_MAX),
        (Kind.GO_ON, 1),
        (Kind.GO_ON, PAUSES_MAX),
    ],
)
def test_a_consent_comes_back_from_its_bytes_and_holds(kind: Kind, number: int) -> None:
    one = consent(kind=kind, number=number)

    assert Consent.decode(one.encode()) == one
    assert (one.step, one.rank) == (7, (kind.value, number, 2))
    one.check(SIGNED)


def test_the_largest_consent_is_read() -> None:
    last = Consent(
        Place(SIGNED.table, STEP_MAX, bytes(32)),
        SEATS_MAX - 1,
        Kind.TAKE_BACK,
        STEP_MAX,
        bytes(64),
    )

    assert Consent.decode(last.encode()) == last


@given(st.binary(max_size=300))
def test_bytes_that_are_no_consent_are_a_fault_and_nothing_else(data: bytes) -> None:
    with pytest.raises(PeerFault):
        Consent.decode(data)


@pytest.mark.parametrize(
    "at, value, reason",
    [
        (0, bytes(31), "32 bytes were due, not 31"),
        (1, STEP_MAX + 1, "a number from 0 to 4294967295 was due"),
        (2, bytes(31), "32 bytes were due, not 31"),
        (3, -1, "a number from 0 to 11 was due"),
        (3, SEATS_MAX, "a number from 0 to 11 was due"),
        (4, "x" * 17, "a text of at most 16 characters was due"),
        (5, -1, "a number from 0 to 4294967295 was due"),
        (5, STEP_MAX + 1, "a number from 0 to 4294967295 was due"),
        (6, bytes(63), "64 bytes were due, not 63"),
    ],
)
def test_a_consent_has_one_form(at: int, value: Value, reason: str) -> None:
    fields: Any = decode(consent().encode())

    assert said(Consent.decode, encode([*fields[:at], value, *fields[at + 1 :]])) == shape(reason)
    assert said(Consent.decode, encode(fields[:-1])) == shape("a list of 7 to 7 items was due")


@pytest.mark.parametrize("kind", ["dinner", "x" * 16, ""])
def test_nobody_can_agree_to_what_is_not_known(kind: str) -> None:
    data = encode([PLACE.table, 7, PLACE.previous, 2, kind, 5, bytes(64)])

    assert said(Consent.decode, data) == Said(Fault.BAD_CONSENT, f"nobody can agree to “{kind}”")


@pytest.mark.parametrize(
    "kind, number",
    [
        (Kind.TAKE_BACK, 8),
        (Kind.PAUSE, 0),
        (Kind.PAUSE, PAUSES_MAX + 1),
        (Kind.GO_ON, 0),
        (Kind.GO_ON, PAUSES_MAX + 1),
    ],
)
def test_a_number_is_of_a_step_or_of_a_pause(kind: Kind, number: int) -> None:
    wrong = consent(kind=kind, number=number)
    text = f"seat 2 cannot agree to “{kind.value}” {number} here"

    assert said(wrong.check, SIGNED) == Said(Fault.BAD_CONSENT, text, 2, wrong.encode())


@pytest.mark.parametrize(
    "change",
    [
        {"number": 4},
        {"kind": Kind.PAUSE},
        {"seat": 3},
        {"place": replace(PLACE, step=8)},
        {"place": replace(PLACE, previous=bytes(32))},
        {"signature": bytes(64)},
    ],
)
def test_a_consent_is_signed_for_one_thing_in_one_place(change: dict[str, Any]) -> None:
    wrong = replace(consent(), **change)

    assert said(wrong.check, SIGNED) == Said(
        Fault.BAD_SIGNATURE, "the signature does not hold", wrong.seat, wrong.encode()
    )


def test_what_is_signed_is_what_the_protocol_says() -> None:
    message = encode(["p2pjeux/1/consent", PLACE.table, 7, PLACE.previous, 2, "take back", 5])

    check_signature(identity_of(2).public, message, consent().signature)


def test_a_consent_is_given_at_a_seat_of_this_table() -> None:
    foreign = consent(place=replace(PLACE, table=bytes(32)))

    assert said(foreign.check, SIGNED) == Said(Fault.BAD_CHAIN, "it belongs to another table", 2)
    assert said(replace(consent(), seat=5).check, SIGNED) == shape(
        "there is no seat 5 at this table"
    )


def agreed(signers: Iterable[int], number: int = 5) -> tuple[Consent, ...]:
    return tuple(consent(signer, number=number) for signer in signers)


def refusal(consents: tuple[Consent, ...]) -> Said:
    return said(check_agreement, SIGNED, PLACE, PRESENT, consents)


def test_all_who_are_present_agree() -> None:
    check_agreement(SIGNED, PLACE, PRESENT, agreed((0, 2, 3, 4)))
    check_agreement(SIGNED, PLACE, {2}, agreed((2,)))


@pytest.mark.parametrize(
    "signers", [(), (0, 2, 3), (0, 1, 2, 3, 4), (0, 2, 3, 4, 4), (0, 3, 2, 4), (1, 2, 3, 4)]
)
def test_nobody_is_missing_and_nobody_else_is_counted(signers: tuple[int, ...]) -> None:
    assert refusal(agreed(signers)) == NOT_ALL


def test_all_agree_to_the_same_step_from_the_same_place() -> None:
    good = agreed((0, 2, 3, 4))
    elsewhere = consent(4, place=replace(PLACE, previous=bytes(32)))
    pause = consent(4, Kind.PAUSE, 5)

    assert refusal((*good[:3], elsewhere)) == NOT_HERE
    assert refusal((*good[:3], pause)) == NOT_HERE
    assert refusal((*good[:3], consent(4, number=4))) == NOT_THERE
    assert refusal((consent(0, number=4), *good[1:])) == NOT_THERE


def test_every_voice_is_checked() -> None:
    good = agreed((0, 2, 3, 4))
    for at, one in enumerate(good):
        forged = replace(one, signature=bytes(64))
        assert refusal((*good[:at], forged, *good[at + 1 :])) == Said(
            Fault.BAD_SIGNATURE, "the signature does not hold", one.seat, forged.encode()
        )
    late = agreed((0, 2, 3, 4), number=8)
    assert refusal(late).message == "seat 0 cannot agree to “take back” 8 here"
