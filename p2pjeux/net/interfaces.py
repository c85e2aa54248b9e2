"""The network interfaces of this machine."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv4Interface, IPv6Address, IPv6Interface, ip_interface
from typing import Final, TypeAlias

import ifaddr

from p2pjeux.net.addresses import Number, numeric

OwnAddress: TypeAlias = IPv4Interface | IPv6Interface

_VPN: Final = ("tun", "tap", "wg", "utun", "ppp", "ipsec", "tailscale", "zt", "nordlynx", "proton")
_VIRTUAL: Final = (
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "lxc",
    "podman",
    "vethernet",
)


class Sort(Enum):
    """What an interface is for, as far as its name tells."""

    LAN = "lan"
    LOOPBACK = "loopback"
    VPN = "vpn"
    VIRTUAL = "virtual"


@dataclass(frozen=True, slots=True)
class NetworkInterface:
    name: str
    index: int
    addresses: tuple[OwnAddress, ...]

    @property
    def sort(self) -> Sort:
        name = self.name.lower()
        if all(one.is_loopback for one in self.addresses):
            return Sort.LOOPBACK
        if name.startswith(_VPN):
            return Sort.VPN
        return Sort.VIRTUAL if name.startswith(_VIRTUAL) else Sort.LAN

    def holds(self, number: Number) -> bool:
        """Whether ``number`` is on the network of this interface."""
        return any(number in one.network for one in self.addresses if one.version == number.version)


def find_interfaces() -> tuple[NetworkInterface, ...]:
    """All interfaces that have an address, in a fixed order."""
    found = [
        NetworkInterface(adapter.nice_name, adapter.index or 0, _addresses(adapter))
        for adapter in ifaddr.get_adapters()
    ]
    return tuple(sorted((one for one in found if one.addresses), key=lambda one: one.index))


def _addresses(adapter: ifaddr.Adapter) -> tuple[OwnAddress, ...]:
    """The usable addresses of an adapter; IPv6 comes as a tuple with its scope."""
    hosts = (
        (one.ip if isinstance(one.ip, str) else one.ip[0], one.network_prefix)
        for one in adapter.ips
    )
    found = (ip_interface(f"{host.partition('%')[0]}/{prefix}") for host, prefix in hosts)
    return tuple(
        sorted(
            (one for one in found if not one.is_unspecified and not one.is_multicast),
            key=lambda one: (one.version, one.packed),
        )
    )


def reachable_hosts(interfaces: Iterable[NetworkInterface]) -> tuple[str, ...]:
    """The addresses under which others can call us; those of loopback if there are no others."""
    hosts = [(one.sort, str(ip.ip)) for one in interfaces for ip in one.addresses]
    outward = tuple(host for sort, host in hosts if sort is not Sort.LOOPBACK)
    return outward or tuple(host for _, host in hosts)


def is_near(number: Number, interfaces: Iterable[NetworkInterface]) -> bool:
    """Whether ``number`` is on a local network, ours or another one that is private."""
    if number.is_unspecified or number.is_multicast:
        return False
    return number.is_private or any(one.holds(number) for one in interfaces)


def scoped(host: str, interfaces: Iterable[NetworkInterface]) -> str | None:
    """``host`` with its interface, if it is an address that holds on one interface only.

    None if it cannot be told which that is.
    """
    number = numeric(host)
    if not isinstance(number, IPv6Address) or not number.is_link_local or "%" in host:
        return host
    found = [
        one
        for one in interfaces
        if one.sort is Sort.LAN
        and any(ip.version == 6 and ip.is_link_local for ip in one.addresses)
    ]
    return f"{host}%{found[0].index}" if len(found) == 1 else None
