"""Frames and files: whole, torn or damaged, and nothing in between."""

import random
from contextlib import suppress
from dataclasses import replace
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.conviction import Conviction, find_conviction
from p2pjeux.log.entry import Entry, sign_entry
from p2pjeux.log.file import (
    EVIDENCE_MAGIC,
    LOG_MAGIC,
    LogReader,
    begin_log,
    evidence_file,
    is_of_other_version,
    read_evidence,
    read_log,
    write_case,
    write_evidence,
    write_log,
    write_step,
)
from p2pjeux.log.frames import HEAD_SIZE, RECORD_SIZE_MAX, Frame, FrameReader, Tail, write_frame
from tests.log.writing import OSTRAKON, Writer, beginning, identity_of


def read(data: bytes) -> tuple[list[Frame], Tail | None, int]:
    reader = FrameReader(data, 0)
    return list(reader), reader.tail, reader.at


@given(st.lists(st.binary(min_size=1, max_size=200), max_size=8))
def test_frames_come_back_in_order(records: list[bytes]) -> None:
    data = b"".join(map(write_frame, records))

    frames, tail, end = read(data)

    assert [frame.record for frame in frames] == records
    assert (tail, end) == (None, len(data))
    assert all(data[frame.at : frame.end] == write_frame(frame.record) for frame in frames)


def test_a_frame_is_as_the_protocol_says() -> None:
    length = (3).to_bytes(4, "big")

    assert write_frame(b"one") == (
        length + crc32(length).to_bytes(4, "big") + b"one" + crc32(b"one").to_bytes(4, "big")
    )


def test_a_write_torn_at_any_byte_is_told_from_damage() -> None:
    first, second = write_frame(b"first"), write_frame(b"second")

    for cut in range(1, len(second)):
        frames, tail, end = read(first + second[:cut])
        assert [frame.record for frame in frames] == [b"first"]
        assert (tail, end) == (Tail.TORN, len(first))


@pytest.mark.parametrize("zeros", [1, 7, 8, 100, 5000])
def test_zeros_that_a_file_system_left_are_a_torn_write(zeros: int) -> None:
    first = write_frame(b"first")

    assert read(first + bytes(zeros))[1:] == (Tail.TORN, len(first))


def test_zeros_with_something_after_them_are_damage() -> None:
    with pytest.raises(PeerFault):
        read(bytes(100) + write_frame(b"after"))


def test_any_flipped_bit_is_found_where_it_is() -> None:
    first, second, third = map(write_frame, (b"first", b"second", b"third"))
    data = first + second + third

    for at in range(len(first), len(first) + len(second)):
        for bit in range(8):
            wrong = bytearray(data)
            wrong[at] ^= 1 << bit
            with pytest.raises(PeerFault) as caught:
                read(bytes(wrong))
            assert caught.value.fault is Fault.BAD_FRAME
            assert f"at byte {len(first)}" in str(caught.value)


def test_a_last_record_with_other_bytes_is_spoilt() -> None:
    data = bytearray(write_frame(b"first") + write_frame(b"second"))
    data[-6] ^= 1

    frames, tail, end = read(bytes(data))

    assert [frame.record for frame in frames] == [b"first"]
    assert (tail, end) == (Tail.SPOILT, len(write_frame(b"first")))


@pytest.mark.parametrize("size", [0, RECORD_SIZE_MAX + 1, 2**32 - 1])
def test_a_length_out_of_bounds_is_damage_even_with_its_checksum(size: int) -> None:
    length = size.to_bytes(4, "big")
    head = length + crc32(length).to_bytes(4, "big")

    with pytest.raises(PeerFault) as caught:
        read(head + bytes(100))

    assert caught.value.fault is Fault.BAD_FRAME
    assert len(head) == HEAD_SIZE


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_a_fault(data: bytes) -> None:
    with suppress(PeerFault):
        read(data)


def test_a_log_comes_back_from_its_bytes() -> None:
    written = beginning()
    log = read_log(written.data)

    assert tuple(log.chain.steps) == written.steps
    assert log.chain.signed == written.signed
    assert (log.end, log.tail) == (len(written.data), None)


def test_a_log_grows_by_whole_steps() -> None:
    written = beginning()
    data = begin_log(written.signed)
    for step in written.steps:
        data += write_step(step)
        assert read_log(data).chain.steps[-1] == step

    assert data == written.data == write_log(written.signed, written.steps)


def test_the_files_of_two_peers_are_equal_byte_for_byte() -> None:
    one, other = Writer(OSTRAKON), Writer(OSTRAKON)
    for writer in (one, other):
        writer.run(lambda it: len(it.steps) == 5)

    assert one.data == other.data


def test_a_torn_log_is_read_up_to_its_last_whole_step() -> None:
    written = beginning()
    last = len(write_step(written.steps[-1]))

    for cut in range(1, last, 17):
        log = read_log(written.data[:-cut])
        assert tuple(log.chain.steps) == written.steps[:-1]
        assert (log.end, log.tail) == (len(written.data) - last, Tail.TORN)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"p2pjeux",
        LOG_MAGIC,
        LOG_MAGIC + b"\x00\x00",
        b"p2pjeux log 1\n",
        b"p2pjeux log 3\n",
        EVIDENCE_MAGIC,
        b"GIF89a",
        LOG_MAGIC + write_frame(b"\x90"),
        LOG_MAGIC + write_frame(b"no charter"),
    ],
)
def test_what_does_not_begin_as_a_log_is_none(data: bytes) -> None:
    with pytest.raises(PeerFault):
        read_log(data)


@pytest.mark.parametrize(
    "version, reader", [(b"1", "p2pjeux 0.1"), (b"3", "a newer p2pjeux"), (b"", "a newer p2pjeux")]
)
def test_a_log_of_another_version_is_said_to_be_one_and_who_reads_it(
    version: bytes, reader: str
) -> None:
    other = b"p2pjeux log " + version + b"\n" + beginning().data[len(LOG_MAGIC) :]

    with pytest.raises(PeerFault, match="of another version than 2") as caught:
        read_log(other)

    assert caught.value.fault is Fault.BAD_FRAME
    assert caught.value.message.endswith(f": {reader} reads it")
    assert is_of_other_version(other, LOG_MAGIC) is (version == b"1")
    assert not is_of_other_version(beginning().data, LOG_MAGIC)


@pytest.mark.parametrize("seed", range(40))
def test_a_log_with_a_flipped_bit_is_refused_or_ends_before_it(seed: int) -> None:
    rng = random.Random(seed)
    written = beginning()
    data = bytearray(written.data)
    data[rng.randrange(len(LOG_MAGIC), len(data))] ^= 1 << rng.randrange(8)
    last = len(written.data) - len(write_step(written.steps[-1]))

    try:
        log = read_log(bytes(data))
    except PeerFault:
        return
    assert (log.end, log.tail) == (last, Tail.SPOILT)


def convict(one: Entry, other: Entry) -> Conviction:
    found = find_conviction(one, other)
    assert found is not None
    return found


def test_evidence_comes_back_from_its_bytes() -> None:
    written = beginning()
    honest = written.steps[5].entries[0]
    other = sign_entry(identity_of(honest.seat), honest.place, honest.seat, b"other")
    found = convict(honest, other)

    assert read_evidence(write_evidence(written.signed, found)) == (written.signed, found)


@pytest.mark.parametrize("tail", [b"\x00", write_frame(b"more"), b"\x00" * 20])
def test_evidence_has_nothing_behind_it(tail: bytes) -> None:
    written = beginning()
    honest = written.steps[5].entries[0]
    found = convict(honest, sign_entry(identity_of(honest.seat), honest.place, honest.seat, b"x"))

    with pytest.raises(PeerFault):
        read_evidence(write_evidence(written.signed, found) + tail)


def test_a_case_is_a_log_that_ends_in_the_entry() -> None:
    written = beginning()
    entry = written.steps[-1].entries[0]
    case = write_case(written.signed, written.steps[:-1], entry)

    assert read_log(case).chain.steps[-1].entries == (entry,)


def test_a_conviction_becomes_a_file_of_evidence_whatever_log_it_was_found_in() -> None:
    written = beginning()
    honest = written.steps[5].entries[0]
    found = convict(honest, sign_entry(identity_of(honest.seat), honest.place, honest.seat, b"x"))

    for steps in (written.steps, ()):
        data = evidence_file(written.signed, steps, found.encode())
        assert data == write_evidence(written.signed, found)


@pytest.mark.parametrize("number", [0, 5, 7])
def test_a_wrong_entry_becomes_a_log_that_ends_in_it(number: int) -> None:
    # The log has gone on meanwhile: what came later is no part of the case.
    written = beginning()
    wrong = replace(written.steps[number].entries[0], body=b"wrong")

    data = evidence_file(written.signed, written.steps, wrong.encode())

    assert data == write_case(written.signed, written.steps[:number], wrong)
    assert data.startswith(write_log(written.signed, written.steps[:number]))


def test_what_is_neither_conviction_nor_entry_is_no_evidence() -> None:
    with pytest.raises(PeerFault):
        evidence_file(beginning().signed, (), b"neither")


def test_a_reader_knows_where_the_record_in_hand_stands() -> None:
    written = beginning()
    at = len(begin_log(written.signed))
    reader = LogReader(written.data[:-1])

    for step in reader.steps():
        assert (reader.at, reader.tail) == (at, None)
        reader.chain.append(step)
        at += len(write_step(step))

    assert (reader.at, reader.tail) == (at, Tail.TORN)
    assert at == len(written.data) - len(write_step(written.steps[-1]))
