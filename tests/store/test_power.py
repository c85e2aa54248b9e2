"""The power fails: what had not come to the disk is gone, but nothing that matters."""

from pathlib import Path

import pytest

from p2pjeux.log.file import write_log
from p2pjeux.store.table import OVER_FILE, TableFiles
from tests.log.writing import beginning
from tests.store.kit import begun, open_table

GAME = beginning()
STEPS = GAME.steps


def cut_power(files: TableFiles, steps: int) -> None:
    """Close the files; of the log only so many steps had come to the disk."""
    files.close()
    files.log_path.write_bytes(write_log(GAME.signed, STEPS[:steps]))


@pytest.mark.parametrize("left", range(6))
def test_the_steps_upon_which_something_was_signed_are_there(tmp_path: Path, left: int) -> None:
    files = begun(tmp_path, steps=5)
    files.keep(STEPS[5].entries[0])
    cut_power(files, min(left, 5))

    with open_table(tmp_path) as found:
        assert found.recovered is not None
        assert found.recovered.steps == STEPS[:5]
        assert found.recovered.records == (STEPS[5].entries[0],)
        assert found.log_path.read_bytes() == write_log(GAME.signed, STEPS[:5])


def test_steps_upon_which_nothing_was_signed_may_be_lost(tmp_path: Path) -> None:
    files = begun(tmp_path, steps=3)
    files.keep(STEPS[3].entries[0])
    files.append(STEPS[3])
    cut_power(files, 1)

    with open_table(tmp_path) as found:
        assert found.recovered is not None
        assert found.recovered.steps == STEPS[:3]


def test_each_step_goes_to_the_journal_once(tmp_path: Path) -> None:
    with begun(tmp_path, steps=4) as files:
        journal = files.folder / "log.journal"
        files.keep(STEPS[4].entries[0])
        size = journal.stat().st_size
        files.keep(STEPS[4].entries[1])
        assert journal.stat().st_size - size < len(STEPS[3].data)


def test_what_need_not_be_durable_takes_no_step_along(tmp_path: Path) -> None:
    """Alone with bots nothing is sent, so nothing has to outlast a power cut."""
    with begun(tmp_path, steps=4) as files:
        files.keep(STEPS[4].entries[0], durable=False)
        size = (files.folder / "log.journal").stat().st_size
        assert size < sum(len(step.data) for step in STEPS[:4])


def test_steps_that_were_rolled_back_do_not_come_again(tmp_path: Path) -> None:
    files = begun(tmp_path, steps=5)
    files.keep(STEPS[5].entries[0])
    files.roll_back(3)
    files.close()

    with open_table(tmp_path) as found:
        assert found.recovered is not None
        assert found.recovered.steps == STEPS[:3]


def test_a_game_that_the_table_took_up_again_is_not_over(tmp_path: Path) -> None:
    with begun(tmp_path, steps=5) as files:
        files.end()
        assert (files.folder / OVER_FILE).exists()
        files.roll_back(4)
        assert not (files.folder / OVER_FILE).exists()
