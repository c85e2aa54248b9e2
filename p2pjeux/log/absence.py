"""When seats count as absent (protocol/3-log.md, Absence).

The same rule serves the peers who agree on an absence and whoever verifies the log later.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.statement import Kind, Statement


@dataclass(frozen=True, slots=True)
class Roll:
    """Who is at the table as a step begins."""

    seats: int
    threshold: int
    absent: frozenset[int] = frozenset()

    @property
    def present(self) -> frozenset[int]:
        return frozenset(range(self.seats)) - self.absent

    def can_go(self, gone: frozenset[int]) -> bool:
        """Whether the others may go on without ``gone``, all of whom are present as yet.

        They must be enough to act for the absent, and more than half of those present: so two
        parts of a divided table never both go on. Of two equal halves, the one with the lowest
        seat may. With two seats nobody can act for the other.
        """
        remaining = self.present - gone
        if not self.threshold or len(remaining) < self.threshold:
            return False
        excess = 2 * len(remaining) - len(self.present)
        return excess > 0 or (excess == 0 and min(self.present) in remaining)

    def due(self, gone: frozenset[int]) -> frozenset[tuple[int, int]]:
        """Signer and subject of every statement that it takes to declare ``gone`` absent."""
        return frozenset((signer, seat) for signer in self.present - gone for seat in gone)

    def leave(self, statements: Iterable[Statement]) -> frozenset[int]:
        """The seats that ``statements`` declare absent; raise PeerFault unless they suffice.

        They must be exactly those that are due: one too many would make two forms of one step.
        """
        stated = {(one.signer, one.subject): one for one in statements if one.kind is Kind.ABSENT}
        gone = frozenset(subject for _, subject in stated)
        if not gone:
            return gone
        due = self.due(gone)
        for pair, statement in sorted(stated.items()):
            if pair not in due or pair[1] in self.absent:
                text = f"seat {pair[0]} has no say in the absence of seat {pair[1]}"
                raise _fault(text, pair[0], statement.encode())
        for signer, subject in sorted(due - stated.keys()):
            raise _fault(f"seat {signer} did not state the absence of seat {subject}", signer)
        if not self.can_go(gone):
            raise _fault("too few are left to go on without the absent seats", None)
        return gone


def _fault(message: str, seat: int | None, evidence: bytes = b"") -> PeerFault:
    return PeerFault(Fault.BAD_STATEMENT, message, seat=seat, evidence=evidence)
