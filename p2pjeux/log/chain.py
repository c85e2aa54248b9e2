"""The closed steps of a table, each attached to the digest of all before it.

Who is asked in a step, and whether a body is right, is not known here: that is for the bridge.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.entry import Entry, Place, check_entry
from p2pjeux.log.forks import fork_of
from p2pjeux.log.statement import RECORDED, check_statement
from p2pjeux.log.step import Step


class Chain:
    """One table's log in memory. It grows by ``append`` and shrinks only by ``roll_back``."""

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
        """The least number that the next step may have.

        A step that asks nobody who is present leaves no record, so numbers may be passed over.
        """
        return self._steps[-1].number + 1 if self._steps else 0

    def place(self, number: int) -> Place:
        """Where entries and statements of the open step are signed."""
        assert number >= self.next
        return Place(self.signed.table, number, self.digest)

    def since(self, number: int) -> Sequence[Step]:
        """The steps from ``number`` on."""
        return self._steps[self._find(number) :]

    def entry(self, number: int, seat: int) -> Entry | None:
        """The entry of a seat in a closed step, if there is one."""
        step = self.closed(number)
        entries = step.entries if step is not None else ()
        return next((entry for entry in entries if entry.seat == seat), None)

    def closed(self, number: int) -> Step | None:
        """Step ``number``, if it is closed and left a record."""
        step = next(iter(self.since(number)), None)
        return step if step is not None and step.number == number else None

    def digest_before(self, number: int) -> bytes:
        """The digest of all steps below ``number``."""
        return self._digests[self._find(number)]

    def number_after(self, digest: bytes, number: int) -> int | None:
        """The number of the step that stands upon ``digest``: ``number`` if it is the open one."""
        if digest == self.digest:
            return number
        if digest not in self._digests:
            return None
        return self._steps[self._digests.index(digest)].number

    def _find(self, number: int) -> int:
        return bisect_left(self._steps, number, key=lambda step: step.number)

    def append(self, step: Step) -> None:
        """Attach a step; raise PeerFault, and change nothing, unless everything in it holds."""
        self.check_layout(step)
        for entry in step.entries:
            check_entry(self.signed, entry)
        for statement in step.statements:
            check_statement(self.signed, statement)
        self.attach(step)

    def attach(self, step: Step) -> None:
        """Attach a step whose layout, entries and statements the caller has checked."""
        self._digests.append(step.digest(self.digest))
        self._steps.append(step)

    def check_layout(self, step: Step) -> None:
        """Raise PeerFault unless the step follows here and its parts are in their one order."""
        if step.number < self.next:
            raise _fault(f"step {step.number} stands where step {self.next} or a later one is due")
        if not step.entries and not step.statements:
            raise _fault(f"step {step.number} is empty")
        place = self.place(step.number)
        signed = [(entry.place, entry.seat) for entry in step.entries]
        signed += [(statement.place, statement.signer) for statement in step.statements]
        for where, seat in signed:
            if where != place:
                raise _fault(f"what seat {seat} signed does not belong here", seat)
        for before, after in pairwise(step.entries):
            self._check_order(before, after)
        _check_statements(step)

    def _check_order(self, before: Entry, after: Entry) -> None:
        if before.seat < after.seat:
            return
        if before.seat > after.seat:
            raise _fault(f"the entry of seat {after.seat} is out of order", after.seat)
        if before == after:
            raise _fault(f"the entry of seat {after.seat} is given twice", after.seat)
        check_entry(self.signed, before)
        check_entry(self.signed, after)
        text = f"seat {after.seat} signed two different entries for step {after.step}"
        evidence = fork_of(before, after).encode()
        raise PeerFault(Fault.FORK, text, seat=after.seat, evidence=evidence)

    def roll_back(self, number: int) -> tuple[Step, ...]:
        """Take off the steps from ``number`` on and return them: the table supersedes them."""
        at = self._find(number)
        if at == len(self._steps):
            raise Refused(f"there is no step {number} or later to take off")
        taken = tuple(self._steps[at:])
        del self._steps[at:]
        del self._digests[at + 1 :]
        return taken


def _check_statements(step: Step) -> None:
    for statement in step.statements:
        if statement.kind not in RECORDED:
            text = f"“{statement.kind.value}” has no place in a closed step"
            raise PeerFault(Fault.BAD_STATEMENT, text, seat=statement.signer)
    for one, other in pairwise(step.statements):
        if one.rank >= other.rank:
            raise _fault("statements are out of order or given twice", other.signer)
    # Both may be honestly signed, by those who did not have the entry; only not put together.
    if {entry.seat for entry in step.entries} & step.absent:
        raise _fault("a seat is declared absent from a step that has its entry")


def _fault(message: str, seat: int | None = None) -> PeerFault:
    return PeerFault(Fault.BAD_CHAIN, message, seat=seat)
