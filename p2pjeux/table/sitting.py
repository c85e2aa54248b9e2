"""One peer at one table, as a machine without I/O: commands, messages and time in, effects out.

A peer may hold several seats, or none and watch. All that it signs is kept before it is sent, and
all that it knows follows from the log, what it signed, and its table secret.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.fair.transcript import derive_bytes
from p2pjeux.log.consent import Consent
from p2pjeux.log.entry import Entry, check_entry, sign_entry
from p2pjeux.log.statement import Kind, Statement
from p2pjeux.log.step import Step, decode_step
from p2pjeux.rules.contract import View
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.source import SeededSource
from p2pjeux.table import parcel
from p2pjeux.table.catch_up import Pace, lacking_parts, lacking_steps, partings
from p2pjeux.table.closing import closing_body
from p2pjeux.table.commands import obey
from p2pjeux.table.court import Court
from p2pjeux.table.effects import Effect, Keep, KeepStep, RollBack, Send, Tell
from p2pjeux.table.events import (
    Agreement,
    Asked,
    Command,
    Ended,
    Happened,
    Left,
    Returned,
    Superseded,
    TookBack,
    Waiting,
)
from p2pjeux.table.ledger import Closed, Ledger
from p2pjeux.table.memory import Memory
from p2pjeux.table.messages import (
    Chatted,
    Have,
    Message,
    Parts,
    Steps,
    decode_message,
    encode_message,
)
from p2pjeux.table.quorum import Quorum
from p2pjeux.table.returns import Returns
from p2pjeux.table.seating import Seating, seat_secret
from p2pjeux.table.talk import Talk
from p2pjeux.table.waits import waiting_for

# How often a peer says what it has while it waits, in seconds.
HAVE_EVERY: Final = 1.0


class Sitting:
    """Every public method returns the effects that it asks for, in their order."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        signed = seating.signed
        self._held = signed.charter.seats_of(seating.identity.public)
        self._secrets = {
            seat: seat_secret(seating.secret, signed.table, seat) for seat in self._held
        }
        self._ledger = self._new_ledger()
        self._effects: list[Effect] = []
        self._quorum = Quorum(self._ledger, seating.identity)
        self._talk = Talk(self._ledger, seating.identity, self.persons, seating.first_line)
        self._said_have = 0.0
        self._pace = Pace()
        self._memory = Memory(self._held)
        self._court = Court(signed)
        self._returns = Returns(seating.identity, self._held)
        self._ahead: dict[Seat, Entry] = {}
        # Seats held here that have been told that they are asked in the open step.
        self._told: set[Seat] = set()
        # Whether a step was closed and the next one not yet looked at.
        self.is_due = False
        self._ended = False
        # What the interface was last told about whom the table waits for.
        self._waiting: Waiting | None = None

    def _new_ledger(self) -> Ledger:
        return Ledger(self._seating.signed, self._seating.game, self._secrets)

    @property
    def ledger(self) -> Ledger:
        return self._ledger

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that the table waits for."""
        return self._ledger.asked

    def view(self, seat: Seat | None) -> View[Any]:
        return self._ledger.bridge.view(seat)

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats of people, not bots, at this machine."""
        return tuple(seat for seat in self._held if seat not in self._seating.bots)

    @property
    def is_paused(self) -> bool:
        return self._talk.is_paused

    # What comes in.

    def start(
        self,
        now: float,
        steps: Sequence[Step] = (),
        signed: Iterable[Entry | Statement | Consent] = (),
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
            self._memory.forget(self._ledger.number)
            self._quorum.forget()
        return self.work_on()

    def _has_signed(self, entry: Entry) -> None:
        """Whoever signs for a step has closed all before it, and states no more about those."""
        self._memory.keep(entry)
        self._quorum.speaks_from = max(self._quorum.speaks_from, entry.step)

    def tick(self, now: float) -> list[Effect]:
        """Time goes on: say again what we have, and lose patience."""
        self._quorum.look_at(now)
        if self._quorum.waited - self._said_have >= HAVE_EVERY:
            self._say_have(None)
        if self.is_paused:
            self._quorum.be_patient()
        elif self._seating.hasty:
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
        if seat not in self._held or memory.recall(ledger.number, seat) is not None:
            raise Refused("nothing is asked of this seat now")
        if not memory.may_sign(ledger, seat):
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
                seats = self._seating.signed.charter.seats_of(peer)
                self._memory.hear(self._ledger, message, seats)
                if self._pace.allows(peer, self._quorum.waited):
                    self._answer(peer, message)
            case Parts():
                self._effects += self._talk.hear(message.consents)
                for statement in message.statements:
                    self._hear(statement)
                for entry in message.entries:
                    self._take(entry)
            case Chatted(line=line):
                self._effects += self._talk.hear_line(line, self._quorum.waited)
            case Steps(steps=steps):
                for step in steps:
                    self._follow(step)
        return self.work_on()

    # Going on.

    def _drain(self) -> list[Effect]:
        effects, self._effects = self._effects, []
        return effects

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
        if not self.is_due:
            self._tell_waiting()
        return self._drain()

    def _tell_waiting(self) -> None:
        """Tell for whom the table waits, whenever that changes."""
        waiting = waiting_for(self._ledger, is_long=self._quorum.waits_long())
        if waiting is not None and waiting != self._waiting:
            self._waiting = waiting
            self._effects.append(Tell(waiting))

    def _give(self, seat: Seat) -> None:
        ledger, bridge = self._ledger, self._ledger.bridge
        remembered = self._memory.recall(ledger.number, seat)
        if remembered is not None:
            # Signed before a restart: the very same entry goes out again. One that was signed on
            # steps which the table has superseded does not, and no other is signed in its place.
            if remembered.place == ledger.place:
                self._put(remembered)
            return
        if self.is_paused or not self._memory.may_sign(ledger, seat):
            return
        if bridge.over:
            secret = self._secrets[seat] if self._seating.open_secrets else None
            self._sign(seat, closing_body(ledger.outcome, secret))
        elif not bridge.needs_decision(seat):
            self._sign(seat, bridge.make(seat))
        elif agreed := self._talk.take_back():
            self._sign_wrapped(seat, parcel.wrap_take_back(agreed))
        elif seat in self._seating.bots:
            source = SeededSource(derive_bytes(self._secrets[seat], "bot", ledger.number))
            self._sign(seat, bridge.make(seat, bridge.game.bot(bridge.view(seat), source)))
        elif seat not in self._told:
            self._told.add(seat)
            assert bridge.request is not None
            self._effects.append(Tell(Asked(bridge.request, bridge.view(seat))))

    def _sign(self, seat: Seat, body: bytes) -> None:
        """Sign, keep, send: in this order."""
        notes = self._returns.notes(self._ledger, self._court.guilty)
        self._sign_wrapped(seat, parcel.wrap(body, notes))

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
        for happening in closed.happenings:
            for seat in self._held or (None,):
                self._effects.append(Tell(Happened(happening, self.view(seat))))
        if closed.taken_back is not None:
            for seat in self._held or (None,):
                self._effects.append(Tell(TookBack(self.view(seat))))
        self._effects += [Tell(Left(seat)) for seat in sorted(closed.gone)]
        self._effects += [Tell(Returned(seat)) for seat in sorted(closed.back)]
        self._returns.close(closed.back)
        if self._ledger.bridge.over and not self._ended:
            self._ended = True
            for seat in self._held or (None,):
                self._effects.append(Tell(Ended(self.view(seat))))
        self._memory.close(self._ledger.number)
        self._told = set()
        self._quorum.begin(self._ledger)
        self._effects += self._talk.begin(self._ledger)
        notes = self._returns.come_back(self._ledger, self._memory.last_signed)
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

    def _say(self, statements: tuple[Statement, ...], entries: tuple[Entry, ...] = ()) -> None:
        """What we state is kept before anybody hears it, like an entry."""
        self._effects += [Keep(statement) for statement in statements]
        if statements:
            self._send(None, Parts(entries, statements))

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
        chain, number = self._ledger.chain, statement.step
        closed = next((step for step in chain.since(number)[:1] if step.number == number), None)
        if closed is None or statement.place.previous != chain.digest_before(number):
            return
        known, new = self._quorum.speak_up_late(statement, closed)
        entries = tuple(entry for entry in closed.entries if entry.seat in statement.subjects)
        self._say(new, entries)
        if known:
            self._send(None, Parts(entries, known))

    # Anti-entropy.

    def _send(self, peer: bytes | None, message: Message) -> None:
        """Send to one or to all. A watcher only ever says what it has: nobody waits for it."""
        if self._held or isinstance(message, Have):
            self._effects.append(Send(peer, encode_message(message)))

    def _say_have(self, peer: bytes | None) -> None:
        ledger = self._ledger
        self._said_have = self._quorum.waited
        held = tuple(sorted(ledger.entries))
        said = self._talk.digest(self._quorum.digest)
        self._send(peer, Have(ledger.number, ledger.chain.digest, held, said))

    def _answer(self, peer: bytes, have: Have) -> None:
        """Send a peer what it lacks and we have."""
        ledger = self._ledger
        is_here = (have.step, have.digest) == (ledger.number, ledger.chain.digest)
        if have.step >= ledger.number and not is_here and self._quorum.statements:
            # What keeps us from following may be what we have stated: let it object to that.
            self._send(peer, Parts((), self._quorum.statements))
        if have.step > ledger.number:
            # Perhaps it is on its own there, and we have gone on without it.
            lacking = partings(ledger)
        elif is_here:
            same = self._talk.digest(self._quorum.digest) == have.said
            statements = () if same else self._quorum.statements
            consents = () if same else self._talk.consents
            said = statements + self._returns.statements
            lacking = lacking_parts(ledger, have, said, consents)
        else:
            lacking = lacking_steps(ledger, have)
        if lacking is not None:
            self._send(peer, lacking)

    def _follow(self, data: bytes) -> None:
        """A closed step from a peer: the next one, one we know, or one that supersedes ours."""
        ledger = self._ledger
        step = decode_step(data, ledger.signed.table, ledger.chain.digest)
        if ledger.is_closed(step.number):
            self._look_back(
                decode_step(data, ledger.signed.table, ledger.chain.digest_before(step.number))
            )
        elif step.number == ledger.number and self._quorum.allows(step):
            self._after(ledger.adopt(step))

    def _look_back(self, step: Step) -> None:
        """A peer closed this step, which is closed here too, perhaps in another way."""
        ours = next(iter(self._ledger.chain.since(step.number)[:1]), None)
        if ours is None or ours.number != step.number or ours == step:
            return
        self._effects += self._court.compare_steps(ours, step)
        if ours.absent < step.absent:
            self._supersede(step)

    def _supersede(self, step: Step) -> None:
        """The others closed a step without more peers than we did: their closing counts.

        Nobody whose word it took went on from ours (decision 0015), so the steps that we closed
        since lead nowhere.
        """
        ledger = self._new_ledger()
        for known in self._ledger.chain.steps:
            if known.number < step.number:
                ledger.adopt(known)
        closed = ledger.adopt(step)
        taken = self._ledger.chain.since(step.number)
        for entry in (entry for old in taken for entry in old.entries):
            if entry.seat in self._held:
                self._memory.keep(entry)
        self._ledger = ledger
        self._ahead = {}
        self._effects += [RollBack(step.number), Tell(Superseded(step.number))]
        self._after(closed)
