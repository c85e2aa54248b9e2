"""What this peer has signed at the table, so that it never signs for a step a second time."""

from collections.abc import Iterable

from p2pjeux.log.entry import Entry
from p2pjeux.rules.requests import Seat
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.messages import Have


class Memory:
    """Own entries of the open step and beyond it, and what to do when they may be forgotten.

    Whoever has lost its journal may have signed for the step in which it starts, and not know it.
    In that step it signs only what can come out in one way; for the rest it waits until somebody
    sends it its own entry, or the others close the step. What others say they do not have proves
    nothing: a liar could keep an entry back and convict us with it later. Only where nobody can go
    on without us, and so nothing would ever go on, is their word enough, once nothing that we sent
    before can be under way any more.
    """

    def __init__(self, held: Iterable[Seat]) -> None:
        self._held = frozenset(held)
        self._entries: dict[tuple[int, Seat], Entry] = {}
        # The last step for which this peer signed an entry.
        self.last_signed = -1
        self._forgotten: int | None = None
        self._asked_for: set[Seat] = set()

    def keep(self, entry: Entry) -> None:
        self._entries[entry.step, entry.seat] = entry
        self.last_signed = max(self.last_signed, entry.step)

    def recall(self, number: int, seat: Seat) -> Entry | None:
        return self._entries.get((number, seat))

    def close(self, number: int) -> None:
        """Steps before ``number`` are closed."""
        self._entries = {key: entry for key, entry in self._entries.items() if key[0] >= number}

    def forget(self, number: int) -> None:
        """What was signed for step ``number``, if anything, is lost."""
        self._forgotten = number

    def is_lost(self, number: int) -> bool:
        """Whether we may have signed for this step and not know it."""
        return self._forgotten == number

    def may_sign(self, ledger: Ledger, seat: Seat) -> bool:
        """Whether an entry of the open step cannot be a second, different one."""
        bridge = ledger.bridge
        if not self.is_lost(ledger.number):
            return True
        # Without a decision, and with nobody away whose return it could carry, a body is one.
        return not (bridge.over or bridge.needs_decision(seat) or ledger.left_at)

    def hear(self, ledger: Ledger, have: Have, seats: Iterable[Seat]) -> None:
        """A peer that holds ``seats`` says what it has."""
        if not self.is_lost(ledger.number):
            return
        if ledger.can_replace and ledger.roll.can_go(self._held & ledger.roll.present):
            return
        same = (have.step, have.digest) == (ledger.number, ledger.chain.digest)
        if same and not self._held & frozenset(have.entries):
            self._asked_for.update(seats)
        if self._asked_for >= ledger.roll.present - self._held:
            self._forgotten = None
