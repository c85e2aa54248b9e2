"""How much of us a peer may use. Clocks are arguments here."""

from dataclasses import dataclass
from typing import Final

from p2pjeux.table.messages import MESSAGE_SIZE_MAX

# The mesh marks every message with a byte.
TAG_SIZE: Final = 1
# Who has nothing to say pings; three pings may be late before a link counts as dead.
PING_EVERY: Final = 2.0
SILENCE_MAX: Final = 10.0


class Meter:
    """A bucket that fills with ``rate`` a second up to ``burst``; who takes more must wait."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._level = burst
        self._at = now

    def level(self, now: float) -> float:
        """What could be taken now; negative after one took more than there was."""
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        return self._level

    def take(self, amount: float, now: float) -> float:
        """Take ``amount`` and return for how many seconds its taker has to wait."""
        self._level = self.level(now) - amount
        return max(0.0, -self._level / self._rate)


@dataclass(frozen=True, slots=True)
class Limits:
    """For one link: the largest message, and bytes and frames a second with their bursts.

    Who sends faster is read more slowly, and is slowed down by the stream itself.
    """

    message_size: int
    byte_rate: float
    byte_burst: float
    frame_rate: float
    frame_burst: float


# A stranger needs to say who it is, a code, and that it wants a seat: three small messages.
STRANGER: Final = Limits(1 << 14, 1 << 15, 1 << 17, 10, 50)
# A member may send a whole evening at once to one who comes back.
MEMBER: Final = Limits(MESSAGE_SIZE_MAX + TAG_SIZE, 1 << 23, 1 << 24, 500, 2000)
