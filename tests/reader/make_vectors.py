"""Write the known answers of protocol/1-encoding.md, and the logs that must be refused.

``python -m tests.reader.make_vectors``. Cases are only ever added. What is invalid as a value is
written down by hand, byte for byte; what is invalid as a log comes from ``log_vectors``.
"""

import json
from pathlib import Path
from typing import Any

from p2pjeux.encoding import DEPTH_MAX, Value, encode
from tests.reader.log_vectors import refused
from tests.test_encoding import OTHER_FORMS

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
FILE = FOLDER / "encoding.json"
LOGS = FOLDER / "log-invalid.json"

EDGES = (
    0,
    1,
    127,
    128,
    255,
    256,
    65535,
    65536,
    2**32 - 1,
    2**32,
    2**53,
    2**53 + 1,
    2**63,
    2**64 - 1,
)
BELOW = (-1, -32, -33, -128, -129, -32768, -32769, -(2**31), -(2**31) - 1, -(2**53) - 1, -(2**63))
LENGTHS = (0, 1, 15, 16, 31, 32, 255, 256)


def nested(levels: int) -> Value:
    value: Value = []
    for _ in range(levels - 1):
        value = [value]
    return value


def valid_values() -> list[Value]:
    return [
        None,
        False,
        True,
        *EDGES,
        *BELOW,
        *("é" * length for length in LENGTHS),
        *(bytes(range(length % 256)) + bytes(length - length % 256) for length in LENGTHS),
        *([None] * length for length in LENGTHS),
        *({f"{number:02}": number for number in range(length)} for length in (0, 1, 15, 16)),
        {"b": 1, "a": [True, {"": b""}], "aa": None, "é": "🎲", "z": -1, "\uffff": 1, "𐀀": 2},
        "\ufeffa text that begins with a mark of byte order",
        nested(DEPTH_MAX),
    ]


# The reasons of forms that the tests of the encoding hold already; all others are longer forms.
REASONS = {
    "map with keys out of order": "order",
    "map with a key given twice": "order",
    "map with an integer key": "key",
    "map with a bytes key": "key",
    "float 32": "head",
    "float 64": "head",
    "float that is a whole number": "head",
    "the byte that begins nothing": "head",
    "extension of one byte": "head",
    "extension with a length": "head",
    "timestamp": "head",
    "text that is not UTF-8": "text",
    "text with half a surrogate pair": "text",
    "text in overlong UTF-8": "text",
    "nothing at all": "cut-short",
    "a list cut short": "room",
    "a map cut short": "cut-short",
    "bytes cut short": "cut-short",
    "a byte after the end": "rest",
    "a list that announces four billion items": "room",
    "a map that announces four billion items": "room",
    "text that announces four billion bytes": "cut-short",
}
MORE = (
    ("an integer cut short", "cd01", "cut-short"),
    ("a length cut short", "da", "cut-short"),
    ("a list whose last item is cut short", "9201c402ff", "cut-short"),
    ("a map whose last value is cut short", "81a161d9", "cut-short"),
    ("a list inside sixteen others", "91" * DEPTH_MAX + "90", "depth"),
    ("a map inside sixteen others", "91" * DEPTH_MAX + "80", "depth"),
    ("too deep and too long: depth comes first", "91" * DEPTH_MAX + "9f", "depth"),
    ("a long form that also lacks its items", "dc000f", "long-form"),
    ("a list as a key", "819001", "key"),
    ("nothing as a key", "81c001", "key"),
    ("sixteen maps, each the key of the last", "81" * DEPTH_MAX + "0000", "key"),
    ("seventeen maps, each the key of the last", "81" * (DEPTH_MAX + 1) + "0000", "depth"),
    ("keys in the order of UTF-16", "82a4f090808001a3efbfbf02", "order"),
    ("keys in the order of their lengths", "82a17a01a26161" + "02", "order"),
    ("a false key behind a right one", "82a161010501", "key"),
    ("UTF-8 beyond Unicode", "a4f4908080", "text"),
    ("half a character of UTF-8", "a1c3", "text"),
    ("each head that begins no value: c8", "c8000101", "head"),
    ("each head that begins no value: c9", "c90000000101", "head"),
    ("each head that begins no value: d5", "d5010000", "head"),
    ("each head that begins no value: d7", "d70100", "head"),
    ("each head that begins no value: d8", "d801", "head"),
    ("a value and then another", "c0c0", "rest"),
    ("a value after a map", "80a0", "rest"),
)
OVERSIZE = (
    ("eleven bytes where ten are allowed", "aa" + "78" * 10, 10),
    ("one where none is", "00", 0),
)


def shown(value: Value) -> Any:
    """The value as JSON, nothing lost."""
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, dict):
        ordered = sorted(value.items(), key=lambda pair: pair[0].encode())
        return {"map": [[key, shown(item)] for key, item in ordered]}
    if isinstance(value, list | tuple):
        return [shown(item) for item in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return {"integer": str(value)}
    return value


def vectors() -> dict[str, Any]:
    forms = [
        {"name": name, "bytes": form, "reason": REASONS.get(name, "long-form")}
        for name, form in OTHER_FORMS.items()
    ]
    more = [{"name": name, "bytes": form, "reason": reason} for name, form, reason in MORE]
    oversize = [
        {"name": name, "bytes": form, "reason": "oversize", "most": most}
        for name, form, most in OVERSIZE
    ]
    valid = [{"bytes": encode(value).hex(), "value": shown(value)} for value in valid_values()]
    return {"valid": valid, "invalid": [*forms, *more, *oversize]}


def text() -> str:
    return json.dumps(vectors(), ensure_ascii=False, indent=1) + "\n"


def text_of_logs() -> str:
    return json.dumps([case.value() for case in refused()], ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
    LOGS.write_text(text_of_logs(), encoding="utf-8")
