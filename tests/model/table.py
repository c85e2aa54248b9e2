"""Who sits at the table of a model, what is asked, and which slip in the rule is planted."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from tests.model.book import members, seats_in


def mask(numbers: Iterable[int]) -> int:
    """A set of small numbers as one."""
    whole = 0
    for number in numbers:
        whole |= 1 << number
    return whole


@dataclass(frozen=True)
class Table:
    """Those present as the step begins. Each peer has one seat; its weight counts its people.

    ``rounds`` is the last round that is explored; ``step`` only turns the scribes.
    """

    weights: tuple[int, ...] = (1, 1, 1)
    cheats: int = 0
    asked: int = 0b111
    rounds: int = 2
    step: int = 0
    threshold: int = 2
    greater_digest_first: bool = False
    slips: frozenset[str] = frozenset()

    @cached_property
    def peers(self) -> tuple[int, ...]:
        return tuple(range(len(self.weights)))

    @cached_property
    def honest(self) -> tuple[int, ...]:
        return tuple(peer for peer in self.peers if not self.cheats >> peer & 1)

    @cached_property
    def everybody(self) -> int:
        return mask(self.peers)

    @cached_property
    def quorums(self) -> tuple[tuple[int, ...], ...]:
        """The least quorums: a bundle holds the moves of exactly one."""
        return tuple(
            group
            for size in range(1, len(self.peers) + 1)
            for group in combinations(self.peers, size)
            if self.is_quorum(mask(group))
            and not any(self.is_quorum(mask(group) & ~(1 << one)) for one in group)
        )

    def weight(self, peers: int) -> int:
        return sum(self.weights[peer] for peer in members(peers))

    def is_quorum(self, peers: int, present: int | None = None) -> bool:
        """More than half of the weight of those present: at first, or after some are absent."""
        present = self.everybody if present is None else present
        double, whole = 2 * self.weight(peers & present), self.weight(present)
        return double > whole or ("a quorum of exactly half" in self.slips and double == whole > 0)

    def scribe(self, number: int) -> int:
        return self.peers[(self.step + number) % len(self.peers)]

    def absent(self, closing: int) -> int:
        return self.asked & ~seats_in(closing)

    def enough(self, closing: int) -> bool:
        """Whether a closing leaves as many people as the threshold."""
        absent = self.absent(closing)
        return not absent or self.weight(self.everybody & ~absent) >= self.threshold

    def preferred(self, closings: Iterable[int]) -> int:
        """The one of the lesser digest. Both orders are explored, since a cheat can grind."""
        return max(closings) if self.greater_digest_first else min(closings)
