"""Verify on all cores: each process follows the whole log and does its portion of the checks.

A log is good if every portion is. Whatever else happens (a fault, a crash, a file that changed
meanwhile), the log is verified once more, whole and alone: so the first fault and its author are
exact, and nothing that goes wrong beside us ever makes a verdict.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Final

from p2pjeux.judge.verdict import Verdict
from p2pjeux.judge.verify import Progress, verify
from p2pjeux.primitives.portion import Portion

# Below this it takes longer to start another Python than to check its portion.
ALONE_MAX: Final = 150_000
# More gain nothing: each of them follows the whole log.
PROCESSES_MAX: Final = 8
# What a process ends with that found its portion good. No crash, kill or mere return ends so.
GOOD_EXIT: Final = 71


def cores() -> int:
    """How many cores this process may use."""
    ours = getattr(os, "sched_getaffinity", None)
    return len(ours(0)) if ours else os.cpu_count() or 1


def verify_file(
    path: Path,
    data: bytes,
    progress: Progress | None = None,
    processes: int | None = None,
) -> Verdict:
    """Judge ``data``, which was read from ``path``: the same verdict as of ``verify``."""
    count = min(cores(), PROCESSES_MAX) if processes is None else processes
    if count > 1 and len(data) > ALONE_MAX:
        verdict = _verify_together(path, data, progress, count)
        if verdict is not None:
            return verdict
    return verify(data, progress)


def _verify_together(
    path: Path, data: bytes, progress: Progress | None, count: int
) -> Verdict | None:
    """The verdict, if it is good."""
    try:
        others = _start(path, sha256(data).digest(), count)
    except OSError:
        # The system does not let us start any: there is no need of them.
        return None
    try:
        verdict = _verify_portion(data, Portion(0, count), progress)
        if verdict is None:
            return None
        for other in others:
            other.join()
        return verdict if all(other.exitcode == GOOD_EXIT for other in others) else None
    finally:
        _stop(others)


def _verify_portion(
    data: bytes, portion: Portion, progress: Progress | None = None
) -> Verdict | None:
    try:
        verdict = verify(data, progress, portion=portion)
    except Exception:  # noqa: BLE001  # what another portion will refuse was taken for good here
        return None
    return verdict if verdict.ok else None


def _start(path: Path, digest: bytes, count: int) -> list[SpawnProcess]:
    others = [
        # Spawned on every system, as Windows and macOS do: nothing of ours is in it but this.
        get_context("spawn").Process(
            target=_work, args=(path, digest, Portion(index, count)), daemon=True
        )
        for index in range(1, count)
    ]
    started: list[SpawnProcess] = []
    with _deaf_to_interrupts():
        try:
            for other in others:
                other.start()
                started.append(other)
        except OSError:
            _stop(started)
            raise
    return started


def _stop(others: list[SpawnProcess]) -> None:
    for other in others:
        other.terminate()
    for other in others:
        other.join()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Who is started meanwhile never hears Ctrl-C, which is for us: we stop them ourselves.

    Ours waits until this is over. Windows has no such mask; there they stop listening by themselves
    (see ``_work``).
    """
    if sys.platform != "win32":
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    else:
        yield


def _work(path: Path, digest: bytes, portion: Portion) -> None:
    """The other process. It says nothing but how it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        data = path.read_bytes()
    except OSError:
        return
    # A log grows while it is played: only what was read at first is judged.
    if sha256(data).digest() == digest and _verify_portion(data, portion) is not None:
        sys.exit(GOOD_EXIT)
