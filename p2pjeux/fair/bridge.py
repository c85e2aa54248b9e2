"""From the requests of the rules to steps of the log, and from their entries back to answers.

A game never knows whether it runs in one process or among strangers: this machine asks the seats,
step by step, for the bodies that a request needs, and hands the answer to the rules. It does no
I/O and draws nothing at random; the same bodies in the same steps give the same game to everybody.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.fair import keybook, sealed, tasks
from p2pjeux.fair.cardbook import CardBook
from p2pjeux.fair.script import Given, Script, ScriptStep, Table
from p2pjeux.fair.tasks import PendingSeal
from p2pjeux.fair.transcript import Context
from p2pjeux.primitives.portion import WHOLE, Portion
from p2pjeux.rules.contract import Game, View
from p2pjeux.rules.door import check_play
from p2pjeux.rules.engine import Happening, IllegalAction
from p2pjeux.rules.requests import Action, Request, Seat


class Bridge:
    """One table as one peer follows it. ``secrets`` are the table secrets of the seats it holds.

    While ``asked`` names seats, bodies are due: ``make`` writes those of the seats held here, and
    ``accept`` takes everybody's, one's own too. When none is due any more, ``advance`` goes to the
    next step and returns what happened in the game, if anything did.
    """

    def __init__(
        self, table: Table, secrets: Mapping[Seat, bytes], portion: Portion = WHOLE
    ) -> None:
        keybook.check_holders(table.seats, table.threshold, table.holders)
        self.table = table
        self._secrets = secrets
        self._portion = portion
        self._script = Script(table, CardBook(table.seats, secrets))
        self._steps = self._script.run()
        self._step: ScriptStep | None = next(self._steps)
        self._given: Given = {}
        # The steps to which seats take the table back in the present step, instead of deciding.
        self._taken_back: dict[Seat, int] = {}
        # Seats that the present step is closed without.
        self._gone: set[Seat] = set()
        self._recalled: dict[bytes, Action] = {}
        # What the bodies say that were made here for the present step, by their very bytes.
        self._made: dict[tuple[Seat, bytes], Any] = {}

    @property
    def game(self) -> Game[Any]:
        return self.table.game

    @property
    def state(self) -> Any:
        return self._script.state

    @property
    def request(self) -> Request | None:
        return self._script.request

    @property
    def number(self) -> int:
        """The number of the present step."""
        return self._script.number

    @property
    def absent(self) -> frozenset[Seat]:
        return self._script.absent

    @property
    def is_set_up(self) -> bool:
        """Whether the others could act for a seat by now."""
        return self._script.is_set_up

    @property
    def over(self) -> bool:
        return self._step is None

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats whose bodies the present step still lacks."""
        if self._step is None:
            return ()
        return tuple(
            seat
            for seat in self._step.seats
            if seat not in self._given and seat not in self._taken_back and seat not in self._gone
        )

    @property
    def due(self) -> frozenset[Seat]:
        """The seats that the present step asks, whether their bodies are in or not."""
        return frozenset() if self._step is None else frozenset(self._step.seats) - self._gone

    @property
    def work(self) -> str | None:
        """What the present step asks the seats to do, as ``Task.work`` names it."""
        return None if self._step is None else self._step.task.work

    @property
    def given(self) -> tuple[Seat, ...]:
        """The seats that have done it: in the present step, or earlier in the same shuffle."""
        task = None if self._step is None else self._step.task
        done = task.done if isinstance(task, tasks.ShuffleTurn) else ()
        return tuple(sorted({*done, *self._given, *self._taken_back}))

    @property
    def lacking(self) -> tuple[Seat, ...]:
        """The seats that have yet to do it: those asked now, then those to shuffle after them."""
        asked = self.asked
        if self._step is None or not isinstance(self._step.task, tasks.ShuffleTurn) or not asked:
            return asked
        later = range(asked[-1] + 1, self.table.seats)
        return (*asked, *(seat for seat in later if seat not in self.absent))

    @property
    def is_decision(self) -> bool:
        """Whether the present step asks persons or bots to decide."""
        return self._step is not None and isinstance(
            self._step.task, tasks.PlayOpenly | tasks.SealChoice | tasks.LayCards
        )

    def needs_decision(self, seat: Seat) -> bool:
        """Whether the seat's person or bot must decide before its body can be made."""
        return self.is_decision and seat in self.asked

    def view(self, seat: Seat | None) -> View[Any]:
        """What a seat held here, or a watcher, knows."""
        cards = self._script.cards
        if seat is None:
            return View(self.state, None, dict(cards.public))
        return View(self.state, seat, dict(cards.learnt[seat]), self._own_sealed(seat))

    def _own_sealed(self, seat: Seat) -> Action | None:
        closed = self._given.get(seat)
        if not isinstance(closed, PendingSeal):
            closed = self._script.closed.get(seat)
        return self._recall(seat, closed) if isinstance(closed, PendingSeal) else closed

    def _recall(self, seat: Seat, closed: PendingSeal) -> Action:
        """What a seat held here has sealed; its box is opened once, for all views to come."""
        commitment = closed.sealed.commitment
        if commitment not in self._recalled:
            opening = sealed.recall(self._secrets[seat], closed.sealed)
            self._recalled[commitment] = closed.read(opening[sealed.SALT_SIZE :])
        return self._recalled[commitment]

    def make(
        self, seat: Seat, action: Action | None = None, back: AbstractSet[Seat] = frozenset()
    ) -> bytes:
        """The body of a seat held here; raise IllegalAction if the rules refuse its ``action``.

        ``back`` are seats whose return the entry will say: nothing is shown of their hands.
        """
        if self._step is None or seat not in self.asked:
            raise Refused("nothing is asked of this seat now")
        if self.needs_decision(seat):
            self._check_own(seat, action)
        task, context = self._task(back), self._context(seat)
        body = task.make(context, self._secrets[seat], action)
        said = task.said(context, action) if isinstance(task, tasks.PlayOpenly) else None
        if said is not None:
            self._made[seat, body] = said
        return body

    def _task(self, back: AbstractSet[Seat]) -> tasks.Task:
        assert self._step is not None
        task = self._step.task
        return task.sparing(back) if isinstance(task, tasks.StandIn) else task

    @property
    def shows_hands(self) -> frozenset[Seat]:
        """The seats whose hands the present step shows, since they were left out just now."""
        task = None if self._step is None else self._step.task
        if not isinstance(task, tasks.StandIn) or not task.shows_hands:
            return frozenset()
        return frozenset(errand.absent for errand in task.errands)

    def _check_own(self, seat: Seat, action: Action | None) -> None:
        known = self._script.cards.learnt[seat]
        if action is None or not all(card in known for card in action.cards):
            raise IllegalAction(tasks.NOT_IN_HAND)
        assert self.request is not None
        faces = tuple(known[card] for card in action.cards)
        refusal = check_play(self.game, self.state, self.request, seat, action, faces)
        if refusal is not None:
            raise IllegalAction(refusal)

    def accept(self, seat: Seat, body: bytes, back: AbstractSet[Seat] = frozenset()) -> None:
        """Take a seat's body; raise PeerFault, and change nothing, if it is not what is due."""
        if seat not in self.asked:
            raise _not_asked(seat, body)
        # Stored only when it is good: after a fault the step still waits for this seat.
        self._given[seat] = self.judge(seat, body, back)

    def drop(self, seat: Seat) -> None:
        """Forget what a seat gave: it has signed two bodies, and the other one was chosen."""
        self._given.pop(seat, None)
        self._taken_back.pop(seat, None)

    def judge(self, seat: Seat, body: bytes, back: AbstractSet[Seat] = frozenset()) -> Any:
        """What a body says, if it is what is due from this seat; raise PeerFault if it is not.

        ``back`` are the seats whose return its entry says.
        """
        if self._step is None or seat not in self.due:
            raise _not_asked(seat, body)
        if (seat, body) in self._made:
            return self._made[seat, body]
        try:
            return self._task(back).check(self._context(seat), body)
        except PeerFault as fault:
            # A complaint may prove that another seat lied: then the fault names that one.
            author = seat if fault.seat is None else fault.seat
            raise fault.by(author, body) from None

    @property
    def decisions(self) -> Mapping[int, tuple[Seat, ...]]:
        """The steps to which the table may go back, and who was asked in each.

        They are open choices with nothing between them but each other: no chance, no deal, no
        showing or opening, no absence. The present step is one of them if it asks for a decision.
        """
        marks = self._script.marks
        if self._step is None or self.number not in marks:
            return {}
        return {number: mark.seats for number, mark in marks.items()}

    def accept_take_back(self, seat: Seat, number: int) -> None:
        """Take the word of a seat that by agreement of all the game goes back to step ``number``.

        Raise PeerFault, and change nothing, unless the seat is asked and that step can be reached.
        """
        self.judge_take_back(seat, number)
        self._taken_back[seat] = number

    def judge_take_back(self, seat: Seat, number: int) -> None:
        """Raise PeerFault unless the seat is asked and the step ``number`` can be reached."""
        if seat not in self.due or number not in self.decisions:
            text = f"seat {seat} cannot take the game back to step {number}"
            raise PeerFault(Fault.BAD_CONSENT, text, seat=seat)

    @property
    def taken_back(self) -> int | None:
        """The step to which the present one takes the game back, if it does.

        If seats went back to different steps all had agreed to both, so to the earlier one.
        """
        return min(self._taken_back.values(), default=None)

    def advance(self) -> tuple[Happening[Any], ...]:
        """Close the present step if nothing is lacking to it; return what happened in the game."""
        if self._step is None or self.asked:
            return ()
        self._script.happened = []
        # In the order of seats, whatever order they came in: everybody must go on alike.
        given, self._given = {seat: self._given[seat] for seat in sorted(self._given)}, {}
        self._gone = set()
        self._made = {}
        # Before the next step is asked for: what it draws and signs is bound to its number.
        self._script.number += 1
        target = self.taken_back
        if target is not None:
            self._taken_back = {}
            self._steps = self._script.take_back(target)
            self._step = next(self._steps, None)
            return tuple(self._script.happened)
        try:
            self._step = self._steps.send(given)
        except StopIteration:
            self._step = None
        return tuple(self._script.happened)

    @property
    def gives_light(self) -> bool:
        """Whether bodies of the present step show what was hidden, or help to.

        Such a body leaves a machine only when nobody can open the step before it again. An open
        choice may show cards too: see ``has_shown``.
        """
        return self._step is not None and isinstance(
            self._step.task,
            tasks.OpenChoice | tasks.GiveChance | tasks.GiveShares | tasks.StandIn,
        )

    @property
    def is_light(self) -> bool:
        """Whether a body of the present step is made in a moment, without anybody's thinking."""
        return self._step is not None and isinstance(
            self._step.task, tasks.OpenChoice | tasks.GiveChance
        )

    def has_shown(self, seat: Seat) -> bool:
        """Whether the body of a seat in the present step shows cards that were hidden."""
        given = self._given.get(seat)
        return isinstance(given, tasks.ShownPlay) and bool(given.shares)

    @property
    def may_show(self) -> bool:
        """Whether a decision in the present step may show cards at once."""
        return self._step is not None and isinstance(self._step.task, tasks.PlayOpenly)

    def declare_absent(self, seat: Seat) -> None:
        """From this step on the others act for ``seat``; raise Refused if they cannot."""
        if not self._script.is_set_up:
            raise Refused("nobody can act for a seat whose keys have not been shared out")
        # Asked before it is done: with fewer the table could never open what the absent ones have
        # sealed.
        script, holders = self._script, self.table.holders
        gone = (script.absent - script.returning) | {seat}
        if any(len(holders[one] - gone) < self.table.threshold for one in gone):
            raise Refused("too few are left to act for the absent seats")
        self._given.pop(seat, None)
        self._taken_back.pop(seat, None)
        self._gone.add(seat)
        if seat not in script.absent or seat in script.returning:
            # Whoever was on the way back may have a hand that nobody has seen.
            script.absent |= {seat}
            script.missed.add(seat)
        script.returning.discard(seat)
        script.spared.discard(seat)

    def declare_back(self, seat: Seat) -> None:
        """Hand the seat back to its person, as soon as the present request is answered.

        Until then the others go on acting for it, so that nothing is half done by proxy.
        """
        if seat not in self.absent:
            raise Refused("only a seat that is absent can come back")
        self._script.returning.add(seat)
        if self.over:
            self._script.hand_back()

    def _context(self, seat: Seat) -> Context:
        return Context(self.table.id, self.number, seat, self._portion)


def _not_asked(seat: Seat, body: bytes) -> PeerFault:
    return PeerFault(Fault.NOT_ASKED, f"seat {seat} is not asked now", seat=seat, evidence=body)
