"""Reading decoded values of a peer: each function takes what is right and faults all else."""

from p2pjeux.encoding import Value
from p2pjeux.errors import Fault, PeerFault


def _fault(message: str) -> PeerFault:
    return PeerFault(Fault.BAD_SHAPE, message)


def items(value: Value, least: int, most: int) -> tuple[Value, ...]:
    if not isinstance(value, tuple) or not least <= len(value) <= most:
        raise _fault(f"a list of {least} to {most} items was due")
    return value


def fields(value: Value, count: int) -> tuple[Value, ...]:
    return items(value, count, count)


def data(value: Value, most: int) -> bytes:
    if not isinstance(value, bytes) or len(value) > most:
        raise _fault(f"at most {most} bytes were due")
    return value


def number(value: Value, least: int, most: int) -> int:
    # A boolean is an int to Python, and is none to us.
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _fault(f"a number from {least} to {most} was due")
    return value


def text(value: Value, most: int) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise _fault(f"a text of at most {most} characters was due")
    return value


def flag(value: Value) -> bool:
    if not isinstance(value, bool):
        raise _fault("yes or no was due")
    return value
