"""The ring, the dolmens and the hand, drawn as text."""

from typing import Final

from p2pjeux.games.stonehenge.board_parts import (
    NAME,
    NAME_NARROW,
    STYLES,
    hand_lines,
    is_gone,
    is_on_sale,
    number_of,
    on_sale,
    score,
)
from p2pjeux.games.stonehenge.board_wide import COLUMNS_LEAST, ROWS_LEAST, large_board
from p2pjeux.games.stonehenge.cards import DOLMENS, RING_SPACES, SALES
from p2pjeux.games.stonehenge.state import State
from p2pjeux.games.stonehenge.texts import color_letters
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import (
    Line,
    Size,
    Span,
    about,
    clipped,
    left,
    line,
    line_width,
    right,
    thing,
)
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words

# Ten spaces along the top, five down each side, ten along the bottom: thirty in a ring.
ALONG: Final = 10
DOWN: Final = 5
CELL_LEAST: Final = 6
CELL_MOST: Final = 12
# With so many columns for a score there is room for a long name.
NAME_ROOMY: Final = 56
# In a lower or narrower window the stones to come stand in rows instead of a ring.
RING: Final = Size(ALONG * CELL_LEAST, 24)


def board(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    """The ring around the scores, the dolmens, what is on sale, and one's own hand."""
    state = view.state
    if len(state.stones) < SALES:
        return (line(Span(words.say("The stones are being set up."), "dim")),)
    if size.columns >= COLUMNS_LEAST and size.rows >= ROWS_LEAST:
        return large_board(view, words, size)
    if size.columns < RING.columns or size.rows < RING.rows:
        lines = _in_rows(view, words, size.columns)
    else:
        lines = _in_a_ring(view, words, size.columns)
    lines.append(on_sale(state, words))
    lines.extend(hand_lines(view, size.columns, words))
    return tuple(clipped(drawn, size.columns) for drawn in lines)


def _in_a_ring(view: View[State], words: Words, columns: int) -> list[Line]:
    state = view.state
    cell = max(CELL_LEAST, min(CELL_MOST, columns // ALONG))
    lines = [_row(state, range(ALONG), cell, words)]
    inside = _scores(view, cell * (ALONG - 2), words)
    for row in range(DOWN):
        start, end = RING_SPACES - 1 - row, ALONG + row
        middle = inside[row] if row < len(inside) else line(" " * (cell * (ALONG - 2)))
        lines.append((*_cell(state, start, cell, words), *middle, *_cell(state, end, cell, words)))
    lines.append(_row(state, range(RING_SPACES - DOWN - 1, ALONG + DOWN - 1, -1), cell, words))
    lines.append(_dolmens(state, cell, words))
    return lines


def _in_rows(view: View[State], words: Words, columns: int) -> list[Line]:
    """The next stones, what is left of the dolmens, and the scores."""
    state = view.state
    along = max(1, columns // CELL_LEAST)
    coming = [space for space in range(RING_SPACES) if not is_gone(state, space)]
    dolmens = [sale for sale in range(RING_SPACES, SALES) if not is_gone(state, sale)]
    # The further ones will come nearer.
    most = along if along >= ALONG else 2 * along
    lines = [
        tuple(
            span
            for space in coming[at : at + along]
            for span in _cell(state, space, CELL_LEAST, words)
        )
        for at in range(0, min(len(coming), most), along)
    ]
    further = len(coming) - most
    if further > 0:
        lines[-1] = (*lines[-1][: 3 * (along - 1)], Span(f" +{further + 1}", "dim"))
    lines.append(tuple(span for sale in dolmens for span in _cell(state, sale, CELL_LEAST, words)))
    return [*(drawn for drawn in lines if drawn), *_narrow_scores(view, columns, words)]


def _narrow_scores(view: View[State], columns: int, words: Words) -> list[Line]:
    """A line for each seat; the stones follow, where need be in a line of their own."""
    lines: list[Line] = []
    for seat in range(view.state.seats):
        spans = score(view, seat, words, NAME_NARROW)
        stones = _stones(view.state, seat, words)
        if line_width(spans) + len(stones) <= columns:
            lines.append((*spans, Span(stones, "dim")))
        else:
            lines += [spans, line(Span("     " + stones, "dim"))]
    return lines


def _row(state: State, spaces: range, cell: int, words: Words) -> Line:
    return tuple(span for space in spaces for span in _cell(state, space, cell, words))


def _cell(state: State, sale: int, cell: int, words: Words) -> Line:
    """``▸12●bl`` on sale now, ``12●bl`` still to come, ``12·`` gone."""
    name = f"{number_of(sale)}" if sale < RING_SPACES else f"D{number_of(sale)}"
    if is_gone(state, sale):
        return line(Span(left(" " + right(name, 2) + "·", cell), "dim", thing("sale", sale)))
    color = state.stones[sale]
    mark = "▸" if is_on_sale(state, sale) else " "
    text = left("●" + color_letters(color, words), cell - 3)
    drawn = line(Span(mark, "strong"), right(name, 2), Span(text, STYLES[color]))
    return about(thing("sale", sale), drawn)


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
    is_narrow = columns < NAME_ROOMY
    spans = score(view, seat, words, NAME_NARROW if is_narrow else NAME)
    stones = _stones(view.state, seat, words)
    return (*spans, Span(left(stones, columns - line_width(spans)), "dim"))


def _stones(state: State, seat: Seat, words: Words) -> str:
    return " ".join(
        f"{count}{color_letters(color, words)}"
        for color, count in enumerate(state.owned[seat])
        if count
    )
