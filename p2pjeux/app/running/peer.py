"""One peer at one table, at work: a sitting, its files, and where its messages go.

The sitting decides; here its effects are done, in their order, one call at a time. Calls may take
hundreds of milliseconds of cryptography, and a sync as long as a disk likes, so both run in a
worker thread. What takes a moment is done at once: to go to a thread and back takes longer.
"""

import math
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Final

import trio

from p2pjeux.app.running.late_guest import LateGuest
from p2pjeux.log.signed import Signed
from p2pjeux.rules.contract import Outcome
from p2pjeux.rules.requests import Seat
from p2pjeux.sitting.sitting import Sitting
from p2pjeux.store.table import TableFiles
from p2pjeux.table.effects import Effect, Keep, KeepEvidence, KeepStep, Regain, RollBack, Send, Tell
from p2pjeux.table.events import (
    Advised,
    Asked,
    Away,
    Cheated,
    Command,
    Declined,
    Ended,
    Event,
    Happened,
    Leave,
    Left,
    Mended,
    NotLegal,
    Past,
    Play,
    Reached,
    Recalled,
    Returned,
    Say,
    TookBack,
    Waiting,
)
from p2pjeux.table.messages import STEPS_MAX, Have, Steps, decode_message, encode_message
from p2pjeux.table.seating import Seating

# How often a sitting is told the time.
TICK: Final = 0.5
# Links take a moment; who is not there after so long is not there yet.
COMING: Final = 3.0
# After the game others may still lack the last step; this long we stay to give it to them.
STAY_LINKED: Final = 20.0
STAY_UNLINKED: Final = 5.0

# A longer message may bring what takes long to check.
LIGHT_SIZE_MAX: Final = 4096
# So many times the table's patience bots wait for somebody who is linked: a person thinks.
THINKING: Final = 4

Post = Callable[[bytes | None, bytes], None]


@dataclass(frozen=True, slots=True)
class Outside:
    """Where messages go, by the key of a peer or to all, and which peers are linked now."""

    send: Post
    linked: Callable[[], frozenset[bytes]]


# A table at which all seats are in this process.
NOBODY: Final = Outside(lambda _peer, _message: None, frozenset)


class Peer:
    """``people`` are the seats of persons at this machine; a bot plays the others held here."""

    def __init__(
        self, seating: Seating, files: TableFiles, outside: Outside, people: Iterable[Seat]
    ) -> None:
        self.signed = seating.signed
        self.people = tuple(people)
        self._me = seating.identity.public
        self._held = seating.signed.charter.seats_of(self._me)
        self._sitting = Sitting(seating)
        self._files = files
        self._outside = outside
        self._turn = trio.Lock()
        # Whose eyes see what happens: the person asked last, or any seat held here.
        self._eyes: Seat | None = next(iter((*self.people, *self._held)), None)
        # The question before the people, and those that wait behind it.
        self._open: Seat | None = None
        self._behind: deque[Asked] = deque()
        # An interface may be slow, a table may not: what is told waits here.
        self._tell, self._told = trio.open_memory_channel[Event](math.inf)
        # Who of the others is not linked, and why.
        self._away: dict[bytes, Away] = {}
        # Since when we sit here, until it was told who has not come.
        self._came: float | None = None
        # For whom the table waits, and since when it has waited for long.
        self._waiting: Waiting | None = None
        self._long_since = 0.0
        # Who looks on, and wants the last step too.
        self.watchers: set[bytes] = set()
        # Up to where they were shown the log as it was played; for the rest they ask.
        self._shown = 0
        # Who has the whole log, and who said goodbye after the game.
        self._served: set[bytes] = set()
        self._news = trio.Event()
        self.complete = trio.Event()
        # Seats of bots here for which people at other machines decide.
        self._lent: set[Seat] = set()
        # Whether a command is about something else than the game, and done.
        self.heed: Callable[[Command], Awaitable[bool]] | None = None
        # The person here who decides for a bot at another machine.
        self.guest: LateGuest | None = None

    # What comes in.

    async def start(self) -> None:
        """Sit down, or take up what is on disk; what happened before is told in one event."""
        kept = self._files.recovered
        assert kept is not None
        now = trio.current_time()
        effects = await self._work(
            lambda: self._sitting.start(now, kept.steps, kept.records, forgetful=kept.forgetful)
        )
        self._do(self._recalling(effects) if kept.steps else effects)
        self._came = now
        await self._take(self._sitting.work_on)

    def _recalling(self, effects: Iterable[Effect]) -> list[Effect]:
        """The same, with all that has happened before told as one event."""
        rest: list[Effect] = []
        past: list[Past] = []
        for effect in effects:
            match effect:
                case Tell(
                    event=Happened(view=view) | TookBack(view=view) | Mended(view=view) as event
                ):
                    # The same thing is told for every seat held here.
                    past += [event] if view.seat == self._eyes else []
                case Tell(event=Left() | Returned() | Cheated() as event):
                    past.append(event)
                case _:
                    rest.append(effect)
        return [Tell(Recalled(tuple(past))), *rest]

    async def receive(self, peer: bytes, message: bytes) -> None:
        """A message of a linked peer; raise PeerFault if no honest peer sends it."""
        is_light = self._sitting.is_light and len(message) <= LIGHT_SIZE_MAX
        await self._take(lambda: self._sitting.receive(peer, message), is_light=is_light)
        if self.complete.is_set():
            said = decode_message(message)
            if isinstance(said, Have) and said.digest == self._sitting.ledger.chain.digest:
                self._serve(peer)

    async def linked(self, peer: bytes) -> None:
        await self._take(lambda: self._sitting.linked(peer))
        away = self._away.pop(peer, None)
        if away is not None:
            for seat in self.signed.charter.seats_of(peer):
                self._tell.send_nowait(Reached(seat, is_linked=True, away=away))

    def unlinked(self, peer: bytes, away: Away) -> None:
        self._say_away(peer, away)
        self._sitting.unlinked(peer)
        if away is Away.LEFT and self.complete.is_set():
            self._serve(peer)

    async def give_all(self, peer: bytes) -> None:
        """Return when a peer has said that it has the whole log, or is not linked any more."""
        await self.linked(peer)
        while peer not in self._served and peer not in self._away:
            await self._news.wait()

    @property
    def is_seated(self) -> bool:
        """Whether anything is held here, be it by bots; otherwise we look on."""
        return bool(self._held)

    @property
    def _others(self) -> set[bytes]:
        """Everybody else who has a seat."""
        return {one.public for one in self.signed.charter.seats} - {self._me}

    def _serve(self, peer: bytes) -> None:
        self._served.add(peer)
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = trio.Event()

    def _say_away(self, peer: bytes, away: Away) -> None:
        if peer not in self._away and self._outside is not NOBODY:
            self._away[peer] = away
            self._wake()
            for seat in self.signed.charter.seats_of(peer):
                self._tell.send_nowait(Reached(seat, is_linked=False, away=away))

    async def tick(self) -> None:
        """Tell the sitting the time until cancelled."""
        while True:
            await trio.sleep(TICK)
            now = trio.current_time()
            self._say_who_lacks(now)
            await self._take(partial(self._sitting.tick, now))
            if self._is_out_of_patience(now):
                await self._take(self._sitting.lose_patience)

    def _say_who_lacks(self, now: float) -> None:
        if self._came is not None and now - self._came >= COMING:
            self._came = None
            for peer in self._others - self._outside.linked():
                self._say_away(peer, Away.NOT_YET)

    def _is_out_of_patience(self, now: float) -> bool:
        """Whether bots, with no person to ask, should go on without somebody.

        Not without somebody who is linked and merely thinks, unless that takes very long.
        """
        waiting = self._waiting
        if self.people or not self._held or waiting is None or not waiting.is_long:
            self._long_since = now
            return False
        charter = self.signed.charter
        lacking = {charter.seats[seat].public for seat in waiting.lacking}
        is_lost = bool(lacking - self._outside.linked() - {self._me})
        return is_lost or now - self._long_since > THINKING * charter.patience

    # Seats of bots in the hands of people.

    async def lend(self, seat: Seat) -> None:
        """From the next step on somebody at another machine decides for a bot here."""
        self._lent.add(seat)
        await self._take(lambda: self._sitting.lend(seat))

    async def reclaim(self, seat: Seat) -> None:
        self._lent.discard(seat)
        await self._take(lambda: self._sitting.reclaim(seat))

    async def decide(self, command: Play | Say) -> str | None:
        """Do what somebody at another machine has decided; return why not, if it was refused."""
        effects = await self._work(lambda: self._sitting.command(command))
        told = [effect.event for effect in effects if isinstance(effect, Tell)]
        refused = [event for event in told if isinstance(event, NotLegal)]
        self._do(one for one in effects if not (isinstance(one, Tell) and one.event in refused))
        await self._take(self._sitting.work_on)
        return str(refused[0].refusal) if refused else None

    def sit_for(self, guest: LateGuest) -> None:
        """Whoever is here decides for a bot at another machine, and sees its hand."""
        self.guest, self._eyes = guest, guest.seat

    def tell(self, event: Event) -> None:
        """Tell the people here something that the sitting knows nothing of."""
        self._tell.send_nowait(event)

    # The interface.

    def advise(self, text: str) -> None:
        """Tell the people here something about the way to the others."""
        self._tell.send_nowait(Advised(text))

    async def play(
        self,
        events: trio.MemorySendChannel[Event],
        commands: trio.MemoryReceiveChannel[Command],
    ) -> None:
        """Be the task of a seat for an interface, until the person leaves or the commands end."""
        # Closed without a pause: whoever is told the end must not cancel a failure away.
        with events, commands:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._forward, events)
                async for command in commands:
                    if isinstance(command, Leave):
                        break
                    await self._obey(command)
                nursery.cancel_scope.cancel()

    async def _forward(self, events: trio.MemorySendChannel[Event]) -> None:
        async for event in self._told:
            await events.send(event)

    async def _obey(self, command: Command) -> None:
        if isinstance(command, Play | Say) and command.seat is None:
            # Of several people here it is the one before the machine.
            command = replace(command, seat=self._eyes)
        if self.heed is not None and await self.heed(command):
            return
        is_light = isinstance(command, Play) and self._sitting.is_light
        effects = await self._work(lambda: self._sitting.command(command), is_light=is_light)
        if not isinstance(command, Play):
            effects = [_not_about_a_decision(one) for one in effects]
        elif command.seat == self._open:
            refused = [one for one in effects if isinstance(one, Tell)]
            if not any(isinstance(one.event, NotLegal) for one in refused):
                self._open = None
        self._do(effects)
        self._ask_next()
        if self._sitting.is_due:
            await self._take(self._sitting.work_on)

    # Effects.

    async def _take(self, call: Callable[[], list[Effect]], *, is_light: bool = False) -> None:
        self._do(await self._work(call, is_light=is_light))
        while self._sitting.is_due:
            self._do(await self._work(self._sitting.work_on))

    async def _work(
        self, call: Callable[[], list[Effect]], *, is_light: bool = False
    ) -> list[Effect]:
        """The effects of a call that are left to do once all that is to be kept is on disk."""
        async with self._turn:
            if not is_light:
                return await trio.to_thread.run_sync(self._run, call)
            effects = call()
            if not self._sitting.ledger.complete and all(
                isinstance(effect, Send | Tell | KeepStep) for effect in effects
            ):
                # A closed step is not synced: that waits until something is signed upon it.
                return self._run(lambda: effects)
            # What was signed is kept even if we are cancelled: the sitting will say it again.
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(self._run, lambda: effects)
            return effects

    def _run(self, call: Callable[[], list[Effect]]) -> list[Effect]:
        effects = call()
        if not any(isinstance(effect, RollBack) for effect in effects):
            # All that was signed is kept in one go, and before anything is sent.
            kept = [effect.records for effect in effects if isinstance(effect, Keep)]
            self._keep(tuple(chain.from_iterable(kept)))
            self._write([effect for effect in effects if not isinstance(effect, Keep)])
        else:
            # Before and after it the journal means different things: one after the other.
            self._write(effects)
        # The last step may come a second time, after the table went back.
        is_closed = any(isinstance(effect, KeepStep) for effect in effects)
        if self._sitting.ledger.complete and (is_closed or not self.complete.is_set()):
            self._files.end()
        return effects if self.guest is None else self._seen_by(self.guest, effects)

    def _seen_by(self, guest: LateGuest, effects: Iterable[Effect]) -> list[Effect]:
        """What a person sees who decides for somebody's bot: its hand, and not as a watcher."""
        seen = [one for one in effects if not (isinstance(one, Tell) and _is_watched(one.event))]
        return [*seen, *map(Tell, guest.follow(self._sitting.ledger.chain))]

    def _keep(self, signed: Sequence[Signed]) -> None:
        if signed:
            self._files.keep(*signed, durable=self._outside is not NOBODY)

    def _write(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            match effect:
                case Keep(records=records):
                    self._keep(records)
                case KeepStep(step=step):
                    self._files.append(step)
                case RollBack(number=number):
                    self._files.roll_back(number)
                case KeepEvidence(seat=seat, evidence=evidence):
                    self._files.keep_evidence(seat, evidence)
                case Regain():
                    self._files.regain()
                case Send() | Tell():
                    pass

    def _do(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            match effect:
                case Send(to=to, message=message):
                    self._outside.send(to, message)
                case Tell(event=event):
                    self._hear(event)
                case KeepStep() | RollBack():
                    # Whatever was asked in an earlier step is asked no more.
                    self._open = None
                    self._behind.clear()
                case Keep() | KeepEvidence() | Regain():
                    pass
        self._show_watchers()
        if self._sitting.ledger.complete:
            self.complete.set()

    def _show_watchers(self) -> None:
        """What is settled now; whoever looks on has not heard how it came about."""
        ledger, since = self._sitting.ledger, self._shown
        self._shown = ledger.number if ledger.complete else self._sitting.settled
        news = ledger.chain.steps[since : self._shown][:STEPS_MAX]
        if news and self.watchers:
            message = encode_message(Steps(tuple(step.data for step in news)))
            for watcher in self.watchers:
                self._outside.send(watcher, message)

    def _hear(self, event: Event) -> None:
        if isinstance(event, Waiting):
            self._waiting = event
        match event:
            case Asked(view=view) if view.seat in self._lent:
                # Whoever decides for this bot sees by himself that it is asked.
                pass
            case Asked():
                self._behind.append(event)
                self._ask_next()
            case (
                Happened(view=view) | Ended(view=view) | TookBack(view=view) | Mended(view=view)
            ) if view.seat != self._eyes:
                # The same thing is told for every seat held here; one pair of eyes is enough.
                pass
            case Waiting() if self._outside is NOBODY:
                # Nobody is waited for but the person, who knows.
                pass
            case _:
                self._tell.send_nowait(event)

    def _ask_next(self) -> None:
        """Several people at one machine are asked one after the other."""
        if self._open is None and self._behind:
            asked = self._behind.popleft()
            self._open = self._eyes = asked.view.seat
            self._tell.send_nowait(asked)

    # The end.

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it has not."""
        bridge = self._sitting.ledger.bridge
        return bridge.game.outcome(bridge.state)

    async def rest(self) -> None:
        """Return when nothing is being done; nothing is done any more, and files may be closed."""
        # The turn is never given back.
        await self._turn.acquire()

    async def finish(self) -> None:
        """After the game: sign what is left, where no clock does it. The person may be gone."""
        await self._take(self._sitting.work_on)
        await self.complete.wait()

    async def stay(self) -> None:
        """After the game: wait until everybody has the last step, but not for ever.

        Who looks on gives nothing to anybody, and stays for the end of the log alone.
        """
        if not self.is_seated:
            with trio.move_on_after(STAY_UNLINKED):
                await self.complete.wait()
            return
        with trio.move_on_after(STAY_LINKED):
            await self.complete.wait()
            for peer in self._outside.linked():
                await self._take(partial(self._sitting.linked, peer))
            since = trio.current_time()
            while self._is_needed(trio.current_time() - since):
                # Looked at again with the clock, and whenever somebody has all.
                with trio.move_on_after(TICK):
                    await self._news.wait()

    def _is_needed(self, waited: float) -> bool:
        """Whether somebody may still want the end from us, or has yet to confirm it."""
        if self._lacking(waited):
            return True
        return waited < STAY_UNLINKED and not self._sitting.is_settled

    @property
    def lacking(self) -> tuple[Seat, ...]:
        """The seats of those at other machines that may still want the last step from us."""
        lacking = self._lacking(0)
        seats = enumerate(self.signed.charter.seats)
        return tuple(seat for seat, one in seats if one.public in lacking)

    def _lacking(self, waited: float) -> set[bytes]:
        """The peers that may still want the last step from us."""
        charter = self.signed.charter
        absent = self._sitting.ledger.bridge.absent
        there = {one.public for seat, one in enumerate(charter.seats) if seat not in absent}
        lacking = (there | self.watchers) - self._served - {self._me}
        return lacking if waited < STAY_UNLINKED else lacking & self._outside.linked()


def _is_watched(event: Event) -> bool:
    """Whether this is told to somebody without a seat, who sees no hand."""
    return isinstance(event, Happened | Ended | TookBack | Mended | Recalled)


def _not_about_a_decision(effect: Effect) -> Effect:
    """A refused wish brings no question back: the one before the person may be answered already."""
    match effect:
        case Tell(event=NotLegal(refusal=refusal)):
            return Tell(Declined(refusal))
        case _:
            return effect
