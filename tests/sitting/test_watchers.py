"""Watchers: they follow the log of the others, learn what everybody knows, and keep nobody up."""

from collections.abc import Iterator

import pytest

from p2pjeux.errors import Fault
from p2pjeux.log.entry import Entry
from p2pjeux.log.line import sign_line
from p2pjeux.table.events import Agree, Agreement, GoWithout, Happened
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.messages import (
    Chatted,
    Have,
    Message,
    Parts,
    Steps,
    decode_message,
    encode_message,
)
from tests.kit import Case
from tests.sitting.people import PATIENCE, Evening

STONEHENGE = Case("stonehenge", 3)
EUROPAX = Case("europax", 3)
WATCHER = 3


def played(case: Case, decisions: int, watchers: int = 1) -> Evening:
    evening = Evening(case, watchers=watchers)
    for _ in range(decisions):
        evening.play(evening.asked[0])
    # Whoever looks on asks once a second for what is settled.
    evening.wait(3)
    return evening


def test_a_watcher_follows_the_game_as_it_is_played() -> None:
    evening = played(STONEHENGE, 12)

    assert len(evening.logs()) == 1
    assert evening.people[WATCHER].heard(Happened)


def test_a_watcher_sees_what_the_log_alone_shows_to_a_stranger() -> None:
    evening = played(STONEHENGE, 11)
    stranger = Ledger(evening.signed, STONEHENGE.game, {})
    for step in evening.people[0].at_table.ledger.chain.steps:
        stranger.adopt(step)

    view = evening.people[WATCHER].at_table.view(None)

    assert view == stranger.bridge.view(None)
    for seat in range(3):
        known = evening.people[seat].at_table.view(seat).faces
        assert view.faces.items() <= known.items()
        assert len(view.faces) < len(known)


def _given_to(evening: Evening, watcher: int) -> Iterator[Entry]:
    """All that was ever sent where the watcher could hear it."""
    for number, person in enumerate(evening.people):
        for message in person.sent if number != watcher else ():
            told = decode_message(message)
            if isinstance(told, Parts):
                yield from told.entries


def test_no_byte_reaches_a_watcher_that_is_not_in_the_log() -> None:
    evening = played(STONEHENGE, 12)
    ledger = evening.people[0].at_table.ledger
    logged = {entry.encode() for step in ledger.chain.steps for entry in step.entries}
    still_open = {entry.encode() for entry in ledger.entries.values()}

    given = {entry.encode() for entry in _given_to(evening, WATCHER)}

    assert given
    assert given <= logged | still_open


def test_what_a_watcher_says_depends_on_nothing_but_the_log() -> None:
    one = played(STONEHENGE, 6)
    other = Evening(STONEHENGE, watchers=1)
    other.people[WATCHER].secret = bytes(32)
    other.get_up(WATCHER)
    other.sit_down(WATCHER)
    for _ in range(6):
        other.play(other.asked[0])
    other.wait(3)

    assert one.people[WATCHER].sent[-1] == other.people[WATCHER].sent[-1]


def test_a_watcher_only_ever_says_what_it_has() -> None:
    evening = played(EUROPAX, 10)
    evening.tell(0, Agree(Agreement.PAUSE))
    evening.wait(5)

    told = [decode_message(message) for message in evening.people[WATCHER].sent]

    assert told
    assert all(isinstance(message, Have) for message in told)


def test_with_and_without_a_watcher_the_game_is_the_same_to_the_byte() -> None:
    assert played(EUROPAX, 10).logs() == played(EUROPAX, 10, watchers=0).logs()


def test_whoever_comes_late_sees_the_whole_game() -> None:
    evening = Evening(EUROPAX, watchers=1)
    evening.get_up(WATCHER)
    for _ in range(10):
        evening.play(evening.asked[0])
    evening.sit_down(WATCHER)

    evening.wait(3)

    assert len(evening.logs()) == 1


@pytest.mark.parametrize("kind", ["parts", "steps", "chat"])
def test_nothing_else_is_taken_from_a_watcher(kind: str) -> None:
    evening = played(EUROPAX, 4)
    ledger = evening.people[0].at_table.ledger
    step = ledger.chain.steps[-1]
    line = sign_line(evening.people[1].identity, evening.signed.table, 1, 5, "Bonjour")
    messages: dict[str, Message] = {
        "parts": Parts(step.entries),
        "steps": Steps((step.data,)),
        "chat": Chatted(line),
    }

    fault = evening.deliver(WATCHER, 0, encode_message(messages[kind]))

    assert fault is not None
    assert fault.fault is Fault.NOT_ASKED


def test_a_flood_of_questions_is_answered_once_in_a_while() -> None:
    evening = played(EUROPAX, 10)
    have = encode_message(Have(0, evening.signed.start, (), bytes(32)))
    evening.get_up(WATCHER)

    def answers() -> int:
        sent = (decode_message(message) for message in evening.people[0].sent)
        return sum(isinstance(message, Steps) for message in sent)

    evening.wait(1)
    before = answers()
    for _ in range(100):
        evening.deliver(WATCHER, 0, have)
    assert answers() == before + 1

    evening.wait(1)
    evening.deliver(WATCHER, 0, have)
    assert answers() == before + 2


def test_nobody_waits_for_a_watcher() -> None:
    evening = played(EUROPAX, 3)
    evening.get_up(WATCHER)
    number = evening.people[0].at_table.ledger.number

    evening.play(evening.asked[0])

    assert evening.people[0].at_table.ledger.number > number


def test_a_watcher_who_is_with_the_one_left_out_sees_nothing_that_is_taken_off_again() -> None:
    evening = Evening(EUROPAX, watchers=1)
    (left_out,) = evening.asked
    others = [seat for seat in range(3) if seat != left_out]
    island = {left_out, WATCHER}
    evening.carries = lambda sender, to: (sender in island) == (to in island)
    evening.play(left_out)
    evening.wait(PATIENCE + 1)
    for number in others:
        evening.tell(number, GoWithout((left_out,)))
    seen = evening.people[WATCHER].at_table.ledger.chain
    assert seen.next < evening.people[others[0]].at_table.ledger.number
    evening.carries = lambda _sender, _to: True

    evening.wait(10)

    assert len(evening.logs()) == 1
    assert evening.people[WATCHER].at_table.ledger.chain.steps[: seen.next] == seen.steps
    assert not any(person.accused for person in evening.people)


def test_a_watcher_is_shown_settled_steps_only() -> None:
    evening = Evening(EUROPAX, watchers=1)
    (asked,) = evening.asked
    late = next(seat for seat in range(3) if seat != asked)
    watcher = evening.people[WATCHER].at_table
    before = watcher.ledger.number
    # What it accepts reaches nobody, and without it nothing is settled.
    evening.carries = lambda sender, _to: sender != late
    evening.play(asked)
    evening.wait(5)

    closed = evening.people[asked].at_table.ledger.number
    assert closed > before
    assert watcher.ledger.number < closed
    assert not evening.people[asked].at_table.is_settled

    evening.carries = lambda _sender, _to: True
    evening.wait(5)
    assert watcher.ledger.number >= closed
