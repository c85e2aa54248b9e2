"""Adapters as three systems list them, and the addresses that others are told to try first."""

from collections.abc import Sequence
from ipaddress import ip_address, ip_interface

import pytest
from ifaddr import IP, Adapter

from p2pjeux.net.addresses import numeric
from p2pjeux.net.interfaces import (
    NetworkInterface,
    Sort,
    find_interfaces,
    interfaces_of,
    is_near,
    reachable_hosts,
    scoped,
)

LOOPBACK = (NetworkInterface("lo", 1, (ip_interface("127.0.0.1/8"),)),)

# What such machines show; the numbers are invented, the names and kinds of addresses are not.
MACBOOK = {
    "lo0": ("127.0.0.1/8", "::1/128", "fe80::1/64"),
    "anpi0": ("fe80::a078:17ff:fe1d:7c01/64",),
    "anpi1": ("fe80::a078:17ff:fe1d:7c02/64",),
    "en5": ("fe80::aede:48ff:fe00:1122/64",),
    "en0": ("fe80::c6:1eff:fe2a:5b11/64", "192.168.1.24/24", "fd12:3456::24/64"),
    "awdl0": ("fe80::7c8d:d3ff:fe01:2a77/64",),
    "llw0": ("fe80::7c8d:d3ff:fe01:2a77/64",),
    "utun0": ("fe80::9d0:7a3b:1c9e:4af1/64",),
    "utun3": ("fe80::ce81:b1c:bd2c:69e/64",),
}
# One that shares its mobile network, with nothing else on.
MACBOOK_HOTSPOT = {
    "lo0": ("127.0.0.1/8", "::1/128", "fe80::1/64"),
    "en0": ("fe80::c6:1eff:fe2a:5b11/64",),
    "bridge100": ("192.168.2.1/24", "fe80::a078:17ff:fe1d:7c64/64"),
    "vmenet0": ("fe80::1c0:ffff:fe00:64/64",),
}
WINDOWS = {
    "Software Loopback NetworkInterface 1": ("127.0.0.1/8", "::1/128"),
    "Hyper-V Virtual Ethernet Adapter": ("172.28.48.1/20", "fe80::5d1c:1:2:3/64"),
    "VirtualBox Host-Only Ethernet Adapter": ("192.168.56.1/24", "fe80::5d1c:1:2:4/64"),
    "VMware Virtual Ethernet Adapter for VMnet1": ("192.168.74.1/24",),
    "VMware Virtual Ethernet Adapter for VMnet8": ("192.168.126.1/24",),
    "WireGuard Tunnel": ("10.66.66.2/32",),
    "TAP-Windows Adapter V9": ("169.254.30.1/16",),
    # Nobody uses these two: Windows lists them with numbers of their own choice.
    "Bluetooth Device (Personal Area Network)": ("169.254.11.5/16", "fe80::5d1c:1:2:5/64"),
    "Realtek PCIe GbE Family Controller": ("169.254.77.8/16", "fe80::5d1c:1:2:6/64"),
    "Intel(R) Wi-Fi 6 AX201 160MHz": ("192.168.1.30/24", "fe80::5d1c:1:2:7/64"),
}
WINDOWS_HOTSPOT = {
    "Software Loopback NetworkInterface 1": ("127.0.0.1/8", "::1/128"),
    "Hyper-V Virtual Ethernet Adapter": ("172.28.48.1/20",),
    "Microsoft Wi-Fi Direct Virtual Adapter #2": ("192.168.137.1/24", "fe80::5d1c:1:2:8/64"),
    "Intel(R) Wi-Fi 6 AX201 160MHz": ("169.254.4.4/16",),
}
# Hyper-V has taken over the card, so that its machines are on the network too.
WINDOWS_SWITCH = {
    "Hyper-V Virtual Ethernet Adapter": ("172.28.48.1/20",),
    "Hyper-V Virtual Ethernet Adapter #2": ("192.168.1.31/24",),
}
LINUX = {
    "lo": ("127.0.0.1/8", "::1/128"),
    "docker0": ("172.17.0.1/16",),
    "virbr0": ("192.168.122.1/24",),
    "wg0": ("10.8.0.2/24",),
    "eno1": ("192.168.7.5/24", "fe80::1a/64"),
    "wlp3s0": ("192.168.1.40/24", "2001:db8:1::40/64", "fe80::1b/64"),
}


def seen(adapters: dict[str, tuple[str, ...]]) -> Sequence[NetworkInterface]:
    """What becomes of a list of adapters, in the form in which the library gives it."""
    return interfaces_of(
        Adapter(name, name, [_ip(one, name) for one in addresses], index)
        for index, (name, addresses) in enumerate(adapters.items(), start=1)
    )


def _ip(text: str, name: str) -> IP:
    one = ip_interface(text)
    host = str(one.ip) if one.version == 4 else (str(one.ip), 0, 7)
    return IP(host, one.network.prefixlen, name)


def sorts(adapters: dict[str, tuple[str, ...]]) -> dict[str, Sort]:
    return {one.name: one.sort for one in seen(adapters)}


def test_loopback_of_macos_has_an_address_that_looks_like_a_network() -> None:
    assert sorts(MACBOOK)["lo0"] is Sort.LOOPBACK
    assert reachable_hosts(seen(MACBOOK))[0] == "192.168.1.24"
    assert "127.0.0.1" not in reachable_hosts(seen(MACBOOK))
    assert "fe80::1" not in reachable_hosts(seen(MACBOOK))


def test_links_between_apple_devices_are_no_networks() -> None:
    assert [name for name, sort in sorts(MACBOOK).items() if sort is Sort.LAN] == ["en0"]


def test_of_adapters_on_windows_only_the_real_one_is_a_network_with_an_address() -> None:
    lans = [one for one in seen(WINDOWS) if one.sort is Sort.LAN]

    assert [one.name for one in lans if not one.is_idle] == ["Intel(R) Wi-Fi 6 AX201 160MHz"]
    assert sorts(WINDOWS)["WireGuard Tunnel"] is Sort.VPN
    assert sorts(WINDOWS)["Hyper-V Virtual Ethernet Adapter"] is Sort.VIRTUAL


@pytest.mark.parametrize(
    ("adapters", "source", "first"),
    [
        (MACBOOK, "192.168.1.24", ["192.168.1.24", "fd12:3456::24"]),
        (MACBOOK_HOTSPOT, None, ["192.168.2.1"]),
        (WINDOWS, "192.168.1.30", ["192.168.1.30", "169.254.77.8"]),
        (WINDOWS, None, ["192.168.1.30"]),
        (WINDOWS_HOTSPOT, None, ["192.168.137.1", "169.254.4.4"]),
        (WINDOWS_SWITCH, "192.168.1.31", ["192.168.1.31", "172.28.48.1"]),
        (LINUX, "192.168.1.40", ["192.168.1.40", "192.168.7.5"]),
        # All goes through the VPN, but friends are on the wifi or at the other end of a cable.
        (LINUX, "10.8.0.2", ["192.168.7.5", "192.168.1.40"]),
    ],
)
def test_others_are_told_the_likeliest_address_first(
    adapters: dict[str, tuple[str, ...]], source: str | None, first: list[str]
) -> None:
    sources = () if source is None else (ip_address(source),)

    assert list(reachable_hosts(seen(adapters), sources))[: len(first)] == first


def test_a_vpn_and_virtual_networks_come_last() -> None:
    hosts = reachable_hosts(seen(LINUX))

    assert hosts[-3:] == ("172.17.0.1", "192.168.122.1", "10.8.0.2")


def test_interfaces_have_their_addresses_and_none_is_the_unspecified() -> None:
    found = find_interfaces()

    assert any(one.sort is Sort.LOOPBACK for one in found)
    for host in reachable_hosts(found):
        number = numeric(host)
        assert number is not None
        assert not number.is_unspecified


def test_loopback_is_announced_only_if_there_is_nothing_else() -> None:
    wifi = NetworkInterface(
        "wlan0", 2, (ip_interface("192.168.1.5/24"), ip_interface("fe80::5/64"))
    )

    assert reachable_hosts(LOOPBACK) == ("127.0.0.1",)
    assert reachable_hosts((*LOOPBACK, wifi)) == ("192.168.1.5", "fe80::5")


@pytest.mark.parametrize(
    "name, sort",
    [
        ("wlan0", Sort.LAN),
        ("eth0", Sort.LAN),
        ("wg0", Sort.VPN),
        ("utun3", Sort.VPN),
        ("tailscale0", Sort.VPN),
        ("docker0", Sort.VIRTUAL),
        ("br-1234", Sort.VIRTUAL),
    ],
)
def test_an_interface_is_sorted_by_its_name(name: str, sort: Sort) -> None:
    assert NetworkInterface(name, 2, (ip_interface("10.0.0.1/24"),)).sort is sort


@pytest.mark.parametrize(
    "host, near",
    [
        ("192.168.7.7", True),
        ("fe80::1", True),
        ("127.0.0.1", True),
        ("130.1.2.3", True),
        ("130.1.3.3", False),
        ("8.8.8.8", False),
        ("224.0.0.251", False),
        ("::", False),
    ],
)
def test_what_is_near(*, host: str, near: bool) -> None:
    campus = NetworkInterface("wlan0", 2, (ip_interface("130.1.2.9/24"),))
    number = numeric(host)
    assert number is not None

    assert is_near(number, (campus,)) is near


def test_an_address_of_one_interface_gets_the_only_one_it_can_mean() -> None:
    wifi = NetworkInterface("wlan0", 2, (ip_interface("fe80::5/64"),))
    cable = NetworkInterface("eth0", 3, (ip_interface("fe80::6/64"),))

    assert scoped("fe80::1", (*LOOPBACK, wifi)) == "fe80::1%2"
    assert scoped("fe80::1%3", (wifi, cable)) == "fe80::1%3"
    assert scoped("fe80::1", (wifi, cable)) is None
    assert scoped("fd77::1", (wifi, cable)) == "fd77::1"
    assert scoped("10.0.0.1", ()) == "10.0.0.1"
