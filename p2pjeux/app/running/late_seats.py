"""Bots' seats handed to people who come late: effects of LateComers done at our table."""

from collections.abc import Callable, Iterable
from typing import Final

import trio

from p2pjeux.app.running.peer import Peer
from p2pjeux.lobby.late import (
    Acted,
    LateComers,
    LateEffect,
    Lend,
    PlayedBy,
    Reclaim,
    Sought,
    Spoke,
    illegal,
    lending,
)
from p2pjeux.lobby.lobby import Post
from p2pjeux.net.events import Linked
from p2pjeux.net.mesh import Mesh
from p2pjeux.net.purposes import Purpose, label
from p2pjeux.rules.requests import Seat
from p2pjeux.table.events import Command, LateComer, LetPlay, Play, PlayedFor, Say
from p2pjeux.table.seating import seat_secret

# Whoever plays for a bot and is not linked for so long has gone; the table is not to wait for it.
GONE_SECONDS: Final = 20.0


class LateSeats:
    """``links`` are those that stand, as the router knows them; ``secret`` is our table secret."""

    def __init__(
        self,
        comers: LateComers,
        peer: Peer,
        mesh: Mesh,
        links: Callable[[], tuple[Linked, ...]],
        secret: bytes,
    ) -> None:
        self._comers = comers
        self._peer = peer
        self._mesh = mesh
        self._links = links
        self._secret = secret
        self._turn = trio.Lock()
        # Since when whoever plays for a bot is not linked.
        self._gone: dict[Seat, float] = {}

    async def run(self) -> None:
        """Give seats back to bots whose people have gone."""
        while True:
            await trio.sleep(1)
            now, linked = trio.current_time(), self._mesh.linked
            for seat, key in tuple(self._comers.lent.items()):
                if key in linked:
                    self._gone.pop(seat, None)
                elif now - self._gone.setdefault(seat, now) > GONE_SECONDS:
                    await self._take(self._comers.reclaim(seat))

    async def receive(self, peer: bytes, data: bytes) -> bool:
        """Whether what a peer says in the lobby was about a bot's seat."""
        effects = self._comers.receive(peer, data, self._voters())
        await self._take(effects or [])
        return effects is not None

    async def unlinked(self, peer: bytes) -> None:
        await self._take(self._comers.forget(peer, self._voters()))

    async def linked(self, _peer: bytes) -> None:
        """Whoever was away has missed who asks, and is asked now."""
        await self._take(self._comers.look_again(self._voters()))

    async def heed(self, command: Command) -> bool:
        """Whether a command of the people here was their word about a bot's seat."""
        if not isinstance(command, LetPlay) or not self._comers.is_asked(command.seat):
            return False
        await self._take(self._comers.agree(command.seat, self._voters()))
        return True

    def _voters(self) -> frozenset[bytes]:
        """A page on a phone cannot be asked, so it is not waited for."""
        called = {link.peer for link in self._links() if link.hello.port}
        return frozenset(called | {self._comers.me})

    async def _take(self, effects: Iterable[LateEffect]) -> None:
        async with self._turn:
            for effect in effects:
                await self._do(effect)

    async def _do(self, effect: LateEffect) -> None:
        match effect:
            case Post(to=to, message=message):
                self._post(to, message)
            case Lend(seat=seat, key=key):
                await self._peer.lend(seat)
                secret = seat_secret(self._secret, self._comers.charter.id, seat)
                self._post(key, lending(self._comers.charter.id, seat, secret))
            case Reclaim(seat=seat):
                self._gone.pop(seat, None)
                await self._peer.reclaim(seat)
            case Sought(seat=seat, name=name, agreed=agreed, lacking=lacking):
                self._peer.tell(
                    LateComer(seat, name, self._seats_at(agreed), self._seats_at(lacking))
                )
            case PlayedBy(seat=seat, name=name):
                self._peer.tell(PlayedFor(seat, name))
            case Acted(seat=seat, action=action):
                await self._decide(Play(action, seat), seat)
            case Spoke(seat=seat, text=text):
                await self._decide(Say(text, seat), seat)

    async def _decide(self, command: Play | Say, seat: Seat) -> None:
        reason = await self._peer.decide(command)
        key = self._comers.lent.get(seat)
        if reason is not None and key is not None:
            self._post(key, illegal(self._comers.charter.id, seat, reason))

    def _post(self, to: bytes | None, message: bytes) -> None:
        self._mesh.send(to, label(Purpose.LOBBY, message))

    def _seats_at(self, machines: Iterable[bytes]) -> tuple[Seat, ...]:
        """The people at these machines, by their seats."""
        charter = self._comers.charter
        return tuple(
            seat
            for seat, one in enumerate(charter.seats)
            if one.public in set(machines) and not one.is_bot
        )
