"""Words that were true once, said again by others, later, or elsewhere."""

from hashlib import sha256
from pathlib import Path

import pytest

from p2pjeux.judge.verdict import Finding
from p2pjeux.log.entry import Entry, Place, sign_entry
from p2pjeux.net.link import shake_hands
from p2pjeux.net.noise import Role
from p2pjeux.net.purposes import label_table
from tests.app.tables import Seat, identity_of, open_table
from tests.attacks.modified import (
    Outcome,
    caught,
    connection,
    is_cut,
    judged,
    of_seat,
    play_out,
    play_under,
    stranger,
    with_entries,
)
from tests.net.people import draw, papers
from tests.net.wires import Recorder

OUTCOMES = (
    Outcome(
        "all that an honest caller sent on a link is sent again on another",
        "there is no link: the handshake names fresh keys",
        "nobody",
        "test_a_handshake_that_is_said_again_makes_no_link_at_a_table",
    ),
    Outcome(
        "a stranger sends again what a seat had sent",
        "it is not heard, for whoever has no seat has no say",
        "nobody",
        "test_what_a_seat_said_is_not_heard_from_a_stranger",
    ),
    Outcome(
        "a seat sends its old entries again, and those of another table",
        "nothing happens twice, and nothing of elsewhere at all",
        "nobody, or the seat in the notes beside the log",
        "test_old_entries_and_those_of_another_table_change_nothing",
    ),
)
REPLAYER = 2


@pytest.mark.slow
async def test_a_handshake_that_is_said_again_makes_no_link_at_a_table(tmp_path: Path) -> None:
    cut: list[bool] = []

    async def say_the_handshake_again(victim: Seat) -> None:
        async with connection(victim) as stream:
            recorder = Recorder(stream)
            await shake_hands(recorder, Role.INITIATOR, papers(78), draw())
        async with connection(victim) as stream:
            await stream.send_all(recorder.sent)
            cut.append(await is_cut(stream))

    async with open_table(tmp_path, "course", 2) as table:
        await play_under(say_the_handshake_again, table)

    assert cut
    assert all(cut)
    assert judged(table).finding is Finding.GOOD


@pytest.mark.slow
async def test_what_a_seat_said_is_not_heard_from_a_stranger(tmp_path: Path) -> None:
    heard: list[bytes] = []

    def twist(_to: bytes, message: bytes) -> bytes:
        heard.append(message)
        return message

    async def say_again(victim: Seat) -> None:
        async with stranger(victim, 79) as link:
            for message in heard[-20:]:
                said = label_table(victim.peer.signed.table, message)
                await link.send_piece(b"\x00\x00" + said)

    async with open_table(tmp_path, "course", 2, twists={1: twist}) as table:
        await play_under(say_again, table)

    assert heard
    assert judged(table).finding is Finding.GOOD


@pytest.mark.slow
async def test_old_entries_and_those_of_another_table_change_nothing(tmp_path: Path) -> None:
    told: list[Entry] = []
    elsewhere = sha256(b"another table").digest()

    def and_old_ones(entry: Entry) -> tuple[Entry, ...]:
        there = Place(elsewhere, entry.step, entry.place.previous)
        foreign = sign_entry(identity_of(REPLAYER), there, REPLAYER, entry.body)
        told.append(entry)
        return (*told[:4], foreign, entry)

    def twist(_to: bytes, message: bytes) -> bytes:
        return with_entries(message, of_seat(REPLAYER, and_old_ones))

    async with open_table(tmp_path, "course", 3, twists={REPLAYER: twist}) as table:
        await play_out(table)

    assert len(told) > 4
    assert not any(caught(seat) for seat in table)
    assert judged(table).finding is Finding.GOOD
