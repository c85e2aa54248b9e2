"""The short part of the explorer of the real classes; more by ``python -m tests.agree.explore``."""

import pytest

from tests.agree.explore import SHORT, WORLDS
from tests.agree.real import Real
from tests.agree.script import TESTDATA, played
from tests.agree.slips import SLIPS, planted
from tests.model.explore import explore


@pytest.mark.parametrize("name", SHORT)
def test_every_promise_holds_in_every_state_of_the_real_classes(name: str) -> None:
    found = explore(Real(WORLDS[name]))

    assert found.exhausted
    assert found.broken == {}


@pytest.mark.slow
@pytest.mark.parametrize("slip", [slip for slip, planted in SLIPS.items() if planted.promise])
def test_a_slip_in_the_program_breaks_a_promise_in_some_state(slip: str) -> None:
    with planted(slip):
        found = explore(Real(WORLDS[SLIPS[slip].by]), stop_at_first=True, states_most=20_000)

    assert found.promises == {SLIPS[slip].promise}


@pytest.mark.parametrize("slip", [slip for slip, planted in SLIPS.items() if not planted.promise])
def test_a_slip_in_the_program_makes_another_story_of_a_transcript(slip: str) -> None:
    text = (TESTDATA / f"{SLIPS[slip].by}.txt").read_text("utf-8")

    with planted(slip):
        assert played(text) != text
