"""Where the table has parted, as one peer knows it (protocol/3-log.md, Rift; decision 0017).

A fork is no reason to go back by itself: whoever lied could take a whole game back by showing a
second entry hours later. Only if somebody else closed the step otherwise is it taken up again.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final

from p2pjeux.errors import PeerFault
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.entry import Entry, Place
from p2pjeux.log.forks import Fork, check_fork, find_fork
from p2pjeux.log.identity import Identity
from p2pjeux.log.rift import Parting, Rift, age_of, is_next_age, is_rift, sign_parting
from p2pjeux.log.statement import Statement
from p2pjeux.log.step import Step
from p2pjeux.rules.requests import Seat
from p2pjeux.table.ledger import Ledger

# Of how many steps the forks are remembered that were found while they were open.
FORKS_MAX: Final = 16


class Rifts:
    """``last_signed`` is always the last step for which this peer has signed anything."""

    def __init__(self, signed: SignedCharter, identity: Identity) -> None:
        self._signed = signed
        self._identity = identity
        self._held = frozenset(signed.charter.seats_of(identity.public))
        self._forks: dict[Place, Fork] = {}
        # The rift that the table has mended last.
        self.mended: Rift | None = None

    def note(self, fork: Fork) -> None:
        """Somebody has contradicted himself: the step may yet be closed in two ways by it."""
        self._forks[fork.pair[0].place] = fork
        for place in list(self._forks)[:-FORKS_MAX]:
            del self._forks[place]

    def forks_between(
        self, ledger: Ledger, theirs: Step, said: Iterable[Statement]
    ) -> tuple[Fork, ...]:
        """Who has signed for two closings of a step what nobody signs twice, or did so before.

        ``said`` is what else was stated in the step. Nothing in ``theirs`` has been checked:
        whoever sent it may have forged a part.
        """
        ours = ledger.chain.closed(theirs.number)
        if ours is None:
            return ()
        pairs: list[tuple[Entry, Entry] | tuple[Statement, Statement]] = [
            *product(ours.entries, theirs.entries),
            *product((*ours.statements, *said), theirs.statements),
        ]
        found = filter(None, (find_fork(one, other) for one, other in pairs))
        noted = self._forks.get(ledger.place_of(ours))
        return (*filter(self._is_true, found), *((noted,) if noted else ()))

    def _is_true(self, fork: Fork) -> bool:
        try:
            check_fork(self._signed, fork)
        except PeerFault:
            return False
        return True

    def ask(
        self,
        ledger: Ledger,
        number: int,
        forks: Sequence[Fork],
        sender: frozenset[Seat],
        last_signed: int,
    ) -> Rift | None:
        """The question who closed a step otherwise than we did, once ``sender`` says it did."""
        is_there = bool(sender & ledger.roll_in(number).present)
        if not forks or not is_there or sender & ledger.signers_after(number):
            return None
        ours = self._parting(ledger, forks[0].pair[0].place, last_signed)
        return None if ours is None else Rift(forks[0], (ours,))

    def is_to_follow(
        self, ledger: Ledger, number: int, forks: Sequence[Fork], sender: frozenset[Seat]
    ) -> bool:
        """Whether we had no say in a step that was forked: then whoever had one is right."""
        present = ledger.roll_in(number).present
        return bool(forks) and bool(sender & present) and not self._held & present

    def concerns(self, ledger: Ledger, rift: Rift) -> bool:
        """Whether a rift is news, and of a step to which our own log comes."""
        after = ledger.chain.number_after(rift.place.previous, ledger.number)
        return after is not None and rift != self.mended

    def hear(self, ledger: Ledger, rift: Rift, last_signed: int) -> Rift | None:
        """A rift whose signatures hold; return the proof by which we must go back, if we must."""
        if self._must_go_back(ledger, rift, last_signed):
            return rift
        if rift.is_proof and _is_mended(ledger, rift):
            # We have followed the others there already.
            self.mended = rift
            return None
        return self._answer(ledger, rift, last_signed)

    def _answer(self, ledger: Ledger, rift: Rift, last_signed: int) -> Rift | None:
        """The proof that the table has parted, if somebody closed a step otherwise than we did."""
        ours = self._parting(ledger, rift.place, last_signed)
        if ours is None:
            return None
        gone_on = ledger.signers_after(rift.step)
        for theirs in rift.partings:
            seats = self._signed.seats_with(theirs.signer)
            first, second = sorted((ours, theirs), key=lambda one: one.signer)
            proof = Rift(rift.fork, (first, second))
            if gone_on.isdisjoint(seats) and is_rift(self._signed, proof):
                return proof
        return None

    def _parting(self, ledger: Ledger, place: Place, last_signed: int) -> Parting | None:
        """How we closed this step, if we did and had a say in it."""
        chain = ledger.chain
        if chain.closed(place.step) is None or chain.digest_before(place.step) != place.previous:
            return None
        voices = self._held & ledger.roll_in(place.step).present
        if not voices:
            return None
        digest = chain.digest_before(place.step + 1)
        age = 1 + age_of(max(last_signed, ledger.number))
        return sign_parting(self._identity, place, min(voices), digest, age)

    def _must_go_back(self, ledger: Ledger, rift: Rift, last_signed: int) -> bool:
        """Whether a proven rift takes our own log back.

        It does if our log comes to the step in question, those who parted had a say in it and have
        not gone on with us since, and nothing was signed here in the age to come.
        """
        number = ledger.open_at(rift.place)
        return (
            rift.is_proof
            and number is not None
            and {parting.signer for parting in rift.partings} <= ledger.roll_in(number).present
            and rift.age > age_of(last_signed)
            and is_next_age(rift.age, ledger.number)
            and all(self._may_have_parted(ledger, number, one) for one in rift.partings)
        )

    def _may_have_parted(self, ledger: Ledger, number: int, parting: Parting) -> bool:
        """Whether its signer is of our own part, or has not gone on in our log."""
        seats = self._signed.seats_with(parting.signer)
        is_ours = parting.digest == ledger.chain.digest_before(number + 1)
        return is_ours or ledger.signers_after(number).isdisjoint(seats)


def _is_mended(ledger: Ledger, rift: Rift) -> bool:
    """Whether our log goes on in another age where the table had parted."""
    after = ledger.chain.number_after(rift.place.previous, ledger.number)
    return after is not None and age_of(after) == rift.age
