"""Carrying on without those who are missing: who that is, who agrees, what it lays open."""

from dataclasses import replace
from io import StringIO

import pytest
import trio

from p2pjeux.rules.drawing import Size, plain
from p2pjeux.table.events import Command, Event, GoWithout, Leave, Left, Reached, Waiting
from p2pjeux.ui.lines.keyboard import Keyboard
from p2pjeux.ui.lines.table import Lines, PlainTable, Sitters
from p2pjeux.ui.screen.key_commands import Reaction, press
from p2pjeux.ui.screen.model import Model, hear
from p2pjeux.ui.screen.render import render
from p2pjeux.ui.touch.model import TouchModel, tap
from p2pjeux.ui.touch.model import hear as hear_touch
from p2pjeux.ui.touch.table import show_table
from p2pjeux.ui.wording.table_status import TableStatus
from p2pjeux.ui.wording.waits import Ways, wait_sentences
from tests.ui import toy
from tests.ui.tables import english, first_question, toy_table

SIZE = Size(100, 30)
KEYS = ("one two three", "four five six", "seven eight nine")
APART = TableStatus(people=(0,), is_apart=True, fingerprints=KEYS)


def idle() -> Model:
    """At the table while another seat has to decide."""
    model = Model(toy.GAME, english(), "the rules", status=APART, steps=3)
    seen = hear(model, first_question(toy_table("list")))
    return hear(replace(seen, chooser=None), Waiting("decide", (1,), ()))


def pressed(model: Model, *keys: str) -> Reaction:
    reaction = Reaction(model)
    for key in keys:
        reaction = press(reaction.model, key, render(reaction.model, SIZE))
    return reaction


def text(model: Model) -> str:
    return "\n".join(plain(line) for line in render(model, SIZE).lines)


def flat(model: Model) -> str:
    """What the screen says, wherever its lines break."""
    return " ".join(text(model).split())


LONG = Waiting("decide", (1,), (), is_long=True)


def away(model: Model, seat: int) -> Model:
    return hear(model, Reached(seat, is_linked=False))


def test_the_table_goes_on_without_somebody_away_only_once_it_has_waited_long() -> None:
    assert pressed(away(idle(), 1), "f9", "enter").command is None
    long = hear(away(idle(), 1), LONG)
    assert "! Waiting for Aliénor (asleep or cut off). F9 lets the table" in text(long)
    seats = pressed(long, "f9").model
    assert "carry on without Aliénor" in text(seats)
    assert "more than half of the players agree" in flat(seats)
    assert pressed(seats, "enter").command == GoWithout((1,))
    assert pressed(seats, "escape").command is None


def test_before_the_hand_of_somebody_who_is_there_is_laid_open_one_is_asked_once_more() -> None:
    long = hear(idle(), LONG)
    assert "! Waiting for Aliénor. They are here, and thinking. F9 lets the table" in text(long)
    asked_again = pressed(long, "f9", "enter")

    assert asked_again.command is None
    assert "Carry on without Aliénor?" in text(asked_again.model)
    assert "Aliénor: connected, and perhaps only thinking." in flat(asked_again.model)
    assert pressed(asked_again.model, "escape").command is None
    assert pressed(asked_again.model, "enter").command == GoWithout((1,))


def test_nothing_is_agreed_to_if_the_missing_one_gave_in_the_meantime() -> None:
    asked_again = pressed(hear(idle(), LONG), "f9", "enter").model

    assert pressed(hear(asked_again, Waiting("decide", (2,), ())), "enter").command is None


def test_who_is_away_and_not_yet_waited_for_is_gone_on_without_too() -> None:
    long = hear(away(away(idle(), 1), 2), LONG)

    seats = pressed(long, "f9")

    assert "carry on without Aliénor and Basile" in text(seats.model)
    assert pressed(seats.model, "enter").command == GoWithout((1, 2))


def test_whoever_shuffles_later_is_not_gone_on_without() -> None:
    long = hear(idle(), Waiting("shuffle", (1, 2), (0,), is_long=True))

    assert long.status.missing == (1,)
    assert not hear(idle(), Waiting("shuffle", (0, 2), (1,), is_long=True)).status.is_long


def test_who_has_agreed_so_far_is_named_wherever_it_is_asked() -> None:
    agreed = ((1, (0, 2)),)
    model = hear(idle(), replace(LONG, agreed=agreed))
    sentence = "In favour of carrying on without Aliénor: Camille and Basile."

    assert sentence in flat(pressed(model, "f9").model)
    assert sentence in flat(pressed(model, "f9", "enter").model)
    assert sentence in " ".join(wait_sentences(model.status, english(), Ways.TAPS))


def test_who_agreed_is_named_afterwards_too() -> None:
    told = hear(idle(), Left(1, agreed=(0, 2))).story[-1].text

    assert told.endswith("Agreed by Camille and Basile.")
    assert "Agreed" not in hear(idle(), Left(1)).story[-1].text


@pytest.mark.parametrize(
    ("work", "given", "sentence"),
    [
        ("open", (0,), "Aliénor: has seen the open choices, and opens none."),
        ("open", (), "Aliénor: connected, and opens nothing."),
        ("roll", (0,), "Aliénor: connected, and gives no share."),
        ("deal", (0,), "Aliénor: connected, and gives no share."),
        ("stand in", (0,), "Aliénor: connected, and gives no share."),
    ],
)
def test_whoever_is_there_and_holds_back_what_shows_something_is_named_while_it_lasts(
    work: str, given: tuple[int, ...], sentence: str
) -> None:
    patient = hear(idle(), Waiting(work, (1, 2), given))
    late = hear(away(idle(), 2), Waiting(work, (1, 2), given, is_long=True))

    assert "connected, and" not in flat(patient)
    for ways in Ways:
        assert sentence in wait_sentences(late.status, english(), ways)
    alone = hear(late, Waiting(work, (1,), given, is_long=True))
    assert wait_sentences(alone.status, english(), Ways.KEYS)[0].endswith(sentence)
    over = hear(late, Waiting(work, (2,), (0, 1), is_long=True))
    assert sentence not in wait_sentences(over.status, english(), Ways.KEYS)


def test_who_has_yet_to_confirm_is_named_with_the_reason_why_it_matters() -> None:
    waits = hear(away(idle(), 1), Waiting("confirm", (1,), (0, 2)))

    who, *remedies = wait_sentences(waits.status, english(), Ways.KEYS)

    assert who == (
        "Waiting for Aliénor (asleep or cut off) to confirm what was played: "
        "nothing hidden is shown before."
    )
    assert remedies == ["It is called again and again; in a while F9 carries on without."]


# In plain lines.


class Typed:
    """Lines that a person types at a table that stands still."""

    def __init__(self, *lines: str) -> None:
        self._lines = iter(lines)

    def readline(self) -> str:
        line = next(self._lines, None)
        return "" if line is None else line + "\n"


async def typed(*lines: str, status: tuple[Event, ...]) -> tuple[list[Command], str]:
    out, asked = StringIO(), list[Command]()
    keyboard = Keyboard(Typed(*lines))
    sitters = Sitters((0,), in_company=True, fingerprints=KEYS)
    table = PlainTable(toy.GAME, Lines(out, english()), keyboard, sitters)

    async def play(
        events: trio.MemorySendChannel[Event], commands: trio.MemoryReceiveChannel[Command]
    ) -> None:
        async with events, commands:
            for event in status:
                await events.send(event)
            nursery.start_soon(keyboard.run)
            async for command in commands:
                asked.append(command)
                if isinstance(command, Leave):
                    break

    async with trio.open_nursery() as nursery:
        await table.run(play)
        nursery.cancel_scope.cancel()
    return [one for one in asked if isinstance(one, GoWithout)], out.getvalue()


async def test_in_plain_lines_the_same_word_is_typed_twice() -> None:
    once, told = await typed("without", status=(LONG,))
    twice, _ = await typed("without", "without", status=(LONG,))

    assert once == []
    assert "Aliénor: connected, and perhaps only thinking." in told
    assert "To agree, type it once more." in told
    assert twice == [GoWithout((1,))]


async def test_in_plain_lines_some_of_the_missing_can_be_named() -> None:
    lost = (Reached(2, is_linked=False), LONG)

    all_of_them, _ = await typed("without", "without", status=lost)
    one, _ = await typed("without Aliénor", "without Aliénor", status=lost)

    assert all_of_them == [GoWithout((1, 2))]
    assert one == [GoWithout((1,))]


@pytest.mark.parametrize("line", ["without", "without Basile"])
async def test_in_plain_lines_nobody_is_left_out_who_has_kept_nobody_waiting(line: str) -> None:
    patient = LONG if "Basile" in line else Waiting("decide", (1,), ())

    asked, told = await typed(line, line, status=(patient,))

    assert asked == []
    assert "Nobody has kept the table waiting for long enough." in told


async def test_in_plain_lines_who_agrees_is_named_at_once() -> None:
    _, told = await typed(status=(LONG, replace(LONG, agreed=((1, (2,)),))))

    assert told.count("In favour of carrying on without Aliénor: Basile.") == 1


# On the page of a phone.


def test_on_a_page_a_second_tap_is_asked_for_in_words() -> None:
    model = TouchModel(toy.GAME, english(), "the evening", APART)
    long = hear_touch(
        hear_touch(model, replace(LONG, agreed=((1, (2,)),))), Reached(2, is_linked=False)
    )

    (ask,) = [one for one in show_table(long)["asks"] if one["ask"] == "go without"]

    assert ask["label"] == "Carry on without Aliénor and Basile"
    assert ask["sure"].startswith("Aliénor: connected, and perhaps only thinking.")
    assert "In favour of carrying on without Aliénor: Basile." in ask["sure"]
    assert tap(long, ask).command == GoWithout((1, 2))


def test_on_a_page_it_is_said_what_it_means_even_if_nobody_missing_is_there() -> None:
    model = TouchModel(toy.GAME, english(), "the evening", APART)
    long = hear_touch(hear_touch(model, LONG), Reached(1, is_linked=False))

    (ask,) = [one for one in show_table(long)["asks"] if one["ask"] == "go without"]

    assert "more than half of the players agree" in ask["sure"]
