"""Who has been caught, and by what: a proof is kept and told once for each seat."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from p2pjeux.errors import PeerFault
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.entry import Entry, Place, check_entry
from p2pjeux.log.forks import Fork, check_fork, find_fork
from p2pjeux.log.statement import Statement
from p2pjeux.rules.requests import Seat
from p2pjeux.table.effects import Effect, KeepEvidence, Send, Tell
from p2pjeux.table.events import Cheated
from p2pjeux.table.messages import Parts, encode_message

# So many statements about other steps are compared with each other in one message.
LATE_MAX: Final = 64


class Court:
    """Every method returns the effects of what it finds."""

    def __init__(self, signed: SignedCharter) -> None:
        self._signed = signed
        self.guilty: set[Seat] = set()

    def compare(self, entry: Entry, ours: Entry | None) -> list[Effect]:
        """Two different entries of one seat for one step are a fork, and prove it."""
        fork = None if ours is None else find_fork(ours, entry)
        if fork is None:
            return []
        check_entry(self._signed, entry)
        found = self.judge(fork)
        return [*found, *_show(entry)] if found else []

    def find_late(self, statements: Iterable[Statement], place: Place | None) -> Iterator[Fork]:
        """Who contradicts himself in one breath about another step than the open one.

        What is said of the open step is remembered, and compared with all that is said of it.
        """
        late = [one for one in statements if one.place != place][:LATE_MAX]
        for one, other in combinations(late, 2):
            fork = find_fork(one, other)
            if fork is not None:
                check_fork(self._signed, fork)
                yield fork

    def judge(self, fork: Fork) -> list[Effect]:
        """A fork whose signatures hold."""
        return self._accuse(fork.seat, fork.reason, fork.encode())

    def convict(self, fault: PeerFault, entry: Entry) -> list[Effect]:
        """A fault in something that its author signed is proof; anything else is the sender's."""
        check_entry(self._signed, entry)
        seat = entry.seat if fault.seat is None else fault.seat
        found = self._accuse(seat, fault.message, entry.encode())
        return [*found, *_show(entry)] if found else []

    def _accuse(self, seat: Seat, reason: str, evidence: bytes) -> list[Effect]:
        if seat in self.guilty:
            return []
        # All seats of a peer have one key, and one who cheats.
        self.guilty |= self._signed.seats_with(seat)
        return [KeepEvidence(seat, evidence), Tell(Cheated(seat, reason))]


def _show(entry: Entry) -> list[Effect]:
    """Everybody shall see what convicts: whoever got another entry can prove a fork by it."""
    return [Send(None, encode_message(Parts((entry,))))]
