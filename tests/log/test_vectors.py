"""The known answers are ours, and a program written from the text alone agrees with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from p2pjeux.errors import PeerFault
from p2pjeux.log.chain import Chain
from p2pjeux.log.charter import decode_signed_charter
from p2pjeux.log.entry import check_entry, decode_entry
from p2pjeux.log.file import read_evidence, read_log
from p2pjeux.log.forks import check_fork
from p2pjeux.log.frames import Tail
from p2pjeux.log.statement import check_statement, decode_statement
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
    text = (PROTOCOL / "3-log.md").read_text() + (PROTOCOL / "4-file.md").read_text()

    assert f"vectors/{name}" in text


def test_the_steps_attach_to_the_charter() -> None:
    signed = decode_signed_charter(data(load("log-charter.json")["signed_charter"]))
    chain = Chain(signed)
    for vector in load("log-steps.json")["steps"]:
        assert chain.digest == data(vector["before"])
        chain.append(decode_step(data(vector["record"]), signed.table, chain.digest))
        for one in vector["entries"]:
            check_entry(signed, decode_entry(data(one["entry"])))
        for one in vector["statements"]:
            check_statement(signed, decode_statement(data(one["statement"])))
        assert chain.digest == data(vector["digest"])


def test_the_files_are_read_as_the_vectors_say() -> None:
    vectors = load("log-file.json")

    assert read_log(data(vectors["log"])).chain.digest == data(vectors["digest"])
    torn = read_log(data(vectors["torn"]))
    assert (torn.chain.digest, torn.tail) == (data(vectors["digest_of_torn"]), Tail.TORN)
    spoilt = read_log(data(vectors["spoilt"]))
    assert (spoilt.end, spoilt.tail) == (vectors["spoilt_at"], Tail.SPOILT)


def test_the_forks_convict() -> None:
    for vector in load("log-forks.json"):
        signed, fork = read_evidence(data(vector["evidence"]))
        check_fork(signed, fork)
        assert (fork.seat, fork.step) == (vector["seat"], vector["step"])
        assert fork.encode() == data(vector["fork"])


def test_the_second_program_reads_the_vectors() -> None:
    vectors = load("log-file.json")
    assert second_program.read_log(data(vectors["log"])).digest == data(vectors["digest"])
    torn = second_program.read_log(data(vectors["torn"]))
    assert torn.digest == data(vectors["digest_of_torn"])
    with pytest.raises(second_program.Bad):
        second_program.read_log(data(vectors["spoilt"]))
    for vector in load("log-forks.json"):
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
