"""The only holder of the key, and the only one that signs at a table.

Whatever is signed comes out together with its ``Durable``, so that nobody can send it before it is
kept; and what would convict us is refused here, whoever asks for it and why ever.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from p2pjeux.agree.effects import Durable
from p2pjeux.errors import Refused
from p2pjeux.log.ballot import Accept, Back, Ballot, Closing, Move, Proposal
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.entry import Entry
from p2pjeux.log.identity import Identity
from p2pjeux.log.signed import Place, Signed


@dataclass
class Given:
    """What was promised at one place by signing there."""

    entries: dict[int, Entry] = field(default_factory=dict)
    accepts: dict[int, Accept] = field(default_factory=dict)
    moves: dict[int, Move] = field(default_factory=dict)
    proposals: dict[int, Proposal] = field(default_factory=dict)
    # Light was given upon this step: nothing more is signed in it.
    is_lit: bool = False

    @property
    def round(self) -> int:
        """The highest round that was moved to or accepted in; lower ones are left for good."""
        return max((*self.moves, *self.accepts), default=0)

    @property
    def accept(self) -> Accept | None:
        """The accept of the highest round."""
        return self.accepts[max(self.accepts)] if self.accepts else None

    @property
    def ballots(self) -> tuple[Ballot, ...]:
        return (*self.moves.values(), *self.proposals.values(), *self.accepts.values())


class Promises:
    """What this peer has signed at the table, and so what it will never sign.

    ``forgetful`` if some of it may be lost: then nothing is signed but ``back``, until a step in
    which all present peers know that we were away begins with us.
    """

    def __init__(
        self, signed: SignedCharter, identity: Identity, *, forgetful: bool = False
    ) -> None:
        self._signed = signed
        self._identity = identity
        self.held = frozenset(signed.charter.seats_of(identity.public))
        self.is_forgetful = forgetful
        # Grows with everything that was promised, here or before: then more, or less, may follow.
        self.version = 0
        self._has_come_back = False
        # Who is present in the open step.
        self._present = frozenset[int]()
        self._given: dict[Place, Given] = {}
        # The last thing signed for each seat upon each place: to sign is to hold a certificate.
        self._upon: list[bytes] = []
        # Closings from which we may not go on for now.
        self._barred: set[bytes] = set()

    @property
    def peer(self) -> int:
        """By this seat we sign as a peer."""
        return min(self.held)

    def given(self, place: Place) -> Given:
        """What was signed at a place."""
        # Asked for all the time: an empty one is not made each time to be thrown away.
        known = self._given.get(place)
        if known is None:
            known = self._given[place] = Given()
        return known

    def went_on_from(self, *digests: bytes) -> bytes | None:
        """Of these closings of one step, the one that we have last signed anything upon."""
        return next((one for one in reversed(self._upon) if one in digests), None)

    def recall(self, record: Signed) -> None:
        """Something that was signed before a restart: known before anything is signed anew."""
        assert record.seat in self.held
        self._note(record)

    def light(self, place: Place) -> None:
        """Light was given upon the step at this place: whoever gave it signs no more in it.

        Else it could help another closing of that step to a certificate, having shown what
        nobody may know there.
        """
        self.given(place).is_lit = True
        self.version += 1

    @property
    def lit(self) -> tuple[Place, ...]:
        """The steps upon which light was given, of those that may still matter."""
        return tuple(place for place, given in self._given.items() if given.is_lit)

    def bar(self, digest: bytes, *, is_barred: bool) -> None:
        """Whether anything may be signed upon this closing (``branches.may_follow``)."""
        if is_barred != (digest in self._barred):
            (self._barred.add if is_barred else self._barred.discard)(digest)
            self.version += 1

    def is_barred(self, place: Place) -> bool:
        """Whether nothing may be signed here until the step before is sorted out."""
        return place.previous in self._barred

    def forget_below(self, step: int) -> None:
        """Steps before this one can never be open again here."""
        self._given = {place: one for place, one in self._given.items() if place.step >= step}

    def begin(self, place: Place, present: frozenset[int]) -> None:
        """A step begins. Whoever was away on record and is asked again knows all that counts."""
        self._present = present
        self.version += 1
        if self.is_forgetful and self._has_come_back and self.held & present:
            # All that we may have signed and forgotten is of steps before we were left out.
            self.is_forgetful = False

    # What is signed.

    def entry(self, place: Place, seat: int, body: bytes) -> tuple[Entry, Durable]:
        """A seat's entry: one for a step and a digest before it, ever."""
        known = self.given(place).entries.get(seat)
        if known is not None and known.body != body:
            raise Refused("this seat has decided already, and otherwise")
        if known is None:
            self._open(place)
            known = Entry.sign(self._key(), place, self._own(seat), body)
        return known, self._keep(known)

    def accept(
        self,
        place: Place,
        closing: Closing,
        proposal: Proposal | None = None,
        rests: Iterable[Signed] = (),
    ) -> tuple[Accept, Durable]:
        """That we hold all that a closing names; ``rests`` is what is to be kept with it."""
        given, number = self._open(place), 0 if proposal is None else proposal.round
        if number < given.round or number in given.accepts:
            raise Refused(f"round {number} was left, or something was accepted in it")
        named = None if proposal is None else proposal.digest
        assert proposal is None or proposal.closing == closing
        made = Accept.sign(self._key(), place, self.peer, number, closing.digest(place), named)
        return made, self._keep(made, rests)

    def move(self, place: Place, number: int, without: Iterable[int]) -> tuple[Move, Durable]:
        """That we accept in no lower round any more. What we accepted last is always reported."""
        given = self._open(place)
        if number <= given.round:
            raise Refused(f"round {number} was reached already")
        last = given.accept
        told = None if last is None else (last.round, last.digest)
        gone = tuple(sorted(frozenset(without) - self.held))
        made = Move.sign(self._key(), place, self.peer, number, told, gone)
        return made, self._keep(made, () if last is None else (last,))

    def propose(
        self, place: Place, number: int, closing: Closing, moves: Iterable[Move]
    ) -> tuple[Proposal, Durable]:
        """What follows from these moves, as the scribe of the round."""
        given = self._open(place)
        if number in given.proposals or number < given.round:
            raise Refused(f"something was proposed in round {number}, or it was left")
        ordered = sorted(moves, key=lambda move: move.seat)
        named = tuple(move.digest for move in ordered)
        made = Proposal.sign(self._key(), place, self.peer, number, closing, named)
        return made, self._keep(made, ordered)

    def back(
        self, place: Place, seat: int, shown: AbstractSet[int] = frozenset()
    ) -> tuple[Back, Durable]:
        """That a seat is here again, for the certified step that left it out.

        The one thing that a forgetful peer signs, and only when every present peer has ``shown``
        its log (one seat of each is enough): what it signed before the loss is of no later step
        than these logs hold, and in those to come it will sign for the first time.
        """
        if self.is_forgetful:
            unseen = {seat for seat in self._present if not self._signed.seats_with(seat) & shown}
            if unseen:
                raise Refused("not everybody at the table has shown its log yet")
        made = Back.sign(self._identity, place, self._own(seat))
        self._has_come_back = True
        return made, Durable((made,))

    def sign_beside(self, record: type[Signed], place: Place, seat: int, *said: object) -> Signed:
        """What binds nobody and can convict nobody: a consent, a line of chat."""
        assert record not in (Entry, Accept, Move, Proposal)
        return record.sign(self._identity, place, self._own(seat), *said)

    # Behind it.

    def _key(self) -> Identity:
        if self.is_forgetful:
            raise Refused(
                "this machine may have forgotten what it signed: "
                "it plays again once the table has taken it back"
            )
        return self._identity

    def _own(self, seat: int) -> int:
        if seat not in self.held:
            raise Refused(f"seat {seat} is not held here")
        return seat

    def _open(self, place: Place) -> Given:
        given = self.given(place)
        if given.is_lit:
            raise Refused("what depends on this step has been shown already")
        if self.is_barred(place):
            raise Refused("somebody has lied, and the table is sorting out which step counts")
        return given

    def _keep(self, record: Signed, rests: Iterable[Signed] = ()) -> Durable:
        self._note(record)
        return Durable((*rests, record))

    def _note(self, record: Signed) -> None:
        given = self.given(record.place)
        self.version += 1
        match record:
            case Entry():
                given.entries[record.seat] = record
            case Accept():
                given.accepts[record.round] = record
            case Move():
                given.moves[record.round] = record
            case Proposal():
                given.proposals[record.round] = record
            case Back():
                self._has_come_back = True
                return
            case _:
                return
        if self._upon[-1:] != [record.place.previous]:
            self._upon.append(record.place.previous)
