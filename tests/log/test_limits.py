"""Every limit of the log at its edge: the most is taken, one more is refused and said to be."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

import pytest

from p2pjeux.encoding import Value, encode
from p2pjeux.errors import Fault, Refused
from p2pjeux.log.ballot import (
    BALLOT_SIZE_MAX,
    PROPOSAL_SIZE_MAX,
    ROUND_MAX,
    Accept,
    Back,
    Closing,
    Move,
    Proposal,
)
from p2pjeux.log.certificate import (
    BUNDLE_MAX,
    BUNDLE_SIZE_MAX,
    CERTIFICATE_SIZE_MAX,
    Bundle,
    Certificate,
    bundle_of,
    certificate_of,
    decode_bundle,
    decode_certificate,
)
from p2pjeux.log.charter import (
    CHARTER_SIZE_MAX,
    OPTION_NAME_MAX,
    OPTION_NUMBER_MAX,
    OPTION_TEXT_MAX,
    OPTIONS_MAX,
    PATIENCE_MAX,
    SEATS_MAX,
    Charter,
    decode_charter,
    decode_signed_charter,
    sort_options,
)
from p2pjeux.log.consent import CONSENT_SIZE_MAX, Consent
from p2pjeux.log.conviction import CONVICTION_SIZE_MAX, decode_conviction, find_conviction
from p2pjeux.log.entry import (
    BODY_SIZE_MAX,
    ENTRY_SIZE_MAX,
    STEP_MAX,
    Entry,
    Place,
    decode_entry,
    sign_entry,
)
from p2pjeux.log.file import FILE_SIZE_MAX, read_evidence, read_log
from p2pjeux.log.frames import RECORD_SIZE_MAX, FrameReader, write_frame
from p2pjeux.log.holders import Sitter
from p2pjeux.log.names import NAME_MAX, TABLE_NAME_MAX
from p2pjeux.log.step import STEP_SIZE_MAX, Step, decode_step
from tests.kit import Case
from tests.log.faults import Said, said, shape
from tests.log.writing import NAMES, OSTRAKON, identity_of, make_charter

CHARTER = make_charter(OSTRAKON)
TWO = make_charter(Case("pantheon", 2))
TABLE, BEFORE = CHARTER.id, sha256(b"before").digest()
PLACE = Place(TABLE, 7, BEFORE)
LAST = Place(TABLE, STEP_MAX, BEFORE)
SIGNATURE = bytes(64)


def of_size(size: int) -> bytes:
    """A value of exactly this many bytes that is no list, as all records of the log are."""
    head = 2 if size <= 0x101 else 3 if size <= 0x1_0002 else 5
    data = encode(bytes(size - head), size)
    assert len(data) == size
    return data


SIZES: list[tuple[Callable[[bytes], object], int]] = [
    (decode_charter, CHARTER_SIZE_MAX),
    (decode_signed_charter, 2 * CHARTER_SIZE_MAX),
    (decode_entry, ENTRY_SIZE_MAX),
    (Accept.decode, BALLOT_SIZE_MAX),
    (Move.decode, BALLOT_SIZE_MAX),
    (Back.decode, BALLOT_SIZE_MAX),
    (Proposal.decode, PROPOSAL_SIZE_MAX),
    (Consent.decode, CONSENT_SIZE_MAX),
    (decode_conviction, CONVICTION_SIZE_MAX),
    (decode_bundle, BUNDLE_SIZE_MAX),
    (lambda data: decode_certificate(PLACE, data), CERTIFICATE_SIZE_MAX),
    (lambda data: decode_step(data, TABLE, BEFORE), STEP_SIZE_MAX),
]


@pytest.mark.parametrize("read, most", SIZES)
def test_a_record_is_measured_before_it_is_read(read: Callable[[bytes], object], most: int) -> None:
    assert said(read, of_size(most)).fault is Fault.BAD_SHAPE
    assert said(read, of_size(most + 1)) == Said(
        Fault.BAD_ENCODING, f"{most + 1} bytes where {most} are allowed"
    )


@pytest.mark.parametrize("read", [read_log, read_evidence])
def test_a_file_is_measured_before_it_is_read(read: Callable[[bytes], object]) -> None:
    most = FILE_SIZE_MAX

    # Memory of zeros is lent, not used, so these cost nothing.
    assert said(read, bytes(most)).message.startswith("the file does not begin as")
    assert said(read, bytes(most + 1)) == Said(
        Fault.BAD_FRAME, f"a file of {most + 1} bytes; at most {most} are read"
    )


def with_seats(count: int) -> Charter:
    seats = tuple(Sitter(NAMES[seat], identity_of(seat).public) for seat in range(count))
    return replace(CHARTER, seats=seats, threshold=count - 1 if count > 2 else 0)


def with_option(name: str, value: str | int) -> Charter:
    return replace(CHARTER, options=((name, value),))


def with_name(name: str) -> Charter:
    return replace(CHARTER, seats=(replace(CHARTER.seats[0], name=name), *CHARTER.seats[1:]))


def with_options(count: int) -> Charter:
    return replace(CHARTER, options=sort_options({f"o{n}": n for n in range(count)}))


# For each limit of a charter: the last that is taken, the first that is not, and what is due.
CHARTERS = [
    (with_seats(2), replace(TWO, seats=TWO.seats[:1]), "a list of 2 to 12 items was due"),
    (
        with_seats(SEATS_MAX),
        replace(with_seats(12), seats=(*with_seats(12).seats, TWO.seats[0])),
        "a list of 2 to 12 items was due",
    ),
    (
        replace(CHARTER, threshold=2),
        replace(CHARTER, threshold=1),
        "with these seats the threshold is 0, or 2 to 4, not 1",
    ),
    (
        replace(CHARTER, threshold=4),
        replace(CHARTER, threshold=5),
        "with these seats the threshold is 0, or 2 to 4, not 5",
    ),
    (
        replace(CHARTER, threshold=0),
        replace(CHARTER, threshold=13),
        "a number from 0 to 12 was due",
    ),
    (
        TWO,
        replace(TWO, threshold=1),
        "too few people sit at other machines to act for somebody who is gone",
    ),
    (
        replace(CHARTER, patience=1),
        replace(CHARTER, patience=0),
        "a number from 1 to 86400 was due",
    ),
    (
        replace(CHARTER, patience=PATIENCE_MAX),
        replace(CHARTER, patience=PATIENCE_MAX + 1),
        "a number from 1 to 86400 was due",
    ),
    (
        replace(CHARTER, game_id="x" * 32),
        replace(CHARTER, game_id="x" * 33),
        "a text of at most 32 characters was due",
    ),
    (
        replace(CHARTER, table_name="x" * TABLE_NAME_MAX),
        replace(CHARTER, table_name="x" * (TABLE_NAME_MAX + 1)),
        "a text of at most 40 characters was due",
    ),
    (
        with_name("é" * NAME_MAX),
        with_name("é" * (NAME_MAX + 1)),
        "a text of at most 20 characters was due",
    ),
    (
        with_options(OPTIONS_MAX),
        with_options(OPTIONS_MAX + 1),
        "a map of at most 16 options was due",
    ),
    (
        with_option("é" * OPTION_NAME_MAX, 1),
        with_option("é" * (OPTION_NAME_MAX + 1), 1),
        "a text of at most 32 characters was due",
    ),
    (
        with_option("o", "é" * OPTION_TEXT_MAX),
        with_option("o", "é" * (OPTION_TEXT_MAX + 1)),
        "a text of at most 64 characters was due",
    ),
    (
        with_option("o", OPTION_NUMBER_MAX),
        with_option("o", OPTION_NUMBER_MAX + 1),
        "a number from -2147483648 to 2147483648 was due",
    ),
    (
        with_option("o", -OPTION_NUMBER_MAX),
        with_option("o", -OPTION_NUMBER_MAX - 1),
        "a number from -2147483648 to 2147483648 was due",
    ),
    (CHARTER, replace(CHARTER, nonce=bytes(31)), "32 bytes were due, not 31"),
    (CHARTER, replace(CHARTER, fingerprint=bytes(33)), "at most 32 bytes were due"),
]


@pytest.mark.parametrize("taken, refused, due", CHARTERS)
def test_a_charter_keeps_to_its_limits(taken: Charter, refused: Charter, due: str) -> None:
    assert decode_charter(taken.encode()) == taken
    # What we refuse to write, for the reason for which nobody would read it.
    with pytest.raises(Refused) as caught:
        refused.encode()
    assert caught.value.text == due


def version_of(number: Value, fields: int = 9) -> bytes:
    return encode([number, *[0] * (fields - 1)])


@pytest.mark.parametrize("version", [0, 1, 3, 1 << 16])
@pytest.mark.parametrize("fields", [1, 9, 64])
def test_a_charter_of_another_version_says_so_whatever_is_in_it(version: int, fields: int) -> None:
    text = f"a charter of version {version}; this program knows version 2"

    assert said(decode_charter, version_of(version, fields)) == Said(Fault.BAD_CHARTER, text)


@pytest.mark.parametrize(
    "version, fields, due",
    [
        (2, 8, "a list of 9 to 9 items was due"),
        (2, 10, "a list of 9 to 9 items was due"),
        (2, 65, "a list of 1 to 64 items was due"),
        (-1, 9, "a number from 0 to 65536 was due"),
        ((1 << 16) + 1, 9, "a number from 0 to 65536 was due"),
    ],
)
def test_what_has_no_version_is_no_charter(version: int, fields: int, due: str) -> None:
    assert said(decode_charter, version_of(version, fields)) == shape(due)


@pytest.mark.parametrize("count, due", [(1, "2 to 12"), (13, "2 to 12")])
def test_signatures_are_counted_before_they_are_looked_at(count: int, due: str) -> None:
    data = encode([CHARTER.encode(), [SIGNATURE] * count])

    assert said(decode_signed_charter, data) == shape(f"a list of {due} items was due")


def test_a_signed_charter_holds_a_charter_that_may_be_read_alone() -> None:
    data = encode([bytes(CHARTER_SIZE_MAX + 1), []])

    assert said(decode_signed_charter, data) == shape(f"at most {CHARTER_SIZE_MAX} bytes were due")


def test_the_largest_body_is_signed_and_read() -> None:
    entry = sign_entry(identity_of(0), LAST, SEATS_MAX - 1, bytes(BODY_SIZE_MAX))

    assert decode_entry(entry.encode()) == entry
    with pytest.raises(AssertionError):
        sign_entry(identity_of(0), LAST, 0, bytes(BODY_SIZE_MAX + 1))


def test_a_conviction_by_the_largest_bodies_is_read() -> None:
    one, other = (
        Entry(LAST, SEATS_MAX - 1, bytes([byte]) * BODY_SIZE_MAX, SIGNATURE) for byte in (1, 2)
    )
    found = find_conviction(one, other)
    assert found is not None

    assert decode_conviction(found.encode()) == found


DIGEST = bytes(32)
LARGEST = Closing(tuple((seat, DIGEST) for seat in range(SEATS_MAX)))


def accept(seat: int = SEATS_MAX - 1) -> Accept:
    return Accept(LAST, seat, ROUND_MAX, DIGEST, DIGEST, SIGNATURE)


@pytest.mark.parametrize(
    "record",
    [
        accept(),
        Move(LAST, 11, ROUND_MAX, (ROUND_MAX, DIGEST), tuple(range(SEATS_MAX)), SIGNATURE),
        Proposal(LAST, 11, ROUND_MAX, LARGEST, (DIGEST,) * SEATS_MAX, SIGNATURE),
        Back(LAST, 11, SIGNATURE),
    ],
    ids=lambda one: one.FORM.purpose,
)
def test_the_largest_record_of_each_kind_is_read(record: Accept | Move | Proposal | Back) -> None:
    assert type(record).decode(record.encode()) == record


def ballots(count: int) -> tuple[Accept, ...]:
    return tuple(
        Accept(PLACE, 0, number, DIGEST, DIGEST if number else None, SIGNATURE)
        for number in range(count)
    )


def test_the_largest_bundle_is_read() -> None:
    whole = bundle_of(PLACE, ballots(BUNDLE_MAX))

    assert len(whole.data) <= BUNDLE_SIZE_MAX
    assert decode_bundle(whole.data) == whole
    more = Bundle(PLACE, ballots(BUNDLE_MAX + 1))
    assert said(decode_bundle, more.data) == shape(f"a list of 0 to {BUNDLE_MAX} items was due")


def test_everybody_can_have_accepted() -> None:
    whole = certificate_of(accept(seat) for seat in range(SEATS_MAX))

    assert decode_certificate(LAST, whole.data) == whole
    none = Certificate(0, None, (), Bundle(PLACE))
    many = replace(whole, votes=tuple((seat, SIGNATURE) for seat in range(SEATS_MAX + 1)))
    for wrong in (none, many):
        assert said(decode_certificate, PLACE, wrong.data) == shape(
            "a list of 1 to 12 items was due"
        )


def entries(count: int, body: bytes = b"") -> tuple[Entry, ...]:
    return tuple(Entry(PLACE, min(n, SEATS_MAX - 1), body, SIGNATURE) for n in range(count))


def certificate(records: int) -> Certificate:
    votes = tuple((seat, SIGNATURE) for seat in range(SEATS_MAX))
    return Certificate(0, None, votes, bundle_of(PLACE, ballots(records)))


@pytest.mark.parametrize(
    "step",
    [
        Step(
            PLACE,
            entries(SEATS_MAX + 1, bytes(BODY_SIZE_MAX)),
            tuple(range(SEATS_MAX)),
            certificate(BUNDLE_MAX),
        ),
        Step(PLACE, ()),
        Step(PLACE, (), (0,)),
    ],
    ids=["the most", "nothing", "an absence"],
)
def test_a_step_holds_one_entry_more_than_there_are_seats(step: Step) -> None:
    # So that whoever signed twice can be convicted by it. The chain wants something in it.
    assert decode_step(step.data, TABLE, BEFORE) == step


@pytest.mark.parametrize(
    "step, due",
    [
        (Step(PLACE, entries(SEATS_MAX + 2)), "a list of 0 to 13 items was due"),
        (Step(PLACE, (), tuple(range(13))), "a list of 0 to 12 items was due"),
        (Step(PLACE, (), (1, 1)), "seats are not in ascending order"),
        (Step(replace(PLACE, step=STEP_MAX + 1), ()), "a number from 0 to 4294967295 was due"),
        (Step(replace(PLACE, step=-1), ()), "a number from 0 to 4294967295 was due"),
        (Step(PLACE, entries(1, bytes(BODY_SIZE_MAX + 1))), "at most 131072 bytes were due"),
        (Step(PLACE, (Entry(PLACE, SEATS_MAX, b"", SIGNATURE),)), "a number from 0 to 11 was due"),
        (Step(PLACE, (Entry(PLACE, -1, b"", SIGNATURE),)), "a number from 0 to 11 was due"),
        (Step(PLACE, (Entry(PLACE, 0, b"", SIGNATURE[1:]),)), "64 bytes were due, not 63"),
    ],
)
def test_a_step_keeps_to_its_limits(step: Step, due: str) -> None:
    assert said(decode_step, step.data, TABLE, BEFORE) == shape(due)


def test_the_last_step_has_the_last_number() -> None:
    for number in (0, STEP_MAX):
        step = Step(replace(PLACE, step=number), ())
        assert decode_step(step.data, TABLE, BEFORE).number == number


def test_no_step_is_written_that_nobody_would_read() -> None:
    with pytest.raises(Refused, match=f"more than {STEP_SIZE_MAX}"):
        _ = Step(PLACE, entries(22, bytes(BODY_SIZE_MAX))).data


def test_the_largest_record_goes_into_a_frame() -> None:
    record = bytes(RECORD_SIZE_MAX)

    (frame,) = FrameReader(write_frame(record), 0)

    assert frame.record == record
    for size in (0, RECORD_SIZE_MAX + 1):
        with pytest.raises(AssertionError):
            write_frame(bytes(size))
