"""No wait is silent: whoever waits can read for whom, why, and what can be done."""

import io
from collections.abc import Iterator
from itertools import chain, combinations, product

import pytest
import trio

from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words
from p2pjeux.table.events import Asked, Away, Command, Event, Reached, Waiting
from p2pjeux.ui.lines.table import Lines, PlainTable, Sitters
from p2pjeux.ui.screen.bars import prompt
from p2pjeux.ui.screen.model import Model
from p2pjeux.ui.wording.table_status import TableStatus, hear_status
from p2pjeux.ui.wording.waits import SILENCE_MOST, Ways, wait_sentences
from tests.ui import toy
from tests.ui.tables import NAMES, english, first_question, french, toy_table

WORKS = (
    "decide",
    "seal",
    "lay",
    "open",
    "shuffle",
    "roll",
    "deal",
    "set up",
    "close",
    "stand in",
    "confirm",
)
KEYS = ("one two", "three four", "five six")
# Whoever is waited for: each of those elsewhere, alone and together.
LACKING = ((1,), (2,), (1, 2), (0, 1))
LONGEST_PROMPT = 200


def situations() -> Iterator[TableStatus]:
    """Every way in which a table of three can wait for somebody elsewhere."""
    aways = tuple(chain([None], Away))
    for people, work, lacking, is_long in product(((0,), ()), WORKS, LACKING, (False, True)):
        for first, second in product(aways, aways):
            away = {seat: one for seat, one in ((1, first), (2, second)) if one is not None}
            waiting = Waiting(work, lacking, (), is_long)
            yield TableStatus(people, is_apart=True, fingerprints=KEYS, waiting=waiting, away=away)


@pytest.mark.parametrize("words", [english(), french()], ids=["en", "fr"])
def test_every_wait_has_a_sentence_with_the_names_and_with_what_can_be_done(words: Words) -> None:
    for status in situations():
        for ways in Ways:
            who, *remedies = wait_sentences(status, words, ways)

            assert all(words.name(seat) in who for seat in status.lacking)
            assert remedies


def test_each_reason_to_be_away_changes_the_sentence() -> None:
    waiting = Waiting("decide", (1,), ())
    table = TableStatus((0,), is_apart=True, fingerprints=KEYS, waiting=waiting)

    told = {
        wait_sentences(hear_status(table, Reached(1, is_linked=False, away=away)), english(), ways)
        for away, ways in product(Away, [Ways.KEYS])
    }

    assert len(told) == len(Away)


def test_the_screen_says_it_in_the_smallest_window_that_counts() -> None:
    for status in situations():
        model = Model(toy.GAME, french(), status=status)

        lines = prompt(model, LONGEST_PROMPT)

        assert sum(len(span.text) for line in lines for span in line) > len("Waiting")


class Clock:
    """A table in plain lines at which nothing more happens than what it is told."""

    def __init__(self, *events: Event, people: tuple[Seat, ...] = (0,)) -> None:
        self.out = io.StringIO()
        self._events = events
        sitters = Sitters(people, in_company=True, fingerprints=KEYS)
        self._table = PlainTable(toy.GAME, Lines(self.out, english()), None, sitters)

    async def told_after(self, seconds: float) -> str:
        """All that is told when so much time has passed."""

        async def play(
            events: trio.MemorySendChannel[Event], commands: trio.MemoryReceiveChannel[Command]
        ) -> None:
            async with events, commands:
                for event in self._events:
                    await events.send(event)
                await trio.sleep_forever()

        with trio.move_on_after(seconds):
            await self._table.run(play)
        return self.out.getvalue()


@pytest.mark.parametrize("away", [None, *Away])
@pytest.mark.parametrize("work", WORKS)
async def test_no_wait_in_plain_lines_is_silent_for_long(
    autojump_clock: trio.testing.MockClock, work: str, away: Away | None
) -> None:
    events: list[Event] = [Waiting(work, (1,), (2,))]
    if away is not None:
        events.append(Reached(1, is_linked=False, away=away))

    told = await Clock(*events).told_after(SILENCE_MOST)

    assert "Waiting for Aliénor" in told


async def test_a_wait_is_told_once_and_again_when_it_changes(
    autojump_clock: trio.testing.MockClock,
) -> None:
    told = await Clock(Waiting("decide", (1,), ())).told_after(300)

    assert told.count("Waiting for Aliénor") == 1


async def test_the_awaited_player_is_not_told_to_go_on_without_himself(
    autojump_clock: trio.testing.MockClock,
) -> None:
    question = first_question(toy_table("list"))
    mine = Waiting("decide", (0,), (), is_long=True)

    told = await Clock(Asked(question.request, question.view), mine).told_after(60)

    assert "The others are waiting for you, and may carry on without you." in told
    assert "Waiting for" not in told
    assert f"without {NAMES[0]}" not in told


def test_every_pair_of_reasons_can_be_read_in_both_languages() -> None:
    for one, other in combinations(Away, 2):
        status = TableStatus((0,), is_apart=True, fingerprints=KEYS, away={1: one, 2: other})
        waits = hear_status(status, Waiting("seal", (1, 2), (0,)))

        told = wait_sentences(waits, french(), Ways.TYPED)

        assert "Waiting" not in told[0]
