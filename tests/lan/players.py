"""Players on a pretend LAN: each a p2pjeux in a process and a namespace of its own."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from p2pjeux.errors import PeerFault
from p2pjeux.log.file import LogReader
from tests.lan.network import Network

ROOT = Path(__file__).parent.parent.parent


class Trouble(Exception):
    """Something did not happen in time, or happened wrongly."""


class Player:
    """One home on one host. Its programs come and go; what they print is added to one file."""

    def __init__(self, network: Network, host: int, folder: Path) -> None:
        self.host = host
        self.home = folder / f"home{host}"
        self.said = folder / f"said{host}.txt"
        self._network = network
        self._program: subprocess.Popen[bytes] | None = None

    def start(
        self, *arguments: str, typed: bool = False, dies_at: int | None = None
    ) -> IO[bytes] | None:
        """Run a command in the background; return where to type if somebody types.

        It may die before a write, by the number of that.
        """
        with self.said.open("ab") as out:
            self._program = subprocess.Popen(
                self._command(*arguments, dies_at=dies_at),
                cwd=ROOT,
                env=self._environment(),
                stdin=subprocess.PIPE if typed else subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            )
        return self._program.stdin

    def ask(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        return subprocess.run(
            self._command(*arguments),
            cwd=ROOT,
            env=self._environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def _command(self, *arguments: str, dies_at: int | None = None) -> list[str]:
        space = self._network.space(self.host)
        module = ["p2pjeux"] if dies_at is None else ["tests.lan.mortal", str(dies_at)]
        return ["ip", "netns", "exec", space, sys.executable, "-m", *module, *arguments]

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "P2PJEUX_HOME": str(self.home), "LC_ALL": "C", "PYTHONUTF8": "1"}

    def finish(self, seconds: float) -> None:
        """Wait for the program; raise Trouble unless it ends well in time."""
        assert self._program is not None
        try:
            code = self._program.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Trouble(f"host {self.host} is not done after {seconds} s") from None
        if code != 0:
            raise Trouble(f"host {self.host} ended with {code}: {self.tail()}")

    def ended(self) -> int | None:
        """The exit code of its program, None while it runs."""
        assert self._program is not None
        return self._program.poll()

    def count(self, words: str) -> int:
        """How often its programs have said something."""
        return self.said.read_text("utf-8").count(words) if self.said.exists() else 0

    def kill(self) -> None:
        if self._program is not None and self._program.poll() is None:
            self._program.send_signal(signal.SIGKILL)
            self._program.wait()

    def tail(self) -> str:
        return "\n".join(self.said.read_text("utf-8").splitlines()[-5:])

    @property
    def log(self) -> Path | None:
        return next(iter(self.home.glob("data/tables/*/log.p2pj")), None)

    def steps(self) -> int:
        """How many steps its log has."""
        path = self.log
        if path is None:
            return 0
        try:
            return sum(1 for _ in LogReader(path.read_bytes()).steps())
        except PeerFault:
            return 0


def wait_until(is_so: Callable[[], bool], seconds: float, what: str, every: float = 0.2) -> None:
    until = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > until:
            raise Trouble(f"not within {seconds} s: {what}")
        time.sleep(every)
