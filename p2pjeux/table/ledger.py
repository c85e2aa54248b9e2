"""The log of one table and the game that follows from it, step by step.

Nothing is decided here: entries come in, whoever made them, and a step closes with what the
agreement (or a log that is read) says it is closed with; or a PeerFault says what is wrong and
whose it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from p2pjeux.agree.grounds import StepTerms, check_certificate
from p2pjeux.agree.voters import voters_of
from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.fair.bridge import Bridge
from p2pjeux.fair.script import Table
from p2pjeux.fair.transcript import Context
from p2pjeux.log.ballot import Back
from p2pjeux.log.certificate import Certificate
from p2pjeux.log.chain import Chain
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.entry import Entry, Place, check_entry
from p2pjeux.log.step import Step
from p2pjeux.rules.contract import Game, Outcome
from p2pjeux.rules.engine import Happening
from p2pjeux.rules.requests import Seat
from p2pjeux.table import entry_body
from p2pjeux.table.attendance import Attendance
from p2pjeux.table.last_steps import check_result, check_secret

# The steps after the game: that of the result, that of the secrets.
LAST_STEPS: Final = 2


@dataclass(frozen=True, slots=True)
class Closed:
    """A step that is complete, and what happened in it."""

    step: Step
    happenings: tuple[Happening[Any], ...]
    gone: frozenset[Seat]
    back: frozenset[Seat]
    # The step at which the game stands again, if this one took decisions back.
    taken_back: int | None = None


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
            signed.portion,
        )
        # Of the open step, by seat: the first good entry of each.
        self.entries: dict[Seat, Entry] = {}
        self._attendance = Attendance(signed)
        # How many of the last steps are closed.
        self._ended = 0
        self._terms: StepTerms | None = None

    @property
    def number(self) -> int:
        return self.chain.next

    @property
    def place(self) -> Place:
        return self.chain.place

    # Who is at the table.

    @property
    def present(self) -> frozenset[Seat]:
        """Who has a say in the open step. It follows from the log alone.

        A seat that is back has a say from the next step on, though others still act for it until
        the request of the game that is pending is answered.
        """
        return self._attendance.present

    @property
    def left_at(self) -> Mapping[Seat, Place]:
        """Where each absent seat was left out: its return is signed for this very absence."""
        return self._attendance.left_at

    @property
    def can_replace(self) -> bool:
        """Whether the others could do without a seat by now."""
        return self.bridge.over or self.bridge.is_set_up

    @property
    def due(self) -> frozenset[Seat]:
        """Whose entries the open step asks for, whether they are in or not."""
        if self.complete:
            return frozenset()
        return self.present if self.bridge.over else self.bridge.due

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Whose entries the open step still lacks: after the game, all who may show a secret."""
        return tuple(sorted(self.due - self.entries.keys()))

    @property
    def terms(self) -> StepTerms:
        """The open step as everybody knows it before anything is signed in it."""
        if self._terms is None or self._terms.place != self.place:
            voters = voters_of(self.signed, self.present)
            self._terms = StepTerms(self.place, voters, self.due, self.can_replace)
        return self._terms

    @property
    def complete(self) -> bool:
        """Whether the log is closed for good: the game is over and the secrets are shown."""
        return self._ended == LAST_STEPS

    @property
    def shows_secrets(self) -> bool:
        """Whether the open step is the last one: what it asks for shows every hand of a seat."""
        return self._ended == LAST_STEPS - 1

    @property
    def gives_light(self) -> bool:
        """Whether entries of the open step show what nobody can hide again."""
        return self.shows_secrets or self.bridge.gives_light

    def is_closed(self, number: int) -> bool:
        """Whether step ``number`` is behind us."""
        return number < self.number

    # Entries.

    def accept(self, entry: Entry) -> None:
        """Take an entry of the open step; raise PeerFault, and change nothing, if it is wrong."""
        self._judge(entry, is_kept=True)
        self.entries[entry.seat] = entry

    def accept_own(self, entry: Entry) -> None:
        """Take an entry that this peer has signed itself: its signature need not be checked.

        What its body says was worked out as it was made, and is known to the bridge.
        """
        self._judge_signed(entry, is_kept=True)
        self.entries[entry.seat] = entry

    def check(self, entry: Entry) -> None:
        """Raise PeerFault unless the entry is a good one of the open step; nothing is kept."""
        self._judge(entry, is_kept=False)

    def _judge(self, entry: Entry, *, is_kept: bool) -> None:
        check_entry(self.signed, entry)
        self._judge_signed(entry, is_kept=is_kept)

    def _judge_signed(self, entry: Entry, *, is_kept: bool) -> None:
        if entry.seat not in self.due:
            text = f"seat {entry.seat} is not asked now"
            raise PeerFault(Fault.NOT_ASKED, text, seat=entry.seat, evidence=entry.encode())
        body = self._attendance.unwrap(entry)
        if self.bridge.over:
            self._check_last(entry.seat, body)
        elif not body:
            self._judge_take_back(entry, is_kept=is_kept)
        elif is_kept:
            self.bridge.accept(entry.seat, body, self._attendance.returning([entry]))
        else:
            self.bridge.judge(entry.seat, body, self._attendance.returning([entry]))

    def _judge_take_back(self, entry: Entry, *, is_kept: bool) -> None:
        """By agreement of all a seat decides nothing, and earlier decisions do not count."""
        number = entry_body.unwrap_take_back(entry.body)[0].number
        try:
            self.bridge.judge_take_back(entry.seat, number)
        except PeerFault as fault:
            raise fault.by(entry.seat, entry.encode()) from None
        if is_kept:
            self.bridge.accept_take_back(entry.seat, number)

    def check_return(self, note: Back) -> None:
        """Raise PeerFault unless an absent seat says in ``note`` that it is back."""
        self._attendance.check_return(note)

    def _check_last(self, seat: Seat, body: bytes) -> None:
        """After the game a seat signs the result; then it may show its table secret."""
        if not self.shows_secrets:
            check_result(seat, body, self.outcome)
            return
        first = self.chain.entry(0, seat)
        assert first is not None
        announced, _notes = entry_body.unwrap(first.body)
        check_secret(Context(self.signed.table, 0, seat), body, announced)

    @property
    def outcome(self) -> Outcome:
        """The result of a game that is over."""
        outcome: Outcome | None = self.bridge.game.outcome(self.bridge.state)
        assert outcome is not None
        return outcome

    # Closing.

    def close(
        self, entries: Sequence[Entry], absent: Iterable[Seat], certificate: Certificate | None
    ) -> Closed:
        """Close the open step with these entries, each of which is good, and without ``absent``.

        If one of them is not the entry that was accepted, it is accepted now: its seat has signed
        two, and the agreement has chosen this one. Raise PeerFault if that cannot be.
        """
        for entry in entries:
            if self.entries.get(entry.seat) != entry:
                self.bridge.drop(entry.seat)
                self.accept(entry)
        gone = frozenset(absent)
        assert {entry.seat for entry in entries} == self.due - gone
        for seat in sorted(gone):
            self._leave_out(seat)
        ordered = tuple(sorted(entries, key=lambda entry: entry.seat))
        step = Step(self.place, ordered, tuple(sorted(gone)), certificate)
        taken_back = self.bridge.taken_back
        # Before the game goes on, so that whoever is back is asked by the very next request.
        back = self._hand_back(entries)
        happenings = self._advance()
        self.chain.attach(step)
        self._attendance.close(step)
        self.entries = {}
        return Closed(step, happenings, gone, back, taken_back)

    def _leave_out(self, seat: Seat) -> None:
        self.entries.pop(seat, None)
        if self.bridge.over:
            return
        try:
            self.bridge.declare_absent(seat)
        except Refused as refusal:
            raise PeerFault(Fault.BAD_STATEMENT, str(refusal), seat=seat) from None

    def _advance(self) -> tuple[Happening[Any], ...]:
        if self.bridge.over:
            self._ended += 1
            return ()
        return self.bridge.advance()

    def _hand_back(self, entries: Sequence[Entry]) -> frozenset[Seat]:
        """Hand seats back whose return was noted in this step; they are asked from the next on."""
        back = self._attendance.returning(entries)
        for seat in back & self.bridge.absent:
            self.bridge.declare_back(seat)
        return back

    def adopt(self, step: Step, *, is_certified: bool = True) -> Closed:
        """Close the open step as a log says it was; raise PeerFault if it was not.

        Entries come before the certificate: a log may be there to show that one of them is wrong.
        After a fault the ledger is of no more use.
        """
        self.chain.check_layout(step)
        if self.complete:
            raise PeerFault(Fault.BAD_CHAIN, "the log goes on after its last step")
        terms = self.terms
        self.entries = {}
        for entry in step.entries:
            self.accept(entry)
        lacking = [seat for seat in self.asked if seat not in step.absent]
        if lacking:
            text = f"the entry of seat {lacking[0]} is missing"
            raise PeerFault(Fault.BAD_CHAIN, text, seat=lacking[0])
        if not terms.is_closing(step.closing):
            text = "nobody can close this step without these seats"
            raise PeerFault(Fault.BAD_STATEMENT, text)
        if is_certified:
            if step.certificate is None:
                text = f"nothing shows that step {step.number} was closed"
                raise PeerFault(Fault.BAD_CHAIN, text)
            check_certificate(self.signed, terms, step.closing, step.certificate)
        return self.close(step.entries, step.absent, step.certificate)
