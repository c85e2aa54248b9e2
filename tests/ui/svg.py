"""A picture of a terminal's screen as SVG: every character on its place of the grid."""

from html import escape
from itertools import groupby
from typing import Final, TypeAlias

import pyte

from p2pjeux.rules.drawing import Size

CELL: Final = (9, 18)
GROUND: Final = "#15181c"
INK: Final = "#d7dad6"
FONT: Final = "DejaVu Sans Mono, Menlo, Consolas, monospace"

# Ink, ground, whether it is bold.
_Look: TypeAlias = tuple[str, str, bool]


def picture(colours: str, size: Size) -> str:
    """The screen that ``colours`` draws, a line of text with colour codes for each row."""
    screen = pyte.Screen(size.columns, size.rows)
    stream = pyte.Stream(screen)
    for row, line in enumerate(colours.rstrip("\n").split("\n")[: size.rows], 1):
        stream.feed(f"\x1b[{row};1H\x1b[0m{line}")
    wide, high = size.columns * CELL[0], size.rows * CELL[1]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"'
    parts = [
        f'{head} font-family="{FONT}" font-size="15">',
        f'<rect width="{wide}" height="{high}" fill="{GROUND}"/>',
    ]
    for row in range(size.rows):
        parts += _row(screen, row)
    return "\n".join([*parts, "</svg>\n"])


def _row(screen: pyte.Screen, row: int) -> list[str]:
    cells = [screen.buffer[row][column] for column in range(screen.columns)]
    parts: list[str] = []
    column = 0
    for look, group in groupby(cells, key=_look):
        text = "".join(cell.data for cell in group)
        parts += _run(text, look, column, row)
        column += len(text)
    return parts


def _look(cell: pyte.screens.Char) -> _Look:
    ink, ground = _colour(cell.fg, INK), _colour(cell.bg, GROUND)
    return (ground, ink, cell.bold) if cell.reverse else (ink, ground, cell.bold)


def _colour(name: str, default: str) -> str:
    return default if name == "default" else f"#{name}"


def _run(text: str, look: _Look, column: int, row: int) -> list[str]:
    ink, ground, is_bold = look
    left, top = column * CELL[0], row * CELL[1]
    parts = []
    if ground != GROUND:
        parts.append(
            f'<rect x="{left}" y="{top}" width="{len(text) * CELL[0]}" height="{CELL[1]}" '
            f'fill="{ground}"/>'
        )
    bare = text.strip()
    if bare:
        start = left + (len(text) - len(text.lstrip())) * CELL[0]
        bold = ' font-weight="bold"' if is_bold else ""
        parts.append(
            f'<text x="{start}" y="{top + 14}" fill="{ink}"{bold} xml:space="preserve" '
            f'textLength="{len(bare) * CELL[0]}" lengthAdjust="spacingAndGlyphs">'
            f"{escape(bare)}</text>"
        )
    return parts
