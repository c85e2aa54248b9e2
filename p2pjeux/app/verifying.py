"""Check a log, or a piece of evidence, and say what was found."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from p2pjeux.errors import UsageError
from p2pjeux.rules.words import Words
from p2pjeux.table.verdict import Verdict
from p2pjeux.table.verify import verify


def verify_file(name: str, words: Words, *, as_json: bool) -> int:
    """Check a log or a piece of evidence; print what was found and return the exit code."""
    try:
        data = Path(name).read_bytes()
    except OSError as error:
        raise UsageError(
            "{file} cannot be read: {reason}", file=name, reason=error.strerror or error
        ) from None
    verdict = verify(data, _progress if sys.stderr.isatty() else None)
    if as_json:
        sys.stdout.write(json.dumps(verdict.as_value(), ensure_ascii=False) + "\n")
    else:
        for line in _verdict_lines(verdict, words):
            sys.stdout.write(line + "\n")
    return verdict.exit_code


def _progress(done: int, total: int) -> None:
    """One line that is written over; verifying a long game takes seconds."""
    end = "\r\x1b[K" if done >= total else "\r"
    sys.stderr.write(f"{100 * done // max(total, 1):3d} % {end}")
    sys.stderr.flush()


def _verdict_lines(verdict: Verdict, words: Words) -> Iterator[str]:
    counts = verdict.counts
    if verdict.signed is not None:
        charter = verdict.signed.charter
        names = ", ".join(sitter.name for sitter in charter.seats)
        yield f"{charter.game_id} · {charter.table_name} · {names}"
    if verdict.ok:
        yield words.say(
            "good: {steps} steps, {entries} entries", steps=counts.steps, entries=counts.entries
        )
        if verdict.outcome is None:
            yield words.say("the game is not over")
        else:
            yield words.say("scores: {scores}", scores=", ".join(map(str, verdict.outcome.scores)))
        return
    # The reason is that of the log and is not translated: two people must read the same.
    who = verdict.name or words.say("nobody can be named")
    yield words.say(
        "NOT good ({finding}): {reason}", finding=verdict.finding.value, reason=verdict.reason
    )
    yield words.say(
        "step {step}, {who}", step="–" if verdict.step is None else verdict.step, who=who
    )
