"""Open a table on the wifi."""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from p2pjeux.app.arguments import (
    PATIENCE,
    PATIENCE_AUTO,
    options_for,
    person_names,
    seats_for,
    table_name,
)
from p2pjeux.app.interfaces.interface import Manner
from p2pjeux.app.running.as_opener import Ports, open_lobby
from p2pjeux.app.running.bot_names import bot_names
from p2pjeux.app.running.known_peers import BOT_MARK
from p2pjeux.app.running.station import USUAL_PORT
from p2pjeux.errors import UsageError
from p2pjeux.games import load_game
from p2pjeux.log.holders import THRESHOLD_MIN
from p2pjeux.net.code import draw_code, normal_code
from p2pjeux.rules.contract import Facts, Skill
from p2pjeux.store.home import Store
from p2pjeux.store.lobbies import KeptLobby
from p2pjeux.ui.ending import Ending


@dataclass(frozen=True, slots=True)
class Host:
    """A table to be opened, as asked for on the command line."""

    game_id: str
    seats: int | None = None
    bots: int = 0
    # How well they play.
    skill: Skill = Skill.USUAL
    names: tuple[str, ...] = ()
    table: str | None = None
    # None: anybody may knock; empty: private, with a code that is drawn.
    code: str | None = None
    port: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    patience: int | None = None
    # How many others act together for an absent seat; None is what is usual.
    threshold: int | None = None
    # Whether strangers come in without being let in.
    open_door: bool = False
    qr: bool = False
    home: Path | None = None


def host(asked: Host, manner: Manner) -> Ending:
    facts = load_game(asked.game_id).facts
    people = person_names(asked.names)
    bots = bot_names(asked.bots, people)
    names = (*people, *(name + BOT_MARK for name in bots))
    seats = _seats(facts, asked.seats, len(names))
    _check_threshold(asked.threshold, seats - len(names))
    code = None if asked.code is None else normal_code(asked.code or draw_code(secrets.token_bytes))
    lobby = KeptLobby(
        nonce=secrets.token_bytes(32).hex(),
        game=facts.id,
        table=table_name(asked.table or people[0]),
        seats=seats,
        names=names,
        port=0,
        options=options_for(facts, asked.options),
        patience=asked.patience or (PATIENCE_AUTO if manner.auto else PATIENCE),
        threshold=asked.threshold,
        bots=len(bots),
        level=asked.skill.value,
        code=code,
        asks_first=not (manner.auto or asked.open_door or code is not None),
    )
    store = Store.find(os.environ, asked.home)
    return open_lobby(store, lobby, manner, Ports(asked.port, USUAL_PORT), qr=asked.qr)


def _seats(facts: Facts, asked: int | None, here: int) -> int:
    seats = seats_for(facts, max(here, facts.seats_least) if asked is None else asked)
    if here > seats:
        raise UsageError(
            "{here} people and bots cannot sit on {seats} seats", here=here, seats=seats
        )
    return seats


def _check_threshold(threshold: int | None, elsewhere: int) -> None:
    """Raise UsageError if it could not be kept even if a person of its own takes each free seat."""
    if not threshold or THRESHOLD_MIN <= threshold <= elsewhere:
        return
    if elsewhere < THRESHOLD_MIN:
        raise UsageError(
            "with so few seats for others nobody can act for an absent seat: leave out --threshold"
        )
    raise UsageError(
        "--threshold is {least} to {most} here, as so many can sit at other machines; 0 is none",
        least=THRESHOLD_MIN,
        most=elsewhere,
    )
