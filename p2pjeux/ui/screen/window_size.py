"""The smallest window in which a table or a replay can be drawn."""

from typing import Final

from p2pjeux.rules.drawing import Size
from p2pjeux.rules.words import Words
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.wording.wrap import fit, wrap_text

SMALLEST: Final = Size(60, 20)
# Games draw smaller at each of these heights; the first that leaves room is taken.
HEIGHTS: Final = (24, SMALLEST.rows)


def too_small(words: Words, size: Size) -> Frame | None:
    """What a window that is too small shows instead; None if it is large enough."""
    if size.columns >= SMALLEST.columns and size.rows >= SMALLEST.rows:
        return None
    text = words.say(
        "Please enlarge the window to {columns} × {rows}; it is {wide} × {high} now.",
        columns=SMALLEST.columns,
        rows=SMALLEST.rows,
        wide=size.columns,
        high=size.rows,
    )
    lines = wrap_text(text, max(1, size.columns))[: size.rows]
    blank = ((),) * (size.rows - len(lines))
    return Frame(tuple(fit(drawn, size.columns) for drawn in (*lines, *blank)))
