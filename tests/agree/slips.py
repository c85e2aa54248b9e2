"""Slips planted in the real classes, one at a time: what a hasty hand might have written there.

Each is a function that takes a method's place while something is explored, played or drawn by lot.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from p2pjeux.agree import assembly
from p2pjeux.agree.assembly import Assembly
from p2pjeux.agree.effects import Durable
from p2pjeux.agree.grounds import Grounds
from p2pjeux.agree.promises import Promises
from p2pjeux.agree.step import StepAgreement
from p2pjeux.agree.voters import Voters
from p2pjeux.agree.votes import Votes
from p2pjeux.log.ballot import Accept, Move, closing_of
from p2pjeux.log.identity import Identity
from p2pjeux.log.signed import Place


class Slip(NamedTuple):
    """Where it is planted, what stands there then, and by what it is found.

    ``by`` is a world of the explorer, with the promise that breaks there, or else a transcript that
    then tells another story.
    """

    where: object
    name: str
    instead: object
    by: str
    promise: int = 0


def half_is_enough(self: Voters, peers: Any) -> bool:
    return 2 * self.weight(peers) >= len(self.people)


def move_that_forgets(self: Promises, place: Place, number: int, without: Any) -> Any:
    gone = tuple(sorted(frozenset(without) - self.held))
    made = Move.sign(self._key(), place, self.peer, number, None, gone)
    return made, self._keep(made)


def settled_by_a_quorum(below: StepAgreement, above: StepAgreement | None) -> bool:
    return below.terms.voters.is_quorum(below.accepted())


def certified_by_one(self: Votes) -> Any:
    """Whoever accepts goes on at once."""
    real = Voters.is_quorum
    Voters.is_quorum = lambda self, peers: self.weight(peers) > 0  # type: ignore[method-assign]
    try:
        return list(self._find_certificates())
    finally:
        Voters.is_quorum = real  # type: ignore[method-assign]


def always(*_: object, **__: object) -> bool:
    return True


def never(*_: object, **__: object) -> bool:
    return False


def lesser_digest_first(self: Grounds, claims: Any) -> bytes:
    top = max(accept.round for accept in claims.values())
    return bytes(min(accept.closing for accept in claims.values() if accept.round == top))


def signs_though_forgetful(self: Promises) -> Identity:
    return self._identity


def accepts_in_rounds_it_left(self: StepAgreement) -> bool:
    if self.given.accepts or self._lacking():
        return False
    entries = self.votes.entries
    closing = closing_of((seat, entries[seat][0].digest) for seat in self.terms.seats)
    self.votes.learn(closing)
    place, key = self.terms.place, self._promises._key()
    made = Accept.sign(key, place, self._promises.peer, 0, closing.digest(place), None)
    self._sign(made, self._promises._keep(made, self._entries(closing)))
    return True


def fresh_always(self: Grounds, moves: Any) -> Any:
    return {}


def accept_not_kept(self: Promises, record: Any, rests: Any = ()) -> Any:
    self._note(record)
    kept = () if isinstance(record, Accept) else (*rests, record)
    return Durable(kept)


def takes_nothing_up_again(self: Promises, record: Any) -> None:
    """After a restart it knows nothing of what it signed."""


SLIPS: Final[dict[str, Slip]] = {
    "a quorum of exactly half": Slip(Voters, "is_quorum", half_is_enough, "half_is_no_quorum"),
    "a move forgets its accept": Slip(Promises, "move", move_that_forgets, "liar", 1),
    "settled by a quorum": Slip(
        assembly, "_is_settled", settled_by_a_quorum, "no_light_before_all"
    ),
    "goes on after its own accept": Slip(Votes, "certificates", certified_by_one, "one_gone"),
    "light before the step is settled": Slip(
        Assembly, "is_settled", property(always), "no_light_before_all"
    ),
    "whoever forgot signs": Slip(Promises, "_key", signs_though_forgetful, "forgetful"),
    "accepts in a round it left": Slip(
        StepAgreement, "_accept_all", accepts_in_rounds_it_left, "crash-short", 1
    ),
    "nobody jumps": Slip(StepAgreement, "_jump", never, "jump_to_the_quorum"),
    "the lesser digest before more weight": Slip(
        Grounds, "chosen", lesser_digest_first, "tie_at_round_0"
    ),
    "the timer runs without a quorum": Slip(
        StepAgreement, "_may_move_on", always, "nobody_runs_ahead"
    ),
    "fresh though accepts exist": Slip(Grounds, "claims", fresh_always, "tie_at_round_0"),
    "an accept is sent and not kept": Slip(Promises, "_keep", accept_not_kept, "restart", 1),
    "nothing is known after a restart": Slip(
        Promises, "recall", takes_nothing_up_again, "restart", 1
    ),
}


@contextmanager
def planted(name: str) -> Iterator[None]:
    """While this lasts the slip is in the program."""
    slip = SLIPS[name]
    was = vars(slip.where)[slip.name]
    setattr(slip.where, slip.name, slip.instead)
    try:
        yield
    finally:
        setattr(slip.where, slip.name, was)
