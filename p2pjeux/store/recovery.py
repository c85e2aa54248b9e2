"""What is left of a table on disk, whatever has happened to its files.

A file that is damaged is put aside, not refused: what is good of it is used, the rest comes from
the others at the table. Only where that could make us sign twice are we told to have forgotten.
"""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from p2pjeux.errors import PeerFault, StoreFailed
from p2pjeux.log.chain import Chain
from p2pjeux.log.charter import CHARTER_SIZE_MAX, SignedCharter, decode_signed_charter
from p2pjeux.log.file import (
    FILE_SIZE_MAX,
    LOG_MAGIC,
    LogReader,
    begin_log,
    check_magic,
    is_of_other_version,
)
from p2pjeux.log.frames import Tail
from p2pjeux.rules.words import later
from p2pjeux.store import disk
from p2pjeux.store.journal import MAGIC as JOURNAL_MAGIC
from p2pjeux.store.journal import Journal, read_journal

LOG_NAME: Final = "log.p2pj"
JOURNAL_NAME: Final = "log.journal"
# The signed charter once more: without it nothing of the rest could be read.
CHARTER_NAME: Final = "charter"

_UNREADABLE: Final = later("{path} cannot be used: {why}")


@dataclass(frozen=True, slots=True)
class Remains:
    """``end`` is where the last good record of the log ends; None if it is to be written anew."""

    chain: Chain
    end: int | None
    # Damaged if there is none: what was signed since may be forgotten.
    journal: Journal
    aside: tuple[Path, ...]


def find_remains(folder: Path, table: bytes) -> Remains | None:
    """What can be gone on with; None if this table has not begun here."""
    charter, log, notes = (folder / name for name in (CHARTER_NAME, LOG_NAME, JOURNAL_NAME))
    data = disk.read(log, FILE_SIZE_MAX)
    copied = disk.read(charter, 2 * CHARTER_SIZE_MAX)
    if data is None and copied is None:
        return None
    copy = _read_charter(copied, table)
    chain, end = _read_log(log, data or b"", table, copy)
    journal, found = _read_journal(notes, table)
    # Only now, for until here it might have been refused, and then nothing is touched.
    aside: list[Path] = []
    if end is None and data is not None:
        aside.append(_put_aside(log, data))
    if copy is None:
        aside += [] if copied is None else [_put_aside(charter, copied)]
        disk.replace(charter, chain.signed.encode())
    if journal.is_damaged and found is not None:
        aside.append(_put_aside(notes, found))
    return Remains(chain, end, journal, tuple(aside))


def _read_charter(data: bytes | None, table: bytes) -> SignedCharter | None:
    try:
        signed = None if data is None else decode_signed_charter(data)
    except PeerFault:
        return None
    return signed if signed is not None and signed.table == table else None


def read_beginning(folder: Path, size: int) -> SignedCharter | None:
    """The charter of the table in a folder, from its log or from the copy beside it."""
    try:
        with (folder / LOG_NAME).open("rb") as file:
            return LogReader(file.read(size)).chain.signed
    except (OSError, PeerFault):
        pass
    try:
        return decode_signed_charter((folder / CHARTER_NAME).read_bytes())
    except (OSError, PeerFault):
        return None


def _read_log(
    path: Path, data: bytes, table: bytes, copy: SignedCharter | None
) -> tuple[Chain, int | None]:
    """The steps that are good, and where they end if all of them are. Bodies are checked later."""
    if is_of_other_version(data, LOG_MAGIC):
        try:
            check_magic(data, LOG_MAGIC)
        except PeerFault as fault:
            raise StoreFailed(_UNREADABLE, path=path, why=fault.message) from None
    reader, is_whole = _open_log(path, data, copy)
    if reader.chain.signed.table != table:
        raise StoreFailed(_UNREADABLE, path=path, why="it is another table's log")
    try:
        for step in reader.steps():
            reader.chain.check_layout(step)
            reader.chain.attach(step)
    except PeerFault:
        return reader.chain, None
    return reader.chain, reader.at if is_whole and reader.tail is not Tail.SPOILT else None


def _open_log(path: Path, data: bytes, copy: SignedCharter | None) -> tuple[LogReader, bool]:
    """A reader for the log, and whether its beginning is as it was written."""
    try:
        return LogReader(data), True
    except PeerFault as fault:
        if copy is None:
            raise StoreFailed(_UNREADABLE, path=path, why=fault.message) from None
    # All logs of a table begin alike: the copy stands in for it, and the steps may be good.
    beginning = begin_log(copy)
    return LogReader(beginning + data[len(beginning) :]), False


def _read_journal(path: Path, table: bytes) -> tuple[Journal, bytes | None]:
    data = disk.read(path, FILE_SIZE_MAX)
    if data is not None and is_of_other_version(data, JOURNAL_MAGIC):
        raise StoreFailed(_UNREADABLE, path=path, why="it is of another version")
    if data is None:
        return Journal((), (), is_damaged=True), None
    return read_journal(data, table), data


def _put_aside(path: Path, data: bytes) -> Path:
    """Keep damaged bytes under a name of their own, for whoever can read more out of them."""
    aside = path.with_name(f"damaged-{sha256(data).hexdigest()[:16]}-{path.name}")
    disk.create(aside, data)
    return aside
