"""The conversation of a table: which steps a request becomes, told in the order they happen.

Each ``yield`` is one step: it names the seats and the task, and receives what they gave. A seat
that was declared absent gives nothing; the others then stand in for it, and its hand lies open.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from p2pjeux.errors import PeerFault
from p2pjeux.fair import beacon, deck, escrow, keybook, proxy, sealed, tasks
from p2pjeux.fair.cardbook import CardBook
from p2pjeux.fair.escrow import Sharing
from p2pjeux.fair.group import Point, total
from p2pjeux.fair.keybook import KeyBook, Purpose
from p2pjeux.fair.proxy import Errand
from p2pjeux.fair.tasks import Closed, Rulebook, Shown, Task
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
    Shuffle,
    Slot,
    deciders,
)
from p2pjeux.rules.requests import Shown as ShownCards
from p2pjeux.rules.source import SeededSource


@dataclass(frozen=True, slots=True)
class Table:
    """What the charter fixes before the first step."""

    id: bytes
    game: Game[Any]
    seats: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    # How many others act together for an absent seat; 0 with two seats.
    threshold: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One entry is due from each of ``seats``, those declared absent meanwhile excepted."""

    seats: tuple[Seat, ...]
    task: Task


# A cheat may have laid a number of cards that no legal bid has; then any legal bid stands for it.
FITTING_TRIES: Final = 200

# What each seat contributed to a step; an absent seat contributes nothing.
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
        # Seats found absent whose hands are still to be shown.
        self.unshown: set[Seat] = set()
        # Choices made and not yet open: sealed ones, and those of stand-ins, which are no secret.
        self.closed: dict[Seat, Closed | Action] = {}
        self.sharings: tuple[Sharing, ...] = ()
        self.number = 0
        self.happened: list[Happening[Any]] = []
        self._book: KeyBook | None = None

    @property
    def book(self) -> KeyBook:
        assert self._book is not None, "the table is not set up yet"
        return self._book

    @property
    def is_set_up(self) -> bool:
        """Whether the others could act for a seat by now."""
        return self._book is not None and bool(self._book.parts)

    @property
    def _present(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(self.table.seats) if seat not in self.absent)

    def run(self) -> Generator[Step, Given, None]:
        yield from self._set_up()
        while self.request is not None:
            answer = yield from self._answer(self.request)
            before, request = self.state, self.request
            self.state = self.game.apply(before, answer)
            self.request = self.game.request(self.state)
            self.happened.append(Happening(before, request, answer, self.state))

    def _set_up(self) -> Generator[Step, Given, None]:
        """Keys with proofs; then, from three seats on, their parts, and who accepts them."""
        everybody = tuple(range(self.table.seats))
        keys = yield Step(everybody, tasks.AnnounceKeys())
        book = keybook.open_book([keys[seat] for seat in everybody], self.table.threshold)
        self._book = book
        if self.table.threshold:
            shared = yield Step(everybody, tasks.ShareKeys(book))
            self.sharings = tuple(shared[seat] for seat in everybody)
            complete = escrow.complete_book(book, self.sharings)
            yield Step(everybody, tasks.AcceptParts(complete, self.sharings))
            self._book = complete

    def _ask(self, seats: Iterable[Seat], task: Task) -> Generator[Step, Given, Given]:
        """One step; then the hands of those who were found absent in it are shown."""
        given = yield Step(tuple(seats), task)
        while self.unshown:
            seat = min(self.unshown)
            self.unshown.discard(seat)
            slots = self.cards.hand(seat)
            if slots:
                yield from self._share_for([seat], {seat: slots})
        return given

    def _by_proxy(
        self, errands: Sequence[Errand]
    ) -> Generator[Step, Given, list[tuple[Point, ...]]]:
        """What absent seats owe, from all who are present; in the order of the errands."""
        task = tasks.StandIn(self.book, self.sharings, tuple(errands))
        given = yield from self._ask(self._present, task)
        return [
            proxy.combine(
                self.book, errand, {seat: partials[place] for seat, partials in given.items()}
            )
            for place, errand in enumerate(errands)
        ]

    def _share_for(
        self, seats: Sequence[Seat], slots: Mapping[Seat, tuple[Slot, ...]]
    ) -> Generator[Step, Given, None]:
        """The shares that absent seats owe of cards, given by proxy."""
        owing = [seat for seat in seats if slots[seat]]
        if not owing:
            return
        errands = [Errand(seat, Purpose.DECK, self.cards.masks(slots[seat])) for seat in owing]
        images = yield from self._by_proxy(errands)
        for seat, points in zip(owing, images, strict=True):
            self.cards.add_shares(seat, dict(zip(slots[seat], points, strict=True)))

    def _answer(self, request: Request) -> Generator[Step, Given, Answer]:
        match request:
            case Choose() | ChooseAll():
                return (yield from self._play_openly(request))
            case Seal(seats=seats):
                yield from self._seal(request, tasks.SealChoice())
                return Sealed(seats)
            case Lay(seat=seat):
                yield from self._seal(request, tasks.LayCards(request))
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

    def _play_openly(self, request: Choose | ChooseAll) -> Generator[Step, Given, Answer]:
        rulebook = self._rulebook(request)
        seats = deciders(request)
        given = yield from self._ask(seats, tasks.PlayOpenly(rulebook))
        return Played(tuple(self._published(seat, given, rulebook) for seat in seats))

    def _published(self, seat: Seat, given: Given, rulebook: Rulebook) -> Play:
        """A seat's play, its cards shown to all; the stand-in's if the seat gave none."""
        shown: Shown | None = given.get(seat)
        if shown is None:
            return rulebook.judge(seat, self._stand_in(seat, rulebook.state), {})
        self.cards.add_shares(seat, shown.shares)
        return shown.play

    def _stand_in(self, seat: Seat, state: Any) -> Action:
        """What everybody computes alike for an absent seat, whose hand lies open."""
        source = SeededSource(frame((self.table.id, self.number, seat)))
        return self.game.bot(View(state, seat, self.cards.public), source)

    def _seal(self, request: Seal | Lay, task: Task) -> Generator[Step, Given, None]:
        rulebook = self._rulebook(request)
        seats = deciders(request)
        given = yield from self._ask(seats, task)
        for seat in seats:
            if seat not in given:
                self.closed[seat] = self._stand_in(seat, self.state)
            elif isinstance(request, Lay):
                count, message = given[seat]
                self.closed[seat] = Closed(message, rulebook, count)
            else:
                self.closed[seat] = Closed(given[seat], rulebook)

    def _laid_count(self, seat: Seat) -> int:
        closed = self.closed[seat]
        if isinstance(closed, Action):
            return len(closed.cards)
        assert closed.count is not None
        return closed.count

    def _open(self, seats: tuple[Seat, ...]) -> Generator[Step, Given, Answer]:
        closed = {seat: self.closed.pop(seat) for seat in seats}
        sealed_ones = {seat: one for seat, one in closed.items() if isinstance(one, Closed)}
        task = tasks.OpenChoice(sealed_ones)
        given = yield from self._ask(sealed_ones, task)
        gone = [seat for seat in sealed_ones if seat not in given]
        opened = yield from self._open_by_proxy({seat: sealed_ones[seat] for seat in gone})
        plays = []
        for seat in seats:
            one = closed[seat]
            if isinstance(one, Action):
                plays.append(self._play_of(seat, one))
            elif seat in opened:
                plays.append(opened[seat])
            else:
                plays.append(self._published(seat, given, one.rulebook))
        return Played(tuple(plays))

    def _play_of(self, seat: Seat, action: Action) -> Play:
        return Play(seat, action, tuple(self.cards.public[slot] for slot in action.cards))

    def _open_by_proxy(
        self, closed: Mapping[Seat, Closed]
    ) -> Generator[Step, Given, dict[Seat, Play]]:
        """Open the boxes of seats that went away between sealing and opening."""
        if not closed:
            return {}
        errands = [Errand(seat, Purpose.SEALED, (one.sealed.mask,)) for seat, one in closed.items()]
        images = yield from self._by_proxy(errands)
        return {
            seat: self._opened(seat, one, image)
            for (seat, one), (image,) in zip(closed.items(), images, strict=True)
        }

    def _opened(self, seat: Seat, closed: Closed, image: Point) -> Play:
        """What the box of an absent seat holds; a stand-in's choice if that is nothing legal."""
        rulebook = closed.rulebook
        try:
            key = self.book.key(Purpose.SEALED, seat)
            action = closed.read(sealed.open_by_proxy(closed.sealed, key, image))
            return rulebook.judge(seat, action, {})
        except PeerFault:
            return rulebook.judge(seat, self._fitting(seat, closed), {})

    def _fitting(self, seat: Seat, closed: Closed) -> Action:
        """A legal choice with as many cards as the seat had laid, if one is found."""
        state = closed.rulebook.state
        source = SeededSource(frame((self.table.id, self.number, seat)))
        for _ in range(FITTING_TRIES):
            action = self.game.sample(View(state, seat, self.cards.public), source)
            if closed.count is None or len(action.cards) == closed.count:
                return action
        return self._stand_in(seat, state)

    def _chance(self, request: Roll | Draw) -> Generator[Step, Given, Answer]:
        number = self.number
        given = yield from self._ask(range(self.table.seats), tasks.GiveChance(self.book))
        missing = [seat for seat in range(self.table.seats) if seat not in given]
        if missing:
            bases = (beacon.step_point(self.table.id, number),)
            errands = [Errand(seat, Purpose.BEACON, bases) for seat in missing]
            images = yield from self._by_proxy(errands)
            given |= {seat: image for seat, (image,) in zip(missing, images, strict=True)}
        value = beacon.join_shares(self.table.id, number, list(given.values()))
        if isinstance(request, Roll):
            return Rolled(beacon.roll(value, request.sides))
        return Drawn(beacon.draw(value, request.pile, request.count))

    def _shuffle(self, request: Shuffle) -> Generator[Step, Given, None]:
        """Each present seat in turn. One honest shuffle is enough: absent seats are passed over."""
        key = total(self.book.keys(Purpose.DECK))
        shuffled = deck.open_deck(request.deck, key, request.faces)
        for seat in range(self.table.seats):
            given = yield from self._ask((seat,), tasks.ShuffleTurn(shuffled))
            shuffled = given.get(seat, shuffled)
        self.cards.add_deck(shuffled)

    def _deal(self, request: Deal) -> Generator[Step, Given, None]:
        for seat, slots in request.hands:
            self.cards.deal(seat, slots)
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
        gone = [seat for seat in givers if seat not in given]
        yield from self._share_for(gone, owed)
        # A seat that is away plays open: its new cards are shown too.
        yield from self._show_dealt_to_absent(request)

    def _show_dealt_to_absent(self, request: Deal) -> Generator[Step, Given, None]:
        open_hands = {
            seat: self.cards.hidden(slots) for seat, slots in request.hands if seat in self.absent
        }
        yield from self._share_for(list(open_hands), open_hands)

    def _show(self, request: Show) -> Generator[Step, Given, Answer]:
        slots = {request.seat: self.cards.hidden(request.slots)}
        if slots[request.seat]:
            task = tasks.GiveShares(self.book, self.cards, slots)
            given = yield from self._ask((request.seat,), task)
            # If the seat went away just now, its hand has been shown already.
            self.cards.add_shares(request.seat, given.get(request.seat, {}))
        faces = tuple(self.cards.public[slot] for slot in request.slots)
        return ShownCards(request.seat, faces)
