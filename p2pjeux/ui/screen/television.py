"""A table as a television shows it: the board for all, and whose turn it is, read from a sofa.

Nobody acts here, so there is neither a question nor a key; hands are on phones and laptops.
"""

from typing import Final

from p2pjeux.rules.drawing import Line, Size, Span, clip, line, width
from p2pjeux.ui.screen import bars
from p2pjeux.ui.screen.board_cache import BoardCache
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.screen.model import Model, waiting_for
from p2pjeux.ui.screen.window_size import HEIGHTS
from p2pjeux.ui.wording.presence import presence_line
from p2pjeux.ui.wording.waits import Ways, wait_sentences
from p2pjeux.ui.wording.wrap import fit, wrap_text

# Title, who is there, and the band that says whose turn it is.
_AROUND: Final = 3
# So much of what happened last stays, however high the board is.
_STORY_LEAST: Final = 2


def draw(model: Model, size: Size, boards: BoardCache, seconds: int | None) -> Frame:
    """The whole screen, exactly as large as ``size``."""
    columns, room = size.columns, size.rows - _AROUND
    board = _board(model, size, room - _STORY_LEAST, boards)
    story = _story(model, columns, room - len(board))
    blank = ((),) * (room - len(board) - len(story))
    lines: tuple[Line, ...] = (
        bars.title_bar(model, columns, seconds),
        presence_line(model.status, model.words, columns),
        *board,
        *blank,
        *story,
        _band(model, columns),
    )
    return Frame(tuple(fit(drawn, columns) for drawn in lines))


def _board(model: Model, size: Size, rows_most: int, boards: BoardCache) -> tuple[Line, ...]:
    """The largest board that fits, in the middle; of one that never fits the upper part."""
    if model.view is None:
        return (line(Span(model.words.say("The table is being set up."), "dim")),)
    drawn: tuple[Line, ...] = ()
    for rows in (size.rows, *HEIGHTS):
        smaller = Size(size.columns, min(size.rows, rows))
        drawn = boards.draw(model.game, model.view, model.words, smaller)
        if len(drawn) <= rows_most:
            break
    drawn = drawn[:rows_most]
    widest = max((sum(width(span.text) for span in one) for one in drawn), default=0)
    left = Span(" " * max(0, (size.columns - widest) // 2))
    return tuple((left, *one) for one in drawn)


def _story(model: Model, columns: int, rows: int) -> tuple[Line, ...]:
    """What happened last; the result once the game is over."""
    if model.is_over and model.view is not None:
        told = model.game.presenter.result(model.view.state, model.words)
        result = [drawn for one in told for drawn in wrap_text(one, columns - 1, "strong")]
        return tuple(result[:rows])
    lines = [
        drawn
        for one in model.story[-max(1, rows) :]
        for drawn in wrap_text(one.text, columns - 1, one.style)
    ]
    return tuple(lines[-rows:]) if rows > 0 else ()


def _band(model: Model, columns: int) -> Line:
    """Whom the table waits for, across the whole width."""
    text = clip(_awaited(model), columns - 2)
    left = (columns - width(text)) // 2
    return line(Span(f"{' ' * left}{text}".ljust(columns), "me"))


def _awaited(model: Model) -> str:
    words = model.words
    if model.is_over:
        return words.say("The game is over.")
    told = wait_sentences(model.status, words, Ways.TAPS)
    if told:
        return told[0]
    seats = waiting_for(model)
    if not seats:
        return words.say("One moment…")
    names = words.among(tuple(words.name(seat) for seat in seats))
    return words.say("Waiting for {names}…", names=names)
