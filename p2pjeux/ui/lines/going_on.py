"""Carrying on without those who are missing, in plain lines: only the same words twice agree."""

from collections.abc import Callable

from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words
from p2pjeux.table.events import Command, GoWithout, LetPlay
from p2pjeux.ui.wording.going_on import ask_once_more, what_it_means, who_agreed
from p2pjeux.ui.wording.table_status import TableStatus


class GoingOn:
    def __init__(self, put: Callable[..., None], words: Words) -> None:
        self._put = put
        self._words = words
        # Without whom the person has asked to carry on, until it is confirmed.
        self._asked: tuple[Seat, ...] | None = None

    def ask(self, asked: GoWithout, status: TableStatus) -> Command | None:
        """Say whom it is about first; only the same words once more are an agreement."""
        words, comer = self._words, status.asks_us
        if comer is not None and asked.seats == (comer.seat,):
            return LetPlay(comer.seat)
        missing = status.missing if status.is_long else ()
        seats = tuple(seat for seat in missing if not asked.seats or seat in asked.seats)
        if not seats:
            self._put(words.say("Nobody has kept the table waiting for long enough."))
            return None
        if self._asked == seats:
            self._asked = None
            return GoWithout(seats)
        self._asked = seats
        sentences = (what_it_means(status, words), ask_once_more(status, words))
        self._put(*filter(None, sentences), *who_agreed(status, words))
        self._put(words.say("To agree, type it once more."))
        return None
