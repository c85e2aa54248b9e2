"""A whole game between sittings that talk over meshes, while a cable is pulled and plugged in."""

from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from hashlib import sha256

import pytest
import trio
from trio.testing import MockClock

from p2pjeux.net.events import Linked, Received
from p2pjeux.net.hello import Hello, Papers
from p2pjeux.net.mesh import Mesh, open_mesh
from p2pjeux.sitting.sitting import Sitting
from p2pjeux.table.effects import Effect, Send
from p2pjeux.table.seating import Seating
from tests.kit import Case
from tests.net.people import draw
from tests.net.wires import World
from tests.sim.lan import Lan

SEATS = 3
TICK = 0.5
MIDWAY = 15


def host(number: int) -> str:
    return f"10.0.0.{number + 1}"


@dataclass
class Player:
    """What the composition does: messages and time in, messages out."""

    mesh: Mesh
    sitting: Sitting
    midway: trio.Event = field(default_factory=trio.Event)
    done: trio.Event = field(default_factory=trio.Event)

    def do(self, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Send):
                self.mesh.send(effect.to, effect.message)
        if self.sitting.ledger.number >= MIDWAY:
            self.midway.set()
        if self.sitting.ledger.complete:
            self.done.set()

    async def tick(self) -> None:
        while True:
            await trio.sleep(TICK)
            self.do(self.sitting.tick(trio.current_time()))

    async def play(self) -> None:
        self.do(self.sitting.start(trio.current_time()))
        async for event in self.mesh.events:
            if isinstance(event, Linked):
                self.do(self.sitting.linked(event.peer))
            elif isinstance(event, Received):
                self.do(self.sitting.receive(event.peer, event.message))


@pytest.mark.slow
async def test_a_game_is_played_to_its_end_over_meshes_with_a_cable_pulled(
    autojump_clock: MockClock,
) -> None:
    case = Case("stonehenge", SEATS)
    lan, world = Lan(case, seed=1), World()
    keys = [one.identity.public for one in lan.peers]
    players = []
    async with AsyncExitStack() as stack:
        nursery = await stack.enter_async_context(trio.open_nursery())
        for number, one in enumerate(lan.peers):
            static = sha256(b"link %d" % number).digest()
            mesh = await stack.enter_async_context(
                open_mesh(
                    Papers(one.identity, static, Hello(one.identity.public)),
                    lambda hello: False,
                    port=4000,
                    network=world.host(host(number)),
                    draw=draw,
                )
            )
            for key in keys:
                mesh.admit(key)
            if number:
                # All know the first; of each other they hear from it.
                mesh.add_address(keys[0], host(0), 4000)
            seats = frozenset(lan.signed.charter.seats_of(one.identity.public))
            seating = Seating(lan.signed, case.game, one.identity, one.secret, bots=seats)
            players.append(Player(mesh, Sitting(seating)))
            nursery.start_soon(players[-1].play)
            nursery.start_soon(players[-1].tick)
        await players[0].midway.wait()
        world.cut(host(1))
        await trio.sleep(60)
        assert not any(player.done.is_set() for player in players)
        world.heal(host(1))
        with trio.fail_after(500):
            for player in players:
                await player.done.wait()
        nursery.cancel_scope.cancel()

    chains = [player.sitting.ledger.chain for player in players]
    assert len({chain.digest for chain in chains}) == 1
    assert chains[0].next > MIDWAY
