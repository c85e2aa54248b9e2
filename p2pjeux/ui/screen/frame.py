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
class Place:
    """Where a thing of the game is drawn: columns ``start`` to ``end`` − 1 of a row."""

    row: int
    start: int
    end: int
    about: str

    @property
    def middle(self) -> float:
        return (self.start + self.end) / 2


@dataclass(frozen=True, slots=True)
class Frame:
    lines: tuple[Line, ...]
    spots: tuple[Spot, ...] = ()
    # Row and column, where there is something to write.
    cursor: tuple[int, int] | None = None
    # The choices as they stand, row by row, which the arrow keys need to know.
    rows: tuple[tuple[int, ...], ...] = ()
    # Where things are drawn that can be looked at.
    things: tuple[Place, ...] = ()
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

    def thing_at(self, row: int, column: int) -> str:
        """The thing that is drawn there; empty if none is."""
        for place in self.things:
            if place.row == row and place.start <= column < place.end:
                return place.about
        return ""
