"""One process at a time: a lock that the system lifts when its holder dies, however it dies."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from p2pjeux.errors import StoreFailed
from p2pjeux.rules.words import later
from p2pjeux.store.disk import FILE_MODE, guarded

if sys.platform == "win32":
    import msvcrt

    # Windows forbids to read what is locked; far behind the end it hides nothing.
    _LOCKED_BYTE: Final = 1 << 30
else:
    import fcntl

_NOTE_MAX: Final = 32


class InUse(StoreFailed):
    """Another process works with it."""


class Lock:
    """Held from the beginning until ``release``. The file stays: only the lock in it counts."""

    def __init__(self, path: Path, *, wait: bool = False) -> None:
        """Take the lock; raise InUse if somebody else has it, unless it is worth a wait."""
        with guarded(path):
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE)
        try:
            _take(self._descriptor, wait=wait)
        except OSError:
            holder = _read_note(self._descriptor)
            os.close(self._descriptor)
            text = later("{path} is in use by another p2pjeux (process {holder})")
            raise InUse(text, path=path.parent, holder=holder) from None
        _write_note(self._descriptor)

    def release(self) -> None:
        # Closing the file lifts the lock.
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _take(descriptor: int, *, wait: bool) -> None:
    if sys.platform == "win32":
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def _write_note(descriptor: int) -> None:
    """Leave the number of this process for the message above; the lock holds without it."""
    with suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, b"%d\n" % os.getpid())


def _read_note(descriptor: int) -> str:
    with suppress(OSError):
        os.lseek(descriptor, 0, os.SEEK_SET)
        note = os.read(descriptor, _NOTE_MAX).strip()
        if note.isdigit():
            return note.decode()
    return "?"
