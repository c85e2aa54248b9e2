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
from itertools import chain
from typing import Final

from p2pjeux.log.absence import Roll
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.entry import Place
from p2pjeux.log.identity import Identity
from p2pjeux.log.rift import (
    AGES_APART_MAX,
    Kept,
    Parting,
    Rift,
    age_of,
    check_parting,
    first_step,
    is_next_age,
    sign_parting,
)
from p2pjeux.rules.requests import Seat
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.messages import Retreats

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
        self._retreats: dict[Seat, Parting] = {}
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
            if self._goes_farther(retreat):
                self._take(retreat)

    def hear(self, ledger: Ledger, retreats: Iterable[Parting]) -> None:
        """Some retreat; raise PeerFault if they did not sign it."""
        for retreat in retreats:
            is_news = retreat.is_retreat and self._goes_farther(retreat)
            is_near = is_next_age(retreat.age, ledger.number)
            if is_news and is_near and ledger.open_at(retreat.place) is not None:
                check_parting(self._signed, retreat)
                self._take(retreat)

    def _goes_farther(self, retreat: Parting) -> bool:
        """Whether its signer has not retreated as far as that: one of each is remembered."""
        known = self._retreats.get(retreat.signer)
        return known is None or (known.age, -known.step) < (retreat.age, -retreat.step)

    def _take(self, retreat: Parting) -> None:
        self._retreats[retreat.signer] = retreat
        if retreat.signer in self._held:
            self.promised = max(self.promised, first_step(retreat.age))

    def _living(self, ledger: Ledger) -> list[Parting]:
        """The retreats that count, of seats that have a say, into an age to come; lowest first."""
        counting = (
            one
            for one in self._retreats.values()
            if one.age > age_of(ledger.number)
            and ledger.open_at(one.place) is not None
            and one.signer in _roll_at(ledger, one.place).present
        )
        return sorted(counting, key=lambda one: (one.step, one.signer))

    def heard(self, ledger: Ledger) -> tuple[Parting, ...]:
        """What others should hear: who retreats without having gone on from there."""
        return tuple(
            one
            for one in self._living(ledger)
            if one.signer in self._held
            or self._signed.seats_with(one.signer).isdisjoint(ledger.signers_after(one.step))
        )

    def proof(self, ledger: Ledger, last_signed: int) -> tuple[Parting, ...]:
        """The retreats by which we must go back too: those of a majority that could go on."""
        living = self._living(ledger)
        for place, age in dict.fromkeys((one.place, one.age) for one in living):
            # Whoever names a far age cannot keep the others from agreeing on theirs.
            ages = range(age - AGES_APART_MAX, age + 1)
            near = tuple(one for one in living if one.place == place and one.age in ages)
            roll = _roll_at(ledger, place)
            seats = self._seats_of(one.signer for one in near)
            if age > age_of(last_signed) and roll.can_go(roll.present - seats):
                return near
        return ()

    def are_waited_for(self, ledger: Ledger) -> bool:
        """Whether we wait for some who retreat, and for too many to go on without them all."""
        seats = self._seats_of(one.signer for one in self.heard(ledger)) & ledger.roll.present
        lacking = self._seats_of(ledger.asked) & ledger.roll.present - self._held
        return not seats.isdisjoint(ledger.asked) and not ledger.roll.can_go(seats | lacking)

    def retreat(self, ledger: Ledger, stuck: Stuck) -> Parting | None:
        """Give the open step up, or one that others have given up, if that may be of use.

        It is only if those who are stuck too, or ahead of us and waiting, could go on without all
        others.
        """
        there = self._there(ledger, stuck)
        for place in self._candidates(ledger, stuck):
            roll = _roll_at(ledger, place)
            voices = self._held & roll.present
            if voices and roll.can_go(roll.present - there):
                return self._retreat_from(ledger, place, min(voices), stuck.last_signed)
        return None

    def _candidates(self, ledger: Ledger, stuck: Stuck) -> list[Place]:
        """Where to go back to, best first.

        If a cheat is among the last who are present the others may be too few without him. Then
        they go back to where some were present who have been declared absent since.
        """
        places = [one.place for one in self.heard(ledger)[:1]] or [ledger.place]
        if stuck.guilty & ledger.roll.present:
            absences = [step for step in ledger.chain.steps if step.absent]
            places += [ledger.place_of(step) for step in reversed(absences)]
        return places

    def _retreat_from(
        self, ledger: Ledger, place: Place, voice: Seat, last_signed: int
    ) -> Parting | None:
        age = max(age_of(max(last_signed, ledger.number)) + 1, age_of(self.promised))
        made = sign_parting(self._identity, place, voice, place.previous, age)
        if not self._goes_farther(made):
            return None
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
        there |= self._seats_of(one.signer for one in self._living(ledger))
        return frozenset(there) - stuck.guilty

    def _seats_of(self, seats: Iterable[Seat]) -> frozenset[Seat]:
        """All seats of the peers at ``seats``: they go back together."""
        return frozenset(chain.from_iterable(map(self._signed.seats_with, seats)))


def age_in(retreats: Sequence[Parting]) -> int:
    """The age in which the table goes on by these."""
    return max(retreat.age for retreat in retreats)


def reasons_in(kept: Sequence[Kept]) -> list[Rift | Retreats]:
    """What was kept of why the table went back, in the order of ages."""
    reasons: list[tuple[int, Rift | Retreats]] = []
    retreats = [one for one in kept if isinstance(one, Parting)]
    for place in dict.fromkeys(one.place for one in retreats):
        farthest: dict[Seat, Parting] = {}
        for one in sorted(retreats, key=lambda one: one.age):
            if one.place == place:
                farthest[one.signer] = one
        same = tuple(farthest[seat] for seat in sorted(farthest))
        reasons.append((age_in(same), Retreats(same)))
    reasons += [(one.age, one) for one in kept if isinstance(one, Rift)]
    return [reason for _, reason in sorted(reasons, key=lambda one: one[0])]


def _roll_at(ledger: Ledger, place: Place) -> Roll:
    """Who had a say in a step to which our log comes."""
    number = ledger.open_at(place)
    return ledger.roll if number is None else ledger.roll_in(number)
