"""Tables found on the network, and ours made known, by DNS-SD over multicast DNS.

The only file that knows zeroconf, which lives in threads and a loop of its own: calls go there from
worker threads, and what it notices comes back through one door into trio.
"""

import logging
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final, TypeAlias, TypedDict, TypeVar

import trio
from zeroconf import Error, IPVersion, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from p2pjeux.errors import LinkLost, Loss, PeerFault
from p2pjeux.net.addresses import Address, numeric
from p2pjeux.net.announcement import Announcement, read_announcement, write_announcement
from p2pjeux.net.interfaces import (
    NetworkInterface,
    Sort,
    find_interfaces,
    is_near,
    reachable_hosts,
    scoped,
)
from p2pjeux.rules.words import later

_T = TypeVar("_T")

SERVICE: Final = "_p2pjeux._tcp.local."
# How often we look whether the machine has moved to another network.
INTERFACES_EVERY: Final = 5.0
# An answer over a wifi takes a tenth of this; a name of which nothing is heard by then may be
# noticed again.
LOOK_UP_MILLISECONDS: Final = 1500
LOOK_UPS_AT_ONCE: Final = 16
# What somebody who announces garbage can make us remember.
NAMES_MAX: Final = 256
TABLES_MAX: Final = 128
ADDRESSES_MAX: Final = 8


@dataclass(frozen=True, slots=True)
class Found:
    """A table was announced, or its announcement has changed. ``name`` is unique on the network."""

    name: str
    announcement: Announcement
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class Lost:
    """A table has said goodbye, or is announced no longer."""

    name: str


Sighting: TypeAlias = Found | Lost
FindInterfaces: TypeAlias = Callable[[], Sequence[NetworkInterface]]


@asynccontextmanager
async def open_discovery(
    interfaces: FindInterfaces = find_interfaces, every: float = INTERFACES_EVERY
) -> AsyncIterator["Discovery"]:
    """Look for tables and announce ours until the block ends; then say goodbye.

    On a machine without any network it waits for one. Raises LinkLost if multicast DNS cannot be
    spoken at all, for instance because another program keeps its port to itself.
    """
    failure: Exception | None = None
    try:
        speaker = await _in_thread(lambda: _Speaker(interfaces()))
    except (OSError, RuntimeError, Error) as error:
        raise LinkLost(
            Loss.UNREACHABLE,
            later("this machine cannot speak multicast DNS, so tables cannot be found"),
        ) from error
    try:
        async with trio.open_nursery() as nursery:
            discovery = Discovery(speaker, interfaces, nursery)
            nursery.start_soon(discovery.look_around, every)
            try:
                yield discovery
            except Exception as error:  # noqa: BLE001  # it is raised again, but not in a group
                failure = error
            nursery.cancel_scope.cancel()
    finally:
        with trio.CancelScope(shield=True):
            await _in_thread(speaker.close)
    if failure is not None:
        raise failure


class Discovery:
    """Made by ``open_discovery``. ``sightings`` gives Found and Lost as they come."""

    def __init__(
        self, speaker: "_Speaker", interfaces: FindInterfaces, nursery: trio.Nursery
    ) -> None:
        self._speaker = speaker
        self._find_interfaces = interfaces
        self._interfaces = tuple(interfaces())
        self._nursery = nursery
        self._limiter = trio.CapacityLimiter(LOOK_UPS_AT_ONCE)
        self._looking: set[str] = set()
        self._known: dict[str, Found] = {}
        self._announced: tuple[Announcement, int] | None = None
        # Whether what is to be announced has been, on the interfaces that there are.
        self._spoken = True
        self._speaking = trio.Lock()
        self._tell, self.sightings = trio.open_memory_channel[Sighting](NAMES_MAX)

    async def announce(self, announcement: Announcement, port: int) -> None:
        """Make our table known, or say what has changed. The first time takes nearly two seconds.

        If another table has the same name, ours is announced under it with a number.
        """
        if self._announced == (announcement, port):
            return
        # Said first, so that a network that comes back later is told the latest.
        self._announced = (announcement, port)
        self._spoken = False
        await self._speak()

    async def withdraw(self) -> None:
        """Our table is no longer to be found."""
        self._announced = None
        async with self._speaking:
            await _in_thread(self._speaker.withdraw)

    async def _speak(self) -> None:
        async with self._speaking:
            if self._announced is not None:
                announcement, port = self._announced
                hosts = reachable_hosts(self._interfaces)
                with suppress(OSError, Error):
                    await _in_thread(lambda: self._speaker.announce(announcement, port, hosts))
                    # Only now: what failed is said again at the next look.
                    self._spoken = True

    async def look_around(self, every: float) -> None:
        """Take what is noticed, and follow the machine to other networks."""
        self._nursery.start_soon(self._take_notices)
        while True:
            await trio.sleep(every)
            found = tuple(self._find_interfaces())
            # Looked at again and again, because each system would tell of it in a way of its own.
            if found != self._interfaces:
                await self._move(found)
            if not self._spoken:
                await self._speak()

    async def _move(self, interfaces: tuple[NetworkInterface, ...]) -> None:
        """The machine is on another network, or has one more or less."""
        async with self._speaking:
            # While interfaces come and go this may fail; the next look tries again.
            with suppress(OSError, RuntimeError, Error):
                await _in_thread(lambda: self._speaker.move(interfaces))
                # After the move, which may fail: then the difference is still there at the next
                # look.
                self._interfaces = interfaces
                # Whoever is still there answers at once; nobody would tell us of the others.
                for name in list(self._known):
                    self._lose(name)
        self._spoken = False

    async def _take_notices(self) -> None:
        """Look up every name that was noticed, each at most once at a time."""
        notices = self._speaker.notices
        notices.listen()
        while True:
            for name, change in (await notices.take()).items():
                if change is ServiceStateChange.Removed:
                    self._lose(name)
                elif name not in self._looking:
                    # Each name at most once at a time: who announces in a loop costs one thread.
                    self._looking.add(name)
                    self._nursery.start_soon(self._look_up, name)

    async def _look_up(self, name: str) -> None:
        try:
            info = await _in_thread(
                lambda: self._speaker.look_up(name), self._limiter, abandon=True
            )
            found = None if info is None else self._read(name, info)
        finally:
            self._looking.discard(name)
        if found is None:
            self._lose(name)
        elif self._known.get(name) != found and (
            name in self._known or len(self._known) < TABLES_MAX
        ):
            self._known[name] = found
            self._say(found)

    def _read(self, name: str, info: ServiceInfo) -> Found | None:
        """What an announcement says, or None if no table of ours could say it."""
        try:
            announcement = read_announcement(info.properties)
        except PeerFault:
            return None
        hosts = (scoped(host, self._interfaces) for host in info.parsed_scoped_addresses())
        near = tuple(
            Address(host, info.port or 0)
            for host in sorted((host for host in hosts if host is not None), key=self._by_hope)
            if self._is_near((Address(host, 0),))
        )
        return Found(name, announcement, near[:ADDRESSES_MAX]) if near and info.port else None

    def _is_near(self, addresses: Sequence[Address]) -> bool:
        numbers = (numeric(one.host) for one in addresses)
        return any(number is not None and is_near(number, self._interfaces) for number in numbers)

    def _by_hope(self, host: str) -> tuple[bool, bool, bool, str]:
        """On our own network, IPv4, and what holds on more than one interface: these go first."""
        number = numeric(host)
        is_ours = number is not None and any(one.holds(number) for one in self._interfaces)
        return not is_ours, ":" in host, "%" in host, host

    def _lose(self, name: str) -> None:
        if self._known.pop(name, None) is not None:
            self._say(Lost(name))

    def _say(self, sighting: Sighting) -> None:
        # Who does not read sightings misses some, and holds up nobody.
        with suppress(trio.WouldBlock):
            self._tell.send_nowait(sighting)


class _Notices:
    """The door from zeroconf's threads into trio: for a bounded number of names the last change."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._changes: dict[str, ServiceStateChange] = {}
        self._token: trio.lowlevel.TrioToken | None = None
        self._wake = trio.Event()

    def listen(self) -> None:
        """Begin to be woken, in the task that calls ``take``."""
        self._token = trio.lowlevel.current_trio_token()
        self._woken()

    def put(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        """Called by zeroconf in a thread of its own."""
        with self._lock:
            if name not in self._changes and len(self._changes) >= NAMES_MAX:
                return
            self._changes[name] = state_change
        if self._token is not None:
            with suppress(trio.RunFinishedError):
                self._token.run_sync_soon(self._woken, idempotent=True)

    def _woken(self) -> None:
        self._wake.set()

    async def take(self) -> dict[str, ServiceStateChange]:
        await self._wake.wait()
        self._wake = trio.Event()
        with self._lock:
            changes, self._changes = self._changes, {}
        return changes


class _Speaker:
    """zeroconf itself. Every method blocks, and is called in a worker thread.

    It must not be made where an asyncio loop runs, such as that of the interface: it would take
    that loop for its own.
    """

    def __init__(self, interfaces: Sequence[NetworkInterface]) -> None:
        # What zeroconf says about sockets that come and go must not be written over the screen.
        logging.getLogger("zeroconf").addHandler(logging.NullHandler())
        self.notices = _Notices()
        self._zeroconf = Zeroconf(**_choice(interfaces))
        self._browser = self._browse()
        self._info: ServiceInfo | None = None
        self._label = ""

    def _browse(self) -> ServiceBrowser:
        return ServiceBrowser(self._zeroconf, SERVICE, handlers=[self.notices.put])

    def announce(self, announcement: Announcement, port: int, hosts: Sequence[str]) -> None:
        if self._info is not None and (self._info.port, self._label) != (port, announcement.label):
            self.withdraw()
        info, self._label = self._info, announcement.label
        fresh = ServiceInfo(
            SERVICE,
            # The name that was agreed on stays, number and all.
            f"{announcement.label}.{SERVICE}" if info is None else info.name,
            port,
            properties=dict(write_announcement(announcement)),
            server=f"p2pjeux-{announcement.key}-{port}.local.",
            parsed_addresses=list(hosts),
        )
        if info is None:
            self._zeroconf.register_service(fresh, allow_name_change=True)
        else:
            self._zeroconf.update_service(fresh)
        self._info = fresh

    def withdraw(self) -> None:
        if self._info is not None:
            self._zeroconf.unregister_service(self._info)
            self._info = None

    def look_up(self, name: str) -> ServiceInfo | None:
        try:
            return self._zeroconf.get_service_info(SERVICE, name, LOOK_UP_MILLISECONDS)
        except (Error, ValueError):
            # A name that is none.
            return None

    def move(self, interfaces: Sequence[NetworkInterface]) -> None:
        """Speak on other interfaces, and ask there anew. What was announced is so no longer.

        All begins afresh, for not every zeroconf can change interfaces (Intel Macs have an old
        one); and ours goes first, lest the new one hear it and take it for another of that name.
        """
        self.withdraw()
        fresh = Zeroconf(**_choice(interfaces))
        self._zeroconf.close()
        self._zeroconf = fresh
        self._browser = self._browse()

    def close(self) -> None:
        """Say goodbye and end all threads."""
        with suppress(Error):
            self.withdraw()
        self._zeroconf.close()


class _ZeroconfInterfaces(TypedDict):
    interfaces: list[str | int | tuple[tuple[str, int, int], int]]
    ip_version: IPVersion


def _choice(interfaces: Sequence[NetworkInterface]) -> _ZeroconfInterfaces:
    """IPv4 addresses, and for IPv6 one interface each.

    Multicast over the IPv6 of loopback does not work on most systems, and over IPv4 it does.
    """
    useful = [one for one in interfaces if one.sort is not Sort.LINK]
    four = [str(one.ip) for every in useful for one in every.addresses if one.version == 4]
    six = [
        interface.index
        for interface in useful
        if interface.sort is not Sort.LOOPBACK
        and any(one.version == 6 and one.is_link_local for one in interface.addresses)
    ]
    version = IPVersion.V4Only if not six else IPVersion.All if four else IPVersion.V6Only
    return {"interfaces": [*four, *six], "ip_version": version}


async def _in_thread(
    call: Callable[[], _T], limiter: trio.CapacityLimiter | None = None, *, abandon: bool = False
) -> _T:
    return await trio.to_thread.run_sync(call, limiter=limiter, abandon_on_cancel=abandon)
