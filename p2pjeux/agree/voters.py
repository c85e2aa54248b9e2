"""Who has a say in how a step closes, and how much each weighs.

The same for everybody, since it follows from the charter and from who was present as the step
began: a conviction changes it only by a step that is closed without the seat.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.holders import Sitter, can_go_without


@dataclass(frozen=True)
class Voters:
    """A peer is named by its lowest seat in the charter, present or not: by that it signs."""

    threshold: int
    # Everybody in the charter, present or not: their keys are to be acted for when they are absent.
    sitters: tuple[Sitter, ...]
    # By peer, in ascending order: its seats that were present as the step began.
    seats: tuple[tuple[int, frozenset[int]], ...]
    # The seats of people that were present; bots weigh nothing.
    people: frozenset[int]

    @property
    def peers(self) -> tuple[int, ...]:
        return tuple(peer for peer, _ in self.seats)

    @property
    def present(self) -> frozenset[int]:
        return frozenset().union(*(seats for _, seats in self.seats))

    def seats_of(self, peer: int) -> frozenset[int]:
        """The present seats of a peer; none if it is absent."""
        return dict(self.seats).get(peer, frozenset())

    def peers_of(self, seats: AbstractSet[int]) -> frozenset[int]:
        """The peers with a present seat among these."""
        return frozenset(peer for peer, held in self.seats if held & seats)

    def weight(self, peers: Iterable[int]) -> int:
        """The seats of people that these peers hold and that are present."""
        return sum(len(self.seats_of(peer) & self.people) for peer in set(peers))

    def is_quorum(self, peers: Iterable[int]) -> bool:
        """Whether these are more than half: two quorums always have somebody in common.

        Where nobody with a weight is present there is none.
        """
        return 2 * self.weight(peers) > len(self.people)

    def is_least_quorum(self, peers: Iterable[int]) -> bool:
        """Whether these are a quorum, and none without any one of them.

        A bundle holds the moves of exactly a quorum: one more would be a choice of the scribe.
        """
        group = frozenset(peers)
        return self.is_quorum(group) and not any(self.is_quorum(group - {one}) for one in group)

    def scribe(self, step: int, number: int) -> int:
        """Who proposes in round ``number``: everybody in turn, and not always the same first."""
        return self.peers[(step + number) % len(self.peers)]

    def may_lose(self, absent: AbstractSet[int]) -> bool:
        """Whether those left could act for all who are absent: else such a closing is none.

        More than a number: nobody's own machine holds parts of its keys, its bots' neither.
        """
        if not absent:
            return True
        away = frozenset(range(len(self.sitters))) - self.present
        return can_go_without(self.sitters, self.threshold, away | absent)


def voters_of(signed: SignedCharter, present: AbstractSet[int]) -> Voters:
    """Those who are present as a step begins."""
    charter = signed.charter
    seats: dict[int, frozenset[int]] = {}
    for seat in sorted(present):
        held = signed.seats_with(seat)
        seats[min(held)] = held & present
    people = charter.people & present
    return Voters(charter.threshold, charter.seats, tuple(sorted(seats.items())), people)
