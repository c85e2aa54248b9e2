"""Who is there: what the peers state about each other while a step is open.

A step closes without a set of peers when all others have stated exactly this set. Docs: decision
0015 says why no two closings of a step can last side by side. What each peer keeps to:

- whoever holds a sign of life of a peer that another gives up says so once, and never gives that
  peer up in this step: a set is *tenable* if everybody who speaks up for a member is a member;
- of any two sets that a peer states in a step one contains the other;
- whoever has stated a set that is tenable closes the step with nothing less, and whoever has
  closed it states no more.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, TypeAlias

from p2pjeux.log.entry import Entry, Place
from p2pjeux.log.forks import Fork, find_fork
from p2pjeux.log.identity import Domain, Identity
from p2pjeux.log.statement import Kind, Statement, check_statement, sign_statement
from p2pjeux.log.step import Step
from p2pjeux.rules.requests import Seat
from p2pjeux.table.ledger import Ledger

Seats: TypeAlias = frozenset[Seat]

# A clock that leaps further than this between two looks was set, or the machine was asleep. Either
# way nobody has waited so long: what others sent meanwhile may still be on its way.
LEAP_MAX: Final = 5.0

_SAID: Final = Domain("said")


class Quorum:
    """The statements of the open step, as one peer has heard and made them."""

    def __init__(self, ledger: Ledger, identity: Identity, now: float = 0.0) -> None:
        self._identity = identity
        self._held = frozenset(ledger.signed.charter.seats_of(identity.public))
        # What was stated in steps that are closed by now: we must not object to our own words.
        self._past: dict[Place, dict[tuple[str, tuple[Seat, ...], Seat], Statement]] = {}
        # Nothing is stated in steps before this one: we have signed beyond them already.
        self.speaks_from = 0
        self._clock = now
        self._said: dict[tuple[str, tuple[Seat, ...], Seat], Statement] = {}
        self.waited = 0.0
        self.begin(ledger)

    def begin(self, ledger: Ledger) -> None:
        """A new step is open: what was said of the last one is over."""
        if self._said:
            self._past[next(iter(self._said.values())).place] = self._said
        self._ledger = ledger
        self._said = self._past.pop(ledger.place, {}) if not ledger.complete else {}
        # Since when the step is open, and since when nobody has brought it forward by a word.
        self._open_since = self._said_since = self.waited
        # Entries of seats that we have given up, in case somebody speaks up for them.
        self._late: dict[Seat, Entry] = {}

    def look_at(self, clock: float) -> None:
        """Time goes on, however clocks are set."""
        self.waited += min(max(clock - self._clock, 0.0), LEAP_MAX)
        self._clock = clock

    @property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(self._said.values())

    @property
    def digest(self) -> bytes:
        """Equal for two peers exactly if they have heard the same."""
        ranks = sorted(self._said)
        return _SAID.digest([[kind, list(subjects), signer] for kind, subjects, signer in ranks])

    def recall(self, statement: Statement) -> None:
        """Take up again what we said before a restart."""
        if statement.kind is not Kind.BACK:
            here = statement.place == self._ledger.place
            said = self._said if here else self._past.setdefault(statement.place, {})
            said[statement.rank] = statement

    # Sets of peers.

    def _seats_with(self, seat: Seat) -> Seats:
        """All seats of the peer that holds ``seat``: they come and go together."""
        signed = self._ledger.signed
        return frozenset(signed.charter.seats_of(signed.public(seat))) & self._ledger.roll.present

    def _peers_of(self, seats: Iterable[Seat]) -> Seats:
        return frozenset(chain.from_iterable(self._seats_with(seat) for seat in seats))

    def _of_kind(self, kind: Kind) -> Iterator[Statement]:
        return (one for one in self._said.values() if one.kind is kind)

    def _own_sets(self) -> set[Seats]:
        """The sets that a seat held here has stated."""
        stated = (one for one in self._of_kind(Kind.ABSENT) if one.signer in self._held)
        return {frozenset(one.subjects) for one in stated}

    def _tenable(self, seats: Seats) -> Seats:
        """The greatest part of ``seats`` for no member of which somebody outside speaks up."""
        while True:
            saved = [
                one.subject
                for one in self._of_kind(Kind.OBJECT)
                if one.subject in seats and one.signer not in seats
            ]
            if not saved:
                return seats
            seats -= self._peers_of(saved)

    @property
    def leaving(self) -> Seats:
        """Whom we have given up and nobody who stays has spoken up for.

        Tenable sets that one peer has stated lie one within the other; this is the largest.
        """
        tenable = (stated for stated in self._own_sets() if self._tenable(stated) == stated)
        return max(tenable, key=len, default=frozenset())

    # Waiting.

    def waits_long(self) -> bool:
        """Whether the table has waited for this step as long as its patience lasts."""
        return self.waited - self._open_since >= self._ledger.signed.charter.patience

    def be_patient(self) -> None:
        """Nobody is waited for now; patience begins anew."""
        self._open_since = self._said_since = self.waited

    def overdue(self) -> tuple[Seats, Seats]:
        """The seats of others that the table has waited for in vain.

        First those whose entries are lacking. Then, when it has been no use for as long again to
        give those up, whoever has not joined in, or has spoken up for them and brings nothing.
        """
        lacking = self._lacking() if self.waits_long() else frozenset()
        since = self.waited - self._said_since
        if not self._own_sets() or since < self._ledger.signed.charter.patience:
            return lacking, frozenset()
        leaving = self.leaving
        joined = (
            one.signer for one in self._of_kind(Kind.ABSENT) if leaving <= frozenset(one.subjects)
        )
        silent = self._ledger.roll.present - leaving - frozenset(joined) - self._held
        if not leaving:
            silent = self._advocates(lacking)
        return lacking, silent

    def _lacking(self) -> Seats:
        return self._peers_of(seat for seat in self._ledger.asked if seat not in self._held)

    def _advocates(self, seats: Seats) -> Seats:
        found = (one.signer for one in self._of_kind(Kind.OBJECT) if one.subject in seats)
        return frozenset(found) - self._held

    # What we state.

    def give_up(self, seats: Iterable[Seat]) -> tuple[Statement, ...]:
        """State that we go on without the peers at ``seats`` too, if that can be stated."""
        more = self._peers_of(seats) - self._held
        if not more or more <= self.leaving:
            return ()
        return self._state_absent(frozenset(chain(more, *self._own_sets())))

    def restate(self) -> tuple[Statement, ...]:
        """After somebody spoke up: state what remains of whom we have given up."""
        return self._state_absent(frozenset(chain(*self._own_sets())))

    def _state_absent(self, seats: Seats) -> tuple[Statement, ...]:
        tenable = self._tenable(seats)
        if not tenable or not self._can_state(tenable):
            return ()
        statements = self._state(Kind.ABSENT, tenable, self._voices(tenable))
        self._put_aside()
        return statements

    def _can_state(self, seats: Seats) -> bool:
        ledger, own = self._ledger, self._own_sets()
        return (
            self.speaks_from <= ledger.number
            and ledger.can_replace
            and ledger.roll.can_go(seats)
            and seats not in own
            and all(seats < stated or stated < seats for stated in own)
        )

    def _put_aside(self) -> None:
        for seat in sorted(self.leaving):
            dropped = self._ledger.drop(seat)
            if dropped is not None:
                self._late[seat] = dropped

    def _voices(self, subjects: Seats) -> list[Seat]:
        """The seats held here that have a say about ``subjects``."""
        return sorted(self._held & self._ledger.roll.present - subjects)

    def _state(self, kind: Kind, subjects: Seats, signers: Iterable[Seat]) -> tuple[Statement, ...]:
        place = self._ledger.place
        statements = tuple(
            sign_statement(self._identity, place, signer, kind, *subjects) for signer in signers
        )
        self._said.update((statement.rank, statement) for statement in statements)
        self._said_since = self.waited
        return statements

    def speak_up(self, statement: Statement) -> tuple[tuple[Statement, ...], tuple[Entry, ...]]:
        """Our objections to absences that another states, and the entries that show why.

        We speak up for whoever has given an entry, or has stated something, in this step.
        """
        if self.speaks_from > self._ledger.number:
            return (), ()
        given_up = frozenset(chain(*self._own_sets()))
        entries, heard = self._ledger.entries, {one.signer for one in self._said.values()}
        alive = (entries.keys() | heard) - given_up - self._held
        objections: list[Statement] = []
        for seat in sorted(alive & frozenset(statement.subjects)):
            voices = self._voices(self._seats_with(seat))[:1]
            if voices and (Kind.OBJECT.value, (seat,), voices[0]) not in self._said:
                # One voice is enough: it will never state the absence.
                objections += self._state(Kind.OBJECT, frozenset({seat}), voices)
        shown = (entries[one.subject] for one in objections if one.subject in entries)
        return tuple(objections), tuple(shown)

    def speak_up_late(
        self, statement: Statement, closed: Step
    ) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
        """Objections for a step that we have closed already, and in which another still waits.

        Whoever has closed a step states no more about it, so we can speak up for all who are not
        absent from it. First those that we made before, then new ones.
        """
        if statement.kind is not Kind.ABSENT:
            return (), ()
        said = self._past.setdefault(statement.place, {})
        own = [one for one in said.values() if one.signer in self._held]
        known = tuple(
            one for one in own if one.kind is Kind.OBJECT and one.subject in statement.subjects
        )
        given_up = chain(*(one.subjects for one in own if one.kind is Kind.ABSENT))
        spoken_for = (one.subject for one in known)
        subjects = frozenset(statement.subjects) - closed.absent - self._held
        new = tuple(
            sign_statement(self._identity, statement.place, voice, Kind.OBJECT, seat)
            for seat in sorted(subjects - frozenset(given_up) - frozenset(spoken_for))
            for voice in sorted(self._held - closed.absent)[:1]
        )
        said.update((one.rank, one) for one in new)
        return known, new

    # What others state.

    def is_news(self, statement: Statement) -> bool:
        """Whether this was not said in the open step yet, by somebody who has a say in it.

        Raises PeerFault unless the signature holds.
        """
        if statement.place != self._ledger.place or self._said.get(statement.rank) == statement:
            return False
        if not {statement.signer, *statement.subjects} <= self._ledger.roll.present:
            return False
        check_statement(self._ledger.signed, statement)
        return True

    def contradiction(self, statement: Statement) -> Fork | None:
        """Proof that the signer has also stated what excludes it."""
        said = (one for one in self._said.values() if one.signer == statement.signer)
        return next(filter(None, (find_fork(one, statement) for one in said)), None)

    def hear(self, statement: Statement) -> None:
        """Take news that contradicts nothing of the same signer."""
        self._said[statement.rank] = statement
        self._said_since = self.waited
        self._put_aside()

    def holds_off(self, entry: Entry) -> bool:
        """Whether we have given this seat up; its entry is then put aside."""
        if entry.seat in self.leaving:
            self._late[entry.seat] = entry
            return True
        return False

    def released(self) -> list[Entry]:
        """Entries that were put aside, of seats for which somebody has spoken up since."""
        free = sorted(self._late.keys() - self.leaving)
        return [self._late.pop(seat) for seat in free]

    def is_saved(self, seat: Seat) -> bool:
        """Whether somebody who stays will never state the absence of ``seat`` in this step."""
        return bool(self._advocates(self._seats_with(seat)) - self.leaving)

    # Closing.

    def gone(self) -> Seats | None:
        """Without whom the step closes as soon as all others are in; None while we disagree."""
        leaving = self.leaving
        signers = self._ledger.roll.present - leaving
        rank = (Kind.ABSENT.value, tuple(sorted(leaving)))
        if leaving and not all((*rank, signer) in self._said for signer in signers):
            return None
        return leaving

    def proof(self) -> list[Statement]:
        """The statements by which the ledger goes on without those who are gone."""
        gone = self._ledger.gone
        if not gone:
            return []
        rank = (Kind.ABSENT.value, tuple(sorted(gone)))
        return [self._said[*rank, signer] for signer in self._ledger.roll.present - gone]

    def allows(self, closed: Step) -> bool:
        """Whether we may close the open step as others did, whatever we have stated.

        If it leaves us out it is not ours to refuse. Otherwise we would not go back on our word.
        """
        absent = closed.absent
        present = self._held & self._ledger.roll.present
        return (bool(present) and present <= absent) or self.leaving <= absent
