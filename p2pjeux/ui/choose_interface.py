"""Full screen or plain lines: what this terminal can do, and what was asked for."""

from collections.abc import Mapping
from typing import Protocol


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
