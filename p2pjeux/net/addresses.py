"""Where peers can be reached: kept by identity key, best first, and never more than a few."""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, TypeAlias

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.identity import check_public

ADDRESSES_MAX: Final = 8
PEERS_MAX: Final = 64
# What is told to others: fewer, and only what can help them.
TOLD_PEERS_MAX: Final = 32
TOLD_ADDRESSES_MAX: Final = 4
TOLD_SIZE_MAX: Final = 1 << 14
# The longest is an IPv6 address with the name of an interface.
_HOST_SIZE_MAX: Final = 64


Number: TypeAlias = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """A host, by number or by name, and a TCP port."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def numeric(host: str) -> Number | None:
    """The number of a host that is given by number, without the interface it may name."""
    try:
        return ip_address(host.partition("%")[0])
    except ValueError:
        return None


class AddressBook:
    """Addresses by key. The one that worked last comes first, then those learnt last."""

    def __init__(self) -> None:
        self._known: dict[bytes, list[Address]] = {}

    def __contains__(self, key: bytes) -> bool:
        return key in self._known

    def of(self, key: bytes) -> tuple[Address, ...]:
        return tuple(self._known.get(key, ()))

    def learn(self, key: bytes, address: Address, *, first: bool = False) -> bool:
        """Whether ``address`` was new. ``first`` if it has just worked."""
        known = self._known.get(key)
        if known is None:
            # Whom we know stays; new keys cost nothing to make up.
            if len(self._known) >= PEERS_MAX:
                return False
            known = self._known[key] = []
        new = address not in known
        if not new and first:
            known.remove(address)
        if first or not known:
            known.insert(0, address)
        elif new:
            # After the one that worked last, before all others.
            known.insert(1, address)
        # The ones learnt longest ago go: a machine that moves about has left them.
        del known[ADDRESSES_MAX:]
        return new

    def forget(self, key: bytes, address: Address) -> None:
        """Somebody else answers at this address."""
        known = self._known.get(key, [])
        if address in known:
            known.remove(address)

    def forget_peer(self, key: bytes) -> None:
        self._known.pop(key, None)


def write_told(book: AddressBook, keys: Iterable[bytes], *, loopback: bool) -> bytes:
    """What we know of ``keys``, for a peer; addresses of this machine only if it is on it too."""
    told: list[Value] = []
    # In the order of keys, so that the same book is told in the same bytes.
    for key in sorted(keys)[:TOLD_PEERS_MAX]:
        useful = [one for one in book.of(key) if _can_help(one, loopback=loopback)]
        if useful:
            told.append([key, [[one.host, one.port] for one in useful[:TOLD_ADDRESSES_MAX]]])
    return encode(told, TOLD_SIZE_MAX)


def read_told(data: bytes, *, loopback: bool) -> list[tuple[bytes, Address]]:
    """What a member tells of others; raise PeerFault if it is out of shape.

    Addresses that a stranger to this network could not have are left out: nobody shall make us
    call whom he likes.
    """
    found: list[tuple[bytes, Address]] = []
    for entry in shapes.items(decode(data, TOLD_SIZE_MAX), 0, TOLD_PEERS_MAX):
        key, addresses = shapes.fields(entry, 2)
        peer = check_public(key)
        for address in shapes.items(addresses, 1, TOLD_ADDRESSES_MAX):
            one = read_address(address)
            if _can_help(one, loopback=loopback):
                found.append((peer, one))
    return found


def read_address(value: Value) -> Address:
    """A numeric address from a peer."""
    host, port = shapes.fields(value, 2)
    number = numeric(shapes.text(host, _HOST_SIZE_MAX))
    if number is None:
        raise PeerFault(Fault.BAD_SHAPE, "an address is a number")
    # Its one canonical form, and without an interface, which means nothing to us.
    return Address(str(number), shapes.number(port, 1, 65535))


def _can_help(address: Address, *, loopback: bool) -> bool:
    """Whether ``address`` belongs to a local network that others may be on.

    An address of one interface only (link-local) means nothing to a peer on another machine.
    """
    number = numeric(address.host)
    if number is None or number.is_unspecified or number.is_multicast or number.is_link_local:
        return False
    return loopback if number.is_loopback else number.is_private
