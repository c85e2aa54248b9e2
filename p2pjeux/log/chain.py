"""The closed steps of a table, each attached to the digest of all before it.

Who is asked in a step, who has a say in it, and whether a body is right, is not known here.
"""

from collections.abc import Sequence
from itertools import pairwise

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.conviction import find_conviction
from p2pjeux.log.entry import Entry, Place, check_entry
from p2pjeux.log.step import Step


class Chain:
    """One table's log in memory. It grows by ``append`` and shrinks only by ``roll_back``.

    Steps are numbered from 0 without a gap, so a number is a place in the list.
    """

    def __init__(self, signed: SignedCharter) -> None:
        self.signed = signed
        self._steps: list[Step] = []
        # The digest before each step, and after the last one.
        self._digests: list[bytes] = [signed.start]

    @property
    def digest(self) -> bytes:
        """The digest of everything so far."""
        return self._digests[-1]

    @property
    def steps(self) -> Sequence[Step]:
        return self._steps

    @property
    def next(self) -> int:
        """The number of the open step."""
        return len(self._steps)

    @property
    def place(self) -> Place:
        """Where everything of the open step is signed."""
        return Place(self.signed.table, self.next, self.digest)

    def entry(self, number: int, seat: int) -> Entry | None:
        """The entry of a seat in a closed step, if there is one."""
        step = self.closed(number)
        entries = step.entries if step is not None else ()
        return next((entry for entry in entries if entry.seat == seat), None)

    def closed(self, number: int) -> Step | None:
        """Step ``number``, if it is closed."""
        return self._steps[number] if 0 <= number < len(self._steps) else None

    def digest_before(self, number: int) -> bytes | None:
        """The digest of all steps below ``number``; None if some of them are not closed."""
        return self._digests[number] if 0 <= number < len(self._digests) else None

    def append(self, step: Step) -> None:
        """Attach a step; raise PeerFault, and change nothing, unless everything in it holds.

        Its certificate is not looked at: that takes to know who has a say.
        """
        self.check_layout(step)
        for entry in step.entries:
            check_entry(self.signed, entry)
        self.attach(step)

    def attach(self, step: Step) -> None:
        """Attach a step whose layout and entries the caller has checked."""
        assert step.place == self.place
        self._digests.append(step.digest)
        self._steps.append(step)

    def check_layout(self, step: Step) -> None:
        """Raise PeerFault unless the step follows here and its parts are in their one order."""
        if step.number != self.next:
            raise _fault(f"step {step.number} stands where step {self.next} is due")
        if not step.entries and not step.absent:
            raise _fault(f"step {step.number} is empty")
        assert step.place.previous == self.digest
        for before, after in pairwise(step.entries):
            self._check_order(before, after)
        if step.closing.seats & frozenset(step.absent):
            # Both may be honestly signed; only not put together.
            raise _fault("a seat is left out of a step that has its entry")
        if any(seat >= self.signed.seats for seat in step.absent):
            raise _fault("a seat is left out that there is not")

    def _check_order(self, before: Entry, after: Entry) -> None:
        if before.seat < after.seat:
            return
        if before.seat > after.seat:
            raise _fault(f"the entry of seat {after.seat} is out of order", after.seat)
        if before == after:
            raise _fault(f"the entry of seat {after.seat} is given twice", after.seat)
        check_entry(self.signed, before)
        check_entry(self.signed, after)
        conviction = find_conviction(before, after)
        assert conviction is not None
        evidence = conviction.encode()
        raise PeerFault(Fault.FORK, conviction.reason, seat=after.seat, evidence=evidence)

    def roll_back(self, number: int) -> tuple[Step, ...]:
        """Take off the steps from ``number`` on and return them: another closing holds."""
        if number >= len(self._steps):
            raise Refused(f"there is no step {number} or later to take off")
        taken = tuple(self._steps[number:])
        del self._steps[number:]
        del self._digests[number + 1 :]
        return taken


def _fault(message: str, seat: int | None = None) -> PeerFault:
    return PeerFault(Fault.BAD_CHAIN, message, seat=seat)
