"""What a check of a log has found, in plain lines."""

from collections.abc import Iterator

from p2pjeux.judge.verdict import Verdict
from p2pjeux.rules.words import Words


def verdict_lines(verdict: Verdict, words: Words) -> Iterator[str]:
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
