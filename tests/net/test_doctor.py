"""The doctor names the leg that fails, on real sockets of this machine."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import IPv4Address, IPv6Address, ip_interface
from pathlib import Path

import pytest
import trio

from p2pjeux.encoding import encode
from p2pjeux.net.addresses import Address
from p2pjeux.net.doctor import (
    examine,
    examine_interfaces,
    examine_way,
    explain_silence,
    judge_multicast,
)
from p2pjeux.net.findings import Leg, LegFinding, Level
from p2pjeux.net.fingerprint import fingerprint_words
from p2pjeux.net.frames import FrameReader, write_frame
from p2pjeux.net.interfaces import NetworkInterface
from p2pjeux.net.mesh import open_mesh
from p2pjeux.net.multicast import AnswersHeard, ask_for_tables, listen_for_others
from p2pjeux.net.noise import Handshake, Role
from p2pjeux.net.reach import find_gateway, is_neighbour_heard
from tests.net.people import draw, papers
from tests.net.test_mesh import yes

LOOPBACK = NetworkInterface("lo", 1, (ip_interface("127.0.0.1/8"),))
WIFI = NetworkInterface("wlan0", 2, (ip_interface("192.168.1.5/24"), ip_interface("fe80::5/64")))
VPN = NetworkInterface("wg0", 3, (ip_interface("10.9.0.2/32"),))
UNGIVEN = NetworkInterface("wlan0", 2, (ip_interface("169.254.7.7/16"),))


def said(findings: list[LegFinding]) -> list[tuple[Leg, Level]]:
    for one in findings:
        # Every message can be filled in from its values.
        assert one.text.format(**one.values)
        assert (one.advice.format(**one.values) != "") is (one.level is not Level.GOOD)
    return [(one.leg, one.level) for one in findings]


@pytest.mark.parametrize(
    "interfaces, expected",
    [
        ((), [(Leg.INTERFACE, Level.BAD)]),
        ((LOOPBACK,), [(Leg.INTERFACE, Level.BAD)]),
        ((LOOPBACK, WIFI), [(Leg.INTERFACE, Level.GOOD)]),
        ((WIFI, VPN), [(Leg.INTERFACE, Level.GOOD), (Leg.VPN, Level.NOTE)]),
        ((LOOPBACK, UNGIVEN), [(Leg.INTERFACE, Level.NOTE)]),
    ],
)
def test_interfaces_are_judged(
    interfaces: tuple[NetworkInterface, ...], expected: list[tuple[Leg, Level]]
) -> None:
    assert said(examine_interfaces(interfaces)) == expected


def test_an_address_without_a_cable_is_no_network() -> None:
    findings = examine_interfaces((LOOPBACK, WIFI), ("wlan0",))

    assert said(findings) == [(Leg.INTERFACE, Level.BAD)]
    assert "its cable or wifi is gone" in findings[0].text


@pytest.mark.parametrize(
    "heard, expected",
    [
        (AnswersHeard(echo=True, others=frozenset({"192.168.1.7"})), (Leg.MULTICAST, Level.GOOD)),
        (AnswersHeard(echo=True), (Leg.MULTICAST, Level.NOTE)),
        (AnswersHeard(), (Leg.FIREWALL, Level.BAD)),
        (AnswersHeard(error=PermissionError(1, "not permitted")), (Leg.FIREWALL, Level.BAD)),
        (AnswersHeard(error=OSError(101, "unreachable")), (Leg.MULTICAST, Level.BAD)),
        (AnswersHeard(error=OSError("strange")), (Leg.MULTICAST, Level.BAD)),
    ],
)
def test_multicast_is_judged(heard: AnswersHeard, expected: tuple[Leg, Level]) -> None:
    assert said(judge_multicast(WIFI, heard)) == [expected]


def test_who_answers_calls_but_is_not_heard_proves_that_multicast_is_blocked() -> None:
    near, far = IPv4Address("192.168.1.7"), IPv4Address("10.0.0.7")

    assert said(judge_multicast(WIFI, AnswersHeard(echo=True), near)) == [
        (Leg.MULTICAST, Level.BAD)
    ]
    assert said(judge_multicast(WIFI, AnswersHeard(echo=True), far)) == [
        (Leg.MULTICAST, Level.NOTE)
    ]


async def test_multicast_of_this_machine_is_heard() -> None:
    heard = await listen_for_others(LOOPBACK, draw, seconds=0.3)

    assert heard.error is None
    assert heard.echo


def test_the_question_is_a_packet_of_dns() -> None:
    assert ask_for_tables("ab") == bytes.fromhex(
        "000000000002000000000000"
        "085f7032706a657578045f746370056c6f63616c00000c0001"
        "02616208" + "5f7032706a657578045f746370056c6f63616c00000c0001"
    )


@asynccontextmanager
async def answering(reply: bytes) -> AsyncIterator[Address]:
    """A server that reads something, says ``reply`` and hangs up."""

    async def serve(stream: trio.SocketStream) -> None:
        async with stream:
            await stream.receive_some(1000)
            await stream.send_all(reply)

    async with trio.open_nursery() as nursery:
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, serve, listeners)
        yield Address("127.0.0.1", listeners[0].socket.getsockname()[1])
        nursery.cancel_scope.cancel()


async def look(address: Address) -> list[LegFinding]:
    with trio.fail_after(20):
        return await examine_way(address, papers(1), (LOOPBACK,), draw)


async def test_a_table_that_answers_is_named_by_its_words() -> None:
    async with open_mesh(papers(2), yes, host="127.0.0.1") as mesh:
        findings = await look(Address("127.0.0.1", mesh.port))

    assert said(findings) == [(Leg.HELLO, Level.GOOD)]
    assert findings[0].values["words"] == fingerprint_words(papers(2).identity.public)


async def test_our_own_address_is_known() -> None:
    async with open_mesh(papers(1), yes, host="127.0.0.1") as mesh:
        findings = await look(Address("127.0.0.1", mesh.port))

    assert said(findings) == [(Leg.HELLO, Level.GOOD)]


@pytest.mark.parametrize("reply", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
async def test_another_program_is_known(reply: bytes) -> None:
    async with answering(reply) as address:
        assert said(await look(address)) == [(Leg.HELLO, Level.BAD)]


async def test_another_version_is_said() -> None:
    async def serve(stream: trio.SocketStream) -> None:
        async with stream:
            reader = FrameReader(1000)
            reader.receive_data(await stream.receive_some(1000))
            handshake = Handshake(Role.RESPONDER, draw(), draw(), b"p2pjeux/link")
            handshake.read(reader.next_frame() or b"")
            await stream.send_all(write_frame(handshake.write(encode([7]))))

    async with trio.open_nursery() as nursery:
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, serve, listeners)
        findings = await look(Address("127.0.0.1", listeners[0].socket.getsockname()[1]))
        nursery.cancel_scope.cancel()

    assert said(findings) == [(Leg.HELLO, Level.BAD)]
    assert findings[0].values["theirs"] == 7


async def test_a_port_where_nobody_listens_is_said() -> None:
    async with answering(b"") as address:
        pass

    assert said(await look(address)) == [(Leg.PORT, Level.BAD)]


async def test_a_name_that_nobody_knows_is_said() -> None:
    assert said(await look(Address("..", 4000))) == [(Leg.ROUTE, Level.BAD)]


async def test_the_whole_examination_of_this_machine() -> None:
    with trio.fail_after(20):
        async with open_mesh(papers(2), yes, host="127.0.0.1") as mesh:
            target = Address("127.0.0.1", mesh.port)
            findings = await examine(target, papers(1), (LOOPBACK,), draw)

    assert said(findings) == [
        (Leg.INTERFACE, Level.BAD),
        (Leg.MULTICAST, Level.GOOD),
        (Leg.HELLO, Level.GOOD),
    ]


ARP = """IP address       HW type     Flags       HW address            Mask     Device
192.168.1.7      0x1         0x2         02:77:00:00:00:07     *        wlan0
192.168.1.8      0x1         0x0         00:00:00:00:00:00     *        wlan0
"""
ROUTES = """Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
wlan0\t0001A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
wlan0\t00000000\t0100007F\t0003\t0\t0\t0\t00000000\t0\t0\t0
"""


@pytest.fixture
def system(tmp_path: Path) -> tuple[Path, Path]:
    """What a system knows of neighbours and routes; its router is on this machine, and answers."""
    (tmp_path / "arp").write_text(ARP, "ascii")
    (tmp_path / "route").write_text(ROUTES, "ascii")
    return tmp_path / "arp", tmp_path / "route"


@pytest.mark.parametrize(
    "host, leg",
    [("192.168.1.7", Leg.FIREWALL), ("192.168.1.8", Leg.WIFI), ("192.168.1.9", Leg.WIFI)],
)
async def test_a_silent_host_is_behind_a_firewall_or_kept_apart(
    host: str, leg: Leg, system: tuple[Path, Path]
) -> None:
    finding = await explain_silence(IPv4Address(host), {"host": host, "port": 4000}, *system)

    assert said([finding]) == [(leg, Level.BAD)]


async def test_where_the_system_says_nothing_all_reasons_are_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    values = {"host": "192.168.1.7", "port": 4000}

    finding = await explain_silence(IPv4Address("192.168.1.7"), values, missing, missing)

    assert said([finding]) == [(Leg.WIFI, Level.BAD)]


def test_what_the_system_says_is_read(system: tuple[Path, Path], tmp_path: Path) -> None:
    arp, routes = system
    assert is_neighbour_heard(IPv4Address("192.168.1.7"), arp) is True
    assert is_neighbour_heard(IPv4Address("192.168.1.8"), arp) is False
    assert is_neighbour_heard(IPv4Address("192.168.1.9"), arp) is False
    assert is_neighbour_heard(IPv6Address("fe80::1"), arp) is None
    assert is_neighbour_heard(IPv4Address("192.168.1.7"), tmp_path / "missing") is None
    assert find_gateway(routes) == IPv4Address("127.0.0.1")
    assert find_gateway(arp) is None
