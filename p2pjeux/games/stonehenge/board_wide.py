"""The large drawing: a ring of standing stones around dolmens and scores, and the hand as cards."""

from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import Final

from p2pjeux.games.stonehenge.board_parts import (
    STYLES,
    hand,
    hand_lines,
    is_gone,
    is_on_sale,
    mark,
    number_of,
    on_sale,
    score,
)
from p2pjeux.games.stonehenge.cards import CARDS, DOLMENS, RING_SPACES, STONE_COLORS
from p2pjeux.games.stonehenge.state import State
from p2pjeux.games.stonehenge.texts import color_letters, color_name
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Line, Size, Span, about, clip, left, line, line_width, thing
from p2pjeux.rules.requests import Seat, Slot
from p2pjeux.rules.words import Words

COLUMNS_LEAST: Final = 118
ROWS_LEAST: Final = 40
# With so many rows the ring is higher and cards are drawn as such.
ROWS_TALL: Final = 48
_RING_COLUMNS: Final = COLUMNS_LEAST
_STONE_COLUMNS: Final = 6
_DOLMEN_COLUMNS: Final = 11
_MIDDLE_COLUMNS: Final = 66
_CARD_COLUMNS: Final = 9
_CARDS_LEAD: Final = 2


@dataclass(slots=True)
class _RingCanvas:
    """Lines put at a row and a column; they must not overlap."""

    rows: int
    placed: list[tuple[int, int, Line]] = field(default_factory=list)

    def put(self, row: int, column: int, drawn: Line) -> None:
        self.placed.append((row, column, drawn))

    def lines(self) -> list[Line]:
        drawn: list[Line] = []
        for row in range(self.rows):
            spans: list[Span] = []
            used = 0
            pieces = sorted((column, piece) for at, column, piece in self.placed if at == row)
            for column, piece in pieces:
                spans += [Span(" " * (column - used)), *piece]
                used = column + line_width(piece)
            drawn.append(tuple(span for span in spans if span.text))
        return drawn


def large_board(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    """Stones stand until they are sold; the one on sale is marked."""
    state = view.state
    half = 12 if size.rows >= ROWS_TALL else 10
    canvas = _RingCanvas(2 * half + 2)
    for space in range(RING_SPACES):
        row, column = _place(space, half)
        for below, drawn in enumerate(_stone(state, space, words)):
            canvas.put(row + below, column, drawn)
    middle = _middle(view, words)
    top = (canvas.rows - len(middle)) // 2
    for row, drawn in enumerate(middle):
        canvas.put(top + row, (_RING_COLUMNS - _MIDDLE_COLUMNS) // 2, drawn)
    return (*canvas.lines(), *_hand(view, words, size))


def _place(space: int, half: int) -> tuple[int, int]:
    """Row and column of a stone: clockwise on an ellipse from the middle of its top."""
    angle = 2 * pi * (space + 0.5) / RING_SPACES
    across = (_RING_COLUMNS - _STONE_COLUMNS) / 2
    return round(half - half * cos(angle)), round(across + across * sin(angle))


def _stone(state: State, space: int, words: Words) -> tuple[Line, Line]:
    """A block over its number; nothing over the number once it is sold."""
    name = f"{number_of(space):>2}"
    if is_gone(state, space):
        return (), line(Span(f" {name}·", "dim", thing("sale", space)))
    color = state.stones[space]
    sign = Span("▸" if is_on_sale(state, space) else " ", "strong")
    letters = Span(color_letters(color, words), STYLES[color])
    drawn = line(sign, Span("▟██▙", STYLES[color])), line(sign, name, letters)
    return about(thing("sale", space), drawn[0]), about(thing("sale", space), drawn[1])


def _middle(view: View[State], words: Words) -> list[Line]:
    state = view.state
    dolmens = [_dolmen(state, dolmen, words) for dolmen in range(DOLMENS)]
    rows: list[Line] = [
        tuple(span for dolmen in dolmens for span in (*dolmen[row], Span("  ")))
        for row in range(len(dolmens[0]))
    ]
    rows.append(())
    rows += [_seat(view, seat, words) for seat in range(state.seats)]
    return [*rows, (), on_sale(state, words)]


def _dolmen(state: State, dolmen: int, words: Words) -> tuple[Line, ...]:
    """Two posts and a lintel, as wide as a column of the middle."""
    sale = RING_SPACES + dolmen
    color = state.stones[sale]
    style = STYLES[color]
    sign = "▸" if is_on_sale(state, sale) else " "
    rows = (
        ("", " ▄▄▄▄▄▄▄"),
        (sign, f"▐▌{f'D{number_of(sale)}':^4}▐▌"),
        ("", f" ▐▌ {color_letters(color, words):<2} ▐▌"),
    )
    if is_gone(state, sale):
        style, rows = "dim", (("", ""), (" ", f"  D{number_of(sale)} ·"), ("", ""))
    return tuple(
        about(
            thing("sale", sale),
            line(Span(before, "strong"), Span(left(text, _DOLMEN_COLUMNS - len(before)), style)),
        )
        for before, text in rows
    )


def _seat(view: View[State], seat: Seat, words: Words) -> Line:
    """Name, points, cards and bid; then the stones won, each colour in its own."""
    owned = view.state.owned[seat]
    stones = tuple(
        Span(f"{owned[color]}{color_letters(color, words)} ", STYLES[color])
        for color in STONE_COLORS
        if owned[color]
    )
    return (*score(view, seat, words), *stones)


def _hand(view: View[State], words: Words, size: Size) -> list[Line]:
    slots = hand(view)
    wide = _CARDS_LEAD + len(slots) * _CARD_COLUMNS
    if size.rows < ROWS_TALL or wide > size.columns or not slots:
        return hand_lines(view, size.columns, words)
    drawn = [_card(view, slot, words) for slot in slots]
    return [
        (Span(" " * _CARDS_LEAD), *(span for card in drawn for span in (*card[row], Span(" "))))
        for row in range(len(drawn[0]))
    ]


def _card(view: View[State], slot: Slot, words: Words) -> tuple[Line, ...]:
    printed = CARDS[view.faces[slot]]
    inside = _CARD_COLUMNS - 3
    if printed.color is None:
        style, texts = "strong", (mark(view, slot) + "▄▄▄▄", clip(words.say("dolmen"), inside), "")
    else:
        style = STYLES[printed.color]
        side = words.say("day") if printed.day else words.say("night")
        number = f"{mark(view, slot)}{printed.number}"
        texts = (number, clip(color_name(printed.color, words), inside), side)
    rows = ("╭" + "─" * inside + "╮", *(f"│{text:^{inside}}│" for text in texts))
    return tuple(
        line(Span(row, style, thing("card", *slot))) for row in (*rows, "╰" + "─" * inside + "╯")
    )
