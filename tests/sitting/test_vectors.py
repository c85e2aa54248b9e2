"""The known answers of protocol/6-table.md are ours, and other libraries agree with them."""

import json
from hashlib import sha256
from typing import Any

import msgpack
import pytest
from nacl.signing import VerifyKey

from p2pjeux.agree.assembly import Assembly
from p2pjeux.agree.promises import Promises
from p2pjeux.log.consent import Consent, check_agreement
from p2pjeux.log.identity import Domain, Identity
from p2pjeux.log.line import decode_line
from p2pjeux.log.step import decode_step
from p2pjeux.table import entry_body
from p2pjeux.table.messages import Have, Parts, decode_message, encode_message
from tests.log.make_vectors import FOLDER, HOLDERS, PEERS
from tests.sitting.make_vectors import CHAIN, NAME, PRESENT, text


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
        key = VerifyKey(PEERS[HOLDERS[one["seat"]]].public)
        assert fields[3:] == [one["seat"], one["kind"], one["number"]]
        key.verify(pack("p2pjeux/1/consent", *fields), signature)
        Consent.decode(data).check(CHAIN.signed)


def test_a_line_is_signed_as_the_protocol_says() -> None:
    told = load()["line"]
    table, seat, counter, said, signature = msgpack.unpackb(bytes.fromhex(told["bytes"]))

    VerifyKey(PEERS[HOLDERS[seat]].public).verify(
        pack("p2pjeux/1/chat", table, seat, counter, said), signature
    )
    assert (seat, counter, said) == (told["seat"], told["counter"], told["text"])
    assert decode_line(bytes.fromhex(told["bytes"])).text == said


@pytest.mark.parametrize("word", ["have", "parts", "steps", "chat"])
def test_every_message_begins_with_its_word_and_is_read_again(word: str) -> None:
    data = bytes.fromhex(load()["messages"][word])

    assert msgpack.unpackb(data)[0] == word
    assert encode_message(decode_message(data)) == data


def test_said_is_reckoned_as_the_protocol_says() -> None:
    def digest(purpose: str, *parts: Any) -> bytes:
        return sha256(pack(f"p2pjeux/1/{purpose}", *parts)).digest()

    def name(record: Any) -> bytes:
        return sha256(record).digest()

    told = load()["messages"]
    _, entries, bundles, backs, _, _ = msgpack.unpackb(bytes.fromhex(told["parts"]))
    below = json.loads((FOLDER / "log-steps.json").read_text("utf-8"))["steps"][3]
    certificate = below["certificate"]
    place = [CHAIN.signed.table, below["number"], bytes.fromhex(below["before"])]
    claim = [certificate["round"], bytes.fromhex(below["digest"])]
    claim.append(bytes.fromhex(certificate["proposal"]))
    votes = ([seat, *claim, bytes.fromhex(vote)] for seat, vote in certificate["votes"])
    lower = sorted(
        [name(pack(*place, *vote)) for vote in votes]
        + [name(bytes.fromhex(record)) for _kind, record in certificate["records"]]
    )
    *here, records = msgpack.unpackb(bytes.fromhex(bundles[0].hex()))
    upper = sorted(name(pack(*here, *tail)) for _kind, tail in records)
    ranks = sorted([one["kind"], one["number"], one["seat"]] for one in load()["consents"])

    assert msgpack.unpackb(bytes.fromhex(told["have"]))[4] == digest(
        "said",
        [lower, upper],
        [name(one) for one in entries],
        [name(one) for one in backs],
        digest("agreed", ranks),
        [],
    )


def test_our_own_program_says_so_too() -> None:
    """Of a peer that has heard just that."""
    heard = Assembly(CHAIN.signed, Promises(CHAIN.signed, Identity(bytes(32))))
    told = load()["messages"]
    parts = decode_message(bytes.fromhex(told["parts"]))
    assert isinstance(parts, Parts)
    below = CHAIN.steps[-1]
    assert below.certificate is not None
    before = frozenset(PRESENT)
    heard.begin(below.place, before, below.closing.asked, can_lose=True, now=0)
    for entry in below.entries:
        heard.hold(entry, 0)
    heard.take(below.place, below.closing, below.certificate, 0)
    heard.begin(CHAIN.place, before, {1}, can_lose=True, now=0)
    heard.hear(parts.bundles[0].records, 0)

    names = [list(heard.names(place)) for place in heard.places]
    entries = [one.digest for one in parts.entries]
    backs = [one.digest for one in parts.backs]
    agreed = Domain("agreed").digest(sorted(list(one.rank) for one in parts.consents))
    have = decode_message(bytes.fromhex(told["have"]))
    assert isinstance(have, Have)
    assert have.said == Domain("said").digest(names, entries, backs, agreed, [])


def test_a_step_that_takes_a_decision_back_holds_the_consents_of_all() -> None:
    told, chain = load()["taking_back"], CHAIN
    step = decode_step(bytes.fromhex(told["step"]), chain.signed.table, chain.digest)
    (entry,) = step.entries

    consents = entry_body.unwrap_take_back(entry.body)

    assert entry_body.unwrap(entry.body) == (b"", ())
    check_agreement(chain.signed, chain.place, set(PRESENT), consents)
    assert step.digest.hex() == told["digest"]


@pytest.mark.parametrize("word", ["ask", "ready", "say", "leave", "room", "begin"])
def test_lobby_messages_begin_with_their_word(word: str) -> None:
    assert msgpack.unpackb(bytes.fromhex(load()["lobby"][word]))[0] == word
