"""A sitting whose bots can be told to stand up for somebody, and to sit down again."""

from dataclasses import replace

from p2pjeux.rules.requests import Seat
from p2pjeux.sitting.sitting import Sitting
from p2pjeux.table.effects import Effect


class LendingSitting(Sitting):
    """What changes is who is asked; what the bot has signed before stays signed."""

    def lend(self, seat: Seat) -> list[Effect]:
        """From the next step on a person is asked for this seat."""
        self._seating = replace(self._seating, bots=self._seating.bots - {seat})
        return self.work_on()

    def reclaim(self, seat: Seat) -> list[Effect]:
        """The bot decides again, also what is asked now."""
        self._seating = replace(self._seating, bots=self._seating.bots | {seat})
        return self.work_on()
