"""Known answers for the steps of a table: ours, and read again by other means."""

import json
from hashlib import sha256
from typing import Any

import msgpack

from p2pjeux.fair.bridge import Bridge
from tests.fair.make_vectors import FOLDER
from tests.fair.make_vectors_steps import LOST, NAME, text
from tests.fair.strangers import toy_table


def load() -> Any:
    return json.loads((FOLDER / NAME).read_text("utf-8"))


def test_the_vectors_are_made_again_alike() -> None:
    assert (FOLDER / NAME).read_text("utf-8") == text()


def test_actions_are_lists_of_verb_arguments_and_slots() -> None:
    for one in load()["actions"]:
        verb, arguments, slots = msgpack.unpackb(bytes.fromhex(one["bytes"]))
        action = one["action"]
        assert (verb, slots) == (action["verb"], action["cards"])
        assert json.loads(json.dumps(arguments, default=bytes.hex)) == action["args"]


def test_the_stream_of_a_stand_in_can_be_computed_by_hand() -> None:
    vector = load()["stream"]
    table = bytes.fromhex(vector["table"])
    framed = b"\0\0\0\x20" + table
    for number in (vector["answered"], vector["seat"]):
        framed += b"\0\0\0\x08" + number.to_bytes(8, "big")
    seed = sha256(b"p2pjeux/source" + framed).digest()
    words: list[int] = []
    for block in range(8):
        data = sha256(seed + block.to_bytes(8, "big")).digest()
        words += [int.from_bytes(data[at : at + 4], "big") for at in range(28, -1, -4)]
    numbers = []
    for bound in vector["below"]:
        while words[0] >= 2**32 - 2**32 % bound:
            words.pop(0)
        numbers.append(words.pop(0) % bound)

    assert numbers == vector["numbers"]


def test_whoever_follows_the_bodies_comes_to_the_same_answers() -> None:
    for vector in load()["tables"]:
        watcher = Bridge(toy_table(3), {})
        answers = 0
        for step in vector["steps"]:
            assert (watcher.number, list(watcher.asked)) == (step["step"], step["asked"])
            for seat in step["absent_from_here"]:
                watcher.declare_absent(seat)
            for seat, body in step["bodies"].items():
                watcher.accept(int(seat), bytes.fromhex(body))
            answers += len(watcher.advance())
        assert watcher.over
        assert answers == len(vector["answered"])


def test_a_lost_seat_opens_what_it_had_sealed_and_then_is_asked_no_more() -> None:
    whole, lost = load()["tables"]
    sealed = [step["decided"][str(LOST)] for step in whole["steps"] if step["kind"] == "seal"]
    opened = [
        play["action"]
        for one in lost["answered"]
        if one["request"]["is"] == "open"
        for play in one["answer"]["plays"]
        if play["seat"] == LOST
    ]
    assert [opened[0]["cards"]] == [action["cards"] for action in sealed]
    kinds = [step["kind"] for step in lost["steps"]]
    assert "proxy" in kinds
    assert not any(LOST in step["asked"] for step in lost["steps"][kinds.index("proxy") :])
