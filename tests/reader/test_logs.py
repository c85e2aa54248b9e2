"""A second reader, in JavaScript, says of every log what the program says, as far as it can see.

Rules and proofs are beyond it, and who is asked in a step follows from them. Where the program's
finding rests on those, the reader may go on, but never finds fault any earlier.
"""

import json
import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.games import load_game
from p2pjeux.judge.unruled import Unruled
from p2pjeux.judge.verify import verify
from p2pjeux.log.conviction import check_conviction
from p2pjeux.log.file import (
    EVIDENCE_MAGIC,
    LOG_MAGIC,
    LogReader,
    read_evidence,
    read_log,
    write_log,
)
from p2pjeux.log.frames import FrameReader, Tail, write_frame
from tests.judge import bad_closings, bad_files, bad_plays
from tests.judge.bad_files import BadLog
from tests.judge.test_verify import bad_logs
from tests.kit import Case, games_to_test
from tests.log.make_vectors import FOLDER
from tests.log.writing import OSTRAKON, Written, game_with_absence, whole_game
from tests.reader.log_vectors import sound
from tests.reader.make_vectors import LOGS, text_of_logs
from tests.reader.node import READER, check_files, node
from tests.reader.random_rounds import log_of_rounds
from tests.replay.games import game_taken_back
from tests.sim.faults import FAULTS
from tests.sim.lan import Lan
from tests.sim.memo import remembered

TOLD_BY_FORM = frozenset({"a body that is not wrapped", "an empty body", "an empty last body"})
# Each kind of bad log, and those of its cases that only rules or proofs can tell.
KINDS: dict[Callable[[], Iterator[BadLog]], frozenset[str] | None] = {
    bad_files.format_damage: frozenset(),
    bad_files.charter_damage: frozenset(
        {
            "no such game",
            "too few seats for the game",
            "no such option",
            "no such choice",
            "played by other rules",
        }
    ),
    bad_files.chain_damage: frozenset(
        {
            *(f"entry of seat {seat} missing" for seat in range(5)),
            "an entry nobody asked for",
            "somebody else's turn",
        }
    ),
    bad_files.signature_damage: frozenset(),
    bad_files.forks: frozenset(),
    bad_plays.return_lies: frozenset(),
    bad_closings.certificate_damage: frozenset(),
    bad_closings.absence_damage: frozenset(
        {
            "nobody can act for a seat at the set-up",
            "an entry missing beside an absence",
            "a seat left out that is not asked",
        }
    ),
    bad_closings.round_damage: frozenset({"a wrong body with a certificate"}),
    # Lies in bodies are all of this kind, but for those that the form tells.
    bad_plays.body_lies: None,
    bad_plays.rule_lies: None,
    bad_plays.closing_lies: None,
}


def said_by_program(data: bytes) -> dict[str, Any]:
    value = verify(data).as_value()
    keys = ("finding", "step", "seat", "name", "proven", "position", "exit", "steps", "torn")
    return {key: value[key] for key in keys}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_of_every_bad_log_both_say_the_same(kind: Callable[[], Iterator[BadLog]]) -> None:
    bad_ones, beyond = bad_logs(kind), KINDS[kind]

    verdicts = check_files([bad.data for bad in bad_ones])

    differing: set[str] = set()
    for bad, verdict in zip(bad_ones, verdicts, strict=True):
        ours = said_by_program(bad.data)
        if {key: verdict[key] for key in ours} != ours:
            differing.add(bad.name)
            assert verdict["steps"] >= ours["steps"], bad.name
    if beyond is None:
        beyond = frozenset(bad.name for bad in bad_ones) - TOLD_BY_FORM
    assert differing == set(beyond)


def games() -> Iterator[Written]:
    for game_id in games_to_test():
        yield whole_game(Case(game_id, load_game(game_id).facts.seats_least))
    yield game_with_absence(OSTRAKON)
    yield game_taken_back()


def step_digests(data: bytes) -> list[list[Any]]:
    reader = LogReader(data)
    digests: list[list[Any]] = []
    for step in reader.steps():
        reader.chain.append(step)
        digests.append([step.number, reader.chain.digest.hex()])
    return digests


@pytest.mark.slow
def test_games_of_every_kind_are_good_and_have_the_same_digests() -> None:
    written = list(games())

    verdicts = check_files([one.data for one in written])

    for one, verdict in zip(written, verdicts, strict=True):
        ours = verify(one.data).as_value()
        assert ours["ok"]
        shared = ("ok", "finding", "steps", "entries", "accepts", "torn", "table")
        assert {key: verdict[key] for key in shared} == {key: ours[key] for key in shared}
        assert verdict["digests"] == step_digests(one.data)
        assert verdict["signatures"] >= verdict["entries"] + one.signed.seats


def log_of_comings_and_goings(seed: int) -> bytes:
    """A game of four on a simulated LAN whose peers go, are stood in for, and come back."""
    lan = Lan(Case("europax", 4), seed)
    for number in range(len(lan.peers)):
        lan.start(number)
    FAULTS["away"](lan, random.Random(seed))
    assert lan.run(3000, lan.finished)
    sittings = (peer.sitting for peer in lan.peers)
    return write_log(
        lan.signed, next(sitting for sitting in sittings if sitting).ledger.chain.steps
    )


@pytest.mark.slow
def test_absences_and_returns_as_tables_really_make_them_are_good() -> None:
    with remembered():
        files = [log_of_comings_and_goings(seed) for seed in range(4)]

    verdicts = check_files(files)

    for data, verdict in zip(files, verdicts, strict=True):
        assert verdict["reason"] == ""
        assert verdict["digests"] == step_digests(data)
    assert any(step.absent for data in files for step in read_log(data).chain.steps)


def test_its_command_prints_every_digest_and_then_a_verdict(tmp_path: Path) -> None:
    game = whole_game()
    file = tmp_path / "game.p2pj"
    file.write_bytes(game.data[:-1])

    done = subprocess.run([node(), READER, file], capture_output=True, text=True, check=False)

    *digests, verdict = done.stdout.splitlines()
    assert [line.split() for line in digests] == [
        [str(number), digest] for number, digest in step_digests(game.data[:-1])
    ]
    assert json.loads(verdict)["torn"] is True
    assert done.returncode == 0


@pytest.mark.slow
def test_its_command_ends_with_the_exit_code_of_what_it_found(tmp_path: Path) -> None:
    cases = [next(bad_files.signature_damage()), *bad_files.forks()]
    codes = []
    for number, bad in enumerate(cases):
        file = tmp_path / f"{number}.p2pj"
        file.write_bytes(bad.data)
        codes.append(subprocess.run([node(), READER, file], capture_output=True, check=False))

    assert [done.returncode for done in codes] == [verify(bad.data).exit_code for bad in cases]


def test_its_command_says_in_one_line_that_there_is_no_file(tmp_path: Path) -> None:
    for arguments in ([], [tmp_path / "none.p2pj"]):
        done = subprocess.run(
            [node(), READER, *arguments], capture_output=True, text=True, check=False
        )
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1


def load(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def test_it_reads_the_vectors_of_files() -> None:
    vector = load("log-file.json")
    names = ("log", "torn", "spoilt")

    whole, torn, spoilt = check_files([bytes.fromhex(vector[name]) for name in names])

    assert (whole["finding"], whole["digests"][-1][1]) == ("good", vector["digest"])
    assert (torn["finding"], torn["torn"]) == ("good", True)
    assert torn["digests"][-1][1] == vector["digest_of_torn"]
    assert (spoilt["finding"], spoilt["position"]) == ("format", vector["spoilt_at"])


def test_it_finds_every_digest_of_the_vectors_of_steps() -> None:
    vector = load("log-steps.json")

    (verdict,) = check_files([bytes.fromhex(load("log-file.json")["log"])])

    assert verdict["digests"] == [[step["number"], step["digest"]] for step in vector["steps"]]
    assert verdict["table"]["id"] == load("log-charter.json")["table"]


def test_the_logs_to_be_refused_are_made_again_alike() -> None:
    assert LOGS.read_text(encoding="utf-8") == text_of_logs()


def refusal(data: bytes) -> tuple[str, int | None, int | None]:
    """What the program says of a log whose rules it does not know: fault, step and seat."""
    number: int | None = None
    try:
        if data.startswith(EVIDENCE_MAGIC):
            check_conviction(*read_evidence(data))
            return "good", None, None
        reader = LogReader(data)
        log = Unruled(reader.chain.signed)
        reader.chain = log.chain
        number = 0
        for step in reader.steps():
            log.append(step)
            number = log.chain.next
        if reader.tail is Tail.SPOILT:
            return Fault.BAD_FRAME.value, number, None
    except PeerFault as fault:
        return fault.fault.value, number, fault.seat
    return "good", None, None


def test_both_refuse_every_invalid_log_for_the_same_reason() -> None:
    vectors = load(LOGS.name)
    files = [bytes.fromhex(vector["file"]) for vector in vectors]

    verdicts = check_files(files)

    for vector, data, verdict in zip(vectors, files, verdicts, strict=True):
        due = vector["fault"], vector["step"], vector["seat"]
        assert refusal(data) == due, vector["name"]
        assert (verdict["fault"], verdict["step"], verdict["seat"]) == due, vector["name"]


def test_rounds_that_hold_are_good_to_both() -> None:
    files = sound()

    verdicts = check_files(files)

    assert [refusal(data)[0] for data in files] == ["good", "good", "good"]
    assert [verdict["ok"] for verdict in verdicts] == [True, True, True]


def spoilt(rng: random.Random, records: list[bytes]) -> bytes:
    """The log of these records, a few bytes of it changed before or after it was framed."""
    chosen = [bytearray(record) for record in records]
    for _ in range(rng.randrange(3)):
        record = rng.choice(chosen)
        at = rng.randrange(len(record))
        record[at : at + rng.randrange(2)] = rng.randbytes(rng.randrange(1, 3))
    if rng.random() < 0.2:
        chosen.insert(rng.randrange(len(chosen)), rng.choice(chosen))
    data = bytearray(LOG_MAGIC + b"".join(write_frame(bytes(record)) for record in chosen))
    if rng.random() < 0.2:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data[: rng.randrange(len(data)) if rng.random() < 0.2 else None])


@pytest.mark.slow
def test_both_say_the_same_of_logs_spoilt_at_random() -> None:
    rng = random.Random(5)
    frames = FrameReader(bytes.fromhex(load("log-file.json")["log"]), len(LOG_MAGIC))
    records = [frame.record for frame in frames]
    files = [spoilt(rng, records) for _ in range(600)]

    verdicts = check_files(files)

    said = [(one["fault"] or "good", one["step"], one["seat"]) for one in verdicts]
    ours = [refusal(data) for data in files]
    assert said == ours
    # The comparison would prove little if all were good, or all refused for one reason.
    assert len({fault for fault, _step, _seat in ours}) >= 6


@pytest.mark.slow
def test_both_say_the_same_of_rounds_drawn_at_random() -> None:
    rng = random.Random(7)
    files = [log_of_rounds(rng) for _ in range(400)]

    verdicts = check_files(files)

    ours = [refusal(data) for data in files]
    assert [(one["fault"] or "good", one["step"], one["seat"]) for one in verdicts] == ours
    good = sum(fault == "good" for fault, _step, _seat in ours)
    assert 100 < good < 300


def test_the_log_of_the_vectors_is_not_refused() -> None:
    assert refusal(bytes.fromhex(load("log-file.json")["log"]))[0] == "good"


def test_it_convicts_by_the_vectors_of_convictions() -> None:
    convictions = load("log-convictions.json")

    verdicts = check_files([bytes.fromhex(one["evidence"]) for one in convictions])

    assert [(one["finding"], one["seat"], one["step"], one["proven"]) for one in verdicts] == [
        ("fork", one["seat"], one["step"], True) for one in convictions
    ]
