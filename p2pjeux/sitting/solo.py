"""A whole table in one process: one person, or none, against bots."""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from p2pjeux.rules.contract import Game, OptionValue, Refusal, View
from p2pjeux.rules.engine import Engine, IllegalAction
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.source import SeededSource
from p2pjeux.table.events import (
    Agree,
    Agreement,
    Asked,
    Command,
    Ended,
    Event,
    Happened,
    NotLegal,
    Play,
    TookBack,
)


class SoloTable:
    """``person`` is the seat of the human, or None when bots play them all.

    Take events from ``run`` until it stops. It stops after Ended, and after Asked: then hand the
    person's command to ``command`` and run again.
    """

    def __init__(
        self,
        game: Game[Any],
        seats: int,
        options: Mapping[str, OptionValue],
        seed: bytes,
        person: Seat | None,
    ) -> None:
        self.game = game
        self.person = person
        self._seats, self._options, self._seed = seats, options, seed
        self._decided: list[Action] = []
        self._is_taken_back = False
        self._begin()

    def _begin(self) -> None:
        seed = self._seed
        chance = SeededSource(b"chance" + seed)
        self._engine = Engine(self.game, self._seats, self._options, chance)
        # Each bot has its own source, so that what one decides never shifts another's chance.
        self._sources = [SeededSource(b"bot%d" % seat + seed) for seat in range(self._seats)]

    def run(self) -> Iterator[Event]:
        """Let bots and chance go on until the person is asked or the game is over."""
        if self._is_taken_back:
            self._is_taken_back = False
            yield TookBack(self._view())
        engine = self._engine
        while engine.request is not None:
            for seat in engine.waiting:
                if seat != self.person:
                    engine.play(seat, self.game.bot(engine.view(seat), self._sources[seat]))
            happening = engine.advance()
            if happening is None:
                yield Asked(engine.request, self._view())
                return
            yield Happened(happening, self._view())
        yield Ended(self._view())

    def command(self, command: Command) -> NotLegal | None:
        """Take the person's decision, or take it back; return why not, or None and run on.

        Bots and chance go by the seed, so what is taken back can be played again as it was.
        """
        match command:
            case Play(action=action):
                return self._play(action)
            case Agree(to=Agreement.TAKE_BACK) if not self._decided:
                return NotLegal(Refusal("there is nothing to take back"))
            case Agree(to=Agreement.TAKE_BACK):
                self._take_back()
            case _:
                pass
        return None

    def _play(self, action: Action) -> NotLegal | None:
        assert self.person is not None
        try:
            self._engine.play(self.person, action)
        except IllegalAction as error:
            return NotLegal(error.refusal)
        self._decided.append(action)
        return None

    def _take_back(self) -> None:
        """The same game once more, up to the question that the last decision answered."""
        assert self.person is not None
        kept = self._decided[:-1]
        self._begin()
        for action in kept:
            deque(self.run(), maxlen=0)
            self._engine.play(self.person, action)
        deque(self.run(), maxlen=0)
        self._decided = kept
        self._is_taken_back = True

    def _view(self) -> View[Any]:
        """A view that stays as it is while the game goes on."""
        view = self._engine.view(self.person)
        return View(view.state, view.seat, dict(view.faces), view.sealed)
