"""Verifying in several processes gives the verdict of one."""

from functools import cache
from pathlib import Path

import pytest

from p2pjeux.app.running import verifying
from p2pjeux.app.running.verifying import verify_file
from p2pjeux.judge.verify import verify
from tests.judge.bad_files import flipped
from tests.log.writing import STONEHENGE, whole_game

pytestmark = pytest.mark.slow


@cache
def long_log() -> bytes:
    data = whole_game(STONEHENGE).data
    assert len(data) > verifying.ALONE_MAX
    return data


def test_a_good_log_is_good_in_two_processes_and_progress_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(long_log())
    told: list[tuple[int, int]] = []

    verdict = verify_file(path, long_log(), lambda *done: told.append(done), processes=2)

    assert verdict == verify(long_log())
    assert told[-1] == (len(long_log()), len(long_log()))


def test_of_a_bad_log_two_processes_say_what_one_says(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    data = flipped(long_log(), len(long_log()) * 3 // 4)
    path.write_bytes(data)

    assert verify_file(path, data, processes=2) == verify(data)


def test_a_file_that_changed_meanwhile_is_judged_as_it_was_read(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(b"something else")

    assert verify_file(path, long_log(), processes=2) == verify(long_log())


def test_a_file_that_is_gone_is_judged_as_it_was_read(tmp_path: Path) -> None:
    assert verify_file(tmp_path / "gone", long_log(), processes=2) == verify(long_log())
