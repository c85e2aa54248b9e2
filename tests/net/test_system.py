"""What each system says of itself, and what a person there is told to click or type."""

import errno
from collections.abc import Iterable
from ipaddress import IPv4Address, ip_interface
from pathlib import Path

import pytest

from p2pjeux.net.addresses import Address
from p2pjeux.net.doctor import examine_interfaces, explain, judge_multicast
from p2pjeux.net.findings import Leg, LegFinding, Level
from p2pjeux.net.interfaces import NetworkInterface
from p2pjeux.net.multicast import AnswersHeard
from p2pjeux.net.reach import CallResult, Way
from p2pjeux.net.system import (
    Firewall,
    PublicNetwork,
    SystemState,
    ask_system,
    examine_system,
    find_firewall,
    read_macos,
    read_windows,
    unplugged_cards,
)

WIFI = NetworkInterface("en0", 4, (ip_interface("192.168.1.5/24"),))
FRIEND = Address("192.168.1.7", 4000)
MACOS = SystemState("darwin", Firewall.MACOS)
WINDOWS = SystemState(
    "win32",
    Firewall.WINDOWS,
    public=(PublicNetwork("Livebox-1234", "Wi-Fi", 12),),
    unplugged=("Ethernet",),
)
LINUX = SystemState("linux", Firewall.UFW, unplugged=("enp3s0",))

# The form in which PowerShell writes them; the names are those of a home in France.
PROFILES = (
    '{"unplugged":["Ethernet","Ethernet 2"],"public":'
    '[{"Name":"Réseau","InterfaceAlias":"Wi-Fi","InterfaceIndex":12}]}'
)
PORTS = """
Hardware Port: Ethernet
Device: en7
Ethernet Address: 00:e0:4c:00:00:01

Hardware Port: Thunderbolt Bridge
Device: bridge0
Ethernet Address: 36:11:00:00:00:01

Hardware Port: Wi-Fi
Device: en0
Ethernet Address: 3c:22:fb:00:00:01
"""
STATES = """lo0: flags=8049<UP,LOOPBACK,RUNNING,MULTICAST> mtu 16384
\tinet 127.0.0.1 netmask 0xff000000
en0: flags=8863<UP,BROADCAST,SMART,RUNNING,SIMPLEX,MULTICAST> mtu 1500
\tether 3c:22:fb:00:00:01
\tmedia: autoselect (none)
\tstatus: inactive
en7: flags=8863<UP,BROADCAST,SMART,RUNNING,SIMPLEX,MULTICAST> mtu 1500
\tether 00:e0:4c:00:00:01
\tstatus: active
bridge0: flags=8863<UP,BROADCAST,SMART,RUNNING,SIMPLEX,MULTICAST> mtu 1500
\tstatus: inactive
"""


def told(findings: Iterable[LegFinding]) -> list[tuple[Leg, Level, str]]:
    return [(one.leg, one.level, one.advice.format(**one.values)) for one in findings]


async def called(way: Way, system: SystemState) -> tuple[Leg, Level, str]:
    result = CallResult(way, IPv4Address(FRIEND.host))
    return told([await explain(result, FRIEND, (WIFI,), system)])[0]


async def test_a_denied_local_network_on_macos_is_named_with_the_click_that_allows_it() -> None:
    leg, level, advice = await called(Way.NO_HOST, MACOS)

    assert (leg, level) == (Leg.PERMISSION, Level.BAD)
    assert "Privacy & Security → Local Network" in advice
    assert (await called(Way.NO_HOST, LINUX))[0] is not Leg.PERMISSION


def test_multicast_that_macos_denies_is_the_same_matter() -> None:
    heard = AnswersHeard(error=OSError(errno.EHOSTUNREACH, "No route to host"))

    assert told(judge_multicast(WIFI, heard, system=MACOS))[0][0] is Leg.PERMISSION
    assert told(judge_multicast(WIFI, heard, system=LINUX))[0][0] is Leg.MULTICAST


@pytest.mark.parametrize(
    ("system", "advice"),
    [
        (LINUX, "sudo ufw allow 5353/udp"),
        (SystemState("linux", Firewall.FIREWALLD), "sudo firewall-cmd --add-port=5353/udp"),
        (SystemState("freebsd"), "allow UDP port 5353"),
        (MACOS, "System Settings → Network → Firewall"),
        (WINDOWS, "Allow an app through firewall"),
    ],
)
def test_a_firewall_comes_with_the_command_or_click_that_opens_it(
    system: SystemState, advice: str
) -> None:
    forbidden = AnswersHeard(error=PermissionError(errno.EPERM, "not permitted"))

    leg, level, said = told(judge_multicast(WIFI, forbidden, system=system))[0]

    assert (leg, level) == (Leg.FIREWALL, Level.BAD)
    assert advice in said


async def test_a_forbidden_call_names_the_port_that_was_called() -> None:
    assert await called(Way.FORBIDDEN, LINUX) == (
        Leg.FIREWALL,
        Level.BAD,
        "in a terminal: sudo ufw allow 4000/tcp",
    )


def test_a_public_network_is_made_private_by_a_click_or_a_command() -> None:
    ((leg, level, advice),) = told(examine_system(WINDOWS, on_network=True))

    assert (leg, level) == (Leg.FIREWALL, Level.NOTE)
    assert "Settings → Network & internet → Wi-Fi" in advice
    assert "Set-NetConnectionProfile -InterfaceIndex 12 -NetworkCategory Private" in advice


def test_a_cable_that_is_out_matters_where_there_is_no_other_network() -> None:
    assert told(examine_system(LINUX, on_network=True)) == []
    assert told(examine_system(LINUX, on_network=False)) == [
        (Leg.INTERFACE, Level.NOTE, "plug its cable in, or join the wifi of the others")
    ]


def test_what_windows_says_is_read() -> None:
    assert read_windows(PROFILES) == (
        (PublicNetwork("Réseau", "Wi-Fi", 12),),
        ("Ethernet", "Ethernet 2"),
    )


@pytest.mark.parametrize("answer", ["", "access denied", "[]", '{"public":null}', '{"public":[1]}'])
def test_what_windows_does_not_say_is_no_failure(answer: str) -> None:
    assert read_windows(answer) == ((), ())


def test_what_macos_says_is_read() -> None:
    assert read_macos(PORTS, STATES) == ("en0",)
    assert read_macos("", "") == ()


def test_tunnels_that_macos_keeps_at_hand_are_no_vpn_worth_a_word() -> None:
    tunnel = NetworkInterface("utun2", 9, (ip_interface("fe80::9/64"),))
    vpn = NetworkInterface("utun4", 10, (ip_interface("10.8.0.2/32"),))

    legs = [leg for leg, *_ in told(examine_interfaces((WIFI, tunnel, vpn)))]
    assert legs == [Leg.INTERFACE, Leg.VPN]


def test_the_firewall_of_linux_is_found_by_its_files(tmp_path: Path) -> None:
    assert find_firewall(tmp_path) is Firewall.ANY
    (tmp_path / "run" / "firewalld").mkdir(parents=True)
    assert find_firewall(tmp_path) is Firewall.FIREWALLD
    (tmp_path / "etc" / "ufw").mkdir(parents=True)
    (tmp_path / "etc" / "ufw" / "ufw.conf").write_text("# ufw\nENABLED=yes\n", "utf-8")
    assert find_firewall(tmp_path) is Firewall.UFW


def test_cards_without_a_carrier_are_found(tmp_path: Path) -> None:
    for name, carrier in {"enp3s0": "0", "wlp2s0": "1", "eno1": None}.items():
        (tmp_path / name / "device").mkdir(parents=True)
        if carrier is not None:
            (tmp_path / name / "carrier").write_text(f"{carrier}\n", "ascii")
    for name in ("docker0", "veth0"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "carrier").write_text("0\n", "ascii")
    (tmp_path / "docker0" / "bridge").mkdir()

    assert unplugged_cards(tmp_path) == ("eno1", "enp3s0", "veth0")
    assert unplugged_cards(tmp_path / "missing") == ()


@pytest.mark.parametrize("platform", ["win32", "darwin", "linux"])
async def test_a_system_that_does_not_answer_is_no_failure(platform: str, tmp_path: Path) -> None:
    state = await ask_system(platform, tmp_path)

    assert state.platform == platform
    assert state.public == ()
    assert state.unplugged == ()
