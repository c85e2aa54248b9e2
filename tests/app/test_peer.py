"""Sittings at work over real sockets: whom they wait for, and whom not."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
import trio

from p2pjeux.games import load_game
from p2pjeux.rules.source import SeededSource
from p2pjeux.table.events import (
    Asked,
    Away,
    Declined,
    Event,
    GoOn,
    Happened,
    Left,
    NotLegal,
    Play,
    Reached,
    Waiting,
)
from tests.app.tables import Seat, open_table

SECONDS = 60
_EventT = TypeVar("_EventT", bound=Event)


async def told(seat: Seat, kind: type[_EventT], is_it: Callable[[_EventT], bool]) -> _EventT:
    """Wait until a seat has been told this."""
    while True:
        for event in seat.told:
            if isinstance(event, kind) and is_it(event):
                return event
        await seat.news.wait()


@pytest.mark.slow
async def test_bots_wait_for_somebody_who_is_linked_and_thinks(tmp_path: Path) -> None:
    async with open_table(tmp_path, "course", 3, frozenset({0}), patience=1) as table:
        person, *bots = table
        with trio.fail_after(SECONDS):
            asked = await told(person, Asked, lambda _asked: True)
            for bot in bots:
                await told(bot, Waiting, lambda waiting: waiting.is_long and 0 in waiting.lacking)
            action = load_game("course").bot(asked.view, SeededSource(b"person"))
            await person.commands.send(Play(action))
            await told(
                person, Waiting, lambda waiting: not waiting.is_long and 0 not in waiting.lacking
            )

        assert not [event for seat in table for event in seat.told if isinstance(event, Left)]


@pytest.mark.slow
async def test_bots_go_on_without_somebody_whom_nobody_reaches(tmp_path: Path) -> None:
    async with open_table(tmp_path, "course", 3, frozenset({0}), patience=1) as table:
        person, *bots = table
        with trio.fail_after(SECONDS):
            await told(person, Asked, lambda _asked: True)
            await person.mesh.close()
            for bot in bots:
                await told(bot, Left, lambda left: left.seat == 0)
            for bot in bots:
                await bot.peer.complete.wait()


@pytest.mark.slow
async def test_a_refused_wish_brings_no_question_back(tmp_path: Path) -> None:
    async with open_table(tmp_path, "course", 3, frozenset({0, 1})) as (person, *_others):
        with trio.fail_after(SECONDS):
            await told(person, Waiting, lambda _waiting: True)
            await person.commands.send(GoOn())

            declined = await told(person, Declined, lambda _declined: True)

        assert str(declined.refusal)
        assert not [event for event in person.told if isinstance(event, NotLegal)]


@pytest.mark.slow
async def test_whose_goodbye_was_heard_has_left_and_has_not_crashed(tmp_path: Path) -> None:
    async with open_table(tmp_path, "course", 3, frozenset({0, 1})) as (person, other, _bot):
        with trio.fail_after(SECONDS):
            await told(person, Happened, lambda _happened: True)
            await other.mesh.close()

            gone = await told(person, Reached, lambda reached: not reached.is_linked)

        assert (gone.seat, gone.away) == (1, Away.LEFT)
