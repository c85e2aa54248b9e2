"""What a check of a log has found, in plain lines."""

from collections.abc import Iterator

from p2pjeux.games import game_ids, load_game
from p2pjeux.judge.verdict import Verdict
from p2pjeux.rules.contract import Outcome
from p2pjeux.rules.words import Words
from p2pjeux.ui.wording.receipt import receipt_lines


def verdict_lines(
    verdict: Verdict, words: Words, caught: tuple[str, ...] | None = None
) -> Iterator[str]:
    counts = verdict.counts
    if verdict.signed is not None:
        charter = verdict.signed.charter
        names = ", ".join(sitter.name for sitter in charter.seats)
        yield f"{game_title(charter.game_id, words)} · {charter.table_name} · {names}"
    if verdict.ok:
        yield words.say(
            "good: {steps} steps, {entries} entries", steps=counts.steps, entries=counts.entries
        )
        yield from ("  " + line for line in receipt_lines(verdict, words, caught))
        if verdict.outcome is None:
            yield words.say("the game is not over")
        else:
            yield _result(verdict, verdict.outcome, words)
        return
    # The reason is that of the log and is not translated: two people must read the same.
    who = verdict.name or words.say("nobody can be named")
    yield words.say(
        "NOT good ({finding}): {reason}", finding=verdict.finding.value, reason=verdict.reason
    )
    yield words.say(
        "step {step}, {who}", step="–" if verdict.step is None else verdict.step, who=who
    )


def _result(verdict: Verdict, outcome: Outcome, words: Words) -> str:
    """The scores, computed anew from the log, with names."""
    assert verdict.signed is not None
    names = [one.name for one in verdict.signed.charter.seats]
    scores = (f"{name} {score}" for name, score in zip(names, outcome.scores, strict=True))
    won = words.among(tuple(names[seat] for seat in outcome.winners))
    return words.say("result: {scores}; won: {names}", scores=", ".join(scores), names=won)


def game_title(game_id: str, words: Words) -> str:
    """The title of a game; one that is not here is called as the log calls it."""
    if game_id not in game_ids():
        return game_id
    facts = load_game(game_id).facts
    return words.choose(facts.title_fr, facts.title_en)
