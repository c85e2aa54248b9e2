"""One peer at one table, as a machine without I/O: commands, messages and time in, effects out.

A peer may hold several seats, or none and watch. The agreement decides how a step closes, the
ledger what that means; here they meet people, links and time.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from p2pjeux.agree.promises import Promises
from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.ballot import Back
from p2pjeux.log.consent import Consent
from p2pjeux.log.entry import Entry
from p2pjeux.log.records import Record
from p2pjeux.log.step import Step
from p2pjeux.rules.contract import View
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.sitting.catch_up import Knowledge, Pace
from p2pjeux.sitting.commands import obey
from p2pjeux.sitting.giving import Giving
from p2pjeux.sitting.log_keeper import LogKeeper
from p2pjeux.sitting.notices import tidings
from p2pjeux.sitting.outgoing import Outgoing
from p2pjeux.sitting.patience import Patience
from p2pjeux.sitting.returns import Returns
from p2pjeux.sitting.waits import missing_seats, waiting_for
from p2pjeux.table.effects import Effect, Keep, KeepStep, Regain, RollBack
from p2pjeux.table.events import Agreement, Command, Forgot, Waiting
from p2pjeux.table.ledger import Closed, Ledger
from p2pjeux.table.messages import Chatted, Have, Parts, Steps, decode_message
from p2pjeux.table.seating import Seating, seat_secret
from p2pjeux.talk.talk import Talk

# How often a peer says what it has while it waits, in seconds; and how often at last where all that
# it hears says the same, and nothing changes: at a table that thinks nothing need be sent.
HAVE_EVERY: Final = 1.0
HAVE_EVERY_MAX: Final = 10.0
# Whoever had to wait for others has so many seconds at least to give what was due.
GRACE: Final = 5.0
# So long nobody's hand is shown who is linked, and may only have been late.
SAY_BACK: Final = 1.0
# So many of the last closed steps are brought before the agreement again at a start: a liar may
# have had one of them closed in two ways, as long as none after it is settled.
OPENED_AGAIN: Final = 16


class Sitting:
    """Every public method returns the effects that it asks for, in their order."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        signed = seating.signed
        self._held = signed.charter.seats_of(seating.identity.public)
        secrets = {seat: seat_secret(seating.secret, signed.table, seat) for seat in self._held}
        self._promises = Promises(signed, seating.identity)
        keys = {one.public for one in signed.charter.seats} - {seating.identity.public}
        self._out = Outgoing(is_seated=bool(self._held), others=tuple(sorted(keys)))
        self._keeper = LogKeeper(seating, secrets, self._promises, self._out)
        self._giving = Giving(seating, secrets, self._promises, self._out)
        self._returns = Returns(self._promises)
        self._talk = Talk(self.ledger, seating.identity, self.persons, seating.first_line)
        self._patience = Patience(signed.charter.patience)
        self._pace = Pace()
        self._said_have = 0.0
        self._have_every = HAVE_EVERY
        # What was said last, and whether anybody at the table said otherwise since.
        self._last_have: Have | None = None
        self._ended = False
        self._was_forgetful = False
        # What the interface was last told about whom the table waits for.
        self._waiting: Waiting | None = None
        # Whether a step was closed and the next one not yet looked at.
        self.is_due = False
        # Whether a step has closed since effects were last given out.
        self._has_closed = False

    @property
    def ledger(self) -> Ledger:
        return self._keeper.ledger

    def view(self, seat: Seat | None) -> View[Any]:
        return self.ledger.bridge.view(seat)

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats of people, not bots, at this machine."""
        return tuple(seat for seat in self._held if seat not in self._seating.bots)

    @property
    def is_paused(self) -> bool:
        return self._talk.is_paused

    @property
    def settled(self) -> int:
        """How many steps can never be opened again: what whoever looks on may see."""
        return self._keeper.assembly.settled

    @property
    def is_settled(self) -> bool:
        """Whether nothing that is closed here can be opened again."""
        return self.settled == self.ledger.number

    @property
    def is_light(self) -> bool:
        """Whether what comes for the open step is dealt with in a moment."""
        bridge = self.ledger.bridge
        return not self._keeper.is_ahead and (bridge.over or bridge.is_light or bridge.is_decision)

    # What comes in.

    def start(
        self,
        now: float,
        steps: Sequence[Step] = (),
        kept: Iterable[Record] = (),
        *,
        forgetful: bool = False,
    ) -> list[Effect]:
        """Sit down, or take up again what was kept: closed steps, and what was signed.

        What this peer signed is known before anything is signed anew: a restart never signs twice.
        If some of it may be lost, say that we are ``forgetful``.
        """
        self._patience.look_at(now)
        records = tuple(kept)
        is_alone = len(self._held) == self._seating.signed.seats
        # Nobody else has seen what one peer alone has signed, and a watcher signs nothing.
        is_heard = bool(self._held) and not is_alone
        self._promises.is_forgetful = self._was_forgetful = forgetful and is_heard
        for record in records:
            if record.seat in self._held and not isinstance(record, Consent):
                self._promises.recall(record)
        self._take_up(steps)
        self._hear_kept(records)
        if self._promises.is_forgetful:
            ours = self.ledger.present.intersection(self._held)
            may_lose = self.ledger.can_replace and self.ledger.terms.voters.may_lose(ours)
            self._out.tell(Forgot(is_for_good=not may_lose))
        return self.work_on()

    def _take_up(self, steps: Sequence[Step]) -> None:
        """The last steps go through the agreement, which may have to open them again."""
        keeper = self._keeper
        again = max(0, len(steps) - OPENED_AGAIN)
        for step in steps[:again]:
            keeper.closed.append(keeper.ledger.adopt(step))
        keeper.begin()
        for step in steps[again:]:
            keeper.offer(step)
        self._hear_closed()
        # What is in the log need not be written once more. What it lacks is closed anew from what
        # was signed: a machine that is a quorum by itself needs nobody for it.
        ours = self.ledger.chain.steps
        pairs = enumerate(zip(ours, steps, strict=False))
        differ = (number for number, (one, other) in pairs if one.digest != other.digest)
        same = next(differ, min(len(ours), len(steps)))
        known = {entry.digest for step in steps[:same] for entry in step.entries}
        for one in self._out.drain():
            match one:
                case Keep(records=records):
                    new = tuple(record for record in records if record.digest not in known)
                    self._out.do([Keep(new)] if new else ())
                case KeepStep() | RollBack():
                    pass
                case _:
                    self._out.do([one])
        if same < len(steps):
            self._out.do([RollBack(same)])
        self._out.do(KeepStep(step) for step in ours[same:])

    def _hear_kept(self, records: Iterable[Record]) -> None:
        """What lies in the journal: entries that rounds rest upon, votes, consents of a pause."""
        places = frozenset(self._keeper.assembly.places)
        for record in records:
            match record:
                case Consent():
                    self._out.do(self._talk.hear([record]))
                case Back():
                    self._returns.hear(self.ledger, record)
                case Entry():
                    if record.seat not in self._held:
                        self._keeper.take(record)
                case _:
                    if record.place in places:
                        self._keeper.hear([record])
        self._hear_closed()

    def tick(self, now: float) -> list[Effect]:
        """Time goes on: say again what we have, and lose patience."""
        self._patience.look_at(now)
        self._keeper.tick(self._patience.now)
        if self._patience.now - self._said_have >= HAVE_EVERY:
            self._say_have_again()
        if self.is_paused:
            self._patience.begin()
        elif self._seating.hasty:
            return self.lose_patience()
        return self.work_on()

    def lose_patience(self) -> list[Effect]:
        """Give up whoever is overdue, if anybody is: for a peer that has no person to ask."""
        if not self.is_paused and (overdue := self.overdue):
            self._keeper.go_without(overdue)
        return self.work_on()

    @property
    def overdue(self) -> frozenset[Seat]:
        """For whom the table has waited for longer than its patience: nobody held here."""
        if not self._patience.is_over or self.ledger.complete:
            return frozenset()
        held = frozenset(self._held)
        return missing_seats(self.ledger, self._keeper.assembly, held) if held else held

    def linked(self, peer: bytes) -> list[Effect]:
        """A link to a peer stands: tell it what we have."""
        if self._seating.signed.charter.seats_of(peer):
            self._giving.linked.add(peer)
            self._patience.link()
        self._say_have(peer)
        return self._out.drain()

    def unlinked(self, peer: bytes) -> None:
        """A link is gone. After the last one whoever is found again has a whole patience."""
        self._giving.linked.discard(peer)
        if not self._giving.linked:
            self._patience.unlink_all()

    def command(self, command: Command) -> list[Effect]:
        """Whatever an interface asks for. A refusal is told to it, and changes nothing."""
        return obey(self, command)

    def play(self, seat: Seat, action: Action) -> list[Effect]:
        """A decision of a seat held here; raise Refused, and change nothing, if it cannot be."""
        self._talk.check_not_paused()
        if seat not in self._held:
            raise Refused("nothing is asked of this seat now")
        self._giving.decide(seat, action, self._keeper, self._returns)
        return self.work_on()

    def lend(self, seat: Seat) -> list[Effect]:
        """From the next step on a person is asked for this seat; what its bot signed stays."""
        return self._let_decide(self._seating.bots - {seat})

    def reclaim(self, seat: Seat) -> list[Effect]:
        """The bot of this seat decides again, also what is asked now."""
        return self._let_decide(self._seating.bots | {seat})

    def _let_decide(self, bots: frozenset[Seat]) -> list[Effect]:
        self._seating = self._giving.seating = replace(self._seating, bots=bots)
        return self.work_on()

    def say(self, seat: Seat, text: str) -> list[Effect]:
        """A line of chat of a seat held here."""
        return self._talk.say(seat, text, self._patience.now)

    def agree(self, to: Agreement) -> list[Effect]:
        """The people here propose this, or agree to what others have proposed."""
        self._out.do(self._talk.agree(to))
        return self.work_on()

    def can_take_back(self, seat: Seat) -> int | None:
        """The step in which ``seat`` last decided, if all together may still go back to it."""
        return self._talk.can_take_back(seat)

    def go_on(self) -> list[Effect]:
        """The pause is over, as far as it takes one voice."""
        self._out.do(self._talk.go_on())
        self._patience.begin()
        return self.work_on()

    def go_without(self, seats: Sequence[Seat]) -> list[Effect]:
        """The people here agree to go on without these, as far as they are concerned."""
        self._talk.check_not_paused()
        overdue = self.overdue & frozenset(seats)
        if not overdue:
            raise Refused("the table is not waiting for these seats, or not long enough")
        may_lose = self.ledger.terms.voters.may_lose
        if not may_lose(overdue & self.ledger.due):
            raise Refused("too few would be left to act for those who are missing: the table waits")
        # Who is missing too, and not waited for yet, need not be waited for a second time.
        others = overdue | self.ledger.present.intersection(seats) - frozenset(self._held)
        self._keeper.go_without(others if may_lose(others) else overdue)
        return self.work_on()

    def receive(self, peer: bytes, data: bytes) -> list[Effect]:
        """A message of a linked peer; raise PeerFault if no honest peer sends it."""
        message = decode_message(data)
        seats = self._seating.signed.charter.seats_of(peer)
        if not (isinstance(message, Have) or seats):
            raise PeerFault(Fault.NOT_ASKED, "a watcher says more than what it has")
        match message:
            case Have():
                self._hear_have(peer, message)
            case Parts():
                self._hear_parts(message)
            case Chatted(line=line):
                self._out.do(self._talk.hear_line(line, self._patience.now))
            case Steps(steps=steps):
                self._keeper.follow(steps)
        return self.work_on()

    def _hear_have(self, peer: bytes, have: Have) -> None:
        seats = self._seating.signed.charter.seats_of(peer)
        if self.ledger.chain.digest_before(have.step) == have.digest:
            self._returns.shown.update(seats)
        if seats and have != self._last_have:
            # Somebody has more, or lacks something: until we agree we speak often.
            self._have_every = HAVE_EVERY
        if self._pace.allows(peer, self._patience.now):
            for message in self._known.answers(have, is_seated=bool(seats)):
                self._out.send(peer, message)

    def _hear_parts(self, parts: Parts) -> None:
        for conviction in parts.convictions:
            self._keeper.convict(conviction)
        for entry in parts.entries:
            self._keeper.take(entry)
        for bundle in parts.bundles:
            self._keeper.hear(bundle.records)
        for back in parts.backs:
            self._returns.hear(self.ledger, back)
        self._hear_closed()
        self._out.do(self._talk.hear(parts.consents))

    # Going on.

    def work_on(self) -> list[Effect]:
        """Give what is due from here; ``is_due`` says that a step has closed and more is to do."""
        self._hear_closed()
        self.is_due = False
        self._giving.is_early = self._patience.waited < SAY_BACK
        while not self.ledger.complete:
            if self._has_closed and self._seating.one_step and self._is_work():
                # What was said about the step that has closed is sent and told first.
                self.is_due = True
                break
            number = self.ledger.number
            for seat in self.ledger.asked:
                if seat in self._held and self.ledger.number == number:
                    self._giving.give(seat, self._keeper, self._talk, self._returns)
            self._hear_closed()
            if self.ledger.number == number:
                break
            if self._seating.one_step:
                self.is_due = True
                break
        assert not self.is_due or self._seating.one_step
        self._has_closed = False
        for back in self._returns.come_back(self.ledger):
            self._out.do([Keep((back,))])
            self._out.say(back)
        self._out.do(self._talk.news())
        self._tell_waiting()
        return self._out.drain()

    def _tell_waiting(self) -> None:
        held = frozenset(self._held)
        is_long = self._patience.is_over and not self.is_paused
        waits = self._giving.waits_to_show(self._keeper)
        waiting = waiting_for(
            self.ledger, self._keeper.assembly, held, waits_to_show=waits, is_long=is_long
        )
        if not self.is_due and waiting is not None and waiting != self._waiting:
            self._waiting = waiting
            self._out.tell(waiting)

    def _hear_closed(self) -> None:
        """Steps have closed: tell it, and begin the next."""
        if self._keeper.has_settled:
            self._keeper.has_settled = False
            # Nobody is late with light that could not be given before.
            self._patience.grant(GRACE)
        while self._keeper.closed:
            closed = self._keeper.closed.popleft()
            self._after(closed)

    def _is_work(self) -> bool:
        """Whether the open step asks for work here for which nobody should wait."""
        own = (seat for seat in self.ledger.asked if seat in self._held)
        return any(self._giving.is_work(seat, self.ledger) for seat in own)

    def _after(self, closed: Closed) -> None:
        self._has_closed = True
        # More steps may have closed at once; eyes see the game as it stands after the last.
        news = tidings(self.ledger, closed, self._held or (None,), is_news=not self._ended)
        self._out.tell(*news)
        self._ended = self.ledger.bridge.over
        self._returns.close(closed.back)
        self._giving.begin()
        self._patience.begin()
        self._out.do(self._talk.begin(self.ledger))
        if self._was_forgetful and not self._promises.is_forgetful:
            self._was_forgetful = False
            self._out.do([Regain()])

    # What is said of it.

    @property
    def _known(self) -> Knowledge:
        keeper = self._keeper
        return Knowledge(keeper.ledger, keeper.assembly, self._talk, self._returns, keeper.evidence)

    def _say_have(self, peer: bytes | None) -> None:
        have = self._known.have()
        if peer is None:
            self._said_have, self._last_have = self._patience.now, have
        self._out.send(peer, have)

    def _say_have_again(self) -> None:
        """More and more seldom, as long as there is nothing new and nobody says otherwise.

        A watcher asks as often as ever: nobody sends him anything unasked.
        """
        have = self._known.have()
        if have != self._last_have or not self._held:
            self._have_every = HAVE_EVERY
        elif self._patience.now - self._said_have < self._have_every:
            return
        self._have_every = min(2 * self._have_every, HAVE_EVERY_MAX)
        self._say_have(None)
