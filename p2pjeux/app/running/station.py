"""What every table on the wifi stands on: our key and files, links to others, and discovery."""

import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import trio

from p2pjeux.errors import LinkLost
from p2pjeux.log.identity import Identity
from p2pjeux.net.addresses import Address
from p2pjeux.net.announcement import Announcement
from p2pjeux.net.discovery import Discovery, Found, Lost, open_discovery
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.net.hello import Hello, Papers
from p2pjeux.net.interfaces import find_interfaces, reachable_hosts
from p2pjeux.net.invite import Invite
from p2pjeux.net.mesh import Mesh, open_mesh
from p2pjeux.net.reach import sources_to_world
from p2pjeux.net.sockets import Tcp
from p2pjeux.net.web import no_site
from p2pjeux.phone.compiled import are_compiled, compilation
from p2pjeux.phone.parts import folder_in
from p2pjeux.phone.site import site_of
from p2pjeux.store.home import Store

# What a page keeps belongs to the address and the port that served it: it finds it again only
# where both are the same.
USUAL_PORT: Final = 27275


@dataclass
class Sightings:
    """The tables in sight, kept up to date by ``follow``."""

    known: dict[str, Found] = field(default_factory=dict)
    changed: trio.Event = field(default_factory=trio.Event)

    async def follow(self, discovery: Discovery) -> None:
        async for sighting in discovery.sightings:
            match sighting:
                case Found(name=name):
                    self.known[name] = sighting
                case Lost(name=name):
                    self.known.pop(name, None)
            # A new event for each change: whoever took the old one before it looked misses nothing.
            self.changed.set()
            self.changed = trio.Event()


@dataclass(frozen=True, slots=True)
class Station:
    """``discovery`` is None where multicast DNS cannot be spoken at all."""

    store: Store
    identity: Identity
    mesh: Mesh
    discovery: Discovery | None
    sightings: Sightings
    announcer: "Announcer"
    nursery: trio.Nursery

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.identity.public)

    @property
    def has_page(self) -> bool:
        """Whether browsers find a seat here."""
        return self.mesh.site is not no_site

    def addresses(self) -> tuple[Address, ...]:
        """Where others can reach us, the likeliest first."""
        hosts = reachable_hosts(find_interfaces(), sources_to_world())
        return tuple(Address(host, self.mesh.port) for host in hosts)

    def invites(self, *, code: bool) -> tuple[Invite, ...]:
        return tuple(
            Invite(address, self.fingerprint, code)
            for address in self.addresses()
            # An address of one interface means nothing on another machine.
            if not address.host.startswith("fe80")
        )


@asynccontextmanager
async def open_station(
    store: Store,
    accept: Callable[[Hello], bool],
    *,
    port: int = 0,
    usual: int = USUAL_PORT,
    name: str = "",
) -> AsyncIterator[Station]:
    """Listen, and look around; at the end all are told goodbye.

    On ``port``, or, if none is named, on the ``usual`` one if that is free. ``name`` is what every
    caller is told; a private table says none.
    """
    identity = store.identity()
    # The key of our links lives as long as this run; the signature in the hello binds it to who we
    # are (protocol/7-links.md, Hello).
    papers = Papers(identity, secrets.token_bytes(32), Hello(identity.public, name))
    failure: Exception | None = None
    async with AsyncExitStack() as stack:
        network = Tcp(usual)
        mesh = await stack.enter_async_context(
            open_mesh(papers, accept, port=port, network=network)
        )
        # Phones sit down by a page of any laptop of the table, if what it needs was fetched here.
        parts = folder_in(store.places.cache)
        mesh.site = site_of(parts)
        discovery = None
        with suppress(LinkLost):
            # Where another program keeps multicast to itself, tables are still reached by address
            # and link.
            discovery = await stack.enter_async_context(open_discovery())
        async with trio.open_nursery() as nursery:
            sightings, announcer = Sightings(), Announcer()
            if mesh.site is not no_site:
                nursery.start_soon(_compile, parts)
            if discovery is not None:
                nursery.start_soon(sightings.follow, discovery)
                nursery.start_soon(announcer.run, discovery, mesh.port)
            try:
                yield Station(store, identity, mesh, discovery, sightings, announcer, nursery)
            except Exception as error:  # noqa: BLE001  # it is raised again, but not in a group
                failure = error
            nursery.cancel_scope.cancel()
    if failure is not None:
        raise failure


async def _compile(parts: Path) -> None:
    """The first table of a new version: its pages start faster as soon as this is done."""
    # To know which version this is takes a moment too.
    if await trio.to_thread.run_sync(are_compiled, parts):
        return
    with compilation(parts) as task:
        if task is not None:
            with suppress(OSError):
                await trio.run_process(
                    task.words, capture_stdout=True, capture_stderr=True, check=False
                )


async def follow_keys(station: Station, keys: Mapping[str, bytes]) -> None:
    """Call these peers, by the fingerprints of their keys, wherever they are seen."""
    called: set[tuple[Address, str]] = set()
    while True:
        changed = station.sightings.changed
        for found in station.sightings.known.values():
            key = found.announcement.key
            for address in found.addresses if key in keys else ():
                # Each address once: the mesh itself tries again, and one that is announced often
                # must not be called as often.
                if (address, key) not in called:
                    called.add((address, key))
                    station.mesh.add_address(keys[key], address.host, address.port)
        await changed.wait()


class Announcer:
    """Says on the network what our table is like now; ``run`` does it, ``say`` tells it what."""

    def __init__(self) -> None:
        self._wanted: Announcement | None = None
        self._news = trio.Event()

    def say(self, announcement: Announcement | None) -> None:
        """Announce this from now on, or nothing any more."""
        self._wanted = announcement
        self._news.set()

    async def run(self, discovery: Discovery, port: int) -> None:
        while True:
            await self._news.wait()
            self._news = trio.Event()
            if self._wanted is None:
                await discovery.withdraw()
            else:
                await discovery.announce(self._wanted, port)
