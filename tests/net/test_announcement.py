"""What a table announces, and what of others' announcements is believed: nothing out of shape."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pjeux.errors import PeerFault
from p2pjeux.net.announcement import (
    TEXT_SIZE_MAX,
    Announcement,
    OpenTable,
    read_announcement,
    write_announcement,
)
from p2pjeux.net.fingerprint import fingerprint

KEY = fingerprint(bytes(32))
PLAYED = Announcement(
    "Cabane d'été", KEY, OpenTable("ostrakon", 7, 0, "0123456789abcdef", "fedcba9876543210")
)
OPEN = Announcement("Cabane d'été", KEY, OpenTable("ostrakon", 7, 3, "0123456789abcdef"))
PRIVATE = Announcement("Cabane d'été", KEY)


def texts(announcement: Announcement, **changed: str | None) -> dict[bytes, bytes | None]:
    written = write_announcement(announcement)
    all_texts = {**written, **{key: value for key, value in changed.items() if value is not None}}
    return {
        key.encode(): value.encode()
        for key, value in all_texts.items()
        if not (key in changed and changed[key] is None)
    }


@pytest.mark.parametrize("announcement", [OPEN, PLAYED, PRIVATE], ids=["open", "played", "private"])
def test_an_announcement_is_read_as_it_was_written(announcement: Announcement) -> None:
    assert read_announcement(texts(announcement)) == announcement


def test_a_private_table_says_nothing_but_its_name_and_how_to_reach_it() -> None:
    assert set(write_announcement(PRIVATE)) == {"v", "table", "key", "code"}


def test_of_another_version_only_name_and_number_are_read() -> None:
    assert read_announcement({b"v": b"2", b"table": b"cabane", b"seats": b"many"}) == Announcement(
        "cabane", version=2
    )


def test_texts_that_are_not_known_are_passed_over() -> None:
    assert read_announcement({**texts(OPEN), b"later": b"more", b"flag": None}) == OPEN


@pytest.mark.parametrize(
    "key, value",
    [
        ("id", "0123"),
        ("id", "0123456789ABCDEF"),
        ("table", None),
        ("table", ""),
        ("table", "x" * 41),
        ("table", "two\nlines"),
        ("table", "\x1b[2Jclear"),
        ("table", "\u202eright to left"),
        ("table", " blank"),
        ("v", None),
        ("v", "0"),
        ("v", "01"),
        ("v", "-1"),
        ("v", "١"),
        ("key", None),
        ("key", KEY[:-1]),
        ("key", KEY.upper()),
        ("game", None),
        ("game", "Ostrakon"),
        ("game", "../ostrakon"),
        ("seats", None),
        ("seats", "0"),
        ("seats", "13"),
        ("seats", "7.0"),
        ("free", "8"),
        ("free", "99999999999999999999"),
        ("rules", "0123456789abcdeg"),
        ("rules", "0123"),
    ],
)
def test_what_is_out_of_shape_is_a_fault(key: str, value: str | None) -> None:
    with pytest.raises(PeerFault):
        read_announcement(texts(OPEN, **{key: value}))


def test_what_is_not_utf8_or_too_long_is_a_fault() -> None:
    with pytest.raises(PeerFault):
        read_announcement({**texts(OPEN), b"table": b"\xff"})
    with pytest.raises(PeerFault):
        read_announcement({**texts(OPEN), b"more": bytes(TEXT_SIZE_MAX)})


@given(st.dictionaries(st.sampled_from([b"v", b"table", b"key", b"code"]), st.binary(max_size=40)))
def test_any_texts_are_read_or_a_fault(given_texts: dict[bytes, bytes | None]) -> None:
    try:
        announcement = read_announcement(given_texts)
    except PeerFault:
        return
    assert announcement.table.isprintable()


@pytest.mark.parametrize(
    "table, label",
    [
        ("cabane", "cabane"),
        ("M. Dupont", "M· Dupont"),
        ("é" * 40, "é" * 28),
        ("🂡" * 40, "🂡" * 14),
    ],
)
def test_the_name_of_the_service_fits_a_label(table: str, label: str) -> None:
    assert Announcement(table, KEY).label == label
    assert len(label.encode()) <= 56
