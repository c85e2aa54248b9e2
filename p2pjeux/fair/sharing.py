"""The arithmetic of sharing a secret: polynomials known by their values at 0, 1, 2, and so on.

The value at 0 is the secret and the value at ``seat + 1`` is the part of that seat. Values rather
than coefficients are chosen and published, because the next value then follows from those before
by additions alone, which cost a fifth of a multiplication.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeVar

from p2pjeux.fair import group
from p2pjeux.fair.group import ORDER, Point

T = TypeVar("T")


def extend_scalars(values: Sequence[int], length: int) -> tuple[int, ...]:
    """The first ``length`` values of the polynomial that ``values`` determine."""
    return _extend(
        values,
        length,
        lambda left, right: (left + right) % ORDER,
        lambda left, right: (left - right) % ORDER,
    )


def extend_points(values: Sequence[Point], length: int) -> tuple[Point, ...]:
    """The same for the public points of the values."""
    return _extend(values, length, group.add, group.subtract)


def _extend(
    values: Sequence[T], length: int, add: Callable[[T, T], T], subtract: Callable[[T, T], T]
) -> tuple[T, ...]:
    # The last difference of each order; the highest one is the same everywhere.
    differences = []
    row = list(values)
    while row:
        differences.append(row[-1])
        row = [subtract(after, before) for before, after in pairwise(row)]
    extended = list(values)
    while len(extended) < length:
        for order in range(len(differences) - 2, -1, -1):
            differences[order] = add(differences[order], differences[order + 1])
        extended.append(differences[0])
    return tuple(extended)


def weights_at_zero(seats: Sequence[int]) -> tuple[int, ...]:
    """What each seat's part counts for in the secret (Lagrange)."""
    assert len(set(seats)) == len(seats)
    weights = []
    for seat in seats:
        over = under = 1
        for other in seats:
            if other != seat:
                over = over * (other + 1) % ORDER
                under = under * (other - seat) % ORDER
        # Never a division by zero: seats differ, and by far less than the order.
        weights.append(over * pow(under, -1, ORDER) % ORDER)
    return tuple(weights)
