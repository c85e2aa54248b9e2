"""Cards owed to seats, and a stock that may be too short for all of them."""

from typing import NamedTuple

from p2pjeux.rules.requests import Seat, Slot

# How many cards each seat is still to get, in the order in which they get them.
Owed = tuple[tuple[Seat, int], ...]
Hand = tuple[Slot, ...]


class Dealt(NamedTuple):
    """What a deal leaves: hands with their new cards, the rest of the stock, and of the debt."""

    hands: tuple[Hand, ...]
    stock: Hand
    owed: Owed


def hands_out(owed: Owed, stock: Hand) -> tuple[tuple[Seat, Hand], ...]:
    """As many of the owed cards as the stock holds; who comes last may get nothing yet."""
    out, at = [], 0
    for seat, count in owed:
        slots = stock[at : at + count]
        at += len(slots)
        if slots:
            out.append((seat, slots))
    return tuple(out)


def deal_owed(hands: tuple[Hand, ...], owed: Owed, stock: Hand) -> Dealt:
    """Hand them out; what is still owed comes after a new shuffle."""
    held, received = list(hands), dict.fromkeys(range(len(hands)), 0)
    for seat, slots in hands_out(owed, stock):
        held[seat] += slots
        received[seat] = len(slots)
    left = tuple((seat, count - received[seat]) for seat, count in owed if count > received[seat])
    return Dealt(tuple(held), stock[sum(received.values()) :], left)
