"""How fast the full screen is: ``python -m tests.bench.screen`` (POSIX, Stonehenge, 120 × 40).

Wanted: from a key to the drawn screen under 20 ms for 95 of 100 keys, the first screen within
400 ms of the start of the process, under 1 % of a core while nobody does anything.
"""

import fcntl
import os
import pty
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import trio

from p2pjeux.games import load_game
from p2pjeux.language import words_for
from p2pjeux.rules.drawing import Size
from p2pjeux.sitting.solo import SoloTable
from p2pjeux.table.events import Command, Event, Waiting
from p2pjeux.ui.screen.application import Look
from p2pjeux.ui.screen.model import Model
from p2pjeux.ui.wording.table_status import TableStatus
from tests.bench.figures import figure
from tests.ui.tables import NAMES
from tests.ui.terminal import Condition, Desk, sit

SIZE = Size(120, 40)
PROC = Path("/proc")
KEYS = 600
STARTS = 15
IDLE_SECONDS = 10.0
COMMAND = ("-m", "p2pjeux", "solo", "stonehenge", "--seed", "7", "--lang", "fr")


@dataclass(frozen=True, slots=True)
class Spent:
    """Milliseconds."""

    wall: float
    # Of this process alone: what it would take on a machine that does nothing else.
    cpu: float


def key_times() -> list[Spent]:
    """From writing a key into the pipe to the end of the drawing it causes."""
    table = SoloTable(load_game("stonehenge"), 4, {}, b"7", 0)
    words = words_for("fr", "stonehenge", NAMES[:4])
    times: list[Spent] = []

    def script(desk: Desk) -> Iterator[Condition]:
        # pyte costs more than the screen itself; here only the drawing is measured.
        desk.paper.write = len  # type: ignore[method-assign,assignment]  # nothing is printed
        yield lambda: desk.app.model.is_asked
        # Some turns into the game, so that there is a story and a hand.
        for _turn in range(12):
            steps = desk.app.model.steps
            desk.press(" ", "enter")
            yield _asked_after(desk, steps)
        for _number, key in zip(range(KEYS), cycle(["down", " ", "up", "right", " ", "left"])):
            before = desk.app.model
            start, cpu = time.perf_counter(), time.process_time()
            desk.press(key)
            yield _changed(desk, before)
            wall = 1000 * (time.perf_counter() - start)
            times.append(Spent(wall, 1000 * (time.process_time() - cpu)))
        desk.press("c-c", "c-c")

    sit(table, words, script, size=SIZE, look=Look(pace=0, calls=False, deaf=0))
    return times


def _asked_after(desk: Desk, steps: int) -> Condition:
    return lambda: (
        desk.app.model.is_over or (desk.app.model.is_asked and desk.app.model.steps > steps)
    )


def _changed(desk: Desk, before: object) -> Condition:
    return lambda: desk.app.model is not before


class Window:
    """The real command on a pseudo-terminal."""

    def __init__(self) -> None:
        self.started = time.perf_counter()
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", SIZE.rows, SIZE.columns, 0, 0))
        environ = {**os.environ, "TERM": "xterm-256color"}
        self._process = subprocess.Popen(
            [sys.executable, *COMMAND], stdin=slave, stdout=slave, stderr=slave, env=environ
        )
        os.close(slave)

    def wait_for(self, text: str) -> float:
        """Read until the text was drawn; return the milliseconds since the start."""
        seen = b""
        while text.encode() not in seen:
            seen += os.read(self._master, 65536)
        return 1000 * (time.perf_counter() - self.started)

    def cpu_seconds(self) -> float:
        stat = (PROC / str(self._process.pid) / "stat").read_text()
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            while os.read(self._master, 65536):
                pass
        except OSError:
            # The other end is closed.
            pass
        self._process.wait()
        os.close(self._master)


def first_screen() -> Spent:
    window = Window()
    wall = window.wait_for("Stonehenge, la vente")
    cpu = 1000 * window.cpu_seconds() if PROC.exists() else wall
    window.close()
    return Spent(wall, cpu)


def idle_share() -> float:
    """Percent of one core while the person thinks."""
    window = Window()
    window.wait_for("▶")
    # Let the last drawing and what follows it come to rest.
    time.sleep(1)
    before = window.cpu_seconds()
    time.sleep(IDLE_SECONDS)
    spent = window.cpu_seconds() - before
    window.close()
    return 100 * spent / IDLE_SECONDS


def waiting_share() -> float:
    """Percent of one core while the table waits for somebody, a second counted each second."""
    spent: list[float] = []

    async def play(
        events: trio.MemorySendChannel[Event], commands: trio.MemoryReceiveChannel[Command]
    ) -> None:
        async with events, commands:
            await events.send(first)
            await events.send(Waiting("lay", (1,), (0,)))
            before = time.process_time()
            await trio.sleep(IDLE_SECONDS)
            spent.append(time.process_time() - before)
            desks[0].press("c-c", "c-c")
            async for _command in commands:
                pass

    def script(desk: Desk) -> Iterator[Condition]:
        desks.append(desk)
        desk.paper.write = len  # type: ignore[method-assign,assignment]  # nothing is printed
        yield lambda: False

    desks: list[Desk] = []
    game, words = load_game("stonehenge"), words_for("fr", "stonehenge", NAMES[:4])
    first = list(SoloTable(game, 4, {}, b"7", 0).run())[-1]
    model = Model(game, words, status=TableStatus((0,), is_apart=True))
    table = SoloTable(game, 4, {}, b"7", 0)
    sit(table, words, script, size=SIZE, look=Look(calls=False), play=play, model=model)
    return 100 * spent[0] / IDLE_SECONDS


def main() -> int:
    # The tables that are begun here must not be found among those of whoever measures.
    with tempfile.TemporaryDirectory() as home:
        os.environ["P2PJEUX_HOME"] = home
        return measure()


def measure() -> int:
    times = key_times()
    walls, cpus = sorted(one.wall for one in times), sorted(one.cpu for one in times)
    print(f"key to screen, {SIZE.columns} × {SIZE.rows}, {len(times)} keys   wall      CPU")
    for name, share in (("median", 0.5), ("p95", 0.95), ("p99", 0.99)):
        at = int(share * len(times))
        print(f"  {name:<32} {walls[at]:6.1f} ms {cpus[at]:6.1f} ms")
        if name == "p95":
            figure(
                "key to screen, 95 of 100", f"{walls[at]:.1f} ms", walls[at] / 20, "20 ms wanted"
            )
    bare = statistics.median(_bare() for _ in range(STARTS))
    firsts = [first_screen() for _ in range(STARTS)]
    wall = statistics.median(first.wall for first in firsts)
    cpu = statistics.median(first.cpu for first in firsts)
    print(f"{'start to first screen':<34} {wall:6.0f} ms {cpu:6.0f} ms")
    print(f"{'  (python -c pass)':<34} {bare:6.0f} ms")
    figure("start to first screen", f"{wall:.0f} ms", wall / bare, "python -c pass")
    if PROC.exists():
        idle = statistics.median(idle_share() for _ in range(3))
        print(f"{'idle':<34} {idle:6.2f} % of a core")
        figure("idle screen", f"{idle:.2f} % of a core")
    print(f"{'waiting for somebody':<34} {waiting_share():6.2f} % of a core")
    return 0


def _bare() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return 1000 * (time.perf_counter() - start)


if __name__ == "__main__":
    raise SystemExit(main())
