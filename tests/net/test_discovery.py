"""Real multicast DNS, on the loopback of this machine only."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from ipaddress import ip_address, ip_interface
from uuid import uuid4

import pytest
import trio
from zeroconf import ServiceInfo, Zeroconf

from p2pjeux.net.addresses import Address
from p2pjeux.net.announcement import Announcement, OpenTable
from p2pjeux.net.discovery import SERVICE, Discovery, Found, Lost, Sighting, open_discovery
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.net.interfaces import NetworkInterface

LOOPBACK = (NetworkInterface("lo", 1, (ip_interface("127.0.0.1/8"),)),)
# A network of this machine that needs no hardware: another address of loopback.
ELSEWHERE = (NetworkInterface("lo", 1, (ip_interface("127.0.0.1/8"), ip_interface("127.0.0.3/8"))),)
PATIENCE = 30
KEY = fingerprint(bytes(32))


def fresh(name: str) -> str:
    """A name that no other test of this machine announces at the same time."""
    return f"{name} {uuid4().hex[:8]}"


def table(name: str, free: int = 2) -> Announcement:
    return Announcement(name, KEY, OpenTable("pantheon", 4, free, "0123456789abcdef"))


def at_home() -> Sequence[NetworkInterface]:
    return LOOPBACK


@asynccontextmanager
async def discovering() -> AsyncIterator[Discovery]:
    with trio.fail_after(PATIENCE):
        async with open_discovery(at_home) as discovery:
            yield discovery


async def sees(discovery: Discovery, table_name: str) -> Found:
    async for sighting in discovery.sightings:
        if isinstance(sighting, Found) and sighting.announcement.table == table_name:
            return sighting
    raise AssertionError


async def test_a_table_is_found_changed_and_lost() -> None:
    """The whole life of a table, seen from another peer."""
    name = fresh("table")
    async with discovering() as ours, discovering() as theirs:
        await ours.announce(table(name), 4000)
        found = await sees(theirs, name)
        assert found.announcement == table(name)
        assert found.addresses == (Address("127.0.0.1", 4000),)

        await ours.announce(table(name, free=1), 4000)
        changed = await sees(theirs, name)
        assert changed.announcement == table(name, free=1)
        assert changed.name == found.name

        await ours.withdraw()
        lost: list[Sighting] = []
        while Lost(found.name) not in lost:
            lost.append(await theirs.sightings.receive())


@pytest.mark.slow
async def test_a_late_comer_finds_it_and_two_tables_of_one_name_are_two() -> None:
    name = fresh("same")
    async with discovering() as one, discovering() as two:
        await one.announce(table(name), 4001)
        await two.announce(table(name), 4002)
        async with discovering() as late:
            found = [await sees(late, name), await sees(late, name)]

        assert {address for sighting in found for address in sighting.addresses} == {
            Address("127.0.0.1", 4001),
            Address("127.0.0.1", 4002),
        }
        assert len({sighting.name for sighting in found}) == 2


@pytest.mark.slow
async def test_garbage_announcements_are_not_seen() -> None:
    name = fresh("honest")
    bad = [
        ServiceInfo(SERVICE, f"{label}.{SERVICE}", port, properties=texts, parsed_addresses=[host])
        for label, port, texts, host in (
            ("bare", 4000, {}, "127.0.0.1"),
            ("escape", 4000, {"v": "1", "table": "\x1b[2J"}, "127.0.0.1"),
            ("far", 4000, {"v": "2", "table": "far"}, "8.8.8.8"),
            ("none", 0, {"v": "2", "table": "none"}, "127.0.0.1"),
            ("any", 4000, {"v": "2", "table": "any"}, str(ip_address(0))),
        )
    ]
    async with discovering() as ours, discovering() as theirs:
        hostile = await trio.to_thread.run_sync(lambda: Zeroconf(interfaces=["127.0.0.1"]))
        try:
            for info in bad:
                await trio.to_thread.run_sync(partial(hostile.register_service, info))
            await ours.announce(table(name), 4000)
            seen: list[Sighting] = []
            while not any(
                isinstance(one, Found) and one.announcement.table == name for one in seen
            ):
                seen.append(await theirs.sightings.receive())
        finally:
            await trio.to_thread.run_sync(hostile.close)

    tables = {one.announcement.table for one in seen if isinstance(one, Found)}
    assert tables.isdisjoint({"far", "none", "any"})
    assert all(name.isprintable() for name in tables)


@pytest.mark.slow
async def test_a_table_follows_the_machine_to_another_network() -> None:
    name = fresh("moving")
    here = [LOOPBACK]
    with trio.fail_after(PATIENCE):
        async with (
            open_discovery(lambda: here[0], every=0.2) as ours,
            discovering() as theirs,
        ):
            await ours.announce(table(name), 4000)
            assert (await sees(theirs, name)).addresses == (Address("127.0.0.1", 4000),)
            here[0] = ELSEWHERE

            moved = await sees(theirs, name)

            assert moved.addresses == (Address("127.0.0.1", 4000), Address("127.0.0.3", 4000))
