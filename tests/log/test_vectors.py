"""The known answers are ours, and a program written from the text alone agrees with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from p2pjeux.errors import PeerFault
from p2pjeux.judge.unruled import Unruled
from p2pjeux.log.chain import Chain
from p2pjeux.log.charter import decode_signed_charter
from p2pjeux.log.conviction import check_conviction
from p2pjeux.log.entry import check_entry, decode_entry
from p2pjeux.log.file import read_evidence, read_log
from p2pjeux.log.frames import Tail
from p2pjeux.log.records import read_record
from p2pjeux.log.step import decode_step
from tests.log import second_program
from tests.log.make_vectors import FOLDER, MAKERS, text_of
from tests.log.writing import beginning, game_with_absence

PROTOCOL = Path(__file__).parents[2] / "protocol"


def load(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def data(text: str) -> bytes:
    return bytes.fromhex(text)


@pytest.mark.parametrize("name", MAKERS)
def test_the_vectors_are_made_again_alike(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == text_of(name)


@pytest.mark.parametrize("name", MAKERS)
def test_the_protocol_names_every_file_of_vectors(name: str) -> None:
    text = "".join(
        (PROTOCOL / page).read_text("utf-8")
        for page in ("3-log.md", "4-file.md", "10-agreement.md")
    )

    assert f"vectors/{name}" in text


def test_the_steps_attach_to_the_charter() -> None:
    signed = decode_signed_charter(data(load("log-charter.json")["signed_charter"]))
    chain = Chain(signed)
    for vector in load("log-steps.json")["steps"]:
        assert chain.digest == data(vector["before"])
        step = decode_step(data(vector["record"]), signed.table, chain.digest)
        chain.append(step)
        assert step.absent == tuple(vector["absent"])
        for one in vector["entries"]:
            check_entry(signed, decode_entry(data(one["entry"])))
        assert chain.digest == data(vector["digest"])


def test_the_certificates_close_their_steps() -> None:
    signed = decode_signed_charter(data(load("log-charter.json")["signed_charter"]))
    log = Unruled(signed)
    for vector in load("log-steps.json")["steps"]:
        step = decode_step(data(vector["record"]), signed.table, log.chain.digest)
        log.append(step)
        told = vector["certificate"]
        assert step.certificate is not None
        assert (step.certificate.round, len(step.certificate.votes)) == (
            told["round"],
            len(told["votes"]),
        )
        for kind, record in told["records"]:
            read_record(kind, data(record)).check(signed)
    assert {one["certificate"]["round"] for one in load("log-steps.json")["steps"]} == {0, 1}
    assert log.present == {0, 1, 2, 3}


def test_the_files_are_read_as_the_vectors_say() -> None:
    vectors = load("log-file.json")

    assert read_log(data(vectors["log"])).chain.digest == data(vectors["digest"])
    torn = read_log(data(vectors["torn"]))
    assert (torn.chain.digest, torn.tail) == (data(vectors["digest_of_torn"]), Tail.TORN)
    spoilt = read_log(data(vectors["spoilt"]))
    assert (spoilt.end, spoilt.tail) == (vectors["spoilt_at"], Tail.SPOILT)


def test_the_convictions_convict() -> None:
    for vector in load("log-convictions.json"):
        signed, found = read_evidence(data(vector["evidence"]))
        check_conviction(signed, found)
        assert (found.seat, found.step) == (vector["seat"], vector["step"])
        assert [one.FORM.purpose for one in found.pair] == vector["kinds"]
        assert found.encode() == data(vector["conviction"])


def test_every_way_to_convict_is_in_the_vectors() -> None:
    kinds = {tuple(vector["kinds"]) for vector in load("log-convictions.json")}

    same = {(kind, kind) for kind in ("accept", "entry", "move", "propose")}
    assert kinds == {*same, ("accept", "move")}


def test_the_second_program_reads_the_vectors() -> None:
    vectors = load("log-file.json")
    assert second_program.read_log(data(vectors["log"])).digest == data(vectors["digest"])
    torn = second_program.read_log(data(vectors["torn"]))
    assert torn.digest == data(vectors["digest_of_torn"])
    with pytest.raises(second_program.Bad):
        second_program.read_log(data(vectors["spoilt"]))
    for vector in load("log-convictions.json"):
        found = second_program.read_evidence(data(vector["evidence"]))
        assert found == (vector["seat"], vector["step"])


def test_the_second_program_reads_whole_games() -> None:
    for game in (beginning(), game_with_absence()):
        ours = read_log(game.data).chain

        theirs = second_program.read_log(game.data)

        assert (theirs.digest, theirs.next) == (ours.digest, ours.next)


def test_the_second_program_refuses_what_we_refuse() -> None:
    whole = beginning().data
    for at in range(200, len(whole) - 2000, 997):
        wrong = whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :]
        with pytest.raises(PeerFault):
            read_log(wrong)
        with pytest.raises(second_program.Bad):
            second_program.read_log(wrong)
