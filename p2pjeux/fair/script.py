"""The conversation of a table: which steps a request becomes, told in the order they happen.

Each ``yield`` is one step: it names the seats and the task, and receives what they gave. A seat
that was declared absent gives nothing; the others then stand in for it, and its hand lies open.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from p2pjeux.errors import PeerFault
from p2pjeux.fair import beacon, deck, escrow, keybook, keys, proxy, sealed, tasks
from p2pjeux.fair.cardbook import CardBook
from p2pjeux.fair.escrow import Sharing
from p2pjeux.fair.group import Point
from p2pjeux.fair.keybook import KeyBook, KeyPurpose
from p2pjeux.fair.proxy import Errand
from p2pjeux.fair.tasks import PendingSeal, Rulebook, ShownPlay, Task
from p2pjeux.fair.transcript import frame
from p2pjeux.rules.contract import Game, OptionValue, View
from p2pjeux.rules.engine import Happening
from p2pjeux.rules.requests import (
    Action,
    Answer,
    Choose,
    ChooseAll,
    Deal,
    Done,
    Draw,
    Drawn,
    Laid,
    Lay,
    Open,
    Play,
    Played,
    Request,
    Roll,
    Rolled,
    Seal,
    Sealed,
    Seat,
    Show,
    Shown,
    Shuffle,
    Slot,
    deciders,
)
from p2pjeux.rules.source import SeededSource


@dataclass(frozen=True, slots=True)
class Table:
    """What the charter fixes before the first step."""

    id: bytes
    game: Game[Any]
    seats: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    # How many others act together for an absent seat; 0 where nobody can act for anybody.
    threshold: int = 0
    # For each seat, those that hold parts of its keys; nobody does where there is no threshold.
    holders: tuple[frozenset[Seat], ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One entry is due from each of ``seats``, those that the step is closed without excepted."""

    seats: tuple[Seat, ...]
    task: Task


@dataclass(frozen=True, slots=True)
class Mark:
    """Where the game stood when a step of decision began, and who was asked in it."""

    state: Any
    request: Request
    answered: int
    seats: tuple[Seat, ...]


# A cheat may have laid a number of cards that no legal bid has; then any legal bid stands for it.
FITTING_TRIES: Final = 200

# What each seat contributed to a step, in the order of seats; an absent seat contributes nothing.
Given: TypeAlias = dict[Seat, Any]


class Script:
    """All that everybody at a table knows, and how it grows from step to step."""

    def __init__(self, table: Table, cards: CardBook) -> None:
        self.table = table
        self.game = table.game
        self.state = table.game.set_up(table.seats, table.options)
        self.request = table.game.request(self.state)
        self.cards = cards
        self.absent: frozenset[Seat] = frozenset()
        # Seats declared absent in the present step; when it closes their hands are shown.
        self.missed: set[Seat] = set()
        # Seats that were left out and came back before their hands were shown.
        self.spared: set[Seat] = set()
        # Absent seats whose persons are back and play again from the next request on.
        self.returning: set[Seat] = set()
        # Choices made and not yet open: sealed ones, and those of stand-ins, which are no secret.
        self.closed: dict[Seat, PendingSeal | Action] = {}
        self.sharings: tuple[Sharing, ...] = ()
        self.number = 0
        self.happened: list[Happening[Any]] = []
        # The steps to which the table may go back: decisions since anything last came to light.
        self.marks: dict[int, Mark] = {}
        self._answered = 0
        # No taking back leads behind a throw, so this only ever grows.
        self._throws = 0
        self._book: KeyBook | None = None

    @property
    def book(self) -> KeyBook:
        assert self._book is not None, "the table is not set up yet"
        return self._book

    @property
    def is_set_up(self) -> bool:
        """Whether the others could act for a seat by now."""
        return self._book is not None and bool(self._book.parts)

    def run(self) -> Generator[ScriptStep, Given, None]:
        yield from self._set_up()
        yield from self._play()

    def take_back(self, number: int) -> Generator[ScriptStep, Given, None]:
        """The same conversation, from where the game stood at step ``number``.

        Cards that were shown since have been seen, and stay so.
        """
        mark = self.marks[number]
        self.marks = {step: kept for step, kept in self.marks.items() if step < number}
        self.state, self.request, self._answered = mark.state, mark.request, mark.answered
        yield from self._show_missed()
        yield from self._play()

    def _play(self) -> Generator[ScriptStep, Given, None]:
        while self.request is not None:
            self.hand_back()
            answer = yield from self._answer(self.request)
            before, request = self.state, self.request
            # Something fell, was dealt or was opened: no way leads back past what came to light
            # (protocol/3-log.md, Taking back).
            if not isinstance(request, Choose | ChooseAll):
                self.marks = {}
            self.state = self.game.apply(before, answer)
            self.request = self.game.request(self.state)
            self._answered += 1
            self.happened.append(Happening(before, request, answer, self.state))
        self.hand_back()

    def hand_back(self) -> None:
        """Seats whose persons are back play again from here on."""
        # Only ever between two requests: within one the others may hold half of what the seat owes,
        # and two halves of two authors are none.
        self.absent -= self.returning
        self.spared -= self.returning
        self.returning.clear()

    def _set_up(self) -> Generator[ScriptStep, Given, None]:
        """Keys with proofs; then, from three seats on, their parts, and who accepts them."""
        everybody = tuple(range(self.table.seats))
        # Three steps, each upon all of the one before: a letter is written to a key that is fixed,
        # and judged once every letter is there (protocol/5-fairness.md, Escrow).
        announced = yield ScriptStep(everybody, tasks.AnnounceKeys())
        book = keybook.open_book(
            [announced[seat] for seat in everybody], self.table.threshold, self.table.holders
        )
        self._book = book
        if self.table.threshold:
            shared = yield ScriptStep(everybody, tasks.ShareKeys(book))
            self.sharings = tuple(shared[seat] for seat in everybody)
            complete = escrow.complete_book(book, self.sharings)
            yield ScriptStep(everybody, tasks.AcceptParts(complete, self.sharings))
            self._book = complete

    def _ask(
        self, seats: Iterable[Seat], task: Task, *, spares: bool = True
    ) -> Generator[ScriptStep, Given, Given]:
        """One step of the seats that play for themselves; then hands of those missed are shown."""
        asked = tuple(seat for seat in seats if seat not in self.absent)
        return (yield from self._step(asked, task, spares=spares))

    def _step(
        self, asked: tuple[Seat, ...], task: Task, *, spares: bool = True
    ) -> Generator[ScriptStep, Given, Given]:
        if not asked:
            return {}
        given = yield ScriptStep(asked, task)
        yield from self._show_missed(spares=spares)
        return given

    def _show_missed(self, *, spares: bool = True) -> Generator[ScriptStep, Given, None]:
        """Whoever was declared absent in the last step plays open; nobody goes back behind that."""
        missed, self.missed = sorted(self.missed), set()
        if missed:
            self.marks = {}
        hands = {seat: self.cards.hand(seat) for seat in missed}
        yield from self._share_for(hands, shows_hands=spares)
        # Who came back before that plays on with a hand that nobody has seen.
        self.spared |= {seat for seat in missed if spares and seat in self.returning}

    def _decide(self, seats: Sequence[Seat], task: Task) -> Generator[ScriptStep, Given, Given]:
        """A step to which the table may go back as long as nothing comes to light."""
        assert self.request is not None
        asked = tuple(seat for seat in seats if seat not in self.absent)
        if asked:
            self.marks[self.number] = Mark(self.state, self.request, self._answered, asked)
        given = yield from self._ask(seats, task)
        # Whoever was only late decides after all, but is spared once: else the table would wait for
        # him for ever. Where all decide at once and openly there are no hands, so that nobody has
        # seen what the others chose.
        late = tuple(seat for seat in seats if seat not in given and seat in self.spared)
        if late:
            self.hand_back()
            given |= yield from self._ask(late, task, spares=False)
        return {seat: given[seat] for seat in sorted(given)}

    def _share_for(
        self, slots: Mapping[Seat, Sequence[Slot]], *, shows_hands: bool = False
    ) -> Generator[ScriptStep, Given, None]:
        """The shares that absent seats owe of cards, given by proxy."""
        owed = {
            seat: lacking for seat in slots if (lacking := self.cards.lacking(seat, slots[seat]))
        }
        if not owed:
            return
        errands = [Errand(seat, KeyPurpose.DECK, self.cards.masks(owed[seat])) for seat in owed]
        images = yield from self._by_proxy(errands, shows_hands=shows_hands)
        for seat, points in zip(owed, images, strict=True):
            if points:
                self.cards.add_shares(seat, dict(zip(owed[seat], points, strict=True)))

    def _by_proxy(
        self, errands: Sequence[Errand], *, shows_hands: bool = False
    ) -> Generator[ScriptStep, Given, list[tuple[Point, ...]]]:
        """What absent seats owe, from all who hold parts of their keys; in the errands' order.

        Nothing for hands that were to be shown of seats of whom somebody said that they are back.
        """
        task = tasks.StandIn(self.book, self.sharings, tuple(errands), shows_hands)
        # Who is on its way back acts for others already; only its own part is still done for it.
        acting = set(range(self.table.seats)) - (self.absent - self.returning)
        asked = tuple(seat for seat in sorted(acting) if task.errands_of(seat))
        given: Given = {}
        spared: frozenset[Seat] = frozenset()
        if asked:
            given = yield ScriptStep(asked, task)
            # As this step has it: whoever is left out again in the next ones is shown there.
            spared = frozenset(self.returning) if shows_hands else spared
            yield from self._show_missed()
        return [
            ()
            if errand.absent in spared
            else proxy.combine(
                self.book,
                errand,
                {seat: partials[errand] for seat, partials in given.items() if errand in partials},
            )
            for errand in errands
        ]

    def _answer(self, request: Request) -> Generator[ScriptStep, Given, Answer]:
        match request:
            case Choose() | ChooseAll():
                return (yield from self._play_openly(request))
            case Seal(seats=seats):
                yield from self._seal(seats, tasks.SealChoice(self._rulebook(request)))
                return Sealed(seats)
            case Lay(seat=seat):
                yield from self._seal((seat,), tasks.LayCards(self._rulebook(request)))
                return Laid(seat, self._laid_count(seat))
            case Open(seats=seats):
                return (yield from self._open(seats))
            case Roll() | Draw():
                return (yield from self._chance(request))
            case Shuffle():
                yield from self._shuffle(request)
                return Done()
            case Deal():
                yield from self._deal(request)
                return Done()
            case Show():
                return (yield from self._show(request))

    def _rulebook(self, request: Request) -> Rulebook:
        return Rulebook(self.game, self.state, request, self.book, self.cards)

    def _play_openly(self, request: Choose | ChooseAll) -> Generator[ScriptStep, Given, Answer]:
        rulebook = self._rulebook(request)
        seats = deciders(request)
        given = yield from self._decide(seats, tasks.PlayOpenly(rulebook))
        return Played(
            tuple(
                self._publish(seat, given[seat])
                if seat in given
                else rulebook.judge(seat, self._stand_in(seat, self.state), {})
                for seat in seats
            )
        )

    def _publish(self, seat: Seat, shown: ShownPlay) -> Play:
        self.cards.add_shares(seat, shown.shares)
        return shown.play

    def _stand_in(self, seat: Seat, state: Any) -> Action:
        """What everybody computes alike for an absent seat, whose hand lies open."""
        return self.game.bot(self._open_view(seat, state), self._source(seat))

    def _open_view(self, seat: Seat, state: Any) -> View[Any]:
        """What everybody knows of what an absent seat knows; a box stays shut until its time."""
        closed = self.closed.get(seat)
        sealed_openly = closed if isinstance(closed, Action) else None
        return View(state, seat, self.cards.public, sealed_openly)

    def _source(self, seat: Seat) -> SeededSource:
        """Another one for every request; the step does not count, lest a seat choose its moment."""
        return SeededSource(frame((self.table.id, self._answered, seat)))

    def _seal(self, seats: tuple[Seat, ...], task: Task) -> Generator[ScriptStep, Given, None]:
        given = yield from self._decide(seats, task)
        for seat in seats:
            self.closed[seat] = given.get(seat) or self._stand_in(seat, self.state)

    def _laid_count(self, seat: Seat) -> int:
        closed = self.closed[seat]
        if isinstance(closed, Action):
            return len(closed.cards)
        assert closed.count is not None
        return closed.count

    def _open(self, seats: tuple[Seat, ...]) -> Generator[ScriptStep, Given, Answer]:
        boxes = {seat: box for seat in seats if isinstance(box := self.closed[seat], PendingSeal)}
        given = yield from self._ask(boxes, tasks.OpenChoice(boxes))
        # Whoever did not open, whenever they left: the box is opened all the same, so it never pays
        # to leave.
        gone = {seat: boxes[seat] for seat in sorted(boxes) if seat not in given}
        opened = yield from self._open_by_proxy(gone)
        plays = []
        for seat in seats:
            closed = self.closed.pop(seat)
            if isinstance(closed, Action):
                faces = tuple(self.cards.public[slot] for slot in closed.cards)
                plays.append(Play(seat, closed, faces))
            elif seat in opened:
                plays.append(opened[seat])
            else:
                plays.append(self._publish(seat, given[seat]))
        return Played(tuple(plays))

    def _open_by_proxy(
        self, boxes: Mapping[Seat, PendingSeal]
    ) -> Generator[ScriptStep, Given, dict[Seat, Play]]:
        """Open the boxes of seats that went away between sealing and opening."""
        if not boxes:
            return {}
        errands = [
            Errand(seat, KeyPurpose.SEALED, (box.sealed.mask,)) for seat, box in boxes.items()
        ]
        images = yield from self._by_proxy(errands)
        opened: dict[Seat, Play] = {}
        for (seat, box), (image,) in zip(boxes.items(), images, strict=True):
            opened[seat] = yield from self._opened(seat, box, image)
        return opened

    def _opened(
        self, seat: Seat, box: PendingSeal, image: Point
    ) -> Generator[ScriptStep, Given, Play]:
        """What the box of an absent seat holds; a stand-in's choice if that is nothing legal.

        Of a hand that was spared only the cards in the box are shown.
        """
        try:
            key = self.book.key(KeyPurpose.SEALED, seat)
            action = box.read(sealed.open_by_proxy(box.sealed, key, image))
            own = [slot for slot in action.cards if self.cards.owner(slot) == seat]
            yield from self._share_for({seat: own})
            return box.rulebook.judge(seat, action, {})
        except PeerFault:
            yield from self._share_for({seat: self.cards.hand(seat)})
            return box.rulebook.judge(seat, self._fitting(seat, box), {})

    def _fitting(self, seat: Seat, box: PendingSeal) -> Action:
        """A legal choice, with as many cards as the seat had laid if such a one is found."""
        view, source = self._open_view(seat, box.rulebook.state), self._source(seat)
        chosen = action = self.game.bot(view, source)
        for _ in range(FITTING_TRIES):
            if box.count in (None, len(action.cards)):
                return action
            action = self.game.sample(view, source)
        return chosen

    def _chance(self, request: Roll | Draw) -> Generator[ScriptStep, Given, Answer]:
        # Counted by throws and not by steps: no way of adding steps has it thrown anew.
        throw, self._throws = self._throws, self._throws + 1
        given = yield from self._ask(range(self.table.seats), tasks.GiveChance(self.book, throw))
        missing = [seat for seat in range(self.table.seats) if seat not in given]
        if missing:
            bases = (beacon.throw_point(self.table.id, throw),)
            errands = [Errand(seat, KeyPurpose.BEACON, bases) for seat in missing]
            images = yield from self._by_proxy(errands)
            given |= {seat: image for seat, (image,) in zip(missing, images, strict=True)}
        value = beacon.join_shares(self.table.id, throw, list(given.values()))
        if isinstance(request, Roll):
            return Rolled(beacon.roll(value, request.sides))
        return Drawn(beacon.draw(value, request.pile, request.count))

    def _shuffle(self, request: Shuffle) -> Generator[ScriptStep, Given, None]:
        """Each present seat in turn. One honest shuffle is enough: absent seats are passed over."""
        # Of all seats, absent ones too: their shares are given by proxy, and a deck without them
        # could be read by fewer.
        key = keys.join(self.book.keys(KeyPurpose.DECK))
        shuffled = deck.open_deck(request.deck, key, request.faces)
        done: tuple[Seat, ...] = ()
        for seat in range(self.table.seats):
            given = yield from self._ask((seat,), tasks.ShuffleTurn(shuffled, done))
            shuffled = given.get(seat, shuffled)
            done += tuple(given)
        self.cards.add_deck(shuffled)

    def _deal(self, request: Deal) -> Generator[ScriptStep, Given, None]:
        for seat, slots in request.hands:
            self.cards.deal(seat, slots)
        # In one step for all hands, one proof a deck: a round trip, not one for each seat.
        dealt = [(slot, seat) for seat, slots in request.hands for slot in slots]
        # Everybody gives shares of the cards of all others.
        owed = {
            seat: tuple(sorted(slot for slot, owner in dealt if owner != seat))
            for seat in range(self.table.seats)
        }
        givers = [seat for seat, slots in owed.items() if slots]
        given = yield from self._ask(givers, tasks.GiveShares(self.book, self.cards, owed))
        for seat, shares in given.items():
            self.cards.add_shares(seat, shares)
        # A seat that is away plays open: its shares of its own new cards are given too.
        open_hands = self.absent - self.spared
        slots_by_proxy = {
            seat: [slot for slot, owner in dealt if owner != seat or seat in open_hands]
            for seat in range(self.table.seats)
            if seat not in given
        }
        yield from self._share_for(slots_by_proxy)

    def _show(self, request: Show) -> Generator[ScriptStep, Given, Answer]:
        hidden = self.cards.hidden(request.slots)
        task = tasks.GiveShares(self.book, self.cards, {request.seat: hidden}, "show")
        given = yield from self._ask((request.seat,) if hidden else (), task)
        if request.seat not in given:
            # The hand of a seat that is away has been shown already, unless it was spared.
            yield from self._share_for({request.seat: hidden})
        self.cards.add_shares(request.seat, given.get(request.seat, {}))
        faces = tuple(self.cards.public[slot] for slot in request.slots)
        return Shown(request.seat, faces)
