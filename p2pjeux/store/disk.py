"""Files that are whole or not there, and appends that survive a crash.

Every failure of the disk becomes a ``StoreFailed`` with a sentence that names the file.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import (
    EACCES,
    EDQUOT,
    EFBIG,
    EMLINK,
    ENOSPC,
    ENOTDIR,
    ENOTSUP,
    EPERM,
    EROFS,
)
from pathlib import Path
from typing import Final

from p2pjeux.errors import StoreFailed
from p2pjeux.rules.words import later

if sys.platform == "darwin":
    import fcntl

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700

# On Windows nothing can be renamed or replaced while somebody has it open, and scanners for viruses
# open whatever is new: two seconds in all, for they take far less.
_PAUSES: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)

_NO_LINKS: Final = frozenset({EACCES, EMLINK, ENOTSUP, EPERM})

_FULL: Final = later("there is no room left on the disk for {path}")
_CLOSED: Final = later("{path} may not be read or written here")
_NO_FOLDER: Final = later("{path} cannot be made: a file stands where a folder should be")
_OTHER: Final = later("{path} cannot be used: {why}")
_MESSAGES: Final = {
    **dict.fromkeys((ENOSPC, EDQUOT, EFBIG), _FULL),
    **dict.fromkeys((EROFS, EACCES, EPERM), _CLOSED),
    ENOTDIR: _NO_FOLDER,
}


@contextmanager
def guarded(path: Path) -> Iterator[None]:
    """Turn what the system says about ``path`` into words for the user."""
    try:
        yield
    except OSError as error:
        raise _failed(path, error) from error


def _failed(path: Path, error: OSError) -> StoreFailed:
    why = error.strerror or str(error)
    return StoreFailed(_MESSAGES.get(error.errno or 0, _OTHER), path=path, why=why)


def make_folder(path: Path) -> None:
    """Make a folder that only its owner can enter, and those above it that are missing."""
    with guarded(path):
        missing = [folder for folder in (path, *path.parents) if not folder.exists()]
        for folder in reversed(missing):
            folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
        if not path.is_dir():
            raise NotADirectoryError(ENOTDIR, "it is a file", str(path))
        if sys.platform != "win32" and path.stat().st_mode & 0o077:
            path.chmod(FOLDER_MODE)


def sync_file(descriptor: int) -> None:
    """Return when what was written would survive a power cut."""
    if sys.platform == "darwin":
        # There fsync leaves the bytes in the drive's own memory.
        with suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def sync_folder(path: Path) -> None:
    """Make names durable that were just given in a folder; Windows does so by itself."""
    if sys.platform != "win32":
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def create(path: Path, data: bytes) -> bool:
    """Make a file with ``data`` unless it is there already; return whether it was made.

    Whoever looks sees no file or the whole of it, also after a crash or with two at once.
    """
    with guarded(path):
        # The bytes are durable before the name is: after a power cut there is no name without them.
        spare = _write_spare(path, data)
        try:
            _name(spare, path)
        except FileExistsError:
            return False
        finally:
            spare.unlink(missing_ok=True)
        sync_folder(path.parent)
        return True


def _name(spare: Path, path: Path) -> None:
    """Give a finished file its name; raise FileExistsError if another has it."""
    if sys.platform != "win32":
        try:
            # A second name fails if there is one already, so two programs that begin at once cannot
            # both believe to have made the file; renaming would put one over the other.
            path.hardlink_to(spare)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            # Memory sticks have no second names; then the check and the renaming are two.
            if path.exists():
                raise FileExistsError(path) from None
        else:
            return
    patiently(lambda: spare.rename(path))


def patiently(
    rename: Callable[[], object],
    platform: str = sys.platform,
    pause: Callable[[float], object] = time.sleep,
) -> None:
    """Do ``rename``, again and again while Windows says that somebody has the file open."""
    for seconds in _PAUSES if platform == "win32" else ():
        try:
            rename()
        except PermissionError:
            pause(seconds)
        else:
            return
    rename()


def replace(path: Path, data: bytes) -> None:
    """Put ``data`` in the place of a file: after a crash it is the old one or the new one."""
    with guarded(path):
        spare = _write_spare(path, data)
        try:
            # One step for the system: whoever looks sees the old file or the new one.
            patiently(lambda: spare.replace(path))
        except OSError:
            spare.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)


def _write_spare(path: Path, data: bytes) -> Path:
    """A durable file beside ``path`` under a name that nobody looks for; mode 0600."""
    # In the same folder, for only within one file system is renaming one step; and made for its
    # owner alone from the first moment on.
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            sync_file(file.fileno())
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def read(path: Path, most: int) -> bytes | None:
    """The contents of a file, None if there is none; raise StoreFailed if it is too long."""
    with guarded(path):
        try:
            with path.open("rb") as file:
                # Python makes room for all that it is asked to read, be the file ever so short.
                size = os.fstat(file.fileno()).st_size
                data = file.read(min(size, most) + 1)
        except FileNotFoundError:
            return None
    if len(data) > most:
        raise StoreFailed(later("{path} is longer than it can be"), path=path)
    return data


def keep_private(path: Path) -> None:
    """Take a secret file away from everybody else, should it have been opened to them."""
    if sys.platform != "win32":
        with guarded(path):
            if path.stat().st_mode & 0o077:
                path.chmod(FILE_MODE)


class Appender:
    """A file that only grows. A failed append leaves it as it was before."""

    def __init__(self, path: Path, end: int) -> None:
        """Open the file at ``path`` and cut off whatever stands after ``end``."""
        self.path = path
        self.end = end
        with guarded(path):
            # Unbuffered: a byte that was not written must not come later, out of a buffer.
            self._file = path.open("r+b", buffering=0)
            try:
                # What stands behind the end was torn by a crash, and nobody has seen what it says:
                # it must not be taken for the beginning of the next record.
                if os.fstat(self._file.fileno()).st_size != end:
                    self._file.truncate(end)
                    sync_file(self._file.fileno())
                self._file.seek(end)
            except OSError:
                self._file.close()
                raise
        self._is_sound = True

    def append(self, data: bytes, *, durable: bool) -> None:
        """Write ``data`` at the end; if ``durable``, it survives a power cut from now on."""
        # After a sync that failed nobody knows what of the file is on the disk; writing on would
        # build on it.
        if not self._is_sound:
            raise StoreFailed(
                later("{path} failed before and has to be opened anew"), path=self.path
            )
        with guarded(self.path):
            try:
                self._write(data)
                if durable:
                    sync_file(self._file.fileno())
            except OSError:
                self._undo()
                raise
        # Only now: had it failed, the next append would begin where this one did.
        self.end += len(data)

    def sync(self) -> None:
        """Return when all that was appended would survive a power cut."""
        with guarded(self.path):
            sync_file(self._file.fileno())

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            # An unbuffered write may take a part only, as on a disk that fills.
            left = left[self._file.write(left) :]

    def _undo(self) -> None:
        """Cut off half an append. If even that fails, or a sync did, nothing is known any more."""
        self._is_sound = False
        with suppress(OSError):
            self._file.truncate(self.end)
            self._file.seek(self.end)
            sync_file(self._file.fileno())
            # Cut off and durable: it is as if nothing had been written.
            self._is_sound = True

    def close(self) -> None:
        self._is_sound = False
        with suppress(OSError):
            self._file.close()
