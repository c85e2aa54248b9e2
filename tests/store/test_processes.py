"""Two processes at one table, and one that is killed while it writes."""

import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from p2pjeux.errors import StoreFailed
from p2pjeux.log.entry import Entry
from p2pjeux.store.lock import InUse, Lock
from tests.log.writing import beginning
from tests.store.kit import begun, open_table

ROOT = Path(__file__).parents[2]
STEPS = beginning().steps


@contextmanager
def another(home: Path, what: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "tests.store.another", str(home), what]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def heard(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_a_second_process_at_a_table_is_refused_and_told_by_whom(tmp_path: Path) -> None:
    begun(tmp_path).close()

    with another(tmp_path, "wait") as process:
        assert heard(process) == "ready"
        with pytest.raises(InUse, match=f"process {process.pid}"):
            open_table(tmp_path)


def test_the_second_process_hears_it_too(tmp_path: Path) -> None:
    with begun(tmp_path), another(tmp_path, "wait") as process:
        assert heard(process).startswith("refused: ")
        assert process.wait(timeout=30) == 1


def test_a_table_is_free_again_when_its_holder_is_killed(tmp_path: Path) -> None:
    with another(tmp_path, "wait") as process:
        assert heard(process) == "ready"
        process.kill()
        process.wait()
        open_table(tmp_path).close()


def test_a_table_is_free_again_when_it_is_closed(tmp_path: Path) -> None:
    with open_table(tmp_path), pytest.raises(InUse):
        open_table(tmp_path)
    open_table(tmp_path).close()


def test_a_failed_opening_leaves_no_lock_behind(tmp_path: Path) -> None:
    files = begun(tmp_path)
    files.close()
    files.log_path.write_bytes(b"p2pjeux log 1\n")

    for _ in range(2):
        with pytest.raises(StoreFailed, match="another version"):
            open_table(tmp_path)


def test_a_lock_that_says_nothing_sensible_still_holds(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    lock = Lock(path)
    path.with_name("lock.holder").write_bytes(b"\xff\xfe")

    with pytest.raises(InUse, match=r"process \?"):
        Lock(path)
    lock.release()
    Lock(path).release()


def test_who_waits_for_a_lock_gets_it_when_its_holder_dies(tmp_path: Path) -> None:
    begun(tmp_path).close()
    (folder,) = (tmp_path / "data" / "tables").iterdir()
    with another(tmp_path, "wait") as process:
        assert heard(process) == "ready"
        threading.Timer(0.1, process.kill).start()
        Lock(folder / "lock", wait=True).release()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_what_a_killed_process_called_durable_is_there(tmp_path: Path, seed: int) -> None:
    """Kill it with no warning at a random moment; everything it had announced must come back."""
    moment = random.Random(seed).randrange(1, 60)
    said = ""
    with another(tmp_path, "write") as process:
        for _ in range(moment):
            said = heard(process)
        process.kill()
        assert process.stdout is not None
        rest = process.stdout.read().split("\n")
    said = ([said, *rest[:-1]])[-1].strip()

    with open_table(tmp_path) as files:
        found = files.recovered
    if said == "ready":
        return
    assert found is not None
    closed = len(found.steps)
    assert found.steps == STEPS[:closed]
    match said.split():
        case ["kept", number, seat]:
            # The step may have been closed just before the end; then the entry is in the log.
            assert closed in (int(number), int(number) + 1)
            entry = _own(found.records, int(number), int(seat))
            assert closed > int(number) or entry in STEPS[closed].entries
        case ["closed", number]:
            # The steps may have been rolled back just before the end, but not some of them.
            assert closed == int(number) + 1 or (int(number) == len(STEPS) - 1 and closed == 0)
        case _:
            assert said == "rolled back"
            assert closed == 0


def _own(made: tuple[object, ...], number: int, seat: int) -> Entry | None:
    for part in made:
        if isinstance(part, Entry) and (part.step, part.seat) == (number, seat):
            return part
    return None
