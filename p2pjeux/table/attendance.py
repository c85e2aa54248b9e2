"""Who is at a table. It follows from the log alone, whatever is played (protocol/3-log.md)."""

from collections.abc import Iterable

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.ballot import Back
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.consent import check_agreement
from p2pjeux.log.entry import Entry
from p2pjeux.log.signed import Place
from p2pjeux.log.step import Step
from p2pjeux.rules.requests import Seat
from p2pjeux.table import entry_body


class Attendance:
    """The ledger asks it while a game is played, and so does whoever does not know the rules."""

    def __init__(self, signed: SignedCharter) -> None:
        self._signed = signed
        # Where each absent seat was left out: its return is signed for this very absence.
        self.left_at: dict[Seat, Place] = {}

    @property
    def present(self) -> frozenset[Seat]:
        """Who has a say in the open step."""
        return frozenset(range(self._signed.seats)) - self.left_at.keys()

    def check_return(self, note: Back) -> None:
        """Raise PeerFault unless an absent seat says in ``note`` that it is back."""
        note.check(self._signed)
        if self.left_at.get(note.seat) != note.place:
            raise PeerFault(Fault.BAD_STATEMENT, "nobody comes back by this", seat=note.seat)

    def unwrap(self, entry: Entry) -> bytes:
        """The body of an entry of the open step; raise PeerFault unless its notes are right.

        They are returns of absent seats; where there is no body, the consents of all to go back.
        """
        try:
            body, notes = entry_body.unwrap(entry.body)
            for note in notes:
                self.check_return(note)
            if not body:
                consents = entry_body.unwrap_take_back(entry.body)
                check_agreement(self._signed, entry.place, self.present, consents)
        except PeerFault as fault:
            raise fault.by(entry.seat, entry.encode()) from None
        return body

    def returning(self, entries: Iterable[Entry]) -> frozenset[Seat]:
        """The seats that are back once the open step is closed with these entries."""
        notes = (note for entry in entries for note in entry_body.unwrap(entry.body)[1])
        return frozenset(note.seat for note in notes) & self.left_at.keys()

    def close(self, step: Step) -> None:
        """The open step is closed: whoever is back is asked from the next on."""
        for seat in self.returning(step.entries):
            del self.left_at[seat]
        self.left_at |= dict.fromkeys(step.absent, step.place)
