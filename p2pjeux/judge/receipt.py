"""What a good log proves, counted: who shuffled, what stayed sealed, who was away. Pure."""

from dataclasses import asdict, dataclass, field
from typing import Any, Final

from p2pjeux.encoding import Value
from p2pjeux.rules.engine import Happening
from p2pjeux.rules.requests import (
    Deal,
    Draw,
    Lay,
    Open,
    Played,
    Roll,
    Seal,
    Seat,
    Show,
    Shuffle,
    deciders,
)
from p2pjeux.table.ledger import Closed, Ledger


@dataclass(frozen=True, slots=True)
class Receipt:
    """Counts of what was found good. Everything in it follows from the log alone."""

    # Keys that signed for seats: one for each machine at the table.
    machines: int = 0
    decks: int = 0
    # So many machines, at least, shuffled each of the decks.
    shufflers: int = 0
    cards_dealt: int = 0
    cards_shown: int = 0
    # Dice and open draws, and the shares of all machines in them.
    throws: int = 0
    shares: int = 0
    # Choices that were made in secret, and how many of them were opened, all unchanged.
    sealed: int = 0
    opened: int = 0
    # For each seat, how many decisions a stand-in took for it, and how often it was away.
    stood_in: tuple[int, ...] = ()
    absences: tuple[int, ...] = ()

    @property
    def away(self) -> tuple[Seat, ...]:
        """The seats that were away at all."""
        return tuple(seat for seat, times in enumerate(self.absences) if times)

    def as_value(self) -> dict[str, Value]:
        value: dict[str, Value] = asdict(self)
        # As they come back from JSON.
        return value | {"stood_in": list(self.stood_in), "absences": list(self.absences)}


NO_RECEIPT: Final = Receipt()


@dataclass
class Auditor:
    """Counts while a log is judged: ``saw`` is called as that of a Witness."""

    _counts: dict[str, int] = field(default_factory=dict)
    _stood_in: dict[Seat, int] = field(default_factory=dict)
    _absences: dict[Seat, int] = field(default_factory=dict)
    # Who was absent as the last step closed.
    _absent: frozenset[Seat] = frozenset()
    # Seats whose own sealed choice is not open yet.
    _covered: set[Seat] = field(default_factory=set)
    _shufflers: list[int] = field(default_factory=list)
    _owners: tuple[bytes, ...] = ()

    def saw(self, ledger: Ledger, closed: Closed | None) -> None:
        self._owners = tuple(one.public for one in ledger.signed.charter.seats)
        if closed is None:
            return
        for seat in closed.gone:
            self._absences[seat] = self._absences.get(seat, 0) + 1
        # Whoever leaves or comes back in this very step is not counted among those who gave.
        away = self._absent | ledger.bridge.absent
        self._absent = ledger.bridge.absent
        for happening in closed.happenings:
            self._count(happening, away)

    def _count(self, happening: Happening[Any], away: frozenset[Seat]) -> None:
        request, answer = happening.request, happening.answer
        for seat in set(deciders(request)) & away:
            self._stood_in[seat] = self._stood_in.get(seat, 0) + 1
        machines = len({key for seat, key in enumerate(self._owners) if seat not in away})
        match request:
            case Shuffle():
                self._add("decks")
                self._shufflers.append(machines)
            case Roll() | Draw():
                self._add("throws")
                self._add("shares", machines)
            case Deal(hands=hands):
                self._add("cards_dealt", sum(len(slots) for _seat, slots in hands))
            case Show(slots=slots):
                self._add("cards_shown", len(slots))
            case Seal() | Lay():
                own = set(deciders(request)) - away
                self._covered |= own
                self._add("sealed", len(own))
            case Open():
                assert isinstance(answer, Played)
                own = {play.seat for play in answer.plays} & self._covered
                self._covered -= own
                self._add("opened", len(own))
            case _:
                pass

    def _add(self, name: str, number: int = 1) -> None:
        self._counts[name] = self._counts.get(name, 0) + number

    @property
    def receipt(self) -> Receipt:
        seats = range(len(self._owners))
        return Receipt(
            machines=len(set(self._owners)),
            shufflers=min(self._shufflers, default=0),
            stood_in=tuple(self._stood_in.get(seat, 0) for seat in seats),
            absences=tuple(self._absences.get(seat, 0) for seat in seats),
            **self._counts,
        )
