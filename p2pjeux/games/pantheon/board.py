"""The board: map and panel, the time line below, and one's own hand."""

from typing import Final

from p2pjeux.games.pantheon.board_map import (
    PAWNS,
    SMALL,
    STARS,
    full_map,
    seat_style,
    small_map,
)
from p2pjeux.games.pantheon.board_panel import (
    filled,
    fold_dim,
    full_panel,
    low_panel,
    small_panel,
)
from p2pjeux.games.pantheon.men import CARDS, lacks
from p2pjeux.games.pantheon.state import State
from p2pjeux.games.pantheon.texts import card, lacking_names, nation_sign
from p2pjeux.games.pantheon.timeline import QUARTERS, Square
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import (
    Line,
    Size,
    Span,
    about,
    clip,
    clipped,
    left,
    line_width,
    thing,
    width,
)
from p2pjeux.rules.requests import Slot
from p2pjeux.rules.words import Words

# From this size on all towns stand with their names.
FULL_SIZE: Final = Size(120, 40)
# Below the board: the story, the choices and the line where one writes.
ROWS_KEPT: Final = 8
# Below the map: labels, up to two rows of pawns, hand, what is lacking.
ROWS_BELOW: Final = 6
PANEL: Final = 35
# Beside the small map; with fewer columns the same stands below it.
PANEL_LEAST: Final = 24
# In a lower window a list says where everybody is, and a key shows the map.
MAP_ROWS: Final = 24
MAP_MOST: Final = Size(132, 40)
WHITE: Final = "▫"


def board(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    lacking = _lacking(view, words)
    if size.columns >= FULL_SIZE.columns and size.rows >= FULL_SIZE.rows:
        columns = min(size.columns - PANEL - 1, MAP_MOST.columns)
        rows = min(size.rows - ROWS_KEPT - ROWS_BELOW, MAP_MOST.rows)
        panel, lacking = _told_beside(full_panel(view, words, PANEL), lacking, PANEL, rows)
        lines = _beside(full_map(view, words, columns, rows), panel)
    elif size.rows < MAP_ROWS:
        lines = low_panel(view, words, size.columns)
    elif size.columns < SMALL.columns + 1 + PANEL_LEAST:
        chart = small_map(view) if size.columns >= SMALL.columns else []
        lines = [*chart, *low_panel(view, words, size.columns)]
    else:
        room = size.columns - SMALL.columns - 1
        short = small_panel(view, words, room, SMALL.rows)
        panel, lacking = _told_beside(short, lacking, room, SMALL.rows)
        lines = _beside(small_map(view), panel)
    lines += _time_line(view, max(1, size.columns // len(QUARTERS)))
    lines += _hand(view, size.columns, lacking, words)
    return tuple(clipped(drawn, size.columns) for drawn in lines)


def _told_beside(
    panel: list[Line], lacking: str, columns: int, rows: int
) -> tuple[list[Line], str]:
    """The panel, with what is lacking if it stands there whole; else that is left for elsewhere."""
    folded = fold_dim(lacking, columns) if lacking else []
    if len(panel) + len(folded) <= rows:
        panel, lacking = [*panel, *folded], ""
    return filled(panel, rows), lacking


def _beside(chart: list[Line], panel: list[Line]) -> list[Line]:
    return [(*row, Span("│", "dim"), *note) for row, note in zip(chart, panel, strict=True)]


def _time_line(view: View[State], cell: int) -> list[Line]:
    """A label for each quarter century, then pawns and stars in one row, or more in a crowd."""
    squares = [_symbols(view, square) for square in range(len(QUARTERS))]
    crowd = max(map(len, squares))
    rows = 1 if crowd < cell else max(2, -(-crowd // cell))
    lines = [
        tuple(
            Span(_label(square, cell), "dim", thing("square", square))
            for square in range(len(QUARTERS))
        )
    ]
    for row in range(rows):
        spans: list[Span] = []
        for square, symbols in enumerate(squares):
            spans += about(thing("square", square), tuple(_cell(symbols[row::rows], cell)))
        lines.append(tuple(spans))
    return lines


def _label(square: Square, cell: int) -> str:
    """The year a square begins with; in a narrow cell only the first of a century is in full."""
    century, year = divmod(QUARTERS[square].from_year, 100)
    if cell > 4:
        return left(f"{century}{year:02}", cell)
    if cell < 3:
        # Only the centuries, so that no two years touch.
        return left(f"{century}" if year == 0 else "", cell)
    if cell < 4:
        return left(f"{century}’" if year == 0 else f"{year}", cell)
    return f"{century}{year:02}" if year == 0 else f" {year} "


def _symbols(view: View[State], square: Square) -> list[Span]:
    state = view.state
    found = [
        Span(star, "warn")
        for star, man in zip(STARS, state.stakes, strict=False)
        if CARDS[man].square == square
    ]
    found += [
        Span(PAWNS[seat], seat_style(view, seat))
        for seat, stood in enumerate(state.squares)
        if stood == square
    ]
    if not found and QUARTERS[square].is_white:
        return [Span(WHITE, "dim")]
    return found


def _cell(symbols: list[Span], cell: int) -> list[Span]:
    """Symbols after a bar; a crowd may need the place of the bar too."""
    room = cell - len(symbols)
    if room <= 0:
        return symbols
    return [Span("│", "dim"), *symbols, Span(" " * (room - 1))]


def _hand(view: View[State], columns: int, lacking: str, words: Words) -> list[Line]:
    """One's own cards, those already bid in brackets, and what a collection still lacks."""
    seat = view.seat
    if seat is None:
        return []
    slots = sorted(view.state.hands[seat], key=lambda slot: view.faces[slot])
    lines: list[Line] = [(Span(words.say("Your hand:"), "strong"),) if slots else ()]
    for slot in slots:
        span = Span(_marked(view, slot, words), "strong", thing("card", *slot))
        if line_width(lines[-1]) + 1 + width(span.text) > columns:
            lines.append((span,))
        else:
            lines[-1] = (*lines[-1], Span(" "), span)
    room = columns - line_width(lines[-1])
    if lacking and len(lines) == 1:
        lines[0] = (*lines[0], Span(clip(f"  {lacking}", room), "dim"))
    return lines


def _marked(view: View[State], slot: Slot, words: Words) -> str:
    """A card in brackets lies face down in a bid; one with a cross is new."""
    name = card(view.faces[slot], words)
    if view.sealed is not None and slot in view.sealed.cards:
        return f"[{name}]"
    return f"+{name}" if slot in view.fresh else name


def _lacking(view: View[State], words: Words) -> str:
    """What would still complete a series of whoever looks."""
    if view.seat is None:
        return ""
    items = lacking_names(lacks(view.state.won[view.seat]), words, nation_sign)
    if not items:
        return words.say("All series are complete.")
    return words.say("Lacking: {items}", items=", ".join(items))
