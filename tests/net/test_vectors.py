"""The known answers of the links are those of the program."""

import json
from typing import Any

import pytest
import trio
from trio.testing import memory_stream_pair

from p2pjeux.net.frames import FrameReader
from p2pjeux.net.hello import Hello, Papers
from p2pjeux.net.link import shake_hands
from p2pjeux.net.noise import Role
from p2pjeux.net.wordlist import WORDS
from tests.net.make_vectors import PATH, make, person


@pytest.fixture(scope="module")
def stored() -> dict[str, Any]:
    vectors: dict[str, Any] = json.loads(PATH.read_text("utf-8"))
    return vectors


def test_the_vectors_come_out_again(stored: dict[str, Any]) -> None:
    assert make() == stored


@pytest.mark.parametrize("role", Role)
async def test_a_link_speaks_the_vector_byte_for_byte(role: Role, stored: dict[str, Any]) -> None:
    """One end is the program; the other only sends what the vector says it sends."""
    vector = stored["link"]
    frames = [bytes.fromhex(frame) for frame in vector["handshake_frames"]]
    mine: tuple[Papers, bytes] = (
        person("Zoé", 40123)
        if role is Role.INITIATOR
        else person("Max", 0, bytes.fromhex(vector["responder"]["table"]))
    )
    other = vector["responder" if role is Role.INITIATOR else "initiator"]
    ours, theirs = memory_stream_pair()
    said = b""
    async with trio.open_nursery() as nursery:

        async def play() -> None:
            nonlocal said
            for turn, frame in enumerate(frames):
                if (turn % 2 == 0) == (role is Role.INITIATOR):
                    reader = FrameReader(1000)
                    while reader.next_frame() is None:
                        data = await theirs.receive_some(1000)
                        reader.receive_data(data)
                        said += data
                else:
                    await theirs.send_all(frame)

        nursery.start_soon(play)
        link = await shake_hands(ours, role, *mine)

    assert said == b"".join(frames[0::2] if role is Role.INITIATOR else frames[1::2])
    assert link.handshake_hash.hex() == vector["handshake_hash"]
    assert link.hello == Hello(
        bytes.fromhex(other["identity_key"]),
        other["name"],
        bytes.fromhex(other["table"]),
        other["port"],
    )
    incoming = vector["from_responder" if role is Role.INITIATOR else "from_initiator"]
    if role is Role.INITIATOR:
        await theirs.send_all(bytes.fromhex(incoming[0]["frame"]))
        assert await link.receive_piece() == b"\x00\x00hi"


def test_the_list_of_words_is_that_of_the_program() -> None:
    assert PATH.with_name("words.txt").read_text("ascii").split("\n") == [*WORDS, ""]
