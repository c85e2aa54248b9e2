"""The canonical form as two readers see it, by known answers and by chance."""

import json
import random
import re
from typing import Any

import pytest

from p2pjeux.encoding import SIZE_MAX, Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from tests.reader.make_vectors import FILE, shown, text
from tests.reader.node import ask

# What the program says of each reason that protocol/1-encoding.md names.
SAYS = {
    "oversize": r"bytes where \d+ are allowed",
    "cut-short": r"cut short|bytes are announced",
    "head": r"begins no value",
    "long-form": r"longer than it need be",
    "depth": r"nested deeper",
    "room": r"items are announced",
    "text": r"not UTF-8",
    "key": r"key of a map is not text",
    "order": r"out of order or given twice",
    "rest": r"after the end of the value",
}


def reason_of(data: bytes, most: int = SIZE_MAX) -> str | None:
    """The reason for which the program refuses these bytes; None if it takes them."""
    try:
        decode(data, most)
    except PeerFault as fault:
        return _named(fault)
    return None


def _named(fault: PeerFault) -> str:
    assert fault.fault is Fault.BAD_ENCODING
    (reason,) = [name for name, says in SAYS.items() if re.search(says, fault.message)]
    return reason


def load() -> dict[str, list[dict[str, Any]]]:
    loaded: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return loaded


def test_the_vectors_are_made_again_alike() -> None:
    assert FILE.read_text(encoding="utf-8") == text()


def test_every_reason_of_the_document_has_a_vector() -> None:
    document = (FILE.parents[1] / "1-encoding.md").read_text(encoding="utf-8")

    named = set(re.findall(r"^\| `([a-z-]+)` \|", document, re.MULTILINE))

    assert named == set(SAYS) == {vector["reason"] for vector in load()["invalid"]}


def test_the_program_reads_the_valid_vectors_and_writes_them_again() -> None:
    for vector in load()["valid"]:
        data = bytes.fromhex(vector["bytes"])
        assert shown(decode(data)) == vector["value"]
        assert encode(decode(data)) == data


@pytest.mark.parametrize("vector", load()["invalid"], ids=lambda vector: vector["name"])
def test_the_program_refuses_an_invalid_vector_for_its_reason(vector: dict[str, Any]) -> None:
    data = bytes.fromhex(vector["bytes"])

    assert reason_of(data, vector.get("most", SIZE_MAX)) == vector["reason"]


def test_the_second_reader_reads_the_valid_vectors_and_writes_them_again() -> None:
    valid = load()["valid"]

    answers = ask([("decode", vector["bytes"], SIZE_MAX) for vector in valid])

    for vector, answer in zip(valid, answers, strict=True):
        assert answer == {"again": vector["bytes"], "value": vector["value"]}


def test_the_second_reader_refuses_every_invalid_vector_for_its_reason() -> None:
    invalid = load()["invalid"]

    answers = ask([("decode", vector["bytes"], vector.get("most", SIZE_MAX)) for vector in invalid])

    for vector, answer in zip(invalid, answers, strict=True):
        said = answer.get("fault"), answer.get("reason")
        assert said == ("bad-encoding", vector["reason"]), vector["name"]


def changed(rng: random.Random, data: bytes) -> bytes:
    """The bytes of a value with a few of them changed, lost or added."""
    bytes_now = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(bytes_now) + 1)
        bytes_now[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
    return bytes(bytes_now)


def some_value(rng: random.Random, depth: int = 0) -> Value:
    match rng.randrange(6 if depth < 5 else 4):
        case 0:
            return rng.choice([None, True, False])
        case 1:
            return rng.randrange(-(2 ** rng.randrange(1, 63)), 2 ** rng.randrange(1, 65))
        case 2:
            return "".join(rng.choice("aé€🎲") for _ in range(rng.randrange(40)))
        case 3:
            return rng.randbytes(rng.randrange(40))
        case 4:
            return [some_value(rng, depth + 1) for _ in range(rng.randrange(5))]
        case _:
            return {str(rng.random()): some_value(rng, depth + 1) for _ in range(rng.randrange(4))}


def test_both_readers_say_the_same_of_values_spoilt_at_random() -> None:
    rng = random.Random(7)
    inputs = [changed(rng, encode(some_value(rng))) for _ in range(4000)]

    answers = ask([("decode", data.hex(), SIZE_MAX) for data in inputs])

    reasons = [reason_of(data) for data in inputs]
    assert [answer.get("reason") for answer in answers] == reasons
    # The comparison would prove little if all were taken, or all refused for one reason.
    assert len(set(reasons)) >= 8
