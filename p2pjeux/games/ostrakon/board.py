"""The path of wisdom there and back, Sun and Moon, topics, question and shards, drawn as text."""

from collections.abc import Callable, Sequence
from typing import Final

from p2pjeux.games.ostrakon.board_parts import (
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
from p2pjeux.games.ostrakon.board_wide import wide_board
from p2pjeux.games.ostrakon.calendar import TEMPLE
from p2pjeux.games.ostrakon.state import Phase, State
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Line, Size, Span, about, clipped, left, line, thing, width
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words

CARDS_ON_PATH: Final = 8
CELL_LEAST: Final = 3
CELL_MOST: Final = 7
# The column of the Temple takes what eight cells and their lines leave of eighty.
SIDE_LEAST: Final = 6
SIDE_MOST: Final = 14
# A line for each cell, and the two at the edges.
EDGES: Final = CARDS_ON_PATH + 2
# So many columns say who a player is.
PLAYER_LEAST: Final = 13
# From here on two things stand side by side.
HALVED: Final = 70
QUESTION_ROWS: Final = 4
PILE_ROWS: Final = 2
ROWS_ROOMY: Final = 24
# As long as there is no topic, the choices get the room where it would stand.
_BEFORE: Final = frozenset({Phase.PHILOSOPHERS, Phase.PILE, Phase.TOPICS})
# The eight cards carry 1 to 8 on the way out, and 9 to 16 on the way back above them.
OUT: Final = tuple(range(1, CARDS_ON_PATH + 1))
BACK: Final = tuple(TEMPLE - space for space in OUT)


def board(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    if size.columns >= 120 and size.rows >= 40:
        return wide_board(view, words, size)
    state, columns = view.state, size.columns
    cell = max(CELL_LEAST, min(CELL_MOST, (columns - SIDE_LEAST - EDGES) // CARDS_ON_PATH))
    side = max(SIDE_LEAST, min(SIDE_MOST, columns - EDGES - CARDS_ON_PATH * cell))
    temple = (words.say("Temple"), state.path[TEMPLE])
    under = (words.say("under {sun}", sun=SUN), state.under)
    # Where rows are scarce, what is empty or said elsewhere too is the first to go.
    is_low = size.rows < ROWS_ROOMY
    rules = [[] if is_low else [_rule(corners, side, cell)] for corners in ("┌┬┐", "├┼┤", "└┴┘")]
    # What all of them need who could meet on one space, so that nothing jumps.
    pile = 1 if is_low else min(PILE_ROWS, -(-state.seats // (cell - 1)))
    lines = [
        header(state, columns, words),
        *rules[0],
        *_band(view, temple, BACK, (side, cell), pile),
        *rules[1],
        *_band(view, under, OUT, (side, cell), pile),
        *rules[2],
        *([] if state.phase in _BEFORE else _asked(state, columns, words, is_low=is_low)),
        *_seats(view, columns, words),
    ]
    return tuple(clipped(drawn, columns) for drawn in lines)


def _asked(state: State, columns: int, words: Words, *, is_low: bool) -> list[Line]:
    if is_low:
        now = topics(state, columns, words)[:1]
        return [drawn for drawn in (*now, *question(state, columns, words)) if drawn]
    drawn = (
        *_beside(topics, state, columns, words),
        *question(state, columns, words, QUESTION_ROWS if columns < HALVED else 2),
        *_beside(answers, state, columns, words),
    )
    # Rows that say nothing are left to the news and the choices.
    return [row for row in drawn if row]


def _beside(
    drawing: Callable[[State, int, Words], tuple[Line, Line]],
    state: State,
    columns: int,
    words: Words,
) -> list[Line]:
    """Two things in one line, or in a narrow window one below the other."""
    if columns < HALVED:
        return [drawn for drawn in drawing(state, columns, words) if drawn]
    halves = drawing(state, columns // 2, words)
    return [(*halves[0], *halves[1])]


def _rule(corners: str, side: int, cell: int) -> Line:
    cells = corners[1].join(["─" * side, *["─" * cell] * CARDS_ON_PATH])
    return line(Span(corners[0] + cells + corners[2], "rule"))


def _band(
    view: View[State],
    side: tuple[str, tuple[Seat, ...]],
    spaces: Sequence[int],
    columns: tuple[int, int],
    rows_least: int,
) -> list[Line]:
    """Eight spaces: the number of each, and below it the pile from its top."""
    title, pile = side
    piles = [pile, *(view.state.path[space] for space in spaces)]
    rooms = [columns[0] - 1, *[columns[1] - 1] * CARDS_ON_PATH]
    height = max(
        rows_least, *(-(-len(pile) // room) for pile, room in zip(piles, rooms, strict=True))
    )
    edge = Span("│", "rule")
    if width(title) >= columns[0]:
        title = title.split(" ")[-1]
    lead = " " if width(title) < columns[0] else ""
    names = [Span(left(lead + title, columns[0]), "strong")]
    names += [_number(view.state, space, columns[1]) for space in spaces]
    lines = [merged([edge, *(span for name in names for span in (name, edge))])]
    for row in range(height):
        spans = [edge]
        for seats, room in zip(piles, rooms, strict=True):
            spans += [*_letters(view, seats[row * room : (row + 1) * room], room), edge]
        lines.append(merged(spans))
    return lines


def _number(state: State, space: int, cell: int) -> Span:
    lead = " " if cell > CELL_LEAST else ""
    if space == state.sun:
        gap = " " if cell > CELL_LEAST + 1 else ""
        return Span(left(f"{lead}{space}{gap}{SUN}", cell), "yellow", thing("space", space))
    return Span(left(f"{lead}{space}", cell), "dim", thing("space", space))


def _letters(view: View[State], seats: Sequence[Seat], room: int) -> list[Span]:
    letters = [
        Span(letter(view.state, seat), style(view, seat), thing("seat", seat)) for seat in seats
    ]
    return [Span(" "), *letters, Span(" " * (room - len(letters)))]


def _seats(view: View[State], columns: int, words: Words) -> list[Line]:
    """All players: letter, open shard, name, olive branch, and part in this turn."""
    state = view.state
    per_row = min((state.seats + 1) // 2, columns // PLAYER_LEAST)
    each = columns // per_row
    cells = [_seat(view, seat, each, words) for seat in range(state.seats)]
    return [
        merged(span for cell in cells[at : at + per_row] for span in cell)
        for at in range(0, len(cells), per_row)
    ]


def _seat(view: View[State], seat: Seat, columns: int, words: Words) -> Line:
    state = view.state
    drawn = line(
        Span(role(state, seat), "strong"),
        Span(letter(state, seat), style(view, seat)),
        shard(view, seat),
        Span(OLIVE if state.olive[seat] else " ", "green"),
        Span(left(words.name(seat), columns - 5), style(view, seat)),
    )
    return (*about(thing("seat", seat), drawn), Span(" "))
