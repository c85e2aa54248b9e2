"""What the table refuses, told in plain lines while others are at the table too."""

import io

import trio

from p2pjeux.rules.contract import Refusal
from p2pjeux.table.events import (
    Agree,
    Agreement,
    Command,
    Event,
    Leave,
    NotLegal,
    Play,
    Waiting,
)
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lines.keyboard import Keyboard
from p2pjeux.ui.lines.table import Lines, PlainTable, Sitters
from tests.ui.tables import english, first_question, stonehenge_table

REFUSED = Refusal("there is nothing to take back")


async def sit(typed: str, *answers: Event | None) -> tuple[list[Command], str]:
    """Ask one question; to each command answer as given, None being no answer at all."""
    table, out = stonehenge_table(), io.StringIO()
    asked = first_question(table)
    heard: list[Command] = []

    async def play(
        events: trio.MemorySendChannel[Event], commands: trio.MemoryReceiveChannel[Command]
    ) -> None:
        async with events, commands:
            await events.send(asked)
            async for command in commands:
                if isinstance(command, Leave):
                    return
                answer = answers[len(heard)] if len(heard) < len(answers) else None
                heard.append(command)
                if answer is not None:
                    await events.send(answer)

    keyboard = Keyboard(io.StringIO(typed))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keyboard.run)
        shown = PlainTable(
            table.game,
            Lines(out, english("stonehenge")),
            keyboard,
            Sitters((0,), in_company=True),
        )
        assert await shown.run(play) is Ending.LEFT
        nursery.cancel_scope.cancel()
    return heard, out.getvalue()


def taken() -> Waiting:
    return Waiting("lay", (1, 2), (0,))


async def test_a_refused_decision_is_asked_for_again() -> None:
    heard, said = await sit("1\n\n", NotLegal(Refusal("this is not one of the choices")))

    assert [type(command) for command in heard] == [Play]
    assert said.count("lay exactly one card") == 2


async def test_a_refused_take_back_does_not_ask_what_was_answered() -> None:
    heard, said = await sit("1\n\ntake back\n", taken(), NotLegal(REFUSED))

    assert [type(command) for command in heard] == [Play, Agree]
    assert heard[1] == Agree(Agreement.TAKE_BACK)
    assert said.count("lay exactly one card") == 1


async def test_a_refused_take_back_leaves_an_open_question_as_it_was() -> None:
    heard, said = await sit("take back\n1\n\n", NotLegal(REFUSED), taken())

    assert [type(command) for command in heard] == [Agree, Play]
    assert said.count("lay exactly one card") == 1
