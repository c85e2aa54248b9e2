"""A seat that tells one story to one and another to another."""

from pathlib import Path

import pytest

from p2pjeux.judge.verdict import Finding
from p2pjeux.log.entry import Entry
from tests.app.tables import identity_of, open_table
from tests.attacks.modified import (
    FIRST,
    Outcome,
    caught,
    convicted,
    gone,
    judged,
    of_seat,
    play_out,
    signed_twice,
    with_entries,
)

OUTCOMES = (
    Outcome(
        "a seat sends one signed entry to you and another to me",
        "both are proof, for anybody and for ever; the others carry on without the seat",
        "the seat, in a file of evidence that holds without the log",
        "test_whoever_signs_two_entries_for_a_step_is_convicted_by_them",
    ),
)
LIAR = 3


@pytest.mark.slow
async def test_whoever_signs_two_entries_for_a_step_is_convicted_by_them(tmp_path: Path) -> None:
    victim = identity_of(0).public

    def another(entry: Entry) -> tuple[Entry]:
        return (signed_twice(entry) if entry.step >= FIRST else entry,)

    def twist(to: bytes, message: bytes) -> bytes:
        return with_entries(message, of_seat(LIAR, another)) if to == victim else message

    async with open_table(tmp_path, "course", 4, twists={LIAR: twist}) as table:
        honest = table[:3]
        await play_out(honest)

    assert set().union(*map(convicted, honest)) == {LIAR}
    for seat in honest:
        assert caught(seat) == gone(seat) == {LIAR}
    assert judged(honest).finding is Finding.GOOD
