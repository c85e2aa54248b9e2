"""Seats that were left out and want to play again (protocol/3-log.md, Return)."""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from p2pjeux.agree.promises import Promises
from p2pjeux.errors import Refused
from p2pjeux.log.ballot import Back
from p2pjeux.rules.requests import Seat
from p2pjeux.table.ledger import Ledger


class Returns:
    """Who has said to be back, as one peer has heard it, and what it says itself."""

    def __init__(self, promises: Promises) -> None:
        self._promises = promises
        self._heard: dict[Seat, Back] = {}
        # Seats whose peers have shown us their logs: what we signed and forgot lies behind these.
        self.shown: set[Seat] = set()

    @property
    def backs(self) -> tuple[Back, ...]:
        return tuple(self._heard[seat] for seat in sorted(self._heard))

    def hear(self, ledger: Ledger, back: Back) -> None:
        """Somebody is back; raise PeerFault if it is not true."""
        if ledger.complete or self._heard.get(back.seat) == back:
            return
        if ledger.left_at.get(back.seat) == back.place:
            ledger.check_return(back)
            self._heard[back.seat] = back

    def notes(self, ledger: Ledger, guilty: AbstractSet[Seat]) -> tuple[Back, ...]:
        """What an entry of the open step should pass on."""
        return tuple(
            back
            for back in self.backs
            if ledger.left_at.get(back.seat) == back.place and back.seat not in guilty
        )

    def close(self, back: Iterable[Seat]) -> None:
        """These seats play again."""
        for seat in back:
            self._heard.pop(seat, None)

    def come_back(self, ledger: Ledger) -> Iterator[Back]:
        """Where a seat held here is absent, say that it is back, unless it says so already."""
        for seat in sorted(self._promises.held & ledger.left_at.keys()):
            place = ledger.left_at[seat]
            known = self._heard.get(seat)
            if ledger.complete or (known is not None and known.place == place):
                continue
            try:
                back, _durable = self._promises.back(place, seat, self.shown)
            except Refused:
                # What we signed and forgot may be of a step that we have not been shown yet.
                continue
            self._heard[seat] = back
            yield back
