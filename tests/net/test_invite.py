"""Links to tables, as people copy, type and scan them."""

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from p2pjeux.errors import Refused
from p2pjeux.net.addresses import Address
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.net.invite import Invite, draw_qr, parse_address, parse_invite, qr_lines

PRINT = fingerprint(bytes(32))


@pytest.mark.parametrize(
    "invite, text",
    [
        (Invite(Address("192.168.1.5", 4000), PRINT), f"p2pjeux://192.168.1.5:4000/{PRINT}"),
        (
            Invite(Address("192.168.1.5", 1), PRINT, code=True),
            f"p2pjeux://192.168.1.5:1/{PRINT}/code",
        ),
        (Invite(Address("fd77::1", 65535), PRINT), f"p2pjeux://[fd77::1]:65535/{PRINT}"),
        (Invite(Address("fe80::1%wlp2s0", 7), PRINT), f"p2pjeux://[fe80::1%wlp2s0]:7/{PRINT}"),
        (Invite(Address("cabane.local", 4000), PRINT), f"p2pjeux://cabane.local:4000/{PRINT}"),
    ],
)
def test_a_link_is_read_as_it_was_written(invite: Invite, text: str) -> None:
    assert str(invite) == text
    assert parse_invite(text) == invite
    assert parse_invite(f"  {text}\n") == invite


def test_a_page_has_the_fingerprint_where_no_browser_tells_it() -> None:
    invite = Invite(Address("192.168.1.5", 27275), PRINT)

    assert invite.page == f"http://192.168.1.5:27275/#{PRINT}"
    assert (
        Invite(Address("fd77::1", 4), PRINT, code=True).page == f"http://[fd77::1]:4/#{PRINT}/code"
    )


def test_the_page_is_scanned_off_a_screen_of_24_rows() -> None:
    invite = Invite(Address("192.168.100.100", 27275), PRINT, code=True)

    assert len(qr_lines(invite.page)) <= 17


def test_capitals_mean_the_same_as_a_scanner_may_give_them() -> None:
    assert parse_invite(f"P2PJEUX://CABANE.LOCAL:4000/{PRINT.upper()}/CODE") == Invite(
        Address("cabane.local", 4000), PRINT, code=True
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "p2pjeux://",
        "http://192.168.1.5:4000/" + PRINT,
        "192.168.1.5:4000",
        "p2pjeux://192.168.1.5:4000",
        "p2pjeux://192.168.1.5:4000/",
        f"p2pjeux://192.168.1.5:4000/{PRINT[:-1]}",
        f"p2pjeux://192.168.1.5:4000/{PRINT}x",
        f"p2pjeux://192.168.1.5:4000/{PRINT}/",
        f"p2pjeux://192.168.1.5:4000/{PRINT}/lune-pomme",
        f"p2pjeux://192.168.1.5:4000/{PRINT}/code/code",
        f"p2pjeux://192.168.1.5/{PRINT}",
        f"p2pjeux://192.168.1.5:0/{PRINT}",
        f"p2pjeux://192.168.1.5:65536/{PRINT}",
        f"p2pjeux://192.168.1.5:４000/{PRINT}",
        f"p2pjeux://192.168.1.256:4000/{PRINT}",
        f"p2pjeux://0.0.0.0:4000/{PRINT}",
        f"p2pjeux://[::]:4000/{PRINT}",
        f"p2pjeux://[192.168.1.5]:4000/{PRINT}",
        f"p2pjeux://[fd77::1%]:4000/{PRINT}",
        f"p2pjeux://[fd77::1%a b]:4000/{PRINT}",
        f"p2pjeux://fd77::1:4000/{PRINT}",
        f"p2pjeux://me@host:4000/{PRINT}",
        f"p2pjeux://ho st:4000/{PRINT}",
        f"p2pjeux://-host:4000/{PRINT}",
        f"p2pjeux://{'a' * 200}:4000/{PRINT}",
    ],
)
def test_what_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        parse_invite(text)


@given(st.text(max_size=80))
def test_any_text_is_a_link_or_refused(text: str) -> None:
    for given_text in (text, f"p2pjeux://{text}", f"p2pjeux://{text}:4000/{PRINT}"):
        try:
            invite = parse_invite(given_text)
        except Refused:
            continue
        assert parse_invite(str(invite)) == invite


def test_an_address_is_read_with_and_without_brackets() -> None:
    assert parse_address("10.0.0.1:4000") == Address("10.0.0.1", 4000)
    assert parse_address("[::1]:4000") == Address("::1", 4000)
    with pytest.raises(Refused):
        parse_address("10.0.0.1")


@pytest.mark.parametrize("host", ["192.168.1.5", "fd77:1234:5678:9abc:def0:1234:5678:9abc"])
@pytest.mark.parametrize("light", [False, True])
def test_a_qr_code_fits_a_terminal_and_is_the_link_dot_by_dot(*, host: str, light: bool) -> None:
    invite = Invite(Address(host, 40123), PRINT, code=True)
    lines = draw_qr(invite, light_terminal=light).split("\n")

    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= 60
    assert len(lines) <= 24 + 8
    drawn = [[character in dots for character in line] for line in lines for dots in ("▀█", "▄█")]
    text = str(invite) if ":" in host else str(invite).upper()
    for row, dots in enumerate(segno.make_qr(text, error="m").matrix):
        assert drawn[row + 2][2:-2] == [bool(dot) == light for dot in dots]
    # The quiet border is light: drawn on a dark terminal, left out on a light one.
    assert set(lines[0]) == ({" "} if light else {"█"})
