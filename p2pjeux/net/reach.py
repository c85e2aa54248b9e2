"""Whether an address can be reached, and if not, how far the way goes."""

import errno
import socket
from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Final

import trio

from p2pjeux.net.addresses import Address, Number, numeric

CONNECT_SECONDS: Final = 4.0
GATEWAY_SECONDS: Final = 1.0
# Somewhere out in the world, for the question which way leads there: two of the root servers.
_WORLD: Final = (IPv4Address("198.41.0.4"), IPv6Address("2001:503:ba3e::2:30"))
# Any router answers here, if only to refuse.
_GATEWAY_PORT: Final = 53
ARP: Final = Path("/proc/net/arp")
ROUTES: Final = Path("/proc/net/route")
_COMPLETE: Final = 0x2


class Way(Enum):
    """How a call went."""

    ANSWERED = "answered"
    REFUSED = "refused"
    SILENT = "silent"
    NO_HOST = "no-host"
    NO_ROUTE = "no-route"
    FORBIDDEN = "forbidden"
    NO_NAME = "no-name"


# What each system means by a failed call. A neighbour that does not answer to its hardware address
# is NO_HOST, and so is what macOS forbids a program without its permission: the doctor tells them
# apart.
_WAYS: Final = {
    errno.ECONNREFUSED: Way.REFUSED,
    errno.EHOSTUNREACH: Way.NO_HOST,
    errno.EHOSTDOWN: Way.NO_HOST,
    errno.ENETUNREACH: Way.NO_ROUTE,
    errno.ENETDOWN: Way.NO_ROUTE,
    errno.EADDRNOTAVAIL: Way.NO_ROUTE,
    errno.EACCES: Way.FORBIDDEN,
    errno.EPERM: Way.FORBIDDEN,
    errno.ETIMEDOUT: Way.SILENT,
}


@dataclass(frozen=True, slots=True)
class CallResult:
    """``number`` is where the call went, ``stream`` is open if it was answered."""

    way: Way
    number: Number | None = None
    stream: trio.SocketStream | None = None


async def call(address: Address, seconds: float = CONNECT_SECONDS) -> CallResult:
    """Call ``address`` once and say how it went."""
    try:
        found = await trio.socket.getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP
        )
    except (OSError, UnicodeError):
        # The second for what cannot be a name at all.
        return CallResult(Way.NO_NAME)
    family, kind, proto, _, where = found[0]
    number = numeric(str(where[0]))
    sock = trio.socket.socket(family, kind, proto)
    try:
        with trio.move_on_after(seconds) as scope:
            await sock.connect(where)
    except OSError as error:
        sock.close()
        return CallResult(_WAYS.get(error.errno or 0, Way.SILENT), number)
    # Cancelled: the call is nobody’s any more, and its socket must not outlive it.
    except BaseException:
        sock.close()
        raise
    if scope.cancelled_caught:
        sock.close()
        return CallResult(Way.SILENT, number)
    return CallResult(Way.ANSWERED, number, trio.SocketStream(sock))


def source_of(number: Number, port: int) -> Number | None:
    """Our own address on the way to ``number``, as the system would route it; sends nothing."""
    family = socket.AF_INET if isinstance(number, IPv4Address) else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect((str(number), port))
            return numeric(str(sock.getsockname()[0]))
        except OSError:
            return None


def sources_to_world() -> frozenset[Number]:
    """The addresses from which this machine would speak to the world; sends nothing."""
    found = (source_of(number, _GATEWAY_PORT) for number in _WORLD)
    return frozenset(number for number in found if number is not None)


def is_neighbour_heard(number: Number, table: Path = ARP) -> bool | None:
    """Whether ``number`` answers on the wire itself; None where the system does not say."""
    try:
        lines = table.read_text("ascii").splitlines()[1:]
    except (OSError, UnicodeDecodeError):
        return None
    for line in lines:
        fields = line.split()
        # Address, type, flags, hardware address, mask, device; an entry without the flag is a
        # question that nobody has answered.
        if len(fields) >= 4 and fields[0] == str(number):
            return bool(int(fields[2], 16) & _COMPLETE)
    # The kernel has just been made to ask, by a call: an IPv4 neighbour it does not list was not
    # heard. Those of IPv6 stand in no such file.
    return False if isinstance(number, IPv4Address) else None


def find_gateway(table: Path = ROUTES) -> Number | None:
    """The router of this network, where the system says it."""
    try:
        lines = table.read_text("ascii").splitlines()[1:]
    except (OSError, UnicodeDecodeError):
        return None
    for line in lines:
        fields = line.split()
        # The default route leads anywhere (zero), and through somebody (not zero).
        if len(fields) >= 3 and fields[1] == "00000000" and fields[2] != "00000000":
            # The kernel writes the number as it stands in memory.
            return IPv4Address(int(fields[2], 16).to_bytes(4, "little"))
    return None


async def is_gateway_heard(gateway: Number) -> bool:
    """Whether the router answers in any way at all."""
    reached = await call(Address(str(gateway), _GATEWAY_PORT), GATEWAY_SECONDS)
    if reached.stream is not None:
        await reached.stream.aclose()
    return reached.way in {Way.ANSWERED, Way.REFUSED} or bool(is_neighbour_heard(gateway))
