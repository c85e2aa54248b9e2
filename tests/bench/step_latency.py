"""From a decision at one peer to its event at all: ``python -m tests.bench.step_latency``.

Whole tables, each peer in a process of its own, over real sockets on loopback, everything on disk
before it is sent. Clocks are one: ``time.monotonic`` is shared by the processes of a machine. All
seats are people who decide a moment after they are asked, so that a step is measured and no bot's
thinking. Only open decisions count that show no card, for they take one step and no proof, and upon
which another decision follows.

The floor is the same step with nothing around it, measured in the same run by as many processes:
whoever decides signs entry and accept, appends both with one sync, and sends one frame over the
same kind of Noise link; whoever gets it checks both signatures, signs an accept, syncs and sends
it; and everybody has the event when a quorum of accepts is checked. Half of it runs before the
table, half after, for the machine may be busy otherwise: then run it under ``chrt -r 5``, as root.

Messages and bytes are counted where links write: per step and peer, everything included, and at a
table at which nobody does anything for a minute.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final, Self

import trio

from p2pjeux.errors import LinkLost
from p2pjeux.games import load_game
from p2pjeux.log.identity import SIGNATURE_SIZE, Identity, check_signature
from p2pjeux.net.hello import Hello, Papers
from p2pjeux.net.link import Link, shake_hands
from p2pjeux.net.noise import Role
from p2pjeux.rules.requests import Choose
from p2pjeux.rules.source import SeededSource
from p2pjeux.store import disk
from p2pjeux.table.events import Asked, Ended, Event, Happened, Play
from tests.app.tables import Seat, charter_of, open_seat
from tests.bench.figures import figure
from tests.net.people import draw

TABLES: Final = ((2, "europax"), (6, "europax"), (12, "ostrakon"))
SAMPLES: Final = 30
# Long enough for the step before to be settled everywhere, and its light work done.
PAUSE: Final = 0.12
# As large as an open decision and as an accept are in their messages.
ENTRY_SIZE: Final = 250
ACCEPT_SIZE: Final = 230
IDLE_SEATS: Final = 6
IDLE_SECONDS: Final = 60.0
# A table that takes longer than this has failed.
SECONDS: Final = 150.0


class Stamped(list[Event]):
    """Events with the time at which the interface was told each ``Happened``."""

    def __init__(self) -> None:
        super().__init__()
        self.stamps: list[float] = []
        # Whether each was an open decision.
        self.choices: list[bool] = []

    def append(self, event: Event) -> None:
        if isinstance(event, Happened):
            self.stamps.append(time.monotonic())
            self.choices.append(isinstance(event.happening.request, Choose))
        super().append(event)


@dataclass
class Traffic:
    """What the links of this process have written."""

    messages: int = 0
    size: int = 0

    def count(self) -> None:
        """From now on, for all links."""
        send = Link.send_piece

        async def counting(link: Link, piece: bytes) -> None:
            # Length, the seal of the frame, and what is in it.
            self.size += 2 + 16 + len(piece)
            self.messages += piece[:1] == b"\x00"
            await send(link, piece)

        Link.send_piece = counting  # type: ignore[method-assign, assignment]


def identities(seats: int) -> list[Identity]:
    return [Identity(sha256(b"seat %d" % seat).digest()) for seat in range(seats)]


def say(value: object) -> None:
    print(json.dumps(value), flush=True)


async def hear() -> Any:
    line = await trio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True)
    return json.loads(line)


# A peer of a table, in a process of its own.


@dataclass
class Decider:
    """The person at a seat: decides as a bot would, a moment after being asked."""

    seat: Seat
    game: Any
    told: Stamped
    decided: list[tuple[int, float]] = field(default_factory=list)
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)

    async def run(self) -> None:
        with self.scope:
            for at in count():
                while len(self.told) <= at:
                    await self.seat.news.wait()
                event = self.told[at]
                if isinstance(event, Asked):
                    await self._answer(event, at)

    async def _answer(self, asked: Asked, at: int) -> None:
        # It thinks when the others have closed the step before, and disturbs nobody.
        await trio.sleep(PAUSE)
        action = self.game.bot(asked.view, SeededSource(b"%d" % at))
        if isinstance(asked.request, Choose) and not action.cards:
            self.decided.append((len(self.told.stamps), time.monotonic()))
        await self.seat.commands.send(Play(action))


async def be_peer(folder: Path, game_id: str, seats: int, me: int) -> None:
    people, traffic = identities(seats), Traffic()
    traffic.count()
    signed = charter_of(game_id, people)
    async with open_seat(folder / f"home{me}", signed, people[me], is_person=True) as seat:
        seat.told = told = Stamped()
        say(seat.mesh.port)
        for number, port in enumerate(await hear()):
            # Of each two one calls, so that no two calls cross.
            if number > me:
                seat.mesh.add_address(people[number].public, "127.0.0.1", port)
        await seat.link_up(seats - 1)
        decider = Decider(seat, load_game(game_id), told)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(seat.router.sit, seat.peer)
            nursery.start_soon(seat.peer.tick)
            nursery.start_soon(decider.run)
            while (order := await hear()) != "end":
                if order == "idle":
                    decider.scope.cancel()
                say(
                    {
                        "decided": decider.decided,
                        "stamps": told.stamps,
                        "choices": told.choices,
                        "traffic": [traffic.messages, traffic.size],
                        "over": any(isinstance(one, Ended) for one in told),
                        "steps": seat.peer._sitting.ledger.number,
                    }
                )
            nursery.cancel_scope.cancel()


# The same step with nothing around it.


@dataclass
class BarePeer:
    """``came`` are the frames of all links, each with the key of whoever sent it."""

    identity: Identity
    seats: int
    file: disk.Appender
    links: list[Link]
    came: trio.MemoryReceiveChannel[tuple[bytes, bytes]]
    early: list[tuple[bytes, bytes]] = field(default_factory=list)
    stamps: list[float] = field(default_factory=list)
    begun: list[tuple[int, float]] = field(default_factory=list)

    async def _send(self, data: bytes) -> None:
        for link in self.links:
            await link.send_piece(data)

    def _sign(self, number: int, size: int) -> bytes:
        body = number.to_bytes(4, "big").ljust(size - SIGNATURE_SIZE, b".")
        return body + self.identity.sign(body)

    async def begin(self, number: int) -> None:
        """Decide: entry and accept, one sync, one frame to each."""
        await trio.sleep(PAUSE)
        self.begun.append((number, time.monotonic()))
        both = self._sign(number, ENTRY_SIZE) + self._sign(number, ACCEPT_SIZE)
        self.file.append(both, durable=True)
        await self._send(both)

    async def close(self, number: int, *, is_mine: bool) -> None:
        """Take part in a step until all have accepted; it is closed by more than half."""
        waiting, self.early = self.early, []
        checked = heard = int(is_mine)
        while heard < self.seats:
            key, data = waiting.pop(0) if waiting else await self.came.receive()
            if data[:4] != number.to_bytes(4, "big"):
                self.early.append((key, data))
                continue
            heard += 1
            if checked * 2 <= self.seats:
                check(key, data[-ACCEPT_SIZE:])
                checked += 1
            if len(data) > ACCEPT_SIZE:
                check(key, data[:ENTRY_SIZE])
                ours = self._sign(number, ACCEPT_SIZE)
                self.file.append(data + ours, durable=True)
                await self._send(ours)
                checked, heard = checked + 1, heard + 1
            if checked * 2 > self.seats and len(self.stamps) == number:
                self.stamps.append(time.monotonic())


def check(key: bytes, record: bytes) -> None:
    check_signature(key, record[:-SIGNATURE_SIZE], record[-SIGNATURE_SIZE:])


async def meet(identity: Identity, me: int) -> list[Link]:
    """Links to all others: those before us call."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    say(listener.socket.getsockname()[1])
    papers = Papers(identity, draw(), Hello(identity.public))
    ports = await hear()
    links = []
    for number, port in enumerate(ports):
        if number < me:
            stream, role = await listener.accept(), Role.RESPONDER
        elif number > me:
            stream, role = await trio.open_tcp_stream("127.0.0.1", port), Role.INITIATOR
        else:
            continue
        links.append(await shake_hands(stream, role, papers, draw()))
    return links


async def be_bare(folder: Path, seats: int, me: int, rounds: int) -> None:
    identity = identities(seats)[me]
    links = await meet(identity, me)
    disk.create(folder / f"bare{me}", b"")
    put, came = trio.open_memory_channel[tuple[bytes, bytes]](1000)

    async def read(link: Link) -> None:
        # Whoever is done goes, and the others have all that they need of him.
        with suppress(LinkLost):
            while True:
                put.send_nowait((link.peer, await link.receive_piece()))

    peer = BarePeer(identity, seats, disk.Appender(folder / f"bare{me}", 0), links, came)
    async with trio.open_nursery() as nursery:
        for link in links:
            nursery.start_soon(read, link)
        await hear()
        for number in range(rounds):
            if me == 0:
                await peer.begin(number)
            await peer.close(number, is_mine=me == 0)
        choices = [True] * (rounds + 1)
        say({"stamps": peer.stamps, "choices": choices, "decided": peer.begun})
        await hear()
        nursery.cancel_scope.cancel()


# Those who run them.


class Crowd:
    """The processes of one table, by their seats."""

    def __init__(self, seats: int, *arguments: str) -> None:
        command = [sys.executable, "-m", "tests.bench.step_latency"]
        self.all = [
            subprocess.Popen(
                [*command, *arguments, "--seat", str(seat), "--seats", str(seats)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for seat in range(seats)
        ]
        self.tell([self.hear(one) for one in self.all])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for one in self.all:
            one.kill()
            one.wait()

    def hear(self, one: "subprocess.Popen[str]") -> Any:
        assert one.stdout is not None
        return json.loads(one.stdout.readline())

    def tell(self, value: object) -> None:
        for one in self.all:
            assert one.stdin is not None
            one.stdin.write(json.dumps(value) + "\n")
            one.stdin.flush()

    def ask(self, value: object) -> list[Any]:
        self.tell(value)
        return [self.hear(one) for one in self.all]


def times_of(reports: list[Any]) -> tuple[list[float], list[float]]:
    """From decision to event: at the last of all, and at whoever decided.

    Not of decisions upon which a throw or a deal follows at once: as many processes as this machine
    has no cores for would do the work of the next step while the last ones close this one.
    """
    at_all, at_own = [], []
    for own in reports:
        for number, began in own["decided"]:
            is_told = all(len(one["stamps"]) > number for one in reports)
            if is_told and any(own["choices"][number + 1 : number + 2]):
                at_all.append(max(one["stamps"][number] for one in reports) - began)
                at_own.append(own["stamps"][number] - began)
    return at_all, at_own


def measure_floor(seats: int) -> tuple[list[float], list[float]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        Crowd(seats, "--bare", str(SAMPLES), "--folder", folder) as crowd,
    ):
        reports = crowd.ask("go")
        crowd.tell("end")
        return times_of(reports)


def measure_table(
    seats: int, game_id: str, *, idle: float = 0
) -> tuple[list[float], list[float], float, float]:
    """The times of so many decisions, and messages and bytes of a step (or, idle, a minute)."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Crowd(seats, "--game", game_id, "--folder", folder) as crowd,
    ):
        reports = crowd.ask("report")
        before: list[Any] = []
        until = time.monotonic() + SECONDS
        at_all, at_own = times_of(reports)
        while time.monotonic() < until and not all(one["over"] for one in reports):
            time.sleep(0.5)
            reports = crowd.ask("report")
            at_all, at_own = times_of(reports)
            if at_all and not before:
                # The set-up of the table is over.
                before = reports
            if at_all and (idle or len(at_all) >= SAMPLES):
                break
        steps = float(reports[0]["steps"] - (before or reports)[0]["steps"])
        if idle:
            crowd.ask("idle")
            time.sleep(2)
            before = crowd.ask("idle")
            time.sleep(idle)
            reports, steps = crowd.ask("idle"), idle / 60
        sent = [
            (one["traffic"][0] - other["traffic"][0], one["traffic"][1] - other["traffic"][1])
            for one, other in zip(reports, before or reports, strict=True)
        ]
        crowd.tell("end")
    per = max(steps, 0.001) * seats
    return at_all, at_own, sum(one for one, _ in sent) / per, sum(one for _, one in sent) / per


def tenth(times: list[float]) -> float:
    return statistics.quantiles(times, n=10)[-1] if len(times) > 1 else times[0]


def show(seats: int, game_id: str) -> None:
    first, _ = measure_floor(seats)
    at_all, at_own, messages, size = measure_table(seats, game_id)
    second, _ = measure_floor(seats)
    floor = first + second
    if not at_all:
        print(f"{seats} peers, {game_id}: no open decision within {SECONDS} s")
        return
    middle, worst = statistics.median(at_all), tenth(at_all)
    low, high = statistics.median(floor), tenth(floor)
    print(
        f"{seats:2d} peers, {game_id}: at all {middle * 1e3:.1f} ms, 90 % within "
        f"{worst * 1e3:.1f}; where it was decided {statistics.median(at_own) * 1e3:.1f}; "
        f"floor {low * 1e3:.1f}, 90 % within {high * 1e3:.1f}; ratios {middle / low:.2f} and "
        f"{worst / high:.2f} ({len(at_all)} steps, load {os.getloadavg()[0]:.1f}); "
        f"{messages:.1f} messages and {size:.0f} bytes a step and peer",
        flush=True,
    )
    floor_is = f"the bare step, {seats} processes"
    figure(
        f"decision to event at all of {seats} peers",
        f"{middle * 1e3:.1f} ms",
        middle / low,
        floor_is,
    )
    figure(f"the same, 90 of 100 of {seats} peers", f"{worst * 1e3:.1f} ms", worst / high, floor_is)
    figure(f"sent by each of {seats} peers in a step", f"{messages:.1f} messages, {size:.0f} bytes")


def show_idle(seats: int) -> None:
    _, _, messages, size = measure_table(seats, "course", idle=IDLE_SECONDS)
    print(f"{seats} peers, idle: {messages:.0f} messages, {size / 1024:.1f} KiB a minute and peer")
    figure(f"sent by each of {seats} peers that think, in a minute", f"{size / 1024:.1f} KiB")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, nargs="*", default=[seats for seats, _ in TABLES])
    parser.add_argument("--no-idle", action="store_true")
    # For the processes that it starts.
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--seat", type=int)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--game")
    parser.add_argument("--bare", type=int)
    given = parser.parse_args()
    if given.bare is not None:
        trio.run(be_bare, given.folder, given.seats, given.seat, given.bare)
    elif given.game is not None:
        trio.run(be_peer, given.folder, given.game, given.seats, given.seat)
    else:
        for seats, game_id in TABLES:
            if seats in given.tables:
                show(seats, game_id)
        if not given.no_idle:
            show_idle(IDLE_SEATS)


if __name__ == "__main__":
    main()
