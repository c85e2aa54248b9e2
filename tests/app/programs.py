"""Whole programs on this machine's loopback, as people start them in several windows."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4


def fresh(name: str) -> str:
    """A name that no other test of this machine announces at the same time."""
    return f"{name} {uuid4().hex[:8]}"


class Window:
    """One terminal with a home of its own; commands end, or run until the test is over."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._running: list[subprocess.Popen[str]] = []

    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "P2PJEUX_HOME": str(self.home),
            "LC_ALL": "C",
            "PYTHONUTF8": "1",
        }

    def run(self, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "p2pjeux", *arguments],
            input=typed,
            env=self._environment(),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=60,
        )

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        program = subprocess.Popen(
            [sys.executable, "-m", "p2pjeux", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=self._environment(),
            text=True,
            encoding="utf-8",
        )
        self._running.append(program)
        return program

    def close(self) -> None:
        for program in self._running:
            program.kill()
            program.communicate()

    @property
    def logs(self) -> list[Path]:
        return sorted(self.home.glob("data/tables/*/log.p2pj"))


@contextmanager
def windows(folder: Path, number: int) -> Iterator[list[Window]]:
    opened = [Window(folder / f"home{index}") for index in range(number)]
    try:
        yield opened
    finally:
        for window in opened:
            window.close()


def say_until(program: subprocess.Popen[str], words: str) -> str:
    """What a program prints up to a line with ``words`` in it."""
    assert program.stdout is not None
    said = ""
    for line in program.stdout:
        said += line
        if words in line:
            return said
    raise AssertionError(f"it ended without saying “{words}”:\n{said}")


def type_in(program: subprocess.Popen[str], text: str) -> None:
    assert program.stdin is not None
    program.stdin.write(text)
    program.stdin.flush()


def end_of(program: subprocess.Popen[str], seconds: float = 60) -> tuple[int, str]:
    said, _ = program.communicate(timeout=seconds)
    return program.returncode, said
