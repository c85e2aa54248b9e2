"""The end of a game in sentences: the ranking, what turned it, the evening, who plays again."""

from collections.abc import Iterator

from p2pjeux.judge.summary import Summary
from p2pjeux.judge.turning import Turning
from p2pjeux.rules.contract import Game
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words
from p2pjeux.ui.after import AfterShown, Checking, GameTold
from p2pjeux.ui.wording.past_games import tally_lines
from p2pjeux.ui.wording.receipt import receipt_lines
from p2pjeux.ui.wording.verdicts import verdict_lines


def ranked(after: AfterShown) -> tuple[tuple[int, Seat], ...]:
    """The seats, the best first, each with its place; those who share one have the same."""
    outcome = after.outcome
    order = sorted(
        range(len(outcome.scores)), key=lambda s: (s not in outcome.winners, -outcome.scores[s])
    )
    worth = [(seat in outcome.winners, outcome.scores[seat]) for seat in order]
    return tuple((worth.index(one) + 1, seat) for one, seat in zip(worth, order, strict=True))


def sources(seat: Seat, summary: Summary | None, words: Words) -> str:
    """Where the points of a seat came from; empty where there is but one source, or none known."""
    parts = () if summary is None or len(summary.parts) < 2 else summary.parts
    return " · ".join(
        words.say("{source} {points}", source=words.say(part.label), points=part.points[seat])
        for part in parts
        if part.points[seat]
    )


def rank_lines(after: AfterShown, summary: Summary | None, words: Words) -> Iterator[str]:
    for place, seat in ranked(after):
        line = words.say(
            "{place}. {name}: {points}",
            place=place,
            name=words.name(seat),
            points=after.outcome.scores[seat],
        )
        told = sources(seat, summary, words)
        yield f"{line} — {told}" if told else line


def turning_lines(summary: Summary, game: Game[object], words: Words) -> Iterator[str]:
    """What turned the game, where it says how it stood."""
    turning = summary.turning
    if turning is None:
        return
    yield from _lead(turning, summary, game, words)
    leap = turning.leap
    if leap is not None:
        when = _when(leap.at, summary, game, words)
        line = words.count(
            "The greatest leap: {name}, {number} point at once",
            "The greatest leap: {name}, {number} points at once",
            leap.gained,
            name=words.name(leap.seat),
        )
        yield line + (f" ({when})." if when else ".")


def _lead(turning: Turning, summary: Summary, game: Game[object], words: Words) -> Iterator[str]:
    if turning.changes:
        yield words.count(
            "The lead changed hands {number} time.",
            "The lead changed hands {number} times.",
            turning.changes,
        )
    if turning.leader is None or turning.since is None:
        return
    name = words.name(turning.leader)
    when = _when(turning.since, summary, game, words)
    if when:
        yield words.say("{when}: from then on {name} led to the end.", name=name, when=when)


def _when(at: int, summary: Summary, game: Game[object], words: Words) -> str:
    """What was being played when this position came about."""
    return game.presenter.moment(summary.states[max(0, at - 1)], words)


def proof_lines(told: GameTold, words: Words) -> Iterator[str]:
    """The receipt; what is wrong with a log is said as verify says it."""
    if told.verdict.ok:
        yield from receipt_lines(told.verdict, words, told.caught)
    else:
        yield from verdict_lines(told.verdict, words, told.caught)


def checking_line(checking: Checking, words: Words) -> str:
    return words.say("The log is being checked: {percent} %", percent=checking.percent)


def series_lines(told: GameTold, words: Words) -> Iterator[str]:
    if told.series:
        yield words.say("This evening:") + " " + " · ".join(tally_lines(told.series, words))
