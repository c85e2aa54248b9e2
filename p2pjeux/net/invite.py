"""Links that lead to a table where discovery does not: ``p2pjeux://host:port/fingerprint[/code]``.

See protocol/8-discovery.md, Links. The fingerprint is that of the opener's key, so that nobody else
can answer in its place. ``/code`` says that a code will be asked for; the code is never in a link.
"""

import re
from dataclasses import dataclass
from typing import Final

import segno

from p2pjeux.errors import Refused
from p2pjeux.net.addresses import Address, numeric
from p2pjeux.net.fingerprint import SHORT_LENGTH
from p2pjeux.rules.drawing import half_blocks

SCHEME: Final = "p2pjeux://"
LINK_SIZE_MAX: Final = 200
_HOST_NAME: Final = re.compile(
    r"(?=.{1,100}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*"
)
_INTERFACE: Final = re.compile(r"[A-Za-z0-9._-]{1,32}")
_FINGERPRINT: Final = re.compile(rf"[a-z2-7]{{{SHORT_LENGTH}}}")
_AUTHORITY: Final = re.compile(
    r"(?:\[(?P<six>[^\[\]]*)\]|(?P<host>[^\[\]:]*)):(?P<port>[0-9]{1,5})"
)


@dataclass(frozen=True, slots=True)
class Invite:
    """Where a table is, whose key answers there, and whether it asks for a code."""

    address: Address
    fingerprint: str
    code: bool = False

    @property
    def page(self) -> str:
        """Where a browser finds the page of a seat; no browser tells anybody what is behind the #.

        So whoever serves another page at this address does not learn which key it should have.
        """
        return f"http://{self.address}/#{self.fingerprint}{'/code' if self.code else ''}"

    def __str__(self) -> str:
        return f"{SCHEME}{self.address}/{self.fingerprint}{'/code' if self.code else ''}"


def parse_invite(text: str) -> Invite:
    """The invite in a link, in small or capital letters; raise Refused if it is none."""
    given = text.strip()
    if len(given) > LINK_SIZE_MAX or not given.isascii():
        raise _no_link()
    if given[: len(SCHEME)].lower() != SCHEME:
        raise _no_link()
    authority, *path = given[len(SCHEME) :].split("/")
    match [part.lower() for part in path]:
        case [fingerprint]:
            code = False
        case [fingerprint, "code"]:
            code = True
        case _:
            raise _no_link()
    if not _FINGERPRINT.fullmatch(fingerprint):
        raise _no_link()
    return Invite(parse_address(authority), fingerprint, code)


def parse_address(text: str) -> Address:
    """``host:port`` or ``[IPv6 address]:port``; raise Refused if it is neither."""
    found = _AUTHORITY.fullmatch(text.strip())
    if found is None:
        raise _no_address()
    port = int(found["port"])
    if not 0 < port <= 65535:
        raise _no_address()
    host = _six(found["six"]) if found["six"] is not None else _name(found["host"])
    return Address(host, port)


def _six(text: str) -> str:
    """An IPv6 address, with the interface it may name: that part keeps its letters."""
    number = numeric(text)
    _, percent, interface = text.partition("%")
    if number is None or number.version != 6 or number.is_unspecified:
        raise _no_address()
    if percent and not _INTERFACE.fullmatch(interface):
        raise _no_address()
    return f"{number}{percent}{interface}"


def _name(text: str) -> str:
    """An IPv4 address or the name of a host. What looks like a number has to be one."""
    host = text.lower()
    number = numeric(host)
    if number is not None:
        if number.is_unspecified:
            raise _no_address()
        return str(number)
    if not _HOST_NAME.fullmatch(host) or host.rpartition(".")[2].isdigit():
        raise _no_address()
    return host


def _no_link() -> Refused:
    return Refused("this is not a link to a table; a link looks like p2pjeux://192.168.1.5:4000/…")


def _no_address() -> Refused:
    return Refused(
        "this is not an address; an address looks like 192.168.1.5:4000 or [fe80::1]:4000"
    )


def qr_text(invite: Invite) -> str:
    """The link as it stands in a QR code."""
    # A link without brackets fits the denser code when written in capitals.
    return str(invite).upper() if "[" not in str(invite) else str(invite)


def qr_dots(text: str) -> tuple[tuple[bool, ...], ...]:
    """The dots of a QR code, row by row, True where it is dark, with a margin of two dots."""
    # The least correction, or the next one where that makes it no larger: it is read off a screen,
    # and has to fit upon one.
    code = segno.make_qr(text, error="l")
    return tuple(tuple(bool(dot) for dot in row) for row in code.matrix_iter(border=2))


def draw_qr(invite: Invite, *, light_terminal: bool = False) -> str:
    """The link as a QR code in text."""
    return "\n".join(qr_lines(qr_text(invite), light_terminal=light_terminal))


def qr_lines(text: str, *, light_terminal: bool = False) -> list[str]:
    """A QR code in lines of text; a link is less than 80 columns wide.

    Scanners want dark dots on light ground: light dots are drawn, which suits a dark terminal;
    on a light one the dark dots are.
    """
    rows = [[dot == light_terminal for dot in row] for row in qr_dots(text)]
    return half_blocks(rows)
