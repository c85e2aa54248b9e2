"""The known answers about ages are ours, and a program written from the text alone agrees."""

import json
from typing import Any

import pytest

from p2pjeux.log.chain import Chain
from p2pjeux.log.charter import decode_signed_charter
from p2pjeux.log.file import read_log
from p2pjeux.log.rift import (
    begins_later_age,
    check_parting,
    check_rift,
    decode_parting,
    decode_rift,
)
from p2pjeux.log.step import decode_step
from tests.log import second_program
from tests.log.faults import said
from tests.log.make_vectors import FOLDER
from tests.log.rift_vectors import NAME, text
from tests.log.test_vectors import PROTOCOL

VECTORS: Any = json.loads((FOLDER / NAME).read_text(encoding="utf-8"))
CHARTER = bytes.fromhex(
    json.loads((FOLDER / "log-charter.json").read_text(encoding="utf-8"))["signed_charter"]
)
SIGNED = decode_signed_charter(CHARTER)


def test_the_vectors_are_made_again_alike() -> None:
    assert (FOLDER / NAME).read_text(encoding="utf-8") == text()


def test_the_protocol_names_them() -> None:
    assert f"vectors/{NAME}" in (PROTOCOL / "3-log.md").read_text()


@pytest.mark.parametrize("one", VECTORS["partings"] + VECTORS["retreats"])
def test_partings_hold_what_the_vectors_say(one: Any) -> None:
    data = bytes.fromhex(one["parting"])
    parting = decode_parting(data)

    check_parting(SIGNED, parting)
    fields = second_program.read_parting(second_program.Table(CHARTER), data)

    assert parting.encode() == data
    named = (one["step"], bytes.fromhex(one["previous"]), one["signer"])
    assert (parting.step, parting.place.previous, parting.signer) == named
    assert (parting.digest.hex(), parting.age) == (one["digest"], one["age"])
    assert parting.is_retreat == (one in VECTORS["retreats"])
    assert fields == [SIGNED.table, *named, parting.digest, parting.age]


@pytest.mark.parametrize("word", ["question", "proof"])
def test_a_rift_is_read_and_holds(word: str) -> None:
    data = bytes.fromhex(VECTORS[word])
    rift = decode_rift(data)

    check_rift(SIGNED, rift)
    theirs = second_program.read_rift(second_program.Table(CHARTER), data)

    assert rift.encode() == data
    assert rift.fork.encode().hex() == VECTORS["fork"]
    assert theirs == (rift.step, rift.age, rift.is_proof)
    assert rift.is_proof == (word == "proof")
    if rift.is_proof:
        assert rift.age == VECTORS["age"]


@pytest.mark.parametrize("one", VECTORS["invalid"], ids=lambda one: one["name"])
def test_invalid_rifts_are_refused_for_the_reason_that_is_given(one: Any) -> None:
    data = bytes.fromhex(one["rift"])

    found = said(check_rift, SIGNED, decode_rift(data))

    assert (found.fault.value, found.seat) == (one["fault"], one["seat"])
    with pytest.raises(second_program.Bad):
        second_program.read_rift(second_program.Table(CHARTER), data)


def test_the_steps_of_three_ages_follow_each_other() -> None:
    chain = Chain(SIGNED)
    begun = []
    for vector in VECTORS["steps"]:
        assert chain.digest == bytes.fromhex(vector["before"])
        step = decode_step(bytes.fromhex(vector["record"]), SIGNED.table, chain.digest)
        if step.number != chain.next:
            assert begins_later_age(step.number, chain.next)
            begun.append(step.number)
        chain.append(step)
        assert chain.digest == bytes.fromhex(vector["digest"])

    assert begun == [2_000_000, 4_000_000]
    log = bytes.fromhex(VECTORS["log"])
    assert read_log(log).chain.digest == chain.digest
    assert second_program.read_log(log).digest == chain.digest
