"""The files of one table, held by one process: secret, log, journal, evidence.

What a method writes is on disk when it returns; nothing may be sent before. Closed steps alone are
left to the system to write when it likes, until something is signed upon them: then they go to the
journal with it, in one write. The journal is not cut before they are safe in the log.
"""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from types import TracebackType
from typing import Final, Self

from p2pjeux.errors import PeerFault, Refused, StoreFailed
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.file import (
    FILE_SIZE_MAX,
    begin_log,
    evidence_file,
    write_log,
    write_step,
)
from p2pjeux.log.records import Record
from p2pjeux.log.signed import Signed
from p2pjeux.log.step import Step, decode_step
from p2pjeux.rules.words import later
from p2pjeux.store import disk
from p2pjeux.store.journal import (
    Journal,
    Line,
    RolledBack,
    Underlying,
    Written,
    begin_journal,
    first_needed,
    still_needed,
    write_line,
)
from p2pjeux.store.lock import Lock
from p2pjeux.store.recovery import CHARTER_NAME, JOURNAL_NAME, LOG_NAME, find_remains

SECRET_SIZE: Final = 32
SECRET_FILE: Final = "secret"  # noqa: S105  # the name of a file
# Its presence says that the game is over and the log is whole.
OVER_FILE: Final = "over"
# So many closed steps at most are open to the agreement again at a start.
OPENED_AGAIN_MAX: Final = 16
# A journal that has grown by this much is cut to what is still needed when the next step closes.
JOURNAL_SIZE_MAX: Final = 1 << 18

_DAMAGED: Final = later("{path} is damaged: {why}")
_LOST: Final = later(
    "{path} is missing: without it nobody can play this seat from here; the others can carry on "
    "without it"
)


@dataclass(frozen=True, slots=True)
class Recovered:
    """What was on disk when the table was opened."""

    signed: SignedCharter
    steps: tuple[Step, ...]
    # What was signed for the open step and the last ones before it, here and by others.
    records: tuple[Record, ...]
    # The journal was missing or damaged: something may have been signed that is not known any more.
    forgetful: bool
    # Damaged files that were put aside.
    aside: tuple[Path, ...] = ()


class TableFiles:
    """Lock and open the folder of a table. Use it with ``with``, or ``close`` it.

    ``secret`` is the table secret, drawn and made durable at the first opening: nobody signs a
    charter before. ``recovered`` is None until ``begin`` has been called in this life or another.
    """

    def __init__(self, folder: Path, table: bytes, secret: bytes | None = None) -> None:
        self.folder = folder
        self._table = table
        disk.make_folder(folder)
        self._lock = Lock(folder / "lock")
        self._log: disk.Appender | None = None
        self._journal: disk.Appender | None = None
        # How long the journal was when it was last cut.
        self._journal_start = 0
        # Closed steps that a power cut could still take.
        self._unsafe: list[Underlying] = []
        try:
            self.secret = self._load_secret(secret)
            self.recovered = self._recover()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let others at the files. Whatever was kept stays kept."""
        for appender in (self._log, self._journal):
            if appender is not None:
                appender.close()
        self._lock.release()

    @property
    def log_path(self) -> Path:
        return self.folder / LOG_NAME

    @property
    def _journal_path(self) -> Path:
        return self.folder / JOURNAL_NAME

    def _load_secret(self, first: bytes | None) -> bytes:
        path = self.folder / SECRET_FILE
        if not path.exists():
            if any((self.folder / name).exists() for name in (LOG_NAME, CHARTER_NAME)):
                # Another one would give the lie to all that was signed with the first.
                raise StoreFailed(_LOST, path=path)
            disk.create(path, first or token_bytes(SECRET_SIZE))
        disk.keep_private(path)
        secret = disk.read(path, SECRET_SIZE)
        if secret is None or len(secret) != SECRET_SIZE:
            raise StoreFailed(_DAMAGED, path=path, why="it is not a table secret")
        return secret

    def begin(self, signed: SignedCharter) -> None:
        """Start the log of a charter that all seats have signed."""
        assert signed.table == self._table
        if self.recovered is not None:
            raise Refused("the log of this table has been begun already")
        # The journal comes first: a log without one is a sign that something was lost.
        disk.create(self._journal_path, begin_journal(self._table))
        disk.create(self.folder / CHARTER_NAME, signed.encode())
        disk.create(self.log_path, begin_log(signed))
        self.recovered = self._recover()

    def _recover(self) -> Recovered | None:
        remains = find_remains(self.folder, self._table)
        if remains is None:
            return None
        self._chain, end, journal = remains.chain, remains.end, remains.journal
        self._kept: list[Signed] = list(journal.records)
        self._since = journal.since
        if self._was_rolling_back(journal):
            end = None
        if end is None:
            end = len(self._rewrite_log())
        self._log = disk.Appender(self.log_path, end)
        for one in journal.steps:
            self._restore(self._log, one)
        self._log.sync()
        # It stays so over restarts: a journal begun anew does not know what the lost one did.
        self._is_forgetful = journal.is_forgetful(max(0, self._chain.next - OPENED_AGAIN_MAX))
        self._cut_journal()
        return Recovered(
            self._chain.signed,
            tuple(self._chain.steps),
            still_needed(journal.records, self._chain.next),
            forgetful=self._is_forgetful,
            aside=remains.aside,
        )

    def _restore(self, log: disk.Appender, lost: Underlying) -> None:
        """Append a step that the journal has to a log that may lack it."""
        if lost.previous != self._chain.digest:
            return
        try:
            step = decode_step(lost.data, self._table, lost.previous)
            self._chain.check_layout(step)
        except PeerFault as fault:
            raise StoreFailed(_DAMAGED, path=self._journal_path, why=fault.message) from None
        log.append(write_step(step), durable=False)
        self._chain.attach(step)

    def keep(self, *records: Signed, durable: bool = True) -> None:
        """Write down what was signed, in one write: what is signed here before it is sent.

        It need not be ``durable`` where it is sent to nobody.
        """
        assert self._journal is not None
        lines: list[Line] = [*(self._unsafe if durable else ()), *map(Written, records)]
        self._journal.append(b"".join(map(write_line, lines)), durable=durable)
        self._kept += records
        if durable:
            self._unsafe = []

    def append(self, step: Step) -> None:
        """Add a closed step to the log."""
        assert self._log is not None
        assert self._journal is not None
        self._log.append(write_step(step), durable=False)
        self._unsafe.append(Underlying(self._chain.digest, step.data))
        self._chain.attach(step)
        if self._journal.end - self._journal_start > JOURNAL_SIZE_MAX:
            self._log.sync()
            self._unsafe = []
            self._cut_journal()

    def _cut_journal(self) -> None:
        """Begin the journal anew with what is still needed."""
        kept = still_needed(self._kept, self._chain.next)  # type: ignore[arg-type]  # all are Records
        self._since = max(self._since, first_needed(self._chain.next))
        data = begin_journal(self._table, kept, since=self._since, is_forgetful=self._is_forgetful)
        old = self._journal
        if old is not None:
            old.close()
        try:
            disk.replace(self._journal_path, data)
        except StoreFailed:
            if old is None:
                raise
            # The long journal does as well, and the next step will try again.
            self._journal = disk.Appender(self._journal_path, old.end)
            return
        self._kept = list(kept)
        self._journal = disk.Appender(self._journal_path, len(data))
        self._journal_start = len(data)

    def regain(self) -> None:
        """Nothing that was signed and forgotten can matter any more."""
        self._is_forgetful = False
        self._cut_journal()

    def roll_back(self, number: int) -> None:
        """Take the steps from ``number`` on off the log, and keep the old log aside."""
        assert self._log is not None
        assert self._journal is not None
        if number >= self._chain.next:
            raise Refused("there is nothing to take off the log")
        # The game may have been over here, but not for the table.
        over = self.folder / OVER_FILE
        with disk.guarded(over):
            over.unlink(missing_ok=True)
        # The record names the log by its end, which a power cut must not take first.
        self._log.sync()
        record = RolledBack(number, self._chain.digest)
        self._journal.append(write_line(record), durable=True)
        # From here on a restart would finish what is begun.
        self._log.close()
        self._put_aside()
        self._chain.roll_back(number)
        self._log = disk.Appender(self.log_path, len(self._rewrite_log()))
        self._unsafe = []

    def _was_rolling_back(self, journal: Journal) -> bool:
        """Finish on the chain what a crash interrupted; return whether the file is to follow."""
        last = journal.lines[-1] if journal.lines else None
        if not isinstance(last, RolledBack) or last.digest != self._chain.digest:
            return False
        self._put_aside()
        self._chain.roll_back(last.number)
        return True

    def _put_aside(self) -> None:
        data = disk.read(self.log_path, FILE_SIZE_MAX)
        assert data is not None
        disk.create(self.folder / f"superseded-{self._chain.digest.hex()[:16]}.p2pj", data)

    def _rewrite_log(self) -> bytes:
        data = write_log(self._chain.signed, self._chain.steps)
        disk.replace(self.log_path, data)
        return data

    def end(self) -> None:
        """The log is whole: nothing is left to go on with."""
        assert self._log is not None
        self._log.sync()
        disk.create(self.folder / OVER_FILE, b"")

    def keep_evidence(self, seat: int, proof: bytes) -> Path:
        """Put a fork or a wrong entry of a seat beside the log, as a file that convicts alone."""
        data = evidence_file(self._chain.signed, self._chain.steps, proof)
        path = self.folder / f"evidence-seat{seat}-{sha256(data).hexdigest()[:16]}.p2pj"
        disk.create(path, data)
        return path
