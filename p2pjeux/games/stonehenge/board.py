"""The ring, the dolmens and the hand, drawn as text."""

from typing import Final

from p2pjeux.games.stonehenge.cards import CARDS, DOLMENS, RING_SPACES, SALES
from p2pjeux.games.stonehenge.state import Phase, State
from p2pjeux.games.stonehenge.texts import card, color_letters, stone
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Line, Size, Span, left, line, right, width
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words

STYLES: Final = ("white", "blue", "green", "yellow", "red", "black")
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
    cell = max(CELL_LEAST, min(CELL_MOST, size.columns // ALONG))
    lines = [_row(state, range(ALONG), cell, words)]
    inside = _scores(view, cell * (ALONG - 2), words)
    for row in range(DOWN):
        start, end = RING_SPACES - 1 - row, ALONG + row
        middle = inside[row] if row < len(inside) else line(" " * (cell * (ALONG - 2)))
        lines.append((*_cell(state, start, cell, words), *middle, *_cell(state, end, cell, words)))
    lines.append(_row(state, range(RING_SPACES - DOWN - 1, ALONG + DOWN - 1, -1), cell, words))
    lines.append(_dolmens(state, cell, words))
    lines.append(_on_sale(state, words))
    lines.extend(_hand(view, size.columns, words))
    return tuple(lines)


def _row(state: State, spaces: range, cell: int, words: Words) -> Line:
    return tuple(span for space in spaces for span in _cell(state, space, cell, words))


def _cell(state: State, sale: int, cell: int, words: Words) -> Line:
    """``▸12●bl`` on sale now, ``12●bl`` still to come, ``12·`` gone."""
    number = sale + 1 if sale < RING_SPACES else sale + 1 - RING_SPACES
    name = f"{number}" if sale < RING_SPACES else "D" + f"{number}"
    if sale < state.sale or state.phase is Phase.OVER:
        return line(Span(left(" " + right(name, 2) + "·", cell), "dim"))
    color = state.stones[sale]
    mark = "▸" if sale == state.sale else " "
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
    state = view.state
    mark = "▸" if state.phase is Phase.LAY and seat == state.bidder else " "
    style = "me" if seat == view.seat else f"seat{seat}"
    stones = " ".join(
        f"{count}{color_letters(color, words)}"
        for color, count in enumerate(state.owned[seat])
        if count
    )
    cards = words.count("{number} card", "{number} cards", len(state.hands[seat]))
    spans = line(
        f"   {mark}",
        Span(left(words.name(seat), 14), style),
        Span(right(str(state.scores[seat]), 3), "strong"),
        left(words.say(" pts"), 5),
        left(cards, 9),
        Span(left(_laid(state, seat, words), 8), "strong"),
    )
    used = sum(width(span.text) for span in spans)
    return (*spans, Span(left(stones, columns - used), "dim"))


def _laid(state: State, seat: Seat, words: Words) -> str:
    turn = state.order.index(seat)
    if turn >= len(state.laid):
        return ""
    count = state.laid[turn]
    return "▮" * min(count, 6) if count else words.say("pass")


def _on_sale(state: State, words: Words) -> Line:
    if state.phase is Phase.OVER:
        return line(Span(" " + words.say("The game is over."), "title"))
    return line(
        Span(" " + words.say("On sale: {stone}", stone=stone(state, state.sale, words)), "title"),
        Span("  " + words.say("stock {number}", number=len(state.stock)), "dim"),
    )


def _hand(view: View[State], columns: int, words: Words) -> list[Line]:
    if view.seat is None:
        return []
    faces = sorted(view.faces[slot] for slot in view.state.hands[view.seat])
    faces.sort(key=lambda face: (CARDS[face].is_dolmen, CARDS[face].color))
    lines: list[list[Span]] = [[Span(" " + words.say("your hand:"), "strong")]]
    for face in faces:
        printed = CARDS[face]
        style = "strong" if printed.color is None else STYLES[printed.color]
        span = Span("  " + card(face, words), style)
        if sum(width(other.text) for other in lines[-1]) + width(span.text) > columns:
            lines.append([Span("  ")])
        lines[-1].append(span)
    return [tuple(spans) for spans in lines]
