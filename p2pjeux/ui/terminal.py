"""What this terminal can do, and how one that was closed is told from a disk that fails."""

import errno
from collections.abc import Mapping
from typing import Final, Protocol

# What writing to a closed terminal says, on the systems that say it.
TERMINAL_GONE: Final = frozenset({errno.EIO, errno.ENXIO, errno.EPIPE, errno.EBADF})


class Stream(Protocol):
    def isatty(self) -> bool: ...


def takes_full_screen(
    lines_in: Stream, out: Stream, environ: Mapping[str, str], platform: str
) -> bool:
    """Whether a full screen can be drawn here and keys be read; plain lines work everywhere.

    ``platform`` is ``sys.platform``: a Windows console has no TERM and needs none.
    """
    if not (lines_in.isatty() and out.isatty()):
        return False
    if platform == "win32":
        return True
    return environ.get("TERM", "dumb") not in ("", "dumb", "unknown")
