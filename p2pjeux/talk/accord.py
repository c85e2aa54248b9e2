"""What everybody at a table agrees to while a step is open: taking back, pausing, going on.

A consent that is lost or comes late does no harm: it counts for the open step alone, and only
together with those of all others. Of each seat one consent of a kind counts, so that all who have
heard the same count the same: the one that goes farthest back, or the latest pause.
"""

from collections.abc import Callable
from typing import Final

from p2pjeux.errors import Refused
from p2pjeux.log.consent import PAUSES_MAX, Consent, Kind
from p2pjeux.log.identity import Domain, Identity
from p2pjeux.rules.requests import Seat
from p2pjeux.table.events import Agreeing, Agreement, Event, Paused, WentOn
from p2pjeux.table.ledger import Ledger

_AGREED: Final = Domain("agreed")
_COUNTS: Final[dict[Kind, Callable[[int, int], bool]]] = {
    Kind.TAKE_BACK: lambda number, known: number < known,
    Kind.PAUSE: lambda number, known: number > known,
    Kind.GO_ON: lambda number, known: number > known,
}


class Accord:
    """The consents of the open step, as one peer has heard and given them."""

    def __init__(self, ledger: Ledger, identity: Identity) -> None:
        self._identity = identity
        self._held = ledger.signed.charter.seats_of(identity.public)
        self._given: dict[tuple[Kind, Seat], Consent] = {}
        self._told: dict[Agreement, Agreeing] = {}
        self._told_paused = False
        self.begin(ledger)

    def begin(self, ledger: Ledger) -> list[Event]:
        """A new step is open: what was agreed on in the last one lapses, a pause too."""
        closed = ledger.chain.steps[-1].entries[:1] if ledger.chain.steps else ()
        self._ledger = ledger
        self._given = {}
        self._told = {}
        ended, self._told_paused = self._told_paused, False
        return [WentOn(entry.seat) for entry in closed if ended]

    @property
    def consents(self) -> tuple[Consent, ...]:
        return tuple(self._given.values())

    @property
    def digest(self) -> bytes:
        """Equal for two peers exactly if they have heard the same."""
        return _AGREED.digest([list(rank) for rank in sorted(one.rank for one in self.consents)])

    # What counts.

    def take_back(self) -> tuple[Consent, ...]:
        """The consents of all to go back, in the order of seats; none if somebody's is lacking."""
        present = sorted(self._ledger.present)
        consents = tuple(
            self._given[Kind.TAKE_BACK, seat]
            for seat in present
            if (Kind.TAKE_BACK, seat) in self._given
        )
        # All of the same step: two who want to go back to two different steps have not agreed.
        numbers = {consent.number for consent in consents}
        if len(consents) < len(present) or len(numbers) != 1:
            return ()
        return consents if numbers <= self._ledger.bridge.decisions.keys() else ()

    @property
    def proposed(self) -> int | None:
        """The earliest step that somebody asks to go back to."""
        return min(
            (
                consent.number
                for (kind, _), consent in self._given.items()
                if kind is Kind.TAKE_BACK and consent.number in self._ledger.bridge.decisions
            ),
            default=None,
        )

    @property
    def pause(self) -> int:
        """The number of the pause that is on, or would be the next."""
        ended = [one.number for (kind, _), one in self._given.items() if kind is Kind.GO_ON]
        return max(ended, default=0) + 1

    @property
    def is_paused(self) -> bool:
        agreed = self._agreed(Kind.PAUSE, self.pause)
        return bool(agreed) and len(agreed) == len(self._ledger.present)

    def _agreed(self, kind: Kind, number: int | None) -> tuple[Seat, ...]:
        present = sorted(self._ledger.present)
        given = {seat: self._given.get((kind, seat)) for seat in present}
        return tuple(seat for seat, one in given.items() if one and one.number == number)

    # What is said and heard.

    @property
    def has_voice(self) -> bool:
        """Whether a seat held here is present, while there is anything to agree on."""
        return not self._ledger.complete and bool(self._ledger.present.intersection(self._held))

    def can_be_had(self, consent: Consent) -> bool:
        """Whether what somebody asks for would come about if all agreed, we too."""
        if consent.kind is Kind.TAKE_BACK:
            return self.has_voice and consent.number in self._ledger.bridge.decisions
        return self.has_voice and consent.kind is Kind.PAUSE and consent.number == self.pause

    def agree(self, kind: Kind, number: int) -> tuple[Consent, ...]:
        """Consent for all present seats held here; return what is new."""
        # Every consent that was given is kept and told to all, so there is an end to them.
        if number > PAUSES_MAX and kind is not Kind.TAKE_BACK:
            raise Refused("the table has already paused enough in this step")
        if not self.has_voice:
            raise Refused("only those who play at the table have a say in this")
        place, present = self._ledger.place, self._ledger.present
        voices = [seat for seat in self._held if seat in present]
        made = (Consent.sign(self._identity, place, one, kind, number) for one in voices)
        return tuple(consent for consent in made if self._count(consent))

    def hear(self, consent: Consent) -> bool:
        """Take a consent for the open step; return whether it is news, or raise PeerFault."""
        ledger = self._ledger
        if consent.place != ledger.place or ledger.complete or self._is_known(consent):
            return False
        # After what costs nothing: a consent that is known already, or of another step, needs no
        # signature checked.
        consent.check(ledger.signed)
        return consent.seat in ledger.present and self._count(consent)

    def _is_known(self, consent: Consent) -> bool:
        known = self._given.get((consent.kind, consent.seat))
        return known is not None and not _COUNTS[consent.kind](consent.number, known.number)

    def _count(self, consent: Consent) -> bool:
        if self._is_known(consent):
            return False
        self._given[consent.kind, consent.seat] = consent
        return True

    # What people hear of it.

    def news(self) -> list[Event]:
        """What has changed since this was last asked for."""
        ended = [
            seat
            for (kind, seat), one in self._given.items()
            if kind is Kind.GO_ON and one.number == self.pause - 1
        ]
        events: list[Event] = []
        if self._told_paused and not self.is_paused and ended:
            self._told_paused = False
            events.append(WentOn(ended[0]))
        for to, agreed in (
            (Agreement.TAKE_BACK, self._agreed(Kind.TAKE_BACK, self.proposed)),
            (Agreement.PAUSE, self._agreed(Kind.PAUSE, self.pause)),
        ):
            lacking = tuple(sorted(self._ledger.present - set(agreed)))
            agreeing = Agreeing(to, agreed, lacking)
            if agreed and self._told.get(to) != agreeing:
                self._told[to] = agreeing
                events.append(agreeing)
        if self.is_paused and not self._told_paused:
            self._told_paused = True
            events.append(Paused())
        return events
