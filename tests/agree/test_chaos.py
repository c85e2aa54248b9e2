"""A few random runs; many more by ``python -m tests.agree.chaos``."""

import pytest

from tests.agree.chaos import play


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_whatever_happens_the_promises_hold(seed: int) -> None:
    play(seed, 3 + seed % 3)
