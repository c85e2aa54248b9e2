"""Standard input and output as they really are: any code page, closed, or a disk that is full."""

import codecs
import errno
import os
import sys
import unicodedata
from contextlib import suppress
from typing import Final, TextIO

from p2pjeux.printable import put

_HANDLER: Final = "p2pjeux.lookalike"
# A pipe that nobody reads any more, a full disk, a terminal that is gone.
_LOST: Final = frozenset(
    {errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
)
# For code pages without these: what people wrote before there were more than a hundred signs.
_LOOKALIKES: Final = {
    **dict.fromkeys("’‘", "'"),
    **dict.fromkeys("“”«»", '"'),
    **dict.fromkeys("–—─━═", "-"),
    **dict.fromkeys("│┃║", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝", "+"),
    **dict.fromkeys("·•∙", "*"),
    # White and black stay two things.
    **dict.fromkeys("○◌", "o"),
    **dict.fromkeys("●◍", "@"),
    **dict.fromkeys("★☆", "*"),
    **dict.fromkeys("▣◆◧◨", "#"),
    "✓": "+",
    "✗": "x",
    "⌂": "^",
    "▫": ".",
    "░": ".",
    "↑": "^",
    "↓": "v",
    "↔": "<>",
    "≥": ">=",
    "≤": "<=",
    # The letters of French cards, for lines that know no language; plain lines choose theirs.
    "♠": "P",
    "♥": "C",
    "♦": "K",
    "♣": "T",
    **dict.fromkeys("▸▶›", ">"),
    **dict.fromkeys("█▀▄▮", "#"),
    "\N{NARROW NO-BREAK SPACE}": " ",
    "…": "...",
    "→": "->",
    "←": "<-",
    "×": "x",
    "−": "-",
    "œ": "oe",
    "Œ": "OE",
    "æ": "ae",
    "Æ": "AE",
}


def open_console() -> None:
    """Make the standard streams safe: there is one each, and none fails over a sign."""
    # For people only: what is for programs goes out as bytes of UTF-8, whatever the code page is.
    codecs.register_error(_HANDLER, _look_alike)
    if sys.stdin is None:
        sys.stdin = _nowhere("r")
    if sys.stdout is None:
        sys.stdout = _nowhere("w")
    if sys.stderr is None:
        sys.stderr = _nowhere("w")
    _reconfigure(sys.stdin, "replace")
    _reconfigure(sys.stdout, _HANDLER)
    _reconfigure(sys.stderr, _HANDLER)


def _nowhere(mode: str) -> TextIO:
    """In the place of a stream that was closed before we began; it stays open as that would."""
    return open(os.devnull, mode, encoding="utf-8")  # type: ignore[return-value]  # noqa: PTH123


def _reconfigure(stream: TextIO, errors: str) -> None:
    # The errors alone are changed: the encoding is what the terminal really has.
    # Whoever calls us from Python may have put something else in the place of a stream.
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors=errors)


def _look_alike(error: UnicodeError) -> tuple[str, int]:
    """Write what a code page lacks with signs that it has."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join(_alike(sign, error.encoding) for sign in wrong), error.end


def _alike(sign: str, encoding: str) -> str:
    plain = _LOOKALIKES.get(sign) or "".join(
        part for part in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(part)
    )
    try:
        plain.encode(encoding)
    except UnicodeEncodeError:
        return "?"
    return plain


def is_output_lost(error: OSError, platform: str = sys.platform) -> bool:
    """Whether it is standard output that failed: files and links have errors of their own."""
    # Windows calls a pipe that was closed an invalid argument.
    return error.errno in _LOST or (platform == "win32" and error.errno == errno.EINVAL)


def abandon_output(error: OSError) -> None:
    """Nobody reads what we write, or it has no room: say so where it helps, and write no more."""
    if error.errno not in {errno.EPIPE, errno.EINVAL}:
        with suppress(OSError):
            put(sys.stderr, f"p2pjeux: {error.strerror or error}")
    # Python would try once more at its end, and complain.
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
