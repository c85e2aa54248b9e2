"""A peer's links to all others: calls them, answers them, keeps one link each, and says so.

Strangers are let in by ``accept`` and may say little. Members, once admitted, are called again and
again, hear what is sent to all, and tell each other where members can be reached. Nothing is
relayed.
"""

import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Final

import trio

from p2pjeux.errors import Fault, LinkLost, Loss, PeerFault
from p2pjeux.net.addresses import Address, AddressBook, read_told, write_told
from p2pjeux.net.dialling import Backoff, Draw, first_to_connect, jitter
from p2pjeux.net.events import Linked, MeshEvent, Received, Unlinked, Unreached
from p2pjeux.net.frames import Reason
from p2pjeux.net.gate import Gate
from p2pjeux.net.hello import Hello, Papers
from p2pjeux.net.kept_links import KeptLink, KeptLinks
from p2pjeux.net.limits import MEMBER
from p2pjeux.net.link import FAREWELL_SECONDS, HANDSHAKE_SECONDS, Link, run_link, shake_hands
from p2pjeux.net.noise import Role
from p2pjeux.net.sockets import Network, Tcp
from p2pjeux.net.web import Site, no_site, open_link_stream
from p2pjeux.rules.words import later

PENDING_MAX: Final = 64
# After a loss the peer with the smaller key calls first, so that calls seldom cross.
POLITE_SECONDS: Final = 0.5
REFUSED_SECONDS: Final = 10.0
FAULT_SECONDS: Final = 30.0
UNKNOWN_MAX: Final = 16

_APPLICATION: Final = b"\x00"
_ADDRESSES: Final = b"\x01"


@asynccontextmanager
async def open_mesh(
    papers: Papers,
    accept: Callable[[Hello], bool],
    *,
    host: str | None = None,
    port: int = 0,
    network: Network | None = None,
    draw: Draw = secrets.token_bytes,
) -> AsyncIterator["Mesh"]:
    """Listen on ``port``, or on any that is free, and keep links until the block ends.

    ``accept`` is asked whether a stranger that calls may have a link; those whom we call, and
    members, need no leave. At the end all are told goodbye. Raises Refused if the port is taken.
    """
    network = network or Tcp()
    listening = await network.listen(host, port)
    failure: Exception | None = None
    async with trio.open_nursery() as nursery:
        mesh = Mesh(papers, accept, network, draw, nursery)
        # Before anybody is served: our hello says where we listen.
        mesh.port = listening.port
        nursery.start_soon(trio.serve_listeners, mesh.answer, list(listening.listeners))
        try:
            yield mesh
        except Exception as error:  # noqa: BLE001  # it is raised again, but not in a group
            failure = error
        # Goodbye first, then the tasks: cancelled links would look like a crash to the others.
        await mesh.close()
        nursery.cancel_scope.cancel()
    if failure is not None:
        raise failure


class Mesh:
    """Made by ``open_mesh``. No method waits but ``answer`` and ``close``, which it calls itself.

    ``events`` must be read: while it is not, nothing is read from any link. It ends with the mesh.
    """

    def __init__(
        self,
        papers: Papers,
        accept: Callable[[Hello], bool],
        network: Network,
        draw: Draw,
        nursery: trio.Nursery,
    ) -> None:
        self.port = 0
        # What browsers find on our port.
        self.site: Site = no_site
        self._papers = papers
        self._accept = accept
        self._network = network
        self._draw = draw
        self._nursery = nursery
        self._ours = papers.identity.public
        self._links = KeptLinks(self._ours)
        self._book = AddressBook()
        # What members tell of peers that are not members here, or not yet.
        self._heard = AddressBook()
        self._gate = Gate()
        self._pending: OrderedDict[trio.CancelScope, None] = OrderedDict()
        self._members: set[bytes] = set()
        self._called: set[bytes] = set()
        self._unknown: set[Address] = set()
        # Until when a peer may have no link, and until when it is not called.
        self._barred: dict[bytes, float] = {}
        self._resting: dict[bytes, float] = {}
        # For every peer that is kept linked: set to make its keeper look again.
        self._wake: dict[bytes, trio.Event] = {}
        # Without room: whoever tells waits until it is heard, so a reader that is slow slows the
        # links themselves, and nothing piles up here.
        self._tell, self.events = trio.open_memory_channel[MeshEvent](0)
        self._closing = False

    # What is asked of a mesh.

    @property
    def linked(self) -> frozenset[bytes]:
        """The peers to which a link stands."""
        return frozenset(kept.peer for kept in self._links.all())

    def introduce(self, name: str, table: bytes = b"") -> None:
        """Say this in the hello of every link from now on."""
        self._papers = replace(self._papers, hello=Hello(self._ours, name, table))

    def send(self, peer: bytes | None, message: bytes, *, once: bool = False) -> None:
        """Send to one linked peer, or to all linked members; nothing if there is no link.

        Never waits: a peer that does not keep up loses its link. A message that says the same
        whenever it comes is sent ``once``: not again while it still waits to be sent.
        """
        if peer is None:
            for kept in self._links.all():
                if kept.peer in self._members:
                    self._put(kept, _APPLICATION + message, once=once)
        else:
            known = self._links.get(peer)
            if known is not None:
                self._put(known, _APPLICATION + message, once=once)

    def add_address(self, peer: bytes | None, host: str, port: int) -> None:
        """Call ``peer`` there, again and again until a link stands, and whenever it is lost.

        If it is not known who is there, whoever answers is kept linked.
        """
        address = Address(host, port)
        if peer is None:
            if address not in self._unknown and len(self._unknown) < UNKNOWN_MAX:
                self._unknown.add(address)
                self._nursery.start_soon(self._call_unknown, address)
        elif peer != self._ours:
            self._called.add(peer)
            self._learn(peer, address)
            self._keep(peer)

    def admit(self, peer: bytes) -> None:
        """Make ``peer`` a member, linked or not."""
        # No link is ever kept to ourselves: a peer with several seats has one key.
        if peer == self._ours or peer in self._members:
            return
        self._members.add(peer)
        kept = self._links.get(peer)
        if kept is not None:
            # A link that stands is not made anew: only what it may carry grows
            # (protocol/7-links.md, Pieces).
            kept.link.limits = MEMBER
        # What members told before we knew this peer for a member was kept apart, so that nobody
        # could make us call whom he likes; now it counts.
        for address in self._heard.of(peer):
            self._book.learn(peer, address)
        self._share_addresses()
        self._keep(peer)

    def drop(self, peer: bytes, why: PeerFault | None = None, seconds: float = 0.0) -> None:
        """End the link to ``peer`` and have none with it for some time.

        For a fault the link ends at once, and with ``why``; otherwise goodbye is said first.
        """
        if seconds:
            self._barred[peer] = trio.current_time() + seconds
        kept = self._links.get(peer)
        if kept is not None:
            if why is None:
                kept.close(Reason.REFUSED)
            else:
                kept.break_off(why)

    def forget(self, peer: bytes) -> None:
        """Make ``peer`` a stranger: no longer a member, not called any more, and unlinked."""
        self._members.discard(peer)
        self._called.discard(peer)
        self._book.forget_peer(peer)
        self.drop(peer)
        self._look_again(peer)

    # Links that come.

    async def answer(self, stream: trio.abc.Stream) -> None:
        """Serve one connection from its first byte to its end."""
        try:
            host = self._network.remote_host(stream)
        except OSError:
            host = ""
        # The cheapest test first, before a byte is read: a stranger who knocks too often costs us
        # one closed socket.
        if not host or self._closing or not self._gate.enter(host, trio.current_time()):
            await trio.aclose_forcefully(stream)
            return
        link = await self._answer_handshake(stream, host)
        if link is not None:
            await self._carry(link, host, called=False)

    async def _answer_handshake(self, stream: trio.abc.Stream, host: str) -> Link | None:
        scope = trio.CancelScope()
        self._pending[scope] = None
        if len(self._pending) > PENDING_MAX:
            # An honest handshake takes milliseconds: the oldest is the least likely to be one.
            next(iter(self._pending)).cancel()
        link = None
        try:
            with scope:
                link = await self._answer_any(stream)
        except (LinkLost, PeerFault):
            pass
        finally:
            # However it ended, the place at the gate is free again, or knocking would shut it for
            # good.
            del self._pending[scope]
            self._gate.leave(host)
        return link

    async def _answer_any(self, stream: trio.abc.Stream) -> Link | None:
        """A link over a bare stream or a WebSocket; None for a browser that wants pages."""
        try:
            with trio.move_on_after(HANDSHAKE_SECONDS) as scope:
                linking = await open_link_stream(stream, self.site, scope)
        except BaseException:
            await trio.aclose_forcefully(stream)
            raise
        if scope.cancelled_caught or linking is None:
            await trio.aclose_forcefully(stream)
            return None
        return await shake_hands(linking, Role.RESPONDER, self._signed_in(), self._draw(32))

    def _signed_in(self) -> Papers:
        return replace(self._papers, hello=replace(self._papers.hello, port=self.port))

    # Links that we make.

    def _keep(self, peer: bytes) -> None:
        """See to it that somebody keeps ``peer`` linked, and looks now."""
        if peer in self._wake:
            self._look_again(peer)
        elif peer in self._called or peer in self._members:
            self._wake[peer] = trio.Event()
            self._nursery.start_soon(self._keep_linked, peer)

    def _look_again(self, peer: bytes) -> None:
        if peer in self._wake:
            self._wake[peer].set()

    async def _nap(self, peer: bytes, seconds: float) -> None:
        """Wait until there is something to look at."""
        with trio.move_on_after(seconds):
            await self._wake[peer].wait()
        self._wake[peer] = trio.Event()

    async def _keep_linked(self, peer: bytes) -> None:
        backoff = Backoff(self._draw)
        try:
            while not self._closing and (peer in self._called or peer in self._members):
                await self._nap(peer, await self._try_to_link(peer, backoff))
        finally:
            del self._wake[peer]

    async def _try_to_link(self, peer: bytes, backoff: Backoff) -> float:
        """Call ``peer`` if there is need to; return how long to wait before the next look."""
        # A bar holds both ways, a rest only keeps us from calling: the other may call before it is
        # over.
        until = max(self._barred.get(peer, 0.0), self._resting.get(peer, 0.0))
        if until > trio.current_time():
            return until - trio.current_time()
        addresses = self._book.of(peer)
        if peer in self._links or not addresses:
            return float("inf")
        try:
            link, address = await self._call(addresses, peer)
        except (LinkLost, PeerFault) as error:
            # Only the first failure of a row is told: a laptop that sleeps must not fill the story.
            if backoff.fresh:
                await self._say(Unreached(peer, addresses[0], error))
            return backoff.delay()
        backoff.reset()
        # It worked, so it is the first to be tried after a loss.
        self._book.learn(peer, address, first=True)
        await self._carry(link, address.host, called=True)
        return 0.0

    async def _call_unknown(self, address: Address) -> None:
        backoff = Backoff(self._draw)
        while not self._closing:
            try:
                link, _ = await self._call((address,), None)
            except (LinkLost, PeerFault) as error:
                if backoff.fresh:
                    await self._say(Unreached(None, address, error))
                if isinstance(error, LinkLost) and error.loss is Loss.OURSELVES:
                    break
                await trio.sleep(backoff.delay())
                continue
            self._called.add(link.peer)
            self._book.learn(link.peer, address, first=True)
            await self._carry(link, address.host, called=True)
            self._keep(link.peer)
            break
        self._unknown.discard(address)

    async def _call(
        self, addresses: Sequence[Address], expected: bytes | None
    ) -> tuple[Link, Address]:
        """A link to the first of ``addresses`` at which the expected peer answers."""
        left = list(addresses)
        while True:
            # Connected is not answered: whoever is there must still show the key. If it is another,
            # the other addresses are tried before anything is given up.
            stream, address = await first_to_connect(self._network, left)
            left.remove(address)
            try:
                link = await shake_hands(
                    stream, Role.INITIATOR, self._signed_in(), self._draw(32), expected
                )
            except (LinkLost, PeerFault) as error:
                wrong = isinstance(error, LinkLost) and error.loss in {
                    Loss.OTHER_KEY,
                    Loss.OURSELVES,
                }
                if expected is not None and wrong:
                    self._book.forget(expected, address)
                if not left:
                    raise
            else:
                return link, address

    # Links that stand.

    async def _carry(self, link: Link, host: str, *, called: bool) -> None:
        """Use ``link`` until it ends."""
        kept = KeptLink(link, host, called, trio.current_time())
        # Refused over the link, not by closing it: the other side then knows that we are here and
        # why it may not stay, and does not call again at once.
        reason = self._reason_to_refuse(kept)
        if reason is None and not self._links.put(kept):
            reason = Reason.REPLACED
        if reason is not None:
            kept.close(reason)
            await run_link(link, kept.outbox, _ignore)
            return
        peer = link.peer
        if peer in self._members:
            link.limits = MEMBER
        # The port that it calls from says nothing; where it listens it says in the hello, and that
        # it is at this host we see ourselves.
        if not called and link.hello.port:
            self._book.learn(peer, Address(host, link.hello.port))
        self._keep(peer)
        with kept.scope:
            # Told before anything that comes over the link, so that no message is of a peer nobody
            # has heard of.
            await self._say(Linked(peer, link.hello, host, link.handshake_hash))
            if peer in self._members:
                self._share_addresses()
            kept.why = await run_link(link, kept.outbox, lambda data: self._deliver(kept, data))
        await self._end(kept)

    async def _end(self, kept: KeptLink) -> None:
        peer, why, now = kept.peer, kept.why, trio.current_time()
        # Before anything that may wait: ``close`` counts on it.
        kept.ended.set()
        if isinstance(why, PeerFault):
            self._barred[peer] = now + FAULT_SECONDS
        if why is None or (isinstance(why, LinkLost) and why.loss in {Loss.REFUSED, Loss.BUSY}):
            # Who said goodbye, or no, calls when it wants to.
            self._resting[peer] = now + REFUSED_SECONDS * (0.5 + jitter(self._draw))
        elif self._ours > peer:
            self._resting[peer] = now + POLITE_SECONDS
        # A newer link to the same peer stands already: the peer was never away, so nothing is told.
        if not self._links.remove(kept):
            return
        if peer not in self._wake:
            # A stranger that goes leaves nothing behind.
            self._book.forget_peer(peer)
            self._resting.pop(peer, None)
        await self._say(Unlinked(peer, why))
        self._look_again(peer)

    def _reason_to_refuse(self, kept: KeptLink) -> Reason | None:
        now = trio.current_time()
        # Kept small here, where entries are read: keys cost nothing to make, and one is barred with
        # each fault.
        self._barred = {peer: until for peer, until in self._barred.items() if until > now}
        if self._closing or kept.peer in self._barred:
            return Reason.BUSY
        # Whom we want is never refused for want of room: room is counted for strangers alone.
        if kept.called or kept.peer in self._members or kept.peer in self._called:
            return None
        if not self._accept(kept.link.hello):
            return Reason.REFUSED
        known = frozenset(self._members | self._called)
        return None if self._links.make_room(kept.host, known) else Reason.BUSY

    async def _deliver(self, kept: KeptLink, data: bytes) -> None:
        match data[:1]:
            case b"\x00":
                await self._say(Received(kept.peer, data[1:]))
            case b"\x01":
                # Who is no member here may not know it yet, and is not listened to.
                if kept.peer in self._members:
                    self._hear_addresses(read_told(data[1:], loopback=kept.is_local))
            case _:
                raise PeerFault(Fault.BAD_SHAPE, "there is no such kind of message")

    def _hear_addresses(self, told: Iterable[tuple[bytes, Address]]) -> None:
        for peer, address in told:
            if peer not in self._members:
                # Perhaps a member tomorrow: kept, but not called.
                self._heard.learn(peer, address)
                continue
            if self._ours > peer and peer not in self._resting:
                # The other has most likely just heard of us, and is calling.
                self._resting[peer] = trio.current_time() + POLITE_SECONDS
            self._learn(peer, address)

    def _learn(self, peer: bytes, address: Address) -> None:
        if peer != self._ours and self._book.learn(peer, address):
            self._look_again(peer)

    def _share_addresses(self) -> None:
        for kept in self._links.all():
            if kept.peer in self._members:
                others = self._members - {kept.peer}
                told = write_told(self._book, others, loopback=kept.is_local)
                self._put(kept, _ADDRESSES + told)

    def _put(self, kept: KeptLink, data: bytes, *, once: bool = False) -> None:
        if not kept.outbox.put(data, once=once):
            kept.break_off(LinkLost(Loss.SLOW, later("the other side does not read what is sent")))

    async def _say(self, event: MeshEvent) -> None:
        if not self._closing:
            # Whoever still waits to tell something when the mesh closes need not.
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                await self._tell.send(event)

    async def close(self) -> None:
        """Say goodbye to all; nothing is told any more, and ``events`` ends."""
        self._closing = True
        self._tell.close()
        # A copy: links take themselves out as they end.
        links = self._links.all()
        for kept in links:
            kept.close(Reason.LEAVING)
        with trio.move_on_after(2 * FAREWELL_SECONDS):
            for kept in links:
                await kept.ended.wait()


async def _ignore(message: bytes) -> None:
    """For a link that is turned away: nothing it says matters."""
