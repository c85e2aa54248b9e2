"""What a peer that says what it has should be sent (protocol/6-table.md, Catching up)."""

from collections.abc import Sequence
from typing import Final

from p2pjeux.log.consent import Consent
from p2pjeux.log.statement import Statement
from p2pjeux.log.step import Step
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.messages import STEPS_MAX, Have, Message, Parts, Steps

# Closed steps are sent in pieces of about this size; a single one may be larger.
STEPS_SIZE: Final = 1 << 20
# How many steps back two logs are compared that have parted although nobody was left out: whoever
# forks splits a table, but its parts do not get far without each other.
LOOK_BACK: Final = 8
# A peer says what it has once a second; more often than this it gets no answer.
ANSWER_EVERY: Final = 0.25


class Pace:
    """When each peer was last answered: a few bytes of a question may cost a megabyte."""

    def __init__(self) -> None:
        self._answered: dict[bytes, float] = {}

    def allows(self, peer: bytes, now: float) -> bool:
        """Whether it is time to answer a peer again; a clock that was set back starts anew."""
        last = self._answered.get(peer)
        if last is not None and 0 <= now - last < ANSWER_EVERY:
            return False
        self._answered[peer] = now
        return True


def lacking_parts(
    ledger: Ledger, have: Have, statements: tuple[Statement, ...], consents: tuple[Consent, ...]
) -> Message | None:
    """What a peer in the same open step lacks, and what it should hear."""
    entries = tuple(entry for seat, entry in ledger.entries.items() if seat not in have.entries)
    if not (entries or statements or consents):
        return None
    return Parts(entries, statements, consents)


def lacking_steps(ledger: Ledger, have: Have) -> Message | None:
    """The closed steps that a peer lacks; if we have parted, those in which that can have been.

    Two honest logs part where one was closed without more peers than the other: the peer knows by
    itself which of our closings supersedes its own, and then asks for the rest.
    """
    start = have.step
    if ledger.chain.digest_before(start) == have.digest:
        steps = ledger.chain.since(start)
    else:
        recent = start - LOOK_BACK
        steps = [step for step in ledger.chain.steps if step.statements or step.number >= recent]
    fitting = _fitting(steps)
    return Steps(fitting) if fitting else None


def partings(ledger: Ledger) -> Message | None:
    """Where a peer that is ahead can have parted from us, should it be on its own there."""
    steps = _fitting([step for step in ledger.chain.steps if step.statements])
    return Steps(steps) if steps else None


def _fitting(steps: Sequence[Step]) -> tuple[bytes, ...]:
    """As many steps as one message should carry; the peer asks again for the rest."""
    fitting: list[bytes] = []
    room = STEPS_SIZE
    for step in steps[:STEPS_MAX]:
        data = step.encode()
        room -= len(data)
        if room < 0 and fitting:
            break
        fitting.append(data)
    return tuple(fitting)
