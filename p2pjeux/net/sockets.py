"""The network as the mesh sees it: something to call and something to be called on."""

import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol

import trio

from p2pjeux.errors import Refused
from p2pjeux.net.addresses import Address

# To find a port that is free for both families.
_TRIES: Final = 20
_BACKLOG: Final = 128


@dataclass(frozen=True, slots=True)
class Listening:
    listeners: Sequence[trio.abc.Listener[trio.abc.Stream]]
    port: int


class Network(Protocol):
    """TCP in earnest; in tests, wires in memory that can be cut."""

    async def connect(self, address: Address) -> trio.abc.Stream:
        """A stream to ``address``; raise OSError if there is none."""

    async def listen(self, host: str | None, port: int) -> Listening:
        """Listen on ``host``, or on all addresses; port 0 takes any that is free."""

    def remote_host(self, stream: trio.abc.Stream) -> str:
        """The address of the other end; raise OSError if it has gone."""


class Tcp:
    """The Network of real machines. Where no port is asked for, ``usual`` is tried first."""

    def __init__(self, usual: int = 0) -> None:
        self._usual = usual

    async def connect(self, address: Address) -> trio.abc.Stream:
        try:
            return await trio.open_tcp_stream(address.host, address.port)
        # The codec of host names fails with an error of its own, which is no OSError.
        except UnicodeError as error:
            raise OSError(f"{address.host} cannot be the name of a host") from error

    async def listen(self, host: str | None, port: int) -> Listening:
        if not port and self._usual:
            with suppress(Refused):
                return await self._listen(host, self._usual)
        return await self._listen(host, port)

    async def _listen(self, host: str | None, port: int) -> Listening:
        if host is not None:
            return _listening(await _try_listen(host, port), port)
        for _ in range(_TRIES):
            # A link names one port, so both families listen on the same; the first is chosen by the
            # system, and the second has to have it too.
            four = await _try_listen("0.0.0.0", port)  # noqa: S104  # all interfaces are meant
            six = await _try_listen("::", _port_of(four[0]) if four else port)
            if port == 0 and four and not six and _has_v6():
                # Somebody has this port in the other family: try another.
                await four[0].aclose()
                continue
            return _listening(four + six, port)
        return _listening([], port)

    def remote_host(self, stream: trio.abc.Stream) -> str:
        assert isinstance(stream, trio.SocketStream)
        name = stream.socket.getpeername()
        # A link-local address says nothing without the interface on which it was seen.
        if len(name) == 4 and name[3]:
            return f"{name[0].partition('%')[0]}%{name[3]}"
        return str(name[0])


async def _try_listen(host: str, port: int) -> list[trio.SocketListener]:
    try:
        return await trio.open_tcp_listeners(port, host=host, backlog=_BACKLOG)
    except OSError:
        return []


def _listening(listeners: list[trio.SocketListener], port: int) -> Listening:
    if not listeners:
        raise Refused("port {port} is not free to listen on", port=port)
    return Listening(listeners, _port_of(listeners[0]))


def _has_v6() -> bool:
    """Whether this machine speaks IPv6 at all; where it is switched off, one family is enough."""
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


def _port_of(listener: trio.SocketListener) -> int:
    port: int = listener.socket.getsockname()[1]
    return port
