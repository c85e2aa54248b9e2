"""Check a log, or a piece of evidence, and say what was found."""

import sys

from p2pjeux.app.for_programs import print_json
from p2pjeux.app.running.named_file import read_bytes, show_progress
from p2pjeux.judge.verify import verify
from p2pjeux.printable import put
from p2pjeux.rules.words import Words
from p2pjeux.ui.wording.verdicts import verdict_lines


def verify_file(name: str, words: Words, *, as_json: bool) -> int:
    """Check a log or a piece of evidence; print what was found and return the exit code."""
    verdict = verify(read_bytes(name), show_progress if sys.stderr.isatty() else None)
    if as_json:
        print_json(verdict.as_value(), None)
    else:
        put(sys.stdout, *verdict_lines(verdict, words))
    return verdict.exit_code
