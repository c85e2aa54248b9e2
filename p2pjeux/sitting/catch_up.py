"""What a peer that says what it has should be sent (protocol/6-table.md, Catching up)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from p2pjeux.agree.assembly import Assembly
from p2pjeux.log.entry import Entry
from p2pjeux.log.identity import Domain
from p2pjeux.log.step import Step
from p2pjeux.sitting.evidence import Evidence
from p2pjeux.sitting.returns import Returns
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.messages import (
    ENTRIES_MAX,
    STEPS_MAX,
    Have,
    Message,
    Parts,
    Steps,
)
from p2pjeux.talk.talk import Talk

# Closed steps are sent in pieces of about this size; a single one may be larger.
STEPS_SIZE: Final = 1 << 20
# How many steps back two logs are compared that have parted: only a cheat parts them, and they do
# not get far without each other.
LOOK_BACK: Final = 32
# A peer says what it has at most once a second; more often than this it gets no answer.
ANSWER_EVERY: Final = 0.25
# Of steps below the open one the last is told of: once it is settled, all below it are.
TOLD_PLACES: Final = 2

_SAID: Final = Domain("said")


class Pace:
    """When each peer was last answered: a few bytes of a question may cost a megabyte."""

    def __init__(self) -> None:
        self._answered: dict[bytes, float] = {}

    def allows(self, peer: bytes, now: float) -> bool:
        """Whether it is time to answer a peer again."""
        last = self._answered.get(peer)
        if last is not None and now - last < ANSWER_EVERY:
            return False
        self._answered[peer] = now
        return True


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All that one peer has heard and can pass on."""

    ledger: Ledger
    assembly: Assembly
    talk: Talk
    returns: Returns
    evidence: Evidence

    def have(self) -> Have:
        ledger = self.ledger
        return Have(ledger.number, ledger.chain.digest, tuple(sorted(ledger.entries)), self.said())

    def said(self) -> bytes:
        """Equal for two peers at one place exactly if they have heard the same."""
        places = self.assembly.places[-TOLD_PLACES:]
        return _SAID.digest(
            [list(self.assembly.names(place)) for place in places],
            sorted(entry.digest for entry in self._entries()),
            [back.digest for back in self.returns.backs],
            self.talk.digest,
            sorted(self.evidence.guilty),
        )

    def _entries(self) -> tuple[Entry, ...]:
        """The good entries of the open step, of a liar more than one."""
        return self.assembly.entries(self.ledger.place)

    def answers(self, have: Have, *, is_seated: bool) -> Iterator[Message]:
        """What a peer lacks and we have. A watcher is shown what can never be opened again."""
        ledger = self.ledger
        until = ledger.number
        if not is_seated and not ledger.complete:
            until = min(until, self.assembly.settled)
        if have.step < until:
            steps = self._lacking_steps(have, until)
            if steps:
                yield Steps(steps)
        if is_seated and have.step >= ledger.number - 1 and have.said != self.said():
            parts = self._parts(have)
            if parts != Parts():
                yield parts

    def _lacking_steps(self, have: Have, until: int) -> tuple[bytes, ...]:
        """The closed steps that a peer lacks; if we have parted, also those where that can be."""
        chain = self.ledger.chain
        has_parted = chain.digest_before(have.step) != have.digest
        start = max(0, have.step - LOOK_BACK) if has_parted else have.step
        return _fitting(chain.steps[start:until])

    def _parts(self, have: Have) -> Parts:
        """What was heard of the steps that are not settled, for whoever has heard otherwise."""
        ledger, assembly = self.ledger, self.assembly
        is_here = (have.step, have.digest) == (ledger.number, ledger.chain.digest)
        bundles = (assembly.bundle(place) for place in assembly.places[-TOLD_PLACES:])
        # Where several closings were accepted, somebody may hold another entry of a seat than we.
        known = have.entries if is_here and not assembly.is_divided else ()
        entries = self._entries()
        seats = [entry.seat for entry in entries]
        lacking = [one for one in entries if one.seat not in known or seats.count(one.seat) > 1]
        wrong = self.evidence.wrong_entries.values()
        lacking += [entry for entry in wrong if entry.place == ledger.place]
        return Parts(
            tuple(lacking[:ENTRIES_MAX]) if not ledger.complete else (),
            tuple(bundle for bundle in bundles if bundle.records),
            self.returns.backs,
            self.talk.consents if is_here else (),
            tuple(self.evidence.convictions.values()),
        )


def _fitting(steps: Sequence[Step]) -> tuple[bytes, ...]:
    """As many steps as one message should carry; the peer asks again for the rest."""
    fitting: list[bytes] = []
    room = STEPS_SIZE
    for step in steps[:STEPS_MAX]:
        room -= len(step.data)
        if room < 0 and fitting:
            break
        fitting.append(step.data)
    return tuple(fitting)
