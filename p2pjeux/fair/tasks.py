"""What a step asks of each seat: how its body is made, and how everybody else checks it.

A task is the same for all seats that a step asks. ``make`` needs the seat's table secret, ``check``
needs nothing that is not in the log; it returns what the body contributes or raises a PeerFault
that names the seat.
"""

from collections import ChainMap
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Protocol

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import beacon, bodies, deck, escrow, keybook, proofs, proxy, sealed
from p2pjeux.fair.cardbook import CardBook
from p2pjeux.fair.deck import Deck
from p2pjeux.fair.escrow import Sharing
from p2pjeux.fair.group import Point
from p2pjeux.fair.keybook import KeyBook, KeyPurpose, SeatKeys
from p2pjeux.fair.proxy import Errand
from p2pjeux.fair.sealed import SealedChoice
from p2pjeux.fair.transcript import Context
from p2pjeux.rules.contract import Game, Refusal
from p2pjeux.rules.door import check_laid, check_play
from p2pjeux.rules.requests import Action, Face, Lay, Play, Request, Seat, Slot


class Task(Protocol):
    """One kind of step."""

    @property
    def work(self) -> str:
        """What the seats do in such a step, in one word or two."""
        ...

    def make(self, context: Context, secret: bytes, action: Action | None) -> bytes:
        """The body of the context's seat; ``action`` is its decision where one is needed."""
        ...

    def check(self, context: Context, body: bytes) -> Any: ...


@dataclass(frozen=True, slots=True)
class AnnounceKeys:
    work: ClassVar = "set up"

    def make(self, context: Context, secret: bytes, action: Action | None) -> bytes:
        return keybook.announce(context, secret)

    def check(self, context: Context, body: bytes) -> SeatKeys:
        return keybook.check_announcement(context, body)


@dataclass(frozen=True, slots=True)
class ShareKeys:
    work: ClassVar = "set up"
    book: KeyBook

    def make(self, context: Context, secret: bytes, action: Action | None) -> bytes:
        return escrow.share_out(context, secret, self.book)

    def check(self, context: Context, body: bytes) -> Sharing:
        return escrow.check_sharing(context, self.book, body)


@dataclass(frozen=True, slots=True)
class AcceptParts:
    work: ClassVar = "set up"
    book: KeyBook
    sharings: tuple[Sharing, ...]

    def make(self, context: Context, secret: bytes, action: Action | None) -> bytes:
        return escrow.answer(context, secret, self.sharings)

    def check(self, context: Context, body: bytes) -> None:
        escrow.check_answer(context, self.book, self.sharings, body)


@dataclass(frozen=True, slots=True)
class PlayOpenly:
    """Choose and ChooseAll: the action, and the owner's shares of the cards it plays."""

    work: ClassVar = "decide"
    rulebook: "Rulebook"

    def make(self, context: Context, secret: bytes, action: Action | None) -> bytes:
        assert action is not None
        cards = self.rulebook.cards
        shares = cards.give_shares(context, cards.hidden(action.cards))
        return bodies.encode_play(bodies.encode_action(action), shares)

    def said(self, context: Context, action: Action | None) -> "ShownPlay | None":
        """What the body says that was just made of an action, if it shows no card by it."""
        assert action is not None
        cards = self.rulebook.cards
        if cards.hidden(action.cards):
            return None
        faces = tuple(cards.public[card] for card in action.cards)
        return ShownPlay(Play(context.seat, action, faces), {})

    def check(self, context: Context, body: bytes) -> "ShownPlay":
        data, messages = bodies.decode_play(body)
        return self.rulebook.show(context, bodies.decode_action(data), messages)


@dataclass(frozen=True, slots=True)
class ShownPlay:
    """A legal play with its faces, and the shares that showed them."""

    play: Play
    shares: Mapping[Slot, Point]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What it takes to judge a play: the request as it stood, and the cards."""

    game: Game[Any]
    state: Any
    request: Request
    book: KeyBook
    cards: CardBook

    def show(self, context: Context, action: Action, messages: Sequence[bytes]) -> ShownPlay:
        """Read the faces of the cards played and check the play; raise PeerFault if it is wrong."""
        seat = context.seat
        hidden = self.cards.hidden(action.cards)
        # Before any share is looked at: nobody can make the table open a card that is not his.
        if not all(self.cards.owner(slot) == seat for slot in hidden):
            raise _illegal(seat, NOT_IN_HAND)
        if len(set(hidden)) != len(hidden):
            raise _illegal(seat, Refusal("a card is named twice"))
        key = self.book.key(KeyPurpose.DECK, seat)
        shares = self.cards.check_shares(context, hidden, key, messages)
        opened = {slot: self.cards.face_with(slot, seat, share) for slot, share in shares.items()}
        return ShownPlay(self.judge(seat, action, opened), shares)

    def judge(self, seat: Seat, action: Action, opened: dict[Slot, Face]) -> Play:
        """The play with its faces, or PeerFault if the rules refuse it."""
        known = ChainMap(self.cards.public, opened)
        if not all(slot in known for slot in action.cards):
            raise _illegal(seat, NOT_IN_HAND)
        faces = tuple(known[slot] for slot in action.cards)
        refusal = check_play(self.game, self.state, self.request, seat, action, faces)
        if refusal is not None:
            raise _illegal(seat, refusal)
        return Play(seat, action, faces)


NOT_IN_HAND: Final = Refusal("a card is not in the hand it is played from")


def _illegal(seat: Seat, refusal: Refusal) -> PeerFault:
    return PeerFault(Fault.ILLEGAL_ACTION, f"seat {seat} broke the rules: {refusal}", seat=seat)


@dataclass(frozen=True, slots=True)
class PendingSeal:
    """A choice that is sealed and not yet open, with the rules as they stood when it was made."""

    sealed: SealedChoice
    rulebook: Rulebook
    # How many cards were laid, where all see that.
    count: int | None = None

    def read(self, value: bytes) -> Action:
        """The action in an opened value; raise PeerFault if it is none, or not what was laid."""
        seat = self.sealed.context.seat
        try:
            action = bodies.decode_action(value)
        except PeerFault as fault:
            raise fault.by(seat, value) from None
        # The number was public when the others decided, so it binds as the cards do.
        if self.count is not None and len(action.cards) != self.count:
            text = f"seat {seat} laid {self.count} cards and opened {len(action.cards)}"
            raise PeerFault(Fault.BAD_OPENING, text, seat=seat, evidence=value)
        return action


@dataclass(frozen=True, slots=True)
class SealChoice:
    work: ClassVar = "seal"
    rulebook: Rulebook

    def make(self, context: Context, secret: bytes, action: Action | None) -> bytes:
        assert action is not None
        return sealed.seal(context, secret, bodies.encode_action(action))

    def check(self, context: Context, body: bytes) -> PendingSeal:
        return PendingSeal(sealed.check_sealed(context, body), self.rulebook)


@dataclass(frozen=True, slots=True)
class LayCards:
    """A sealed choice of which all see the number of cards."""

    work: ClassVar = "lay"
    rulebook: Rulebook

    def make(self, context: Context, secret: bytes, action: Action | None) -> bytes:
        assert action is not None
        message = sealed.seal(context, secret, bodies.encode_action(action))
        return bodies.encode_laid(len(action.cards), message)

    def check(self, context: Context, body: bytes) -> PendingSeal:
        count, message = bodies.decode_laid(body)
        request = self.rulebook.request
        assert isinstance(request, Lay)
        refusal = check_laid(request, count)
        if refusal is not None:
            raise _illegal(context.seat, refusal)
        return PendingSeal(sealed.check_sealed(context, message), self.rulebook, count)


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """Show what was sealed, and the cards in it."""

    work: ClassVar = "open"
    closed: Mapping[Seat, PendingSeal]

    def make(self, context: Context, secret: bytes, action: Action | None) -> bytes:
        mine = self.closed[context.seat]
        opening = sealed.recall(secret, mine.sealed)
        cards = mine.rulebook.cards
        played = mine.read(opening[sealed.SALT_SIZE :]).cards
        return bodies.encode_play(opening, cards.give_shares(context, cards.hidden(played)))

    def check(self, context: Context, body: bytes) -> ShownPlay:
        opening, messages = bodies.decode_play(body)
        theirs = self.closed[context.seat]
        # Judged by the rules as they stood at the sealing: what was opened since cannot make a bid
        # illegal.
        key = theirs.rulebook.book.key(KeyPurpose.SEALED, context.seat)
        value = sealed.check_opening(theirs.sealed, key, opening)
        return theirs.rulebook.show(context, theirs.read(value), messages)


@dataclass(frozen=True, slots=True)
class GiveChance:
    work: ClassVar = "roll"
    book: KeyBook
    # How many throws the table has had before this one.
    throw: int
    # What this peer has given itself: nobody need check a proof of his own making.
    own: dict[tuple[Seat, bytes], Point] = field(default_factory=dict)

    def make(self, context: Context, secret: bytes, action: Action | None) -> bytes:
        body = beacon.give_share(context, secret, self.throw)
        (self.own[context.seat, body],) = proofs.read_shares(body)
        return body

    def check(self, context: Context, body: bytes) -> Point:
        if (context.seat, body) in self.own:
            return self.own[context.seat, body]
        key = self.book.key(KeyPurpose.BEACON, context.seat)
        return beacon.check_share(context, key, body, self.throw)


@dataclass(frozen=True, slots=True)
class ShuffleTurn:
    work: ClassVar = "shuffle"
    deck: Deck
    # The seats that have had their turn.
    done: tuple[Seat, ...] = ()
    # What this peer has shuffled itself: nobody need check a proof of his own making.
    own: dict[bytes, Deck] = field(default_factory=dict)

    def make(self, context: Context, secret: bytes, action: Action | None) -> bytes:
        shuffled, body = deck.shuffle_deck(context, self.deck, secret)
        self.own[body] = shuffled
        return body

    def check(self, context: Context, body: bytes) -> Deck:
        # Found by the very bytes: what somebody else sends in our name is checked like any other.
        return self.own.get(body) or deck.check_shuffle(context, self.deck, body)


@dataclass(frozen=True, slots=True)
class GiveShares:
    """Shares of the cards that ``slots`` names for each seat that is asked."""

    book: KeyBook
    cards: CardBook
    slots: Mapping[Seat, tuple[Slot, ...]]
    work: str = "deal"

    def make(self, context: Context, secret: bytes, action: Action | None) -> bytes:
        messages = self.cards.give_shares(context, self.slots[context.seat])
        return bodies.encode_list(messages)

    def check(self, context: Context, body: bytes) -> dict[Slot, Point]:
        slots = self.slots[context.seat]
        messages = bodies.decode_list(body, len({slot.deck for slot in slots}))
        key = self.book.key(KeyPurpose.DECK, context.seat)
        return self.cards.check_shares(context, slots, key, messages)


@dataclass(frozen=True, slots=True)
class StandIn:
    """Partial shares of what absent seats owe: one message for each errand that a seat can do.

    ``shows_hands`` where it is done for the hands of seats that were left out in the step before.
    Whoever knows that such a seat is back says so instead, and does nothing for its hand.
    """

    work: ClassVar = "stand in"
    book: KeyBook
    sharings: tuple[Sharing, ...]
    errands: tuple[Errand, ...]
    shows_hands: bool = False

    def make(self, context: Context, secret: bytes, action: Action | None) -> bytes:
        holding = escrow.hold(context.seat, secret, self.sharings)
        errands = self.errands_of(context.seat)
        return bodies.encode_list(
            [proxy.give_partial(context, holding, errand) for errand in errands]
        )

    def check(self, context: Context, body: bytes) -> dict[Errand, tuple[Point, ...]]:
        errands = self.errands_of(context.seat)
        messages = bodies.decode_list(body, len(errands))
        return {
            errand: proxy.check_partial(context, self.book, errand, message)
            for errand, message in zip(errands, messages, strict=True)
        }

    def sparing(self, back: AbstractSet[Seat]) -> "StandIn":
        """The same for the others only: these seats are back before their hands were shown."""
        if not self.shows_hands:
            return self
        left = tuple(errand for errand in self.errands if errand.absent not in back)
        return replace(self, errands=left)

    def errands_of(self, seat: Seat) -> tuple[Errand, ...]:
        """Those that a seat can do: of the seats whose keys it holds parts of."""
        holders = self.book.holders
        return tuple(errand for errand in self.errands if seat in holders[errand.absent])
