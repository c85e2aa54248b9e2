"""The charter: strict limits, one byte form, and a signature of every seat."""

from dataclasses import replace

import msgpack
import pytest

from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.charter import (
    decode_charter,
    decode_signed_charter,
    seal_charter,
    sign_charter,
    sort_options,
)
from p2pjeux.log.holders import Sitter
from p2pjeux.log.names import check_name
from tests.kit import Case
from tests.log.writing import NAMES, OSTRAKON, identity_of, make_charter, sign_by_all

CHARTER = make_charter(OSTRAKON)
FIELDS = ("version", "game", "options", "rules", "seats", "threshold", "name", "patience", "nonce")


def changed(field: str, value: Value) -> bytes:
    """The charter's bytes with one field that its own encoder would refuse."""
    whole = list(decode(CHARTER.encode()))  # type: ignore[arg-type]  # a list, as we know
    whole[FIELDS.index(field)] = value
    return encode(whole)


def sitters(count: int) -> list[Value]:
    return [[NAMES[seat], identity_of(seat).public, False] for seat in range(count)]


def test_a_charter_comes_back_from_its_bytes() -> None:
    options = sort_options({"length": "long", "aid": 3, "éclair": -1})
    for charter in (CHARTER, replace(CHARTER, options=options)):
        assert decode_charter(charter.encode()) == charter


def test_options_have_one_order() -> None:
    unsorted = replace(CHARTER, options=(("b", 1), ("a", 2)))

    with pytest.raises(Refused):
        unsorted.encode()
    assert sort_options({"b": 1, "a": 2}) == (("a", 2), ("b", 1))


@pytest.mark.parametrize(
    "change",
    [
        {"game_id": "go"},
        {"options": (("length", "long"),)},
        {"fingerprint": bytes(32)},
        {"threshold": 2},
        {"table_name": "Chez Björn"},
        {"patience": 61},
        {"nonce": bytes(32)},
        {"seats": CHARTER.seats[:4]},
        {"seats": (replace(CHARTER.seats[0], name="Zoé"), *CHARTER.seats[1:])},
        {"seats": (replace(CHARTER.seats[0], is_bot=True), *CHARTER.seats[1:])},
        {"seats": CHARTER.seats[1:] + CHARTER.seats[:1]},
    ],
)
def test_every_term_is_part_of_the_identifier(change: dict[str, object]) -> None:
    other = replace(CHARTER, **change)  # type: ignore[arg-type]  # one field of several types

    assert other.id != CHARTER.id


BAD_FIELDS: list[tuple[str, Value]] = [
    ("version", 1),
    ("version", 3),
    ("version", True),
    ("version", "2"),
    ("game", ""),
    ("game", "../evil"),
    ("game", "Ostrakon"),
    ("game", "jeu é"),
    ("game", "x" * 33),
    ("game", 5),
    ("options", []),
    ("options", {"length": None}),
    ("options", {"length": True}),
    ("options", {"length": b"long"}),
    ("options", {"length": 1 << 40}),
    ("options", {"x" * 33: 1}),
    ("options", {"length": "x" * 65}),
    ("options", {f"o{number}": 1 for number in range(17)}),
    ("rules", bytes(31)),
    ("rules", bytes(33)),
    ("rules", "x" * 32),
    ("seats", sitters(1)),
    ("seats", []),
    ("seats", [*sitters(12), *sitters(1)]),
    ("seats", [*sitters(4), ["Anne", identity_of(5).public, False]]),
    ("seats", [*sitters(4), ["ANNE", identity_of(5).public, False]]),
    ("seats", [*sitters(4), ["Ａｎｎｅ", identity_of(5).public, False]]),
    ("seats", [*sitters(4), ["", identity_of(5).public, False]]),
    ("seats", [*sitters(4), ["x" * 21, identity_of(5).public]]),
    ("seats", [*sitters(4), ["Zoé", identity_of(5).public[:31], False]]),
    ("seats", [*sitters(4), ["Zoé", bytes(32), False]]),
    ("seats", [*sitters(4), ["Zoé"]]),
    ("seats", [*sitters(4), ["Zoé", identity_of(5).public, 1]]),
    ("threshold", 1),
    ("threshold", 5),
    ("threshold", False),
    ("name", ""),
    ("name", "x" * 41),
    ("name", "two\nlines"),
    ("patience", 0),
    ("patience", -1),
    ("patience", 86_401),
    ("patience", "60"),
    ("nonce", bytes(31)),
    ("nonce", None),
]


@pytest.mark.parametrize(("field", "value"), BAD_FIELDS)
def test_a_charter_out_of_its_limits_is_refused(field: str, value: Value) -> None:
    with pytest.raises(PeerFault):
        decode_charter(changed(field, value))


@pytest.mark.parametrize(("field", "value"), [("threshold", 9), ("patience", 0), ("nonce", b"")])
def test_we_do_not_write_what_nobody_would_read(field: str, value: object) -> None:
    with pytest.raises(Refused):
        replace(CHARTER, **{field: value}).encode()  # type: ignore[arg-type]  # wrong on purpose


def test_a_field_too_many_or_too_few_is_refused() -> None:
    whole = list(decode(CHARTER.encode()))  # type: ignore[arg-type]  # a list, as we know

    for wrong in (whole[:-1], [*whole, 0], []):
        with pytest.raises(PeerFault):
            decode_charter(encode(wrong))


def test_another_form_of_the_same_charter_is_refused() -> None:
    # The list of nine fields, its length written in two bytes where half of one would do.
    longer = b"\xdc\x00\x09" + CHARTER.encode()[1:]
    assert msgpack.unpackb(longer) == msgpack.unpackb(CHARTER.encode())

    with pytest.raises(PeerFault) as caught:
        decode_charter(longer)

    assert caught.value.fault is Fault.BAD_ENCODING


def test_two_seats_share_nothing_out() -> None:
    two = make_charter(Case("pantheon", 2))

    assert two.threshold == 0
    assert decode_charter(two.encode()) == two
    with pytest.raises(Refused):
        replace(two, threshold=2).encode()


@pytest.mark.parametrize(
    "name",
    [
        " Anne",
        "Anne ",
        "Anne  Marie",
        " ",
        "An\tne",
        "An\u00a0ne",
        "Anne\u200b",
        "\u202eennA",
        "A\u0000",
        "\ue000",
        "\u0301a",
        "E\u0301mile",
        "Anne\u2028",
    ],
)
def test_a_name_that_cannot_be_read_is_refused(name: str) -> None:
    with pytest.raises(PeerFault):
        check_name(name, 20)


@pytest.mark.parametrize(
    "name", ["A", "Anne Marie", "Émile", "x" * 20, "李", "Jean-Pierre", "R2-D2 ★"]
)
def test_a_name_that_can_be_read_is_taken(name: str) -> None:
    assert check_name(name, 20) == name


def test_one_peer_may_hold_several_seats() -> None:
    anne = identity_of(0)
    seats = (*CHARTER.seats[:4], Sitter("Anne’s bot", anne.public, is_bot=True))
    charter = replace(CHARTER, seats=seats)

    assert charter.seats_of(anne.public) == (0, 4)
    assert charter.people == {0, 1, 2, 3}
    signatures = [sign_charter(identity_of(seat), charter.id) for seat in (0, 1, 2, 3, 0)]
    assert decode_signed_charter(seal_charter(charter, signatures).encode()).charter == charter


def test_a_signed_charter_comes_back_from_its_bytes() -> None:
    signed = sign_by_all(CHARTER)

    assert decode_signed_charter(signed.encode()) == signed
    assert signed.table == CHARTER.id


@pytest.mark.parametrize("seat", range(5))
def test_a_seat_that_did_not_sign_is_named(seat: int) -> None:
    signed = sign_by_all(CHARTER)
    stranger = sign_charter(identity_of(9), CHARTER.id)
    signatures = [*signed.signatures[:seat], stranger, *signed.signatures[seat + 1 :]]

    with pytest.raises(PeerFault) as caught:
        seal_charter(CHARTER, signatures)

    assert caught.value.fault is Fault.BAD_SIGNATURE
    assert caught.value.seat == seat


def test_a_signature_counts_for_one_charter_only() -> None:
    signed = sign_by_all(CHARTER)

    with pytest.raises(PeerFault):
        seal_charter(replace(CHARTER, nonce=bytes(32)), signed.signatures)


@pytest.mark.parametrize("count", [0, 4, 6])
def test_there_is_one_signature_for_each_seat(count: int) -> None:
    signatures = [sign_charter(identity_of(seat), CHARTER.id) for seat in range(count)]

    with pytest.raises(PeerFault):
        seal_charter(CHARTER, signatures)


def test_signatures_are_part_of_what_the_first_entries_follow() -> None:
    # So the whole first record of a log is fixed by its chain.
    assert sign_by_all(CHARTER).start != sign_by_all(replace(CHARTER, nonce=bytes(32))).start
