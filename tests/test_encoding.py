"""One byte form per value, and nothing else is read."""

import os
import random
from contextlib import suppress

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pjeux.encoding import (
    DEPTH_MAX,
    INTEGER_MAX,
    INTEGER_MIN,
    Value,
    decode,
    encode,
)
from p2pjeux.errors import Fault, PeerFault, Refused

scalars = (
    st.none()
    | st.booleans()
    | st.integers(INTEGER_MIN, INTEGER_MAX)
    | st.text(max_size=40)
    | st.binary(max_size=300)
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=20) | st.dictionaries(st.text(max_size=5), inner, max_size=20)
    ),
    max_leaves=30,
)
# The long run of this file: P2PJEUX_RANDOM_INPUTS=5000000 python -m pytest tests/test_encoding.py
RANDOM_INPUTS = int(os.environ.get("P2PJEUX_RANDOM_INPUTS", "200000"))


def frozen(value: Value) -> Value:
    """The value as decoding gives it back: lists as tuples."""
    if isinstance(value, list | tuple):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: frozen(item) for key, item in value.items()}
    return value


def typed(value: Value) -> object:
    """Equal only for values of the same types: Python holds True and 1 to be equal."""
    if isinstance(value, tuple):
        return [typed(item) for item in value]
    if isinstance(value, dict):
        return {key: typed(item) for key, item in value.items()}
    return type(value), value


@pytest.mark.slow
@given(values)
def test_what_is_encoded_decodes_to_the_same_value(value: Value) -> None:
    assert typed(decode(encode(value))) == typed(frozen(value))


@given(st.binary(max_size=60))
def test_whatever_decodes_encodes_to_the_same_bytes(data: bytes) -> None:
    try:
        value = decode(data)
    except PeerFault:
        return
    assert encode(value) == data


@pytest.mark.slow
@given(values)
def test_the_library_reads_what_we_write(value: Value) -> None:
    read = msgpack.unpackb(encode(value), raw=False, strict_map_key=True, use_list=False)

    assert typed(read) == typed(frozen(value))


# Each byte string is a longer or otherwise different form of a value that has a shorter one.
OTHER_FORMS = {
    "integer 5 in two bytes": "cc05",
    "integer 5 in three bytes": "cd0005",
    "integer 5 in five bytes": "ce00000005",
    "integer 5 in nine bytes": "cf0000000000000005",
    "integer 5, signed": "d005",
    "integer 200, signed": "d100c8",
    "integer 70000, signed": "d200011170",
    "integer 255 in three bytes": "cd00ff",
    "integer 65535 in five bytes": "ce0000ffff",
    "integer 2**32 - 1 in nine bytes": "cf00000000ffffffff",
    "integer -1 in two bytes": "d0ff",
    "integer -32 in two bytes": "d0e0",
    "integer -128 in three bytes": "d1ff80",
    "integer -32768 in five bytes": "d2ffff8000",
    "integer -2**31 in nine bytes": "d3ffffffff80000000",
    "text of 1 with a length byte": "d90161",
    "text of 1 with two length bytes": "da000161",
    "text of 1 with four length bytes": "db0000000161",
    "text of 32 with two length bytes": "da0020" + "61" * 32,
    "bytes of 1 with two length bytes": "c5000161",
    "bytes of 1 with four length bytes": "c60000000161",
    "bytes of 256 with four length bytes": "c600000100" + "00" * 256,
    "list of 1 with two length bytes": "dc000105",
    "list of 1 with four length bytes": "dd0000000105",
    "list of 16 with four length bytes": "dd00000010" + "00" * 16,
    "map of 1 with two length bytes": "de0001a16105",
    "map of 1 with four length bytes": "df00000001a16105",
    "map with keys out of order": "82a16205a16105",
    "map with a key given twice": "82a16105a16105",
    "map with a long form inside a key": "81d9016105",
    "map with an integer key": "810105",
    "map with a bytes key": "81c4016105",
    "float 32": "ca3f800000",
    "float 64": "cb3ff0000000000000",
    "float that is a whole number": "cb4014000000000000",
    "the byte that begins nothing": "c1",
    "extension of one byte": "d40105",
    "extension with a length": "c7010105",
    "timestamp": "d6ff00000000",
    "text that is not UTF-8": "a1ff",
    "text with half a surrogate pair": "a3eda080",
    "text in overlong UTF-8": "a2c080",
    "nothing at all": "",
    "a list cut short": "9205",
    "a map cut short": "81a161",
    "bytes cut short": "c40561",
    "a byte after the end": "0505",
    "a list that announces four billion items": "ddffffffff",
    "a map that announces four billion items": "dfffffffff",
    "text that announces four billion bytes": "dbffffffff",
}


@pytest.mark.parametrize("form", OTHER_FORMS.values(), ids=OTHER_FORMS.keys())
def test_every_other_form_is_refused(form: str) -> None:
    with pytest.raises(PeerFault) as caught:
        decode(bytes.fromhex(form))

    assert caught.value.fault is Fault.BAD_ENCODING


def test_nesting_has_a_limit_both_ways() -> None:
    value: Value = 0
    for _ in range(DEPTH_MAX):
        value = [value]
    data = encode(value)
    assert encode(decode(data)) == data

    with pytest.raises(Refused):
        encode([value])
    with pytest.raises(PeerFault):
        decode(b"\x91" + data)


def test_size_has_a_limit_both_ways() -> None:
    assert decode(encode("x" * 10, size_max=11), size_max=11) == "x" * 10
    with pytest.raises(Refused):
        encode("x" * 11, size_max=11)
    with pytest.raises(PeerFault):
        decode(encode("x" * 11), size_max=11)


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        INTEGER_MAX + 1,
        INTEGER_MIN - 1,
        {1: 2},
        {"a": object()},
        "\ud800",
        {"\ud800": 1},
        {1, 2},
    ],
)
def test_what_has_no_byte_form_is_refused(value: object) -> None:
    with pytest.raises(Refused):
        encode(value)  # type: ignore[arg-type] # that is the point


WHY_REFUSED = {
    "": "the value is cut short",
    "93010203ff": "1 bytes after the end of the value",
    "c1": "byte 0xc1 begins no value that is allowed",
    "91da0001": "length 1 is written longer than it need be",
    "91a36162": "3 bytes are announced, 2 are left",
    "9305a2": "3 items are announced in 2 bytes",
    "92cc": "2 items are announced in 1 bytes",
    "91cdff": "2 bytes are announced, 1 are left",
    "91d0e0": "integer -32 is written longer than it need be",
    "a1ff": "text is not UTF-8",
    "810105": "a key of a map is not text",
    "9182a16205a16105": "key 'a' at byte 5 is out of order or given twice",
    "9183a1610562": "6 items are announced in 4 bytes",
    "91" * (DEPTH_MAX + 1) + "00": f"the value is nested deeper than {DEPTH_MAX}",
    "81a0" * (DEPTH_MAX + 1) + "00": f"the value is nested deeper than {DEPTH_MAX}",
    # Keys that are maps, and so on: they count as deep as they are, though none is a text.
    "81" * DEPTH_MAX + "0000": "a key of a map is not text",
    "81" * (DEPTH_MAX + 1) + "0000": f"the value is nested deeper than {DEPTH_MAX}",
    "81" * 5000 + "0000": f"the value is nested deeper than {DEPTH_MAX}",
}


@pytest.mark.parametrize("form, reason", WHY_REFUSED.items())
def test_a_fault_says_exactly_what_is_wrong(form: str, reason: str) -> None:
    with pytest.raises(PeerFault) as caught:
        decode(bytes.fromhex(form))

    assert caught.value.message == reason


def test_what_is_too_large_says_by_how_much() -> None:
    with pytest.raises(PeerFault, match=r"^12 bytes where 11 are allowed$"):
        decode(encode("x" * 11), size_max=11)
    with pytest.raises(Refused, match=r"^the value takes 12 bytes, more than 11$"):
        encode("x" * 11, size_max=11)


@pytest.mark.parametrize(
    "value, reason",
    [
        ("\ud800", "text with half a surrogate pair has no byte form"),
        (INTEGER_MAX + 1, "an integer is too large to be written"),
        ({1: 2}, "the keys of a map must be text"),
        (1.5, "a float cannot be written"),
    ],
)
def test_what_has_no_byte_form_says_why(value: object, reason: str) -> None:
    with pytest.raises(Refused) as caught:
        encode(value)  # type: ignore[arg-type] # that is the point

    assert caught.value.text == reason


def test_maps_nest_as_deep_as_lists_and_no_deeper() -> None:
    value: Value = 0
    for _ in range(DEPTH_MAX):
        value = {"": value}

    assert decode(encode(value)) == value
    with pytest.raises(Refused, match=f"^the value is nested deeper than {DEPTH_MAX}$"):
        encode({"": value})


@pytest.mark.parametrize(
    "value, form",
    [
        ((-32, -1, 5), "93e0ff05"),
        ((-33, 7), "92d0df07"),
        ({"": 0}, "81a000"),
        ({"\uffff": 1, "\U00010000": 2}, "82a3efbfbf01a4f090808002"),
        (b"", "c400"),
    ],
)
def test_forms_at_the_edges(value: Value, form: str) -> None:
    assert encode(value).hex() == form
    assert decode(bytes.fromhex(form)) == value


def test_nested_headers_that_announce_much_cost_little() -> None:
    # Each of sixteen levels announces a million items: to reserve room would take gigabytes.
    with pytest.raises(PeerFault, match="announced"):
        decode(b"\xdd\x00\x0f\x00\x00" * 16 + bytes(1000))


@pytest.mark.slow
def test_random_bytes_raise_nothing_but_the_one_fault() -> None:
    rng = random.Random(1)
    good = 0
    for _ in range(RANDOM_INPUTS):
        with suppress(PeerFault):
            decode(rng.randbytes(rng.randrange(24)))
            good += 1
    # Some random bytes are values; the loop would prove little if none got through.
    assert good > RANDOM_INPUTS // 1000


@pytest.mark.slow
@settings(max_examples=300)
@given(values, st.integers(0, 2**32), st.integers(0, 255))
def test_a_changed_byte_gives_another_value_or_the_fault(value: Value, at: int, byte: int) -> None:
    data = bytearray(encode(value))
    data[at % len(data)] = byte
    try:
        changed = decode(bytes(data))
    except PeerFault:
        return
    assert encode(changed) == bytes(data)
