"""Who is there: what the peers state about each other while a step is open.

To go on without a peer, all others state its absence. Whoever has stated it takes no entry of that
peer any more in this step, unless somebody who did not state it brings the entry in: so nobody can
close the step with it while others close it without. And nobody states two absences in one step:
else two peers who cannot hear each other could each go on without the other, with the same help.
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
        # Objections to absences in steps that are closed by now, by step and subject.
        self._objections: dict[tuple[int, Seat], Statement] = {}
        # Absences that we stated, by step and subject: we can never object to them.
        self._absences: set[tuple[int, Seat]] = set()
        self.now = 0.0
        self._said: dict[tuple[str, int, int], Statement] = {}
        self.begin(ledger)

    def begin(self, ledger: Ledger) -> None:
        """A new step is open: what was said of the last one is over."""
        for statement in self._said.values():
            if statement.kind is Kind.OBJECT:
                self._objections[statement.step, statement.subject] = statement
            elif statement.signer in self._held:
                self._absences.add((statement.step, statement.subject))
        self._ledger = ledger
        self._since = self.now
        self._said = {}
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

    def recall(self, statement: Statement) -> None:
        """Take up again what we said before a restart."""
        if statement.kind is Kind.ABSENT:
            self._absences.add((statement.step, statement.subject))
        if statement.place == self._ledger.place:
            self._said[statement.rank] = statement

    def waits_long(self) -> bool:
        """Whether the table has waited for this step as long as its patience lasts."""
        return self.now - self._since >= self._ledger.signed.charter.patience

    def be_patient(self) -> None:
        """Nobody is waited for now; patience begins anew."""
        self._since = self.now

    def missing(self) -> list[Seat]:
        """The seats of others that we wait for."""
        return [seat for seat in self._ledger.asked if seat not in self._held]

    def _seats_with(self, seat: Seat) -> frozenset[Seat]:
        """All seats of the peer that holds ``seat``: they come and go together."""
        signed = self._ledger.signed
        return frozenset(signed.charter.seats_of(signed.public(seat))) & self._ledger.roll.present

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

    def _voices(self, subjects: frozenset[Seat]) -> list[Seat]:
        """The seats held here that have a say about ``subjects``."""
        present = self._ledger.roll.present - subjects
        return [seat for seat in self._held if seat in present]

    def state_absent(self, subject: Seat) -> tuple[Statement, ...]:
        """State that we go on without the peer at ``subject``; its entries no longer count."""
        leaving = self._seats_with(subject)
        if subject in self._held or not leaving or leaving & self._objected:
            return ()
        open_cases = {
            seat
            for kind, seat, signer in self._said
            if signer in self._held and kind == Kind.ABSENT.value and seat not in self._objected
        }
        if open_cases or any(self._stated(Kind.OBJECT, seat) for seat in leaving):
            return ()
        statements: list[Statement] = []
        for seat in sorted(leaving):
            dropped = self._ledger.drop(seat)
            if dropped is not None:
                self._late[seat] = dropped
            statements += self._state(Kind.ABSENT, seat, self._voices(leaving))
        return tuple(statements)

    def object_for(self, subject: Seat) -> tuple[Statement, ...]:
        """Bring in the entry of a seat that another holds to be absent, if we have it."""
        if subject not in self._ledger.entries or self._stated(Kind.OBJECT, subject):
            return ()
        if self._stated(Kind.ABSENT, subject):
            return ()
        # One voice is enough: it will never sign the absence.
        return self._state(Kind.OBJECT, subject, self._voices(self._seats_with(subject))[:1])

    def object_late(self, entry: Entry) -> Statement | None:
        """An objection for a step that we closed with this entry: others still wait there."""
        known = self._objections.get((entry.step, entry.seat))
        if known is not None or (entry.step, entry.seat) in self._absences:
            return known
        held = [seat for seat in self._held if seat not in self._seats_with(entry.seat)]
        if not held:
            return None
        objection = sign_statement(self._identity, entry.place, held[0], Kind.OBJECT, entry.seat)
        self._objections[entry.step, entry.seat] = objection
        return objection

    def rules_out(self, entries: Iterable[Entry]) -> bool:
        """Whether we have stated the absence of one of these seats, and nobody has objected."""
        return any(
            self._stated(Kind.ABSENT, entry.seat) and entry.seat not in self._objected
            for entry in entries
        )

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
        """The seats of the peer, if any, whose absence all others at the table have stated."""
        roll = self._ledger.roll
        for seat in roll.present - frozenset(self._held) - frozenset(self._ledger.entries):
            leaving = self._seats_with(seat)
            due = ((Kind.ABSENT.value, subject, signer) for signer, subject in roll.due(leaving))
            if roll.can_go(leaving) and all(rank in self._said for rank in due):
                return leaving
        return frozenset()

    def proof(self) -> list[Statement]:
        """The statements by which the ledger goes on without those who are gone."""
        due = self._ledger.roll.due(self._ledger.gone)
        return [self._said[Kind.ABSENT.value, subject, signer] for signer, subject in due]
