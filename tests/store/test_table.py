"""The files of a table: what was kept comes back, whenever the write was interrupted."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from p2pjeux.errors import Refused, StoreFailed
from p2pjeux.judge.verify import verify
from p2pjeux.log.ballot import Accept, Back, Move
from p2pjeux.log.consent import Consent, Kind
from p2pjeux.log.conviction import find_conviction
from p2pjeux.log.entry import sign_entry
from p2pjeux.log.file import read_log, write_log, write_step
from p2pjeux.store import disk
from p2pjeux.store.journal import STEPS_KEPT, Written, still_needed, write_line
from p2pjeux.store.table import JOURNAL_SIZE_MAX
from tests.log.writing import beginning, identity_of
from tests.store.kit import begun, make_store, only_folder, open_table, recovered

GAME = beginning()
STEPS = GAME.steps


def accept(step: int) -> Accept:
    """What seat 0 signs once it holds all entries of a step."""
    return Accept.sign(identity_of(0), STEPS[step].place, 0, 0, STEPS[step].digest, None)


def move(step: int) -> Move:
    return Move.sign(identity_of(0), STEPS[step].place, 0, 1, None, (4,))


def back(step: int) -> Back:
    return Back.sign(identity_of(0), STEPS[step].place, 0)


def pause(step: int) -> Consent:
    return Consent.sign(identity_of(0), STEPS[step].place, 0, Kind.PAUSE, 1)


def test_a_new_table_has_a_secret_and_no_log(tmp_path: Path) -> None:
    with open_table(tmp_path) as files:
        assert len(files.secret) == 32
        assert files.recovered is None
        assert not files.log_path.exists()


def test_the_secret_is_drawn_once(tmp_path: Path) -> None:
    with open_table(tmp_path) as files:
        first = files.secret
    with open_table(tmp_path) as files:
        assert files.secret == first
    with open_table(tmp_path / "elsewhere") as files:
        assert files.secret != first


def test_the_secret_is_on_disk_before_anything_is_signed(tmp_path: Path) -> None:
    with open_table(tmp_path) as files:
        assert (files.folder / "secret").read_bytes() == files.secret


def test_a_log_comes_back_as_it_was(tmp_path: Path) -> None:
    begun(tmp_path, steps=5).close()

    found = recovered(tmp_path)

    assert found.signed == GAME.signed
    assert found.steps == STEPS[:5]
    assert (found.records, found.aside) == ((), ())
    assert not found.forgetful


def test_the_file_is_the_log_byte_for_byte(tmp_path: Path) -> None:
    with begun(tmp_path, steps=8) as files:
        assert files.log_path.read_bytes() == GAME.data


def test_what_was_signed_comes_back_with_what_it_rests_upon(tmp_path: Path) -> None:
    rests = STEPS[5].entries[1:]
    with begun(tmp_path, steps=5) as files:
        files.keep(STEPS[5].entries[0])
        files.keep(*rests, accept(5), move(5))

    assert recovered(tmp_path).records == (*STEPS[5].entries, accept(5), move(5))


def test_what_was_signed_in_a_closed_step_comes_back_for_it_may_be_opened_again(
    tmp_path: Path,
) -> None:
    with begun(tmp_path, steps=5) as files:
        files.keep(STEPS[5].entries[0], accept(5))
        files.append(STEPS[5])
        files.keep(STEPS[6].entries[0])

    assert recovered(tmp_path).records == (STEPS[5].entries[0], accept(5), STEPS[6].entries[0])


def test_of_the_last_steps_all_is_needed_and_of_those_before_only_returns() -> None:
    signed = (STEPS[2].entries[0], accept(2), move(2), back(2))

    assert still_needed(signed, 2 + STEPS_KEPT) == signed
    assert still_needed(signed, 3 + STEPS_KEPT) == (back(2),)


def test_a_pause_lapses_with_its_step() -> None:
    assert still_needed((pause(3),), 3) == (pause(3),)
    assert still_needed((pause(3),), 4) == ()


def test_a_return_is_kept_although_it_is_signed_for_an_earlier_step(tmp_path: Path) -> None:
    with begun(tmp_path, steps=6) as files:
        files.keep(back(3))

    assert recovered(tmp_path).records == (back(3),)


def test_a_log_is_begun_once(tmp_path: Path) -> None:
    with begun(tmp_path) as files, pytest.raises(Refused):
        files.begin(GAME.signed)


@pytest.mark.parametrize("there", [("log.journal",), ("log.journal", "charter")])
def test_a_crash_before_the_log_is_there_costs_nothing(
    tmp_path: Path, there: tuple[str, ...]
) -> None:
    with begun(tmp_path) as files:
        secret = files.secret
    for path in only_folder(tmp_path).iterdir():
        if path.name not in (*there, "secret"):
            path.unlink()

    with open_table(tmp_path) as files:
        assert files.secret == secret
        if files.recovered is None:
            files.begin(GAME.signed)
        files.append(STEPS[0])
    found = recovered(tmp_path)
    assert found.steps == STEPS[:1]
    assert not found.forgetful


@pytest.mark.slow
def test_a_log_torn_at_any_byte_of_its_last_record_opens_without_it(tmp_path: Path) -> None:
    # The step with the shortest record: each byte costs several syncs.
    last = write_step(STEPS[6])
    whole = write_log(GAME.signed, STEPS[:6])
    begun(tmp_path, steps=7).close()
    log = only_folder(tmp_path) / "log.p2pj"

    for cut in range(len(last)):
        log.write_bytes(whole + last[:cut])
        assert recovered(tmp_path).steps == STEPS[:6]
        assert log.read_bytes() == whole
    with open_table(tmp_path) as files:
        files.append(STEPS[6])
    assert log.read_bytes() == whole + last


def spoil(data: bytes) -> bytes:
    return data[:-10] + bytes([data[-10] ^ 1]) + data[-9:]


@pytest.mark.parametrize(
    "leave",
    [lambda last: bytes(len(last)), lambda last: bytes(4096), spoil],
    ids=["zeros", "a page of zeros", "other bytes"],
)
def test_what_a_file_system_may_leave_of_the_last_record_is_cut(
    tmp_path: Path, leave: Callable[[bytes], bytes]
) -> None:
    whole = write_log(GAME.signed, STEPS[:2])
    begun(tmp_path, steps=2).close()
    log = only_folder(tmp_path) / "log.p2pj"
    log.write_bytes(whole + leave(write_step(STEPS[2])))

    assert recovered(tmp_path).steps == STEPS[:2]
    assert log.read_bytes() == whole


@pytest.mark.slow
def test_a_journal_torn_at_any_byte_of_its_last_record_opens_without_it(tmp_path: Path) -> None:
    one, two = STEPS[6].entries[0], accept(6)
    last = write_line(Written(two))
    with begun(tmp_path, steps=6) as files:
        files.keep(one)
    journal = only_folder(tmp_path) / "log.journal"
    whole = journal.read_bytes()

    for cut in range(len(last)):
        journal.write_bytes(whole + last[:cut])
        found = recovered(tmp_path)
        assert found.records == (one,)
        assert not found.forgetful
    journal.write_bytes(whole + last)
    assert recovered(tmp_path).records == (one, two)


def test_the_log_of_another_table_is_not_taken(tmp_path: Path) -> None:
    begun(tmp_path).close()
    other = beginning(seed=1)
    (only_folder(tmp_path) / "log.p2pj").write_bytes(other.data)

    with pytest.raises(StoreFailed, match="another table"):
        open_table(tmp_path)


def test_the_journal_of_another_table_is_put_aside_and_ours_is_lost(tmp_path: Path) -> None:
    begun(tmp_path).close()
    other = tmp_path / "other"
    with make_store(other).open_table(beginning(seed=1).signed.charter) as files:
        files.begin(beginning(seed=1).signed)
    journal = (only_folder(other) / "log.journal").read_bytes()
    (only_folder(tmp_path) / "log.journal").write_bytes(journal)

    found = recovered(tmp_path)

    assert found.forgetful
    assert [path.read_bytes() for path in found.aside] == [journal]


def test_a_spoilt_secret_is_told_and_not_replaced(tmp_path: Path) -> None:
    begun(tmp_path).close()
    secret = only_folder(tmp_path) / "secret"
    secret.write_bytes(b"short")

    with pytest.raises(StoreFailed, match="secret"):
        open_table(tmp_path)

    assert secret.read_bytes() == b"short"


def test_a_long_journal_is_cut_to_what_is_needed(tmp_path: Path) -> None:
    entry = STEPS[2].entries[0]
    with begun(tmp_path, steps=2) as files:
        journal = files.folder / "log.journal"
        files.keep(*[pause(2)] * 2000)
        assert journal.stat().st_size > JOURNAL_SIZE_MAX
        files.keep(entry)
        files.append(STEPS[2])
        assert journal.stat().st_size < 1000
        files.keep(STEPS[3].entries[0])

    assert recovered(tmp_path).records == (entry, STEPS[3].entries[0])


def test_superseded_steps_leave_the_log_and_are_kept_aside(tmp_path: Path) -> None:
    with begun(tmp_path, steps=6) as files:
        files.keep(STEPS[5].entries[0])
        files.roll_back(3)
        assert files.log_path.read_bytes() == write_log(GAME.signed, STEPS[:3])
        (aside,) = files.folder.glob("superseded-*.p2pj")
        assert aside.read_bytes() == write_log(GAME.signed, STEPS[:6])
        files.append(STEPS[3])

    found = recovered(tmp_path)
    assert found.steps == STEPS[:4]
    assert STEPS[5].entries[0] in found.records


def test_there_must_be_steps_to_roll_back(tmp_path: Path) -> None:
    with begun(tmp_path, steps=2) as files:
        with pytest.raises(Refused):
            files.roll_back(2)
        files.append(STEPS[2])


@pytest.mark.parametrize("until", ["journal", "aside", "log"])
def test_a_roll_back_that_a_crash_interrupted_is_finished(
    tmp_path: Path, until: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = begun(tmp_path, steps=6)

    def crash(*_arguments: object) -> bool:
        raise StoreFailed("the power is gone")

    if until == "journal":
        monkeypatch.setattr(disk, "create", crash)
    if until == "aside":
        monkeypatch.setattr(disk, "replace", crash)
    if until == "log":
        files.roll_back(3)
    else:
        with pytest.raises(StoreFailed):
            files.roll_back(3)
    files.close()
    monkeypatch.undo()

    assert recovered(tmp_path).steps == STEPS[:3]
    assert recovered(tmp_path).steps == STEPS[:3]
    (aside,) = only_folder(tmp_path).glob("superseded-*.p2pj")
    assert read_log(aside.read_bytes()).chain.next == 6


def test_evidence_is_kept_once_under_the_number_of_the_seat(tmp_path: Path) -> None:
    honest = STEPS[5].entries[3]
    other = sign_entry(identity_of(3), honest.place, 3, b"other")
    found = find_conviction(honest, other)
    assert found is not None
    proof = found.encode()
    with begun(tmp_path, steps=5) as files:
        path = files.keep_evidence(3, proof)
        assert files.keep_evidence(3, proof) == path

    assert "seat3" in path.name
    verdict = verify(path.read_bytes())
    assert (verdict.exit_code, verdict.step, verdict.seat) == (5, 5, 3)


def test_a_wrong_entry_is_kept_with_the_log_that_convicts_it(tmp_path: Path) -> None:
    wrong = sign_entry(identity_of(3), STEPS[5].entries[3].place, 3, b"no body")
    with begun(tmp_path, steps=5) as files:
        path = files.keep_evidence(3, wrong.encode())

    verdict = verify(path.read_bytes())
    assert (verdict.exit_code, verdict.step, verdict.seat) == (3, 5, 3)
    assert verdict.proven


@pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX")
def test_nobody_else_can_read_anything(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        with begun(tmp_path, steps=2) as files:
            files.keep_evidence(1, STEPS[2].entries[1].encode())
            make_store(tmp_path).identity()
            make_store(tmp_path).peers().remember("Anne", identity_of(0).public)
    finally:
        os.umask(old)
    data = tmp_path / "data"

    for path in (data, *data.rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path


@pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX")
def test_an_opened_secret_or_folder_is_closed_again(tmp_path: Path) -> None:
    open_table(tmp_path).close()
    folder = only_folder(tmp_path)
    folder.chmod(0o755)
    (folder / "secret").chmod(0o644)

    open_table(tmp_path).close()

    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "secret").stat().st_mode) == 0o600


def test_nothing_is_left_lying_about(tmp_path: Path) -> None:
    with begun(tmp_path, steps=4) as files:
        files.roll_back(2)
        names = {path.name for path in files.folder.iterdir()}

    assert {name for name in names if not name.startswith("superseded-")} == {
        "charter",
        "lock",
        "lock.holder",
        "log.journal",
        "log.p2pj",
        "secret",
    }
