"""The last drawings of the board: a key rarely changes it, and drawing it is the game's work."""

from collections import deque
from typing import Any, Final

from p2pjeux.rules.contract import Game, View
from p2pjeux.rules.drawing import Line, Size
from p2pjeux.rules.words import Words

# The large and the small drawing of one view, and as many for a window that is being resized.
KEPT: Final = 4


class BoardCache:
    """Draws a view for a size, once. Views are compared by identity: a new one is never the old."""

    def __init__(self) -> None:
        self._kept: deque[tuple[View[Any], Size, tuple[Line, ...]]] = deque(maxlen=KEPT)

    def draw(self, game: Game[Any], view: View[Any], words: Words, size: Size) -> tuple[Line, ...]:
        for kept, kept_size, lines in self._kept:
            if kept is view and kept_size == size:
                return lines
        lines = game.presenter.board(view, words, size)
        self._kept.append((view, size, lines))
        return lines
