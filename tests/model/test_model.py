"""The short part of the model in the ordinary tests; the long part is ``python -m tests.model``."""

import pytest

from tests.model.explore import explore
from tests.model.scenarios import SLIPS, world


@pytest.mark.parametrize(
    "scenario", ["crash-short", "liar-short", "liar-third", "four-crash-short"]
)
def test_every_promise_holds_in_every_state(scenario: str) -> None:
    found = explore(world(scenario))

    assert found.exhausted
    assert found.broken == {}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_the_rule_breaks_its_promise(slip: str) -> None:
    scenario, promise = SLIPS[slip]

    found = explore(world(scenario, slip), stop_at_first=True)

    assert promise in found.promises
