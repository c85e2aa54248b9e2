"""One process at a time: a lock that the system lifts when its holder dies, however it dies."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from p2pjeux.errors import StoreFailed
from p2pjeux.rules.words import later
from p2pjeux.store.disk import FILE_MODE, guarded

_NOTE_MAX: Final = 32
# How long to wait where it is worth a wait: until it is our turn, or not at all.
_FOR_EVER: Final = -1.0
_NOT_AT_ALL: Final = 0.0


class InUse(StoreFailed):
    """Another process works with it."""


class Lock:
    """Held from the beginning until ``release``. The file stays: only the lock on it counts.

    Beside it stands a note of who holds it, for the message alone: Windows lets nobody read what is
    locked.
    """

    def __init__(self, path: Path, *, wait: bool = False) -> None:
        """Take the lock; raise InUse if somebody else has it, unless it is worth a wait."""
        self._note = path.with_name(f"{path.name}.holder")
        # A soft lock would outlive whoever dies with it: rather none than that.
        self._lock = FileLock(path, mode=FILE_MODE, thread_local=False, fallback_to_soft=False)
        with guarded(path):
            try:
                self._lock.acquire(timeout=_FOR_EVER if wait else _NOT_AT_ALL)
            except Timeout:
                text = later("{path} is in use by another p2pjeux (process {holder})")
                raise InUse(text, path=path.parent, holder=self._holder()) from None
        # For a lock that is waited for nobody reads it.
        self._is_noted = not wait
        if self._is_noted:
            _write(self._note, b"%d\n" % os.getpid())

    def release(self) -> None:
        if self._lock.is_locked and self._is_noted:
            with suppress(OSError):
                self._note.unlink()
        self._lock.release()

    def _holder(self) -> str:
        with suppress(OSError):
            note = self._note.read_bytes()[:_NOTE_MAX].strip()
            if note.isdigit():
                return note.decode()
        return "?"


def _write(path: Path, data: bytes) -> None:
    """Leave a note that only its owner can read; the lock holds without it."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE)
        try:
            os.write(descriptor, data)
        finally:
            os.close(descriptor)
