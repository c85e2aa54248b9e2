"""Draw the model for a window of any size. Pure: the same model and size give the same screen."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from p2pjeux.rules.drawing import Line, Size, Span, line, width
from p2pjeux.ui.choosing.chooser import restart
from p2pjeux.ui.screen import bars, grid, looking, overlays, television
from p2pjeux.ui.screen.board_cache import BoardCache
from p2pjeux.ui.screen.frame import Frame, Place, Spot
from p2pjeux.ui.screen.model import Model, Overlay
from p2pjeux.ui.screen.window_size import HEIGHTS, too_small
from p2pjeux.ui.wording.meantime import since
from p2pjeux.ui.wording.presence import presence_line
from p2pjeux.ui.wording.wrap import fit, wrap_spans, wrap_text

# Games draw large from 120 columns on; what is left then goes to the story beside the board.
BOARD_LARGE: Final = 120
STORY_BESIDE_LEAST: Final = 38
STORY_BESIDE_MOST: Final = 64
STORY_LEAST: Final = 2
# So many lines of news stay whatever is asked, if there are so many.
NEWS_LEAST: Final = 3
CHOICES_LEAST: Final = 2
# The prompt, the choices and the line where one types.
BOTTOM_LEAST: Final = 1 + CHOICES_LEAST + 1


def render(
    model: Model, size: Size, boards: BoardCache | None = None, seconds: int | None = None
) -> Frame:
    """The whole screen, exactly ``size.rows`` lines of exactly ``size.columns`` columns.

    ``boards`` only saves time: with or without it the screen is the same. ``seconds`` is how long
    the table has waited for those whom it waits for.
    """
    boards = boards or BoardCache()
    small = too_small(model.words, size)
    if small is not None:
        return small
    overlay = model.overlay
    if overlay is not None and overlay is not Overlay.LEAVE:
        return overlays.cover(model, overlay, size, seconds)
    if model.curtain is not None:
        table = overlays.draw_curtain(model, model.curtain, size)
        return overlays.ask_to_leave(model, table, size) if overlay is not None else table
    if model.is_television:
        shown = television.draw(model, size, boards, seconds)
        return overlays.ask_to_leave(model, shown, size) if overlay is not None else shown
    is_wide = size.columns - STORY_BESIDE_LEAST - 1 >= BOARD_LARGE
    page = (_beside if is_wide else _stacked)(model, size, boards)
    table = _framed(model, size, page, seconds)
    if overlay is Overlay.LEAVE:
        return overlays.ask_to_leave(model, table, size)
    return overlays.draw_lesson(model, table, size) if model.lesson else table


@dataclass(frozen=True, slots=True)
class _Bottom:
    """What is asked and how it can be answered; rows are counted from its first line."""

    lines: tuple[Line, ...]
    spots: tuple[Spot, ...]
    cursor: tuple[int, int] | None
    # The choices row by row, as the arrows go.
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class _DrawnPage:
    """All between the title and the keys: lines, and from which of them on the bottom stands."""

    lines: tuple[Line, ...]
    bottom: _Bottom
    start: int
    scrolled_most: int
    is_cut: bool
    # How many of the lines are the board, and how wide it is.
    board: Size


def _stacked(model: Model, size: Size, boards: BoardCache) -> _DrawnPage:
    """Board, story and choices, one below the other."""
    inside = size.rows - 2 - len(_presence(model, size))
    board, is_cut = _board(model, size, inside - STORY_LEAST - BOTTOM_LEAST, boards)
    rest = inside - len(board)
    share = partial(_beside_a_story, _news_kept(model, size))
    bottom = _bottom(model, size.columns, rest, share, _presence_below(model, size))
    story, scrolled_most = _story_block(model, size.columns, rest - len(bottom.lines))
    above = (*board, *story)
    drawn = Size(size.columns, len(board))
    return _DrawnPage((*above, *bottom.lines), bottom, len(above), scrolled_most, is_cut, drawn)


def _beside(model: Model, size: Size, boards: BoardCache) -> _DrawnPage:
    """The story in a column of its own on the right; board and choices on the left."""
    inside = size.rows - 2
    panel = max(STORY_BESIDE_LEAST, min(STORY_BESIDE_MOST, size.columns - BOARD_LARGE - 1))
    wide = size.columns - panel - 1
    board, is_cut = _board(model, Size(wide, size.rows), inside - 1 - BOTTOM_LEAST, boards)
    rest = inside - len(board) - 1
    bottom = _bottom(model, wide, rest, _all)
    blank = ((),) * (rest - len(bottom.lines))
    story, scrolled_most = _story_block(model, panel, inside)
    lines = tuple(
        (*fit(one, wide), Span("│", "rule"), *fit(other, panel))
        for one, other in zip((*board, (), *bottom.lines, *blank), story, strict=True)
    )
    drawn = Size(wide, len(board))
    return _DrawnPage(lines, bottom, len(board) + 1, scrolled_most, is_cut, drawn)


def _framed(model: Model, size: Size, page: _DrawnPage, seconds: int | None) -> Frame:
    """The page between title and keys."""
    presence = _presence(model, size)
    top = 1 + len(presence)
    start = top + page.start
    keys, key_spots = bars.key_bar(model, size.columns, size.rows - 1, is_cut=page.is_cut)
    title = bars.title_bar(model, size.columns, seconds)
    lines = (title, *presence, *page.lines, keys)
    spots = (Spot(spot.row + start, spot.start, spot.end, spot.means) for spot in page.bottom.spots)
    cursor = page.bottom.cursor
    return Frame(
        tuple(fit(drawn, size.columns) for drawn in lines),
        (*spots, *key_spots),
        None if cursor is None else (cursor[0] + start, cursor[1]),
        page.bottom.rows,
        _things(page, top),
        scrolled_most=page.scrolled_most,
    )


def _presence(model: Model, size: Size) -> tuple[Line, ...]:
    """Who is there, under the title; boards are drawn to fill the smallest windows without it."""
    drawn = presence_line(model.status, model.words, size.columns)
    return (drawn,) if drawn and size.rows > HEIGHTS[0] else ()


def _presence_below(model: Model, size: Size) -> tuple[Line, ...]:
    """Who is there, in a window where it has no room under the title."""
    drawn = presence_line(model.status, model.words, size.columns)
    return () if not drawn or _presence(model, size) else (drawn,)


def _things(page: _DrawnPage, top: int) -> tuple[Place, ...]:
    """What of the game can be looked at; the board begins in row ``top``."""
    seen = looking.places(page.lines[: page.board.rows], top)
    return tuple(place for place in seen if place.start < page.board.columns)


def _board(
    model: Model, size: Size, rows_most: int, boards: BoardCache
) -> tuple[tuple[Line, ...], bool]:
    """The board as large as fits, and whether a key shows more of it than stands there."""
    if model.view is None:
        return (line(Span(model.words.say("The table is being set up."), "dim")),), False
    drawn: tuple[Line, ...] = ()
    for rows in (size.rows, *HEIGHTS):
        smaller = Size(size.columns, min(size.rows, rows))
        drawn = boards.draw(model.game, model.view, model.words, smaller)
        if len(drawn) <= rows_most:
            return looking.lit(model, drawn), smaller.rows < HEIGHTS[0]
    note = model.words.say("… F7 shows the whole board")
    return (*looking.lit(model, drawn[: rows_most - 1]), line(Span(note, "dim"))), True


def news_lines(model: Model, columns: int) -> tuple[Line, ...]:
    """What happened since the person's last turn, the weightiest first."""
    told = since(model.game, model.meantimes, model.view, model.words)
    lines: list[Line] = []
    for sentence in told:
        lines += wrap_spans((Span(sentence),), columns - 1, "• ", "  ")
    return tuple(lines)


def _has_news(model: Model) -> bool:
    """Whether news stand in the place of the story: while one is asked, and has not scrolled."""
    return (model.is_asked or model.is_over) and not model.scrolled


def _news_kept(model: Model, size: Size) -> int:
    """How many rows the choices leave to the news, with one for their title where there is room."""
    if not _has_news(model):
        return 0
    news = min(NEWS_LEAST, len(news_lines(model, size.columns)))
    return news + 1 if news and size.rows > HEIGHTS[0] else news


def _story_block(model: Model, columns: int, rows: int) -> tuple[tuple[Line, ...], int]:
    """The news while one is asked, and as much of the story as there is room for below them."""
    news = news_lines(model, columns) if _has_news(model) else ()
    if not news or rows <= 0:
        return _told_block(model, columns, rows)
    title = (
        () if rows <= NEWS_LEAST else (bars.rule(model.words.say("Since your last turn"), columns),)
    )
    head = (*title, *news)
    if len(head) > rows:
        # What does not fit is in the story, which has a key of its own.
        more = model.words.count("{number} more: F6", "{number} more: F6", len(head) - rows)
        cut = head[:rows]
        return (*cut[:-1], (*fit(cut[-1], columns - width(more) - 2), Span("  " + more, "dim"))), 0
    below, scrolled_most = _told_block(model, columns, rows - len(head))
    return (*head, *below), scrolled_most


def _told_block(model: Model, columns: int, rows: int) -> tuple[tuple[Line, ...], int]:
    """The sentences in sight, under a rule where there is room; and how far back one can scroll."""
    words = model.words
    ruled = rows > STORY_LEAST + 1
    room = rows - 1 if ruled else rows
    lines = story_lines(model, columns) if room > 0 else ()
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
    """The whole story, wrapped; what is old is dim, a warning stays one."""
    old = model.story[: model.fresh_from]
    dimmed = (Span(told.text, told.style or "dim") for told in old)
    return tuple(
        drawn
        for told in (*dimmed, *model.story[model.fresh_from :])
        for drawn in wrap_text(told.text, columns - 1, told.style)
    )


def _beside_a_story(news: int, room: int) -> int:
    """How many rows choices may take of those that they share with so many news and the story.

    In the smallest window the choices may take all that the news leave: the story has a key of
    its own.
    """
    left = max(CHOICES_LEAST, room - news)
    return left if left <= CHOICES_LEAST + 1 else max(CHOICES_LEAST + 1, min(left, room * 3 // 5))


def _all(room: int) -> int:
    return room


def _bottom(
    model: Model,
    columns: int,
    rest: int,
    share: Callable[[int], int],
    idle: tuple[Line, ...] = (),
) -> _Bottom:
    """What is expected, the choices, and the line where one types, in ``rest`` rows at most.

    ``idle`` stands where choices would, while nothing is asked.
    """
    prompt = bars.prompt(model, columns)
    most = share(rest - len(prompt) - 1)
    laid = grid.arrange(model, columns, most)
    rows = min(most, max(laid.rows, _rows_kept(model, columns, most)))
    lines, spots = grid.draw(model, laid, rows, len(prompt))
    if model.is_writing:
        lines = bars.text_hint(model, columns)[:most]
        rows = max(rows, len(lines))
    elif not model.is_asked and not model.is_over:
        lines = idle[:most]
        rows = max(rows, len(lines))
    elif model.is_over and share is _all:
        # Beside a story that nobody may have followed to its last line, the result stands alone.
        lines = _result(model, columns)[:most]
        rows = len(lines)
    blank = ((),) * (rows - len(lines))
    typing, cursor = bars.input_line(model, columns)
    place = None if cursor is None else (len(prompt) + rows, cursor)
    return _Bottom((*prompt, *lines, *blank, typing), spots, place, laid.places)


def _result(model: Model, columns: int) -> tuple[Line, ...]:
    if model.view is None:
        return ()
    told = model.game.presenter.result(model.view.state, model.words)
    return tuple(drawn for sentence in told for drawn in wrap_text(sentence, columns - 1, "strong"))


def _rows_kept(model: Model, columns: int, choices_most: int) -> int:
    """Rows that the whole question took, so that nothing jumps while it is answered."""
    if model.chooser is None or not model.is_asked:
        return 0
    whole = replace(model, chooser=restart(model.chooser), typed="")
    return grid.arrange(whole, columns, choices_most).rows
