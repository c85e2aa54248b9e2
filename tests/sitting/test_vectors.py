"""The known answers of protocol/6-table.md are ours, and other libraries agree with them."""

import json
from hashlib import sha256
from typing import Any

import msgpack
import pytest
from nacl.signing import VerifyKey

from p2pjeux.log.consent import check_agreement, check_consent, decode_consent
from p2pjeux.log.line import decode_line
from p2pjeux.log.step import decode_step
from p2pjeux.table import entry_body
from p2pjeux.table.messages import decode_message, encode_message
from tests.log.make_vectors import FOLDER, HOLDERS, PEERS, whole_chain
from tests.sitting.make_vectors import NAME, PRESENT, text


def load() -> Any:
    return json.loads((FOLDER / NAME).read_text(encoding="utf-8"))


def pack(*parts: Any) -> bytes:
    return bytes(msgpack.packb(list(parts), use_bin_type=True))


def test_the_vectors_are_made_again_alike() -> None:
    assert (FOLDER / NAME).read_text(encoding="utf-8") == text()


def test_consents_are_signed_as_the_protocol_says() -> None:
    for one in load()["consents"]:
        data = bytes.fromhex(one["bytes"])
        *fields, signature = msgpack.unpackb(data)
        key = VerifyKey(PEERS[HOLDERS[one["signer"]]].public)
        assert fields[3:] == [one["signer"], one["kind"], one["number"]]
        key.verify(pack("p2pjeux/1/consent", *fields), signature)
        check_consent(whole_chain().signed, decode_consent(data))


def test_a_line_is_signed_as_the_protocol_says() -> None:
    told = load()["line"]
    table, seat, counter, said, signature = msgpack.unpackb(bytes.fromhex(told["bytes"]))

    VerifyKey(PEERS[HOLDERS[seat]].public).verify(
        pack("p2pjeux/1/chat", table, seat, counter, said), signature
    )
    assert (seat, counter, said) == (told["seat"], told["counter"], told["text"])
    assert decode_line(bytes.fromhex(told["bytes"])).text == said


@pytest.mark.parametrize("word", ["have", "parts", "steps", "chat", "rift", "retreat"])
def test_every_message_begins_with_its_word_and_is_read_again(word: str) -> None:
    data = bytes.fromhex(load()["messages"][word])

    assert msgpack.unpackb(data)[0] == word
    assert encode_message(decode_message(data)) == data


def test_said_is_reckoned_as_the_protocol_says() -> None:
    def digest(purpose: str, *parts: Any) -> bytes:
        return sha256(pack(f"p2pjeux/1/{purpose}", *parts)).digest()

    ranks = sorted([one["kind"], one["number"], one["signer"]] for one in load()["consents"])
    said = msgpack.unpackb(bytes.fromhex(load()["messages"]["have"]))[4]

    assert said == digest("heard", digest("said", []), digest("agreed", ranks))


def test_a_step_that_takes_a_decision_back_holds_the_consents_of_all() -> None:
    told, chain = load()["taking_back"], whole_chain()
    step = decode_step(bytes.fromhex(told["step"]), chain.signed.table, chain.digest)
    (entry,) = step.entries

    consents = entry_body.unwrap_take_back(entry.body)

    assert entry_body.unwrap(entry.body) == (b"", ())
    check_agreement(chain.signed, chain.place(step.number), set(PRESENT), consents)
    assert step.digest(chain.digest).hex() == told["digest"]


@pytest.mark.parametrize("word", ["ask", "ready", "say", "leave", "room", "begin"])
def test_lobby_messages_begin_with_their_word(word: str) -> None:
    assert msgpack.unpackb(bytes.fromhex(load()["lobby"][word]))[0] == word
