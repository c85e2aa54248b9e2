"""Who is there: what the peers state about each other while a step is open.

A step closes without a set of peers when all others have stated exactly this set. Decision 0015
says why no two closings of a step can last side by side. What each peer keeps to:

- First it gives up those whose entries it lacks. Whoever has such an entry objects and sends it.
  If that is of no use, it goes on without them, and without those who do not join in, whatever
  they have given; then only who has closed the step already can object.
- A set is *tenable* unless somebody outside has objected for a member.
- Of any two sets that a peer states in a step one contains the other. It states none but larger
  ones than those that are tenable, and closes the step with nothing less.
- Whoever has closed a step states no more sets for it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeAlias

from p2pjeux.log.entry import Entry, Place
from p2pjeux.log.forks import Fork, find_fork
from p2pjeux.log.identity import Domain, Identity
from p2pjeux.log.statement import (
    OF_SETS,
    RECORDED,
    Kind,
    Statement,
    check_statement,
    sign_statement,
)
from p2pjeux.log.step import Step
from p2pjeux.rules.requests import Seat
from p2pjeux.table.ledger import Ledger

Seats: TypeAlias = frozenset[Seat]
# A set in one of the two kinds in which it can be stated.
Stand: TypeAlias = tuple[Kind, Seats]

# A clock that leaps further than this between two looks was set, or the machine was asleep. Either
# way nobody has waited so long: what others sent meanwhile may still be on its way.
LEAP_MAX: Final = 5.0

# After so many times the patience of the table a step is given up that stands still.
STUCK: Final = 3

_SAID: Final = Domain("said")


@dataclass(frozen=True, slots=True)
class Objections:
    """What was said against a set before, what is new, and the entries that show why."""

    known: tuple[Statement, ...] = ()
    new: tuple[Statement, ...] = ()
    entries: tuple[Entry, ...] = ()


NO_OBJECTIONS: Final = Objections()


class Quorum:
    """The statements of the open step, as one peer has heard and made them."""

    def __init__(self, ledger: Ledger, identity: Identity, now: float = 0.0) -> None:
        self._identity = identity
        self._held = frozenset(ledger.signed.charter.seats_of(identity.public))
        # What was stated in steps that are closed by now: we must not object to our own words.
        self._past: dict[Place, dict[tuple[str, tuple[Seat, ...], Seat], Statement]] = {}
        # Nothing is stated in steps before this one: we have signed beyond them already.
        self.speaks_from = 0
        # Nothing at all is signed for steps before this one: we have promised it by a retreat.
        self.bound_until = 0
        # What we stated in steps before this one may be forgotten.
        self._knows_from = 0
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

    def said_in(self, place: Place) -> tuple[Statement, ...]:
        """What we have heard and stated in an earlier step."""
        return tuple(self._past.get(place, {}).values())

    @property
    def digest(self) -> bytes:
        """Equal for two peers exactly if they have heard the same."""
        ranks = sorted(self._said)
        return _SAID.digest([[kind, list(subjects), signer] for kind, subjects, signer in ranks])

    def recall(self, statement: Statement) -> None:
        """Take up again what we said before a restart."""
        ledger = self._ledger
        if statement.kind is not Kind.BACK:
            here = not ledger.complete and statement.place == ledger.place
            said = self._said if here else self._past.setdefault(statement.place, {})
            said[statement.rank] = statement

    def forget(self) -> None:
        """What we stated up to the open step may be lost: say nothing that could contradict it."""
        self._knows_from = self._ledger.number + 1
        self.speaks_from = max(self.speaks_from, self._knows_from)

    # Sets of peers.

    def _seats_with(self, seat: Seat) -> Seats:
        """All seats of the peer that holds ``seat``: they come and go together."""
        return self._ledger.signed.seats_with(seat) & self._ledger.roll.present

    def _peers_of(self, seats: Iterable[Seat]) -> Seats:
        return frozenset(chain.from_iterable(self._seats_with(seat) for seat in seats))

    def _of_kind(self, kind: Kind) -> Iterator[Statement]:
        return (one for one in self._said.values() if one.kind is kind)

    def _own_sets(self) -> list[Stand]:
        """The sets that a seat held here has stated, in either kind."""
        own = (one for one in self._said.values() if one.signer in self._held)
        return [(one.kind, frozenset(one.subjects)) for one in own if one.kind in RECORDED]

    def _given_up(self, kind: Kind) -> Seats:
        """All that a seat held here has stated in this kind."""
        return frozenset(chain(*(seats for one, seats in self._own_sets() if one is kind)))

    def _tenable(self, kind: Kind, seats: Seats) -> Seats:
        """The greatest part of ``seats`` to which nobody outside it objects.

        An objection lifts one peer out of all sets of the absent; a refusal is of one set only.
        """
        objections = list(self._of_kind(Kind.OBJECT)) if kind is Kind.ABSENT else []
        while True:
            saved = [
                one.subject
                for one in objections
                if one.subject in seats and one.signer not in seats
            ]
            if not saved:
                break
            seats -= self._peers_of(saved)
        refused = (one for one in self._of_kind(Kind.CLOSED) if one.signer not in seats)
        return frozenset() if seats in map(_subjects, refused) else seats

    @property
    def stand(self) -> Stand:
        """The largest set that we have stated and that is tenable; all others of them lie in it."""
        tenable = (
            (kind, seats) for kind, seats in self._own_sets() if self._tenable(kind, seats) == seats
        )
        nobody: Stand = (Kind.ABSENT, frozenset())
        return max(tenable, key=_size, default=nobody)

    @property
    def leaving(self) -> Seats:
        """Those without whom we will close the step, if at all."""
        return self.stand[1]

    # Waiting.

    def waits_long(self, times: int = 1) -> bool:
        """Whether the table has waited for this step so many times as long as its patience."""
        return self.waited - self._open_since >= times * self._ledger.signed.charter.patience

    def be_patient(self) -> None:
        """Nobody is waited for now; patience begins anew."""
        self._open_since = self._said_since = self.waited

    def _is_quiet(self) -> bool:
        """Whether nobody has brought the step forward by a word for as long as patience lasts."""
        return self.waited - self._said_since >= self._ledger.signed.charter.patience

    def _waits_for_word(self) -> bool:
        """Whether it has been no use, for as long again, to give up those who lack."""
        return bool(self._own_sets()) and self._is_quiet()

    def is_stuck(self) -> bool:
        """Whether nothing that we could still say has brought the step forward for long.

        A person who thinks keeps nobody from going on: as long as nobody was given up all wait.
        """
        has_spoken = bool(self._own_sets()) or not self._may_speak
        return has_spoken and self._is_quiet() and self.waits_long(STUCK)

    @property
    def spoke(self) -> Seats | None:
        """Who has given somebody up in the open step; None if we may say nothing in it."""
        if not self._may_speak:
            return None
        return frozenset(one.signer for one in self._said.values() if one.kind in RECORDED)

    def _lacking(self) -> Seats:
        return self._peers_of(seat for seat in self._ledger.asked if seat not in self._held)

    def _silent(self) -> Seats:
        """Those who have not stated the same as we have."""
        kind, leaving = self.stand
        if not leaving:
            return frozenset()
        said = (one for one in self._of_kind(kind) if frozenset(one.subjects) == leaving)
        return self._ledger.roll.present - leaving - self._held - {one.signer for one in said}

    def overdue(self) -> Seats:
        """The seats of others that the table has waited for in vain."""
        if not self.waits_long():
            return frozenset()
        silent = self._silent() if self._waits_for_word() else frozenset()
        return (self._lacking() | silent) - self._held

    # What we state.

    def lose_patience(self) -> tuple[Statement, ...]:
        """Give up whoever is overdue, as soon as it can be of use."""
        if not self.waits_long():
            return ()
        first = self.give_up(self._lacking())
        if first or not self._waits_for_word():
            return first
        wider = self.leaving | self._lacking() | self._silent()
        # Whom we once gave up in vain goes along at the last: sets that cross cannot be stated.
        every = wider.union(*(seats for _kind, seats in self._own_sets()))
        return (
            self._state_set(Kind.WITHOUT, wider)
            or self._join()
            or self._state_set(Kind.WITHOUT, every)
        )

    def _join(self) -> tuple[Statement, ...]:
        """State what others have stated, if we cannot go on without them."""
        sets = {(one.kind, frozenset(one.subjects)) for one in self._said.values()}
        for kind, seats in sorted(sets, key=lambda one: (len(one[1]), sorted(one[1]))):
            if kind is Kind.WITHOUT and not seats & self._held and self._is_tenable(kind, seats):
                stated = self._state_set(kind, seats)
                if stated:
                    return stated
        return ()

    def _is_tenable(self, kind: Kind, seats: Seats) -> bool:
        return self._tenable(kind, seats) == seats

    def give_up(self, seats: Iterable[Seat]) -> tuple[Statement, ...]:
        """State that we lack entries of the peers at ``seats`` too, if that can be stated."""
        more = self._peers_of(seats) - self._held
        return self._state_set(Kind.ABSENT, more | self._given_up(Kind.ABSENT)) if more else ()

    def go_without(self, seat: Seat) -> tuple[Statement, ...]:
        """The people here no longer wait for a seat that is overdue."""
        first = self.give_up([seat]) if seat in self._lacking() else ()
        if first or not self._waits_for_word():
            return first
        return self._state_set(Kind.WITHOUT, self.leaving | self._seats_with(seat))

    def restate(self) -> tuple[Statement, ...]:
        """After an objection: state what remains of those whose entries we lack."""
        return self._state_set(Kind.ABSENT, self._given_up(Kind.ABSENT))

    def _state_set(self, kind: Kind, seats: Seats) -> tuple[Statement, ...]:
        tenable = self._tenable(kind, seats)
        if not self._can_state(kind, tenable):
            return ()
        statements = self._state(kind, tenable, self._voices(tenable))
        self._put_aside()
        return statements

    def _can_state(self, kind: Kind, seats: Seats) -> bool:
        ledger = self._ledger
        stand = (kind, seats)
        return (
            _is_less(self.stand, stand)
            and self._may_speak
            and ledger.can_replace
            and ledger.roll.can_go(seats)
            and all(
                _is_less(stand, stated) or _is_less(stated, stand) for stated in self._own_sets()
            )
        )

    @property
    def _may_speak(self) -> bool:
        """Whether we may state anything in the open step."""
        return max(self.speaks_from, self.bound_until) <= self._ledger.number

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
        """Our objections to absences that another states, and the entries that show why."""
        if statement.kind is not Kind.ABSENT or not self._may_speak:
            return (), ()
        entries = self._ledger.entries
        known = entries.keys() - self._given_up(Kind.ABSENT) - self._held
        objections: list[Statement] = []
        for seat in sorted(known & frozenset(statement.subjects)):
            voices = self._voices(self._seats_with(seat))[:1]
            if voices and (Kind.OBJECT.value, (seat,), voices[0]) not in self._said:
                # One voice is enough: it will never state the absence.
                objections += self._state(Kind.OBJECT, frozenset({seat}), voices)
        return tuple(objections), tuple(entries[one.subject] for one in objections)

    def speak_up_for(self, seat: Seat) -> tuple[tuple[Statement, ...], tuple[Entry, ...]]:
        """Our objection, now that we have an entry that others have said to lack."""
        absences = (one for one in self._of_kind(Kind.ABSENT) if seat in one.subjects)
        first = next(absences, None)
        return ((), ()) if first is None else self.speak_up(first)

    def speak_up_late(self, statement: Statement) -> Objections:
        """What keeps another from following us into a step that we have closed already.

        We refuse the very set that it states, unless we have stated that too: then somebody else
        has spoken against it, and we pass that on.
        """
        place = statement.place
        closed = self._ledger.chain.closed(place.step)
        if closed is None or self._ledger.place_of(closed) != place:
            return NO_OBJECTIONS
        subjects = frozenset(statement.subjects)
        present = self._ledger.roll_in(place.step).present
        has_say = {statement.signer, *subjects} <= present
        if statement.kind not in RECORDED or subjects <= closed.absent or not has_say:
            return NO_OBJECTIONS
        check_statement(self._ledger.signed, statement)
        said = self._past.setdefault(place, {})
        known = tuple(one for one in said.values() if _speaks_against(one, statement))
        may_speak = place.step >= max(self._knows_from, self.bound_until)
        new = self._refuse(statement, said.values()) if may_speak else ()
        said.update((one.rank, one) for one in new)
        entries = tuple(entry for entry in closed.entries if entry.seat in subjects)
        return Objections(known, new, entries)

    def _refuse(self, statement: Statement, said: Iterable[Statement]) -> tuple[Statement, ...]:
        subjects = statement.subjects
        own = {one.subjects for one in said if one.signer in self._held and one.kind in OF_SETS}
        voices = self._held & self._ledger.roll_in(statement.step).present - frozenset(subjects)
        if not voices or subjects in own:
            return ()
        # One voice is enough: it will never state this set.
        voice = min(voices)
        return (sign_statement(self._identity, statement.place, voice, Kind.CLOSED, *subjects),)

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
        before = self.stand
        self._said[statement.rank] = statement
        if self.stand != before:
            # Only what moves us makes us wait anew: else whoever babbles could keep us waiting.
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
        """Whether somebody who stays has objected for ``seat`` in this step."""
        peer = self._seats_with(seat)
        return self._tenable(Kind.ABSENT, peer) != peer

    # Closing.

    def gone(self) -> Seats | None:
        """Without whom the step closes as soon as all others are in; None while we disagree."""
        leaving = self.leaving
        if not leaving:
            return leaving
        return leaving if self._ledger.roll.can_go(leaving) and self._proof() else None

    def proof(self) -> list[Statement]:
        """The statements by which the ledger goes on without those who are gone."""
        return (self._proof() or []) if self._ledger.gone else []

    def _proof(self) -> list[Statement] | None:
        kind, leaving = self.stand
        subjects = tuple(sorted(leaving))
        signers = self._ledger.roll.present - leaving
        found = [self._said.get((kind.value, subjects, signer)) for signer in signers]
        return [one for one in found if one is not None] if all(found) else None

    def allows(self, closed: Step) -> bool:
        """Whether we may close the open step as others did, whatever we have stated.

        If it leaves us out it is not ours to refuse. Otherwise we would not go back on our word.
        """
        absent = closed.absent
        present = self._held & self._ledger.roll.present
        return (bool(present) and present <= absent) or self.leaving <= absent


def _subjects(statement: Statement) -> Seats:
    return frozenset(statement.subjects)


def _size(stand: Stand) -> tuple[int, bool]:
    kind, seats = stand
    return len(seats), kind is Kind.WITHOUT


def _is_less(one: Stand, other: Stand) -> bool:
    """Whether ``other`` goes farther: without more seats, or the same ones whatever they gave."""
    (kind, seats), (other_kind, other_seats) = one, other
    is_same = seats == other_seats and (kind, other_kind) == (Kind.ABSENT, Kind.WITHOUT)
    return seats < other_seats or is_same


def _speaks_against(one: Statement, statement: Statement) -> bool:
    """Whether ``one`` makes the set of ``statement`` untenable."""
    subjects = statement.subjects
    if one.signer in subjects:
        return False
    if one.kind is Kind.CLOSED:
        return one.subjects == subjects
    return one.kind is Kind.OBJECT and statement.kind is Kind.ABSENT and one.subject in subjects
