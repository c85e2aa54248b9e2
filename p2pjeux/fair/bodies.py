"""The byte forms of what seats decide (protocol/5-fairness.md, Steps)."""

from collections.abc import Sequence
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.fair.sealed import VALUE_MAX
from p2pjeux.fair.shuffle import CARDS_MAX
from p2pjeux.rules.requests import Action, Slot

# The longest action is an Ostrakon question; it must fit a sealed box too.
ACTION_SIZE_MAX: Final = VALUE_MAX
VERB_MAX: Final = 32
ARGUMENTS_MAX: Final = 16
DECKS_MAX: Final = 1 << 16
# Shares of a whole deck under one proof: 180 points and the proof.
SHARES_SIZE_MAX: Final = 1 << 13
BODY_SIZE_MAX: Final = 1 << 17


def encode_action(action: Action) -> bytes:
    return encode([action.verb, action.args, action.cards], ACTION_SIZE_MAX)


def decode_action(data: bytes) -> Action:
    """The action in ``data``; raise PeerFault if it has not the form of one."""
    verb, args, cards = shapes.fields(decode(data, ACTION_SIZE_MAX), 3)
    return Action(
        shapes.text(verb, VERB_MAX),
        shapes.items(args, 0, ARGUMENTS_MAX),
        tuple(_slot(card) for card in shapes.items(cards, 0, CARDS_MAX)),
    )


def _slot(value: Value) -> Slot:
    deck, place = shapes.fields(value, 2)
    return Slot(shapes.number(deck, 0, DECKS_MAX), shapes.number(place, 0, CARDS_MAX - 1))


def encode_list(parts: Sequence[bytes]) -> bytes:
    return encode(list(parts), BODY_SIZE_MAX)


def decode_list(data: bytes, count: int) -> tuple[bytes, ...]:
    """Exactly ``count`` byte strings."""
    return tuple(
        shapes.data(part, SHARES_SIZE_MAX)
        for part in shapes.fields(decode(data, BODY_SIZE_MAX), count)
    )


def encode_play(action: bytes, shares: Sequence[bytes]) -> bytes:
    """An open action or an opening, and the shares that show its cards."""
    return encode([action, list(shares)], BODY_SIZE_MAX)


def decode_play(data: bytes) -> tuple[bytes, tuple[bytes, ...]]:
    action, shares = shapes.fields(decode(data, BODY_SIZE_MAX), 2)
    return shapes.data(action, 2 * ACTION_SIZE_MAX), tuple(
        shapes.data(share, SHARES_SIZE_MAX) for share in shapes.items(shares, 0, CARDS_MAX)
    )


def encode_laid(count: int, message: bytes) -> bytes:
    return encode([count, message], BODY_SIZE_MAX)


def decode_laid(data: bytes) -> tuple[int, bytes]:
    count, message = shapes.fields(decode(data, BODY_SIZE_MAX), 2)
    return shapes.number(count, 0, CARDS_MAX), shapes.data(message, 2 * ACTION_SIZE_MAX)
