"""What strangers who open code exchanges cost a private table: ``python -m tests.bench.flood``.

A table with a code, strangers in a process of their own who begin an exchange again as soon as they
have an answer, and one friend who asks something that is answered at once. His answer time is
measured without strangers, with them, and with them at a table that answers every exchange where
it is heard, as tables once did. While an exchange was made in pure Python, such a table answered
within 335 ms with 16 strangers and 282 ms with 30 (the medians of 19 November 2026).
"""

import argparse
import statistics
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from secrets import token_bytes
from tempfile import mkdtemp
from time import perf_counter

import trio

from p2pjeux.app.running.code_desk import CodeDesk
from p2pjeux.app.running.incidents import Incidents
from p2pjeux.app.running.router import Router
from p2pjeux.errors import LinkLost
from p2pjeux.net.code_exchange import CodeCaller, CodeKeeper
from p2pjeux.net.events import Received
from p2pjeux.net.link import run_link, shake_hands
from p2pjeux.net.mesh import Mesh, open_mesh
from p2pjeux.net.noise import Role
from p2pjeux.net.outbox import Outbox
from p2pjeux.net.purposes import Purpose, label
from tests.bench.figures import figure
from tests.net.people import draw, papers

SECONDS = 10.0
# A stranger who asks more often is read more slowly.
PAUSE = 0.15
STRANGERS = (16, 30)
CODE = "cafe-du-port"
OTHER_CODE = "a-longer-code-with-many-more-letters"
EXCHANGES = 300
ASKED = label(Purpose.LOBBY, b"\x90")


class AnsweredAtOnce(CodeDesk):
    """No queue and no budget: whatever is asked is worked out before anything else is heard."""

    def take(self, keeper: CodeKeeper, peer: bytes, data: bytes, where: tuple[str, bytes]) -> bool:
        self._answer(peer, *keeper.receive(peer, data, where, trio.current_time()))
        return True


@asynccontextmanager
async def private_table(*, at_once: bool) -> AsyncIterator[Mesh]:
    async with open_mesh(papers(0), lambda _hello: True, host="127.0.0.1") as mesh:
        router = Router(mesh, Incidents(Path(mkdtemp()) / "incidents.txt"))
        router.keeper = CodeKeeper(CODE, trio.current_time(), token_bytes)
        if at_once:
            router._codes = AnsweredAtOnce(router._answer_code, router._blame)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(router.run)
            yield mesh
            nursery.cancel_scope.cancel()


async def answer_times(port: int) -> list[float]:
    """Of one friend who asks, waits for the answer, and asks again after a while."""
    found: list[float] = []
    async with open_mesh(papers(1), lambda _hello: True, host="127.0.0.1") as mesh:
        mesh.add_address(papers(0).identity.public, "127.0.0.1", port)
        await _until_linked(mesh)
        until = trio.current_time() + SECONDS
        while trio.current_time() < until:
            began = perf_counter()
            mesh.send(papers(0).identity.public, ASKED)
            async for event in mesh.events:
                if isinstance(event, Received):
                    break
            found.append(perf_counter() - began)
            await trio.sleep(PAUSE)
    return found


async def _until_linked(mesh: Mesh) -> None:
    async for _event in mesh.events:
        if mesh.linked:
            return


async def strangers(port: int, count: int) -> None:
    """Each from a host of his own, until killed."""
    async with trio.open_nursery() as nursery:
        for number in range(count):
            nursery.start_soon(_ask_again_and_again, port, number)


async def _ask_again_and_again(port: int, number: int) -> None:
    while True:
        with suppress(OSError, LinkLost, trio.BrokenResourceError):
            await _one_link(port, number)
        await trio.sleep(0.1)


async def _one_link(port: int, number: int) -> None:
    sock = trio.socket.socket()
    await sock.bind((f"127.0.0.{2 + number}", 0))
    await sock.connect(("127.0.0.1", port))
    async with trio.SocketStream(sock) as stream:
        link = await shake_hands(stream, Role.INITIATOR, papers(100 + number), draw())
        first = label(Purpose.CODE, CodeCaller("no-such-code", b"\0" * 32, token_bytes).first)
        outbox = Outbox()

        async def ask(_answer: bytes) -> None:
            outbox.put(b"\x00" + first)

        await ask(b"")
        await run_link(link, outbox, ask)


async def measure(count: int, *, at_once: bool) -> list[float]:
    async with private_table(at_once=at_once) as mesh:
        program = [sys.executable, "-m", "tests.bench.flood", "--strangers", str(count)]
        if not count:
            return await answer_times(mesh.port)
        async with trio.open_nursery() as nursery:
            run = partial(trio.run_process, check=False)
            nursery.start_soon(run, [*program, "--port", str(mesh.port)])
            # Their program has started, and all of them have asked.
            await trio.sleep(3)
            found = await answer_times(mesh.port)
            nursery.cancel_scope.cancel()
    return found


def exchange_seconds(code: str) -> float:
    """What a table does to answer one exchange, median of many."""
    first = CodeCaller(code, b"\0" * 32, token_bytes).first
    found: list[float] = []
    for number in range(EXCHANGES):
        keeper = CodeKeeper(code, 0.0, token_bytes)
        began = perf_counter()
        keeper.receive(b"%d" % number, first, ("10.0.0.1", b"\0" * 32), 0.0)
        found.append(perf_counter() - began)
    return statistics.median(found)


def report(name: str, times: list[float]) -> None:
    median, most = statistics.median(times), sorted(times)[len(times) * 95 // 100]
    figure(name, f"{median * 1e3:.1f} ms, 95 of 100 within {most * 1e3:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--strangers", type=int)
    parser.add_argument("--port", type=int)
    asked = parser.parse_args()
    if asked.strangers is not None:
        trio.run(strangers, asked.port, asked.strangers)
        return
    # One after the other, so that a busy machine disturbs both alike.
    ratios = [exchange_seconds(CODE) / exchange_seconds(OTHER_CODE) for _ in range(9)]
    figure(
        "a code exchange, the side of the table",
        f"{exchange_seconds(CODE) * 1e3:.2f} ms",
        statistics.median(ratios),
        "with another code",
    )
    report("answer of a private table", trio.run(partial(measure, 0, at_once=False)))
    for count in STRANGERS:
        for at_once, how in ((True, "answered at once"), (False, "from a budget")):
            times = trio.run(partial(measure, count, at_once=at_once))
            report(f"the same, {count} strangers open exchanges {how}", times)


if __name__ == "__main__":
    main()
