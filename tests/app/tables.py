"""Whole tables in one process over real sockets: what the composition runs, without a lobby."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

import trio

from p2pjeux.app.running.incidents import Incidents
from p2pjeux.app.running.peer import Outside, Peer
from p2pjeux.app.running.router import Router
from p2pjeux.app.running.table_runner import outside
from p2pjeux.games import fingerprint, load_game
from p2pjeux.log.charter import Charter, SignedCharter, seal_charter, sign_charter
from p2pjeux.log.holders import Sitter
from p2pjeux.log.identity import Identity
from p2pjeux.net.events import Linked
from p2pjeux.net.hello import Hello, Papers
from p2pjeux.net.mesh import Mesh, open_mesh
from p2pjeux.store.home import Store
from p2pjeux.store.places import Places
from p2pjeux.table.events import Command, Event
from p2pjeux.table.seating import Seating
from tests.kit import two_may_go
from tests.net.people import draw

PATIENCE = 600

# What becomes of a message of the table for one peer, by its key; None: it is not sent.
Twist: TypeAlias = Callable[[bytes, bytes], bytes | None]


@dataclass
class Seat:
    """One peer with one seat, at work. ``told`` is all that its interface heard."""

    identity: Identity
    mesh: Mesh
    router: Router
    peer: Peer
    folder: Path
    told: list[Event]
    commands: trio.MemorySendChannel[Command]
    # Set and replaced whenever something was told.
    news: trio.Event = field(default_factory=trio.Event)

    async def link_up(self, others: int) -> None:
        """Wait until there is a link to so many others."""
        linked: set[bytes] = set()
        while len(linked) < others:
            news = await self.router.news.receive()
            if isinstance(news, Linked):
                linked.add(news.peer)

    async def listen(self, events: trio.MemoryReceiveChannel[Event]) -> None:
        async for event in events:
            self.told.append(event)
            self.news.set()
            self.news = trio.Event()


def seed_of(seat: int) -> bytes:
    return sha256(b"seat %d" % seat).digest()


def identity_of(seat: int) -> Identity:
    """The key of a seat at the tables of ``open_table``."""
    return Identity(seed_of(seat))


def charter_of(game_id: str, identities: list[Identity], patience: int = PATIENCE) -> SignedCharter:
    seats = tuple(Sitter(f"Zoé {seat}", one.public) for seat, one in enumerate(identities))
    charter = Charter(
        game_id,
        (),
        fingerprint(game_id),
        seats,
        two_may_go(len(seats)),
        "cabane",
        patience,
        sha256(b"nonce").digest(),
    )
    return seal_charter(charter, [sign_charter(one, charter.id) for one in identities])


def twisted(out: Outside, twist: Twist) -> Outside:
    """The way out of a peer that does not send what its program says, or not the same to all."""

    def send(peer: bytes | None, message: bytes) -> None:
        for each in sorted(out.linked()) if peer is None else [peer]:
            made = twist(each, message)
            if made is not None:
                out.send(each, made)

    return Outside(send, out.linked)


@asynccontextmanager
async def open_seat(
    home: Path,
    signed: SignedCharter,
    identity: Identity,
    *,
    is_person: bool,
    twist: Twist | None = None,
) -> AsyncIterator[Seat]:
    """One peer with the one seat that its key has."""
    papers = Papers(identity, draw(), Hello(identity.public))
    store = Store(Places(home / "data", home / "config", home / "cache"))
    async with open_mesh(papers, lambda _hello: True, host="127.0.0.1") as mesh:
        with store.open_table(signed.charter) as files:
            files.begin(signed)
            mine = frozenset(signed.charter.seats_of(identity.public))
            game = load_game(signed.charter.game_id)
            bots = frozenset() if is_person else mine
            seating = Seating(signed, game, identity, files.secret, bots, one_step=True)
            out = outside(mesh, signed.table)
            out = out if twist is None else twisted(out, twist)
            peer = Peer(seating, files, out, mine - bots)
            router = Router(mesh, Incidents(home / "incidents.txt"))
            to_ui, events = trio.open_memory_channel[Event](0)
            commands, to_table = trio.open_memory_channel[Command](4)
            seat = Seat(identity, mesh, router, peer, home, [], commands)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(router.run)
                nursery.start_soon(peer.play, to_ui, to_table)
                nursery.start_soon(seat.listen, events)
                yield seat
                nursery.cancel_scope.cancel()


@asynccontextmanager
async def open_table(
    folder: Path,
    game_id: str,
    seats: int,
    people: frozenset[int] = frozenset(),
    patience: int = PATIENCE,
    twists: Mapping[int, Twist] = MappingProxyType({}),
) -> AsyncIterator[list[Seat]]:
    """A table of ``seats`` peers on loopback, all but ``people`` played by bots."""
    identities = [identity_of(seat) for seat in range(seats)]
    signed = charter_of(game_id, identities, patience)
    async with AsyncExitStack() as stack:
        table = [
            await stack.enter_async_context(
                open_seat(
                    folder / f"home{seat}",
                    signed,
                    identity,
                    is_person=seat in people,
                    twist=twists.get(seat),
                )
            )
            for seat, identity in enumerate(identities)
        ]
        for number, seat in enumerate(table):
            # Of each two one calls, so that no two calls cross.
            for other in table[number + 1 :]:
                seat.mesh.add_address(other.identity.public, "127.0.0.1", other.mesh.port)
        for seat in table:
            await seat.link_up(seats - 1)
        async with trio.open_nursery() as nursery:
            for seat in table:
                nursery.start_soon(seat.router.sit, seat.peer)
                nursery.start_soon(seat.peer.tick)
            yield table
            nursery.cancel_scope.cancel()
