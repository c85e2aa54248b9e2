"""A short run of every fuzzer, and everything that a long one ever found."""

from pathlib import Path

import pytest

from tests.fuzz.targets import NAMES, Finding, Target, inputs, targets

CASES = Path(__file__).parent / "cases"
SHORT = 300


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_reader_takes_its_samples_and_answers_the_rest(name: str) -> None:
    target = targets()[name]
    read = sum(target.try_one(sample) for sample in target.samples)
    refused = sum(not target.try_one(data) for data in inputs(target, 0, SHORT))

    assert read
    # What is damaged in a journal is passed over, not refused.
    assert refused or name in ("verify", "journal")


def test_what_was_found_once_is_answered_now() -> None:
    for path in CASES.glob("[a-z]*.*"):
        targets()[path.name.split(".")[0].replace("-", " ")].try_one(path.read_bytes())


def test_a_reader_that_takes_two_forms_of_a_value_is_found() -> None:
    sloppy = Target(lambda data: data.rstrip(b"\0"), (b"x",), write=bytes)
    with pytest.raises(Finding, match="otherwise"):
        sloppy.try_one(b"x\0")


def test_a_proof_that_can_be_forged_is_found() -> None:
    gullible = Target(bytes, (b"proof",), is_proved=True)
    with pytest.raises(Finding, match="forged"):
        gullible.try_one(b"forgery")
