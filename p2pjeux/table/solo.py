"""A whole table in one process: one person, or none, against bots."""

from collections.abc import Iterator, Mapping
from typing import Any

from p2pjeux.rules.contract import Game, OptionValue, View
from p2pjeux.rules.engine import Engine, IllegalAction
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.source import SeededSource
from p2pjeux.table.events import Asked, Command, Ended, Event, Happened, NotLegal, Play


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
        self._engine = Engine(game, seats, options, SeededSource(b"chance" + seed))
        # Each bot has its own source, so that what one decides never shifts another's chance.
        self._sources = [SeededSource(b"bot%d" % seat + seed) for seat in range(seats)]

    def run(self) -> Iterator[Event]:
        """Let bots and chance go on until the person is asked or the game is over."""
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
        """Take the person's decision; return why it is refused, or None and run on."""
        if not isinstance(command, Play):
            return None
        assert self.person is not None
        try:
            self._engine.play(self.person, command.action)
        except IllegalAction as error:
            return NotLegal(error.refusal)
        return None

    def _view(self) -> View[Any]:
        """A view that stays as it is while the game goes on."""
        view = self._engine.view(self.person)
        return View(view.state, view.seat, dict(view.faces), view.sealed)
