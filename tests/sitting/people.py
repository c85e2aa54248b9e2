"""People at tables without a network: what one sends reaches the others when it is carried."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TypeVar

from p2pjeux.errors import PeerFault
from p2pjeux.games import fingerprint
from p2pjeux.log.charter import Charter, SignedCharter, seal_charter, sign_charter
from p2pjeux.log.holders import Sitter, most_threshold
from p2pjeux.log.identity import Identity
from p2pjeux.log.records import Record
from p2pjeux.log.step import Step
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.source import SeededSource
from p2pjeux.sitting.sitting import Sitting
from p2pjeux.table.effects import Effect, Keep, KeepEvidence, KeepStep, Regain, RollBack, Send, Tell
from p2pjeux.table.events import Command, Event, Play
from p2pjeux.table.seating import Seating
from tests.kit import Case, two_may_go

PATIENCE = 20
EventT = TypeVar("EventT")


@dataclass
class Person:
    """One peer: its disk, what its interface heard, and its sitting while it is there."""

    identity: Identity
    secret: bytes
    bots: frozenset[Seat] = frozenset()
    # Whether to show the table secret after the game.
    opens: bool = True
    steps: list[Step] = field(default_factory=list)
    signed: list[Record] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    accused: list[Seat] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)
    # Whether what was signed and forgotten has ceased to matter.
    has_regained: bool = False
    sitting: Sitting | None = None

    @property
    def at_table(self) -> Sitting:
        assert self.sitting is not None
        return self.sitting

    def heard(self, kind: type[EventT]) -> list[EventT]:
        return [event for event in self.events if isinstance(event, kind)]


class Evening:
    """A table of persons, one seat each unless ``holders`` says more; then ``watchers``."""

    # Whether each call of a sitting closes one step at most, as at a table on links.
    one_step = False

    def __init__(
        self,
        case: Case,
        holders: tuple[int, ...] = (),
        watchers: int = 0,
        bots: frozenset[Seat] = frozenset(),
        declining: frozenset[int] = frozenset(),
    ) -> None:
        self.case = case
        self.holders = holders or tuple(range(case.seats))
        self.now = 0.0
        self.people = [
            Person(Identity(sha256(b"key%d" % one).digest()), sha256(b"table%d" % one).digest())
            for one in range(max(self.holders) + 1 + watchers)
        ]
        self.signed = self._charter()
        self._post: deque[tuple[int, int, bytes]] = deque()
        # Whether a message gets there: sender, receiver.
        self.carries: Callable[[int, int], bool] = lambda _sender, _to: True
        for number, person in enumerate(self.people):
            person.bots = bots & frozenset(self.seats_of(number))
            person.opens = number not in declining
            self.sit_down(number)
        self.carry()

    def _charter(self) -> SignedCharter:
        seats = tuple(
            Sitter(f"Zoé {seat}", self.people[one].identity.public)
            for seat, one in enumerate(self.holders)
        )
        charter = Charter(
            self.case.game_id,
            (),
            fingerprint(self.case.game_id),
            seats,
            min(two_may_go(len(seats)), most_threshold(seats)),
            "cabane",
            PATIENCE,
            bytes(32),
        )
        keys = [self.people[one].identity for one in self.holders]
        return seal_charter(charter, [sign_charter(key, charter.id) for key in keys])

    def seats_of(self, number: int) -> tuple[Seat, ...]:
        return self.signed.charter.seats_of(self.people[number].identity.public)

    def sit_down(self, number: int, *, forgetful: bool = False) -> None:
        """Sit down, or come back with what is on the disk."""
        person = self.people[number]
        mine = (person.identity, person.secret, person.bots)
        person.sitting = Sitting(
            Seating(
                self.signed,
                self.case.game,
                *mine,
                open_secrets=person.opens,
                one_step=self.one_step,
            )
        )
        kept = (tuple(person.steps), tuple(person.signed))
        self.do(number, person.sitting.start(self.now, *kept, forgetful=forgetful))

    def get_up(self, number: int) -> None:
        self.people[number].sitting = None

    def do(self, number: int, effects: list[Effect]) -> None:
        person = self.people[number]
        for effect in effects:
            match effect:
                case Keep(records=records):
                    # All that is ever kept are records.
                    person.signed += records  # type: ignore[arg-type]
                case KeepStep(step=step):
                    person.steps.append(step)
                case RollBack(number=first):
                    person.steps = [step for step in person.steps if step.number < first]
                case KeepEvidence(seat=seat):
                    person.accused.append(seat)
                case Regain():
                    person.has_regained = True
                case Tell(event=event):
                    person.events.append(event)
                case Send(to=to, message=message):
                    person.sent.append(message)
                    self._post.extend(
                        (number, other, message)
                        for other, them in enumerate(self.people)
                        if other != number and to in (None, them.identity.public)
                    )

    def carry(self) -> None:
        """Deliver all that is on its way, and what is sent because of it."""
        while self._post:
            sender, to, message = self._post.popleft()
            sitting = self.people[to].sitting
            if sitting is not None and self.carries(sender, to):
                self.deliver(sender, to, message)

    def deliver(self, sender: int, to: int, message: bytes) -> PeerFault | None:
        try:
            self.do(to, self.people[to].at_table.receive(self._key(sender), message))
        except PeerFault as fault:
            return fault
        return None

    def _key(self, number: int) -> bytes:
        return self.people[number].identity.public

    def tell(self, number: int, command: Command) -> None:
        """A command of a person, and all that follows from it."""
        self.do(number, self.people[number].at_table.command(command))
        self.carry()

    def wait(self, seconds: float) -> None:
        """Time goes on in steps of a second."""
        for _ in range(round(seconds)):
            self.now += 1
            for number, person in enumerate(self.people):
                if person.sitting is not None:
                    self.do(number, person.sitting.tick(self.now))
            self.carry()

    def person_at(self, seat: Seat) -> Person:
        return self.people[self.holders[seat]]

    @property
    def asked(self) -> tuple[Seat, ...]:
        return next(one.sitting for one in self.people if one.sitting is not None).ledger.asked

    def decide(self, seat: Seat) -> Action:
        """Something legal for a seat that is asked, other each time."""
        sitting = self.person_at(seat).at_table
        source = SeededSource(b"person%d/%d" % (seat, sitting.ledger.number))
        return self.case.game.sample(sitting.view(seat), source)

    def play(self, seat: Seat) -> Action:
        action = self.decide(seat)
        self.tell(self.holders[seat], Play(action, seat))
        return action

    def play_until(self, done: Callable[["Evening"], bool]) -> None:
        """Everybody who is asked decides, seat by seat, until ``done``."""
        while not done(self):
            (seat, *_) = self.asked
            self.play(seat)

    def logs(self) -> set[bytes]:
        return {one.sitting.ledger.chain.digest for one in self.people if one.sitting is not None}
