"""What both drawings of the board share: scores, what is on sale, and the hand."""

from typing import Final

from p2pjeux.games.stonehenge.cards import CARDS, RING_SPACES
from p2pjeux.games.stonehenge.state import Phase, State
from p2pjeux.games.stonehenge.texts import card, stone
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Line, Span, about, left, line, right, thing, width
from p2pjeux.rules.requests import Seat, Slot
from p2pjeux.rules.words import Words

# Columns of a name beside its score.
NAME: Final = 14
NAME_NARROW: Final = 9
STYLES: Final = ("white", "blue", "green", "yellow", "red", "black")


def number_of(sale: int) -> int:
    """The number printed on a space, or on a dolmen."""
    return sale + 1 if sale < RING_SPACES else sale + 1 - RING_SPACES


def is_gone(state: State, sale: int) -> bool:
    """Whether a stone has been sold, or has left the game unsold."""
    return state.last is not None and sale <= state.last.number


def is_on_sale(state: State, sale: int) -> bool:
    return state.phase is not Phase.OVER and sale == state.sale


def score(view: View[State], seat: Seat, words: Words, name: int = NAME) -> Line:
    """Name, points, how many cards, and what was laid in this auction."""
    state = view.state
    mark = "▸" if state.phase is Phase.LAY and seat == state.bidder else " "
    style = "me" if seat == view.seat else f"seat{seat}"
    cards = words.count("{number} card", "{number} cards", len(state.hands[seat]))
    drawn = line(
        f"   {mark}" if name == NAME else f" {mark}",
        Span(left(words.name(seat), name), style),
        Span(right(str(state.scores[seat]), 3), "strong"),
        left(words.say(" pts"), 5),
        left(cards, 9),
        Span(left(_laid(state, seat, words), 8), "strong"),
    )
    return about(thing("seat", seat), drawn)


def _laid(state: State, seat: Seat, words: Words) -> str:
    turn = state.order.index(seat)
    if turn >= len(state.laid):
        return ""
    count = state.laid[turn]
    return "▮" * min(count, 6) if count else words.say("pass")


def on_sale(state: State, words: Words) -> Line:
    if state.phase is Phase.OVER:
        return line(Span(" " + words.say("The game is over."), "title"))
    sold = words.say("On sale: {stone}", stone=stone(state, state.sale, words))
    return line(
        Span(" " + sold, "title", thing("sale", state.sale)),
        Span("  " + words.say("deck {number}", number=len(state.stock)), "dim"),
    )


def rank(view: View[State], slot: Slot) -> tuple[int, ...]:
    """A hand is sorted by colour and number, dolmens last."""
    face = view.faces.get(slot)
    if face is None:
        return (1,)
    color = CARDS[face].color
    return (0, len(STYLES) if color is None else color, face)


def hand(view: View[State]) -> list[Slot]:
    """One's own hand, sorted."""
    if view.seat is None:
        return []
    slots = sorted(view.state.hands[view.seat], key=lambda slot: rank(view, slot))
    return [slot for slot in slots if slot in view.faces]


def mark(view: View[State], slot: Slot) -> str:
    """What stands before a card of one's own: laid face down by now, or new."""
    if view.sealed is not None and slot in view.sealed.cards:
        return "▮"
    return "+" if slot in view.fresh else ""


def hand_lines(view: View[State], columns: int, words: Words) -> list[Line]:
    if view.seat is None:
        return []
    lines: list[list[Span]] = [[Span(" " + words.say("your hand:"), "strong")]]
    for slot in hand(view):
        face = view.faces[slot]
        color = CARDS[face].color
        text = mark(view, slot) + card(face, words)
        span = Span(text, "strong" if color is None else STYLES[color], thing("card", *slot))
        if sum(width(other.text) for other in lines[-1]) + 2 + width(span.text) > columns:
            lines.append([Span("  ")])
        lines[-1] += [Span("  "), span]
    return [tuple(spans) for spans in lines]
