"""Play against bots."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import trio

from p2pjeux.app.arguments import options_for, person_name, seats_for
from p2pjeux.app.interfaces.interface import Interface, Manner, TableShown
from p2pjeux.app.interfaces.start import run
from p2pjeux.app.running.bot_names import bot_names
from p2pjeux.games import load_game
from p2pjeux.rules.contract import Skill
from p2pjeux.table.events import Command, Event
from p2pjeux.ui.ending import Ending

if TYPE_CHECKING:
    from p2pjeux.app.running.peer import Peer


@dataclass(frozen=True, slots=True)
class Solo:
    """A game against bots, as asked for on the command line."""

    game_id: str
    seats: int | None = None
    seed: str | None = None
    options: Mapping[str, str] | None = None
    name: str | None = None
    # Whether a bot plays the person's seat too.
    auto: bool = False
    # How well the bots play.
    skill: Skill = Skill.USUAL
    home: Path | None = None


def solo(asked: Solo, manner: Manner) -> Ending:
    game = load_game(asked.game_id)
    seats = seats_for(game.facts, asked.seats)
    options = options_for(game.facts, asked.options or {})
    # Options that do not fit the number of seats are refused before anything is shown or kept.
    game.set_up(seats, options)
    people = () if asked.auto else (person_name(asked.name),)
    names = (*people, *bot_names(seats - len(people), people))

    def set_up() -> "Peer":
        """All that takes time: the interface is there before it, and waits for the cards."""
        from p2pjeux.app.running import local_table
        from p2pjeux.store.home import Store

        wanted = local_table.Wanted(
            game.facts.id, options, names, len(people), asked.seed, asked.skill
        )
        return local_table.peer_of(*local_table.begin(Store.find(os.environ, asked.home), wanted))

    async def main(interface: Interface) -> Ending:
        words = interface.words
        title = words.say("against bots") if people else words.say("bots only")
        shown = TableShown(game, title, names, tuple(range(len(people))), in_company=False)
        return await _sit(shown, set_up, interface)

    return run(main, manner)


async def _sit(shown: TableShown, set_up: "Callable[[], Peer]", interface: Interface) -> Ending:
    peers: list[Peer] = []
    async with trio.open_nursery() as nursery:

        async def play(
            events: trio.MemorySendChannel[Event], commands: trio.MemoryReceiveChannel[Command]
        ) -> None:
            # Closed without a pause: whoever is told the end must not cancel a failure away.
            with events, commands:
                peers.append(await trio.to_thread.run_sync(set_up))
                nursery.start_soon(peers[0].start)
                await peers[0].play(events, commands)

        ending = await interface.sit(shown, play)
        if ending is Ending.OVER:
            # The last step, with the secrets of all seats, is still to be written.
            await peers[0].finish()
        nursery.cancel_scope.cancel()
    return ending
