"""A peer that dies at any write of a game; ``python -m tests.sim.sweep`` tries them all."""

import pytest

from tests.kit import Case
from tests.sim.sweep import TABLES, sweep


def test_a_game_goes_on_wherever_a_peer_dies() -> None:
    assert sum(1 for _ in sweep(Case("europax", 3), peer=1, every=23)) > 10


@pytest.mark.long
@pytest.mark.parametrize("case", TABLES, ids=str)
def test_a_game_goes_on_whichever_write_a_peer_dies_at(case: Case) -> None:
    assert sum(1 for _ in sweep(case, peer=0, every=1)) > 100
