"""What one peer at a table works with, and how it speaks: the plumbing of a sitting."""

from typing import Any

from p2pjeux.log.entry import Entry
from p2pjeux.log.rift import Rift, age_of, first_step
from p2pjeux.log.statement import Statement
from p2pjeux.rules.contract import View
from p2pjeux.rules.requests import Seat
from p2pjeux.sitting.catch_up import Heard, Pace, answers
from p2pjeux.sitting.evidence import Court
from p2pjeux.sitting.memory import Memory
from p2pjeux.sitting.quorum import Quorum
from p2pjeux.sitting.retreats import Retreating
from p2pjeux.sitting.returns import Returns
from p2pjeux.sitting.rifts import Rifts
from p2pjeux.table.effects import Effect, Keep, Send
from p2pjeux.table.events import Waiting
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.messages import Have, Message, Parts, Retreats, encode_message
from p2pjeux.table.seating import Seating, seat_secret
from p2pjeux.talk.talk import Talk


class Desk:
    """The ledger, all that is known beside it, and the effects that are asked for."""

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
        self._asking = Pace()
        self._memory = Memory(self._held)
        self._court = Court(signed)
        self._rifts = Rifts(signed, seating.identity)
        self._retreating = Retreating(signed, seating.identity)
        # Why the table went back, each time, for those who come later.
        self._reasons: list[Rift | Retreats] = []
        # The open step of a log that was found without its journal.
        self._lost_from: int | None = None
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

    def view(self, seat: Seat | None) -> View[Any]:
        return self._ledger.bridge.view(seat)

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats of people, not bots, at this machine."""
        return tuple(seat for seat in self._held if seat not in self._seating.bots)

    @property
    def is_paused(self) -> bool:
        return self._talk.is_paused

    def _forget(self) -> None:
        """Whatever was signed for the open step may be lost."""
        self._lost_from = self._ledger.number
        self._memory.forget(self._ledger.number)
        self._quorum.forget()

    @property
    def _last_signed(self) -> int:
        """The last step for which anything can have been signed here."""
        if self._memory.is_lost(self._ledger.number):
            # What is forgotten may be that we went on in the next age.
            return first_step(age_of(self._ledger.number) + 1)
        return self._quorum.speaks_from

    @property
    def _bound_by(self) -> int:
        """The last step for which we have signed, or promised to sign nothing more."""
        return max(self._quorum.speaks_from, self._retreating.promised - 1)

    def _has_signed(self, entry: Entry) -> None:
        """Whoever signs for a step has closed all before it, and states no more about those."""
        self._memory.keep(entry)
        self._quorum.speaks_from = max(self._quorum.speaks_from, entry.step)

    def _drain(self) -> list[Effect]:
        effects, self._effects = self._effects, []
        return effects

    def _say(self, statements: tuple[Statement, ...], entries: tuple[Entry, ...] = ()) -> None:
        """What we state is kept before anybody hears it, like an entry."""
        self._effects += [Keep(statement) for statement in statements]
        if statements:
            self._send(None, Parts(entries, statements))

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
        heard = Heard(
            self._quorum,
            self._talk,
            self._returns,
            self._retreating.heard(self._ledger),
            tuple(self._reasons),
        )
        for message in answers(self._ledger, have, heard):
            self._send(peer, message)
