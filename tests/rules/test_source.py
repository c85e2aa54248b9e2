from collections import Counter

import pytest

from p2pjeux.rules.source import SeededSource, pick, shuffled, subset


def test_the_same_seed_gives_the_same_numbers() -> None:
    one, other = SeededSource(b"seed"), SeededSource(b"seed")

    assert [one.below(1000) for _ in range(100)] == [other.below(1000) for _ in range(100)]


def test_known_numbers() -> None:
    # Fixed for ever: stand-ins at a table must decide alike on every machine.
    source = SeededSource(b"p2pjeux")

    assert [source.below(1000) for _ in range(6)] == [242, 395, 668, 822, 101, 21]


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 52, 65, 1000])
def test_every_number_below_the_bound_is_about_equally_likely(bound: int) -> None:
    source = SeededSource(b"chi%d" % bound)
    draws = 200 * bound
    counts = Counter(source.below(bound) for _ in range(draws))

    assert set(counts) == set(range(bound))
    chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
    # Mean bound − 1, deviation sqrt(2(bound − 1)): six deviations never happen by chance.
    assert chi_square <= bound - 1 + 6 * (2 * bound) ** 0.5


def test_a_shuffle_keeps_every_card_and_reaches_every_order() -> None:
    source = SeededSource(b"orders")
    orders = Counter(tuple(shuffled(source, (1, 2, 3))) for _ in range(600))

    assert len(orders) == 6
    assert min(orders.values()) > 60


def test_a_subset_can_be_anything() -> None:
    source = SeededSource(b"subsets")

    assert len({tuple(subset(source, (1, 2, 3))) for _ in range(200)}) == 8
    assert {pick(source, "ab") for _ in range(50)} == {"a", "b"}
