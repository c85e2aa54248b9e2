"""When a step leads nowhere: enough of those present take it up again in the next age.

What a peer has stated in a step binds it, and sets that cross cannot be stated. So a step can come
to stand still although a majority is there that could go on: some left for good after the others
had given up somebody who is back by now, or a closed step was lost with the disks that had it. In
the next age nobody has stated anything yet (protocol/3-log.md, Retreat; decision 0017).

Whoever retreats signs nothing more in earlier ages, so no majority can go on from there behind the
back of one that retreats.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.entry import Place
from p2pjeux.log.identity import Identity
from p2pjeux.log.rift import (
    AGES_APART_MAX,
    Parting,
    age_of,
    are_near,
    check_parting,
    first_step,
    sign_parting,
)
from p2pjeux.rules.requests import Seat
from p2pjeux.table.ledger import Ledger

# Of how many steps the retreats of others are remembered.
PLACES_MAX: Final = 16
# Whoever has said nothing for this long may be gone: all say what they have every second.
SILENT_AFTER: Final = 5.0


@dataclass(frozen=True, slots=True)
class Stuck:
    """How it stands with a peer that gets no further."""

    last_signed: int
    now: float
    # The seats that have given others up in the open step; None if it does not matter who has.
    spoke: frozenset[Seat] | None
    # Proven cheats.
    guilty: frozenset[Seat]


class Retreating:
    """The retreats that one peer has heard of and made."""

    def __init__(self, signed: SignedCharter, identity: Identity) -> None:
        self._signed = signed
        self._identity = identity
        self._held = frozenset(signed.charter.seats_of(identity.public))
        self._retreats: dict[Place, dict[Seat, Parting]] = {}
        # When each peer last said what it has, and in which step it was.
        self._heard: dict[bytes, tuple[float, int]] = {}
        # Nothing is signed for steps below this number any more.
        self.promised = 0

    def hear_from(self, peer: bytes, now: float, number: int) -> None:
        """A peer is there, and step ``number`` is open where it is."""
        self._heard[peer] = now, number

    def recall(self, retreats: Iterable[Parting]) -> None:
        """Take up again what was kept."""
        for retreat in retreats:
            self._take(retreat)

    def _take(self, retreat: Parting) -> None:
        if retreat.signer in self._held:
            self.promised = max(self.promised, first_step(retreat.age))
        known = self._retreats.setdefault(retreat.place, {})
        if retreat.signer not in known or known[retreat.signer].age < retreat.age:
            known[retreat.signer] = retreat
        for place in list(self._retreats)[:-PLACES_MAX]:
            del self._retreats[place]

    def hear(self, ledger: Ledger, retreats: Iterable[Parting]) -> None:
        """Some retreat; raise PeerFault if they did not sign it."""
        for retreat in retreats:
            known = self._retreats.get(retreat.place, {}).get(retreat.signer)
            if retreat.is_retreat and retreat != known and self._is_near(ledger, retreat):
                check_parting(self._signed, retreat)
                self._take(retreat)

    def _is_near(self, ledger: Ledger, retreat: Parting) -> bool:
        """Whether it is of a step to which our log comes, and of an age that may be next."""
        ages = retreat.age - age_of(ledger.number)
        return 0 < ages <= 2 * AGES_APART_MAX and _is_in(ledger, retreat.place)

    def heard(self, ledger: Ledger) -> tuple[Parting, ...]:
        """What others should hear: the retreats from the first step from which anybody does."""
        places = self._places(ledger)
        return tuple(self._living(ledger, places[0]).values()) if places else ()

    def _places(self, ledger: Ledger) -> list[Place]:
        """The steps of our own log from which somebody retreats, in their order."""
        places = (place for place in self._retreats if self._living(ledger, place))
        return sorted(places, key=lambda place: place.step)

    def _living(self, ledger: Ledger, place: Place) -> dict[Seat, Parting]:
        """The retreats that count: of seats that have a say, into an age to come."""
        if not _is_in(ledger, place):
            return {}
        present, age = ledger.roll_in(place.step).present, age_of(ledger.number)
        return {
            seat: one
            for seat, one in self._retreats[place].items()
            if seat in present and one.age > age
        }

    def proof(self, ledger: Ledger, last_signed: int) -> tuple[Parting, ...]:
        """The retreats by which we must go back too: those of a majority that could go on."""
        for place in self._places(ledger):
            roll = ledger.roll_in(place.step)
            retreats = [one for _, one in sorted(self._living(ledger, place).items())]
            seats = self._seats_of(one.signer for one in retreats)
            if (
                are_near(retreats)
                and roll.can_go(roll.present - seats)
                and age_in(retreats) > age_of(last_signed)
            ):
                return tuple(retreats)
        return ()

    def reason(self, ledger: Ledger) -> tuple[Parting, ...]:
        """The retreats after which our log goes on in another age, if it does so by any."""
        for place, retreats in self._retreats.items():
            after = next((step.number for step in ledger.chain.since(place.step)), ledger.number)
            known = [one for _, one in sorted(retreats.items())]
            if _is_in(ledger, place) and age_of(after) == age_in(known):
                return tuple(known)
        return ()

    def are_waited_for(self, ledger: Ledger) -> bool:
        """Whether we shall get no further without those who retreat: then we should join them."""
        places = self._places(ledger)
        if not places:
            return False
        seats = self._seats_of(self._living(ledger, places[0]))
        return places[0].step < ledger.number or not seats.isdisjoint(ledger.asked)

    def retreat(self, ledger: Ledger, stuck: Stuck) -> Parting | None:
        """Give the open step up, or one that others have given up, if that may be of use.

        It is only if those who are stuck too, or ahead of us and waiting, could go on without all
        others.
        """
        there = self._there(ledger, stuck)
        for place in self._candidates(ledger, stuck):
            roll = ledger.roll_in(place.step)
            voices = self._held & roll.present
            if voices and roll.can_go(roll.present - there):
                return self._retreat_from(ledger, place, min(voices), stuck.last_signed)
        return None

    def _candidates(self, ledger: Ledger, stuck: Stuck) -> list[Place]:
        """Where to go back to, best first.

        If a cheat is among the last who are present the others may be too few without him. Then
        they go back to where some were present who have been declared absent since.
        """
        places = self._places(ledger)[:1] or [ledger.place]
        if stuck.guilty & ledger.roll.present:
            absences = [step for step in ledger.chain.steps if step.absent]
            places += [ledger.place_of(step) for step in reversed(absences)]
        return places

    def _retreat_from(
        self, ledger: Ledger, place: Place, voice: Seat, last_signed: int
    ) -> Parting | None:
        age = max(age_of(max(last_signed, ledger.number)) + 1, age_of(self.promised))
        own = self._retreats.get(place, {}).get(voice)
        if own is not None and own.age >= age:
            return None
        made = sign_parting(self._identity, place, voice, place.previous, age)
        self._take(made)
        return made

    def _there(self, ledger: Ledger, stuck: Stuck) -> frozenset[Seat]:
        charter, number = self._signed.charter, ledger.number
        there = set(self._held)
        for peer, (at, step) in self._heard.items():
            seats = frozenset(charter.seats_of(peer))
            is_with_us = stuck.spoke is None or step > number or not seats.isdisjoint(stuck.spoke)
            if stuck.now - at < SILENT_AFTER and is_with_us:
                there |= seats
        retreating = (self._living(ledger, place) for place in self._places(ledger))
        there |= self._seats_of(seat for some in retreating for seat in some)
        return frozenset(there) - stuck.guilty

    def _seats_of(self, seats: Iterable[Seat]) -> frozenset[Seat]:
        """All seats of the peers at ``seats``: they go back together."""
        signed = self._signed
        return frozenset(
            one for seat in seats for one in signed.charter.seats_of(signed.public(seat))
        )


def age_in(retreats: Sequence[Parting]) -> int:
    """The age in which the table goes on by these."""
    return max(retreat.age for retreat in retreats)


def _is_in(ledger: Ledger, place: Place) -> bool:
    """Whether our log comes to this place."""
    is_reached = place.step <= ledger.number
    return is_reached and ledger.chain.digest_before(place.step) == place.previous
