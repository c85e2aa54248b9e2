"""The network interfaces of this machine, and which of its addresses others should try first."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv4Interface, IPv6Address, IPv6Interface, ip_interface
from typing import Final, TypeAlias

import ifaddr

from p2pjeux.net.addresses import Number, numeric

OwnAddress: TypeAlias = IPv4Interface | IPv6Interface

# How Linux and macOS begin the names of interfaces.
_VPN: Final = ("tun", "tap", "wg", "utun", "ppp", "ipsec", "tailscale", "zt", "nordlynx", "proton")
_VIRTUAL: Final = ("docker", "br-", "veth", "virbr", "vmnet", "vmenet", "vboxnet", "lxc", "podman")
# Between Apple's own devices, and to the chips within a Mac.
_LINK: Final = ("awdl", "llw", "anpi", "p2p")
# What Windows says in descriptions. Its own hotspot is a “Wi-Fi Direct Virtual Adapter”, so the
# word “virtual” alone says nothing.
_VPN_WORDS: Final = (
    "vpn",
    "wireguard",
    "wintun",
    "tap-windows",
    "tailscale",
    "zerotier",
    "nordlynx",
    "anyconnect",
    "pangp",
    "fortinet",
    "cloudflare warp",
    "wan miniport",
    "teredo",
    "isatap",
)
_VIRTUAL_WORDS: Final = ("hyper-v", "virtualbox", "vmware", "parallels", "npcap", "km-test")
_LINK_WORDS: Final = ("bluetooth",)
# The chip in Macs of before 2021 that keeps their keys; it has this number in all of them.
_T2_CHIP: Final = IPv6Address("fe80::aede:48ff:fe00:1122")


class Sort(Enum):
    """What an interface is for, as far as its name tells; those that lead to others come first."""

    LAN = "lan"
    VIRTUAL = "virtual"
    # To a device beside this one or within it: no network that friends could be on.
    LINK = "link"
    VPN = "vpn"
    LOOPBACK = "loopback"


_RANK: Final = {sort: rank for rank, sort in enumerate(Sort)}


@dataclass(frozen=True, slots=True)
class NetworkInterface:
    name: str
    index: int
    addresses: tuple[OwnAddress, ...]

    @property
    def sort(self) -> Sort:
        name = self.name.lower()
        # One is enough: that of macOS has fe80::1 beside 127.0.0.1.
        if any(one.is_loopback for one in self.addresses):
            return Sort.LOOPBACK
        if name.startswith(_VPN) or any(word in name for word in _VPN_WORDS):
            return Sort.VPN
        if name.startswith(_VIRTUAL) or any(word in name for word in _VIRTUAL_WORDS):
            return Sort.VIRTUAL
        if name.startswith(_LINK) or any(word in name for word in _LINK_WORDS):
            return Sort.LINK
        return Sort.LINK if all(one.ip == _T2_CHIP for one in self.addresses) else Sort.LAN

    @property
    def is_idle(self) -> bool:
        """Whether nobody has given it an address: it has only those that it took by itself."""
        return all(one.is_link_local for one in self.addresses)

    def holds(self, number: Number) -> bool:
        """Whether ``number`` is on the network of this interface."""
        return any(number in one.network for one in self.addresses if one.version == number.version)


def find_interfaces() -> tuple[NetworkInterface, ...]:
    """All interfaces that have an address, in a fixed order."""
    return interfaces_of(ifaddr.get_adapters())


def interfaces_of(adapters: Iterable[ifaddr.Adapter]) -> tuple[NetworkInterface, ...]:
    """What is of use in the system's list of adapters."""
    found = [
        # Windows says what an adapter is in its description, the others in its name.
        NetworkInterface(adapter.nice_name, adapter.index or 0, _addresses(adapter))
        for adapter in adapters
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


def reachable_hosts(
    interfaces: Iterable[NetworkInterface], sources: Collection[Number] = ()
) -> tuple[str, ...]:
    """The addresses under which others can call us, the likeliest first; else those of loopback.

    ``sources`` are those from which this machine speaks to the world: what they are on leads
    somewhere, whatever it is called, unless it is a VPN.
    """
    own = [(one.sort, ip) for one in interfaces for ip in one.addresses]

    def rank(found: tuple[Sort, OwnAddress]) -> tuple[int, bool, int, bool]:
        sort, ip = found
        is_source = ip.ip in sources and sort is not Sort.VPN
        return 0 if is_source else _RANK[sort], ip.is_link_local, ip.version, not is_source

    outward = sorted((one for one in own if one[0] is not Sort.LOOPBACK), key=rank)
    hosts = tuple(str(ip.ip) for _, ip in outward)
    return hosts or tuple(str(ip.ip) for _, ip in own if ip.is_loopback)


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
