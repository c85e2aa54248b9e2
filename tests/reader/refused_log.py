"""A log that is refused, and ways to spoil one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from p2pjeux.encoding import Value, decode, encode
from p2pjeux.log.file import write_log
from p2pjeux.log.frames import write_frame
from p2pjeux.log.step import Step
from tests.log.make_vectors import (
    up_to,
    whole_chain,
)


@dataclass(frozen=True, slots=True)
class Refused:
    """``step`` follows the last good one, ``seat`` is whom the finding names; None if nobody."""

    name: str
    data: bytes
    fault: str
    step: int | None = None
    seat: int | None = None

    def value(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "file": self.data.hex(),
            "fault": self.fault,
            "step": self.step,
            "seat": self.seat,
        }


def ending_in(number: int, step: Step) -> bytes:
    chain = up_to(number)
    return write_log(chain.signed, [*chain.steps, step])


def with_value(number: int, change: Callable[[list[Any]], Value]) -> bytes:
    """The log up to a step, whose record is written anew from changed fields."""
    chain = up_to(number)
    step = next(step for step in whole_chain().steps if step.number == number)
    return write_log(chain.signed, chain.steps) + write_frame(encode(change(_lists(step.data))))


def _lists(data: bytes) -> list[Any]:
    """A record as lists that can be changed."""

    def loose(value: Value) -> Any:
        return [loose(one) for one in value] if isinstance(value, tuple) else value

    return list(loose(decode(data, 1 << 22)))


def _set(path: tuple[int, ...], value: Value, fields: list[Any]) -> list[Any]:
    inner = fields
    for place in path[:-1]:
        inner = inner[place]
    inner[path[-1]] = value
    return fields
