"""Why a table went back outlasts restarts, and so does the promise to sign nothing before."""

from dataclasses import replace
from pathlib import Path

import pytest

from p2pjeux.encoding import encode
from p2pjeux.errors import Fault, PeerFault, StoreFailed
from p2pjeux.log.entry import Entry, sign_entry
from p2pjeux.log.forks import fork_of
from p2pjeux.log.frames import write_frame
from p2pjeux.log.rift import (
    PARTING_SIZE_MAX,
    RIFT_SIZE_MAX,
    Kept,
    Parting,
    Rift,
    first_step,
    sign_parting,
)
from p2pjeux.log.step import Step
from p2pjeux.store import disk
from p2pjeux.store.journal import (
    Signed,
    begin_journal,
    read_journal,
    still_needed,
    write_record,
)
from p2pjeux.store.table import JOURNAL_SIZE_MAX
from tests.log.writing import beginning, identity_of
from tests.store.kit import begun, open_table
from tests.store.test_table import only_folder, recovered

GAME = beginning()
STEPS = GAME.steps
TABLE = GAME.signed.table
# The table has parted at step 3, by what seat 1 signed there.
PLACE = STEPS[3].entries[0].place


def _rift() -> Rift:
    fork = fork_of(*(sign_entry(identity_of(1), PLACE, 1, body) for body in (b"one", b"other")))
    closed = ((0, bytes([1]) * 32), (2, bytes([2]) * 32))
    one, two = (sign_parting(identity_of(seat), PLACE, seat, how, 1) for seat, how in closed)
    return Rift(fork, (one, two))


RIFT = _rift()
RETREATS: tuple[Parting, ...] = tuple(
    sign_parting(identity_of(seat), PLACE, seat, PLACE.previous, 1) for seat in (0, 2)
)


def test_rifts_and_partings_are_written_and_read_again() -> None:
    records = (
        Signed(RIFT, own=True),
        Signed(RIFT, own=False),
        *(Signed(one, own=True) for one in RETREATS),
        Signed(RETREATS[0], own=False),
    )

    journal = read_journal(begin_journal(TABLE, records), TABLE)

    assert journal.records == records


def journal_with(name: str, part: bytes) -> bytes:
    return begin_journal(TABLE) + write_frame(encode([name, True, part]))


@pytest.mark.parametrize(
    "name, part, fault",
    [
        ("rift", RETREATS[0].encode(), Fault.BAD_SHAPE),
        ("parting", RIFT.encode(), Fault.BAD_SHAPE),
        ("rift", RIFT.fork.encode(), Fault.BAD_SHAPE),
        ("rift", bytes(RIFT_SIZE_MAX + 1), Fault.BAD_SHAPE),
        ("parting", bytes(PARTING_SIZE_MAX + 1), Fault.BAD_SHAPE),
    ],
)
def test_what_is_not_what_its_name_says_is_damage(name: str, part: bytes, fault: Fault) -> None:
    with pytest.raises(PeerFault) as caught:
        read_journal(journal_with(name, part), TABLE)

    assert caught.value.fault is fault


@pytest.mark.parametrize("number", [0, 3, 4, first_step(1), first_step(7)])
def test_rifts_and_partings_are_needed_for_good(number: int) -> None:
    parts: tuple[Kept, ...] = (RIFT, *RETREATS)
    records = tuple(Signed(part, own) for part in parts for own in (True, False))

    assert still_needed(records, number) == records


def test_what_is_void_is_dropped_once_something_was_signed_in_the_next_age() -> None:
    begun_age = first_step(1)
    void = Signed(STEPS[5].entries[0], own=True)
    place = replace(PLACE, step=begun_age)
    again = Signed(sign_entry(identity_of(0), place, 0, b"again"), own=True)
    why = Signed(RIFT, own=True)

    assert still_needed((void, why), 3) == (void, why)
    assert still_needed((void, why, again), begun_age + 1) == (why, again)


def test_the_reason_to_go_back_comes_back_after_a_restart(tmp_path: Path) -> None:
    with begun(tmp_path, steps=6) as files:
        files.keep(RIFT, *RETREATS)
        files.roll_back(3)

    for _ in range(2):
        found = recovered(tmp_path)
        assert found.steps == STEPS[:3]
        assert found.made == (RIFT, *RETREATS)
        assert not found.forgetful


def test_a_step_that_begins_an_age_follows_in_the_same_log(tmp_path: Path) -> None:
    with begun(tmp_path, steps=6) as files:
        files.keep(RIFT)
        files.roll_back(3)
        place = replace(PLACE, step=first_step(1))
        entry = sign_entry(identity_of(0), place, 0, b"again")
        files.keep(entry)
        files.append(Step(first_step(1), (entry,)))

    found = recovered(tmp_path)

    assert [step.number for step in found.steps] == [0, 1, 2, 1_000_000]
    assert found.made == (RIFT, entry)


def test_a_long_journal_is_cut_and_keeps_why_the_table_went_back(tmp_path: Path) -> None:
    entry = STEPS[2].entries[0]
    big = Entry(entry.place, entry.seat, bytes(1 << 16), bytes(64))
    with begun(tmp_path, steps=2) as files:
        files.keep(RETREATS[0], RIFT)
        for _ in range(5):
            files.keep(big, own=False)
        journal = only_folder(tmp_path) / "log.journal"
        assert journal.stat().st_size > JOURNAL_SIZE_MAX
        files.append(STEPS[2])
        assert journal.stat().st_size < len(RIFT.encode()) + 1000

    assert recovered(tmp_path).made == (RETREATS[0], RIFT)


@pytest.mark.slow
@pytest.mark.parametrize("part", [RIFT, RETREATS[0]])
def test_a_record_torn_at_any_byte_leaves_those_before_it(
    tmp_path: Path, part: Rift | Parting
) -> None:
    with begun(tmp_path, steps=3) as files:
        files.keep(RETREATS[1])
    path = only_folder(tmp_path) / "log.journal"
    before = path.read_bytes()
    record = write_record(Signed(part, own=True))
    for cut in range(0, len(record), 7):
        path.write_bytes(before + record[:cut])
        assert recovered(tmp_path).made == (RETREATS[1],)
    path.write_bytes(before + record)
    assert recovered(tmp_path).made == (RETREATS[1], part)


@pytest.mark.parametrize("until", ["journal", "aside"])
def test_a_crash_while_the_table_goes_back_loses_no_reason(
    tmp_path: Path, until: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = begun(tmp_path, steps=6)
    files.keep(RIFT)

    def crash(*_arguments: object) -> bool:
        raise StoreFailed("the power is gone")

    monkeypatch.setattr(disk, "create" if until == "journal" else "replace", crash)
    with pytest.raises(StoreFailed):
        files.roll_back(3)
    files.close()
    monkeypatch.undo()

    found = recovered(tmp_path)
    assert (found.steps, found.made) == (STEPS[:3], (RIFT,))


def test_a_promise_is_on_disk_before_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bool] = []
    append = disk.Appender.append

    def watched(self: disk.Appender, data: bytes, *, durable: bool) -> None:
        synced.append(durable)
        append(self, data, durable=durable)

    with begun(tmp_path, steps=3) as files:
        monkeypatch.setattr(disk.Appender, "append", watched)
        files.keep(RETREATS[0])

    assert synced == [True]
    with open_table(tmp_path) as files:
        assert files.recovered is not None
        assert files.recovered.made == (RETREATS[0],)
