"""One peer at one table, as a machine without I/O: commands, messages and time in, effects out.

A peer may hold several seats, or none and watch. All that it signs is kept before it is sent, and
all that it knows follows from the log, what it signed, and its table secret.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.consent import Consent
from p2pjeux.log.entry import Entry, check_entry, sign_entry
from p2pjeux.log.rift import Kept, Parting, Rift, age_of, check_rift
from p2pjeux.log.statement import Kind, Statement
from p2pjeux.log.step import Step, decode_step
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.sitting.commands import obey
from p2pjeux.sitting.desk import Desk
from p2pjeux.sitting.left_out import are_left_out
from p2pjeux.sitting.notices import tidings
from p2pjeux.sitting.own_entry import due_body
from p2pjeux.sitting.quorum import STUCK
from p2pjeux.sitting.retreats import Stuck, age_in, reasons_in
from p2pjeux.sitting.waits import waiting_for
from p2pjeux.table import entry_body
from p2pjeux.table.effects import Effect, Keep, KeepStep, RollBack, Tell
from p2pjeux.table.events import (
    Agreement,
    Asked,
    Command,
    Mended,
    Superseded,
)
from p2pjeux.table.ledger import NOTHING, Closed
from p2pjeux.table.messages import (
    Chatted,
    Have,
    Parts,
    Retreats,
    Steps,
    decode_message,
)

# What we sent before a restart may be under way for this long, in seconds.
UNDER_WAY_MAX: Final = 10.0
# How often a peer says what it has while it waits, in seconds.
HAVE_EVERY: Final = 1.0


class Sitting(Desk):
    """Every public method returns the effects that it asks for, in their order."""

    # What comes in.

    def start(
        self,
        now: float,
        steps: Sequence[Step] = (),
        signed: Iterable[Kept] = (),
        *,
        forgetful: bool = False,
    ) -> list[Effect]:
        """Sit down, or take up again what was kept: closed steps, and what this peer signed.

        What was signed is known before anything is signed anew: a restart never forks. If some of
        it may be lost, say that we are ``forgetful``.
        """
        self._quorum.look_at(now)
        kept = tuple(signed)
        for entry in (one for one in kept if isinstance(one, Entry)):
            self._has_signed(entry)
        for step in steps:
            self._after(self._ledger.adopt(step))
        self._effects = [effect for effect in self._effects if not isinstance(effect, KeepStep)]
        for statement in (one for one in kept if isinstance(one, Statement)):
            self._quorum.recall(statement)
            if statement.kind is not Kind.BACK:
                self._quorum.speaks_from = max(self._quorum.speaks_from, statement.step)
        self._talk.hear(one for one in kept if isinstance(one, Consent))
        if forgetful:
            self._forget()
        self._recall_reasons(kept)
        return self.work_on()

    def _recall_reasons(self, kept: Sequence[Kept]) -> None:
        """Go back for the reasons that we had before; what was signed since, was signed there."""
        self._reasons = reasons_in(kept)
        for reason in self._reasons:
            if isinstance(reason, Rift):
                self._hear_rift(reason, 0)
            else:
                self._retreating.recall(reason.partings)
                self._heed_retreats(0)

    def tick(self, now: float) -> list[Effect]:
        """Time goes on: say again what we have, and lose patience."""
        self._quorum.look_at(now)
        if self._quorum.waited - self._said_have >= HAVE_EVERY:
            self._say_have(None)
        if self.is_paused:
            self._quorum.be_patient()
        elif not self._ledger.complete:
            self._retreat()
        if not self.is_paused and self._seating.hasty:
            return self.lose_patience()
        return self.work_on()

    def lose_patience(self) -> list[Effect]:
        """Give up whoever is overdue, if anybody is: for a peer that has no person to ask."""
        if not self.is_paused and not self._ledger.complete:
            self._say(self._quorum.lose_patience())
        return self.work_on()

    def linked(self, peer: bytes) -> list[Effect]:
        """A link to a peer stands: tell it what we have."""
        self._say_have(peer)
        return self._drain()

    def command(self, command: Command) -> list[Effect]:
        """Whatever an interface asks for. A refusal is told to it, and changes nothing."""
        return obey(self, command)

    def play(self, seat: Seat, action: Action) -> list[Effect]:
        """A decision of a seat held here; raise Refused, and change nothing, if it cannot be."""
        self._talk.check_not_paused()
        memory, ledger = self._memory, self._ledger
        may_sign = seat in self._held and self._may_sign(seat)
        if not may_sign or memory.recall(ledger.number, seat) is not None:
            raise Refused("nothing is asked of this seat now")
        self._sign(seat, self._ledger.bridge.make(seat, action))
        return self.work_on()

    def say(self, seat: Seat, text: str) -> list[Effect]:
        """A line of chat of a seat held here."""
        return self._talk.say(seat, text, self._quorum.waited)

    def agree(self, to: Agreement) -> list[Effect]:
        """The people here propose this, or agree to what others have proposed."""
        self._effects += self._talk.agree(to)
        return self.work_on()

    def can_take_back(self, seat: Seat) -> int | None:
        """The step in which ``seat`` last decided, if all together may still go back to it."""
        return self._talk.can_take_back(seat)

    def go_on(self) -> list[Effect]:
        """The pause is over, as far as it takes one voice."""
        self._effects += self._talk.go_on()
        return self.work_on()

    def declare_absent(self, seat: Seat) -> list[Effect]:
        """The people here agree to go on without ``seat``, as far as they are concerned."""
        self._talk.check_not_paused()
        if seat not in self._quorum.overdue():
            raise Refused("the table is not waiting for this seat, or not long enough")
        self._say(self._quorum.go_without(seat))
        return self.work_on()

    def receive(self, peer: bytes, data: bytes) -> list[Effect]:
        """A message of a linked peer; raise PeerFault if no honest peer sends it."""
        message = decode_message(data)
        if not (isinstance(message, Have) or self._seating.signed.charter.seats_of(peer)):
            raise PeerFault(Fault.NOT_ASKED, "a watcher says more than what it has")
        match message:
            case Have():
                self._hear_have(peer, message)
            case Parts():
                self._hear_parts(message)
            case Chatted(line=line):
                self._effects += self._talk.hear_line(line, self._quorum.waited)
            case Steps(steps=steps):
                self._follow(peer, steps)
            case Rift():
                self._hear_rift(message, self._bound_by)
            case Retreats(partings=partings):
                self._retreating.hear(self._ledger, partings)
                self._heed_retreats(self._quorum.speaks_from)
        return self.work_on()

    def _hear_have(self, peer: bytes, have: Have) -> None:
        self._retreating.hear_from(peer, self._quorum.waited, have.step)
        if self._quorum.waited > UNDER_WAY_MAX:
            self._memory.hear(self._ledger, have, self._ledger.signed.charter.seats_of(peer))
        if self._pace.allows(peer, self._quorum.waited):
            self._answer(peer, have)

    def _hear_parts(self, parts: Parts) -> None:
        self._effects += self._talk.hear(parts.consents)
        place = None if self._ledger.complete else self._ledger.place
        for fork in self._court.find_late(parts.statements, place):
            self._effects += self._court.judge(fork)
        for statement in parts.statements:
            self._hear(statement)
        for entry in parts.entries:
            self._take(entry)

    # Going on.

    def work_on(self) -> list[Effect]:
        """Give what is due from here, and close complete steps; ``is_due`` says if more are."""
        self.is_due = False
        while not self._ledger.complete and not self.is_due:
            for seat in self._ledger.asked:
                if seat in self._held:
                    self._give(seat)
                elif seat in self._court.guilty:
                    self._say(self._quorum.give_up([seat]))
            gone = self._quorum.gone()
            if gone is None or set(self._ledger.asked) - gone:
                break
            self._ledger.declare_absent(gone)
            self._after(self._ledger.close(self._quorum.proof()))
            self.is_due = self._seating.one_step
        self._effects += self._talk.news()
        waiting = waiting_for(self._ledger, is_long=self._quorum.waits_long())
        if not self.is_due and waiting is not None and waiting != self._waiting:
            self._waiting = waiting
            self._effects.append(Tell(waiting))
        return self._drain()

    def _give(self, seat: Seat) -> None:
        ledger, bridge = self._ledger, self._ledger.bridge
        remembered = self._memory.recall(ledger.number, seat)
        if remembered is not None:
            # Signed before a restart: the very same entry goes out again. One that was signed on
            # steps which the table has superseded does not, and no other is signed in its place.
            if remembered.place == ledger.place:
                self._put(remembered)
            return
        if self.is_paused or not self._may_sign(seat):
            return
        agreed = self._talk.take_back() if bridge.needs_decision(seat) else ()
        if agreed:
            self._sign_wrapped(seat, entry_body.wrap_take_back(agreed))
        elif body := due_body(self._seating, ledger, seat, self._secrets[seat]):
            self._sign(seat, body)
        elif seat not in self._told:
            self._told.add(seat)
            assert bridge.request is not None
            self._effects.append(Tell(Asked(bridge.request, bridge.view(seat))))

    def _may_sign(self, seat: Seat) -> bool:
        """Whether an entry of the open step breaks no promise and cannot be a second one."""
        ledger = self._ledger
        return ledger.number >= self._retreating.promised and self._memory.may_sign(ledger, seat)

    def _sign(self, seat: Seat, body: bytes) -> None:
        """Sign, keep, send: in this order."""
        notes = self._returns.notes(self._ledger, self._court.guilty)
        self._sign_wrapped(seat, entry_body.wrap(body, notes))

    def _sign_wrapped(self, seat: Seat, wrapped: bytes) -> None:
        entry = sign_entry(self._seating.identity, self._ledger.place, seat, wrapped)
        self._has_signed(entry)
        self._effects.append(Keep(entry))
        self._put(entry)

    def _put(self, entry: Entry) -> None:
        self._ledger.accept(entry)
        self._send(None, Parts((entry,)))

    def _after(self, closed: Closed) -> None:
        """A step is closed: keep it, tell it, and begin the next."""
        if closed.step is not None:
            self._effects.append(KeepStep(closed.step))
        news = tidings(self._ledger, closed, self._held or (None,), is_news=not self._ended)
        self._effects += map(Tell, news)
        self._ended = self._ledger.bridge.over
        self._returns.close(closed.back)
        self._memory.close(self._ledger.number)
        self._told = set()
        self._quorum.begin(self._ledger)
        self._effects += self._talk.begin(self._ledger)
        last = max(self._memory.last_signed, self._retreating.promised - 1)
        notes = self._returns.come_back(self._ledger, last)
        if notes:
            self._send(None, Parts((), notes))
        ahead, self._ahead = self._ahead, {}
        for entry in ahead.values():
            self._take(entry)

    # Entries.

    def _take(self, entry: Entry) -> None:
        """An entry from a peer, for this step, one that is closed, or one to come."""
        ledger = self._ledger
        if entry.place.table != ledger.signed.table or entry.seat >= ledger.signed.seats:
            return
        if ledger.is_closed(entry.step):
            closed = ledger.chain.entry(entry.step, entry.seat)
            self._effects += self._court.compare(entry, closed)
        elif entry.step > ledger.number:
            self._keep_ahead(entry)
        elif entry.place.previous == ledger.chain.digest:
            self._take_now(entry)

    def _take_now(self, entry: Entry) -> None:
        seat = entry.seat
        if seat in self._ledger.entries:
            self._effects += self._court.compare(entry, self._ledger.entries[seat])
        elif seat not in self._ledger.asked:
            return
        elif seat in self._held:
            self._find_again(entry)
        elif seat in self._court.guilty and not self._quorum.is_saved(seat):
            # Whoever was caught once is not checked again and again: it costs us, not him.
            return
        elif not self._quorum.holds_off(entry):
            try:
                self._ledger.accept(entry)
            except PeerFault as fault:
                self._effects += self._court.convict(fault, entry)
            else:
                self._say(*self._quorum.speak_up_for(seat))

    def _find_again(self, entry: Entry) -> None:
        """Somebody has an entry of ours for the open step, of which we may not know."""
        if self._memory.is_lost(entry.step):
            self._ledger.accept(entry)
            self._has_signed(entry)
            self._effects.append(Keep(entry))

    def _keep_ahead(self, entry: Entry) -> None:
        """Keep at most one entry a seat for the step after this one; more is asked for again."""
        if entry.step == self._ledger.number + 1 and entry.seat not in self._ahead:
            check_entry(self._ledger.signed, entry)
            self._ahead[entry.seat] = entry

    # Absence.

    def _hear(self, statement: Statement) -> None:
        ledger, quorum = self._ledger, self._quorum
        if statement.kind is Kind.BACK:
            self._returns.hear(ledger, statement)
            return
        if ledger.is_closed(statement.step):
            # Also when all is over here: whoever was cut off still has to catch up.
            self._speak_up_late(statement)
        if ledger.complete or not quorum.is_news(statement):
            return
        fork = quorum.contradiction(statement)
        if fork is not None:
            self._rifts.note(fork)
            self._effects += self._court.judge(fork)
            return
        quorum.hear(statement)
        self._say(*quorum.speak_up(statement))
        if statement.kind in (Kind.OBJECT, Kind.CLOSED):
            self._say(quorum.restate())
            for late in quorum.released():
                self._take_now(late)

    def _speak_up_late(self, statement: Statement) -> None:
        """Somebody waits in a step that we have closed: tell it who takes part."""
        objections = self._quorum.speak_up_late(statement)
        self._say(objections.new, objections.entries)
        if objections.known:
            self._send(None, Parts(objections.entries, objections.known))

    def _follow(self, peer: bytes, steps: Sequence[bytes]) -> None:
        """Closed steps from a peer: the next ones, those we know, or some that supersede ours."""
        for at, data in enumerate(steps):
            ledger = self._ledger
            step = decode_step(data, ledger.signed.table, ledger.chain.digest)
            if ledger.is_closed(step.number):
                before = ledger.chain.digest_before(step.number)
                if self._look_back(peer, decode_step(data, ledger.signed.table, before)):
                    # What comes after belongs to another log.
                    break
            elif self._is_next(step, steps[at + 1 :]):
                for entry in step.entries:
                    self._effects += self._court.compare(entry, ledger.entries.get(entry.seat))
                self._after(ledger.adopt(step))

    def _is_next(self, step: Step, later: Sequence[bytes]) -> bool:
        """Whether we may close the open step like this, whatever we have stated."""
        ledger = self._ledger
        if step.number != ledger.number:
            # Nor one of a later age: without knowing why, a cheat could lead us astray by it.
            return False
        return self._quorum.allows(step) or are_left_out(ledger, self._held, step, later)

    # Two logs.

    def _look_back(self, peer: bytes, step: Step) -> bool:
        """A peer closed this step, which is closed here too; return whether in another way."""
        ledger, rifts = self._ledger, self._rifts
        ours = ledger.chain.closed(step.number)
        if ours is None or ours == step:
            return False
        forks = rifts.forks_between(ledger, step, self._quorum.said_in(ledger.place_of(ours)))
        for found in forks:
            self._effects += self._court.judge(found)
        sender = frozenset(ledger.signed.charter.seats_of(peer)) - self._court.guilty
        if question := rifts.ask(ledger, step.number, forks, sender, self._bound_by):
            if self._asking.allows(question.place.previous, self._quorum.waited):
                self._send(None, question)
        elif ours.absent < step.absent or rifts.is_to_follow(ledger, step.number, forks, sender):
            self._supersede(step)
        return True

    def _hear_rift(self, rift: Rift, last_signed: int) -> None:
        """Somebody asks who closed a step otherwise than he did, or proves that two did."""
        if self._rifts.concerns(self._ledger, rift):
            check_rift(self._ledger.signed, rift)
            self._effects += self._court.judge(rift.fork)
            proof = self._rifts.hear(self._ledger, rift, last_signed)
            if proof is not None:
                self._mend(proof)

    def _mend(self, rift: Rift) -> None:
        """The table has parted: go on without whoever split it."""
        self._rifts.mended = rift
        self._take_up((rift,), rift, rift.age, rift.fork.seat)

    def _retreat(self) -> None:
        """Give a step up that leads nowhere, or that others give up while we wait."""
        quorum, retreating = self._quorum, self._retreating
        joins = quorum.waits_long() and retreating.are_waited_for(self._ledger)
        guilty = frozenset(self._court.guilty)
        is_cheated = quorum.waits_long(STUCK) and not guilty.isdisjoint(self._ledger.asked)
        if not (joins or is_cheated or quorum.is_stuck()):
            return
        spoke = None if is_cheated or joins else quorum.spoke
        stuck = Stuck(self._last_signed, quorum.waited, spoke, guilty)
        retreat = retreating.retreat(self._ledger, stuck)
        if retreat is not None:
            self._effects.append(Keep(retreat))
            self._send(None, Retreats(retreating.heard(self._ledger)))
            self._heed_retreats(quorum.speaks_from)

    def _heed_retreats(self, last_signed: int) -> None:
        """Enough have given a step up: so do we."""
        self._quorum.bound_until = self._retreating.promised
        proof = self._retreating.proof(self._ledger, last_signed)
        if proof:
            self._take_up(proof, Retreats(proof), age_in(proof))

    def _take_up(
        self,
        proof: Sequence[Rift] | Sequence[Parting],
        reason: Rift | Retreats,
        age: int,
        guilty: Seat | None = None,
    ) -> None:
        """Take a step up again in another age, like everybody else."""
        number = self._ledger.open_at(proof[0].place)
        assert number is not None
        is_lost = number == self._lost_from and age <= age_of(number) + 1
        if reason not in self._reasons:
            self._effects += map(Keep, proof)
            self._reasons.append(reason)
        self._go_back(number)
        self._ledger.begin_age(age)
        for seat in self._held or (None,):
            self._effects.append(Tell(Mended(number, guilty, self.view(seat))))
        self._send(None, reason)
        self._after(NOTHING)
        if is_lost:
            self._forget()

    def _go_back(self, number: int) -> None:
        """Let the log end before step ``number``; what we signed since is not forgotten."""
        taken = self._ledger.chain.since(number)
        for entry in (entry for old in taken for entry in old.entries):
            if entry.seat in self._held:
                self._memory.keep(entry)
        self._ahead = {}
        if taken:
            ledger = self._new_ledger()
            for known in self._ledger.chain.steps[: -len(taken)]:
                ledger.adopt(known)
            self._ledger = ledger
            self._effects.append(RollBack(number))

    def _supersede(self, step: Step) -> None:
        """The others closed a step without more peers than we did: their closing counts.

        Nobody whose word it took went on from ours (decision 0015), so the steps that we closed
        since lead nowhere.
        """
        self._go_back(step.number)
        closed = self._ledger.adopt(step)
        self._effects.append(Tell(Superseded(step.number)))
        self._after(closed)
