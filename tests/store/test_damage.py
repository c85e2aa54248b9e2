"""Bits that rot on the disk: a table opens with what is good, and never signs twice for it."""

import random
from pathlib import Path

import pytest

from p2pjeux.errors import StoreFailed
from p2pjeux.log.ballot import Accept
from p2pjeux.log.file import begin_log, write_log
from p2pjeux.log.signed import Signed
from p2pjeux.sitting.sitting import OPENED_AGAIN
from p2pjeux.store import journal as journals
from p2pjeux.store.journal import read_journal
from p2pjeux.store.table import OPENED_AGAIN_MAX
from tests.log.writing import beginning, identity_of, whole_game
from tests.store.kit import begun, make_store, only_folder, open_table, recovered

GAME = beginning()
STEPS = GAME.steps
LOG, JOURNAL, CHARTER = "log.p2pj", "log.journal", "charter"
SEEDS = range(24)


def own(step: int) -> tuple[Signed, ...]:
    """What seat 0 signs in a step: its entry, and that it has all."""
    closed = STEPS[step]
    accept = Accept.sign(identity_of(0), closed.place, 0, 0, closed.digest, None)
    return closed.entries[0], accept


SIGNED = tuple(one for step in range(len(STEPS)) for one in own(step))


def played(home: Path, *, safely: bool) -> Path:
    """A table as seat 0 has it; ``safely`` if what is signed takes the steps below with it."""
    with begun(home) as files:
        for number, step in enumerate(STEPS):
            files.keep(*own(number), durable=safely)
            files.append(step)
    return only_folder(home)


def flip(path: Path, seed: int) -> bytes:
    """One bit of a file is another; return what is there now."""
    rng = random.Random(seed)
    data = bytearray(path.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(data)
    return bytes(data)


def contents(folder: Path) -> dict[str, bytes]:
    """All but who has opened the table."""
    return {one.name: one.read_bytes() for one in folder.iterdir() if "lock" not in one.name}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_flipped_log_opens_with_the_steps_before_it_and_nothing_signed_is_forgotten(
    tmp_path: Path, seed: int
) -> None:
    folder = played(tmp_path, safely=False)
    damaged = flip(folder / LOG, seed)

    found = recovered(tmp_path)

    assert found.steps == STEPS[: len(found.steps)]
    assert [path.read_bytes() for path in found.aside] == [damaged]
    assert (folder / LOG).read_bytes() == write_log(GAME.signed, found.steps)
    assert found.records == SIGNED
    assert not found.forgetful
    # What was mended is no damage any more.
    assert recovered(tmp_path).aside == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_of_a_flipped_log_the_journal_gives_the_steps_that_were_signed_upon(
    tmp_path: Path, seed: int
) -> None:
    folder = played(tmp_path, safely=True)
    flip(folder / LOG, seed)

    found = recovered(tmp_path)

    assert found.steps in (STEPS[:-1], STEPS)
    assert (folder / LOG).read_bytes() == write_log(GAME.signed, found.steps)
    assert not found.forgetful


@pytest.mark.parametrize("seed", SEEDS)
def test_a_flipped_journal_makes_forgetful_until_all_is_regained(tmp_path: Path, seed: int) -> None:
    folder = played(tmp_path, safely=True)
    damaged = flip(folder / JOURNAL, seed)

    found = recovered(tmp_path)

    assert found.steps == STEPS
    assert found.forgetful
    assert [path.read_bytes() for path in found.aside] == [damaged]
    # What stands before the damage is still known.
    assert found.records == SIGNED[: len(found.records)]
    again = recovered(tmp_path)
    assert (again.forgetful, again.records, again.aside) == (True, found.records, ())
    with open_table(tmp_path) as files:
        files.keep(*own(len(STEPS) - 1))
        files.regain()
    assert not recovered(tmp_path).forgetful


@pytest.mark.parametrize("seed", SEEDS)
def test_a_flipped_charter_is_written_anew_from_the_log(tmp_path: Path, seed: int) -> None:
    folder = played(tmp_path, safely=True)
    damaged = flip(folder / CHARTER, seed)

    found = recovered(tmp_path)

    assert (found.signed, found.steps, found.records) == (GAME.signed, STEPS, SIGNED)
    assert not found.forgetful
    assert [path.read_bytes() for path in found.aside] == [damaged]
    assert (folder / CHARTER).read_bytes() == GAME.signed.encode()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_log_whose_beginning_is_flipped_loses_no_step(tmp_path: Path, seed: int) -> None:
    folder = played(tmp_path, safely=False)
    rng = random.Random(seed)
    data = bytearray(GAME.data)
    data[rng.randrange(len(begin_log(GAME.signed)))] ^= 1 << rng.randrange(8)
    (folder / LOG).write_bytes(data)

    found = recovered(tmp_path)

    assert (found.signed, found.steps) == (GAME.signed, STEPS)
    assert (folder / LOG).read_bytes() == GAME.data
    assert len(found.aside) == 1


def test_without_any_good_charter_the_table_is_refused_and_nothing_touched(tmp_path: Path) -> None:
    folder = played(tmp_path, safely=True)
    data = bytearray(GAME.data)
    data[len(begin_log(GAME.signed)) // 2] ^= 1
    (folder / LOG).write_bytes(data)
    (folder / CHARTER).write_bytes(GAME.signed.encode()[:-1])
    before = contents(folder)

    with pytest.raises(StoreFailed, match="cannot be used"):
        open_table(tmp_path)

    assert contents(folder) == before


@pytest.mark.parametrize("lost", [(LOG,), (CHARTER,), (LOG, JOURNAL), (JOURNAL,)], ids=" ".join)
def test_a_file_that_is_gone_is_made_anew_from_what_is_there(
    tmp_path: Path, lost: tuple[str, ...]
) -> None:
    folder = played(tmp_path, safely=True)
    for name in lost:
        (folder / name).unlink()

    found = recovered(tmp_path)

    assert found.signed == GAME.signed
    assert found.forgetful == (JOURNAL in lost)
    assert found.aside == ()
    assert {path.name for path in folder.iterdir()} >= {LOG, JOURNAL, CHARTER}
    assert recovered(tmp_path).forgetful == found.forgetful


def test_the_last_record_of_a_journal_that_is_whole_but_spoilt_may_have_been_sent(
    tmp_path: Path,
) -> None:
    folder = played(tmp_path, safely=True)
    whole = (folder / JOURNAL).read_bytes()
    (folder / JOURNAL).write_bytes(whole[:-10] + bytes([whole[-10] ^ 1]) + whole[-9:])

    found = recovered(tmp_path)

    assert found.forgetful
    assert found.records == SIGNED[:-1]


def test_zeros_that_a_file_system_left_behind_a_journal_are_no_damage(tmp_path: Path) -> None:
    folder = played(tmp_path, safely=True)
    (folder / JOURNAL).write_bytes((folder / JOURNAL).read_bytes() + bytes(4096))

    found = recovered(tmp_path)

    assert not found.forgetful
    assert found.records == SIGNED


@pytest.mark.parametrize("name", [LOG, JOURNAL])
def test_a_file_of_version_1_is_refused_in_plain_words_and_not_touched(
    tmp_path: Path, name: str
) -> None:
    folder = played(tmp_path, safely=True)
    old = (folder / name).read_bytes().replace(b" 2\n", b" 1\n", 1)
    (folder / name).write_bytes(old)

    for _ in range(2):
        with pytest.raises(StoreFailed, match="of another version"):
            open_table(tmp_path)

    assert (folder / name).read_bytes() == old
    assert not list(folder.glob("damaged-*"))


def test_which_program_reads_a_log_of_version_1_is_said(tmp_path: Path) -> None:
    folder = played(tmp_path, safely=True)
    (folder / LOG).write_bytes(GAME.data.replace(b" 2\n", b" 1\n", 1))

    with pytest.raises(StoreFailed, match=r"p2pjeux 0\.1 reads it"):
        open_table(tmp_path)


def test_a_secret_that_is_gone_is_not_drawn_a_second_time(tmp_path: Path) -> None:
    folder = played(tmp_path, safely=True)
    (folder / "secret").unlink()

    with pytest.raises(StoreFailed, match="the others can carry on without it"):
        open_table(tmp_path)

    assert not (folder / "secret").exists()


# A journal drops what cannot matter any more; where the log loses steps it matters again.


def long_game(home: Path) -> Path:
    """A game of which the journal was cut more than once."""
    game = whole_game()
    for at in range(0, 60, 20):
        with make_store(home).open_table(game.signed.charter) as files:
            if files.recovered is None:
                files.begin(game.signed)
            for step in game.steps[at : at + 20]:
                files.keep(step.entries[0], durable=False)
                files.append(step)
    return only_folder(home)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("left", "is_forgetful"), [(8, True), (23, True), (24, False), (40, False), (60, False)]
)
def test_a_log_cut_shorter_than_the_journal_remembers_makes_forgetful(
    tmp_path: Path, left: int, *, is_forgetful: bool
) -> None:
    """The journal was last cut at 40 steps, so it knows all from step 8 on; 16 open again."""
    game = whole_game()
    folder = long_game(tmp_path)
    assert read_journal((folder / JOURNAL).read_bytes(), game.signed.table).since == 8
    (folder / LOG).write_bytes(write_log(game.signed, game.steps[:left]))

    for _ in range(2):
        with make_store(tmp_path).open_table(game.signed.charter) as files:
            assert files.recovered is not None
            assert files.recovered.steps == game.steps[:left]
            assert files.recovered.forgetful == is_forgetful


def test_the_journal_remembers_all_steps_that_are_opened_again_at_a_start() -> None:
    assert OPENED_AGAIN_MAX == OPENED_AGAIN
    assert journals.STEPS_KEPT > OPENED_AGAIN
