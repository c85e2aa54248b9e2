"""A file that the user names, and how far the program has come with it."""

import sys
from pathlib import Path

from p2pjeux.errors import UsageError
from p2pjeux.printable import put_over


def read_bytes(name: str) -> bytes:
    """What a file that the user names holds; raise UsageError if it cannot be read."""
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise UsageError(
            "{file} cannot be read: {reason}", file=name, reason=error.strerror or error
        ) from None


def show_progress(done: int, total: int) -> None:
    """One line that is written over; verifying a long game takes seconds."""
    put_over(sys.stderr, "" if done >= total else f"{100 * done // max(total, 1):3d} % ")
