"""Hidden decks: masked under the key of all seats, shuffled by each in turn, dealt and shown.

A card can be read only with one share from every seat. Dealing a slot to a seat means that all the
others give theirs; showing it later means that the owner gives his. Every function here is pure: a
``Deck`` and the bytes of one message in, the next ``Deck`` or the shares out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.fair import group, keys, proofs, shuffle, shuffle_check
from p2pjeux.fair.group import Mapper, Point
from p2pjeux.fair.shuffle import CARDS_MAX, Cards, MaskedCard, Proof, ShuffleClaim, ShuffleWitness
from p2pjeux.fair.transcript import (
    Context,
    Scope,
    derive_permutation,
    derive_scalar,
    derive_scalars,
    frame,
)

FACE_MAX: Final = 9999


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck of a table as everybody knows it: its faces in public order, its masked cards.

    ``number`` tells the decks of one table apart, a reshuffled one being a new deck.
    """

    number: int
    key: Point
    faces: tuple[int, ...]
    cards: Cards


@dataclass(frozen=True, slots=True)
class DealtCard:
    """A card and the shares given for it so far, one place for each seat."""

    slot: int
    card: MaskedCard
    shares: tuple[Point | None, ...]

    def with_share(self, seat: int, share: Point) -> "DealtCard":
        assert 0 <= seat < len(self.shares)
        shares = (*self.shares[:seat], share, *self.shares[seat + 1 :])
        return replace(self, shares=shares)

    def missing(self) -> tuple[int, ...]:
        """The seats whose share is still wanting; nobody can read the face before."""
        return tuple(seat for seat, share in enumerate(self.shares) if share is None)


def secret_key(secret: bytes) -> int:
    """A seat's secret key for all decks of a table, from its table secret."""
    return derive_scalar(secret, "deck-key")


def announce_key(context: Context, secret: bytes) -> bytes:
    """The message with which a seat makes its deck key known."""
    return keys.announce(_key_scope(context), secret_key(secret))


def check_key(context: Context, message: bytes) -> Point:
    """Return the deck key in ``message``; raise PeerFault unless the seat proves it."""
    return keys.check_announcement(_key_scope(context), message)


def _key_scope(context: Context) -> Scope:
    return Scope(context, "deck-key")


def face_point(face: int) -> Point:
    """The point that stands for a face, the same in every deck and at every table."""
    return group.hash_to_point(face.to_bytes(4, "big"), "card")


def open_deck(number: int, key: Point, faces: Sequence[int]) -> Deck:
    """A deck of known faces in known order, which everybody makes alike and no one has shuffled.

    Every card has the mask 1, so that it looks like any other card to the proof of shuffle.
    """
    if not 1 <= len(faces) <= CARDS_MAX:
        raise Refused(f"a deck has 1 to {CARDS_MAX} cards, not {len(faces)}")
    if not all(0 <= face <= FACE_MAX for face in faces):
        raise Refused(f"a face is a number from 0 to {FACE_MAX}")
    cards = tuple(MaskedCard(group.BASE, group.add(face_point(face), key)) for face in faces)
    return Deck(number, key, tuple(faces), cards)


def shuffle_deck(context: Context, deck: Deck, secret: bytes) -> tuple[Deck, bytes]:
    """Shuffle in one's turn; return the new deck and the message that proves it.

    Order and masks depend on the deck that came in: even if the log were rewritten before this
    step, two different decks would never be masked alike.
    """
    scope = _shuffle_scope(context, deck)
    parts = (*scope.parts(), b"".join(shuffle.flatten(deck.cards)))
    count = len(deck.cards)
    # Derived, not drawn: after a crash the same step gives the same bytes, and a seat never signs
    # two shuffles.
    witness = ShuffleWitness(
        derive_permutation(secret, "deck-order", *parts, size=count),
        derive_scalars(secret, "deck-masks", *parts, count=count),
    )
    after = shuffle.mask_anew(deck.key, deck.cards, witness)
    points = shuffle.flatten(after)
    proof = shuffle.prove(ShuffleClaim(scope, deck.key, deck.cards, points), witness)
    return replace(deck, cards=after), shuffle.encode_message(points, proof)


def check_shuffle(context: Context, deck: Deck, message: bytes, mapper: Mapper = map) -> Deck:
    """Return the deck after the shuffle in ``message``; raise PeerFault unless it is proved."""
    return check_shuffles(deck, [(context, message)], mapper)


def check_shuffles(
    deck: Deck, turns: Sequence[tuple[Context, bytes]], mapper: Mapper = map
) -> Deck:
    """Check the shuffles of several seats, one on top of the other, in one go.

    ``mapper`` may run pieces of the work on threads; libsodium works outside the interpreter lock.
    """
    claims = []
    for context, message in turns:
        claims.append(_read_claim(context, deck, message))
        # Nothing is done with these cards before the proofs are checked below.
        points = tuple(map(Point, claims[-1][0].after))
        deck = replace(deck, cards=tuple(map(MaskedCard, points[::2], points[1::2])))
    shuffle_check.check(claims, mapper)
    return deck


def _read_claim(context: Context, deck: Deck, message: bytes) -> tuple[ShuffleClaim, Proof]:
    try:
        points, proof = shuffle.decode_message(message, len(deck.cards))
    except PeerFault as fault:
        raise fault.by(context.seat, message) from None
    return ShuffleClaim(_shuffle_scope(context, deck), deck.key, deck.cards, points), proof


def _shuffle_scope(context: Context, deck: Deck) -> Scope:
    return Scope(context, "deck-shuffle", frame((deck.number, *deck.faces)))


def give_shares(context: Context, deck: Deck, slots: Sequence[int], secret: bytes) -> bytes:
    """The message with this seat's shares of exactly these slots, under one proof."""
    bases = masks(deck, slots)
    return proofs.make_shares(_share_scope(context, deck, slots), secret_key(secret), bases)


def check_shares(
    context: Context, deck: Deck, slots: Sequence[int], key: Point, message: bytes
) -> tuple[Point, ...]:
    """Return the share of each slot; raise PeerFault unless all were made with ``key``."""
    bases = masks(deck, slots)
    return proofs.check_shares(_share_scope(context, deck, slots), key, bases, message)


def read_shares(message: bytes) -> tuple[Point, ...]:
    """The shares in a message that was made here: they are known to be right."""
    return proofs.read_shares(message)


def masks(deck: Deck, slots: Sequence[int]) -> tuple[Point, ...]:
    """The points that a share multiplies by a seat's key, or a proxy by its part of the key."""
    if not slots or len(set(slots)) != len(slots):
        raise Refused("shares are given for one slot or more, each named once")
    if not all(0 <= slot < len(deck.cards) for slot in slots):
        raise Refused(f"deck {deck.number} has slots 0 to {len(deck.cards) - 1}")
    return tuple(deck.cards[slot].mask for slot in slots)


def _share_scope(context: Context, deck: Deck, slots: Sequence[int]) -> Scope:
    return Scope(context, "deck-share", frame((deck.number, *slots)))


def deal(deck: Deck, slot: int, seats: int) -> DealtCard:
    """The card in ``slot``, with no share given yet at a table of so many seats."""
    masks(deck, (slot,))
    return DealtCard(slot, deck.cards[slot], (None,) * seats)


def read_face(deck: Deck, dealt: DealtCard) -> int:
    """The face of a card for which every share is in."""
    missing = dealt.missing()
    # All seats, the reader’s own among them: as long as one keeps its share back nobody can read
    # the card.
    if missing:
        raise Refused(f"the shares of seats {missing} are wanting")
    shares = [share for share in dealt.shares if share is not None]
    point = group.subtract(dealt.card.masked, group.total(shares))
    face = _faces_by_point(deck.faces).get(point)
    if face is None:
        # All shuffles and shares were proved, so no seat can be named: keys and deck disagree.
        raise PeerFault(Fault.BAD_CARD, f"slot {dealt.slot} holds no card of the deck")
    return face


def read_own_face(deck: Deck, dealt: DealtCard, seat: int, secret: bytes) -> int:
    """The face of a card dealt to this seat, whose own share is not published for it."""
    # Made and used here alone. Once it is published everybody reads the card, which is what showing
    # it means.
    share = group.multiply(secret_key(secret), dealt.card.mask)
    return read_face(deck, dealt.with_share(seat, share))


@lru_cache(maxsize=64)
def _faces_by_point(faces: tuple[int, ...]) -> dict[Point, int]:
    return {face_point(face): face for face in faces}
