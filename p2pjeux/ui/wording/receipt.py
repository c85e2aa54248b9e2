"""What a log proves, in plain sentences: for verify, for the end of a game and for its page."""

from collections.abc import Iterator

from p2pjeux.judge.receipt import Receipt
from p2pjeux.judge.verdict import Verdict
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words


def receipt_lines(
    verdict: Verdict, words: Words, caught: tuple[str, ...] | None = None
) -> Iterator[str]:
    """What a log that was found good has proved, each kind in a sentence.

    ``caught`` are those against whom evidence is kept; None where nobody could know of any.
    """
    receipt = verdict.receipt
    yield words.count(
        "{number} signature of {machines}, all good.",
        "{number} signatures of {machines}, all good.",
        verdict.signatures,
        machines=words.count("{number} machine", "{number} machines", receipt.machines),
    )
    yield from _chance(receipt, words)
    if receipt.opened:
        yield words.count(
            "{number} choice was made in secret and opened unchanged.",
            "{number} choices were made in secret and opened unchanged.",
            receipt.opened,
        )
    yield from _away(verdict, words)
    yield from _opened(verdict, words)
    if caught:
        yield words.say("Caught cheating, with evidence: {names}.", names=words.among(caught))
    elif caught is not None:
        yield words.say("Nobody was caught cheating.")


def _chance(receipt: Receipt, words: Words) -> Iterator[str]:
    if receipt.decks and receipt.shufflers > 1:
        yield words.say(
            "{machines} shuffled {decks} in turn, each with a proof; {cards} dealt in secret.",
            machines=words.count("{number} machine", "{number} machines", receipt.shufflers),
            decks=words.count("{number} deck", "{number} decks", receipt.decks),
            cards=words.count("{number} card", "{number} cards", receipt.cards_dealt),
        )
    elif receipt.decks:
        yield words.say(
            "{decks} shuffled with a proof, on one machine; {cards} dealt in secret.",
            decks=words.count("{number} deck", "{number} decks", receipt.decks),
            cards=words.count("{number} card", "{number} cards", receipt.cards_dealt),
        )
    if receipt.throws:
        yield words.say(
            "{throws} of dice or open cards, each made from a share of every seat: {shares}.",
            throws=words.count("{number} draw", "{number} draws", receipt.throws),
            shares=words.count("{number} share", "{number} shares", receipt.shares),
        )


def _away(verdict: Verdict, words: Words) -> Iterator[str]:
    receipt = verdict.receipt
    if not receipt.away:
        yield words.say("Nobody was away.")
    for seat in receipt.away:
        turns = receipt.stood_in[seat]
        if turns:
            yield words.count(
                "{name} was away: a stand-in decided {number} time.",
                "{name} was away: a stand-in decided {number} times.",
                turns,
                name=_name(verdict, seat),
            )
        else:
            yield words.say("{name} was away, but missed no decision.", name=_name(verdict, seat))


def _opened(verdict: Verdict, words: Words) -> Iterator[str]:
    if verdict.outcome is None:
        return
    opened = tuple(_name(verdict, seat) for seat in sorted(verdict.secrets))
    if len(opened) == len(verdict.receipt.absences):
        yield words.say("After the game all have opened their hands: they were what they said.")
    elif opened:
        yield words.say(
            "After the game {names} opened their hands: they were what they said.",
            names=words.among(opened),
        )


def _name(verdict: Verdict, seat: Seat) -> str:
    assert verdict.signed is not None
    return verdict.signed.name(seat)
