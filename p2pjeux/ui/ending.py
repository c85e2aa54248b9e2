"""How a sitting at a table ended, for whoever started the interface."""

from enum import Enum


class Ending(Enum):
    """The value is the exit code that fits."""

    def __init__(self, code: int, meaning: str) -> None:
        self.code = code
        self.meaning = meaning

    FINISHED = (0, "the game was played to its end")
    LEFT = (0, "the person got up, or there was nothing more to read")
    INTERRUPTED = (130, "the person pressed Ctrl-C")
