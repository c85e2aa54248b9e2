"""The log of one table and the game that follows from it, step by step.

Nothing is decided here: entries and statements come in, whoever made them, and either a step closes
with them or a PeerFault says what is wrong and whose it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.fair.bridge import Bridge
from p2pjeux.fair.script import Table
from p2pjeux.fair.transcript import Context
from p2pjeux.log.absence import Roll
from p2pjeux.log.chain import Chain
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.consent import check_agreement
from p2pjeux.log.entry import Entry, Place, check_entry
from p2pjeux.log.rift import begins_later_age, first_step
from p2pjeux.log.statement import Kind, Statement, check_statement
from p2pjeux.log.step import Step
from p2pjeux.rules.contract import Game, Outcome
from p2pjeux.rules.engine import Happening
from p2pjeux.rules.requests import Seat
from p2pjeux.table import entry_body
from p2pjeux.table.last_steps import check_result, check_secret


@dataclass(frozen=True, slots=True)
class Closed:
    """A step that is complete: its place in the log, if it left any, and what happened in it."""

    step: Step | None
    happenings: tuple[Happening[Any], ...]
    gone: frozenset[Seat]
    back: frozenset[Seat]
    # The step at which the game stands again, if this one took decisions back.
    taken_back: int | None = None


# Nothing was closed, although another step is open now.
NOTHING: Final = Closed(None, (), frozenset(), frozenset())


class Ledger:
    """Closed steps, the game they make, and the entries of the step that is open."""

    def __init__(
        self, signed: SignedCharter, game: Game[Any], secrets: Mapping[Seat, bytes]
    ) -> None:
        charter = signed.charter
        self.signed = signed
        self.chain = Chain(signed)
        self.bridge = Bridge(
            Table(
                signed.table,
                game,
                signed.seats,
                dict(charter.options),
                charter.threshold,
                signed.holders,
            ),
            secrets,
        )
        self.entries: dict[Seat, Entry] = {}
        # Where each absent seat was declared so: its return is signed for this very absence.
        self.left_at: dict[Seat, Place] = {}
        # For each seat that came back, those who have not signed anything since.
        self._unconfirmed: dict[Seat, frozenset[Seat]] = {}
        # Who was there as each closed step began.
        self._rolls: dict[int, Roll] = {}
        # Seats declared absent in the open step.
        self.gone: frozenset[Seat] = frozenset()
        # How many of the two last steps are closed: that of the result, that of the secrets.
        self._ended = 0

    @property
    def number(self) -> int:
        return self.bridge.number + self._ended

    @property
    def place(self) -> Place:
        return self.chain.place(self.number)

    def place_of(self, step: Step) -> Place:
        """The place of a closed step."""
        return Place(self.signed.table, step.number, self.chain.digest_before(step.number))

    @property
    def roll(self) -> Roll:
        """Who was at the table as the open step began."""
        absent = self.bridge.absent - self.gone
        newcomers = frozenset(self._unconfirmed)
        return Roll(self.signed.seats, self.signed.charter.threshold, absent, newcomers)

    def open_at(self, place: Place) -> int | None:
        """The number that a place has, or had, in this log; None if the log does not come to it.

        Where the table went back, one place has several numbers, of different ages.
        """
        number = self.chain.number_after(place.previous, self.number)
        if number is None or place.table != self.signed.table:
            return None
        is_here = place.step == number or begins_later_age(place.step, number)
        return number if is_here else None

    def roll_in(self, number: int) -> Roll:
        """Who was at the table as step ``number`` began, whether it is closed or open."""
        step = next(iter(self.chain.since(number)), None)
        return self.roll if step is None else self._rolls[step.number]

    def signers_after(self, number: int) -> set[Seat]:
        """The seats that have signed, in this log, for anything after step ``number``."""
        signers = set(self.entries) if number < self.number else set[Seat]()
        for step in self.chain.since(number + 1):
            signers |= {entry.seat for entry in step.entries}
            signers |= {statement.signer for statement in step.statements}
        return signers

    @property
    def can_replace(self) -> bool:
        """Whether the others could do without a seat by now."""
        return self.bridge.over or self.bridge.is_set_up

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Whose entries the open step still lacks: after the game, all who may show a secret."""
        if not self.bridge.over:
            return self.bridge.asked
        if self.complete:
            return ()
        present = sorted(self.roll.present - self.gone)
        return tuple(seat for seat in present if seat not in self.entries)

    @property
    def complete(self) -> bool:
        """Whether the log is closed for good: the game is over and the secrets are shown."""
        return self._ended == 2

    @property
    def shows_secrets(self) -> bool:
        """Whether the open step is the last one: what it asks for shows every hand of a seat."""
        return self._ended == 1

    def is_closed(self, number: int) -> bool:
        """Whether step ``number`` is behind us."""
        return number < self.number

    def accept(self, entry: Entry) -> None:
        """Take an entry of the open step; raise PeerFault, and change nothing, if it is wrong."""
        check_entry(self.signed, entry)
        if entry.seat not in self.asked:
            text = f"seat {entry.seat} is not asked now"
            raise PeerFault(Fault.NOT_ASKED, text, seat=entry.seat, evidence=entry.encode())
        try:
            body, notes = entry_body.unwrap(entry.body)
            for note in notes:
                self.check_return(note)
        except PeerFault as fault:
            raise fault.by(entry.seat, entry.encode()) from None
        if self.bridge.over:
            self._check_last(entry.seat, body)
        elif not body:
            self._accept_take_back(entry)
        else:
            self.bridge.accept(entry.seat, body)
        self.entries[entry.seat] = entry

    def _accept_take_back(self, entry: Entry) -> None:
        """By agreement of all a seat decides nothing, and earlier decisions do not count."""
        try:
            consents = entry_body.unwrap_take_back(entry.body)
            check_agreement(self.signed, self.place, self.roll.present, consents)
            self.bridge.accept_take_back(entry.seat, consents[0].number)
        except PeerFault as fault:
            raise fault.by(entry.seat, entry.encode()) from None

    def check_return(self, note: Statement) -> None:
        """Raise PeerFault unless an absent seat says in ``note`` that it is back."""
        check_statement(self.signed, note)
        if note.kind is not Kind.BACK or self.left_at.get(note.subject) != note.place:
            raise PeerFault(Fault.BAD_STATEMENT, "nobody comes back by this", seat=note.signer)

    def _check_last(self, seat: Seat, body: bytes) -> None:
        """After the game a seat signs the result; then it may show its table secret."""
        if not self.shows_secrets:
            check_result(seat, body, self.outcome)
            return
        first = next(entry for entry in self.chain.steps[0].entries if entry.seat == seat)
        announced, _notes = entry_body.unwrap(first.body)
        context = Context(self.signed.table, self.chain.steps[0].number, seat)
        check_secret(context, body, announced)

    @property
    def outcome(self) -> Outcome:
        """The result of a game that is over."""
        outcome: Outcome | None = self.bridge.game.outcome(self.bridge.state)
        assert outcome is not None
        return outcome

    def declare_absent(self, gone: frozenset[Seat]) -> None:
        """Go on without ``gone`` from the open step on; the caller has the statements for it."""
        for seat in sorted(gone - self.gone):
            if not self.bridge.over:
                self._replace(seat)
            self.gone |= {seat}

    def _replace(self, seat: Seat) -> None:
        try:
            self.bridge.declare_absent(seat)
        except Refused as refusal:
            raise PeerFault(Fault.BAD_STATEMENT, str(refusal), seat=seat) from None

    def close(self, statements: Sequence[Statement] = ()) -> Closed:
        """Close the open step, to which nothing is lacking, with the statements it took."""
        assert not self.asked
        entries = tuple(self.entries[seat] for seat in sorted(self.entries))
        ordered = tuple(sorted(statements, key=lambda statement: statement.rank))
        place = self.place
        step = Step(self.number, entries, ordered) if entries or ordered else None
        self._rolls[self.number] = self.roll
        taken_back = self.bridge.taken_back
        # Before the game goes on, so that whoever is back is asked by the very next request.
        back = self._returned(entries)
        happenings = self._advance()
        if step is not None:
            self.chain.attach(step)
        for seat in self.gone:
            self.left_at[seat] = place
        signers = {entry.seat for entry in entries} | {one.signer for one in ordered}
        self._confirm(signers | self.gone)
        for seat in back:
            self._unconfirmed[seat] = self.roll.present - self.gone - {seat}
        gone, self.gone = self.gone, frozenset()
        self.entries = {}
        return Closed(step, happenings, gone, back, taken_back)

    def _advance(self) -> tuple[Happening[Any], ...]:
        if self.bridge.over:
            self._ended += 1
            return ()
        return self.bridge.advance()

    def _returned(self, entries: Sequence[Entry]) -> frozenset[Seat]:
        """Hand seats back whose return was noted in this step; they are asked from the next on."""
        back = set()
        for entry in entries:
            for note in entry_body.unwrap(entry.body)[1]:
                if note.subject in self.left_at and note.subject not in self.gone:
                    self.bridge.declare_back(note.subject)
                    del self.left_at[note.subject]
                    back.add(note.subject)
        return frozenset(back)

    def _confirm(self, signers: set[Seat] | frozenset[Seat]) -> None:
        """Count on a seat that is back as soon as nobody can have gone on without its return."""
        left = {seat: others - signers for seat, others in self._unconfirmed.items()}
        self._unconfirmed = {
            seat: others for seat, others in left.items() if others and seat not in self.gone
        }

    def adopt(self, step: Step) -> Closed:
        """Close the open step as others closed it; raise PeerFault, and change nothing, if not."""
        kept, number = self.entries, self.number
        self._reopen({})
        if begins_later_age(step.number, number):
            # The table had parted here: the step was taken up again. Whoever it asked has signed
            # for that, so no proof of it is needed.
            self._renumber(step.number)
        try:
            self._fill(step)
        except PeerFault:
            self._renumber(number)
            self._reopen(kept)
            raise
        return self.close(step.statements)

    def _fill(self, step: Step) -> None:
        """Take all that a closed step holds; raise PeerFault unless it closes the open one."""
        self.chain.check_layout(step)
        if step.number != self.number:
            text = f"step {step.number} stands where step {self.number} is due"
            raise PeerFault(Fault.BAD_CHAIN, text)
        for statement in step.statements:
            check_statement(self.signed, statement)
        self.declare_absent(self.roll.leave(step.statements))
        for entry in step.entries:
            self.accept(entry)
        if self.asked:
            raise PeerFault(Fault.BAD_CHAIN, f"the entry of seat {self.asked[0]} is missing")

    def begin_age(self, age: int) -> None:
        """Take the open step up again, as the first of an age."""
        self._reopen({})
        self._renumber(first_step(age))

    def _renumber(self, number: int) -> None:
        self.bridge.renumber(number - self._ended)

    def drop(self, seat: Seat) -> Entry | None:
        """Let go of a seat's entry for the open step, and return it."""
        dropped = self.entries.get(seat)
        if dropped is not None:
            self._reopen({other: entry for other, entry in self.entries.items() if other != seat})
        return dropped

    def _reopen(self, entries: Mapping[Seat, Entry]) -> None:
        """Begin the open step again with these entries, which were accepted before."""
        self.bridge.reopen(self.gone)
        self.gone = frozenset()
        self.entries = {}
        for entry in entries.values():
            self.accept(entry)
