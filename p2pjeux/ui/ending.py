"""How a sitting at a table ended, for whoever started the interface."""

from enum import Enum


class Ending(Enum):
    OVER = "the game was played to its end"
    LEFT = "the person got up, or there was nothing more to read"
    ANOTHER = "the game was played to its end, and the person wants another one"
    INTERRUPTED = "the person pressed Ctrl-C"
