"""What one auction decides: who wins, what it scores, who draws how many.

Numbers in brackets are those of rulings.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from p2pjeux.games.stonehenge.cards import CARDS, RING_SPACES
from p2pjeux.rules.requests import Face, Seat


@dataclass(frozen=True, slots=True)
class Bid:
    """The opened cards of one seat; no cards is a pass."""

    seat: Seat
    faces: tuple[Face, ...]

    @property
    def value(self) -> int:
        return sum(CARDS[face].number for face in self.faces)

    @property
    def has_dolmen(self) -> bool:
        return any(CARDS[face].is_dolmen for face in self.faces)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The ranked bids above zero, best first, and what everybody draws."""

    ranking: tuple[Seat, ...]
    draws: tuple[tuple[Seat, int], ...]

    @property
    def winner(self) -> Seat | None:
        return self.ranking[0] if self.ranking else None


def judge(bids: Sequence[Bid], trump: int) -> Judgement:
    """Rank the bids, given in the order of laying, for a stone of colour ``trump``."""
    # One dolmen card, even alone, cancels trump for everybody (5, 6).
    in_force = None if any(bid.has_dolmen for bid in bids) else trump
    counting = [bid for bid in bids if bid.value > 0]
    counting.sort(key=lambda bid: _strength(bid, in_force), reverse=True)
    ranking = tuple(bid.seat for bid in counting)
    return Judgement(ranking, tuple((bid.seat, _draw(bid.seat, ranking)) for bid in bids))


def _strength(bid: Bid, trump: int | None) -> tuple[bool, int, int, bool]:
    # Each number exists once as day and once as night, so two bids never tie (2, 3).
    highest = max((CARDS[face] for face in bid.faces), key=lambda card: (card.number, card.day))
    return (highest.color == trump, bid.value, highest.number, highest.day)


def _draw(seat: Seat, ranking: tuple[Seat, ...]) -> int:
    """The winner draws nothing, the lowest of several bids two, everybody else one (9, 11)."""
    if not ranking or seat not in ranking:
        return 1
    if seat == ranking[0]:
        return 0
    return 2 if seat == ranking[-1] else 1


def points(sale: int, owned: int) -> int:
    """What the stone of sale number ``sale`` scores for one who owns ``owned`` of its colour."""
    return (1 if sale < RING_SPACES else 2) * (1 + owned)
