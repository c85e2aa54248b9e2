"""Who is there: what the peers state about each other while a step is open.

To go on without seats, all others state their absence, and are more than those who are gone. Who
has stated an absence takes no entry of that seat any more in this step, unless somebody who did not
state it brings the entry in: so nobody can close the step with it while others close it without.
"""

from collections.abc import Iterable
from typing import Final

from p2pjeux.log.entry import Entry
from p2pjeux.log.forks import Fork, find_fork
from p2pjeux.log.identity import Domain, Identity
from p2pjeux.log.statement import Kind, Statement, check_statement, sign_statement
from p2pjeux.rules.requests import Seat
from p2pjeux.table.ledger import Ledger

_SAID: Final = Domain("said")


class Quorum:
    """The statements of the open step, as one peer has heard and made them."""

    def __init__(self, ledger: Ledger, identity: Identity) -> None:
        self._identity = identity
        self._held = ledger.signed.charter.seats_of(identity.public)
        # When something was last heard from each peer, by its key.
        self._heard: dict[bytes, float] = {}
        self.now = 0.0
        self.begin(ledger)

    def begin(self, ledger: Ledger) -> None:
        """A new step is open: what was said of the last one is over."""
        self._ledger = ledger
        self._since = self.now
        self._said: dict[tuple[str, int, int], Statement] = {}
        # Entries of seats whose absence we have stated, in case somebody objects.
        self._late: dict[Seat, Entry] = {}
        self._objected: set[Seat] = set()

    @property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(self._said.values())

    @property
    def digest(self) -> bytes:
        """Equal for two peers exactly if they have heard the same."""
        return _SAID.digest([list(rank) for rank in sorted(self._said)])

    def hear_from(self, peer: bytes) -> None:
        self._heard[peer] = self.now

    def recall(self, statement: Statement) -> None:
        """Take up again what we said before a restart."""
        if statement.place == self._ledger.place:
            self._said[statement.rank] = statement

    def waits_long(self) -> bool:
        """Whether the table has waited for this step as long as its patience lasts."""
        return self._is_over(self._since)

    def _is_over(self, since: float) -> bool:
        return self.now - since >= self._ledger.signed.charter.patience

    def _last_heard(self, seat: Seat) -> float:
        return self._heard.get(self._ledger.signed.public(seat), self._since)

    def missing(self) -> list[Seat]:
        """Seats we wait for, and while we do, those of whom nothing has been heard for long.

        The latter may have given their entry, or not be asked for one; but without their word
        nobody else can be declared absent.
        """
        asked = {seat for seat in self._ledger.asked if seat not in self._held}
        if not asked:
            return []
        present = self._ledger.roll.present - frozenset(self._held)
        return sorted(asked | {seat for seat in present if self._is_over(self._last_heard(seat))})

    def holds_off(self, entry: Entry) -> bool:
        """Whether we have stated that we take no entry of this seat; it is then put aside."""
        seat = entry.seat
        if self._stated(Kind.ABSENT, seat) and seat not in self._objected:
            self._late[seat] = entry
            return True
        return False

    def _stated(self, kind: Kind, subject: Seat) -> bool:
        """Whether a seat held here has signed this in the open step."""
        return any((kind.value, subject, signer) in self._said for signer in self._held)

    def _voices(self, subject: Seat) -> list[Seat]:
        """The seats held here that have a say about ``subject``."""
        present = self._ledger.roll.present
        return [seat for seat in self._held if seat in present and seat != subject]

    def state_absent(self, subject: Seat) -> tuple[Statement, ...]:
        """State that we go on without ``subject``; its entry, if it is in, no longer counts."""
        if subject in self._held or subject not in self._ledger.roll.present:
            return ()
        said = self._stated(Kind.ABSENT, subject) or self._stated(Kind.OBJECT, subject)
        if said or subject in self._objected:
            return ()
        dropped = self._ledger.drop(subject)
        if dropped is not None:
            self._late[subject] = dropped
        return self._state(Kind.ABSENT, subject, self._voices(subject))

    def object_for(self, subject: Seat) -> tuple[Statement, ...]:
        """Bring in the entry of a seat that another holds to be absent, if we have it.

        Not for a seat that we have not heard either for a while: an objection stands for the whole
        step, and would keep the others waiting for one who has left.
        """
        if subject not in self._ledger.entries or self._stated(Kind.OBJECT, subject):
            return ()
        if self._stated(Kind.ABSENT, subject):
            return ()
        if self.now - self._last_heard(subject) >= self._ledger.signed.charter.patience / 2:
            return ()
        # One voice is enough: it will never sign the absence.
        return self._state(Kind.OBJECT, subject, self._voices(subject)[:1])

    def _state(self, kind: Kind, subject: Seat, signers: Iterable[Seat]) -> tuple[Statement, ...]:
        place = self._ledger.place
        statements = tuple(
            sign_statement(self._identity, place, signer, kind, subject) for signer in signers
        )
        self._said.update((statement.rank, statement) for statement in statements)
        return statements

    def hear(self, statement: Statement) -> bool:
        """Take a statement about the open step; return whether it is news."""
        if statement.place != self._ledger.place or statement.rank in self._said:
            return False
        check_statement(self._ledger.signed, statement)
        self._said[statement.rank] = statement
        if statement.kind is Kind.OBJECT:
            self._objected.add(statement.subject)
        return True

    def is_objected(self, subject: Seat) -> bool:
        """Whether somebody will never state the absence of ``subject`` in this step."""
        return subject in self._objected

    def released(self, subject: Seat) -> Entry | None:
        """The entry of ``subject`` that was put aside, once somebody has objected."""
        return self._late.pop(subject, None)

    def contradiction(self, statement: Statement) -> Fork | None:
        """Proof that the signer has also stated the opposite."""
        other = Kind.OBJECT if statement.kind is Kind.ABSENT else Kind.ABSENT
        said = self._said.get((other.value, statement.subject, statement.signer))
        return None if said is None else find_fork(said, statement)

    def gone(self) -> frozenset[Seat]:
        """The largest set of missing seats whose absence all others at the table have stated."""
        roll = self._ledger.roll
        gone = roll.present - frozenset(self._held) - frozenset(self._ledger.entries)
        while True:
            lacking = frozenset(
                subject
                for signer, subject in roll.due(gone)
                if (Kind.ABSENT.value, subject, signer) not in self._said
            )
            if not lacking:
                return gone if gone and roll.can_go(gone) else frozenset()
            gone -= lacking

    def proof(self) -> list[Statement]:
        """The statements by which the ledger goes on without those who are gone."""
        due = self._ledger.roll.due(self._ledger.gone)
        return [self._said[Kind.ABSENT.value, subject, signer] for signer, subject in due]
