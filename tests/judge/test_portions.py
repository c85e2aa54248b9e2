"""Where several processes check one log: a check left out by one is done by another."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import p2pjeux
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import deck, proofs, sealed
from p2pjeux.fair.group import BASE, Point, multiply, multiply_base
from p2pjeux.fair.transcript import Context, Scope
from p2pjeux.judge.verify import verify
from p2pjeux.primitives.portion import WHOLE, Portion
from tests.judge import bad_closings, bad_files, bad_plays
from tests.kit import Case
from tests.log.writing import (
    OSTRAKON,
    STONEHENGE,
    game_with_absence,
    make_charter,
    sign_by_all,
    whole_game,
)

TABLE = bytes(32)
SECRET = bytes(range(32))
COUNTS = (2, 3, 5)
KINDS = (
    bad_files.signature_damage,
    bad_files.forks,
    bad_plays.body_lies,
    bad_plays.return_lies,
    bad_plays.closing_lies,
    bad_closings.certificate_damage,
    bad_closings.round_damage,
)


def found_good(data: bytes, count: int) -> list[bool]:
    """What each portion says; whatever is raised means that the log is not good."""
    found = []
    for index in range(count):
        try:
            found.append(verify(data, portion=Portion(index, count)).ok)
        except Exception:  # noqa: BLE001  # as who starts the portions takes it
            found.append(False)
    return found


@pytest.mark.parametrize("count", COUNTS)
def test_every_check_belongs_to_exactly_one_portion(count: int) -> None:
    portions = [Portion(index, count) for index in range(count)]
    for number in range(300):
        proof = (number * 0x9E3779B97F4A7C15 % 2**64).to_bytes(8, "little") + bytes(56)

        assert sum(portion.covers(proof) for portion in portions) == 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_bad_log_is_found_good_by_all_portions(kind: object) -> None:
    assert callable(kind)
    wrong = [
        bad.name
        for bad in kind()
        if not verify(bad.data).ok and any(all(found_good(bad.data, n)) for n in (2, 3))
    ]

    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("case", [OSTRAKON, STONEHENGE], ids=str)
def test_a_good_log_is_good_in_every_portion_and_says_the_same(case: Case) -> None:
    data = whole_game(case).data
    whole = verify(data)

    parts = [verify(data, portion=Portion(index, 2)) for index in range(2)]

    assert parts == [whole, whole]
    assert all(part.signed is not None and part.signed.portion is WHOLE for part in parts)


@pytest.mark.slow
def test_a_game_with_absences_is_good_in_every_portion() -> None:
    assert all(found_good(game_with_absence().data, 3))


def outcomes(step: int, count: int, check: object) -> list[bool]:
    """Whether a check that must fail does so, portion by portion."""
    assert callable(check)
    failed = []
    for index in range(count):
        try:
            check(Context(TABLE, step, 1, Portion(index, count)))
        except PeerFault:
            failed.append(True)
        else:
            failed.append(False)
    return failed


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("step", range(4))
def test_a_false_proof_of_knowledge_fails_in_exactly_one_portion(step: int, count: int) -> None:
    place = Context(TABLE, step, 1)
    proof = proofs.prove_knowledge(Scope(place, "x"), 7)
    other = multiply_base(8)

    failed = outcomes(
        step, count, lambda here: proofs.check_knowledge(Scope(here, "x"), other, proof)
    )

    assert sum(failed) == 1


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("step", range(4))
def test_a_false_share_fails_in_exactly_one_portion(step: int, count: int) -> None:
    place = Context(TABLE, step, 1)
    message = proofs.make_shares(Scope(place, "x"), 7, [multiply_base(3)])
    false = multiply(5, BASE) + message[32:]

    failed = outcomes(
        step,
        count,
        lambda here: proofs.check_shares(
            Scope(here, "x"), multiply_base(7), [multiply_base(3)], false
        ),
    )

    assert sum(failed) == 1


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("step", range(4))
def test_every_flipped_part_of_a_shuffle_fails_in_some_portion(step: int, count: int) -> None:
    cards = 3
    opened = deck.open_deck(0, multiply_base(9), range(cards))
    _, message = deck.shuffle_deck(Context(TABLE, step, 1), opened, SECRET)
    missed = []
    for at in range(0, len(message), 32):
        # Two points change places with their neighbours, a scalar changes its lowest bit.
        wrong = message[:at] + _spoilt(message[at : at + 32]) + message[at + 32 :]
        failed = outcomes(step, count, lambda here, m=wrong: deck.check_shuffle(here, opened, m))
        if not any(failed):
            missed.append(at // 32)

    assert missed == []


def _spoilt(part: bytes) -> bytes:
    """Another point of the group where it is one, else another scalar."""
    try:
        return multiply(2, Point(part))
    except (AssertionError, PeerFault):
        return bytes([part[0] ^ 1]) + part[1:]


@pytest.mark.parametrize("count", COUNTS)
def test_a_box_with_something_else_fails_in_exactly_one_portion(count: int) -> None:
    place = Context(TABLE, 3, 1)
    message = sealed.seal(place, SECRET, b"value")
    good = sealed.check_sealed(place, message)
    opening = sealed.recall(SECRET, good)
    key = multiply_base(sealed.secret_key(SECRET))
    box = bytes([good.box[0] ^ 1]) + good.box[1:]

    failed = outcomes(
        3,
        count,
        lambda here: sealed.check_opening(replace(good, box=box, context=here), key, opening),
    )

    assert sum(failed) == 1


@pytest.mark.parametrize("index", range(2))
def test_the_box_of_a_seat_that_is_gone_is_looked_at_in_every_portion(index: int) -> None:
    """The table plays on without the choice in a bad one, so all must know that it is bad."""
    place = Context(TABLE, 3, 1, Portion(index, 2))
    good = sealed.check_sealed(place, sealed.seal(place, SECRET, b"value"))
    key = sealed.secret_key(SECRET)
    bad = replace(good, box=good.box[:-1] + bytes([good.box[-1] ^ 1]))

    with pytest.raises(PeerFault) as caught:
        sealed.open_by_proxy(bad, multiply_base(key), multiply(key, good.mask))

    assert caught.value.fault is Fault.BAD_COMMITMENT


def test_a_table_that_is_played_checks_all() -> None:
    assert sign_by_all(make_charter(OSTRAKON)).portion is WHOLE
    assert Context(TABLE, 0, 0).portion is WHOLE


def test_only_who_verifies_in_several_processes_makes_portions() -> None:
    root = Path(p2pjeux.__file__).parent
    makers = {
        file.relative_to(root).as_posix()
        for file in root.rglob("*.py")
        if re.search(r"(?<!class )\bPortion\(", file.read_text("utf-8"))
    }

    assert makers == {"app/running/verifying.py", "primitives/portion.py"}
