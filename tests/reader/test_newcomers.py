"""Both readers refuse a small part of a table that goes on by counting on a newcomer."""

import pytest

from p2pjeux.judge.verify import verify
from p2pjeux.log.file import write_log
from p2pjeux.rules.requests import Seat
from tests.log.writing import Writer
from tests.reader.node import check_files
from tests.sitting.test_newcomers import before_a_choice, closed_without, confirmed


def ending_without(writer: Writer, *gone: Seat) -> bytes:
    """The log of this table, whose last step closes without these seats."""
    return write_log(writer.signed, [*writer.steps, closed_without(writer, *gone)])


def test_both_refuse_a_part_that_counts_on_a_newcomer_at_the_same_step() -> None:
    once = before_a_choice()
    files = [ending_without(once, 0, 1)]
    # One more has signed since, which is not enough.
    once.step()
    files.append(ending_without(once, 0, 1))

    verdicts = check_files(files)

    for data, verdict in zip(files, verdicts, strict=True):
        ours = verify(data).as_value()
        assert ours["finding"] == "absence"
        # That too few are left is nobody's fault, least of all the newcomer's.
        assert ours["seat"] is None
        keys = ("finding", "step", "seat", "name", "proven", "exit", "steps")
        assert {key: verdict[key] for key in keys} == {key: ours[key] for key in keys}


@pytest.mark.slow
def test_both_let_a_part_go_on_that_counts_on_a_seat_all_have_confirmed() -> None:
    gone_instead = before_a_choice()
    gone_instead.ledger.adopt(closed_without(gone_instead, 3))
    gone_instead.steps.append(gone_instead.ledger.chain.steps[-1])
    files = [
        ending_without(confirmed(), 0, 1),
        ending_without(before_a_choice(), 3),
        ending_without(gone_instead, 0),
    ]

    verdicts = check_files(files)

    assert [verify(data).ok for data in files] == [True, True, True]
    assert [verdict["ok"] for verdict in verdicts] == [True, True, True]
