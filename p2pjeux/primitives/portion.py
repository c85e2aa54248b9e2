"""Which checks are done here, where several processes check one log together.

Only checks that say yes or no are ever left to others, and whose each one is, follows from the
bytes that are checked. So every check belongs to exactly one portion, whatever order they come in,
and a log in which one fails is never found good by all. Whoever is handed no portion does all.
"""

from dataclasses import dataclass
from typing import Final

_TAG_SIZE: Final = 8


@dataclass(frozen=True, slots=True)
class Portion:
    """The part with the number ``index`` of all checks, which are cut into ``count`` parts."""

    index: int = 0
    count: int = 1

    def __post_init__(self) -> None:
        assert 0 <= self.index < self.count

    @property
    def is_whole(self) -> bool:
        return self.count == 1

    def covers(self, proof: bytes) -> bool:
        """Whether a signature or proof is checked here; its bytes look as if drawn at random."""
        return self.covers_number(int.from_bytes(proof[:_TAG_SIZE], "little"))

    def covers_number(self, number: int) -> bool:
        return number % self.count == self.index


WHOLE: Final = Portion()
