"""Draw the model for a window of any size. Pure: the same model and size give the same screen."""

from dataclasses import dataclass, replace
from typing import Final

from p2pjeux.rules.drawing import Line, Size, Span, line
from p2pjeux.ui.chooser import restart
from p2pjeux.ui.screen import bars, grid, overlays
from p2pjeux.ui.screen.frame import Frame, Spot
from p2pjeux.ui.screen.model import Model, Overlay
from p2pjeux.ui.screen.wrap import fit, wrap_text

SMALLEST: Final = Size(80, 24)
# Games draw large from 120 columns on; what is left then goes to the story beside the board.
BOARD_LARGE: Final = 120
STORY_BESIDE_LEAST: Final = 38
STORY_BESIDE_MOST: Final = 64
STORY_LEAST: Final = 2
CHOICES_LEAST: Final = 2


def render(model: Model, size: Size) -> Frame:
    """The whole screen, exactly ``size.rows`` lines of exactly ``size.columns`` columns."""
    if size.columns < SMALLEST.columns or size.rows < SMALLEST.rows:
        return _too_small(model, size)
    overlay = model.overlay
    if overlay is not None and overlay is not Overlay.LEAVE:
        return overlays.cover(model, overlay, size)
    is_wide = size.columns - STORY_BESIDE_LEAST - 1 >= BOARD_LARGE
    table = _beside(model, size) if is_wide else _stacked(model, size)
    return overlays.ask_to_leave(model, table, size) if overlay is Overlay.LEAVE else table


def _too_small(model: Model, size: Size) -> Frame:
    text = model.words.say(
        "Please enlarge the window to {columns} × {rows}; it is {wide} × {high} now.",
        columns=SMALLEST.columns,
        rows=SMALLEST.rows,
        wide=size.columns,
        high=size.rows,
    )
    lines = wrap_text(text, max(1, size.columns))[: size.rows]
    blank = ((),) * (size.rows - len(lines))
    return Frame(tuple(fit(drawn, size.columns) for drawn in (*lines, *blank)))


@dataclass(frozen=True, slots=True)
class _Bottom:
    """What is asked and how it can be answered, drawn below the board."""

    lines: tuple[Line, ...]
    # Rows counted from the first of ``lines``.
    spots: tuple[Spot, ...]
    cursor: tuple[int, int] | None
    columns: int


def _stacked(model: Model, size: Size) -> Frame:
    """Title, board, story, choices, from top to bottom."""
    board = board_lines(model, size, size.columns, size.rows - 3 - STORY_LEAST - CHOICES_LEAST - 1)
    rest = size.rows - 2 - len(board)
    bottom = _bottom(model, size.columns, max(CHOICES_LEAST, (rest - 2) * 3 // 5))
    story_rows = rest - len(bottom.lines)
    story, scrolled_most = _story_block(model, size.columns, story_rows)
    return _assemble(model, size, (*board, *story), bottom, scrolled_most)


def _beside(model: Model, size: Size) -> Frame:
    """The story in a column of its own on the right; board and choices on the left."""
    panel = max(STORY_BESIDE_LEAST, min(STORY_BESIDE_MOST, size.columns - BOARD_LARGE - 1))
    wide = size.columns - panel - 1
    board = board_lines(model, size, wide, size.rows - 3 - CHOICES_LEAST - 1)
    rest = size.rows - 2 - len(board)
    bottom = _bottom(model, wide, max(CHOICES_LEAST, rest - 3))
    blank = ((),) * (rest - len(bottom.lines))
    left_side = (*board, *blank, *bottom.lines)
    story, scrolled_most = _story_block(model, panel, len(left_side))
    rows = tuple(
        (*fit(one, wide), Span("│", "rule"), *fit(other, panel))
        for one, other in zip(left_side, story, strict=True)
    )
    at = len(rows) - len(bottom.lines)
    split = _Bottom(rows[at:], bottom.spots, bottom.cursor, bottom.columns)
    return _assemble(model, size, rows[:at], split, scrolled_most)


def _assemble(
    model: Model, size: Size, middle: tuple[Line, ...], bottom: _Bottom, scrolled_most: int
) -> Frame:
    start = 1 + len(middle)
    keys, key_spots = bars.key_bar(model, size.columns, size.rows - 1)
    lines = (bars.title_bar(model, size.columns), *middle, *bottom.lines, keys)
    spots = tuple(Spot(spot.row + start, spot.start, spot.end, spot.means) for spot in bottom.spots)
    cursor = None
    if bottom.cursor is not None:
        cursor = (bottom.cursor[0] + start, bottom.cursor[1])
    fitted = tuple(fit(drawn, size.columns) for drawn in lines)
    all_spots = (*spots, *key_spots)
    return Frame(fitted, all_spots, cursor, bottom.columns, scrolled_most=scrolled_most)


def board_lines(model: Model, size: Size, columns: int, rows_most: int) -> tuple[Line, ...]:
    """The board as large as fits; cut with a note when even the small drawing does not."""
    if model.view is None:
        return (line(Span(model.words.say("The table is being set."), "dim")),)
    board = model.game.presenter.board
    drawn = board(model.view, model.words, Size(columns, size.rows))
    if len(drawn) > rows_most:
        drawn = board(model.view, model.words, Size(columns, SMALLEST.rows))
    if len(drawn) <= rows_most:
        return drawn
    note = model.words.say("… the whole board: F7")
    return (*drawn[: rows_most - 1], line(Span(note, "dim")))


def _story_block(model: Model, columns: int, rows: int) -> tuple[tuple[Line, ...], int]:
    """The sentences in sight, under a rule where there is room; and how far back one can scroll."""
    words = model.words
    ruled = rows > STORY_LEAST + 1
    room = rows - 1 if ruled else rows
    lines = story_lines(model, columns)
    scrolled_most = max(0, len(lines) - room)
    scrolled = min(model.scrolled, scrolled_most)
    end = len(lines) - scrolled
    seen = lines[max(0, end - room) : end]
    block = (*seen, *((),) * (room - len(seen)))
    if not ruled:
        return block, scrolled_most
    title = words.say("Story")
    if scrolled:
        title += " · " + words.count("{number} line below", "{number} lines below", scrolled)
    return (bars.rule(title, columns), *block), scrolled_most


def story_lines(model: Model, columns: int) -> tuple[Line, ...]:
    return tuple(
        drawn
        for number, sentence in enumerate(model.story)
        for drawn in wrap_text(sentence, columns - 1, "" if number >= model.fresh_from else "dim")
    )


def _bottom(model: Model, columns: int, choices_most: int) -> _Bottom:
    """What is expected, the choices, and the line where one types."""
    prompt = bars.prompt(model, columns)
    laid = grid.arrange(model, columns, choices_most)
    rows = min(choices_most, max(laid.rows, _rows_kept(model, columns, choices_most)))
    lines, spots = grid.draw(model, laid, rows, len(prompt))
    blank = ((),) * (rows - len(lines))
    typing, cursor = bars.input_line(model, columns)
    place = None if cursor is None else (len(prompt) + rows, cursor)
    return _Bottom((*prompt, *lines, *blank, typing), spots, place, laid.columns)


def _rows_kept(model: Model, columns: int, choices_most: int) -> int:
    """Rows that the whole question took, so that nothing jumps while it is answered."""
    if model.chooser is None:
        return 0
    whole = replace(model, chooser=restart(model.chooser), typed="")
    return grid.arrange(whole, columns, choices_most).rows
