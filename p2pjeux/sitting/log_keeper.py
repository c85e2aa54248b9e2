"""Ledger and agreement, kept in step: entries go to both, and what the one closes the other closes.

Everything that reaches a peer about the log comes through here, and everything that follows from
it for the log goes out from here. What is due from the seats held here is not known here.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from p2pjeux.agree.assembly import Assembly
from p2pjeux.agree.effects import (
    Caught,
    Certified,
    Doing,
    Durable,
    Overruled,
    PassOn,
    Settled,
    Spread,
)
from p2pjeux.agree.promises import Promises
from p2pjeux.errors import PeerFault
from p2pjeux.log.ballot import Ballot
from p2pjeux.log.conviction import Conviction, find_conviction
from p2pjeux.log.entry import Entry, check_entry
from p2pjeux.log.step import Step, decode_step, read_number
from p2pjeux.rules.requests import Seat
from p2pjeux.sitting.evidence import Evidence
from p2pjeux.sitting.outgoing import Outgoing
from p2pjeux.table.effects import Keep, KeepStep, RollBack
from p2pjeux.table.events import Mended
from p2pjeux.table.ledger import Closed, Ledger
from p2pjeux.table.seating import Seating

# A liar's further entries for one step are judged so often; each costs us more than him.
WRONG_MAX: Final = 3


class LogKeeper:
    """``closed`` are the steps that have closed since it was last emptied."""

    def __init__(
        self, seating: Seating, secrets: dict[Seat, bytes], promises: Promises, out: Outgoing
    ) -> None:
        self._seating, self._secrets = seating, secrets
        self._promises = promises
        self._out = out
        self.evidence = Evidence(seating.signed)
        self.ledger = self._new_ledger()
        self.assembly = Assembly(seating.signed, promises)
        # Whether a step was settled since this was last looked at.
        self.has_settled = False
        self.now = 0.0
        self.closed: deque[Closed] = deque()
        # Entries of the step after the open one, one of each seat.
        self._ahead: dict[Seat, Entry] = {}
        # The further entries of each seat that were judged in the open step, by their digests.
        self._tried: dict[Seat, set[bytes]] = {}
        self._doings: deque[Doing] = deque()
        self._is_doing = False

    def _new_ledger(self) -> Ledger:
        return Ledger(self._seating.signed, self._seating.game, self._secrets)

    # What comes in.

    def begin(self) -> None:
        """The open step is open to the agreement too."""
        ledger = self.ledger
        if ledger.complete:
            return
        self._tried = {}
        self.do(
            self.assembly.begin(
                ledger.place,
                ledger.present,
                ledger.due,
                can_lose=ledger.can_replace,
                now=self.now,
            )
        )
        ahead, self._ahead = self._ahead, {}
        for entry in ahead.values():
            self.take(entry)

    def hear(self, records: Iterable[Ballot]) -> None:
        self.do(self.assembly.hear(records, self.now))

    def convict(self, conviction: Conviction) -> None:
        """Proof that somebody passes on; raise PeerFault if it is false."""
        self.do(self.assembly.convict(conviction, self.now))

    def go_without(self, seats: Iterable[Seat]) -> None:
        self.do(self.assembly.go_without(seats, self.now))

    def tick(self, now: float) -> None:
        self.now = now
        self.do(self.assembly.tick(now))

    # Entries.

    def take(self, entry: Entry, *, is_chosen: bool = False) -> None:
        """An entry for the open step, for one that is closed, or for one to come.

        ``is_chosen`` if a quorum says that the step is closed with it.
        """
        ledger = self.ledger
        if entry.place.table != ledger.signed.table or entry.seat >= ledger.signed.seats:
            return
        if ledger.is_closed(entry.step):
            self._take_late(entry)
        elif entry.step > ledger.number:
            self._keep_ahead(entry)
        elif entry.place == ledger.place:
            self._take_now(entry, is_chosen=is_chosen)

    def _take_late(self, entry: Entry) -> None:
        """One that differs from the one in the log convicts its seat, and may be in a rival."""
        ours = self.ledger.chain.entry(entry.step, entry.seat)
        if entry == ours or not (ours is None or ours.place == entry.place):
            return
        if entry.place in self.assembly.places:
            check_entry(self.ledger.signed, entry)
            self.do(self.assembly.hold(entry, self.now))
        elif ours is not None and (found := find_conviction(ours, entry)):
            self.convict(found)

    @property
    def is_ahead(self) -> bool:
        """Whether entries wait to be looked at when the open step closes."""
        return bool(self._ahead)

    def _keep_ahead(self, entry: Entry) -> None:
        """Keep at most one entry a seat for the step after this one; more is asked for again."""
        if entry.step == self.ledger.number + 1 and entry.seat not in self._ahead:
            check_entry(self.ledger.signed, entry)
            self._ahead[entry.seat] = entry

    def _take_now(self, entry: Entry, *, is_chosen: bool) -> None:
        ledger, seat = self.ledger, entry.seat
        if seat not in ledger.due or ledger.entries.get(seat) == entry:
            return
        is_further = seat in ledger.entries or seat in self.evidence.guilty
        tried = self._tried.setdefault(seat, set())
        if is_further and not is_chosen and (entry.digest in tried or len(tried) >= WRONG_MAX):
            return
        tried.add(entry.digest)
        try:
            (ledger.check if seat in ledger.entries else ledger.accept)(entry)
        except PeerFault as fault:
            self._show_wrong(fault, entry)
            return
        if seat in self._promises.held:
            self._find_again(entry)
        self.do(self.assembly.hold(entry, self.now))

    def _find_again(self, entry: Entry) -> None:
        """Somebody has an entry of ours of which we did not know: we sign no other now."""
        if self._promises.given(entry.place).entries.get(entry.seat) is None:
            self._promises.recall(entry)
            self._out.do([Keep((entry,))])

    def put_own(self, entry: Entry, kept: Durable) -> None:
        """An entry of a seat held here that was signed just now, or before a restart."""
        self._out.do([Keep(kept.records)])
        self.ledger.accept_own(entry)
        below = self.ledger.chain.steps[-1:]
        if below and (self.ledger.gives_light or self.ledger.bridge.has_shown(entry.seat)):
            # What is shown now, nobody can hide again: whatever another closing of the step below
            # would need of us, it does not get.
            self._promises.light(below[0].place)
        self._out.say(entry)
        self.do(self.assembly.hold(entry, self.now))

    def _show_wrong(self, fault: PeerFault, entry: Entry) -> None:
        found = self.evidence.show_wrong(fault, entry)
        if found:
            self._out.do(found)
            # Everybody shall see what convicts, and leave out whoever sent it.
            self._out.say(entry)
            self._blame()

    def _blame(self) -> None:
        self.do(self.assembly.blame(self.evidence.guilty, self.now))

    # Closed steps.

    def offer(self, step: Step, upon: Iterable[Seat] = ()) -> None:
        """A closed step of somebody's log: the open one, or a rival of one that is closed here.

        Raises PeerFault if nothing shows that it was closed so.
        """
        if step.certificate is None:
            return
        for entry in step.entries:
            self.take(entry, is_chosen=True)
        took = self.assembly.take(step.place, step.closing, step.certificate, self.now, upon)
        self.do(took)

    def follow(self, steps: Sequence[bytes]) -> None:
        """Closed steps from a peer, one after the other: the next, those we know, or rivals."""
        signed, previous = self.ledger.signed, None
        found: list[Step] = []
        for data in steps:
            before = previous or self.ledger.chain.digest_before(read_number(data))
            if before is None:
                break
            step = decode_step(data, signed.table, before)
            previous = step.digest
            found.append(step)
        for at, step in enumerate(found):
            ours = self.ledger.chain.closed(step.number)
            if ours is None:
                if step.place != self.ledger.place:
                    break
                self.offer(step)
            elif ours.digest != step.digest and ours.place == step.place:
                self.offer(step, self._signers(found[at + 1 :]))

    def _signers(self, steps: Iterable[Step]) -> set[Seat]:
        """Who has signed anything in these steps; raise PeerFault if a signature does not hold."""
        signers: set[Seat] = set()
        for step in steps:
            accepts = () if step.certificate is None else step.certificate.accepts(step.digest)
            for record in (*step.entries, *accepts):
                record.check(self.ledger.signed)
                signers.add(record.seat)
        return signers

    # What the agreement asks for.

    def do(self, doings: Iterable[Doing]) -> None:
        """One after the other: what follows from one comes after all that was asked before it."""
        self._doings += doings
        if self._is_doing:
            return
        self._is_doing = True
        try:
            while self._doings:
                self._do_one(self._doings.popleft())
        finally:
            self._is_doing = False

    def _do_one(self, one: Doing) -> None:
        match one:
            case Durable(records=records):
                self._out.do([Keep(records)])
            case Spread(records=records):
                self._out.say(*records)
            case PassOn(entries=entries):
                self._out.say(*entries)
            case Certified():
                self._close(one)
            case Overruled():
                self._take_up(one)
            case Settled():
                # Light may be given from now on; whoever has some to give asks the agreement.
                self.has_settled = True
            case Caught(conviction=conviction):
                self._out.do(self.evidence.convict(conviction))
                self._out.show(conviction)
                self._blame()

    def _close(self, one: Certified) -> None:
        if one.place != self.ledger.place:
            return
        closing = one.closing
        entries = [self.assembly.entry(one.place, digest) for _, digest in closing.entries]
        self._after(self.ledger.close(entries, closing.absent, one.certificate))

    def _after(self, closed: Closed) -> None:
        self._out.do([KeepStep(closed.step)])
        self.closed.append(closed)
        self.begin()

    def _take_up(self, one: Overruled) -> None:
        """A cheat has had a step closed twice, and the other closing holds: go on from that."""
        number, closing = one.place.step, one.closing
        before = self.ledger.chain.steps[:number]
        entries = [self.assembly.entry(one.place, digest) for _, digest in closing.entries]
        self.ledger = self._new_ledger()
        for step in before:
            self.ledger.adopt(step, is_certified=False)
        self._ahead = {}
        self.closed.clear()
        self._out.do([RollBack(number)])
        closed = self.ledger.adopt(
            Step(one.place, tuple(entries), closing.absent, one.certificate), is_certified=False
        )
        guilty = min(self.evidence.guilty, default=None)
        for seat in tuple(sorted(self._promises.held)) or (None,):
            self._out.tell(Mended(number, guilty, self.ledger.bridge.view(seat)))
        self._after(closed)
