"""How long the table has waited, whatever clocks do."""

from typing import Final

# A leap of the clock by more than this is sleep, or a hand that sets it: no time for anybody.
LEAP_MAX: Final = 5.0


class Patience:
    """Time that was really waited, from the beginning and since the last reason to wait anew."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._clock: float | None = None
        self.now = 0.0
        self._since = self._begun = 0.0
        self._is_linked = False

    def look_at(self, clock: float) -> None:
        """Time goes on. Whoever wakes is out of date, and waits for one whole patience anew."""
        if self._clock is not None:
            passed = clock - self._clock
            if not 0 <= passed <= LEAP_MAX:
                self._since = self.now
            else:
                self.now += passed
        self._clock = clock

    def begin(self) -> None:
        """Something has begun for which everybody has time: a step, a life, the end of a pause."""
        self._since = self._begun = self.now

    @property
    def waited(self) -> float:
        """Since something last began."""
        return self.now - self._begun

    def grant(self, seconds: float) -> None:
        """So much time is left at least: what somebody was kept from may be given only now."""
        self._since = max(self._since, self.now - self._seconds + min(seconds, self._seconds))

    def link(self) -> None:
        """Somebody is linked. Who was alone until now knows nothing of the others yet."""
        if not self._is_linked:
            self._is_linked = True
            self._since = self.now

    def unlink_all(self) -> None:
        self._is_linked = False

    @property
    def is_over(self) -> bool:
        return self.now - self._since >= self._seconds
