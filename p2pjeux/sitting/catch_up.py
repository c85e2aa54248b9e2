"""What a peer that says what it has should be sent (protocol/6-table.md, Catching up)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from p2pjeux.log.rift import Parting, Rift, age_of
from p2pjeux.log.step import Step
from p2pjeux.sitting.quorum import Quorum
from p2pjeux.sitting.returns import Returns
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.messages import STEPS_MAX, Have, Message, Parts, Retreats, Steps
from p2pjeux.talk.talk import Talk

# Closed steps are sent in pieces of about this size; a single one may be larger.
STEPS_SIZE: Final = 1 << 20
# How many steps back two logs are compared that have parted although nobody was left out: whoever
# forks splits a table, but its parts do not get far without each other.
LOOK_BACK: Final = 100
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


@dataclass(frozen=True, slots=True)
class Heard:
    """What was said of the open step, by those who are back, and by those who would go back."""

    quorum: Quorum
    talk: Talk
    returns: Returns
    retreats: tuple[Parting, ...]
    # Why the table went back, each time.
    reasons: tuple[Rift | Retreats, ...]


def answers(ledger: Ledger, have: Have, heard: Heard) -> Iterator[Message]:
    """What a peer lacks and we have."""
    is_here = (have.step, have.digest) == (ledger.number, ledger.chain.digest)
    stated = heard.quorum.statements
    if age_of(have.step) < age_of(ledger.number):
        yield from heard.reasons
    if heard.retreats:
        yield Retreats(heard.retreats)
    if have.step >= ledger.number and not is_here and stated:
        # What keeps us from following may be what we have stated: let it object to that.
        yield Parts((), stated)
    if have.step > ledger.number:
        # Perhaps it is on its own there, and we have gone on without it.
        lacking = _partings(ledger)
    elif is_here:
        lacking = _lacking_parts(ledger, have, heard)
    else:
        lacking = _lacking_steps(ledger, have)
    if lacking is not None:
        yield lacking


def _lacking_parts(ledger: Ledger, have: Have, heard: Heard) -> Message | None:
    """What a peer in the same open step lacks, and what it should hear."""
    same = heard.talk.digest(heard.quorum.digest) == have.said
    statements = heard.returns.statements + (() if same else heard.quorum.statements)
    consents = () if same else heard.talk.consents
    entries = tuple(entry for seat, entry in ledger.entries.items() if seat not in have.entries)
    if not (entries or statements or consents):
        return None
    return Parts(entries, statements, consents)


def _lacking_steps(ledger: Ledger, have: Have) -> Message | None:
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


def _partings(ledger: Ledger) -> Message | None:
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
