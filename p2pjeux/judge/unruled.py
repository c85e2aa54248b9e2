"""A log whose rules are not known here: all that it proves by itself.

Whose turn it was and what a body means is for the rules to say; who is present, who signed, and
that a quorum closed each step is not.
"""

from p2pjeux.agree.grounds import StepTerms, check_certificate
from p2pjeux.agree.voters import voters_of
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.chain import Chain
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.entry import Entry, check_entry
from p2pjeux.log.step import Step
from p2pjeux.rules.requests import Seat
from p2pjeux.table.attendance import Attendance


class Unruled:
    """Takes the steps of a log one by one."""

    def __init__(self, signed: SignedCharter) -> None:
        self.chain = Chain(signed)
        self._attendance = Attendance(signed)

    @property
    def present(self) -> frozenset[Seat]:
        """Who has a say in the step that comes next."""
        return self._attendance.present

    def append(self, step: Step) -> None:
        """Raise PeerFault unless the step can be the next one, whatever its game is."""
        chain = self.chain
        chain.check_layout(step)
        for entry in step.entries:
            self._check(entry)
        # Who was asked and gave nothing, only the rules could tell.
        terms = StepTerms(chain.place, voters_of(chain.signed, self.present), step.closing.asked)
        if not (terms.seats <= self.present and terms.is_closing(step.closing)):
            text = "nobody can close this step without these seats"
            raise PeerFault(Fault.BAD_STATEMENT, text)
        if step.certificate is None:
            text = f"nothing shows that step {step.number} was closed"
            raise PeerFault(Fault.BAD_CHAIN, text)
        check_certificate(chain.signed, terms, step.closing, step.certificate)
        chain.attach(step)
        self._attendance.close(step)

    def _check(self, entry: Entry) -> None:
        check_entry(self.chain.signed, entry)
        if entry.seat not in self.present:
            text = f"seat {entry.seat} is not asked now"
            raise PeerFault(Fault.NOT_ASKED, text, seat=entry.seat, evidence=entry.encode())
        self._attendance.unwrap(entry)
