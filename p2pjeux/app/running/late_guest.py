"""A person at another machine's seat: sees what its bot saw, and has that machine sign."""

from typing import Any

from p2pjeux.lobby.late import NotDone, NotLent, acting, read_answer, speaking
from p2pjeux.log.chain import Chain
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.step import Step
from p2pjeux.rules.contract import Game, Refusal
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words
from p2pjeux.sitting.notices import tidings
from p2pjeux.table.events import (
    Advised,
    Asked,
    Command,
    Ended,
    Event,
    Happened,
    NotLegal,
    Past,
    Play,
    Recalled,
    Say,
    TookBack,
)
from p2pjeux.table.ledger import Ledger


class LateGuest:
    """``holder`` is the machine whose bot had the seat, and which signs for it."""

    def __init__(self, signed: SignedCharter, game: Game[Any], seat: Seat, secret: bytes) -> None:
        self.seat = seat
        self.holder = signed.charter.seats[seat].public
        self._signed = signed
        self._game = game
        self._secrets = {seat: secret}
        self._ledger = Ledger(signed, game, self._secrets)
        self._last: tuple[Step, ...] = ()
        self._asked_in: int | None = None
        self._ended = False

    # What is seen.

    def follow(self, chain: Chain) -> list[Event]:
        """What has happened in the steps that are new, for the eyes of this seat."""
        steps = tuple(chain.steps)
        if steps[: len(self._last)] != self._last:
            # The table went back.
            self._ledger, self._last = Ledger(self._signed, self._game, self._secrets), ()
        new = steps[len(self._last) :]
        told: list[Event] = []
        for step in new:
            told += self._tidings(self._ledger.adopt(step))
        is_first, self._last = not self._last, steps
        if is_first:
            # What was played without us is told in one piece.
            past = tuple(one for one in told if isinstance(one, Past))
            told = [Recalled(past), *(one for one in told if isinstance(one, Ended))]
        return [*told, *self._question()]

    def _tidings(self, closed: Any) -> list[Event]:
        news = tidings(self._ledger, closed, (self.seat,), is_news=not self._ended)
        self._ended = self._ledger.bridge.over
        # Who comes and goes is told by the sitting that looks on.
        return [one for one in news if isinstance(one, Happened | TookBack | Ended)]

    def _question(self) -> list[Event]:
        ledger = self._ledger
        is_asked = not ledger.bridge.over and self.seat in ledger.asked
        if not is_asked or not ledger.bridge.needs_decision(self.seat):
            return []
        if self._asked_in == ledger.number:
            return []
        self._asked_in = ledger.number
        assert ledger.bridge.request is not None
        return [Asked(ledger.bridge.request, ledger.bridge.view(self.seat))]

    # What is done.

    def message_of(self, command: Command) -> bytes | None:
        """What is sent to the holder for a command of the person here; None if it is no such."""
        match command:
            case Play(action=action):
                return acting(self._signed.table, self.seat, action)
            case Say(text=text):
                return speaking(self._signed.table, self.seat, text)
            case _:
                return None

    def hear(self, data: bytes, words: Words) -> Event | None:
        """What the holder of the seat answers; None if it is nothing to be told."""
        match read_answer(data, self._signed.table, self.seat):
            case NotDone(reason=reason):
                return NotLegal(Refusal(reason))
            case NotLent(reason=reason):
                return Advised(words.say(reason))
            case _:
                return None
