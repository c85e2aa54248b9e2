"""The board for a large terminal: whole names in the piles, and the topic cards themselves."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from p2pjeux.games.ostrakon.board_parts import (
    ASKS,
    CONSULTED,
    CORRUPTED,
    FOLLOWS,
    OLIVE,
    SUN,
    answers,
    header,
    letter,
    merged,
    philosopher,
    question,
    role,
    shard,
    style,
    topics,
)
from p2pjeux.games.ostrakon.calendar import TEMPLE
from p2pjeux.games.ostrakon.cards import CARDS, ENTRIES_PER_CARD
from p2pjeux.games.ostrakon.state import State
from p2pjeux.games.ostrakon.texts import topic_name
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Line, Size, Span, about, clip, left, line, thing
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words

CELLS: Final = 9
CELL_MOST: Final = 16
# Rows of a pile; a higher one shows the rest by initials.
PILE: Final = 5
CARD: Final = 16


def wide_board(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    state = view.state
    cell = min(CELL_MOST, (size.columns - CELLS - 1) // CELLS)
    back = [(str(space), state.path[space], space) for space in range(TEMPLE - 1, TEMPLE // 2, -1)]
    out = [(str(space), state.path[space], space) for space in range(1, TEMPLE // 2 + 1)]
    temple = (words.say("Temple"), state.path[TEMPLE], TEMPLE)
    # No space has number -1, so the Sun never shines on its own underside.
    under = (words.say("under {sun}", sun=SUN), state.under, -1)
    return (
        header(state, size.columns, words),
        _rule("┌┬┐", cell),
        *_band(view, (temple, *back), cell),
        _rule("├┼┤", cell),
        *_band(view, (under, *out), cell),
        _rule("└┴┘", cell),
        (),
        *_lower(view, words, size.columns),
    )


def _rule(corners: str, cell: int) -> Line:
    cells = corners[1].join(["─" * cell] * CELLS)
    return line(Span(corners[0] + cells + corners[2], "rule"))


def _band(
    view: View[State], piles: Sequence[tuple[str, tuple[Seat, ...], int]], cell: int
) -> list[Line]:
    edge = Span("│", "rule")
    titles = [edge]
    for title, _, space in piles:
        lit = space == view.state.sun
        text = f" {title} {SUN}" if lit else f" {title}"
        name = thing("space", space) if space > 0 else ""
        titles += [Span(left(text, cell), "yellow" if lit else "strong", name), edge]
    rows = [merged(titles)]
    for row in range(PILE):
        spans = [edge]
        for _, pile, _ in piles:
            spans += [*_standing(view, pile, row, cell), edge]
        rows.append(merged(spans))
    return rows


def _standing(view: View[State], pile: tuple[Seat, ...], row: int, cell: int) -> list[Span]:
    """One row of a pile, from the top down; in the last one whoever has no row."""
    if row >= len(pile):
        return [Span(" " * cell)]
    if row < PILE - 1 or len(pile) == PILE:
        name = left(" " + philosopher(view.state, pile[row]), cell)
        return [Span(name, style(view, pile[row]), thing("seat", pile[row]))]
    rest = [
        Span(letter(view.state, seat), style(view, seat), thing("seat", seat))
        for seat in pile[row:]
    ]
    return [Span(" +"), *rest, Span(" " * (cell - 2 - len(rest)))]


def _lower(view: View[State], words: Words, columns: int) -> list[Line]:
    """The three topic cards on the left; question, shards and players on the right."""
    state = view.state
    cards = _topic_cards(state.topics, tuple(_marked(state).items()), words)
    room = columns - 3 * (CARD + 2) - 2 * 2 - 2
    told = [
        *topics(state, room, words),
        *question(state, room, words),
        *answers(state, room, words),
        (),
        *_seats(view, room, words),
        _legend(room, words),
    ]
    blank = " " * (columns - room - 2)
    rows = max(len(cards), len(told))
    return [
        (
            *(cards[row] if row < len(cards) else line(blank)),
            Span("  "),
            *(told[row] if row < len(told) else ()),
        )
        for row in range(rows)
    ]


@lru_cache(maxsize=8)
def _topic_cards(
    topics: tuple[int, ...], marks: tuple[tuple[int, str], ...], words: Words
) -> tuple[Line, ...]:
    """Left, centre and right; an arrow stands where a card points at the one to its right.

    Kept for a while: they stay the same through a whole turn.
    """
    shown = [*[None] * (3 - len(topics)), *reversed(topics)]
    marked = dict(marks)
    rows = [line(Span("  ".join(["┌" + "─" * CARD + "┐"] * 3), "rule"))]
    for row in range(ENTRIES_PER_CARD):
        spans: list[Span] = []
        for place, card in enumerate(shown):
            spans += _entry(card, row, marked, words)
            if place < 2:
                points = card is not None and CARDS[card].arrow == row
                spans.append(Span("─►" if points else "  ", "strong"))
        rows.append(merged(spans))
    rows.append(line(Span("  ".join(["└" + "─" * CARD + "┘"] * 3), "rule")))
    return tuple(rows)


def _marked(state: State) -> dict[int, str]:
    """The topics now and next, each with its style."""
    if not state.topics:
        return {}
    if len(state.topics) < 3:
        return {state.topic: "title"}
    return {state.next_topic: "strong", state.topic: "title"}


def _entry(card: int | None, row: int, marked: dict[int, str], words: Words) -> list[Span]:
    edge = Span("│", "rule")
    if card is None:
        return [edge, Span(" " * CARD), edge]
    topic = CARDS[card].entries[row]
    return [edge, Span(left(" " + topic_name(topic, words), CARD), marked.get(topic, "dim")), edge]


def _seats(view: View[State], columns: int, words: Words) -> list[Line]:
    """Two columns of players: part in this turn, shard, olive branch, philosopher and name."""
    per_column = (view.state.seats + 1) // 2
    each = columns // 2
    cells = [_seat(view, seat, each, words) for seat in range(view.state.seats)]
    return [
        merged(span for cell in cells[row::per_column] for span in cell)
        for row in range(per_column)
    ]


def _seat(view: View[State], seat: Seat, columns: int, words: Words) -> Line:
    state = view.state
    drawn = line(
        Span(role(state, seat), "strong"),
        " ",
        shard(view, seat),
        " ",
        Span(OLIVE if state.olive[seat] else " ", "green"),
        " ",
        Span(left(philosopher(state, seat), 12), style(view, seat)),
        Span(left(words.name(seat), columns - 18), style(view, seat)),
    )
    return about(thing("seat", seat), drawn)


def _legend(columns: int, words: Words) -> Line:
    meanings = (
        (ASKS, words.say("asks")),
        (FOLLOWS, words.say("disciple")),
        (CORRUPTED, words.say("corrupted")),
        (CONSULTED, words.say("consulted")),
        (OLIVE, words.say("olive branch")),
    )
    text = "  ".join(f"{sign} {meaning}" for sign, meaning in meanings)
    return line(Span(clip(text, columns), "dim"))
