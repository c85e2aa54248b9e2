"""The ring, the dolmens and the hand, drawn as text."""

from typing import Final

from p2pjeux.games.stonehenge.cards import DOLMENS, RING_SPACES, SALES
from p2pjeux.games.stonehenge.marks import (
    STYLES,
    hand_lines,
    is_gone,
    is_on_sale,
    number_of,
    on_sale,
    score,
)
from p2pjeux.games.stonehenge.ring import COLUMNS_LEAST, ROWS_LEAST, large_board
from p2pjeux.games.stonehenge.state import State
from p2pjeux.games.stonehenge.texts import color_letters
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Line, Size, Span, left, line, line_width, right
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words

# Ten spaces along the top, five down each side, ten along the bottom: thirty in a ring.
ALONG: Final = 10
DOWN: Final = 5
CELL_LEAST: Final = 7
CELL_MOST: Final = 12


def board(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    """The ring around the scores, the dolmens, what is on sale, and one's own hand."""
    state = view.state
    if len(state.stones) < SALES:
        return (line(Span(words.say("The stones are being set up."), "dim")),)
    if size.columns >= COLUMNS_LEAST and size.rows >= ROWS_LEAST:
        return large_board(view, words, size)
    cell = max(CELL_LEAST, min(CELL_MOST, size.columns // ALONG))
    lines = [_row(state, range(ALONG), cell, words)]
    inside = _scores(view, cell * (ALONG - 2), words)
    for row in range(DOWN):
        start, end = RING_SPACES - 1 - row, ALONG + row
        middle = inside[row] if row < len(inside) else line(" " * (cell * (ALONG - 2)))
        lines.append((*_cell(state, start, cell, words), *middle, *_cell(state, end, cell, words)))
    lines.append(_row(state, range(RING_SPACES - DOWN - 1, ALONG + DOWN - 1, -1), cell, words))
    lines.append(_dolmens(state, cell, words))
    lines.append(on_sale(state, words))
    lines.extend(hand_lines(view, size.columns, words))
    return tuple(lines)


def _row(state: State, spaces: range, cell: int, words: Words) -> Line:
    return tuple(span for space in spaces for span in _cell(state, space, cell, words))


def _cell(state: State, sale: int, cell: int, words: Words) -> Line:
    """``▸12●bl`` on sale now, ``12●bl`` still to come, ``12·`` gone."""
    name = f"{number_of(sale)}" if sale < RING_SPACES else f"D{number_of(sale)}"
    if is_gone(state, sale):
        return line(Span(left(" " + right(name, 2) + "·", cell), "dim"))
    color = state.stones[sale]
    mark = "▸" if is_on_sale(state, sale) else " "
    text = left("●" + color_letters(color, words), cell - 3)
    return line(Span(mark, "strong"), right(name, 2), Span(text, STYLES[color]))


def _dolmens(state: State, cell: int, words: Words) -> Line:
    title = left(" " + words.say("dolmens"), 2 * cell)
    cells = (
        span
        for dolmen in range(DOLMENS)
        for span in _cell(state, RING_SPACES + dolmen, cell, words)
    )
    return (Span(title, "dim"), *cells)


def _scores(view: View[State], columns: int, words: Words) -> list[Line]:
    return [_score(view, seat, columns, words) for seat in range(view.state.seats)]


def _score(view: View[State], seat: Seat, columns: int, words: Words) -> Line:
    stones = " ".join(
        f"{count}{color_letters(color, words)}"
        for color, count in enumerate(view.state.owned[seat])
        if count
    )
    spans = score(view, seat, words)
    return (*spans, Span(left(stones, columns - line_width(spans)), "dim"))
