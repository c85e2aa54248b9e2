"""Check a log, or a piece of evidence, and say what was found."""

import os
import sys
from pathlib import Path

from p2pjeux.app.for_programs import print_json
from p2pjeux.app.running.named_file import read_bytes, show_progress
from p2pjeux.app.running.past import caught_at, find_log
from p2pjeux.app.running.verifying import verify_file
from p2pjeux.printable import put
from p2pjeux.rules.words import Words
from p2pjeux.store.home import Store
from p2pjeux.ui.wording.verdicts import verdict_lines


def verify_log(named: str | None, words: Words, home: Path | None, *, as_json: bool) -> int:
    """Check a log or a piece of evidence; print what was found and return the exit code."""
    path = find_log(named, Store.find(os.environ, home))
    data = read_bytes(str(path))
    verdict = verify_file(path, data, show_progress if sys.stderr.isatty() else None)
    if as_json:
        print_json(verdict.as_value(), None)
    else:
        put(sys.stdout, *verdict_lines(verdict, words, caught_at(path)))
    return verdict.exit_code
