"""What is said against bad bytes: the fault, the sentence, the seat to blame and the evidence."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any
from zlib import crc32

import pytest

from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, Refused
from p2pjeux.log.ballot import Accept, Back, Closing, Move, Proposal
from p2pjeux.log.charter import (
    Charter,
    check_charter_signature,
    decode_charter,
    decode_signed_charter,
    seal_charter,
    sign_charter,
)
from p2pjeux.log.conviction import find_conviction
from p2pjeux.log.entry import Entry, Place, check_entry, decode_entry, sign_entry
from p2pjeux.log.file import (
    EVIDENCE_MAGIC,
    LOG_MAGIC,
    begin_log,
    read_evidence,
    read_log,
    write_evidence,
)
from p2pjeux.log.frames import RECORD_SIZE_MAX, FrameReader, write_frame
from p2pjeux.log.identity import Identity, check_public, check_signature
from p2pjeux.log.names import check_distinct, check_name
from p2pjeux.log.records import read_record, write_record
from p2pjeux.log.signed import Signed
from tests.log.faults import Said, said, shape
from tests.log.writing import OSTRAKON, identity_of, make_charter, sign_by_all

SIGNED = sign_by_all(make_charter(OSTRAKON))
CHARTER = SIGNED.charter
PLACE = Place(SIGNED.table, 0, SIGNED.start)
FOREIGN = replace(PLACE, table=sha256(b"another table").digest())
SIGNATURE = bytes(64)
BREAK = "a name has at least one character and no space but one between words"
UNSEEN = "a name is made of letters, digits and a few signs"
NO_LETTER = "a name has a letter or a digit"
MIXED = "a word of a name mixes the letters of two writings"


def entry(seat: int = 2, body: bytes = b"body", place: Place = PLACE) -> Entry:
    return sign_entry(identity_of(seat), place, seat, body)


@pytest.mark.parametrize(
    "name, reason",
    [
        ("", BREAK),
        (" Anne", BREAK),
        ("Anne  Marie", BREAK),
        ("An\tne", UNSEEN),
        ("Anne\u200b", UNSEEN),
        ("An\u00a0ne", UNSEEN),
        ("\u0301a", UNSEEN),
        ("E\u0301mile", UNSEEN),
        ("★ ★", NO_LETTER),
        ("\u3164", NO_LETTER),
        ("Zоé", MIXED),
        ("x" * 21, "a text of at most 20 characters was due"),
        (b"Anne", "a text of at most 20 characters was due"),
    ],
)
def test_of_a_name(name: Value, reason: str) -> None:
    assert said(check_name, name, 20) == shape(reason)


@pytest.mark.parametrize(
    "names", [("Anne", "Zoé", "ANNE"), ("Strauß", "STRAUSS"), ("Zoé", "Zoe"), ("coco", "сосо")]
)
def test_of_two_names_that_look_alike(names: tuple[str, ...]) -> None:
    assert said(check_distinct, names) == shape("two seats have names that look alike")


def test_of_a_key() -> None:
    weak = bytes(32)

    assert said(check_public, weak[1:]) == shape("a public key takes 32 bytes")
    assert said(check_public, "x" * 32) == shape("a public key takes 32 bytes")
    assert said(check_public, weak) == Said(
        Fault.BAD_POINT, "this public key binds nobody", evidence=weak
    )
    with pytest.raises(Refused) as caught:
        Identity(bytes(31))
    assert caught.value.text == "a signing key takes 32 bytes, not 31"


def test_of_a_signature() -> None:
    assert said(check_signature, identity_of(0).public, b"message", SIGNATURE) == Said(
        Fault.BAD_SIGNATURE, "the signature does not hold"
    )


def test_of_a_file_that_ends_too_soon() -> None:
    for data in (LOG_MAGIC, LOG_MAGIC + b"\x00\x00", begin_log(SIGNED)[:-1]):
        assert said(read_log, data) == Said(
            Fault.BAD_FRAME, "the file ends before its charter does"
        )


OTHER = "the file is of another version than 2, which this program reads: {} reads it"
EARLIER, LATER = OTHER.format("p2pjeux 0.1"), OTHER.format("a newer p2pjeux")


@pytest.mark.parametrize(
    "read, data, reason",
    [
        (read_log, b"", "the file does not begin as a p2pjeux log does"),
        (read_log, b"p2pjeux log", "the file does not begin as a p2pjeux log does"),
        (read_log, EVIDENCE_MAGIC, "the file does not begin as a p2pjeux log does"),
        (read_log, b"p2pjeux logs 1\n", "the file does not begin as a p2pjeux log does"),
        (read_log, b"p2pjeux log 1 2\n", "the file does not begin as a p2pjeux log does"),
        (read_log, b"p2pjeux log 3\n", LATER),
        (read_log, b"p2pjeux log 3\nand a line", LATER),
        (read_log, b"p2pjeux log 3\nand\nmore lines", LATER),
        (read_log, b"p2pjeux log 2", LATER),
        (read_log, b"p2pjeux log 1\n", EARLIER),
        (read_log, b"p2pjeux log 1\nand a line", EARLIER),
        (read_log, b"p2pjeux log " + b"9" * 100, LATER),
        (read_evidence, LOG_MAGIC, "the file does not begin as a p2pjeux evidence does"),
        (read_evidence, b"p2pjeux evidence 3\n", LATER),
        (read_evidence, b"p2pjeux evidence 1\n", EARLIER),
    ],
)
def test_of_a_file_of_another_kind(
    read: Callable[[bytes], object], data: bytes, reason: str
) -> None:
    assert said(read, data) == Said(Fault.BAD_FRAME, reason)


def head(size: int) -> bytes:
    length = size.to_bytes(4, "big")
    return length + crc32(length).to_bytes(4, "big")


FIRST, SECOND = write_frame(b"first"), write_frame(b"second")


@pytest.mark.parametrize(
    "data, reason",
    [
        (FIRST[:5] + bytes([FIRST[5] ^ 1]) + FIRST[6:], "the length of a record is damaged"),
        (bytes(8) + b"x", "the length of a record is damaged"),
        (FIRST[:8] + b"other" + FIRST[13:] + SECOND, "a record is damaged"),
        (head(0) + bytes(4), f"a record of 0 bytes; at most {RECORD_SIZE_MAX} are allowed"),
        (
            head(RECORD_SIZE_MAX + 1),
            f"a record of {RECORD_SIZE_MAX + 1} bytes; at most {RECORD_SIZE_MAX} are allowed",
        ),
    ],
)
@pytest.mark.parametrize("before", [b"", FIRST, FIRST + SECOND])
def test_of_a_frame_and_where_it_stands(before: bytes, data: bytes, reason: str) -> None:
    assert said(list, FrameReader(before + data, 0)) == Said(
        Fault.BAD_FRAME, f"{reason}, at byte {len(before)}"
    )


def test_of_evidence_with_something_else_in_it() -> None:
    found = find_conviction(entry(), entry(body=b"other"))
    assert found is not None
    whole = write_evidence(SIGNED, found)
    text = "a file of evidence holds a charter and one conviction, nothing else"
    due = Said(Fault.BAD_EVIDENCE, text)

    for wrong in (whole[:-1], whole + write_frame(b"more"), whole + b"\x00"):
        assert said(read_evidence, wrong) == due
    assert said(read_evidence, EVIDENCE_MAGIC + write_frame(SIGNED.encode())) == due


CAPITALS = "the name of a game is made of small letters and digits"


@pytest.mark.parametrize(
    "at, value, reason",
    [
        (1, "Ostrakon", CAPITALS),
        (1, "", CAPITALS),
        (1, "jeu-2", CAPITALS),
        (1, "jeué", CAPITALS),
        (2, [], "a map of at most 16 options was due"),
        (2, {"length": None}, "a number from -2147483648 to 2147483648 was due"),
        (3, bytes(31), "32 bytes were due, not 31"),
        (4, [[]], "a list of 2 to 12 items was due"),
        (4, [[], []], "a list of 3 to 3 items was due"),
        (4, [["Anne"] * 4] * 2, "a list of 3 to 3 items was due"),
        (4, [["", bytes(32), False]] * 2, BREAK),
        (4, [["Anne", bytes(31), False]] * 2, "a public key takes 32 bytes"),
        (4, [["Anne", identity_of(0).public, 0]] * 2, "yes or no was due"),
        (6, "Chez  Anne", BREAK),
        (8, b"", "32 bytes were due, not 0"),
    ],
)
def test_of_the_terms_of_a_charter(at: int, value: Value, reason: str) -> None:
    fields: Any = decode(CHARTER.encode())

    assert said(decode_charter, encode([*fields[:at], value, *fields[at + 1 :]])) == shape(reason)


def test_of_a_charter_that_we_would_not_write() -> None:
    def refused(charter: Charter) -> str:
        with pytest.raises(Refused) as caught:
            charter.encode()
        return caught.value.text

    assert refused(replace(CHARTER, options=(("b", 1), ("a", 2)))) == (
        "the options of a charter are sorted by name"
    )
    assert refused(replace(CHARTER, table_name="")) == BREAK


def test_of_a_seat_that_did_not_sign_the_charter() -> None:
    wrong = (*SIGNED.signatures[:3], SIGNATURE, SIGNED.signatures[4])
    due = Said(Fault.BAD_SIGNATURE, "the signature does not hold", 3, SIGNATURE)

    assert said(check_charter_signature, CHARTER, 3, SIGNATURE) == due
    assert said(seal_charter, CHARTER, wrong) == due
    assert said(decode_signed_charter, encode([CHARTER.encode(), wrong])) == due


def test_of_signatures_that_are_not_one_for_each_seat() -> None:
    four, six = SIGNED.signatures[:4], (*SIGNED.signatures, SIGNATURE)

    assert said(seal_charter, CHARTER, four) == Said(Fault.BAD_CHARTER, "4 signatures for 5 seats")
    assert said(decode_signed_charter, encode([CHARTER.encode(), six])) == Said(
        Fault.BAD_CHARTER, "6 signatures for 5 seats"
    )
    assert said(decode_signed_charter, encode([CHARTER.encode(), [b""] * 5])) == shape(
        "64 bytes were due, not 0"
    )


def test_of_an_entry() -> None:
    foreign, nobody = replace(entry(), place=FOREIGN), replace(entry(), seat=5)
    forged = replace(entry(), body=b"other")

    assert said(check_entry, SIGNED, foreign) == Said(
        Fault.BAD_CHAIN, "it belongs to another table", 2
    )
    assert said(check_entry, SIGNED, nobody) == shape("there is no seat 5 at this table")
    assert said(check_entry, SIGNED, forged) == Said(
        Fault.BAD_SIGNATURE, "the signature does not hold", 2, forged.encode()
    )


SEAT_DUE = "a number from 0 to 11 was due"


@pytest.mark.parametrize(
    "at, value, reason",
    [
        (0, bytes(31), "32 bytes were due, not 31"),
        (1, -1, "a number from 0 to 4294967295 was due"),
        (1, 1 << 32, "a number from 0 to 4294967295 was due"),
        (2, bytes(33), "at most 32 bytes were due"),
        (3, 12, SEAT_DUE),
        (3, -1, SEAT_DUE),
        (4, "body", "at most 131072 bytes were due"),
        (5, bytes(63), "64 bytes were due, not 63"),
    ],
)
def test_of_the_form_of_an_entry(at: int, value: Value, reason: str) -> None:
    fields: Any = decode(entry().encode())

    assert said(decode_entry, encode([*fields[:at], value, *fields[at + 1 :]])) == shape(reason)


ROUND_DUE = "a number from 0 to 65535 was due"
ORDER = "seats are not in ascending order"
ONCE = "a closing has each seat once, and one at least"
DIGEST = bytes(32)


def accept(number: int = 0, proposal: bytes | None = None) -> Accept:
    return Accept.sign(identity_of(2), PLACE, 2, number, DIGEST, proposal)


def move(number: int = 1, told: tuple[int, bytes] | None = None, *without: int) -> Move:
    return Move.sign(identity_of(2), PLACE, 2, number, told, without)


def proposal(number: int = 1, *absent: int) -> Proposal:
    closing = Closing(((0, DIGEST),), absent)
    return Proposal.sign(identity_of(2), PLACE, 2, number, closing, (DIGEST,))


BACK = Back.sign(identity_of(2), PLACE, 2)


@pytest.mark.parametrize(
    "record, at, value, reason",
    [
        (accept(), 2, bytes(31), "32 bytes were due, not 31"),
        (accept(), 3, 12, SEAT_DUE),
        (accept(), 4, -1, ROUND_DUE),
        (accept(), 4, 65_536, ROUND_DUE),
        (accept(), 5, None, "at most 32 bytes were due"),
        (accept(), 6, bytes(31), "32 bytes were due, not 31"),
        (accept(), 7, bytes(63), "64 bytes were due, not 63"),
        (move(), 4, 65_536, ROUND_DUE),
        (move(), 5, [0], "a list of 2 to 2 items was due"),
        (move(), 5, [65_536, DIGEST], ROUND_DUE),
        (move(), 6, list(range(13)), "a list of 0 to 12 items was due"),
        (move(), 6, [12], SEAT_DUE),
        (move(), 6, [4, 4], ORDER),
        (proposal(), 5, [[]], "a list of 2 to 2 items was due"),
        (proposal(), 5, [[], []], ONCE),
        (proposal(), 5, [[[0, DIGEST]], [0]], ONCE),
        (proposal(), 5, [[[1, DIGEST], [0, DIGEST]], []], ORDER),
        (proposal(), 5, [[[12, DIGEST]], []], SEAT_DUE),
        (proposal(), 6, [], "a list of 1 to 12 items was due"),
        (proposal(), 6, [DIGEST] * 13, "a list of 1 to 12 items was due"),
        (BACK, 3, -1, SEAT_DUE),
        (BACK, 4, b"", "64 bytes were due, not 0"),
    ],
)
def test_of_the_form_of_a_record(record: Signed, at: int, value: Value, reason: str) -> None:
    fields: Any = decode(record.encode())
    wrong = encode([*fields[:at], value, *fields[at + 1 :]])

    assert said(type(record).decode, wrong) == shape(reason)


@pytest.mark.parametrize(
    "record, reason",
    [
        (accept(0, DIGEST), "an accept names its proposal, and in round 0 there is none"),
        (accept(1, None), "an accept names its proposal, and in round 0 there is none"),
        (move(0), "nobody moves to round 0"),
        (move(1, (1, DIGEST)), "a move reports an accept of a lower round"),
        (move(1, None, 2), "nobody goes on without himself"),
        (move(1, None, 5), "a move goes on without a seat that there is not"),
        (proposal(0), "round 0 has no scribe"),
        (proposal(1, 5), "a closing names a seat that there is not"),
    ],
)
def test_of_a_record_that_its_signer_cannot_make(record: Signed, reason: str) -> None:
    assert said(record.check, SIGNED) == Said(Fault.BAD_STATEMENT, reason, 2, record.encode())


@pytest.mark.parametrize(
    "record", [accept(), move(), proposal(), BACK], ids=lambda it: it.FORM.purpose
)
def test_of_a_record_elsewhere_or_by_somebody_else(record: Any) -> None:
    forged = replace(record, signature=SIGNATURE)

    assert said(replace(record, place=FOREIGN).check, SIGNED) == Said(
        Fault.BAD_CHAIN, "it belongs to another table", 2
    )
    assert said(replace(record, seat=5).check, SIGNED) == shape("there is no seat 5 at this table")
    assert said(forged.check, SIGNED) == Said(
        Fault.BAD_SIGNATURE, "the signature does not hold", 2, forged.encode()
    )


def test_of_a_peer_that_signs_by_another_of_its_seats() -> None:
    charter = replace(CHARTER, seats=(*CHARTER.seats[:4], replace(CHARTER.seats[2], name="Zoé")))
    signed = seal_charter(
        charter, [sign_charter(identity_of(seat), charter.id) for seat in (0, 1, 2, 3, 2)]
    )
    place = Place(signed.table, 0, signed.start)
    mine = Accept.sign(identity_of(2), place, 4, 0, DIGEST, None)

    text = "a peer signs this by its lowest seat, which seat 4 is not"
    assert said(mine.check, signed) == Said(Fault.BAD_SHAPE, text, 4)
    Back.sign(identity_of(2), place, 4).check(signed)


def test_of_a_record_of_no_known_kind() -> None:
    assert said(read_record, "applause", accept().encode()) == shape(
        "there is no record of this kind"
    )
    for one in (entry(), accept(), move(), proposal(), BACK):
        kind, data = write_record(one)
        assert read_record(kind, data) == one
