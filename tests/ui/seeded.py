"""The table that ``p2pjeux solo --seed`` plays, in this process and without files."""

from collections.abc import Iterator

from p2pjeux.app.running.local_table import Wanted, from_seed, sign_for_all
from p2pjeux.games import load_game
from p2pjeux.sitting.sitting import Sitting
from p2pjeux.table.effects import Effect, Tell
from p2pjeux.table.events import Asked, Command, Ended, Event, Happened, NotLegal, Waiting
from p2pjeux.table.seating import Seating


class SeededTable:
    """One person at seat 0 against bots.

    Take events from ``run`` until it stops. It stops after Ended, and after Asked: then hand the
    person's command to ``command`` and run again.
    """

    def __init__(self, game_id: str, names: tuple[str, ...], seed: str) -> None:
        chance = from_seed(seed)
        assert chance.secret is not None
        signed = sign_for_all(Wanted(game_id, {}, names, 1, seed), chance)
        bots = frozenset(range(1, len(names)))
        game = load_game(game_id)
        self._sitting = Sitting(Seating(signed, game, chance.identity, chance.secret, bots))
        self._effects: list[Effect] = self._sitting.start(0.0)

    def run(self) -> Iterator[Event]:
        effects, self._effects = self._effects, []
        for effect in effects:
            if isinstance(effect, Tell) and _is_for_the_person(effect.event):
                yield effect.event

    def command(self, command: Command) -> NotLegal | None:
        self._effects = self._sitting.command(command)
        refused = [
            effect.event
            for effect in self._effects
            if isinstance(effect, Tell) and isinstance(effect.event, NotLegal)
        ]
        return refused[0] if refused else None


def _is_for_the_person(event: Event) -> bool:
    if isinstance(event, Happened | Asked | Ended):
        return event.view.seat == 0
    return not isinstance(event, Waiting)
