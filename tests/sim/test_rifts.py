"""Tables that a liar has split: they go back to the step in question, and on without him."""

import pytest

from p2pjeux.log.rift import AGE
from p2pjeux.table.events import Mended
from tests.kit import Case
from tests.sim import storm
from tests.sim.lan import Lan
from tests.sim.lies import Liar


@pytest.mark.parametrize(
    ("seats", "seed", "lie"),
    [(3, 1, "doubles"), (4, 1, "doubles"), (3, 2, "splits"), (4, 1, "splits")],
)
def test_a_table_that_was_split_goes_back_and_ends_without_the_liar(
    seats: int, seed: int, lie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run itself checks that all logs are alike and verify, and that the liar is convicted."""
    tables: list[Lan] = []
    check = storm.check

    def remember(lan: Lan, liar: Liar | None) -> None:
        tables.append(lan)
        check(lan, liar)

    monkeypatch.setattr(storm, "check", remember)

    report = storm.run(Case("europax", seats), seed, lie)

    (lan,) = tables
    assert lan.liar is not None
    assert report.accused == lan.seats_of(lan.liar)
    assert any(isinstance(event, Mended) for peer in lan.honest() for event in peer.events)
    there = next(peer for peer in lan.honest() if peer.sitting is not None)
    assert any(step.number >= AGE for step in there.disk.steps)
