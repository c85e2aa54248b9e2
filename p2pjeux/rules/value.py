"""States, requests and answers as plain values, to be written, hashed and compared."""

import hashlib
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from p2pjeux.encoding import Value, encode
from p2pjeux.rules.contract import View


def as_value(record: Any) -> Value:
    """A record as nested lists and maps; raise TypeError for anything a state must not hold."""
    if isinstance(record, Enum):
        return as_value(record.value)
    if record is None or isinstance(record, bool | int | str | bytes):
        return record
    if isinstance(record, tuple):
        return [as_value(item) for item in record]
    if is_dataclass(record):
        return {item.name: as_value(getattr(record, item.name)) for item in fields(record)}
    raise TypeError(f"a state may not hold a {type(record).__name__}")


def state_digest(state: Any) -> bytes:
    return hashlib.sha256(encode(as_value(state))).digest()


def view_value(view: View[Any]) -> Value:
    """Everything a seat knows, in one comparable value."""
    faces = sorted(view.faces.items())
    return [as_value(view.state), view.seat, as_value(tuple(faces)), as_value(view.sealed)]
