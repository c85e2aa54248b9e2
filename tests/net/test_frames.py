"""Frames and pieces: bounded, and with one form only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pjeux.errors import Fault
from p2pjeux.net.frames import (
    PIECE_SIZE,
    PING,
    Bye,
    FrameKind,
    FrameReader,
    Joiner,
    Reason,
    cut,
    write_bye,
    write_frame,
)
from p2pjeux.net.link import SEND_SECONDS
from p2pjeux.net.noise import MESSAGE_SIZE_MAX as NOISE_SIZE_MAX
from p2pjeux.table.messages import MESSAGE_SIZE_MAX
from tests.net.people import faulting


@given(st.lists(st.binary(min_size=1, max_size=300)), st.lists(st.integers(1, 50)))
def test_frames_come_out_whole_however_the_bytes_arrive(
    frames: list[bytes], steps: list[int]
) -> None:
    stream = b"".join(write_frame(frame) for frame in frames)
    reader = FrameReader(300)
    found = []

    at = 0
    for size in [*steps, len(stream)]:
        reader.receive_data(stream[at : at + size])
        at += size
        while (frame := reader.next_frame()) is not None:
            found.append(frame)

    assert found == frames


def test_a_frame_is_refused_by_its_length_before_its_bytes_come() -> None:
    reader = FrameReader(100)
    reader.receive_data((101).to_bytes(2, "big"))

    with faulting(Fault.BAD_FRAME):
        reader.next_frame()


def test_an_empty_frame_is_refused() -> None:
    reader = FrameReader(100)
    reader.receive_data(bytes(2))

    with faulting(Fault.BAD_FRAME):
        reader.next_frame()


@pytest.mark.parametrize(
    "size",
    [0, 1, PIECE_SIZE - 1, PIECE_SIZE, PIECE_SIZE + 1, 2 * PIECE_SIZE, MESSAGE_SIZE_MAX],
)
def test_a_message_is_cut_into_as_few_pieces_as_can_be_and_joined_again(size: int) -> None:
    message = bytes(index % 251 for index in range(size))
    pieces = list(cut(message))
    joiner = Joiner(MESSAGE_SIZE_MAX)

    joined = [joiner.add(piece) for piece in pieces]

    assert len(pieces) == max(1, -(-size // PIECE_SIZE))
    assert all(len(piece) + 16 <= NOISE_SIZE_MAX for piece in pieces)
    assert joined == [None] * (len(pieces) - 1) + [message]


def test_messages_can_follow_each_other() -> None:
    joiner = Joiner(MESSAGE_SIZE_MAX)
    pieces = [*cut(b"one"), PING, *cut(bytes(PIECE_SIZE + 1)), *cut(b"")]

    assert [joiner.add(piece) for piece in pieces] == [
        b"one",
        None,
        None,
        bytes(PIECE_SIZE + 1),
        b"",
    ]


def test_a_message_longer_than_the_limit_ends_with_the_piece_that_is_too_much() -> None:
    joiner = Joiner(2 * PIECE_SIZE)
    more = bytes([FrameKind.MORE]) + bytes(PIECE_SIZE)
    joiner.add(more)
    joiner.add(more)

    with faulting(Fault.BAD_FRAME):
        joiner.add(bytes([FrameKind.LAST, 0]))


def test_a_piece_is_never_longer_than_a_thin_line_carries_in_time() -> None:
    with faulting(Fault.BAD_FRAME):
        Joiner(MESSAGE_SIZE_MAX).add(bytes([FrameKind.LAST]) + bytes(PIECE_SIZE + 1))

    # 64 kbit/s shared by the five links of a table of six.
    assert PIECE_SIZE / (8000 / 5) < SEND_SECONDS / 2


@pytest.mark.parametrize("reason", Reason)
def test_a_goodbye_has_a_reason(reason: Reason) -> None:
    assert Joiner(10).add(write_bye(reason)) == Bye(reason)


@pytest.mark.parametrize(
    "piece",
    [b"", b"\x01", b"\x01abc", b"\x02x", b"\x03", b"\x03\x04", b"\x03\x00\x00", b"\x04", b"\xff"],
)
def test_what_is_no_piece_is_refused(piece: bytes) -> None:
    with faulting(Fault.BAD_FRAME):
        Joiner(10).add(piece)
