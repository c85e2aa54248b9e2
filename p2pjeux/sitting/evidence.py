"""Who has been caught, and by what: a proof is kept and told once for each peer."""

from p2pjeux.errors import PeerFault
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.conviction import Conviction
from p2pjeux.log.entry import Entry, check_entry
from p2pjeux.rules.requests import Seat
from p2pjeux.table.effects import Effect, KeepEvidence, Tell
from p2pjeux.table.events import Cheated


class Evidence:
    """Every method returns the effects of what it is shown."""

    def __init__(self, signed: SignedCharter) -> None:
        self._signed = signed
        self.guilty: set[Seat] = set()
        # What travels to those who have not seen it.
        self.convictions: dict[Seat, Conviction] = {}
        self.wrong_entries: dict[Seat, Entry] = {}

    def convict(self, conviction: Conviction) -> list[Effect]:
        """Two records of one seat that exclude each other, their signatures checked."""
        self.convictions.setdefault(conviction.seat, conviction)
        return self._accuse(conviction.seat, conviction.reason, conviction.encode())

    def show_wrong(self, fault: PeerFault, entry: Entry) -> list[Effect]:
        """A fault in something that its author signed is proof; anything else is the sender's."""
        check_entry(self._signed, entry)
        seat = entry.seat if fault.seat is None else fault.seat
        self.wrong_entries.setdefault(seat, entry)
        return self._accuse(seat, fault.message, entry.data)

    def _accuse(self, seat: Seat, reason: str, evidence: bytes) -> list[Effect]:
        if seat in self.guilty:
            return []
        # All seats of a peer have one key, and one who cheats.
        self.guilty |= self._signed.seats_with(seat)
        return [KeepEvidence(seat, evidence), Tell(Cheated(seat, reason))]
