"""Verify: good logs are good, and of every bad one it says what, where and who."""

import json
import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from p2pjeux.encoding import Value, encode
from p2pjeux.games import load_game
from p2pjeux.judge.verdict import Finding, Verdict
from p2pjeux.judge.verify import verify
from p2pjeux.log.entry import sign_entry
from p2pjeux.log.file import write_case, write_log, write_step
from p2pjeux.log.frames import write_frame
from p2pjeux.table import entry_body
from tests.judge import bad_closings, bad_files, bad_plays
from tests.judge.bad_files import BadLog
from tests.kit import Case
from tests.log.writing import (
    OSTRAKON,
    STONEHENGE,
    Writer,
    Written,
    beginning,
    game_with_absence,
    secret_of,
    whole_game,
)

KINDS: list[Callable[[], Iterator[BadLog]]] = [
    bad_files.format_damage,
    bad_files.charter_damage,
    bad_files.chain_damage,
    bad_files.signature_damage,
    bad_files.forks,
    bad_plays.body_lies,
    bad_plays.rule_lies,
    bad_plays.return_lies,
    bad_closings.certificate_damage,
    bad_closings.absence_damage,
    bad_closings.round_damage,
    bad_plays.closing_lies,
]
EXITS = {Finding.GOOD: 0, Finding.RULES: 4, Finding.RESULT: 4, Finding.FORK: 5}


@cache
def bad_logs(kind: Callable[[], Iterator[BadLog]]) -> tuple[BadLog, ...]:
    return tuple(kind())


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_of_every_bad_log_it_says_what_where_and_who(kind: Callable[[], Iterator[BadLog]]) -> None:
    wrong = []
    for bad in bad_logs(kind):
        verdict = verify(bad.data)
        said = verdict.finding, verdict.step, verdict.seat, verdict.proven
        if said != (bad.finding, bad.step, bad.seat, bad.proven):
            wrong.append((bad.name, said, verdict.reason))
        assert verdict.exit_code == EXITS.get(bad.finding, 3)
        assert verdict.reason
        assert not verdict.ok

    assert wrong == []


def test_there_are_more_than_a_hundred_bad_logs() -> None:
    names = [bad.name for kind in KINDS for bad in bad_logs(kind)]

    assert len(names) == len(set(names))
    assert len(names) > 150


GAMES = [OSTRAKON, STONEHENGE, Case("pantheon", 2)]


@pytest.mark.parametrize("case", GAMES, ids=str)
def test_a_finished_game_is_good(case: Case) -> None:
    game = whole_game(case)

    verdict = verify(game.data)

    assert verdict.ok
    assert verdict.exit_code == 0
    assert verdict.finished
    assert verdict.outcome is not None
    assert len(verdict.outcome.scores) == case.seats
    assert dict(verdict.secrets) == dict(game.secrets)
    assert verdict.counts.steps == len(game.steps)
    assert verdict.counts.entries == sum(len(step.entries) for step in game.steps)


@pytest.mark.parametrize("case", [OSTRAKON, STONEHENGE], ids=str)
def test_a_game_with_absences_and_a_return_is_good(case: Case) -> None:
    game = game_with_absence(case)

    verdict = verify(game.data)

    assert verdict.ok
    assert verdict.finished
    assert verdict.absent == (case.seats - 1,)
    assert sorted(verdict.secrets) == list(range(case.seats - 1))
    assert 0 < verdict.counts.accepts < case.seats * verdict.counts.steps


def test_a_step_that_a_quorum_closed_without_a_seat_is_good() -> None:
    verdict = verify(bad_closings.sound_round())

    assert verdict.ok
    assert verdict.absent == (4,)
    assert verdict.counts.grounds == 4


@pytest.mark.slow
def test_a_seat_may_decline_to_open_its_secret() -> None:
    writer = Writer(OSTRAKON, declining={1, 3}).run()

    verdict = verify(writer.data)

    assert verdict.ok
    assert dict(verdict.secrets) == {seat: secret_of(seat) for seat in (0, 2, 4)}


def test_every_beginning_of_a_good_log_is_good_and_not_finished() -> None:
    game = beginning()

    for length in range(len(game.steps) + 1):
        verdict = verify(write_log(game.signed, game.steps[:length]))
        assert verdict.ok
        assert not verdict.finished
        assert not verdict.torn
        assert verdict.counts.steps == length


def test_a_game_without_its_closing_step_is_finished() -> None:
    game = whole_game()
    closing = len(write_step(game.steps[-1]))

    verdict = verify(game.data[:-closing])

    assert verdict.ok
    assert verdict.finished
    assert verdict.secrets == {}
    assert verdict.outcome == verify(game.data).outcome


def test_a_log_torn_at_its_end_is_good_as_far_as_it_goes() -> None:
    game = beginning()

    for cut in (1, 3, 9, len(write_step(game.steps[-1])) - 1):
        verdict = verify(game.data[:-cut])
        assert verdict.ok
        assert verdict.torn
        assert verdict.counts.steps == len(game.steps) - 1
    assert verify(game.data + bytes(512)).torn


def test_progress_is_told_and_ends_at_the_end() -> None:
    told: list[tuple[int, int]] = []

    verify(whole_game().data, lambda done, total: told.append((done, total)))

    total = len(whole_game().data)
    assert len(told) == len(whole_game().steps) + 1
    assert told == sorted(told)
    assert told[-1] == (total, total)


def test_the_position_of_what_is_wrong_is_told() -> None:
    data = beginning().data
    at = len(data) - len(write_step(beginning().steps[-1]))

    assert verify(bad_files.flipped(data, at + 2)).position == at


@pytest.mark.parametrize("make", [whole_game, beginning], ids=["finished", "open"])
def test_the_answer_for_programs_is_plain_json(make: Callable[[], Written]) -> None:
    value = verify(make().data).as_value()

    assert json.loads(json.dumps(value)) == value
    assert value["ok"] is True
    assert value["exit"] == 0
    assert value["finding"] == "good"
    assert value["finished"] is (make is whole_game)


def test_the_answer_for_programs_names_the_culprit() -> None:
    bad = next(bad for bad in bad_logs(bad_plays.closing_lies) if bad.name == "a forged score")
    value = verify(bad.data).as_value()

    assert (value["exit"], value["finding"]) == (4, "result")
    assert (value["seat"], value["name"], value["proven"]) == (2, "Chloé", True)
    assert json.loads(json.dumps(value)) == value


def test_no_secret_is_in_the_answer_for_programs() -> None:
    text = json.dumps(verify(whole_game().data).as_value())

    assert all(secret_of(seat).hex() not in text for seat in range(5))


@pytest.mark.slow
def test_the_result_is_the_one_the_game_had() -> None:
    writer = Writer(OSTRAKON).run()
    game = load_game("ostrakon")

    assert verify(writer.data).outcome == game.outcome(writer.ledger.bridge.state)


@pytest.mark.parametrize("seed", range(40))
def test_any_change_under_fresh_checksums_is_found(seed: int) -> None:
    """A forger repairs checksums too; nothing that he changes anywhere passes or raises."""
    rng = random.Random(seed)
    frames = bad_files.frames(beginning().data)
    number = rng.randrange(len(frames))
    record = bytearray(frames[number][8:-4])
    for _ in range(rng.randrange(1, 4)):
        record[rng.randrange(len(record))] ^= 1 << rng.randrange(8)
    if bytes(record) == frames[number][8:-4]:
        record[0] ^= 1

    verdict = verify(bad_files.with_frame(number, write_frame(bytes(record))))

    assert verdict.exit_code == 3
    assert verdict.counts.steps == max(number - 1, 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_junk_under_a_true_signature_is_found(seed: int) -> None:
    rng = random.Random(seed)
    number = rng.randrange(9)
    writer = Writer(OSTRAKON).run(lambda it: len(it.steps) == number)
    seat = writer.ledger.asked[0]
    body = encode(junk(rng, 4))
    for wrapped in (body, entry_body.wrap(body), encode([body, [body]])):
        entry = sign_entry(writer.identity(seat), writer.ledger.place, seat, wrapped)
        verdict = verify(write_case(writer.signed, writer.steps, entry))
        assert verdict.exit_code in (3, 4)
        assert (verdict.seat, verdict.step) == (seat, entry.step)
        assert verdict.proven


def junk(rng: random.Random, depth: int) -> Value:
    """Any value that has a byte form."""
    kinds: list[Callable[[], Value]] = [
        lambda: None,
        lambda: rng.random() < 0.5,
        lambda: rng.randrange(-3, 300),
        lambda: rng.choice(["", "vote", "question", "é" * 30]),
        lambda: rng.randbytes(rng.choice([0, 1, 32, 64, 384])),
        lambda: [junk(rng, depth - 1) for _ in range(rng.randrange(5))],
        lambda: {str(key): junk(rng, depth - 1) for key in range(rng.randrange(3))},
    ]
    return rng.choice(kinds if depth else kinds[:5])()


def test_a_verdict_without_a_charter_has_no_names() -> None:
    verdict: Verdict = verify(b"")

    assert verdict.name is None
    assert verdict.as_value()["table"] is None
