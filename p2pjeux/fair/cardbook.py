"""All hidden cards of a table: the decks, who was dealt what, the shares given, the faces known."""

from collections.abc import Iterable, Mapping, Sequence

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import deck as decks
from p2pjeux.fair.deck import DealtCard, Deck
from p2pjeux.fair.group import Point
from p2pjeux.fair.transcript import Context
from p2pjeux.rules.requests import Face, Seat, Slot


class CardBook:
    """What this peer knows of the cards; ``secrets`` are those of the seats it holds."""

    def __init__(self, seats: int, secrets: Mapping[Seat, bytes]) -> None:
        self._seats = seats
        self._secrets = secrets
        self._decks: dict[int, Deck] = {}
        self._dealt: dict[Slot, DealtCard] = {}
        self._owners: dict[Slot, Seat] = {}
        self.public: dict[Slot, Face] = {}
        self.learnt: dict[Seat, dict[Slot, Face]] = {seat: {} for seat in secrets}
        # The shares that were given here last, with all that they were asked for.
        self._own: tuple[Context, tuple[Slot, ...], tuple[bytes, ...]] | None = None

    def add_deck(self, deck: Deck) -> None:
        self._decks[deck.number] = deck

    def deal(self, seat: Seat, slots: Iterable[Slot]) -> None:
        """Note whose these cards are from now on; the shares follow."""
        for slot in slots:
            self._dealt[slot] = decks.deal(self._decks[slot.deck], slot.place, self._seats)
            self._owners[slot] = seat

    def hidden(self, slots: Sequence[Slot]) -> tuple[Slot, ...]:
        """Those of ``slots`` whose faces are not known to all, in order of deck and place."""
        return tuple(sorted(slot for slot in slots if slot not in self.public))

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        """All cards that were ever dealt to ``seat``."""
        return tuple(slot for slot, owner in self._owners.items() if owner == seat)

    def lacking(self, seat: Seat, slots: Sequence[Slot]) -> tuple[Slot, ...]:
        """Those of ``slots`` for which ``seat`` has given no share, in order of deck and place."""
        return tuple(sorted(slot for slot in slots if seat in self._dealt[slot].missing()))

    def owner(self, slot: Slot) -> Seat | None:
        return self._owners.get(slot)

    def masks(self, slots: Sequence[Slot]) -> tuple[Point, ...]:
        """The points that shares of these cards multiply by a key."""
        return tuple(self._dealt[slot].card.mask for slot in slots)

    def give_shares(self, context: Context, slots: Sequence[Slot]) -> tuple[bytes, ...]:
        """One message for each deck with the shares of the context's seat, which is held here."""
        secret = self._secrets[context.seat]
        messages = tuple(
            decks.give_shares(context, deck, places, secret)
            for deck, places in self._by_deck(slots)
        )
        self._own = (context, tuple(slots), messages)
        return messages

    def check_shares(
        self, context: Context, slots: Sequence[Slot], key: Point, messages: Sequence[bytes]
    ) -> dict[Slot, Point]:
        """The shares in ``messages``; raise PeerFault unless they are those of ``slots``."""
        groups = self._by_deck(slots)
        if len(messages) != len(groups):
            text = f"{len(messages)} lists of shares where {len(groups)} are due"
            raise PeerFault(Fault.BAD_SHAPE, text, seat=context.seat)
        # Found by all that was asked and the very bytes: nobody need check a proof of his own.
        is_own = self._own == (context, tuple(slots), tuple(messages))
        shares: dict[Slot, Point] = {}
        for (deck, places), message in zip(groups, messages, strict=True):
            points = (
                decks.read_shares(message)
                if is_own
                else decks.check_shares(context, deck, places, key, message)
            )
            shares.update(
                (Slot(deck.number, place), point)
                for place, point in zip(places, points, strict=True)
            )
        return shares

    def _by_deck(self, slots: Sequence[Slot]) -> list[tuple[Deck, list[int]]]:
        numbers = sorted({slot.deck for slot in slots})
        return [
            (self._decks[number], [slot.place for slot in slots if slot.deck == number])
            for number in numbers
        ]

    def face_with(self, slot: Slot, seat: Seat, share: Point) -> Face:
        """The face of a card to which only the share of ``seat`` is wanting."""
        return decks.read_face(self._decks[slot.deck], self._dealt[slot].with_share(seat, share))

    def add_shares(self, seat: Seat, shares: Mapping[Slot, Point]) -> None:
        """Keep a seat's shares, and read what can be read with them."""
        for slot, share in shares.items():
            dealt = self._dealt[slot].with_share(seat, share)
            self._dealt[slot] = dealt
            missing = dealt.missing()
            owner = self._owners[slot]
            deck = self._decks[slot.deck]
            if not missing:
                self._publish(slot, decks.read_face(deck, dealt))
            elif missing == (owner,) and owner in self._secrets:
                face = decks.read_own_face(deck, dealt, owner, self._secrets[owner])
                self.learnt[owner][slot] = face

    def _publish(self, slot: Slot, face: Face) -> None:
        self.public[slot] = face
        for known in self.learnt.values():
            known[slot] = face
