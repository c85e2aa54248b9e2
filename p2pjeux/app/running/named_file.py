"""A file that the user names, and how far the program has come with it."""

import os
import stat
import sys
from typing import Final

from p2pjeux.errors import UsageError
from p2pjeux.log.file import FILE_SIZE_MAX
from p2pjeux.printable import put_over

_PIECE: Final = 1 << 20
_CODE_FILE_MAX: Final = 1 << 10


def read_bytes(name: str, most: int = FILE_SIZE_MAX) -> bytes:
    """What a file that the user names holds; raise UsageError if it cannot be read.

    A pipe would keep us waiting and a device would never end, so only files are read, and no more
    of one than ``most`` bytes, should it grow meanwhile.
    """
    try:
        # Without blocking: merely to open a pipe waits for whoever writes into it.
        number = os.open(
            name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError("{file} cannot be read: {reason}", file=name, reason=why) from None
    try:
        size = _size(number, name)
        if size > most:
            raise UsageError(
                "{file} has {size} bytes; at most {most} are read", file=name, size=size, most=most
            )
        return _read(number, most)
    except OSError as error:
        reason = error.strerror or error
        raise UsageError("{file} cannot be read: {reason}", file=name, reason=reason) from None
    finally:
        os.close(number)


def _size(number: int, name: str) -> int:
    found = os.fstat(number)
    if not stat.S_ISREG(found.st_mode):
        raise UsageError("{file} is not a file, but a folder, a pipe or a device", file=name)
    return found.st_size


def _read(number: int, most: int) -> bytes:
    pieces, left = [], most
    while left and (piece := os.read(number, min(left, _PIECE))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def read_code(name: str) -> str:
    """The code of a table from a file: whoever lists what runs here sees only its name."""
    from p2pjeux.net.code import normal_code

    return normal_code(read_bytes(name, _CODE_FILE_MAX).decode("utf-8", "replace"))


def show_progress(done: int, total: int) -> None:
    """One line that is written over; verifying a long game takes seconds."""
    put_over(sys.stderr, "" if done >= total else f"{100 * done // max(total, 1):3d} % ")
