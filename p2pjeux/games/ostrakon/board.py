"""The path of wisdom there and back, Sun and Moon, topics, question and shards, drawn as text."""

from collections.abc import Sequence
from typing import Final

from p2pjeux.games.ostrakon.calendar import TEMPLE
from p2pjeux.games.ostrakon.pieces import (
    OLIVE,
    SUN,
    answers,
    header,
    letter,
    merged,
    question,
    role,
    shard,
    style,
    topics,
)
from p2pjeux.games.ostrakon.state import State
from p2pjeux.games.ostrakon.wide import wide_board
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Line, Size, Span, left, line
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words

CARDS_ON_PATH: Final = 8
CELL: Final = 7
# The column of the Temple takes what eight cells and their lines leave of eighty.
SIDE: Final = 14
# The eight cards carry 1 to 8 on the way out, and 9 to 16 on the way back above them.
OUT: Final = tuple(range(1, CARDS_ON_PATH + 1))
BACK: Final = tuple(TEMPLE - space for space in OUT)


def board(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    if size.columns >= 120 and size.rows >= 40:
        return wide_board(view, words, size)
    state, columns = view.state, size.columns
    temple = (words.say("Temple"), state.path[TEMPLE])
    under = (words.say("under {sun}", sun=SUN), state.under)
    return (
        header(state, columns, words),
        _rule("┌", "┬", "┐"),
        *_band(view, temple, BACK),
        _rule("├", "┼", "┤"),
        *_band(view, under, OUT),
        _rule("└", "┴", "┘"),
        _beside(topics(state, columns // 2, words)),
        *question(state, columns, words),
        _beside(answers(state, columns // 2, words)),
        *_seats(view, columns, words),
    )


def _beside(halves: tuple[Line, Line]) -> Line:
    return (*halves[0], *halves[1])


def _rule(start: str, middle: str, end: str) -> Line:
    cells = middle.join("─" * CELL for _ in range(CARDS_ON_PATH))
    return line(Span(start + "─" * SIDE + middle + cells + end, "rule"))


def _band(
    view: View[State], side: tuple[str, tuple[Seat, ...]], spaces: Sequence[int]
) -> list[Line]:
    """Eight spaces in three rows: the number, and the pile from its top in two."""
    title, pile = side
    rows: list[list[Span]] = [[Span("│", "rule")] for _ in range(3)]
    for number, (text, seats) in enumerate(
        [(title, pile), *((None, view.state.path[space]) for space in spaces)]
    ):
        columns = SIDE if number == 0 else CELL
        if text is None:
            rows[0] += [_number(view.state, spaces[number - 1]), Span("│", "rule")]
        else:
            rows[0] += [Span(left(" " + text, columns), "strong"), Span("│", "rule")]
        for row in (1, 2):
            part = seats[(row - 1) * (columns - 1) : row * (columns - 1)]
            rows[row] += [*_letters(view, part, columns), Span("│", "rule")]
    return [merged(row) for row in rows]


def _number(state: State, space: int) -> Span:
    if space == state.sun:
        return Span(left(f" {space} {SUN}", CELL), "yellow")
    return Span(left(f" {space}", CELL), "dim")


def _letters(view: View[State], seats: Sequence[Seat], columns: int) -> list[Span]:
    letters = [Span(letter(view.state, seat), style(view, seat)) for seat in seats]
    return [Span(" "), *letters, Span(" " * (columns - 1 - len(letters)))]


def _seats(view: View[State], columns: int, words: Words) -> list[Line]:
    """All players in two rows: letter, open shard, name, olive branch, and part in this turn."""
    state = view.state
    per_row = (state.seats + 1) // 2
    each = columns // per_row
    cells = [_seat(view, seat, each, words) for seat in range(state.seats)]
    rows = (cells[:per_row], cells[per_row:])
    return [merged(span for cell in row for span in cell) for row in rows]


def _seat(view: View[State], seat: Seat, columns: int, words: Words) -> Line:
    state = view.state
    return line(
        Span(role(state, seat), "strong"),
        Span(letter(state, seat), style(view, seat)),
        shard(state, seat),
        Span(OLIVE if state.olive[seat] else " ", "green"),
        Span(left(words.name(seat), columns - 5), style(view, seat)),
        " ",
    )
