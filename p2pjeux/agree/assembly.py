"""The agreement of one table, as one peer takes part in it: the open step, and those below.

Most steps are settled as they close. Those that are not stay here until they are: their rounds go
on beside the open step, so that whoever lags behind can still be brought along.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256

from p2pjeux.agree.effects import Caught, Doing, Overruled, Settled
from p2pjeux.agree.grounds import StepTerms, check_certificate
from p2pjeux.agree.promises import Promises
from p2pjeux.agree.step import StepAgreement
from p2pjeux.agree.voters import voters_of
from p2pjeux.log.ballot import Ballot, Closing, Move
from p2pjeux.log.certificate import Bundle, Certificate, bundle_of
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.conviction import Conviction, check_conviction
from p2pjeux.log.entry import Entry
from p2pjeux.log.signed import Place

# So many records of steps that we have not reached are kept aside; more is asked for again.
AHEAD_MAX = 256


class Lack(Enum):
    """What a step waits for from a seat."""

    ENTRY = "entry"
    ACCEPT = "accept"
    # Its accept of the step before, upon which light is to be given.
    SETTLING = "settling"


@dataclass(frozen=True, slots=True)
class Missing:
    seat: int
    lack: Lack


class Assembly:
    """Every method that changes anything returns what is to be done, in this order.

    ``now`` is seconds of a clock that never goes back; nobody here looks at one.
    """

    def __init__(self, signed: SignedCharter, promises: Promises) -> None:
        self._signed = signed
        self.promises = promises
        self.guilty: set[int] = set()
        self._caught: set[int] = set()
        # The lowest that is not settled or was settled last, up to the open one.
        self._steps: list[StepAgreement] = []
        self._ahead: dict[Place, dict[bytes, Ballot]] = {}

    # What comes in.

    def begin(
        self,
        place: Place,
        present: Iterable[int],
        asked: Iterable[int],
        *,
        can_lose: bool,
        now: float,
    ) -> list[Doing]:
        """The next step is open. Steps that the log has closed otherwise are forgotten."""
        voters = voters_of(self._signed, frozenset(present))
        step = StepAgreement(
            StepTerms(place, voters, frozenset(asked), can_lose), self.promises, self.guilty
        )
        assert step.terms.seats <= voters.present
        self._cut(place)
        if self._steps:
            self._carry(self._steps[-1], step)
        self._steps.append(step)
        self.promises.begin(place, voters.present)
        step.recall()
        step.hear(self._ahead.pop(place, {}).values())
        return self._work(now)

    def _cut(self, place: Place) -> None:
        """Keep what this place stands upon, without a gap."""
        while self._steps and self._steps[-1].chosen != place.previous:
            self._steps.pop()
        self._ahead = {one: kept for one, kept in self._ahead.items() if one.step >= place.step}

    def _carry(self, below: StepAgreement, step: StepAgreement) -> None:
        """Whom the people here had given up is still gone, unless it has signed since.

        Entries alone do not bring back whoever accepts nothing: else all would wait for that at
        every throw anew.
        """
        voted = {record.seat for record in below.votes.records.values()}
        heard = voted | below.votes.entries.keys()
        gone = {
            seat
            for seat in below.without
            if self._signed.seats_with(seat).isdisjoint(voted if seat in below.silent else heard)
        }
        step.silent = below.silent & gone
        step.without = frozenset(gone) & step.terms.voters.present

    def hold(self, entry: Entry, now: float) -> list[Doing]:
        """An entry whose signature and body the caller has checked."""
        for step in self._steps:
            if step.terms.place == entry.place:
                step.hold(entry)
        self._note_upon(entry.place, entry.seat)
        return self._work(now)

    def hear(self, records: Iterable[Ballot], now: float) -> list[Doing]:
        """Accepts, moves and proposals of whatever step, from whomever; raise PeerFault if forged.

        Those of steps that we have not reached wait; those of steps behind us are no news.
        """
        for record in records:
            step = self._step(record.place)
            if step is not None:
                if step.votes.takes(record):
                    step.hear(self._check([record]))
                    self._note_upon(record.place, record.seat)
            elif record.place.table == self._signed.table:
                self._put_aside(record)
        return self._work(now)

    def _check(self, records: Iterable[Ballot]) -> list[Ballot]:
        found = list(records)
        for record in found:
            record.check(self._signed)
        return found

    def _put_aside(self, record: Ballot) -> None:
        """A record of the step after the open one, or of one upon a closing not chosen here."""
        if self._steps and record.step < self._steps[0].terms.place.step:
            return
        if record.digest in self._ahead.get(record.place, {}):
            return
        self._check([record])
        self._note_upon(record.place, record.seat)
        kept = sum(map(len, self._ahead.values()))
        if kept < AHEAD_MAX:
            self._ahead.setdefault(record.place, {})[record.digest] = record

    def take(
        self,
        place: Place,
        closing: Closing,
        certificate: Certificate,
        now: float,
        upon: Iterable[int] = (),
    ) -> list[Doing]:
        """A certificate from anybody: of the open step, of one below, perhaps a rival.

        ``upon`` are seats of which the caller was shown, and has checked, something signed upon it.
        Nothing comes of it before every entry that it names is held.
        """
        step = self._step(place)
        if step is None:
            return []
        check_certificate(self._signed, step.terms, closing, certificate)
        digest = closing.digest(place)
        step.votes.learn(closing)
        step.hear([*certificate.grounds.records, *certificate.accepts(digest)])
        step.upon.setdefault(digest, set()).update(self._peers(upon))
        return self._work(now)

    def go_without(self, seats: Iterable[int], now: float) -> list[Doing]:
        """The people here agree to go on without these seats, if they stay away."""
        if self._steps:
            self._steps[-1].give_up(frozenset(seats))
        return self._work(now)

    def blame(self, seats: Iterable[int], now: float) -> list[Doing]:
        """These are guilty by what the caller knows: a body that is wrong, or old evidence."""
        others = frozenset(seats) - self.promises.held
        self.guilty |= others
        self._caught |= others
        return self._work(now)

    def convict(self, conviction: Conviction, now: float) -> list[Doing]:
        """Evidence that somebody passes on; raise PeerFault if it is false.

        It must travel: a seat is left out without asking only where a quorum knows why.
        """
        if conviction.seat in self._caught or conviction.seat in self.promises.held:
            return []
        check_conviction(self._signed, conviction)
        self._caught.add(conviction.seat)
        self.guilty.add(conviction.seat)
        return [Caught(conviction), *self._work(now)]

    def tick(self, now: float) -> list[Doing]:
        """Time goes on."""
        return self._work(now)

    # Going on.

    def _work(self, now: float) -> list[Doing]:
        done: list[Doing] = []
        for at, step in enumerate(self._steps):
            step.late = self._late(at)
            step.work(now)
            self._note_ahead()
            step.work(now)
            self._note_own(step)
            if any(isinstance(one, Overruled) for one in step.effects):
                # What stood upon the other closing is over: nothing more is signed there.
                del self._steps[at + 1 :]
                break
        for step in self._steps:
            done += step.effects
            step.effects = []
        done += self._settle()
        return [one for one in done if self._is_news(one)]

    def _late(self, at: int) -> frozenset[int]:
        """The seats present in a step whose peers have not accepted the one below it."""
        below = self._steps[at - 1] if at else None
        if below is None or below.is_settled or below.chosen is None:
            return frozenset()
        voters = self._steps[at].terms.voters
        late = below.present_after() - below.accepted()
        return frozenset().union(*(voters.seats_of(peer) for peer in late))

    def _is_news(self, one: Doing) -> bool:
        """A seat is caught once, whatever else it did."""
        if not isinstance(one, Caught):
            return True
        seat = one.conviction.seat
        is_news = seat not in self._caught
        self._caught.add(seat)
        return is_news

    def _note_own(self, step: StepAgreement) -> None:
        if self.promises.given(step.terms.place).ballots:
            self._note_upon(step.terms.place, self.promises.peer)

    def _note_upon(self, place: Place, seat: int) -> None:
        """Whoever signs at a place has gone on from the closing before it, and from all below."""
        peers = self._peers([seat])
        previous = place.previous
        for step in reversed(self._steps):
            if previous in step.certified:
                step.upon.setdefault(previous, set()).update(peers)
                previous = step.terms.place.previous

    def _note_ahead(self) -> None:
        """Who had signed upon a closing before it was certified here counts as soon as it is."""
        for place, kept in self._ahead.items():
            for record in kept.values():
                self._note_upon(place, record.seat)

    def _peers(self, seats: Iterable[int]) -> frozenset[int]:
        return frozenset(min(self._signed.seats_with(seat)) for seat in seats)

    def _settle(self) -> list[Doing]:
        """Rule 3. A step that is settled settles all below it: nobody accepts without those."""
        done: list[Doing] = []
        for at in reversed(range(len(self._steps))):
            step = self._steps[at]
            above = self._steps[at + 1] if at + 1 < len(self._steps) else None
            if step.is_settled or (step.chosen is not None and _is_settled(step, above)):
                for below in self._steps[: at + 1]:
                    if not below.is_settled:
                        below.is_settled = True
                        done.append(Settled(below.terms.place))
                # The last of them stays, for whoever still lacks an accept that settled it.
                self._steps = self._steps[at:]
                self.promises.forget_below(step.terms.place.step)
                break
        return done

    # What is asked.

    def _step(self, place: Place) -> StepAgreement | None:
        return next((step for step in self._steps if step.terms.place == place), None)

    @property
    def open(self) -> StepAgreement:
        """The step that is open, as this peer sees it."""
        return self._steps[-1]

    @property
    def is_settled(self) -> bool:
        """Whether light may be given in the open step."""
        place = self.open.terms.place
        return place.previous == self._signed.start or (
            len(self._steps) > 1 and self._steps[-2].is_settled
        )

    @property
    def may_sign(self) -> bool:
        """Whether anything may be signed in the open step as things stand."""
        place = self.open.terms.place
        return not (self.promises.is_forgetful or self.promises.is_barred(place))

    @property
    def due(self) -> float | None:
        """When ``tick`` has something to do at the latest, unless something is heard before."""
        ends = (step.due for step in self._steps)
        return min((end for end in ends if end is not None), default=None)

    @property
    def agreed(self) -> dict[int, frozenset[int]]:
        """By seat that some would go on without: the peers that do, by their lowest seats."""
        return self.open.votes.agreed()

    @property
    def is_divided(self) -> bool:
        """Whether more than one closing of the open step was accepted: who lied is still to see."""
        return len({accept.closing for accept in self.open.votes.accepts()}) > 1

    def missing(self, *, gives_light: bool = False) -> tuple[Missing, ...]:
        """For whom the open step waits, and why; ``gives_light`` if an own entry must wait."""
        step = self.open
        lacking = step.terms.seats - step.votes.entries.keys() - self.guilty
        found = [Missing(seat, Lack.ENTRY) for seat in sorted(lacking)]
        if not lacking and step.chosen is None:
            accepted = {accept.seat for accept in step.votes.accepts()}
            silent = set(step.terms.voters.peers) - accepted - step.guilty_peers
            found += [Missing(seat, Lack.ACCEPT) for seat in sorted(silent)]
        if gives_light and not self.is_settled and len(self._steps) > 1:
            below = self._steps[-2]
            late = below.present_after() - below.accepted()
            found += [Missing(seat, Lack.SETTLING) for seat in sorted(late)]
        return tuple(found)

    def entry(self, place: Place, digest: bytes) -> Entry:
        """An entry that a closing of this step names and that is here."""
        step = self._step(place)
        found = None if step is None else step.votes.entry(digest)
        assert found is not None, "a step is certified only where all its entries are"
        return found

    def entries(self, place: Place) -> tuple[Entry, ...]:
        """All entries of a step that are here, of a liar more than one."""
        step = self._step(place)
        known = () if step is None else step.votes.entries.values()
        return tuple(entry for some in known for entry in some)

    @property
    def settled(self) -> int:
        """How many steps, from the first, are settled: what others than players may see."""
        if not self._steps:
            return 0
        lowest = self._steps[0]
        return lowest.terms.place.step + lowest.is_settled

    @property
    def places(self) -> tuple[Place, ...]:
        """The steps of which records are kept, the open one last."""
        return tuple(step.terms.place for step in self._steps)

    def bundle(self, place: Place) -> Bundle:
        """All that was heard and signed in a step: what somebody lacks who knows less."""
        step = self._step(place)
        return bundle_of(place, () if step is None else step.votes.records.values())

    def names(self, place: Place) -> tuple[bytes, ...]:
        """The digests of all records of a step that are here, in order."""
        step = self._step(place)
        return () if step is None else tuple(sorted(step.votes.records))

    @property
    def digest(self) -> bytes:
        """Equal for two peers if they have heard the same of the same steps."""
        names = (self.names(place) for place in self.places)
        return sha256(b"".join(name for some in names for name in some)).digest()


def _is_settled(step: StepAgreement, above: StepAgreement | None) -> bool:
    """All present after it have accepted it in one round, or the next step's votes leave the rest.

    A round is that of one certificate: who accepted it in another round has not said with the
    others that it stands.
    """
    assert step.chosen is not None
    present = step.present_after()
    rounds: dict[int, set[int]] = {}
    for (number, closing, _), accepts in step.votes.by_claim().items():
        if closing == step.chosen:
            rounds.setdefault(number, set()).update(accepts)
    return any(
        present <= accepted or (above is not None and _leaves(above, present - accepted))
        for accepted in rounds.values()
    )


def _leaves(above: StepAgreement, rest: frozenset[int]) -> bool:
    """Whether a quorum of the moves of a step goes on without all of these peers."""
    voters = above.terms.voters
    seats: set[int] = set()
    for peer in rest:
        seats |= voters.seats_of(peer)
    moves = (one for one in above.votes.records.values() if isinstance(one, Move))
    return voters.is_quorum(move.seat for move in moves if seats <= set(move.without))
