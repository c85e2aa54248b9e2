"""Check a log, or a piece of evidence, and say what was found."""

import json
import sys
from pathlib import Path

from p2pjeux.errors import UsageError
from p2pjeux.rules.words import Words
from p2pjeux.table.verify import verify
from p2pjeux.ui.verdicts import verdict_lines


def verify_file(name: str, words: Words, *, as_json: bool) -> int:
    """Check a log or a piece of evidence; print what was found and return the exit code."""
    verdict = verify(read_bytes(name), show_progress if sys.stderr.isatty() else None)
    if as_json:
        sys.stdout.write(json.dumps(verdict.as_value(), ensure_ascii=False) + "\n")
    else:
        for line in verdict_lines(verdict, words):
            sys.stdout.write(line + "\n")
    return verdict.exit_code


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
    end = "\r\x1b[K" if done >= total else "\r"
    sys.stderr.write(f"{100 * done // max(total, 1):3d} % {end}")
    sys.stderr.flush()
