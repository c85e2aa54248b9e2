"""One drawn screen: lines of spans, where a click means something, and the cursor."""

from dataclasses import dataclass

from p2pjeux.rules.drawing import Line


@dataclass(frozen=True, slots=True)
class Spot:
    """Columns ``start`` to ``end`` − 1 of a row: a key as if pressed, or the number of an entry."""

    row: int
    start: int
    end: int
    means: str | int


@dataclass(frozen=True, slots=True)
class Frame:
    lines: tuple[Line, ...]
    spots: tuple[Spot, ...] = ()
    # Row and column, where there is something to write.
    cursor: tuple[int, int] | None = None
    # How many choices stand side by side, which the arrow keys need to know.
    columns: int = 1
    # The first line of the overlay that is seen; how far it and the story can be scrolled.
    top: int = 0
    top_most: int = 0
    scrolled_most: int = 0

    def at(self, row: int, column: int) -> str | int | None:
        """What a click there means."""
        for spot in self.spots:
            if spot.row == row and spot.start <= column < spot.end:
                return spot.means
        return None
