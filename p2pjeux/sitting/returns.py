"""Seats that were declared absent and want to play again (protocol/3-log.md, Return)."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from p2pjeux.log.identity import Identity
from p2pjeux.log.statement import Kind, Statement, sign_statement
from p2pjeux.rules.requests import Seat
from p2pjeux.table.ledger import Ledger


class Returns:
    """Who has said to be back, as one peer has heard it, and what it says itself."""

    def __init__(self, identity: Identity, held: Iterable[Seat]) -> None:
        self._identity = identity
        self._held = tuple(held)
        self._heard: dict[Seat, Statement] = {}

    @property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(self._heard.values())

    def hear(self, ledger: Ledger, statement: Statement) -> None:
        """Somebody is back; raise PeerFault if it is not true."""
        if not ledger.complete and ledger.left_at.get(statement.subject) == statement.place:
            ledger.check_return(statement)
            self._heard[statement.subject] = statement

    def notes(self, ledger: Ledger, guilty: AbstractSet[Seat]) -> tuple[Statement, ...]:
        """What an entry of the open step should pass on."""
        return tuple(
            note
            for subject, note in sorted(self._heard.items())
            if ledger.left_at.get(subject) == note.place and subject not in guilty
        )

    def close(self, back: Iterable[Seat]) -> None:
        """These seats play again."""
        for seat in back:
            self._heard.pop(seat, None)

    def come_back(self, ledger: Ledger, last_signed: int) -> tuple[Statement, ...]:
        """Where a seat held here is absent, say that it is back, unless it says so already.

        It takes effect after the open step at the earliest, so it is not said while that might be
        a step for which we signed elsewhere.
        """
        said: list[Statement] = []
        for seat in self._held:
            place = ledger.left_at.get(seat)
            if place is None or last_signed > ledger.number:
                continue
            note = sign_statement(self._identity, place, seat, Kind.BACK, seat)
            if self._heard.get(seat) != note:
                self._heard[seat] = note
                said.append(note)
        return tuple(said)
