"""When seats count as absent (protocol/3-log.md, Absence).

The same rule serves the peers who agree on an absence and whoever verifies the log later.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.statement import RECORDED, Statement


@dataclass(frozen=True, slots=True)
class Roll:
    """Who is at the table as a step begins."""

    seats: int
    threshold: int
    absent: frozenset[int] = frozenset()
    # Seats that came back and have not been confirmed: not all others have signed since.
    newcomers: frozenset[int] = frozenset()

    @property
    def present(self) -> frozenset[int]:
        return frozenset(range(self.seats)) - self.absent

    def can_go(self, gone: frozenset[int]) -> bool:
        """Whether the others may go on without ``gone``, all of whom are present as yet.

        They must be enough to act for the absent, and more than half of those present: so two
        parts of a divided table never both go on. Of two equal halves, the one with the lowest
        seat may. With two seats nobody can act for the other. Newcomers are not counted on: a
        small part could have let them in while the rest went on without either.
        """
        remaining = self.present - gone
        if not self.threshold or len(remaining) < self.threshold:
            return False
        excess = 2 * len(remaining - self.newcomers) - len(self.present)
        return excess > 0 or (excess == 0 and min(self.present) in remaining)

    def leave(self, statements: Iterable[Statement]) -> frozenset[int]:
        """The seats that ``statements`` declare absent; raise PeerFault unless they suffice.

        Every seat that is left must state the same absences, and nobody else anything: one
        statement too many would make two forms of one step.
        """
        stated = {one.signer: one for one in statements if one.kind in RECORDED}
        if not stated:
            return frozenset()
        first = min(stated)
        kind, gone = stated[first].kind, frozenset(stated[first].subjects)
        left = self.present - gone
        for signer, statement in sorted(stated.items()):
            same = (statement.kind, frozenset(statement.subjects)) == (kind, gone)
            if signer not in left or not same:
                text = f"what seat {signer} states about absences does not belong here"
                raise _fault(text, signer, statement.encode())
        if not gone <= self.present:
            raise _fault("a seat is declared absent that is absent already", first)
        for signer in sorted(left - stated.keys()):
            raise _fault(f"seat {signer} did not state who is absent", signer)
        if not self.can_go(gone):
            raise _fault("too few are left to go on without the absent seats", None)
        return gone


def _fault(message: str, seat: int | None, evidence: bytes = b"") -> PeerFault:
    return PeerFault(Fault.BAD_STATEMENT, message, seat=seat, evidence=evidence)
