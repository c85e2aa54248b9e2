"""The Noise handshake, held to the public vectors."""

import json
from pathlib import Path
from typing import Any

import pytest

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.net.noise import (
    NONCE_MAX,
    PATTERN,
    PROTOCOL_NAME,
    CipherState,
    Handshake,
    Role,
    Transport,
    public_key,
)

VECTORS = json.loads(
    (Path(__file__).parents[2] / "protocol" / "vectors" / "noise-xx.json").read_text("utf-8")
)["vectors"]


def ends(vector: dict[str, Any]) -> tuple[Handshake, Handshake]:
    def end(role: Role, prefix: str) -> Handshake:
        static, ephemeral, prologue = (
            bytes.fromhex(vector[f"{prefix}_{name}"])
            for name in ("static", "ephemeral", "prologue")
        )
        return Handshake(role, static, ephemeral, prologue)

    return end(Role.INITIATOR, "init"), end(Role.RESPONDER, "resp")


def fresh(prologues: tuple[bytes, bytes] = (b"", b"")) -> tuple[Handshake, Handshake]:
    return (
        Handshake(Role.INITIATOR, bytes([1]) * 32, bytes([2]) * 32, prologues[0]),
        Handshake(Role.RESPONDER, bytes([3]) * 32, bytes([4]) * 32, prologues[1]),
    )


def finish(initiator: Handshake, responder: Handshake) -> tuple[Transport, Transport]:
    responder.read(initiator.write())
    initiator.read(responder.write())
    responder.read(initiator.write())
    return initiator.split(), responder.split()


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["source"].split(",")[0])
def test_public_vectors_come_out_byte_for_byte(vector: dict[str, Any]) -> None:
    initiator, responder = ends(vector)
    assert vector["protocol_name"].encode() == PROTOCOL_NAME
    messages = [
        (bytes.fromhex(one["payload"]), bytes.fromhex(one["ciphertext"]))
        for one in vector["messages"]
    ]

    for turn, (payload, ciphertext) in enumerate(messages[: len(PATTERN)]):
        writer, reader = (initiator, responder) if turn % 2 == 0 else (responder, initiator)
        assert writer.write(payload) == ciphertext
        assert reader.read(ciphertext) == payload
    one, other = initiator.split(), responder.split()
    for turn, (payload, ciphertext) in enumerate(messages[len(PATTERN) :], start=len(PATTERN)):
        sender, receiver = (one, other) if turn % 2 == 0 else (other, one)
        assert sender.send.encrypt(payload) == ciphertext
        assert receiver.receive.decrypt(ciphertext) == payload

    assert one.handshake_hash == other.handshake_hash
    if "handshake_hash" in vector:
        assert one.handshake_hash.hex() == vector["handshake_hash"]
    assert one.remote_static == public_key(bytes.fromhex(vector["resp_static"]))
    assert other.remote_static == public_key(bytes.fromhex(vector["init_static"]))


def test_both_vectors_are_there() -> None:
    assert [vector["source"].split(",")[0] for vector in VECTORS] == ["cacophony", "snow"]


def test_another_prologue_ends_the_handshake() -> None:
    initiator, responder = fresh((b"ours", b"theirs"))
    responder.read(initiator.write())

    with pytest.raises(PeerFault) as caught:
        initiator.read(responder.write())

    assert caught.value.fault is Fault.BAD_SEAL


@pytest.mark.parametrize("turn", [1, 2])
def test_any_flipped_bit_of_a_sealed_message_is_seen(turn: int) -> None:
    """In the first message nothing is sealed: its bits are seen when the second is read."""
    length = len(_message(turn)[1])
    for at in range(length):
        reader, message = _message(turn)
        spoilt = bytes(byte ^ (1 if index == at else 0) for index, byte in enumerate(message))
        with pytest.raises(PeerFault):
            reader.read(spoilt)


def _message(turn: int) -> tuple[Handshake, bytes]:
    initiator, responder = fresh()
    responder.read(initiator.write())
    message = responder.write(b"hello")
    if turn == 1:
        return initiator, message
    initiator.read(message)
    return responder, initiator.write(b"hello")


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_first_message_may_be_longer_but_not_shorter_than_its_key(length: int) -> None:
    _, responder = fresh()
    message = b"\x09".ljust(length, b"\x00")[:length]

    if length >= 32:
        assert responder.read(message) == message[32:]
    else:
        with pytest.raises(PeerFault) as caught:
            responder.read(message)
        assert caught.value.fault is Fault.BAD_HANDSHAKE


@pytest.mark.parametrize("length", [0, 40, 79, 95])
def test_a_second_message_cut_short_is_refused(length: int) -> None:
    reader, message = _message(1)

    with pytest.raises(PeerFault):
        reader.read(message[:length])


@pytest.mark.parametrize("point", [0, 1, 2**255 - 19, 2**255 - 20])
def test_a_key_of_small_order_is_refused(point: int) -> None:
    _, responder = fresh()
    responder.read(point.to_bytes(32, "little"))

    with pytest.raises(PeerFault) as caught:
        responder.write()

    assert caught.value.fault is Fault.BAD_POINT


def test_a_message_taken_twice_or_out_of_order_does_not_open() -> None:
    one, other = finish(*fresh())
    first, second = one.send.encrypt(b"first"), one.send.encrypt(b"second")

    with pytest.raises(PeerFault):
        other.receive.decrypt(second)
    assert other.receive.decrypt(first) == b"first"
    with pytest.raises(PeerFault):
        other.receive.decrypt(first)
    assert other.receive.decrypt(second) == b"second"


def test_a_message_of_one_direction_does_not_open_in_the_other() -> None:
    one, _ = finish(*fresh())

    with pytest.raises(PeerFault):
        one.receive.decrypt(one.send.encrypt(b"mirror"))


def test_the_last_nonce_is_never_used() -> None:
    sealed = CipherState(bytes(32), NONCE_MAX - 1).encrypt(b"last")
    receiver = CipherState(bytes(32), NONCE_MAX - 1)

    assert receiver.decrypt(sealed) == b"last"
    with pytest.raises(PeerFault):
        receiver.decrypt(sealed)
