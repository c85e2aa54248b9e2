"""Accepts, moves, proposals, returns: one codec, strict, and what convicts whom."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Final

import pytest

from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.ballot import Accept, Back, Ballot, Move, Proposal, closing_of
from p2pjeux.log.certificate import (
    Certificate,
    bundle_of,
    certificate_of,
    decode_bundle,
    decode_certificate,
)
from p2pjeux.log.conviction import (
    Conviction,
    check_conviction,
    convictions,
    decode_conviction,
    find_conviction,
)
from p2pjeux.log.entry import Entry, Place, sign_entry
from p2pjeux.log.signed import Signed, field_names
from tests.log.writing import OSTRAKON, identity_of, make_charter, sign_by_all

SIGNED = sign_by_all(make_charter(OSTRAKON))
PLACE = Place(SIGNED.table, 7, sha256(b"before").digest())
ENTRIES = [sign_entry(identity_of(seat), PLACE, seat, b"body") for seat in range(4)]
CLOSING = closing_of([(one.seat, one.digest) for one in ENTRIES], [4])
DIGEST = CLOSING.digest(PLACE)
ACCEPT = Accept.sign(identity_of(1), PLACE, 1, 0, DIGEST, None)
MOVE = Move.sign(identity_of(1), PLACE, 1, 1, (0, ACCEPT.digest), (4,))
PROPOSAL = Proposal.sign(identity_of(3), PLACE, 3, 1, CLOSING, (MOVE.digest,))
LATER = Accept.sign(identity_of(1), PLACE, 1, 1, DIGEST, PROPOSAL.digest)
BACK = Back.sign(identity_of(4), PLACE, 4)
ALL: Final[tuple[Signed, ...]] = (ENTRIES[0], ACCEPT, MOVE, PROPOSAL, LATER, BACK)

every_kind = pytest.mark.parametrize("record", ALL, ids=lambda one: one.FORM.purpose)


@every_kind
def test_a_record_comes_back_from_its_bytes(record: Signed) -> None:
    again = type(record).decode(record.encode())

    assert again == record
    assert type(record).read(PLACE, decode(encode(record.tail()))) == record
    assert again.digest == sha256(record.encode()).digest()
    again.check(SIGNED)


@every_kind
def test_the_form_of_a_kind_names_its_fields(record: Signed) -> None:
    said = tuple(field.name for field in record.FORM.said)

    assert field_names(type(record)) == ("place", "seat", *said, "signature")


@every_kind
def test_every_field_is_under_the_signature(record: Signed) -> None:
    for kind in (Accept, Move, Proposal, Back, Entry):
        if kind is not type(record) and len(kind.FORM.said) == len(record.FORM.said):
            assert kind.FORM.purpose != record.FORM.purpose
    wrong: list[Signed] = [
        replace(record, place=replace(PLACE, step=8)),  # type: ignore[type-var]
        replace(record, place=replace(PLACE, previous=bytes(32))),  # type: ignore[type-var]
        replace(record, signature=bytes(64)),  # type: ignore[type-var]
    ]
    for one in wrong:
        with pytest.raises(PeerFault) as caught:
            one.check(SIGNED)
        assert caught.value.fault is Fault.BAD_SIGNATURE
        assert caught.value.seat == record.seat
        assert caught.value.evidence == one.encode()


@every_kind
def test_a_record_of_another_table_or_of_no_seat_is_refused_before_its_signature(
    record: Signed,
) -> None:
    other = replace(record, place=replace(PLACE, table=bytes(32)))  # type: ignore[type-var]
    nobody = replace(record, seat=5)  # type: ignore[type-var]

    with pytest.raises(PeerFault, match="another table") as caught:
        other.check(SIGNED)
    assert (caught.value.fault, caught.value.seat) == (Fault.BAD_CHAIN, record.seat)
    with pytest.raises(PeerFault, match="no seat 5") as caught:
        nobody.check(SIGNED)
    assert (caught.value.fault, caught.value.seat) == (Fault.BAD_SHAPE, None)


def _with(record: Signed, at: int, value: Value) -> bytes:
    whole = decode(record.encode())
    assert isinstance(whole, tuple)
    return encode([*whole[:at], value, *whole[at + 1 :]])


ONE: Final = bytes(32)


@pytest.mark.parametrize(
    ("record", "at", "value"),
    [
        (ACCEPT, 3, 12),
        (ACCEPT, 4, 1 << 16),
        (ACCEPT, 4, -1),
        (ACCEPT, 5, bytes(31)),
        (ACCEPT, 6, bytes(33)),
        (ACCEPT, 7, bytes(63)),
        (MOVE, 4, True),
        (MOVE, 5, [0]),
        (MOVE, 5, [0, bytes(31)]),
        (MOVE, 6, [4, 4]),
        (MOVE, 6, [3, 2]),
        (MOVE, 6, [12]),
        (PROPOSAL, 5, [[], []]),
        (PROPOSAL, 5, [[[0, ONE], [0, ONE]], []]),
        (PROPOSAL, 5, [[[1, ONE], [0, ONE]], []]),
        (PROPOSAL, 5, [[[0, ONE]], [0]]),
        (PROPOSAL, 5, [[[0, ONE]], [2, 1]]),
        (PROPOSAL, 6, []),
        (PROPOSAL, 6, [ONE] * 13),
    ],
)
def test_another_shape_is_refused(record: Signed, at: int, value: Value) -> None:
    with pytest.raises(PeerFault) as caught:
        type(record).decode(_with(record, at, value))
    assert caught.value.fault is Fault.BAD_SHAPE


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Accept.sign(identity_of(1), PLACE, 1, 0, DIGEST, ONE), "names its proposal"),
        (lambda: Accept.sign(identity_of(1), PLACE, 1, 1, DIGEST, None), "names its proposal"),
        (lambda: Move.sign(identity_of(1), PLACE, 1, 0, None, ()), "round 0"),
        (lambda: Move.sign(identity_of(1), PLACE, 1, 2, (2, ONE), ()), "lower round"),
        (lambda: Move.sign(identity_of(1), PLACE, 1, 2, None, (1,)), "without himself"),
        (lambda: Move.sign(identity_of(1), PLACE, 1, 2, None, (5,)), "there is not"),
        (lambda: Proposal.sign(identity_of(1), PLACE, 1, 0, CLOSING, (ONE,)), "no scribe"),
        (
            lambda: Proposal.sign(identity_of(1), PLACE, 1, 1, closing_of([(5, ONE)]), (ONE,)),
            "there is not",
        ),
    ],
)
def test_what_no_honest_peer_says_is_refused(make: Callable[[], Signed], words: str) -> None:
    record = make()

    with pytest.raises(PeerFault, match=words) as caught:
        record.check(SIGNED)
    assert caught.value.fault is Fault.BAD_STATEMENT
    assert (caught.value.seat, caught.value.evidence) == (1, record.encode())


def test_the_digest_of_a_closing_is_that_of_the_step() -> None:
    # protocol/3-log.md, Step: the value is DIGEST("step", previous, number, entries, absent).
    entries: list[Value] = [[one.seat, sha256(one.encode()).digest()] for one in ENTRIES]
    plain = encode(["p2pjeux/1/step", PLACE.previous, 7, entries, [4]])

    assert sha256(plain).digest() == DIGEST


# Convictions.

OTHER_ENTRY = sign_entry(identity_of(1), PLACE, 1, b"other")
OTHER_ACCEPT = Accept.sign(identity_of(1), PLACE, 1, 0, ONE, None)
SILENT_MOVE = Move.sign(identity_of(1), PLACE, 1, 1, None, (4,))
LOW_MOVE = Move.sign(identity_of(1), PLACE, 1, 2, (0, ACCEPT.digest), ())
TRUE_MOVE = Move.sign(identity_of(1), PLACE, 1, 2, (1, LATER.digest), ())
FALSE_MOVE = Move.sign(identity_of(1), PLACE, 1, 2, (1, ONE), ())
OTHER_PROPOSAL = Proposal.sign(
    identity_of(3), PLACE, 3, 1, closing_of([(0, ENTRIES[0].digest)]), (MOVE.digest,)
)
PAIRS: Final = [
    (ENTRIES[1], OTHER_ENTRY, "signed two different entries"),
    (ACCEPT, OTHER_ACCEPT, "signed two different accepts in round 0"),
    (MOVE, SILENT_MOVE, "signed two different moves in round 1"),
    (PROPOSAL, OTHER_PROPOSAL, "signed two different proposals in round 1"),
    (ACCEPT, SILENT_MOVE, "moved to round 1 and hid what it had accepted in 0"),
    (LATER, LOW_MOVE, "moved to round 2 and hid what it had accepted in 1"),
    (LATER, FALSE_MOVE, "moved to round 2 and hid what it had accepted in 1"),
]


@pytest.mark.parametrize(("one", "other", "reason"), PAIRS)
def test_two_records_of_which_an_honest_seat_signs_one_convict(
    one: Entry | Ballot, other: Entry | Ballot, reason: str
) -> None:
    found = find_conviction(one, other)

    assert found is not None
    assert found == find_conviction(other, one)
    assert found.reason == f"seat {one.seat} {reason} of step 7"
    assert found.seat == one.seat
    assert decode_conviction(found.encode()) == found
    assert list(convictions([one, other])) == [found]
    check_conviction(SIGNED, found)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (ENTRIES[1], ENTRIES[1]),
        (ENTRIES[1], ENTRIES[2]),
        (ENTRIES[1], sign_entry(identity_of(1), replace(PLACE, previous=ONE), 1, b"body")),
        (ACCEPT, LATER),
        (ACCEPT, MOVE),
        (ACCEPT, TRUE_MOVE),
        (LATER, TRUE_MOVE),
        (LATER, MOVE),
        (MOVE, TRUE_MOVE),
        (PROPOSAL, MOVE),
        (ENTRIES[1], ACCEPT),
    ],
)
def test_what_an_honest_peer_signs_convicts_nobody(
    one: Entry | Ballot, other: Entry | Ballot
) -> None:
    assert find_conviction(one, other) is None
    assert find_conviction(other, one) is None


def test_evidence_that_was_forged_names_nobody() -> None:
    forged = find_conviction(ENTRIES[1], replace(OTHER_ENTRY, body=b"third"))
    assert forged is not None

    with pytest.raises(PeerFault, match="the evidence against seat 1 is false") as caught:
        check_conviction(SIGNED, forged)
    assert caught.value.fault is Fault.BAD_EVIDENCE
    assert caught.value.seat is None
    assert caught.value.evidence == forged.encode()


def test_evidence_has_one_form() -> None:
    found = find_conviction(ENTRIES[1], OTHER_ENTRY)
    assert found is not None
    turned = Conviction((found.pair[1], found.pair[0]))
    innocent = Conviction((ENTRIES[1], ENTRIES[2]))

    for wrong in (turned, innocent):
        with pytest.raises(PeerFault) as caught:
            decode_conviction(wrong.encode())
        assert caught.value.fault is Fault.BAD_EVIDENCE
    with pytest.raises(PeerFault, match="no record of this kind"):
        decode_conviction(encode([["back", BACK.encode()], ["entry", ENTRIES[1].encode()]]))


# Bundles and certificates.


def _certificate() -> Certificate:
    others = [
        Accept.sign(identity_of(seat), PLACE, seat, 1, DIGEST, PROPOSAL.digest) for seat in (3, 0)
    ]
    return certificate_of([LATER, *others], [PROPOSAL, MOVE, ACCEPT, MOVE])


def test_a_certificate_comes_back_from_its_bytes() -> None:
    certificate = _certificate()

    again = decode_certificate(PLACE, certificate.data)

    assert again == certificate
    assert [accept.seat for accept in again.accepts(DIGEST)] == [0, 1, 3]
    assert again.accepts(DIGEST)[1] == LATER
    assert again.grounds.records == (ACCEPT, MOVE, PROPOSAL)
    assert again.place == PLACE


def test_a_bundle_has_each_record_once_and_one_order() -> None:
    bundle = bundle_of(PLACE, [PROPOSAL, ACCEPT, MOVE, ACCEPT])

    assert decode_bundle(bundle.data) == bundle
    for records in ((ACCEPT, ACCEPT), (MOVE, ACCEPT), (LATER, ACCEPT)):
        wrong = replace(bundle, records=records)
        with pytest.raises(PeerFault, match="out of order"):
            decode_bundle(wrong.data)


def test_the_votes_of_a_certificate_have_one_order() -> None:
    certificate = _certificate()
    wrong = replace(certificate, votes=certificate.votes[::-1])

    with pytest.raises(PeerFault, match="out of order"):
        decode_certificate(PLACE, wrong.data)
