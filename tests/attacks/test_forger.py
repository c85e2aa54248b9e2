"""A seat that signs what the rules or the proofs do not allow, and one that signs for others."""

from pathlib import Path

import pytest

from p2pjeux.judge.verdict import Finding
from p2pjeux.log.entry import Entry, sign_entry
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
    signed_again,
    with_entries,
)

OUTCOMES = (
    Outcome(
        "a seat forges a proof, or plays what the rules forbid",
        "the entry is refused, the others carry on without the seat, and its hand lies open",
        "the seat, to everybody",
        "test_whoever_forges_a_proof_is_convicted_and_the_others_play_on",
    ),
    Outcome(
        "a seat signs in the name of another",
        "what it sends is dropped; the game goes on with all",
        "nobody, for it proves nothing",
        "test_an_entry_in_anothers_name_is_dropped_and_convicts_nobody",
    ),
)
FORGER = 2


def forged(entry: Entry) -> tuple[Entry]:
    """One bit is another, and the signature is right."""
    if entry.step < FIRST or not entry.body:
        return (entry,)
    return (signed_again(entry, entry.body[:-1] + bytes([entry.body[-1] ^ 1])),)


@pytest.mark.slow
async def test_whoever_forges_a_proof_is_convicted_and_the_others_play_on(tmp_path: Path) -> None:
    def twist(_to: bytes, message: bytes) -> bytes:
        return with_entries(message, of_seat(FORGER, forged))

    async with open_table(tmp_path, "course", 3, twists={FORGER: twist}) as table:
        honest = table[:2]
        await play_out(honest)

    for seat in honest:
        assert caught(seat) == gone(seat) == {FORGER}
        assert convicted(seat) <= {FORGER}
    assert judged(honest).finding is Finding.GOOD


@pytest.mark.slow
async def test_an_entry_in_anothers_name_is_dropped_and_convicts_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # For so long there may be no link, and its entries come by way of the third.
    monkeypatch.setattr("p2pjeux.net.mesh.FAULT_SECONDS", 0.1)
    victim = identity_of(0).public
    told: list[Entry] = []

    def and_anothers(entry: Entry) -> tuple[Entry, ...]:
        if entry.step < FIRST:
            return (entry,)
        told.append(sign_entry(identity_of(FORGER), entry.place, 1, entry.body))
        return (told[-1], entry)

    def twist(to: bytes, message: bytes) -> bytes:
        return with_entries(message, of_seat(FORGER, and_anothers)) if to == victim else message

    async with open_table(tmp_path, "course", 3, twists={FORGER: twist}) as table:
        await play_out(table)

    assert told
    assert not any(caught(seat) | gone(seat) for seat in table)
    assert judged(table).finding is Finding.GOOD
