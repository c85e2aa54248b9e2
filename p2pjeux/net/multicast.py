"""Whether multicast DNS is heard on an interface: ask a question there, and listen."""

import errno
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import trio

from p2pjeux.net.interfaces import NetworkInterface, OwnAddress, find_interfaces

GROUP_4: Final = "224.0.0.251"
GROUP_6: Final = "ff02::fb"
PORT: Final = 5353
LISTEN_SECONDS: Final = 2.0
# The longest that multicast DNS allows (RFC 6762, 17); more is cut off, and read all the same.
_PACKET_SIZE_MAX: Final = 9000
# Who shouts under many addresses makes us remember no more of them than this.
_HOSTS_MAX: Final = 32
# PTR, class IN: the types of DNS-SD, by which everybody is asked for all tables at once.
_POINTER: Final = 12
_INTERNET: Final = 1


@dataclass(frozen=True, slots=True)
class AnswersHeard:
    """What came of a question: our own ``echo``, ``others``, or the ``error`` if asking failed."""

    echo: bool = False
    others: frozenset[str] = field(default_factory=frozenset)
    error: OSError | None = None

    @property
    def is_forbidden(self) -> bool:
        """Whether this machine itself does not let us send."""
        return self.error is not None and self.error.errno in {errno.EPERM, errno.EACCES}


async def listen_for_others(
    interface: NetworkInterface, draw: Callable[[int], bytes], seconds: float = LISTEN_SECONDS
) -> AnswersHeard:
    """Ask on ``interface`` who has tables, and listen for ``seconds``."""
    # Some systems hand what we ourselves send on another interface to every socket of the group.
    own = {str(one.ip) for every in (interface, *find_interfaces()) for one in every.addresses}
    # The mark tells our own packet, as the system hands it back, from the same question of another
    # peer who examines at this moment.
    question = ask_for_tables(draw(8).hex())
    try:
        sock, group = await _open(interface)
    except OSError as error:
        return AnswersHeard(error=error)
    heard: set[str] = set()
    echo = False
    with sock:
        try:
            await sock.sendto(question, group)
            with trio.move_on_after(seconds):
                while len(heard) < _HOSTS_MAX:
                    data, source = await sock.recvfrom(_PACKET_SIZE_MAX)
                    host = str(source[0]).partition("%")[0]
                    echo = echo or data == question
                    if host not in own:
                        heard.add(host)
        except OSError as error:
            return AnswersHeard(echo, frozenset(heard), error)
    return AnswersHeard(echo, frozenset(heard))


def ask_for_tables(mark: str) -> bytes:
    """A question for all tables, and one that nobody answers, by which we know our own packet."""
    header = struct.pack("!6H", 0, 0, 2, 0, 0, 0)
    return header + _question("_p2pjeux") + _question(mark, "_p2pjeux")


def _question(*labels: str) -> bytes:
    name = b"".join(
        bytes([len(label)]) + label.encode("ascii") for label in (*labels, "_tcp", "local")
    )
    return name + b"\x00" + struct.pack("!2H", _POINTER, _INTERNET)


async def _open(
    interface: NetworkInterface,
) -> tuple[trio.socket.SocketType, tuple[str | int, ...]]:
    """A socket that speaks and hears multicast on ``interface`` only."""
    four = [one for one in interface.addresses if one.version == 4]
    sock = trio.socket.socket(
        socket.AF_INET if four else socket.AF_INET6, socket.SOCK_DGRAM, socket.IPPROTO_UDP
    )
    try:
        # Every system has a responder of its own on this port; without these we could not listen
        # beside it.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if four:
            # Both families carry the same questions: the other one only where there is no IPv4.
            await _join_4(sock, four[0])
            return sock, (GROUP_4, PORT)
        await _join_6(sock, interface.index)
    except OSError:
        sock.close()
        raise
    return sock, (GROUP_6, PORT, 0, interface.index)


async def _join_4(sock: trio.socket.SocketType, own: OwnAddress) -> None:
    """Join on a socket that is bound already, as Windows wants it.

    A time to live of 255 is what responders expect of their own link (RFC 6762, 11), and the loop
    back is what we listen for first.
    """
    await sock.bind(("", PORT))
    sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, own.packed)
    sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
    sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
    group = socket.inet_aton(GROUP_4)
    sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group + own.packed)


async def _join_6(sock: trio.socket.SocketType, index: int) -> None:
    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    await sock.bind(("::", PORT))
    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)
    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_LOOP, 1)
    group = socket.inet_pton(socket.AF_INET6, GROUP_6)
    joined = group + struct.pack("@I", index)
    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, joined)
